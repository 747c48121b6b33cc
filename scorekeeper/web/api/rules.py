"""The rulebook, clause by clause, with its search."""

from collections.abc import Iterator
from typing import Any, Final

from flask import request
from marshmallow import fields

from scorekeeper import rulebook
from scorekeeper.rulebook import ExampleKind, Mark
from scorekeeper.rulebook.search import search
from scorekeeper.rules.checks import MOST_HANDS
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games.rulesets import base_of
from scorekeeper.web.api import openapi
from scorekeeper.web.api.bodies import Members
from scorekeeper.web.api.openapi import parameter
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.http.schemas import ResponseSchema, choice_of, many, text

blueprint = openapi.Blueprint("rules", "/rules", "The rulebook")

_QUERY: Final = parameter(
    "q",
    "The question, in any words. The first 200 characters count. Leave it out to get all clauses in order.",
)
RULESET: Final = parameter("ruleset", "The id of a ruleset, or the key of a saved one.", default=LAW.id)
_NUMBER: Final = parameter(
    "clause",
    "The number of a clause, such as 12.5, 3.10a or BR-11.",
    where="path",
    pattern=r"^([0-9]{1,2}\.|[A-Z][A-Z0-9]?-)[0-9]{1,2}[a-d]?$",
)


class ExampleSchema(ResponseSchema):
    """An example of a clause at the table."""

    kind = choice_of(*ExampleKind)
    melds = fields.List(
        fields.List(fields.String()), required=True, metadata={"description": "Cards, meld by meld."}
    )
    text = text()


class ClauseSchema(ResponseSchema):
    """One numbered clause of the rulebook, or of another ruleset."""

    clause = text("number", description="Its number.")
    section = text(description="The name of its section.")
    source = text(description="The text that it comes from.")
    mark = choice_of(*Mark)
    examples = many(ExampleSchema)
    text = text()

    def get_section(self, clause: rulebook.Clause) -> str:
        return rulebook.section_of(clause.number).name


@blueprint.operation("", answer=ClauseSchema(many=True), parameters=[RULESET, _QUERY])
def search_rules() -> Any:
    """The clauses of a ruleset that answer a query, best first."""
    rules, query = ruleset_named(request.args.get("ruleset")), request.args.get("q", "").strip()
    if not query:
        return list(rulebook.book(rules.id).clauses)
    return [rulebook.clause(hit.number) for hit in search(query, ruleset=rules.id)]


@blueprint.operation("/<clause>", answer=ClauseSchema, parameters=[_NUMBER])
def show_clause(clause: str) -> Any:
    """One clause by its number."""
    try:
        return rulebook.clause(clause)
    except KeyError:
        raise refusal(404, "unknown-clause") from None


def ruleset_named(name: str | None) -> Ruleset:
    """The rules of this id or key, the referee's law without one; RuleViolation if there are none."""
    return LAW if name is None else base_of(name).rules


def rules_in_force(body: Members) -> Ruleset:
    """The rules by a ruleset, variants and changes as sent; RuleViolation if they cannot be."""
    base, changes = base_of(body["ruleset"]), {name: body[name] for name in ("variants", "changes")}
    refuse(base.faults(**changes))
    adopted = base.with_changes(**changes)
    refuse(base.problems(adopted, **changes))
    return adopted.rules


def hand_faults(hand: int | None, *, most: int | None) -> Iterator[Fault]:
    """A fault if rules with so many hands have no hand of this number."""
    most = most or MOST_HANDS
    if hand is not None and not 1 <= hand <= most:
        yield Fault(FaultCode.HAND_UNKNOWN, "/hand", "4.1", (("most", most),))
