"""The players of a league, and each one's games, form, places and hands."""

from __future__ import annotations

from typing import Final
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for

from scorekeeper.services.leagues.queries.hands import best, worst
from scorekeeper.services.leagues.queries.head import LeagueHead
from scorekeeper.services.leagues.queries.player import player_page
from scorekeeper.services.leagues.queries.roster import roster
from scorekeeper.web.http import responses
from scorekeeper.web.http.fields import NotADay, cut, day_or_none, whole_or
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import current_league, season_labels
from scorekeeper.web.leagues.current_league import is_organiser
from scorekeeper.web.leagues.player_charts import draw_form, draw_places
from scorekeeper.web.leagues.player_games import ONLY, shown
from scorekeeper.web.leagues.versions import by_version

blueprint = Blueprint("players", __name__, url_prefix="/leagues/<slug>/players")
MOST_HANDS: Final = 5
_KEPT: Final = ("season", "on", "only", "place")


@blueprint.get("")
@current_league.league_reader
@by_version
def players(league: LeagueHead) -> str:
    """Everybody, or those whose name contains `q`."""
    sought = cut(request.args.get("q"))
    return render_template(
        "leagues/players.html",
        league=league,
        people=roster(league.id, sought=sought),
        sought=sought,
        runs=is_organiser(league),
    )


@blueprint.get("/<number:number>")
@current_league.league_reader
@by_version
def player(league: LeagueHead, number: int) -> Answer:
    """A player in all seasons or in one (`season`), also `on` a past day; `only` the games of a number."""
    try:
        on = day_or_none(request.args.get("on", ""))
    except NotADay:
        on = None
    season = request.args.get("season") or None
    page = responses.found(player_page(league.id, number, season=season, on=on, time_zone=league.time_zone))
    if page.who.person != number:
        address = url_for("players.player", slug=league.slug, number=page.who.person)
        here = {name: value for name, value in request.args.items() if name in _KEPT}
        return redirect(f"{address}?{urlencode(here)}" if here else address, 302)  # type: ignore[return-value]
    only = request.args.get("only", "")
    only = only if only in ONLY else ""
    place = whole_or(request.args.get("place"), default=0)
    return render_template(
        "leagues/player.html",
        league=league,
        page=page,
        on=on,
        only=only,
        place=place,
        shown=shown(page, only=only, place=place, number=whole_or(request.args.get("page"), default=1)),
        best=best(page.hands, most=MOST_HANDS),
        worst=worst(page.hands, most=MOST_HANDS),
        form=draw_form(page.games),
        places=draw_places(page.games),
        words=season_labels,
        runs=is_organiser(league),
    )
