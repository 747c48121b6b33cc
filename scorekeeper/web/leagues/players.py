"""The players of a league, and each one's games, form, places and hands; for organisers adding, renaming,
retiring, merging, erasing them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

from flask import Blueprint, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.rules import names
from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.scorebooks.people import likely
from scorekeeper.services.leagues import persons
from scorekeeper.services.leagues import players as league_players
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.players import (
    HandPlayed,
    MemberPage,
    PlayerPage,
    highest,
    lowest,
    member_page,
    members,
    player_list,
    player_page,
    rivals,
)
from scorekeeper.web.games.charts import LEFT, WIDTH, Scale
from scorekeeper.web.http import responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.http.parsing import parse_whole
from scorekeeper.web.leagues import columns
from scorekeeper.web.leagues.access import actor, league_organiser, league_page, league_reader
from scorekeeper.web.leagues.forms import (
    ErasureForm,
    MergeForm,
    NameSearchForm,
    NewPlayersForm,
    PlayerNameForm,
    StandingForm,
)
from scorekeeper.web.leagues.seasons import past_day, today_in

blueprint = Blueprint("players", __name__, url_prefix="/leagues/<slug>/players")
admin = Blueprint("player_admin", __name__, url_prefix="/leagues/<slug>")
MOST_HANDS: Final = 3
PER_PAGE: Final = 10
_KEPT: Final = ("season", "on", "only", "place")
# The form curve: how many games it shows, and its measures in units of the view box of its macro.
MOST_GAMES: Final = 20
_MARGIN: Final = 5
_RIGHT: Final = WIDTH - 10
_TALL: Final = 130


@blueprint.get("")
@league_reader
def players(league: LeagueHead) -> ResponseReturnValue:
    """Everybody, or those whose name contains `q`."""
    form = NameSearchForm(request.args)
    people = player_list(league.id, search=form.q.data)
    return league_page("leagues/players.html", league, form=form, people=people, search=form.q.data)


@blueprint.get("/<number:number>")
@league_reader
def player(league: LeagueHead, number: int) -> ResponseReturnValue:
    """A player in all seasons or in one (`season`), also `on` a past day; `only` the games of a number."""
    on, season = past_day(), request.args.get("season") or None
    today, zone = today_in(league), league.time_zone
    page = responses.or_404(player_page(league.id, number, season=season, on=on, today=today, time_zone=zone))
    if page.who.person != number:
        query: dict[str, Any] = {name: value for name, value in request.args.items() if name in _KEPT}
        to = url_for("players.player", slug=league.slug, number=page.who.person, **query)
        return redirect(to, 302)
    only = columns.WITH_GAMES.get(request.args.get("only", ""))
    place = request.args.get("place", 0, type=parse_whole)
    games = only.games(page) if only is not None and only.games else page.games
    games = tuple(game for game in games if place in (0, game.result.rank))
    pages = max(1, -(-len(games) // PER_PAGE))
    page_number = max(1, min(request.args.get("page", 1, type=parse_whole), pages))
    wins = league.ruleset.rules.wins
    compared = tuple(game for game in page.games if game.compared)
    best, worst = _hands(page, wins)
    return league_page(
        "leagues/player.html",
        league,
        page=page,
        on=on,
        only=only,
        place=place,
        games=games[(page_number - 1) * PER_PAGE : page_number * PER_PAGE],
        page_number=page_number,
        pages=pages,
        best=best,
        worst=worst,
        wins=wins,
        rivals=rivals(page.games),
        compared=compared[:MOST_GAMES],
        curve=draw_curve((game.result for game in compared), wins=wins),
        places=Counter(game.result.rank for game in page.games),
        value=_value_beside_numbers(page),
        columns=columns.COLUMNS,
    )


def _hands(page: PlayerPage, wins: Wins) -> tuple[tuple[HandPlayed, ...], ...]:
    """The best hands and the worst; where the highest total wins, only those that took points are bad."""
    low, high = lowest(page.hands, most=MOST_HANDS), highest(page.hands, most=MOST_HANDS)
    return (low, high) if wins is Wins.LOWEST else (high, tuple(hand for hand in low if hand.points < 0))


def _value_beside_numbers(page: PlayerPage) -> columns.Value | None:
    """The value that ranks the player in the season of the page; None where a column shows it already."""
    if page.line is None or page.ranking is None:
        return None
    is_shown = any(column.decides(page.ranking) for column in columns.COLUMNS)
    return None if is_shown else columns.value_in(page.ranking)


@dataclass(frozen=True, slots=True)
class FormCurve:
    """The totals of the last games as points "x,y", oldest on the left, the best total on top."""

    ticks: Mapping[int, float]
    points: tuple[str, ...]


def draw_curve(results: Iterable[Result], *, wins: Wins) -> FormCurve:
    """The curve of the newest of these results, which are newest first."""
    totals = [result.total for result in islice(results, MOST_GAMES)][::-1]
    scale = Scale.of(totals, wins=wins, tall=_TALL)
    across = (_RIGHT - LEFT - 2 * _MARGIN) / max(1, len(totals) - 1)
    return FormCurve(
        scale.ticks,
        tuple(
            f"{LEFT + _MARGIN + place * across:.4g},{scale.height(total):g}"
            for place, total in enumerate(totals)
        ),
    )


@admin.route("/players/new", methods=["GET", "POST"])
@league_organiser
def new(league: LeagueHead) -> ResponseReturnValue:
    """Add every name of a list, or none of them.

    First show the names alone, if there is more in the list, and ask once for those close to a known one.
    """
    form, known, near, people = NewPlayersForm(), None, {}, members(league.id)
    twice: list[str] = []
    if form.validate_on_submit():
        new_names, known, twice = league_players.proposed(league.id, form.lines)
        near = {name: likely(name, [person.name for person in people]) for name in new_names}
        is_sure = form.asked.data or not any(near.values())
        if is_sure and new_names == [names.clean(line) for line in form.lines if line.strip()]:
            with form.catching_faults():
                league_players.add(league.id, form.lines, actor=actor(), guests=form.guests.data)
                return responses.see("player_admin.new", slug=league.slug, news="players-added")
        form.names.data = "\n".join(new_names)
    shown = {"known": known, "twice": twice, "near": near, "people": people}
    return league_page("leagues/admin/new_players.html", league, form=form, **shown)


@admin.get("/players/<number:number>/edit")
@league_organiser
def edit(league: LeagueHead, number: int) -> ResponseReturnValue:
    return _edit_page(league, number)


@admin.post("/players/<number:number>/name")
@league_organiser
def rename(league: LeagueHead, number: int) -> ResponseReturnValue:
    form = PlayerNameForm()
    if form.validate_on_submit():
        with form.catching_faults():
            league_players.rename(league.id, number, form.name.data, actor=actor())
            return _see(league, number, news="player-renamed")
    return _edit_page(league, number, name_form=form)


@admin.post("/players/<number:number>/membership")
@league_organiser
def membership(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Let a player be a guest, or a member."""
    form = StandingForm()
    with form.catching_faults():
        persons.set_guest(league.id, number, form.guest.data, actor=actor())
        return _see(league, number, news="player-guest" if form.guest.data else "player-member")
    return _edit_page(league, number, form=form)


