"""The table of a season, today or as of a past day, and the same on paper."""

from __future__ import annotations

from datetime import date

from flask import Blueprint, render_template, request

from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.reading.leagues.season import season_lines
from scorekeeper.services.reading.leagues.standings import SeasonStandings, season_standings
from scorekeeper.web import answers, clock, leagues_here, refusals, season_words
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms.days import NotADay, day_or_none
from scorekeeper.web.forms.texts import cut
from scorekeeper.web.league_versions import by_version
from scorekeeper.web.leagues_here import is_organiser, league
from scorekeeper.web.season_tables import SORTS, shown

blueprint = Blueprint("seasons", __name__, url_prefix="/leagues/<slug>/seasons/<season>")


@blueprint.get("")
@leagues_here.league_reader
@by_version
def season(slug: str, season: str) -> Answer:
    """The whole table: `on` a day, in another order (`sort`), only of names with `q` in them."""
    found = league()
    errors = refusals.NONE
    try:
        on = day_or_none(request.args.get("on", ""))
    except NotADay:
        on, errors = None, refusals.misshapen({"on": "day"})
    table = _found(season, on=on)
    sought, sort = cut(request.args.get("q")), request.args.get("sort", "")
    sort = sort if sort in SORTS else next(iter(SORTS))
    return answers.page(
        "seasons/season.html",
        errors=errors,
        league=found,
        table=table,
        lines=shown(table, sort=sort, sought=sought),
        seasons=season_lines(found.id),
        sought=sought,
        sort=sort,
        sorts=season_words.SORTS,
        values=season_words.VALUES,
        runs=is_organiser(found),
        **answers.news(),
    )


@blueprint.get("/print")
@leagues_here.league_reader
def print(slug: str, season: str) -> str:  # noqa: A001
    """The table on paper, with the day on which it is true."""
    found = league()
    try:
        on = day_or_none(request.args.get("on", ""))
    except NotADay:
        on = None
    table = _found(season, on=on)
    return render_template(
        "seasons/print.html",
        league=found,
        table=table,
        lines=table.lines,
        values=season_words.VALUES,
        day=on or local_day(clock.now(), time_zone=found.time_zone),
    )


def _found(season: str, *, on: date | None) -> SeasonStandings:
    return answers.found(season_standings(league().id, season, on=on))
