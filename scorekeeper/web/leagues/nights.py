"""A league night as scorers see it: the tables of tonight, and a game that starts here without an account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from flask import Blueprint, abort, make_response, render_template, request

from scorekeeper.rules.faults import StateViolation
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.services.leagues import games
from scorekeeper.services.leagues.night_addresses import Night, by_token
from scorekeeper.services.leagues.queries.game import league_of
from scorekeeper.services.leagues.queries.head import LeagueHead, league_by_id
from scorekeeper.services.leagues.queries.nights import playing_now, tables_of
from scorekeeper.services.leagues.queries.players import members
from scorekeeper.web.games import access, new_game_form
from scorekeeper.web.games.games import CLOSED, EQUAL_CARDS, MOST_GAMES, ONE_HOUR, closed_page, previous_of
from scorekeeper.web.http import clock, device, form_errors, responses, throttling
from scorekeeper.web.http.access import Rule, stated
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import night_game_form

blueprint = Blueprint("nights", __name__, url_prefix="/nights/<token:token>")
OVER: Final = 410
P = ParamSpec("P")
R = TypeVar("R")


def night_address(view: Callable[P, R]) -> Callable[P, R]:
    """Let every browser call the view that knows the secret address of a league night, even once it is over.

    404 if no night has this address.
    """

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if by_token(str(kwargs["token"])) is None:
            abort(404, "night-unknown")
        return view(*args, **kwargs)

    return stated(guarded, Rule.NIGHT)


@blueprint.get("")
@night_address
def night(token: str) -> Answer:
    found, league = _found(token)
    return render_template(
        "leagues/night.html",
        league=league,
        night=found,
        token=token,
        is_open=found.is_open(clock.now()),
        is_planned=found.is_planned(clock.now()),
        may_start=access.may_start(at_night=True),
        tables=tables_of(found.id),
    )


@blueprint.get("/games/new")
@night_address
def new(token: str) -> Answer:
    """An empty form, or one with the seats of the game named by `?again=`."""
    found, league = _found(token)
    again = request.args.get("again", "")
    form = new_game_form.NewGame(house=league.house_rules)
    place = league_of(again) if is_game_id(again) else None
    if place is not None and place.league_id == league.id:
        form = _again(again, form)
    if found.is_planned(clock.now()):
        return responses.see("nights.night", token=token)
    if not found.is_open(clock.now()):
        return _over_page(league, previous=form.previous)
    if not access.may_start(at_night=True):
        return closed_page()
    return _new_page(found, league, form, errors=NO_ERRORS)


@blueprint.post("/games/new")
@night_address
def start(token: str) -> Answer:
    """Start the game, or show the form after one of its small buttons."""
    found, league = _found(token)
    form = night_game_form.pressed(night_game_form.read(request.form, league=league), form=request.form)
    if not request.form.get("start"):
        faults = new_game_form.name_faults(form)
        return _new_page(
            found, league, form, errors=form_errors.by_field(faults, fields=new_game_form.FIELDS)
        )
    now = clock.now()
    if found.is_planned(now):
        return responses.see("nights.night", token=token)
    try:
        with form_errors.caught(fields=new_game_form.FIELDS) as errors:
            game_id = _started(found, form, now=now)
            return responses.see("games.table", game_id=game_id)
    except access.StartsClosed:
        errors = form_errors.malformed({form_errors.WHOLE: "starts-closed"})
        return _new_page(found, league, form, errors=errors, status=CLOSED)
    except StateViolation:
        return _over_page(league, previous=form.previous)
    except TooManyAttempts as tried:
        errors = form_errors.malformed({form_errors.WHOLE: "games"})
        slowed = make_response(_new_page(found, league, form, errors=errors, status=429))
        slowed.headers["Retry-After"] = str(tried.seconds)
        return slowed
    return _new_page(found, league, form, errors=errors)


def _found(token: str) -> tuple[Night, LeagueHead]:
    found = responses.found(by_token(token))
    return found, responses.found(league_by_id(found.league_id))


def _again(game_id: str, form: new_game_form.NewGame) -> new_game_form.NewGame:
    seats = table_page(game_id)
    if seats is None:
        return form
    names = tuple(seat.name for seat in seats.seats if seat.left_after is None)
    return new_game_form.NewGame(
        names or tuple(seat.name for seat in seats.seats), house=form.house, previous=game_id
    )


def _started(found: Night, form: new_game_form.NewGame, *, now: datetime) -> str:
    """The id of the new game; of the one begun already if this very form was sent before."""
    phone = device.ensured()

    def start_it() -> idempotency.Answer:
        access.require_start(at_night=True)
        throttling.count_network("new game", most=MOST_GAMES, within=ONE_HOUR)
        event = new_game_form.event(form, now=now)
        made = games.start(found, event, now=now, device=phone, previous=previous_of(form))
        return idempotency.Answer(303, made)

    sent = "&".join(f"{name}={value}" for name, value in request.form.items(multi=True))
    return idempotency.once(start_it, route="nights.start", caller=phone, key=sent, body=b"", now=now).body


def _new_page(
    found: Night,
    league: LeagueHead,
    form: new_game_form.NewGame,
    *,
    errors: Errors,
    status: int | None = None,
) -> Answer:
    phone = device.ensured()
    agreed = precedents_for(phone, form.previous, clauses=[EQUAL_CARDS], league_id=league.id)
    return responses.page(
        "leagues/night_game.html",
        errors=errors,
        status=status,
        token=found.token,
        league=league,
        new=night_game_form.with_people(form, people=members(league.id)),
        elsewhere=night_game_form.elsewhere(form, playing=playing_now(found.id)),
        agreed=agreed,
    )


def _over_page(league: LeagueHead, *, previous: str) -> Answer:
    return responses.page(
        "leagues/night_over.html",
        errors=NO_ERRORS,
        status=OVER,
        league=league,
        previous=previous,
        may_start=access.may_start(),
    )
