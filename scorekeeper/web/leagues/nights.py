"""A league night for scorers, who need no account: its tables, and a new game with players of the league."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from flask import Blueprint, make_response, render_template, request
from werkzeug.datastructures import MultiDict

from scorekeeper.rules import names
from scorekeeper.rules.faults import StateViolation
from scorekeeper.services.common import idempotency
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.services.leagues import games
from scorekeeper.services.leagues.night_addresses import Night
from scorekeeper.services.leagues.queries.game import league_of
from scorekeeper.services.leagues.queries.head import LeagueHead
from scorekeeper.services.leagues.queries.nights import playing_now, tables_of
from scorekeeper.services.leagues.queries.players import MemberLine, matches, members
from scorekeeper.web.games import access, new_game_form
from scorekeeper.web.games.games import CLOSED, EQUAL_CARDS, MOST_GAMES, ONE_HOUR, closed_page, previous_of
from scorekeeper.web.games.new_game_form import NewGame, Suggestion
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.access import count_network
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.http.fields import cut
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import night_address

blueprint = Blueprint("nights", __name__, url_prefix="/nights/<token:token>")
OVER: Final = 410
# So many fit a screen or two. In a larger league, those with the most games are shown until one searches.
MOST_AT_ONCE: Final = 24


@blueprint.get("")
@night_address
def night(night: Night, league: LeagueHead) -> Answer:
    return render_template(
        "leagues/night.html",
        league=league,
        night=night,
        is_open=night.is_open(clock.now()),
        is_planned=night.is_planned(clock.now()),
        may_start=access.may_start(at_night=True),
        tables=tables_of(night.id),
    )


@blueprint.get("/games/new")
@night_address
def new(night: Night, league: LeagueHead) -> Answer:
    """An empty form, or one with the seats of the game named by `?again=`."""
    again = request.args.get("again", "")
    form = NewGame(house=league.house_rules)
    belongs = league_of(again) if is_game_id(again) else None
    if belongs is not None and belongs.league_id == league.id:
        form = _again(again, form)
    if night.is_planned(clock.now()):
        return responses.see("nights.night", token=night.token)
    if not night.is_open(clock.now()):
        return _over_page(league, previous=form.previous)
    if not access.may_start(at_night=True):
        return closed_page()
    return _new_page(night, league, form, errors=NO_ERRORS)


@blueprint.post("/games/new")
@night_address
def start(night: Night, league: LeagueHead) -> Answer:
    """Start the game, or show the form after one of its small buttons."""
    form = _pressed(request.form, league=league)
    if not request.form.get("start"):
        faults = new_game_form.name_faults(form)
        errors = form_errors.by_field(faults, fields=new_game_form.FIELDS)
        return _new_page(night, league, form, errors=errors)
    now = clock.now()
    if night.is_planned(now):
        return responses.see("nights.night", token=night.token)
    try:
        with form_errors.caught(fields=new_game_form.FIELDS) as errors:
            game_id = _started(night, form, now=now)
            return responses.see("games.table", game_id=game_id)
    except access.StartsClosed:
        errors = form_errors.malformed({form_errors.WHOLE: "starts-closed"})
        return _new_page(night, league, form, errors=errors, status=CLOSED)
    except StateViolation:
        return _over_page(league, previous=form.previous)
    except TooManyAttempts as tried:
        errors = form_errors.malformed({form_errors.WHOLE: "games"})
        slowed = make_response(_new_page(night, league, form, errors=errors, status=429))
        slowed.headers["Retry-After"] = str(tried.seconds)
        return slowed
    return _new_page(night, league, form, errors=errors)


def _pressed(form: MultiDict[str, str], *, league: LeagueHead) -> NewGame:
    """The form after the button that was pressed; house rules and clock are those of the league."""
    game = replace(
        new_game_form.read(form), house=league.house_rules, started_at="", time_zone=league.time_zone
    )
    # A player who was found and tapped need not be found again.
    find = "" if form.get("toggle") else cut(form.get("find"))
    return replace(new_game_form.pressed(game, form=form), find=find)


def _again(game_id: str, form: NewGame) -> NewGame:
    table = table_page(game_id)
    if table is None:
        return form
    staying = tuple(seat.name for seat in table.seats if seat.left_after is None)
    return replace(form, players=staying or tuple(seat.name for seat in table.seats), previous=game_id)


def _started(night: Night, form: NewGame, *, now: datetime) -> str:
    """The id of the new game; of the one begun already if this very form was sent before."""
    phone = device.ensured()

    def start_it() -> idempotency.Answer:
        access.require_start(at_night=True)
        count_network("new game", most=MOST_GAMES, within=ONE_HOUR)
        event = new_game_form.event(form, now=now)
        made = games.start(night, event, now=now, device=phone, previous=previous_of(form))
        return idempotency.Answer(303, made)

    sent = "&".join(f"{name}={value}" for name, value in request.form.items(multi=True))
    return idempotency.once(start_it, route="nights.start", caller=phone, key=sent, body=b"", now=now).body


def _new_page(
    night: Night, league: LeagueHead, form: NewGame, *, errors: Errors, status: int | None = None
) -> Answer:
    playing = playing_now(night.id)
    return responses.page(
        "leagues/night_game.html",
        errors=errors,
        status=status,
        token=night.token,
        league=league,
        new=replace(form, suggestions=_suggestions(form, people=members(league.id))),
        elsewhere=[player for player in form.players if names.key(player) in playing],
        agreed=precedents_for(device.ensured(), form.previous, clauses=[EQUAL_CARDS], league_id=league.id),
    )


def _suggestions(form: NewGame, *, people: Sequence[MemberLine]) -> tuple[Suggestion, ...]:
    """All active players. Shown are those searched for, or those seated and those with the most games."""
    active = [person for person in people if not person.retired]
    busiest = {person.number for person in sorted(active, key=lambda person: -person.games)[:MOST_AT_ONCE]}
    seated = {names.key(player) for player in form.players}
    searches = bool(names.folded(form.find))
    found = []
    for person in active:
        chosen = person.name_key in seated
        usual = chosen or person.number in busiest
        shown = matches(person.name, form.find) if searches else usual
        found.append(Suggestion(person.name, chosen, usual, shown))
    return tuple(found)


def _over_page(league: LeagueHead, *, previous: str) -> Answer:
    return responses.page(
        "leagues/night_over.html",
        errors=NO_ERRORS,
        status=OVER,
        league=league,
        previous=previous,
        may_start=access.may_start(),
    )
