"""Games: starting one, reading one with its history, and its events.

Each request for an event records one, and is answered with the game after it.
"""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from flask import request

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import Departed, Entry, Event, HandScored, Started
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.fold import games, taken_back
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.scoring import is_void
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import codec, invitations, recording, rulesets
from scorekeeper.services.games.recording import Correction, Expected, Recorded
from scorekeeper.web.api import game_requests, headers, openapi
from scorekeeper.web.api.bodies import Members, RequestSchema
from scorekeeper.web.api.game_requests import NewGameSchema
from scorekeeper.web.api.openapi import View
from scorekeeper.web.api.rulesets import RulesetSchema, ruleset_document
from scorekeeper.web.games.documents import GameDocument, GameSchema, game_document
from scorekeeper.web.http import addresses, clock, schemas

blueprint = openapi.Blueprint("games", "/games", "Games and their histories")
_read_operation = partial(
    blueprint.operation,
    within=(headers.conditional,),
    parameters=[openapi.IF_NONE_MATCH],
    responses={"304": {"description": "Nothing has changed."}},
)
events = openapi.Blueprint("events", "/games/<game:game_id>", "What happens in a game")
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


class NewlyStartedSchema(GameSchema):
    """The new game, and how to write to it."""

    scorer_token = schemas.text(description="Send it as `Authorization: Bearer <token>`.")
    scorer_url = schemas.text(
        "news.scorer_url",
        format="uri-reference",
        description="Gives a phone the right to score: once, within 15 minutes.",
    )
    watch_url = schemas.text(
        "news.watch_url", format="uri-reference", description="The game's own address, for watching."
    )


class EntrySchema(schemas.ResponseSchema):
    """One entry of the history."""

    entry = schemas.whole()
    kind = schemas.choice_of(*codec.KINDS)
    at = schemas.moment()
    undone = schemas.yes_no()
    undone_by = schemas.whole_or_null(description="The entry that undid this one.")
    deed = schemas.mapping(description="What changed, as in the request for it.")
    replay = schemas.yes_no(required=False, description="true: this hand was played again (8.6).")


def _with_secrets(remembered: str) -> str:
    """The answer to a start with the token and the secret of the link, which are derived and never stored."""
    document = json.loads(remembered)
    game_id = document["id"]
    document["scorer_token"] = invitations.first_token(game_id)
    document["scorer_url"] += invitations.first_link_secret(game_id)
    return json.dumps(document, separators=(",", ":"))


@blueprint.operation(
    "",
    method="POST",
    status=201,
    body=NewGameSchema,
    answer=NewlyStartedSchema,
    within=(headers.idempotent(finish=_with_secrets),),
    parameters=[openapi.IDEMPOTENCY_KEY],
)
def start_game(members: Members) -> Any:
    """Start a game.

    403 where only league nights and organisers start games: a program is neither.
    """
    headers.admit("new game by program", code="starts-closed")
    now = clock.now()
    rules = {name: members.pop(name) for name in ("ruleset", "variants", "changes")}
    event = Started(**{"started_at": now, **members})
    event = rulesets.started(event=event, now=now, **rules)
    game_id = invitations.start_by_program(event, now=now)
    game, tag = state(game_id, scorer_url=_outside("/join/"), watch_url=_outside(f"/games/{game_id}"))
    return game, {"Location": f"{blueprint.url_prefix}/{game_id}", **tag}


@_read_operation("/<game:game_id>", answer=GameSchema)
def show_game(game_id: str) -> Any:
    """A game as it stands."""
    return state(game_id)


@_read_operation("/<game:game_id>/ruleset", answer=RulesetSchema)
def show_rules(game_id: str) -> Any:
    """The rules in force in a game."""
    game, tag = state(game_id)
    return ruleset_document(game.table.head.rules, game.table.head.players), tag


@_read_operation("/<game:game_id>/history", answer=EntrySchema(many=True))
def show_history(game_id: str) -> Any:
    """Every entry in order, undone ones too."""
    entries = recording.entries(game_id)
    undone_by = taken_back(entries)
    history = [
        _entry(entry, game.rules, undone_by.get(entry.number))
        for entry, game in zip(entries, games(entries), strict=True)
    ]
    return history, headers.etag(entries[-1].number)


def _entry(entry: Entry, rules: Ruleset, undone_by: int | None) -> dict[str, Any]:
    """An entry by the rules that it was made by, and the entry that took it back."""
    event = entry.event
    kind, deed = codec.to_json(event)
    if kind == "start":
        deed["ruleset"] = rules.id
    for score in deed.get("scores", ()):
        if "cards" in score:
            score["cards"] = {key: score["cards"].get(key, 0) for key in rules.classes}
    return {
        "entry": entry.number,
        "kind": kind,
        "at": entry.at,
        "undone": undone_by is not None,
        "undone_by": undone_by,
        "deed": deed,
        "replay": (isinstance(event, HandScored) and is_void(event)) or None,
    }


def event_operation(
    within: openapi.Blueprint,
    rule: str,
    *,
    body: type[RequestSchema],
    answer: type[schemas.ResponseSchema] = GameSchema,
    method: str = "POST",
) -> Callable[[View], View]:
    """Route a view that records an event: it needs the scorer token, and runs once for each key."""
    return within.operation(
        rule,
        method=method,
        body=body,
        answer=answer,
        within=(headers.by_scorer, headers.idempotent()),
        parameters=[openapi.IDEMPOTENCY_KEY, openapi.IF_MATCH],
        security=[{openapi.SCORER: []}],
    )


def state(game_id: str, **news: Any) -> tuple[GameDocument, dict[str, str]]:
    """The newest state of a game with the header for its version, and what the request made of the game.

    UnknownGame if there is none.
    """
    game = game_document(game_id)
    if game is None:
        raise UnknownGame(game_id)
    return replace(game, news=news), headers.etag(game.version)


def _outside(path: str) -> str:
    return addresses.outside(path) or path


class AfterHandSchema(GameSchema):
    """The game after a hand."""

    replay = schemas.yes_no(
        "news.replay",
        required=False,
        description="true: fewer than two players gave a score. Play this hand again (8.6).",
    )


class AfterCorrectionSchema(GameSchema):
    """The game after a correction."""

    clause = schemas.text("news.clause", description="The clause that allows the correction.")


class AfterChangeSchema(GameSchema):
    """The game, and what a change of rules makes of its totals."""

    before = schemas.totals("news.before", description="Totals by seat, before.")
    after = schemas.totals("news.after", description="Totals by seat, after.")
    finishes = schemas.yes_no("news.finishes", description="Whether the game is over by the new rules.")


_event = partial(event_operation, events)


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
