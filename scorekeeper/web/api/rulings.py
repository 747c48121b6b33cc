"""Disputes in a game: recording rulings, closing what they left open, and agreements of the table."""

from collections.abc import Iterator
from typing import Any

from marshmallow import fields

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.rules.cards import card_of, is_card
from scorekeeper.rules.entries import Agreed
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, pointer_step, refuse
from scorekeeper.rules.game import Game
from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.services.games import recording, rulings
from scorekeeper.services.games.recording import Expected
from scorekeeper.services.games.rulings import Dispute
from scorekeeper.web.api import headers, openapi
from scorekeeper.web.api.bodies import Members, RequestSchema, WholeNumber, YesNo
from scorekeeper.web.api.games import event_operation, state
from scorekeeper.web.api.referee import DisputeSchema, RulingSchema, ruling_document
from scorekeeper.web.games.documents import GameSchema
from scorekeeper.web.http import clock
from scorekeeper.web.http.schemas import choice_of, nested, whole, yes_no
from scorekeeper.web.laydown.checks import MOST_MELDS, Laydown, Subject, check, laydown_faults
from scorekeeper.web.laydown.verdicts import SUPERFLUOUS
from scorekeeper.web.referee.agreements import open_clauses
from scorekeeper.web.referee.path import Venue
from scorekeeper.web.referee.ruling_page import names_in_ruling

blueprint = openapi.Blueprint("rulings", "/games/<game:game_id>", "Disputes in a game")


class RecordedDisputeSchema(DisputeSchema):
    """What happened in a game. The hand and the rules are those of the game, whatever the body says."""

    irregularity = fields.String(required=True)
    roles = fields.Dict(
        keys=fields.String(),
        values=WholeNumber(),
        load_default=dict,
        metadata={"description": "Whose seat is meant: offender, in-turn, claimant."},
    )
    choice = fields.String(load_default=None, metadata={"description": "An option, if one was chosen."})
    apply = YesNo(load_default=False, metadata={"description": "Whether its effects count in the game."})
    agreed = fields.String(
        load_default="", metadata={"description": "What the table decided, in its own words."}
    )
    melds = fields.List(
        fields.List(fields.String(metadata={"examples": ["10H", "JK"]}), metadata={"minItems": 1}),
        load_default=list,
        metadata={
            "maxItems": MOST_MELDS,
            "description": "Of illegal-laydown: the sets and runs as they lay on the table, "
            f"{MOST_LAID} cards at most. One of them must have the superfluous cards that the facts name.",
        },
    )


class AgreementSchema(RequestSchema):
    """A decision of the table where the rules don't say."""

    makes = Agreed
    clause = fields.String(
        load_default=None, metadata={"description": "The clause that leaves it open, if one does."}
    )
    question = fields.String(required=True, metadata={"minLength": 1, "maxLength": 300})
    agreed = fields.String(required=True, metadata={"minLength": 1, "maxLength": 300})


class RecordedRulingSchema(RulingSchema):
    """A ruling as it is recorded, with the names of the players, and the game after it."""

    roles = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    choice = choice_of(*OptionCode, null=True)
    applied = yes_no(description="Whether its effects count in the game.")
    entry = whole(description="The entry that records it.")
    version = whole("game.version", description="Of the game; also the ETag.")
    game = nested(GameSchema)


@event_operation(blueprint, "/rulings", body=RecordedDisputeSchema, answer=RecordedRulingSchema)
def record_ruling(members: Members, game_id: str) -> Any:
    """Save a ruling. A role that the body leaves out stays unnamed, and the ruling asks nothing of it.

    A ruling that says the same as the last one on the same cards of the same player in this hand is not saved
    again, and that one is the answer.
    """
    dispute = _dispute(members)
    written = rulings.rule(
        game_id,
        lambda game: _possible(dispute, game),
        now=clock.now(),
        seen=headers.expected_version(),
        partly=True,
    )
    bound, (game, tag) = written.bound, state(game_id)
    ruling = ruling_document(bound.ruling, names_in_ruling(Venue(game_id, written.before), bound))
    recorded = {
        "roles": {role.value: seat for role, seat in bound.named.items()},
        "choice": written.event.choice,
        "applied": bool(written.event.effects),
        "entry": written.recorded.entry,
        "game": game,
    }
    return ruling | recorded, tag


@event_operation(blueprint, "/agreements", body=AgreementSchema)
def record_agreement(event: Agreed, game_id: str) -> Any:
    """Write down what the table decides where the rules don't say."""
    rules = recording.current(game_id).rules
    if event.clause is not None and event.clause not in open_clauses(rules.id):
        raise RuleViolation(Fault(FaultCode.CLAUSE_NOT_OPEN, "/clause"))
    recording.record(game_id, event, now=clock.now(), expected=Expected(headers.expected_version()))
    return state(game_id)


def _dispute(members: Members) -> Dispute:
    refuse(_unknown(members))
    return Dispute(
        Irregularity(members["irregularity"]),
        members["facts"],
        roles={Who(role): seat for role, seat in members["roles"].items()},
        choice=None if members["choice"] is None else OptionCode(members["choice"]),
        apply=members["apply"],
        agreed=members["agreed"],
        melds=tuple(map(tuple, members["melds"])),
    )


def _possible(dispute: Dispute, game: Game) -> Dispute:
    """The dispute; RuleViolation if its cards cannot lie there, or none of them is superfluous as it says.

    Cards that do not exist are refused when the ruling is recorded.
    """
    pack = game.rules.pack
    if dispute.melds and all(is_card(card, pack=pack) for meld in dispute.melds for card in meld):
        melds = tuple(tuple(card_of(card, pack=pack) for card in meld) for meld in dispute.melds)
        question = Laydown(Subject.MELDS, melds, game.rules, players=len(game.setup.players))
        refuse(laydown_faults(question))
        if dispute.facts.get("fault") == SUPERFLUOUS and not check(question).has_superfluous:
            raise RuleViolation(Fault(FaultCode.NO_SUPERFLUOUS_CARDS, "/melds"))
    return dispute


def _unknown(members: Members) -> Iterator[Fault]:
    """A fault for each code that the referee does not have."""
    if members["irregularity"] not in set(Irregularity):
        allowed = ", ".join(Irregularity)
        values = (("fact", "irregularity"), ("allowed", allowed))
        yield Fault(FaultCode.FACT_VALUE, "/irregularity", values=values)
    for role in members["roles"]:
        if role not in set(Who):
            yield Fault(FaultCode.FACT_UNKNOWN, f"/roles{pointer_step(role)}", values=(("fact", role),))
    if members["choice"] is not None and members["choice"] not in set(OptionCode):
        yield Fault(FaultCode.CHOICE_UNKNOWN, "/choice")
