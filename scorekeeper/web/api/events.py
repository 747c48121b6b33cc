"""The events of a game: each request records one, and is answered with the game after it."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import request
from marshmallow import fields

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import Departed, Event, HandScored
from scorekeeper.rules.faults import Violation
from scorekeeper.services.games import recording, rulesets
from scorekeeper.services.games.recording import Correction, Expected, Recorded
from scorekeeper.web.api import game_requests, headers, openapi
from scorekeeper.web.api.bodies import Members, RequestSchema
from scorekeeper.web.api.games import event_operation, state
from scorekeeper.web.games.documents import GameSchema
from scorekeeper.web.http import clock
from scorekeeper.web.http.schemas import text, yes_no

blueprint = openapi.Blueprint("events", "/games/<game:game_id>", "What happens in a game")
# Requests whose body is the event itself, by their addresses.
_PLAIN: Final[dict[str, type[RequestSchema]]] = {
    "arrivals": game_requests.ArrivalSchema,
    "suspensions": game_requests.SuspensionSchema,
    "resumptions": game_requests.ResumptionSchema,
    "renames": game_requests.RenameSchema,
    "substitutions": game_requests.SubstitutionSchema,
    "arrangements": game_requests.ArrangementSchema,
    "endings": game_requests.EndingSchema,
    "settlements": game_requests.SettlementSchema,
    "cancellations": game_requests.CancellationSchema,
    "undo": game_requests.UndoSchema,
}


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


@_event("/hands/<number:number>", method="PUT", body=game_requests.SheetSchema, answer=AfterHandSchema)
def put_hand(sheet: Members, game_id: str, number: int) -> Any:
    """Save the scores of the current hand."""
    recorded = _record(game_id, HandScored(number, **sheet))
    return state(game_id, replay=recorded.replay or None)


@_event("/corrections", body=game_requests.CorrectionSchema, answer=AfterCorrectionSchema)
def correct(correction: Correction, game_id: str) -> Any:
    """Correct a saved hand, where section 15 allows it."""
    try:
        recorded = recording.correct(game_id, correction, now=clock.now(), seen=headers.expected_version())
    except Violation as refused:
        raise _translated(refused, lambda pointer: _in_correction(pointer, correction)) from None
    return state(game_id, clause=clause_of(correction.kind, rules=recorded.game.rules))


@_event("/departures", body=game_requests.DepartureSchema)
def depart(event: Departed, game_id: str) -> Any:
    """Players leave, after the last finished hand."""
    try:
        _record(game_id, event)
    except Violation as refused:
        short = "seat" in request.get_json()
        raise _translated(refused, lambda to: "/seat" if short and to.startswith("/seats") else to) from None
    return state(game_id)


@_event("/rule-changes", body=game_requests.RuleChangeSchema, answer=AfterChangeSchema)
def change_rules(body: Members, game_id: str) -> Any:
    """Play by other rules from the next hand on; a preview records nothing."""
    change = rulesets.change(game_id, now=clock.now(), seen=headers.expected_version(), **body)
    return state(game_id, before=change.before, after=change.after, finishes=change.finishes)


def _plain(name: str, body: type[RequestSchema]) -> None:
    def view(event: Event, game_id: str) -> Any:
        _record(game_id, event)
        return state(game_id)

    view.__name__, view.__doc__ = name, body.__doc__
    _event(f"/{name}", body=body)(view)


for _name, _body in _PLAIN.items():
    _plain(_name, _body)


def _record(game_id: str, event: Event) -> Recorded:
    return recording.record(game_id, event, now=clock.now(), expected=Expected(headers.expected_version()))


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
