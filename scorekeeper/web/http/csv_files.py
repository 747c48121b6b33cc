"""Tables for spreadsheets: CSV that they read correctly, with cells that they never run as formulas.

UTF-8, marked as such at its beginning: without the mark Excel takes every letter beyond ASCII for several.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from flask import Response, stream_with_context

Cell = str | int | float
_MARK: Final = "\ufeff"
_BLOCK: Final = 64 * 1024
# A spreadsheet would run a cell that begins like this.
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def safe_cell(cell: Cell) -> Cell:
    """Escape a cell that a spreadsheet would take for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_SIGNS) else cell


def table(rows: Iterable[Sequence[Cell]], *, name: str) -> Response:
    """Send rows as a CSV file to be saved under a name."""
    return download(_lines(rows), mimetype="text/csv", name=name)


def download(pieces: Iterable[str], *, mimetype: str, name: str) -> Response:
    """Send text as a file to be saved, while it is made: a league may have a hundred thousand hands."""
    response = Response(stream_with_context(_blocks(pieces)), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _blocks(pieces: Iterable[str]) -> Iterator[bytes]:
    block = bytearray()
    for piece in pieces:
        block += piece.encode()
        if len(block) >= _BLOCK:
            yield bytes(block)
            block.clear()
    yield bytes(block)


def _lines(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    yield _MARK
    written = io.StringIO()
    # Quoted, a text is one cell whatever the spreadsheet takes for a separator.
    writer = csv.writer(written, quoting=csv.QUOTE_NONNUMERIC)
    for row in rows:
        writer.writerow([safe_cell(cell) for cell in row])
        yield written.getvalue()
        written.seek(0)
        written.truncate()
