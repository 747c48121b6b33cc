"""The queries of `tests/vectors/rule-search.json` and what they find.

`best` is judged by hand: the clause that whoever asks so wants to read first, null where none is better than
others. `found` is every clause found, in order; `python -m tests.support.search_vectors` renews it.
"""

from __future__ import annotations

import json
from pathlib import Path

from scorekeeper.rulebook.search import search

FILE = Path(__file__).parents[1] / "vectors" / "rule-search.json"


def vectors() -> list[dict]:
    return json.loads(FILE.read_text(encoding="utf-8"))


def found(query: str) -> list[str]:
    """Every clause found, best first."""
    return [hit.number for hit in search(query)]


def renew() -> None:
    lines = [
        json.dumps(vector | {"found": found(vector["query"])}, ensure_ascii=False) for vector in vectors()
    ]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    renew()
