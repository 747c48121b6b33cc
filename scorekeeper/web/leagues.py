"""What everybody reads of a league: its first page, all games, the records, and its history."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, render_template, request

from scorekeeper.services.reading.leagues.games import State, Wanted, games_page
from scorekeeper.services.reading.leagues.history import history_page
from scorekeeper.services.reading.leagues.home import league_home
from scorekeeper.services.reading.leagues.records import USUAL_MIN, records_page
from scorekeeper.web import answers, clock, league_history_words, leagues_here, season_words
from scorekeeper.web.forms.numbers import whole_or
from scorekeeper.web.league_versions import by_version
from scorekeeper.web.leagues_here import is_organiser, league

blueprint = Blueprint("leagues", __name__, url_prefix="/leagues/<slug>")
TOP: Final = 10
_MOST_MIN: Final = 1_000


@blueprint.get("")
@leagues_here.league_reader
def home(slug: str) -> str:
    found = league()
    return render_template(
        "leagues/home.html",
        league=found,
        page=league_home(found, now=clock.now()),
        top=TOP,
        runs=is_organiser(found),
        **answers.news(),
    )


@blueprint.get("/games")
@leagues_here.league_reader
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
@leagues_here.league_reader
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
        words=season_words.RECORDS,
    )


@blueprint.get("/history")
@leagues_here.league_reader
def history(slug: str) -> str:
    found = league()
    page = history_page(found.id, page=whole_or(request.args.get("page"), default=1))
    return render_template(
        "leagues/history.html",
        league=found,
        page=page,
        season_days=league_history_words.season_days,
        sentence=league_history_words.sentence,
        runs=is_organiser(found),
    )


def _state(text: str) -> State | None:
    return State(text) if text in list(State) else None
