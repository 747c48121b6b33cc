"""The bodies of requests to a game. Each schema reads a body into the event that it asks for.

Where the body is the event itself, what the schema says of itself is the summary of the operation.
"""

from typing import Any, Final

import marshmallow as ma
from marshmallow import fields, validate

from scorekeeper.rules import entries
from scorekeeper.rules.checks import FEWEST_RECORDED, MOST_RECORDED
from scorekeeper.rules.corrections import UNCHANGED
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.services.games.recording import Correction
from scorekeeper.services.games.rulesets import FORMAT
from scorekeeper.web.api.bodies import Members, RequestSchema, WholeNumber, YesNo

_LONGEST_REASON: Final = validate.Length(max=200)


class RulesSchema(RequestSchema):
    """Rules: an id or key, with variants and the table's own changes."""

    ruleset = fields.String(
        load_default=LAW.id, metadata={"description": "The id of a ruleset, or the key of a saved one."}
    )
    variants = fields.List(fields.String(), load_default=list)
    changes = fields.Dict(load_default=dict, metadata={"description": "A JSON Merge Patch of the ruleset."})


class NewGameSchema(RulesSchema):
    """A new game, with the names in seating order, clockwise."""

    players = fields.List(
        fields.String(metadata={"minLength": 1}),
        required=True,
        metadata={"minItems": 2, "maxItems": 12, "uniqueItems": True},
    )
    first_dealer = WholeNumber(
        load_default=0, metadata={"minimum": 0, "description": "A seat, from 0 (2.2)."}
    )
    time_zone = fields.String(
        load_default="UTC", metadata={"description": "An IANA name; its year is that of 8.2a."}
    )
    started_at = fields.AwareDateTime(
        format="iso", metadata={"description": "Now, if left out; in the past for a paper sheet."}
    )


class CheckedSchema(RulesSchema):
    """Rules to be checked, for so many players or for any."""

    ruleset = fields.String(required=True)
    players = fields.Integer(
        load_default=None,
        strict=True,
        validate=validate.Range(FEWEST_RECORDED, MOST_RECORDED),
    )


class SavedSchema(RulesSchema):
    """Rules to be saved under a name."""

    ruleset = fields.String(required=True)
    format = fields.String(load_default=FORMAT, validate=validate.Equal(FORMAT))
    name = fields.String(required=True)


class RuleChangeSchema(RequestSchema):
    """Other rules from the next hand on; a preview needs no agreement and records nothing."""

    variants = fields.List(fields.String(), load_default=list)
    changes = fields.Dict(load_default=dict)
    agreed = YesNo(load_default=False)
    preview = YesNo(load_default=False)


class EndingSchema(RequestSchema):
    """The table ends the session after the last finished hand."""

    makes = entries.Ended
    agreed = YesNo(required=True)


class GivenSchema(RequestSchema):
    """The score of one seat: points, or counted cards with the missing ones, or no score."""

    makes = entries.GivenScore
    seat = WholeNumber(required=True, metadata={"minimum": 0})
    points = WholeNumber(metadata={"minimum": 0})
    cards = fields.Dict(values=WholeNumber())
    missing = WholeNumber(metadata={"minimum": 0, "description": "Missing cards (7.3)."})
    not_given = YesNo(metadata={"description": "No score (8.5)."})


class SheetSchema(RequestSchema):
    """One hand: a score for each seat still in the game. The seat that went out may be left out."""

    went_out = WholeNumber(required=True, allow_none=True, metadata={"description": "null: nobody went out."})
    scores = fields.List(fields.Nested(GivenSchema), required=True)
    rummy = YesNo(
        load_default=False, metadata={"description": "Did the winner go out with all cards at once?"}
    )
    sum = WholeNumber(load_default=None, metadata={"description": "What the table itself added up."})


class CorrectedSchema(GivenSchema):
    """A score of a recorded hand. What rulings charged stays, unless `charge` changes it."""

    charge = WholeNumber(metadata={"minimum": 0, "description": "For missing cards (12.5)."})

    @ma.post_load
    def make(self, members: Members, **_kwargs: Any) -> Any:
        charge = members.pop("charge", None)
        return entries.GivenScore(**members), charge


