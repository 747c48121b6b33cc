"""The events of a game: each request records one, and is answered with the game after it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from flask import request
from marshmallow import fields

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import Departed, Event, HandScored, Undone
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.game import Game
from scorekeeper.services.games import recording, rulesets
from scorekeeper.services.games.recording import Correction, Recorded
from scorekeeper.web.api import game_requests, headers, openapi, problems
from scorekeeper.web.api.games import current, event_operation, with_version
from scorekeeper.web.games.documents import GameDocument, GameSchema
from scorekeeper.web.http import clock
from scorekeeper.web.http.schemas import text, yes_no

blueprint = openapi.Blueprint(
    "api_events", __name__, url_prefix="/api/v1/games/<game:game_id>", description="What happens in a game"
)


@dataclass(frozen=True, slots=True)
class GameAfter(GameDocument):
    """A game after a hand, which must be played again if `replay`; after a correction that `clause` allows;
    or after, or before, a change of rules with the totals by seat that it makes.
    """

    replay: bool | None = None
    clause: str = ""
    before: tuple[int | str, ...] = ()
    after: tuple[int | str, ...] = ()
    finishes: bool = False


class AfterHandSchema(GameSchema):
    """The game after a hand."""

    replay = fields.Boolean(
        metadata={"description": "true: fewer than two players gave a score. Play this hand again (8.6)."}
    )


class AfterCorrectionSchema(GameSchema):
    """The game after a correction."""

    clause = text(description="The clause that allows the correction.")


class AfterChangeSchema(GameSchema):
    """The game, and what a change of rules makes of its totals."""

    before = fields.List(fields.Raw(), required=True, metadata={"description": "Totals by seat, before."})
    after = fields.List(fields.Raw(), required=True, metadata={"description": "Totals by seat, after."})
    finishes = yes_no(description="Whether the game is over by the new rules.")


_event = partial(event_operation, blueprint)


@_event(
    "/hands/<number:number>",
    method="PUT",
    body=game_requests.SheetSchema,
    answer=AfterHandSchema,
    example={
        "went_out": 1,
        "scores": [
            {"seat": 0, "points": 45},
            {"seat": 2, "cards": {"2-9": 3, "10-K": 1, "A": 0, "joker": 0}, "missing": 0},
            {"seat": 3, "not_given": True},
        ],
    },
)
def put_hand(sheet: dict[str, Any], game_id: str, number: int) -> Any:
    """Save the scores of the current hand."""
    recorded = _record(game_id, HandScored(number, **sheet))
    return with_version(_after(game_id, replay=recorded.replay or None))


@_event(
    "/corrections",
    body=game_requests.CorrectionSchema,
    example={
        "hand": 1,
        "seat": 0,
        "points": 40,
        "kind": "scoresheet",
        "disputed_before": False,
        "agreed": True,
    },
    answer=AfterCorrectionSchema,
)
def correct(correction: Correction, game_id: str) -> Any:
    """Correct a saved hand, where section 15 allows it."""
    try:
        recorded = recording.correct(game_id, correction, now=clock.now(), seen=headers.expected_version())
    except Violation as refused:
        raise _translated(refused, lambda pointer: _in_correction(pointer, correction)) from None
    return with_version(_after(game_id, clause=_allowed_by(recorded.game, correction)))


@_event("/departures", body=game_requests.DepartureSchema, example={"seat": 2})
def depart(event: Departed, game_id: str) -> Any:
    """Players leave, after the last finished hand."""
    try:
        return _recorded(game_id, event)
    except Violation as refused:
        short = "seat" in request.get_json()
        raise _translated(refused, lambda to: "/seat" if short and to.startswith("/seats") else to) from None


@_event("/arrivals", body=game_requests.ArrivalSchema, example={"name": "Eva", "after": 3, "start_score": 60})
def arrive(event: Event, game_id: str) -> Any:
    """Somebody joins: late, or before the first score by an arrangement."""
    return _recorded(game_id, event)


@_event("/suspensions", body=game_requests.SuspensionSchema, example={"agreed": True})
def suspend(event: Event, game_id: str) -> Any:
    """Take a break."""
    return _recorded(game_id, event)


@_event(
    "/resumptions",
    body=game_requests.ResumptionSchema,
    example={"agreed": True, "seats": ["Cem", "Dee", "Ana", "Ben"]},
)
def resume(event: Event, game_id: str) -> Any:
    """Carry on after a break."""
    return _recorded(game_id, event)


@_event("/renames", body=game_requests.RenameSchema, example={"seat": 0, "name": "Anna"})
def rename(event: Event, game_id: str) -> Any:
    """Correct a name."""
    return _recorded(game_id, event)


@_event(
    "/arrangements", body=game_requests.ArrangementSchema, example={"order": [1, 0, 2, 3], "first_dealer": 0}
)
def arrange(event: Event, game_id: str) -> Any:
    """Add, remove, rename and reorder players before the first score, and correct the first dealer."""
    return _recorded(game_id, event)


@_event("/endings", body=game_requests.EndingSchema, example={"agreed": True})
def end_session(event: Event, game_id: str) -> Any:
    """The table ends the session after the last finished hand."""
    return _recorded(game_id, event)


@_event(
    "/rule-changes",
    body=game_requests.RuleChangeSchema,
    answer=AfterChangeSchema,
    example={"changes": {"ends": {"hands": 5}}, "agreed": True},
)
def change_rules(asked: dict[str, Any], game_id: str) -> Any:
    """Play by other rules from the next hand on; a preview records nothing."""
    with problems.of_changes():
        change = rulesets.change(game_id, now=clock.now(), seen=headers.expected_version(), **asked)
    return with_version(_after(game_id, before=change.before, after=change.after, finishes=change.finishes))


@_event("/undo", body=game_requests.UndoSchema, example={"entry": 12})
def undo(event: Undone, game_id: str) -> Any:
    """Undo the last entry that still stands."""
    return _recorded(game_id, event)


def _allowed_by(game: Game, correction: Correction) -> str:
    """The clause that allows a recorded correction."""
    return clause_of(correction.kind, rules=game.rules)


def _after(game_id: str, **news: Any) -> GameAfter:
    game = current(game_id)
    return GameAfter(game.table, game.precedents, game.variants, game.changes, **news)


def _record(game_id: str, event: Event) -> Recorded:
    return recording.record(game_id, event, now=clock.now(), seen=headers.expected_version())


def _recorded(game_id: str, event: Event) -> Any:
    _record(game_id, event)
    return with_version(current(game_id))


def _translated(refused: Violation, translate: Callable[[str], str]) -> Violation:
    """The refusal with its pointers translated into those of the request."""
    faults = (replace(fault, pointer=translate(fault.pointer)) for fault in refused.faults)
    return type(refused)(*faults)


def _in_correction(pointer: str, correction: Correction) -> str:
    """Translate a pointer into the whole corrected sheet, which has the changed scores first."""
    if not pointer.startswith("/scores"):
        return pointer
    index, _, rest = pointer.removeprefix("/scores").removeprefix("/").partition("/")
    if "scores" in request.get_json():
        return pointer if index and int(index) < len(correction.changes) else "/scores"
    return f"/{rest}" if rest and int(index) < len(correction.changes) else ""
