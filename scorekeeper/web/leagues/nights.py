"""A league night: for scorers, who need no account, its tables and a new game with players of the league; for
organisers opening it, showing its code, ending it.
"""

from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Final

from flask import Blueprint, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.config import Starters
from scorekeeper.rules import names
from scorekeeper.rules.faults import StateViolation
from scorekeeper.scorebooks.people import likely
from scorekeeper.services.games.queries.precedents import precedents_for
from scorekeeper.services.leagues import games, night_addresses
from scorekeeper.services.leagues.night_addresses import Night
from scorekeeper.services.leagues.nights import USUAL, end_night, open_night, renew_address
from scorekeeper.services.leagues.queries.games import league_of
from scorekeeper.services.leagues.queries.leagues import LeagueHead, night_lines, playing_now, tables_of
from scorekeeper.services.leagues.queries.players import PlayerLine, matches, members
from scorekeeper.web.accounts import current_account
from scorekeeper.web.games import new_games, rule_choice
from scorekeeper.web.games.access import starters
from scorekeeper.web.games.forms import NewGameForm
from scorekeeper.web.games.new_games import EQUAL_CARDS, Suggestion
from scorekeeper.web.http import addresses, clock, device, responses
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.leagues.access import actor, league_organiser, league_page, night_address
from scorekeeper.web.leagues.forms import NightForm

blueprint = Blueprint("nights", __name__, url_prefix="/nights/<token:token>")
admin = Blueprint("night_admin", __name__, url_prefix="/leagues/<slug>/nights")
OVER: Final = 410
# So many fit a screen or two. In a larger league, those with the most games are shown until one searches.
MOST_AT_ONCE: Final = 24


@blueprint.get("")
@night_address
def night(night: Night, league: LeagueHead) -> ResponseReturnValue:
    return render_template(
        "leagues/night.html",
        league=league,
        night=night,
        is_open=night.is_open(clock.now()),
        is_planned=night.is_planned(clock.now()),
        may_start=current_account.may_start(at_night=True),
        tables=tables_of(league.id, night.id),
    )


@blueprint.get("/games/new")
@night_address
def new(night: Night, league: LeagueHead) -> ResponseReturnValue:
    """An empty form, or one with the seats of the game named by `?again=`."""
    again = request.args.get("again", "")
    belongs = league_of(again) if is_game_id(again) else None
    in_league = belongs is not None and belongs.league_id == league.id
    form = new_games.form_again(again if in_league else "")
    form.take(rule_choice.choice_of(league.ruleset))
    if night.is_planned(clock.now()):
        return responses.see("nights.night", token=night.token)
    if not night.is_open(clock.now()):
        return _over_page(league, previous=form.previous.data)
    if not current_account.may_start(at_night=True):
        return new_games.closed_page()
    return _new_page(night, league, form)


@blueprint.post("/games/new")
@night_address
def start(night: Night, league: LeagueHead) -> ResponseReturnValue:
    """Start the game, or show the form after one of its small buttons."""
    form = _pressed(league)
    if form.start.data and night.is_planned(clock.now()):
        return responses.see("nights.night", token=night.token)
    try:
        return new_games.start_or_show(
            form, start=partial(games.start, night), page=partial(_new_page, night, league), at_night=True
        )
    except StateViolation:
        return _over_page(league, previous=form.previous.data)


def _pressed(league: LeagueHead) -> NewGameForm:
    """The form after the button that was pressed; rules and clock are those of the league."""
    form = NewGameForm()
    form.take(rule_choice.with_agreements(rule_choice.choice_of(league.ruleset), typed=form.choice))
    form.started_at.process(None)
    form.time_zone.data = league.time_zone
    new_games.press(form)
    if form.move.data.startswith("meant-"):
        meant = dict(_meant(form, people=members(league.id)))
        form.player.put(
            meant[seat] if form.move.data == f"meant-{seat}" and seat in meant else name
            for seat, name in enumerate(form.player.data)
        )
    # A player who was found and tapped need not be found again.
    if form.toggle.data:
        form.find.data = ""
    return form


