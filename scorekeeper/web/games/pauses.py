"""Suspending a game between hands, and resuming it with everybody in the same relative seats (8.1, 8.2)."""

from datetime import date
from typing import Final

from flask import Blueprint, request

from scorekeeper.rules.checks import year_is_over
from scorekeeper.rules.entries import Resumed, Suspended
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.incomplete import year_end
from scorekeeper.rules.standings import leaders
from scorekeeper.services.games import recording
from scorekeeper.web.games import access
from scorekeeper.web.games.seats import record, require, require_order, typed_order
from scorekeeper.web.http import clock, form_errors, responses
from scorekeeper.web.http.form_errors import NO_ERRORS, SAME_NAMES, Errors, Fields
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("pauses", __name__, url_prefix="/games/<game:game_id>")
_FIELDS: Final[Fields] = {"/seats/*": "place-*", "/seats": "order", **SAME_NAMES}


@blueprint.get("/suspension")
@access.scorer
def suspension(game_id: str) -> Answer:
    game = recording.current(game_id)
    require(game, Suspended(agreed=True))
    return _suspension_page(game, game_id=game_id, errors=NO_ERRORS)


@blueprint.post("/suspension")
@access.scorer
def suspend(game_id: str) -> Answer:
    with form_errors.caught() as errors:
        # A late second tap finds what the first one did.
        if not recording.current(game_id).suspended:
            record(game_id, Suspended(agreed=_agreed()))
        return responses.see("games.table", game_id=game_id, said="suspended")
    return _suspension_page(recording.current(game_id), game_id=game_id, errors=errors)


@blueprint.get("/resumption")
@access.scorer
def resumption(game_id: str) -> Answer:
    """The form for the seats of everybody; a refusal at once if the year of the game is over."""
    game = recording.current(game_id)
    with form_errors.caught() as errors:
        recording.preview(game_id, _resumed(game, game.playing, agreed=True), now=clock.now())
    return _resumption_page(game, game_id=game_id, errors=errors, order=game.playing)


@blueprint.post("/resumption")
@access.scorer
def resume(game_id: str) -> Answer:
    game = recording.current(game_id)
    order = typed_order(len(game.playing))
    with form_errors.caught(fields=_FIELDS) as errors:
        # A late second tap finds what the first one did.
        if game.status is not Status.PLAYING:
            require_order(order, seats=game.playing)
            record(game_id, _resumed(game, order, agreed=_agreed()))
        return responses.see("games.table", game_id=game_id, said="resumed")
    return _resumption_page(game, game_id=game_id, errors=errors, order=order)


def _agreed() -> bool:
    """Whether the box for everybody's agreement was ticked."""
    return request.form.get("agreed") == "1"


def _resumed(game: Game, order: tuple[int, ...], *, agreed: bool) -> Resumed:
    return Resumed(agreed=agreed, seats=tuple(game.seats[seat].name for seat in order))


def _suspension_page(game: Game, *, game_id: str, errors: Errors) -> Answer:
    ends = year_end(game.setup.started_at, time_zone=game.setup.time_zone)
    return responses.page(
        "games/suspension.html",
        errors=errors,
        game_id=game_id,
        game=game,
        leaders=leaders(game),
        seats=[game.seats[number] for number in game.playing],
        last_day=date(ends.year - 1, 12, 31),
        year_over=year_is_over(game, at=clock.now()),
    )


def _resumption_page(game: Game, *, game_id: str, errors: Errors, order: tuple[int, ...]) -> Answer:
    return responses.page(
        "games/resumption.html",
        errors=errors,
        game_id=game_id,
        game=game,
        leaders=leaders(game),
        seats=[game.seats[number] for number in game.playing],
        order=order,
        # Everything else that refuses a resumption is about one field.
        year_over=form_errors.WHOLE in errors,
        agreed=_agreed(),
    )
