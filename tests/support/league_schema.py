"""The JSON Schema of a league's file; `python -m tests.support.league_schema` writes it into docs."""

import json
from pathlib import Path
from typing import Any

import msgspec

from scorekeeper.services.leagues.transfer.document import Document

FILE = Path(__file__).parents[2] / "docs" / "league.schema.json"


def schema() -> dict[str, Any]:
    """The schema that the declarations of the file's parts make."""
    _, parts = msgspec.json.schema_components([Document], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **parts.pop("Document"),
        "$defs": parts,
    }


def text() -> str:
    """The text of the file: its parts by plain names, the ends of a pattern as ECMAScript writes them."""
    written = json.dumps(schema(), indent=1, ensure_ascii=False)
    return written.replace(r"\\A", "^").replace(r"\\Z", "$").replace('Part"', '"') + "\n"


if __name__ == "__main__":
    FILE.write_text(text())