def _new_page(
    night: Night, league: LeagueHead, form: NewGameForm, *, status: int | None = None
) -> ResponseReturnValue:
    playing, people = playing_now(league.id, night.id), members(league.id)
    previous = form.previous.data
    return responses.page(
        "leagues/night_game.html",
        status=status,
        token=night.token,
        league=league,
        form=form,
        suggestions=_suggestions(form, people=people),
        meant=_meant(form, people=people),
        elsewhere=[player for player in form.player.data if names.key(player) in playing],
        agreed=precedents_for(device.ensured(), previous, clauses=[EQUAL_CARDS], league_id=league.id),
    )


def _suggestions(form: NewGameForm, *, people: Sequence[PlayerLine]) -> tuple[Suggestion, ...]:
    """All active players. Shown are those searched for, or those seated and those with the most games."""
    active = [person for person in people if not person.retired]
    busiest = {person.number for person in sorted(active, key=lambda person: -person.games)[:MOST_AT_ONCE]}
    seats = {names.key(player): seat for seat, player in enumerate(form.player.data, start=1)}
    searches = bool(names.folded(form.find.data))
    suggestions = []
    for person in active:
        seat = seats.get(person.name_key, 0)
        usual = seat > 0 or person.number in busiest
        shown = matches(person.name, form.find.data) if searches else usual
        suggestions.append(Suggestion(person.name, seat, usual, shown))
    return tuple(suggestions)


def _meant(form: NewGameForm, *, people: Sequence[PlayerLine]) -> list[tuple[int, str]]:
    """The seats of names that are new to the league, each with the free player who is likely meant."""
    seated = {*map(names.key, form.player.data)}
    new = seated - {person.name_key for person in people}
    free = [person.name for person in people if person.name_key not in seated and not person.retired]
    near = (
        (seat, likely(name, free)) for seat, name in enumerate(form.player.data) if names.key(name) in new
    )
    return [(seat, found[0]) for seat, found in near if found]


def _over_page(league: LeagueHead, *, previous: str) -> ResponseReturnValue:
    return responses.page(
        "leagues/night_over.html",
        status=OVER,
        league=league,
        previous=previous,
        may_start=current_account.may_start(),
    )


@admin.route("", methods=["GET", "POST"])
@league_organiser
def nights(league: LeagueHead) -> ResponseReturnValue:
    """Open a night, or plan it for the time in the form; where one is open then, go to it."""
    who, form = actor(), NightForm(time_zone=league.time_zone)
    if form.validate_on_submit():
        with form.catching_faults():
            key = open_night(league.id, **form.times, actor=who)
            news = "night-planned" if _night(league, key).is_planned(who.now) else "night-opened"
            return _see_night(league, key, news=news)
    return league_page(
        "leagues/admin/nights.html",
        league,
        form=form,
        open_night=night_addresses.open_now(league.id, now=who.now),
        only_organisers=starters() is Starters.ORGANISERS,
        lines=night_lines(league.id),
        now=who.now,
        usual_hours=USUAL // timedelta(hours=1),
    )


@admin.get("/<token:night>", endpoint="night")
@league_organiser
def tonight(league: LeagueHead, night: str) -> ResponseReturnValue:
    """The code to scan, and the tables of tonight."""
    league_night = _night(league, night)
    path = url_for("nights.night", token=league_night.token)
    return league_page(
        "leagues/admin/night.html",
        league,
        night=league_night,
        is_open=league_night.is_open(clock.now()),
        is_planned=league_night.is_planned(clock.now()),
        only_organisers=starters() is Starters.ORGANISERS,
        tables=tables_of(league.id, league_night.id),
        path=path,
        address=addresses.outside(path),
    )


@admin.post("/<token:night>/address")
@league_organiser
def renew(league: LeagueHead, night: str) -> ResponseReturnValue:
    """Give it a new address; the old one stops at once."""
    _night(league, night)
    renew_address(league.id, night, actor=actor())
    return _see_night(league, night, news="night-renewed")


@admin.post("/<token:night>/end")
@league_organiser
def end(league: LeagueHead, night: str) -> ResponseReturnValue:
    """Let no more games start; those begun go on."""
    end_night(league.id, night, actor=actor())
    return _see_night(
        league, night, news="night-cancelled" if _night(league, night).cancelled else "night-ended"
    )


def _night(league: LeagueHead, key: str) -> Night:
    return responses.or_404(night_addresses.by_key(league.id, key))


def _see_night(league: LeagueHead, key: str, *, news: str) -> ResponseReturnValue:
    return responses.see("night_admin.night", slug=league.slug, night=key, news=news)
