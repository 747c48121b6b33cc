"""The rules that a game can be played by: those of files, those that tables saved, and checks of both."""

from typing import Any, ClassVar, Final

import msgspec
from flask import jsonify
from marshmallow import INCLUDE, fields

from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.rulesets.checks import warnings
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import values_of
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import rulesets
from scorekeeper.web.api import headers, openapi, problems
from scorekeeper.web.api.bodies import Members
from scorekeeper.web.api.game_requests import CheckedSchema, SavedSchema
from scorekeeper.web.api.openapi import parameter
from scorekeeper.web.games.documents import ContractSchema, EndsSchema, WarningSchema
from scorekeeper.web.http import clock, schemas
from scorekeeper.web.http import messages as words
from scorekeeper.web.http.schemas import ResponseSchema

blueprint = openapi.Blueprint("rulesets", "/rulesets", "Sets of rules")
_NAME: Final = parameter(
    "ruleset",
    "The id of a ruleset, or the key of a saved one.",
    where="path",
    pattern="^[A-Za-z0-9_-]{1,40}$",
)
_DECLARED: Final = msgspec.json.schema(Ruleset)["$defs"]["Ruleset"]["properties"]


class HandContractSchema(ContractSchema):
    """The contract of one hand."""

    number = schemas.whole(description="The number of its hand.")
    fewest_cards = schemas.whole_or_null(description="The fewest cards that meet it; null if any melds do.")


def _member(declared: dict[str, Any]) -> fields.Raw:
    """A value as the declaration of rulesets describes it; of one that is made of others only its name."""
    described = {key: value for key, value in declared.items() if key != "default"}
    is_made_of_others = "$ref" in str(described) or "prefixItems" in str(described)
    return fields.Raw(required=True, metadata={} if is_made_of_others else described)


class RulesetSchema(ResponseSchema):
    """One complete, named set of rules with every value; where something is not told, its default."""

    class Meta:
        include: ClassVar = {
            **{name: _member(declared) for name, declared in _DECLARED.items()},
            "contracts": schemas.many(HandContractSchema, description="One for each hand; none: any melds."),
            "ends": schemas.nested(EndsSchema),
            "step": schemas.whole(description="Every count is a multiple of it."),
        }


class NamedRulesSchema(ResponseSchema):
    """A whole ruleset by its id; by a key, the document that was saved: its format, name and changes."""

    class Meta:
        unknown = INCLUDE

    name = schemas.text()


class SavedRulesSchema(ResponseSchema):
    """Where saved rules are from now on."""

    id = schemas.text(description="The key: send it as the ruleset of a new game.")
    url = schemas.text(format="uri-reference")


class RulesProblemSchema(ResponseSchema):
    """Something that rules may not say."""

    code = schemas.text()
    pointer = schemas.text()
    clause = schemas.text_or_null()
    detail = schemas.text()

    def get_detail(self, fault: Fault) -> str:
        return words.fault_text(fault)


class CheckSchema(ResponseSchema):
    """The rules in force, what cannot be in them, and what a table should know."""

    ruleset = schemas.nested(RulesetSchema, null=True)
    problems = schemas.many(RulesProblemSchema)
    warnings = schemas.many(WarningSchema)


@blueprint.operation("", answer=RulesetSchema(many=True))
def show_rulesets() -> Any:
    """Every ruleset."""
    return [ruleset_document(rules) for rules in RULESETS.values()]


@blueprint.operation(
    "",
    method="POST",
    status=201,
    body=SavedSchema,
    answer=SavedRulesSchema,
    within=(headers.idempotent(),),
    parameters=[openapi.IDEMPOTENCY_KEY],
)
def save_ruleset(body: Members) -> Any:
    """Save rules under a name. They never change; saving again makes a new key.

    Rules that nobody uses for a year are removed. 403 where programs start no games.
    """
    headers.admit("saved rules by program", code="rules-closed")
    now = clock.now()
    base = rulesets.use(body["ruleset"], now=now)
    key = rulesets.save(body["name"], base, variants=body["variants"], changes=body["changes"], now=now)
    return {"id": key, "url": f"{blueprint.url_prefix}/{key}"}


@blueprint.operation("/check", method="POST", body=CheckedSchema, answer=CheckSchema)
def check_ruleset(body: Members) -> Any:
    """Check rules before a game or a saved set is made of them."""
    base, players = rulesets.base_of(body["ruleset"]), body["players"]
    changes = {"variants": body["variants"], "changes": body["changes"]}
    unusable = base.faults(**changes)
    if any(fault.code is FaultCode.VARIANT_UNKNOWN for fault in unusable):
        refuse(unusable)
    if unusable:
        return {"ruleset": None, "problems": unusable, "warnings": []}
    adopted = base.with_changes(**changes)
    return {
        "ruleset": ruleset_document(adopted.rules, players),
        "problems": base.problems(adopted, players=players, **changes),
        "warnings": list(warnings(adopted.rules, players=players)),
    }


@blueprint.operation("/<ruleset>", answer=NamedRulesSchema, parameters=[_NAME])
def show_ruleset(ruleset: str) -> Any:
    """One ruleset by its id, or saved rules by their key."""
    if ruleset in RULESETS:
        return jsonify(ruleset_document(RULESETS[ruleset]))
    saved = rulesets.saved(ruleset)
    if saved is None:
        raise problems.refusal(404, "unknown-ruleset")
    return jsonify(saved)


def ruleset_document(rules: Ruleset, players: int | None = None) -> dict[str, Any]:
    """The values of rules and what follows from them, for so many players; None: the fewest they allow."""
    values, seated = values_of(rules), players or rules.players.fewest
    contracts = [
        {**contract, "number": number, "fewest_cards": rules.fewest_cards(number, players=seated)}
        for number, contract in enumerate(values["contracts"], start=1)
    ]
    return {**values, "step": rules.step, "contracts": contracts}
