"""Who sits at the table: names, order and first dealer, departures, late arrivals (2.2, 8.3, 8.4, 8.7)."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, request

from scorekeeper.rules.entries import Arranged, Departed, Joined, Renamed
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.web.games import access, seat_order_form
from scorekeeper.web.games.affiliations import affiliation_of
from scorekeeper.web.games.arrival_form import ArrivalForm, suggestions
from scorekeeper.web.games.departures import changes_of_earlier
from scorekeeper.web.games.recording import record, require, seats_page
from scorekeeper.web.http import clock, device, refusals, responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.http.refusals import NONE, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("seats", __name__, url_prefix="/games/<game:game_id>")
# Where the rules are silent about who joins late.
LATECOMERS: Final = "8.7"


@blueprint.get("/seats")
@access.scorer
def seats(game_id: str) -> Answer:
    game = recording.current(game_id)
    return _seats_page(game, game_id=game_id, errors=NONE, order=game.order)


@blueprint.post("/seats")
@access.scorer
def change(game_id: str) -> Answer:
    """Rename one seat, or arrange them all before the first score."""
    return _arrange(game_id) if request.form.get("arrange") else _rename(game_id)


@blueprint.get("/departures")
@access.scorer
def departures(game_id: str) -> Answer:
    """Choose who leaves; once chosen, see what each would post now, before anything is recorded."""
    game = recording.current(game_id)
    everyone = bool(request.args.get("everyone"))
    leaving = game.playing if everyone else _numbers(request.args.getlist("seat"))
    require(game, Departed(game.playing))
    if "show" not in request.args and not everyone:
        return _departures_page(game, game_id=game_id, leaving=(), errors=NONE)
    return _departure_answer(game, game_id=game_id, leaving=leaving, save=False)


@blueprint.post("/departures")
@access.scorer
def depart(game_id: str) -> Answer:
    """Record that the chosen players leave now."""
    leaving = _numbers(request.form.getlist("seat"))
    return _departure_answer(recording.current(game_id), game_id=game_id, leaving=leaving, save=True)


@blueprint.get("/arrivals")
@access.scorer
def arrivals(game_id: str) -> Answer:
    game = recording.current(game_id)
    require(game, Joined("", after=0))
    return _arrivals_page(game, game_id=game_id, form=ArrivalForm(), errors=NONE)


@blueprint.post("/arrivals")
@access.scorer
def arrive(game_id: str) -> Answer:
    """Seat a late player with the start score that the table sets."""
    form = ArrivalForm(request.form)
    errors = form.refusals()
    if not errors:
        with refusals.caught() as errors:
            record(game_id, form.event())
            return responses.see("games.table", game_id=game_id, said="joined")
    return _arrivals_page(recording.current(game_id), game_id=game_id, form=form, errors=errors)


def _rename(game_id: str) -> Answer:
    game = recording.current(game_id)
    seat = whole_or(request.form.get("seat"), default=-1)
    name = request.form.get(f"name-{seat}", "")
    field = f"name-{seat}" if seat in game.order else refusals.WHOLE
    with refusals.caught(field=lambda _pointer: field) as errors:
        record(game_id, Renamed(seat, name))
        return responses.see("seats.seats", game_id=game_id, said="renamed")
    return _seats_page(game, game_id=game_id, errors=errors, order=game.order)


def _arrange(game_id: str) -> Answer:
    game = recording.current(game_id)
    require(game, Arranged(game.order, 0))
    order = seat_order_form.read(request.form, places=len(game.seats))
    dealer = whole_or(request.form.get("dealer"), default=-1)
    errors = refusals.malformed(seat_order_form.unchosen(order, seats=range(len(game.seats))))
    if not errors:
        with refusals.caught(field=_arrange_field) as errors:
            record(game_id, Arranged(order, order.index(dealer) if dealer in order else -1))
            return responses.see("games.table", game_id=game_id, said="arranged")
    return _seats_page(game, game_id=game_id, errors=errors, order=order)


def _arrange_field(pointer: str) -> str:
    return "dealer" if pointer == "/first_dealer" else "order"


def _seats_page(game: Game, *, game_id: str, errors: Errors, order: tuple[int, ...]) -> Answer:
    """`order` is that of the game, or what was chosen instead and refused."""
    arrangeable = not (game.hands or game.void) and len(game.playing) == len(game.setup.players)
    return seats_page(
        "games/seats.html",
        game,
        game_id=game_id,
        seats=game.order,
        errors=errors,
        arrangeable=arrangeable,
        order=order,
        dealer=whole_or(request.form.get("dealer"), default=game.first_dealer),
        in_league=affiliation_of(game_id) is not None,
        typed=request.form,
        **responses.news(),
    )


def _numbers(texts: list[str]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(whole_or(text, default=-1) for text in texts))


def _departure_answer(game: Game, *, game_id: str, leaving: tuple[int, ...], save: bool) -> Answer:
    event = Departed(leaving)
    after = None
    with refusals.caught(field=lambda _pointer: "seat") as errors:
        if save:
            stopped = record(game_id, event).game.status is Status.FINISHED
            return responses.see("games.table", game_id=game_id, said="stopped" if stopped else "departed")
        after = recording.preview(game_id, event, now=clock.now())
    return _departures_page(game, game_id=game_id, leaving=leaving, errors=errors, after=after)


def _departures_page(
    game: Game, *, game_id: str, leaving: tuple[int, ...], errors: Errors, after: Game | None = None
) -> Answer:
    """`after` is the game as it would be: what those who leave would post."""
    return responses.page(
        "games/departures.html",
        errors=errors,
        game=game,
        game_id=game_id,
        leaving=leaving,
        after=after,
        earlier=changes_of_earlier(game, after=after) if after else (),
    )


def _arrivals_page(game: Game, *, game_id: str, form: ArrivalForm, errors: Errors) -> Answer:
    return seats_page(
        "games/arrivals.html",
        game,
        game_id=game_id,
        seats=game.order,
        errors=errors,
        form=form,
        suggestions=suggestions(game),
        before=precedents_for(device.known(), game_id, clauses=[LATECOMERS]),
        in_league=affiliation_of(game_id) is not None,
    )
