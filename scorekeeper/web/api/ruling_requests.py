"""The shapes of requests about disputes: asking the referee, recording, and what comes of it."""

from __future__ import annotations

from typing import Any

from marshmallow import fields, post_load

from scorekeeper.rules.entries import Agreed
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.web.api.fields import Asked, ByName, Text, Whole, YesNo
from scorekeeper.web.api.request_schemas import HouseRulesSchema, Said


class DisputeSchema(Asked):
    """What happened: every fact that the irregularity asks, and nothing else."""

    facts = ByName(
        keys=fields.String(),
        required=True,
        metadata={"description": "By their names; texts, whole numbers, or lists of either."},
    )
    house_rules = fields.Nested(HouseRulesSchema, load_default=HouseRules)
    hand = Whole(
        load_default=None, allow_none=True, metadata={"minimum": 1, "maximum": 7, "description": "If known."}
    )


class RecordedDisputeSchema(DisputeSchema):
    """The same in a game, whose own hand and house rules count whatever is said here."""

    irregularity = Text(required=True)
    roles = ByName(
        keys=fields.String(),
        values=Whole(),
        load_default=dict,
        metadata={"description": "Whose seat is meant: offender, in-turn, claimant."},
    )
    choice = Text(
        load_default=None, allow_none=True, metadata={"description": "An option, if one was chosen."}
    )
    apply = YesNo(load_default=False, metadata={"description": "Let the score sheet take over its effects."})
    agreed = Text(load_default="", metadata={"description": "What the table agrees, in its own words."})


class OpenLineSchema(Asked):
    """One line that a ruling left open, by the entry of the ruling and its line there."""

    entry = Whole(required=True, metadata={"minimum": 1})
    line = Whole(required=True, metadata={"minimum": 0})

    @post_load
    def read(self, said: Said, **_kwargs: Any) -> tuple[int, int]:
        return said["entry"], said["line"]


class AgreementSchema(Asked):
    """What the table agrees where the rules are silent."""

    clause = Text(
        load_default=None,
        allow_none=True,
        metadata={"description": "The clause that leaves it open, if one does."},
    )
    question = Text(required=True, metadata={"minLength": 1, "maxLength": 300})
    agreed = Text(required=True, metadata={"minLength": 1, "maxLength": 300})

    @post_load
    def read(self, said: Said, **_kwargs: Any) -> Agreed:
        return Agreed(**said)
