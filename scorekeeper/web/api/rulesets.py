"""Which sets of rules there are, with their contracts, points and options."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from scorekeeper.rules.cards import MISSING_CARD_POINTS, POINTS
from scorekeeper.rules.rulesets import CARDS_DEALT_CHOICES, HOUSE_CLAUSES, RULESETS, HouseRules, Ruleset
from scorekeeper.web.api import operations
from scorekeeper.web.api.response_schemas import RulesetSchema

blueprint = operations.Blueprint(
    "api_rulesets", __name__, url_prefix="/api/v1/rulesets", description="Sets of rules"
)


@blueprint.operation("", answer=RulesetSchema(many=True))
def show_rulesets() -> Any:
    """Every ruleset."""
    return [_document(ruleset) for ruleset in RULESETS.values()]


def _document(ruleset: Ruleset) -> dict[str, Any]:
    return {
        "id": ruleset.id,
        "name": ruleset.name,
        "players": {"fewest": ruleset.fewest_players, "most": ruleset.most_players},
        "contracts": [asdict(asked) | {"fewest_cards": asked.fewest_cards} for asked in ruleset.contracts],
        "points": {value.value: points for value, points in POINTS.items()},
        "missing_card": MISSING_CARD_POINTS,
        "options": [_option(rule.name, rule.default) for rule in fields(HouseRules)],
    }


def _option(name: str, default: Any) -> dict[str, Any]:
    choices = list(CARDS_DEALT_CHOICES) if name == "cards_dealt" else [True, False]
    return {"name": name, "default": default, "choices": choices, "clause": HOUSE_CLAUSES[name]}
