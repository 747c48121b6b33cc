"""The table of a season, today or as of a past day, and its version for paper."""

from __future__ import annotations

from contextlib import suppress

from flask import Blueprint, render_template, request

from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import current, season_lines, season_standings
from scorekeeper.web.http import clock, form_errors, responses
from scorekeeper.web.http.fields import NotADay, cut, day_or_none
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import columns
from scorekeeper.web.leagues.access import by_version, is_organiser, league_reader

blueprint = Blueprint("seasons", __name__, url_prefix="/leagues/<slug>/seasons/<season>")


def season_now(league: LeagueHead) -> Season:
    """The season that is on, or else the last one."""
    today = local_day(clock.now(), time_zone=league.time_zone)
    return responses.found(current(season_lines(league.id), day=today))


@blueprint.get("")
@league_reader
@by_version
def season(league: LeagueHead, season: str) -> Answer:
    """The whole table: `on` a day, in another order (`sort`), only of names with `q` in them."""
    errors = form_errors.NO_ERRORS
    try:
        on = day_or_none(request.args.get("on", ""))
    except NotADay:
        on, errors = None, form_errors.malformed({"on": "day"})
    table = responses.found(season_standings(league.id, season, on=on))
    sought, sort = cut(request.args.get("q")), request.args.get("sort", "")
    sort = sort if sort in columns.SORTS else next(iter(columns.SORTS))
    return responses.page(
        "leagues/season.html",
        errors=errors,
        league=league,
        table=table,
        lines=columns.sorted_lines(table, sort=sort, sought=sought),
        seasons=season_lines(league.id),
        sought=sought,
        sort=sort,
        sorts=columns.SORTS,
        value=columns.value_in(table.ranking),
        columns=columns.beside_value(table.ranking.method),
        runs=is_organiser(league),
        **responses.news(),
    )


@blueprint.get("/print")
@league_reader
def print(league: LeagueHead, season: str) -> str:  # noqa: A001
    """The table on paper, with the day on which it is true."""
    on = None
    with suppress(NotADay):
        on = day_or_none(request.args.get("on", ""))
    table = responses.found(season_standings(league.id, season, on=on))
    return render_template(
        "leagues/season_print.html",
        league=league,
        table=table,
        lines=table.lines,
        value=columns.value_in(table.ranking),
        columns=columns.beside_value(table.ranking.method),
        day=on or local_day(clock.now(), time_zone=league.time_zone),
    )
