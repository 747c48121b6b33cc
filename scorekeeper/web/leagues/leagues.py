"""What everybody reads of a league: its first page, all games, the records, and its history."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template, request

from scorekeeper.services.leagues.queries.games import State, Wanted, games_page
from scorekeeper.services.leagues.queries.history import history_page
from scorekeeper.services.leagues.queries.home import league_home
from scorekeeper.services.leagues.queries.records import USUAL_MIN, records_page
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.leagues import current_league, history_messages, season_labels
from scorekeeper.web.leagues.current_league import is_organiser, league
from scorekeeper.web.leagues.versions import by_version

blueprint = Blueprint("leagues", __name__, url_prefix="/leagues/<slug>")
TOP: Final = 10
_MOST_MIN: Final = 1_000


@blueprint.get("")
@current_league.league_reader
def home(slug: str) -> str:
    found = league()
    return render_template(
        "leagues/home.html",
        league=found,
        page=league_home(found, now=clock.now()),
        top=TOP,
        runs=is_organiser(found),
        **responses.news(),
    )


@blueprint.get("/games")
@current_league.league_reader
def games(slug: str) -> str:
    """All games, or those of a season, of a player, or of one kind."""
    found = league()
    wanted = Wanted(
        season=request.args.get("season") or None,
        player=whole_or(request.args.get("player"), default=0) or None,
        state=_state(request.args.get("state", "")),
    )
    page = games_page(found.id, wanted, page=whole_or(request.args.get("page"), default=1))
    return render_template(
        "leagues/games.html", league=found, page=page, wanted=wanted, states=State, runs=is_organiser(found)
    )


@blueprint.get("/records")
@current_league.league_reader
@by_version
def records(slug: str) -> str:
    found = league()
    season = request.args.get("season") or None
    least = max(1, min(whole_or(request.args.get("least"), default=USUAL_MIN), _MOST_MIN))
    return render_template(
        "leagues/records.html",
        league=found,
        page=records_page(found.id, season=season, min_games=least),
        season=season,
        least=least,
        words=season_labels.RECORDS,
    )


@blueprint.get("/history")
@current_league.league_reader
def history(slug: str) -> str:
    found = league()
    page = history_page(found.id, page=whole_or(request.args.get("page"), default=1))
    return render_template(
        "leagues/history.html",
        league=found,
        page=page,
        season_days=history_messages.season_days,
        sentence=history_messages.sentence,
        runs=is_organiser(found),
    )


def _state(text: str) -> State | None:
    return State(text) if text in list(State) else None
