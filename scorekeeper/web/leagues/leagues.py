"""What everybody reads of a league: its first page, all games, the records, and its history."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, render_template, request

from scorekeeper.services.leagues.queries.games import State, Wanted, games_page
from scorekeeper.services.leagues.queries.head import LeagueHead
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.home import league_home
from scorekeeper.services.leagues.queries.records import USUAL_MIN, Record, records_page
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.leagues import columns, current_league, history_messages
from scorekeeper.web.leagues.current_league import by_version, is_organiser

blueprint = Blueprint("leagues", __name__, url_prefix="/leagues/<slug>")
TOP: Final = 10
_MOST_MIN: Final = 1_000
RECORDS: Final[Mapping[Record, str]] = {
    Record.LOWEST: "Lowest total in a game",
    Record.OUTS: "Most hands gone out in a game",
    Record.MARGIN: "Biggest win, in points ahead of the second",
    Record.STREAK: "Most wins in a row",
    Record.WINS: "Most games won",
    Record.GAMES: "Most games",
    Record.HAND: "Highest score in one hand",
}


@blueprint.get("")
@current_league.league_reader
def home(league: LeagueHead) -> str:
    return render_template(
        "leagues/home.html",
        league=league,
        page=league_home(league, now=clock.now()),
        top=TOP,
        values=columns.VALUES,
        columns=columns.FIRST_ROW,
        runs=is_organiser(league),
        **responses.news(),
    )


@blueprint.get("/games")
@current_league.league_reader
def games(league: LeagueHead) -> str:
    """All games, or those of a season, of a player, or of one kind."""
    wanted = Wanted(
        season=request.args.get("season") or None,
        player=whole_or(request.args.get("player"), default=0) or None,
        state=_state(request.args.get("state", "")),
    )
    page = games_page(league.id, wanted, page=whole_or(request.args.get("page"), default=1))
    return render_template(
        "leagues/games.html", league=league, page=page, wanted=wanted, states=State, runs=is_organiser(league)
    )


@blueprint.get("/records")
@current_league.league_reader
@by_version
def records(league: LeagueHead) -> str:
    season = request.args.get("season") or None
    least = max(1, min(whole_or(request.args.get("least"), default=USUAL_MIN), _MOST_MIN))
    return render_template(
        "leagues/records.html",
        league=league,
        page=records_page(league.id, season=season, min_games=least),
        season=season,
        least=least,
        words=RECORDS,
    )


@blueprint.get("/history")
@current_league.league_reader
def history(league: LeagueHead) -> str:
    page = history_page(league.id, page=whole_or(request.args.get("page"), default=1))
    return render_template(
        "leagues/history.html",
        league=league,
        page=page,
        season_days=history_messages.season_days,
        sentence=history_messages.sentence,
        runs=is_organiser(league),
    )


def _state(text: str) -> State | None:
    return State(text) if text in list(State) else None
