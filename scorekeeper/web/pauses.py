"""Suspending a game between hands, and resuming it with everybody in the same relative seats (8.1, 8.2)."""

from __future__ import annotations

from flask import Blueprint, request

from scorekeeper.rules.checks import year_is_over
from scorekeeper.rules.entries import Resumed, Suspended
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Game
from scorekeeper.services import games
from scorekeeper.web import access, answers, clock, refusals
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms import places
from scorekeeper.web.refusals import NONE, Errors

blueprint = Blueprint("pauses", __name__, url_prefix="/games/<game:game_id>")


@blueprint.get("/suspension")
@access.scorer
def suspension(game_id: str) -> Answer:
    game = games.current(game_id)
    answers.require(game, Suspended(agreed=True))
    return _suspension_page(game, game_id=game_id, errors=NONE)


@blueprint.post("/suspension")
@access.scorer
def suspend(game_id: str) -> Answer:
    with refusals.caught() as errors:
        answers.record(game_id, Suspended(agreed=_agreed()))
        return answers.see("games.table", game_id=game_id, said="suspended")
    return _suspension_page(games.current(game_id), game_id=game_id, errors=errors)


@blueprint.get("/resumption")
@access.scorer
def resumption(game_id: str) -> Answer:
    """Ask who sits where now; say at once if the game's year is over."""
    game = games.current(game_id)
    with refusals.caught() as errors:
        games.preview(game_id, Resumed(agreed=True, seats=_names(game, game.playing)), now=clock.now())
    return _resumption_page(game, game_id=game_id, errors=errors, order=game.playing)


@blueprint.post("/resumption")
@access.scorer
def resume(game_id: str) -> Answer:
    game = games.current(game_id)
    order = places.read(request.form, places=len(game.playing))
    errors = refusals.misshapen(places.unchosen(order, seats=game.playing))
    if not errors:
        with refusals.caught(field=_field) as errors:
            answers.record(game_id, Resumed(agreed=_agreed(), seats=_names(game, order)))
            return answers.see("games.table", game_id=game_id, said="resumed")
    return _resumption_page(game, game_id=game_id, errors=errors, order=order)


def _agreed() -> bool:
    """Whether the box for everybody's agreement was ticked."""
    return request.form.get("agreed") == "1"


def _field(pointer: str) -> str:
    match pointer.strip("/").split("/"):
        case ["seats", place]:
            return f"place-{place}"
        case ["seats"]:
            return "order"
        case parts:
            return parts[0]


def _names(game: Game, order: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(game.seats[seat].name for seat in order)


def _suspension_page(game: Game, *, game_id: str, errors: Errors) -> Answer:
    return answers.page(
        "pauses/suspension.html",
        errors=errors,
        game_id=game_id,
        agreed=_agreed(),
        year_over=year_is_over(game, at=clock.now()),
    )


def _resumption_page(game: Game, *, game_id: str, errors: Errors, order: tuple[int, ...]) -> Answer:
    year_over = any(refusal == refusals.refusal(_YEAR_OVER) for refusal in errors.get("", ()))
    return answers.seats_page(
        "pauses/resumption.html",
        game,
        game_id=game_id,
        seats=game.playing,
        errors=errors,
        order=order,
        year_over=year_over,
        agreed=_agreed(),
    )


_YEAR_OVER = Fault(FaultCode.YEAR_OVER, "", "8.2")
