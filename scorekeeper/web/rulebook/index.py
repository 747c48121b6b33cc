"""All that the page needs to search the book by itself: the index, and the tables of words."""

from __future__ import annotations

import hashlib
import json
from functools import cache

from scorekeeper.rulebook.index import index
from scorekeeper.rulebook.vocabulary import ENDINGS, IDLE, IRREGULAR, PHRASES


@cache
def document() -> bytes:
    """The index as JSON; under each stem, places of clauses and weights take turns."""
    made = index()
    stems = {root: [number for pair in postings for number in pair] for root, postings in made.stems.items()}
    told = {
        "numbers": made.numbers,
        "stems": stems,
        "forms": made.forms,
        "phrases": PHRASES,
        "idle": sorted(IDLE),
        "irregular": IRREGULAR,
        "endings": ENDINGS,
    }
    return json.dumps(told, separators=(",", ":")).encode()


@cache
def version() -> str:
    """What changes with the document."""
    return hashlib.sha256(document()).hexdigest()[:12]
