"""The queries of `tests/vectors/rule-search.json` and what they find, in Python and in the page.

`best` is judged by hand: the clause that whoever asks so wants to read first, null where none is better than
others. `found` pins every score; `python -m tests.support.search_vectors` renews it.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorekeeper.rulebook.search import search

FILE = Path(__file__).parents[1] / "vectors" / "rule-search.json"


def vectors() -> list[dict]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def found(query: str) -> list[list]:
    """Every hit with its score, as JSON holds it."""
    return [[hit.number, hit.score] for hit in search(query)]


def renew() -> None:
    lines = [
        json.dumps(vector | {"found": found(vector["query"])}, ensure_ascii=False) for vector in vectors()
    ]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