@admin.post("/players/<number:number>/retirement")
@league_organiser
def retirement(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Retire a player, or bring one back who has retired."""
    form = StandingForm()
    with form.catching_faults():
        league_players.set_retired(league.id, number, not form.back.data, actor=actor())
        return _see(league, number, news="player-back" if form.back.data else "player-retired")
    return _edit_page(league, number, form=form)


@admin.route("/players/<number:number>/merge", methods=["GET", "POST"])
@league_organiser
def merge(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Let this player be one person with another."""
    player, form = _player(league, number), MergeForm()
    if form.validate_on_submit():
        with form.catching_faults():
            persons.merge(league.id, number, into=form.into.data, actor=actor())
            return _see(league, form.into.data, news="player-merged")
    others = [(other.number, other.name) for other in members(league.id) if other.number != number]
    return league_page("leagues/admin/merge.html", league, form=form, player=player, others=others)


@admin.post("/players/<number:number>/parting")
@league_organiser
def parting(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Take a merge back."""
    form = Form()
    with form.catching_faults():
        persons.part(league.id, number, actor=actor())
        return _see(league, number, news="player-parted")
    return _edit_page(league, number, form=form)


@admin.route("/players/<number:number>/erasure", methods=["GET", "POST"])
@league_organiser
def erasure(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Erase the name for good, once it was typed."""
    player, form = _player(league, number), ErasureForm()
    if form.validate_on_submit():
        with form.catching_faults():
            persons.erase(league.id, number, confirmation=form.name.data, actor=actor())
            return _see(league, number, news="player-erased")
    return league_page("leagues/admin/erasure.html", league, form=form, player=player)


@admin.post("/players/<number:number>/removal")
@league_organiser
def removal(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Remove a player who was added by mistake."""
    form = Form()
    with form.catching_faults():
        league_players.remove(league.id, number, actor=actor())
        return responses.see("player_admin.new", slug=league.slug, news="player-removed")
    return _edit_page(league, number, form=form)


def _player(league: LeagueHead, number: int) -> MemberPage:
    return responses.or_404(member_page(league.id, number))


def _edit_page(
    league: LeagueHead, number: int, *, name_form: Form | None = None, form: Form | None = None
) -> ResponseReturnValue:
    """The page of a player, with the form that was refused: the name, or another one of it."""
    player = _player(league, number)
    name_form = name_form or PlayerNameForm(None, obj=player)
    return league_page(
        "leagues/admin/player.html", league, form=form or name_form, name_form=name_form, player=player
    )


def _see(league: LeagueHead, number: int, *, news: str) -> ResponseReturnValue:
    return responses.see("player_admin.edit", slug=league.slug, number=number, news=news)
