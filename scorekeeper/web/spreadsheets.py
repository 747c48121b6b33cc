"""Tables for spreadsheets: CSV that they read as it is meant, and whose cells they never run.

UTF-8, marked as such at its beginning: without the mark Excel takes every letter beyond ASCII for several.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from flask import Response

Cell = str | int | float
_MARK: Final = "\ufeff"
# A spreadsheet would run a cell that begins like this.
_FORMULA_SIGNS: Final = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def safe_cell(cell: Cell) -> Cell:
    """A cell that no spreadsheet takes for a formula."""
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA_SIGNS) else cell


def table(rows: Iterable[Sequence[Cell]], *, name: str) -> Response:
    """Rows as a file to be saved under a name."""
    return download(_lines(rows), mimetype="text/csv", name=name)


def download(pieces: Iterable[str], *, mimetype: str, name: str) -> Response:
    """Text as a file to be saved: a few KB for each game, whole before the first byte is sent."""
    response = Response(b"".join(piece.encode() for piece in pieces), mimetype=mimetype)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _lines(rows: Iterable[Sequence[Cell]]) -> Iterator[str]:
    yield _MARK
    written = io.StringIO()
    writer = csv.writer(written)
    for row in rows:
        writer.writerow([safe_cell(cell) for cell in row])
        yield written.getvalue()
        written.seek(0)
        written.truncate()
