"""The rulebook, clause by clause, with its search."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from flask import request
from marshmallow import fields

from scorekeeper import rulebook
from scorekeeper.rulebook import Kind, Mark
from scorekeeper.rulebook.search import search
from scorekeeper.rules.faults import refuse
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games.rulesets import base_of
from scorekeeper.web.api import openapi
from scorekeeper.web.api.problems import of_changes, refusal
from scorekeeper.web.http.schemas import ResponseSchema, many, one_of, text

blueprint = openapi.Blueprint("api_rules", __name__, url_prefix="/api/v1/rules", description="The rulebook")

_QUERY: Final = {
    "in": "query",
    "name": "q",
    "schema": {"type": "string"},
    "description": (
        "The question, in any words. The first 200 characters count. "
        "Leave it out to get all clauses in order."
    ),
}
RULESET: Final = {
    "in": "query",
    "name": "ruleset",
    "schema": {"type": "string", "default": LAW.id},
    "description": "The id of a ruleset, or the key of a saved one.",
}
_NUMBER: Final = {
    "in": "path",
    "name": "clause",
    "required": True,
    "schema": {
        "type": "string",
        "pattern": r"^([0-9]{1,2}\.|[A-Z][A-Z0-9]?-)[0-9]{1,2}[a-d]?$",
    },
    "description": "The number of a clause, such as 12.5, 3.10a or BR-11.",
}


class ExampleSchema(ResponseSchema):
    """An example of a clause at the table."""

    kind = one_of(*Kind)
    melds = fields.List(
        fields.List(fields.String()), required=True, metadata={"description": "Cards, meld by meld."}
    )
    text = text()


class ClauseSchema(ResponseSchema):
    """One numbered clause of the rulebook, or of another ruleset."""

    clause = text("number", description="Its number.")
    section = text(description="The name of its section.")
    source = text(description="The text that it comes from.")
    mark = one_of(*Mark)
    examples = many(ExampleSchema)
    text = text()

    def get_section(self, clause: rulebook.Clause) -> str:
        return rulebook.section_of(clause.number).name


@blueprint.operation("", answer=ClauseSchema(many=True))
@openapi.documented(422, 503, parameters=[RULESET, _QUERY])
def search_rules() -> Any:
    """The clauses of a ruleset that answer a query, best first."""
    rules, query = ruleset_asked(request.args.get("ruleset")), request.args.get("q", "").strip()
    if not query:
        return list(rulebook.book(rules.id).clauses)
    return [rulebook.clause(hit.number) for hit in search(query, ruleset=rules.id)]


def ruleset_asked(name: str | None) -> Ruleset:
    """The rules of this id or key, the referee's law without one; RuleViolation if there are none."""
    return LAW if name is None else base_of(name).rules


def rules_asked(told: Mapping[str, Any]) -> Ruleset:
    """The rules in force by a ruleset, variants and changes as sent; RuleViolation if they cannot be."""
    base, named = base_of(told["ruleset"]), {name: told[name] for name in ("variants", "changes")}
    refuse(base.faults(**named))
    with of_changes():
        adopted = base.with_changes(**named)
    refuse(base.problems(adopted, **named))
    return adopted.rules


@blueprint.operation("/<clause>", answer=ClauseSchema)
@openapi.documented(404, parameters=[_NUMBER])
def show_clause(clause: str) -> Any:
    """One clause by its number."""
    try:
        return rulebook.clause(clause)
    except KeyError:
        raise refusal(404, "unknown-clause") from None