class CorrectionSchema(CorrectedSchema):
    """Changes of a recorded hand: several `scores`, or one score by its `seat`; and who went out."""

    hand = WholeNumber(required=True, metadata={"minimum": 1, "maximum": 200})
    went_out = WholeNumber(allow_none=True, metadata={"description": "As it was, if left out."})
    rummy = YesNo(metadata={"description": "As it was, if left out."})
    scores = fields.List(fields.Nested(CorrectedSchema))
    seat = WholeNumber(metadata={"minimum": 0})
    kind = fields.Enum(
        entries.ErrorKind,
        by_value=fields.String,
        load_default=None,
        metadata={
            "description": "Needed where incomplete games are posted (15.1); else it changes nothing. "
            "`agreed`: the table decides to change the score, whatever the error was (15.4)."
        },
    )
    mixed = YesNo(metadata={"description": "Were the cards mixed with others? (15.1)"})
    disputed_before = YesNo(metadata={"description": "Was it disputed and settled? (15.3a)"})
    agreed = YesNo(metadata={"description": "Does everyone agree? (15.2, 15.4)"})
    reason = fields.String(load_default="", validate=_LONGEST_REASON)

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def in_one_form(self, _members: Members, original: Any, **_kwargs: Any) -> None:
        names = set(original) if isinstance(original, dict) else set()
        is_short = not names.isdisjoint(_SCORE)
        if "scores" in names and is_short:
            raise ma.ValidationError("Give either “scores”, or one score with its “seat”.")
        if is_short and "seat" not in names:
            raise ma.ValidationError("Missing data for required field.", "seat")

    @ma.post_load
    def make(self, members: Members, **_kwargs: Any) -> Any:
        score = {name: members.pop(name) for name in _SCORE if name in members}
        changes = [super().make(score)] if score else members.pop("scores", [])
        return Correction(
            changes=tuple(line for line, _charge in changes),
            went_out=members.pop("went_out", UNCHANGED),
            charges={line.seat: charge for line, charge in changes if charge is not None},
            **members,
        )


_SCORE: Final = ("seat", "points", "cards", "missing", "not_given", "charge")


class DepartureSchema(RequestSchema):
    """Who leaves: one `seat`, or several `seats` at once. All seats together end the game (8.4a)."""

    seat = WholeNumber(metadata={"minimum": 0})
    seats = fields.List(WholeNumber(metadata={"minimum": 0}), metadata={"minItems": 1})

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def in_one_form(self, _members: Members, original: Any, **_kwargs: Any) -> None:
        if isinstance(original, dict) and len({"seat", "seats"} & set(original)) != 1:
            raise ma.ValidationError("Give either “seat” or “seats”.")

    @ma.post_load
    def make(self, members: Members, **_kwargs: Any) -> entries.Departed:
        return entries.Departed((members["seat"],) if "seat" in members else tuple(members["seats"]))


class ArrivalSchema(RequestSchema):
    """Somebody joins, on the left of seat `after` (8.7a). Only who is late has a start score."""

    makes = entries.Joined
    name = fields.String(required=True)
    after = WholeNumber(required=True, metadata={"minimum": 0})
    start_score = WholeNumber(load_default=0)


class RenameSchema(RequestSchema):
    """Correct a name."""

    makes = entries.Renamed
    seat = WholeNumber(required=True, metadata={"minimum": 0})
    name = fields.String(required=True)


class SubstitutionSchema(RenameSchema):
    """Somebody plays on for the player of a seat, which keeps its score (8.7b)."""

    makes = entries.Substituted


class ArrangementSchema(RequestSchema):
    """Before the first score: who sits where, clockwise (8.7a). A seat left out of `order` is taken away."""

    makes = entries.Arranged
    order = fields.List(
        WholeNumber(allow_none=True, metadata={"minimum": 0}),
        required=True,
        metadata={"minItems": 2, "description": "The seats as they are now, null for somebody new."},
    )
    names = fields.List(
        fields.String(),
        load_default=list,
        metadata={"description": "All names in that order. Needed if somebody is new or renamed."},
    )
    first_dealer = WholeNumber(
        load_default=None,
        metadata={"minimum": 0, "description": "A place in `order`; if left out, the dealer stays."},
    )


class SuspensionSchema(RequestSchema):
    """Take a break between hands (8.1)."""

    makes = entries.Suspended
    agreed = YesNo(required=True)


class ResumptionSchema(RequestSchema):
    """Carry on after a break, with the names as they sit now, clockwise from anyone (8.2)."""

    makes = entries.Resumed
    agreed = YesNo(required=True)
    seats = fields.List(fields.String(), required=True)
    without = fields.List(WholeNumber(), load_default=list, metadata={"description": "Who leaves (8.2b)."})


class UndoSchema(RequestSchema):
    """Undo the last entry that still stands, by its number."""

    makes = entries.Undone
    entry = WholeNumber(required=True, metadata={"minimum": 1})


class OpenLineSchema(RequestSchema):
    """What a ruling left open, by the entry of the ruling and its index there."""

    entry = WholeNumber(required=True, metadata={"minimum": 1})
    line = WholeNumber(required=True, metadata={"minimum": 0})


class SettlementSchema(OpenLineSchema):
    """Tick off a duty of a ruling, once."""

    makes = entries.Settled


class CancellationSchema(OpenLineSchema):
    """Remove an effect that waits for the scores of this hand."""

    makes = entries.Dropped
