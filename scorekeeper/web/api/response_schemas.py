"""The shapes of answers, as they are promised in the OpenAPI document."""

from __future__ import annotations

from marshmallow import fields

from scorekeeper.rulebook import Kind, Mark
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.web.api.fields import Told
from scorekeeper.web.api.open_effect_responses import DutySchema, PrecedentSchema, WaitingSchema
from scorekeeper.web.api.schema_parts import many, one_of, text, whole, whole_or_null, yes_no


class ContractSchema(Told):
    sets = whole()
    runs = whole()


class SeatSchema(Told):
    seat = whole()
    name = text()
    left_after = whole_or_null(description="The last hand this player finished; null while playing.")
    first_hand = whole()
    start_score = whole_or_null(description="Of a player who joined late (8.7a).")


class CurrentHandSchema(Told):
    number = whole()
    contract = fields.Nested(ContractSchema, required=True)
    fewest_cards = whole()
    dealer = whole()
    starter = whole()


class ScoreSchema(Told):
    seat = whole()
    points = whole()
    posted = yes_no(description="Made by clause 8.5.")
    charge = fields.Integer(metadata={"description": "What of the points a ruling charged (12.5), if any."})


class HandSchema(Told):
    number = whole()
    dealer = whole()
    starter = whole()
    went_out = whole_or_null(description="null: the stock ran out twice (6.2).")
    scores = many(ScoreSchema)


class StandingSchema(Told):
    seat = whole()
    name = text()
    total = whole()
    posted = yes_no(description="Made by clause 8.3.")
    rank = whole()


class GameSchema(Told):
    """A whole game as it stands."""

    id = text()
    version = whole(description="Also the ETag.")
    ruleset = text()
    house_rules = fields.Dict(required=True, metadata={"description": "What differs from the ruleset."})
    status = one_of(*Status)
    started_at = text(format="date-time")
    finished_at = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    time_zone = text()
    decks = whole()
    cards_dealt = whole()
    first_dealer = whole()
    seats = many(SeatSchema, description="In seating order, clockwise.")
    hand = fields.Nested(CurrentHandSchema, required=True, allow_none=True)
    hands = many(HandSchema)
    standings = many(StandingSchema, description="Best first.")
    statistics = one_of(*Statistics)
    last_entry = whole_or_null(description="The entry that undo would take back.")
    duties = many(DutySchema, description="What still binds.")
    waiting = many(WaitingSchema, description="What waits for the sheet of the current hand.")
    precedents = many(
        PrecedentSchema, description="What was agreed in this game where the rules are silent, newest first."
    )


class NewlyStartedSchema(GameSchema):
    """The new game, and how to write to it."""

    scorer_token = text(description="To be sent as `Authorization: Bearer <token>`.")
    scorer_url = text(
        format="uri-reference", description="Gives a phone the right to score: once, within 15 minutes."
    )
    watch_url = text(format="uri-reference", description="The game's own address, for watching.")


class AfterHandSchema(GameSchema):
    """The game after a hand."""

    replay = fields.Boolean(
        metadata={"description": "true: fewer than two scores were given, this hand is played again (8.6)."}
    )


class AfterCorrectionSchema(GameSchema):
    """The game after a correction."""

    clause = text(description="The clause that allows it.")


class EntrySchema(Told):
    """One line of the history."""

    entry = whole()
    kind = one_of(
        "start", "hand", "correction", "departure", "arrival", "suspension", "resumption",
        "rename", "arrangement", "ruling", "done", "dropped", "agreement", "undo",
    )  # fmt: skip
    at = text(format="date-time")
    undone = yes_no()
    undone_by = whole_or_null(description="The entry that took this one back.")
    deed = fields.Dict(required=True, metadata={"description": "What was done, as in the request for it."})
    replay = fields.Boolean(metadata={"description": "true: this hand had to be played again (8.6)."})


class PlayersSchema(Told):
    fewest = whole()
    most = whole()


class NumberedContractSchema(ContractSchema):
    number = whole()
    fewest_cards = whole()


class OptionSchema(Told):
    name = text()
    default = fields.Raw(required=True, metadata={"type": ["integer", "boolean"]})
    choices = fields.List(fields.Raw(metadata={"type": ["integer", "boolean"]}), required=True)
    clause = text()


class RulesetSchema(Told):
    """One complete, named set of rules."""

    id = text()
    name = text()
    players = fields.Nested(PlayersSchema, required=True, metadata={"description": "Inside the rules (1.2)."})
    contracts = many(NumberedContractSchema)
    points = fields.Dict(
        keys=fields.String(), values=fields.Integer(), required=True, metadata={"description": "Clause 7.1."}
    )
    missing_card = whole(description="Points for each missing card (7.3).")
    options = many(OptionSchema)


class ExampleSchema(Told):
    """A clause at the table."""

    kind = one_of(*Kind)
    melds = fields.List(
        fields.List(fields.String()), required=True, metadata={"description": "Cards, meld by meld."}
    )
    text = text()


class ClauseSchema(Told):
    """One numbered clause of the rulebook."""

    clause = text(description="Its number.")
    section = text(description="The name of its section.")
    source = text(description="The text that it restates, reads or asks in vain.")
    mark = one_of(*Mark)
    examples = many(ExampleSchema)
    text = text()


class FaultSchema(Told):
    pointer = text(description="JSON pointer into the body; empty: the whole.")
    detail = text()
    code = fields.String()
    clause = fields.String()


class OfferSchema(Told):
    number = fields.Integer(required=True)
    went_out = whole_or_null()
    scores = fields.List(fields.Dict(), required=True)


class ProblemSchema(Told):
    """A problem document (RFC 9457)."""

    type = text(format="uri-reference")
    title = text()
    status = whole()
    detail = text()
    code = text()
    clause = fields.String(metadata={"description": "Number of the clause in the rulebook."})
    errors = fields.List(fields.Nested(FaultSchema), metadata={"description": "All faults at once."})
    version = fields.Integer(metadata={"description": "With 412: the newest version."})
    saved = fields.Nested(OfferSchema, metadata={"description": "With 409: the hand as it is recorded."})
    offered = fields.Nested(OfferSchema, metadata={"description": "With 409: the hand as it was sent."})
