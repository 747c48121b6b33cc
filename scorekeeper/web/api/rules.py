"""The rulebook, clause by clause, and the search over it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from flask import request

from scorekeeper import rulebook
from scorekeeper.rulebook.search import search
from scorekeeper.web.api import operations
from scorekeeper.web.api.problems import plain
from scorekeeper.web.api.response_schemas import ClauseSchema

blueprint = operations.Blueprint(
    "api_rules", __name__, url_prefix="/api/v1/rules", description="The rulebook"
)

_QUERY: Final = {
    "in": "query",
    "name": "q",
    "schema": {"type": "string"},
    "description": (
        "What is asked for, in any words; 200 characters of it are read. "
        "Without it, or empty: all clauses in order."
    ),
}
_NUMBER: Final = {
    "in": "path",
    "name": "clause",
    "required": True,
    "schema": {"type": "string", "pattern": r"^[0-9]{1,2}\.[0-9]{1,2}[a-d]?$"},
    "description": "The number of a clause, such as 12.5 or 3.10a.",
}


def _promising(**promised: Any) -> Callable[[operations.View], operations.View]:
    documented: Callable[[operations.View], operations.View] = operations.Blueprint.doc(**promised)
    return documented


@blueprint.operation("", answer=ClauseSchema(many=True))
@_promising(parameters=[_QUERY])
def search_rules() -> Any:
    """The clauses that answer a query, best first."""
    query = request.args.get("q", "").strip()
    if not query:
        return [_document(clause) for clause in rulebook.book().clauses]
    return [_document(rulebook.clause(hit.number)) for hit in search(query)]


@blueprint.operation("/<clause>", answer=ClauseSchema)
@_promising(parameters=[_NUMBER], responses={"404": "NOT_FOUND"})
def show_clause(clause: str) -> Any:
    """One clause by its number."""
    try:
        return _document(rulebook.clause(clause))
    except KeyError:
        raise plain(404, "unknown-clause") from None


def _document(clause: rulebook.Clause) -> dict[str, Any]:
    return {
        "clause": clause.number,
        "section": rulebook.section_of(clause.number).name,
        "text": clause.text,
        "mark": clause.mark.value,
        "source": clause.source,
        "examples": [_example(example) for example in clause.examples],
    }


def _example(example: rulebook.Example) -> dict[str, Any]:
    melds = [list(meld) for meld in example.melds]
    return {"kind": example.kind.value, "melds": melds, "text": example.text}
