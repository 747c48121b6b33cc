"""What happens in a game: each is recorded after all before it, and answered with the game after it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import request

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import Departed, Event, HandScored, Undone
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.services.games import recording
from scorekeeper.services.games.recording import Correction, Recorded
from scorekeeper.web.api import headers, operations, request_schemas, response_schemas
from scorekeeper.web.api.fields import Asked
from scorekeeper.web.api.games import current
from scorekeeper.web.http import clock

blueprint = operations.Blueprint(
    "api_events", __name__, url_prefix="/api/v1/games/<game:game_id>", description="What happens in a game"
)


def _event(
    rule: str,
    *,
    body: type[Asked],
    example: Mapping[str, Any],
    answer: type[response_schemas.GameSchema] = response_schemas.GameSchema,
    method: str = "POST",
) -> Callable[[operations.View], operations.View]:
    """Route a view that records an event: once for its key, by a scorer, with a body of that shape."""
    within = (headers.by_scorer, headers.once(), operations.writes)
    return blueprint.operation(rule, method=method, body=body, example=example, answer=answer, within=within)


@_event(
    "/hands/<number:number>",
    method="PUT",
    body=request_schemas.SheetSchema,
    answer=response_schemas.AfterHandSchema,
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
    """Record the current hand."""
    event = HandScored(number, sheet["went_out"], tuple(sheet["scores"]))
    recorded = _record(game_id, event)
    return _after(game_id, **({"replay": True} if recorded.replay else {}))


@_event(
    "/corrections",
    body=request_schemas.CorrectionSchema,
    example={
        "hand": 1,
        "seat": 0,
        "points": 40,
        "kind": "scoresheet",
        "disputed_before": False,
        "agreed": True,
    },
    answer=response_schemas.AfterCorrectionSchema,
)
def correct(correction: Correction, game_id: str) -> Any:
    """Correct a recorded hand, where section 15 allows it."""
    try:
        recording.correct(game_id, correction, now=clock.now(), seen=headers.seen())
    except RuleViolation as refused:
        raise _pointed(refused, lambda pointer: _in_correction(pointer, correction)) from None
    return _after(game_id, clause=clause_of(correction.kind))


@_event("/departures", body=request_schemas.DepartureSchema, example={"seat": 2})
def depart(event: Departed, game_id: str) -> Any:
    """Players leave, after the last finished hand."""
    try:
        return _recorded(game_id, event)
    except RuleViolation as refused:
        short = "seat" in request.get_json()
        raise _pointed(refused, lambda to: "/seat" if short and to.startswith("/seats") else to) from None


@_event(
    "/arrivals", body=request_schemas.ArrivalSchema, example={"name": "Eva", "after": 3, "start_score": 60}
)
def arrive(event: Event, game_id: str) -> Any:
    """Somebody joins late."""
    return _recorded(game_id, event)


@_event("/suspensions", body=request_schemas.SuspensionSchema, example={"agreed": True})
def suspend(event: Event, game_id: str) -> Any:
    """The game pauses."""
    return _recorded(game_id, event)


@_event(
    "/resumptions",
    body=request_schemas.ResumptionSchema,
    example={"agreed": True, "seats": ["Cem", "Dee", "Ana", "Ben"]},
)
def resume(event: Event, game_id: str) -> Any:
    """The game goes on."""
    return _recorded(game_id, event)


@_event("/renames", body=request_schemas.RenameSchema, example={"seat": 0, "name": "Anna"})
def rename(event: Event, game_id: str) -> Any:
    """Put a name right."""
    return _recorded(game_id, event)


@_event(
    "/arrangements",
    body=request_schemas.ArrangementSchema,
    example={"order": [1, 0, 2, 3], "first_dealer": 0},
)
def arrange(event: Event, game_id: str) -> Any:
    """Put the seats and the first dealer right, before the first score."""
    return _recorded(game_id, event)


@_event("/undo", body=request_schemas.UndoSchema, example={"entry": 12})
def undo(event: Undone, game_id: str) -> Any:
    """Take back the last entry that still stands."""
    return _recorded(game_id, event)


def _record(game_id: str, event: Event) -> Recorded:
    return recording.record(game_id, event, now=clock.now(), seen=headers.seen())


def _recorded(game_id: str, event: Event) -> Any:
    _record(game_id, event)
    return _after(game_id)


def _after(game_id: str, **more: Any) -> Any:
    document = current(game_id)
    return document | more, headers.etag(document["version"])


def _pointed(refused: RuleViolation, translate: Callable[[str], str]) -> RuleViolation:
    """The same refusal with its pointers turned into those of the request."""
    faults = (replace(fault, pointer=translate(fault.pointer)) for fault in refused.faults)
    return type(refused)(*faults)


def _in_correction(pointer: str, correction: Correction) -> str:
    """Where the request says what the whole sheet says at `pointer`: its changed lines stand first there."""
    if not pointer.startswith("/scores"):
        return pointer
    line, _, rest = pointer.removeprefix("/scores").removeprefix("/").partition("/")
    if "scores" in request.get_json():
        return pointer if line and int(line) < len(correction.changes) else "/scores"
    return f"/{rest}" if rest and int(line) < len(correction.changes) else ""
