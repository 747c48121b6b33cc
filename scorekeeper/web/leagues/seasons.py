"""The table of a season, today or as of a past day, and its version for paper."""

from datetime import date
from typing import Any

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import (
    SeasonStandings,
    current_season,
    season_lines,
    season_standings,
)
from scorekeeper.web.http import clock, responses
from scorekeeper.web.leagues import columns
from scorekeeper.web.leagues.access import league_reader
from scorekeeper.web.leagues.forms import PastDayForm, SeasonTableForm
from scorekeeper.web.leagues.pages import league_page

blueprint = Blueprint("seasons", __name__, url_prefix="/leagues/<slug>/seasons/<season:season>")


def season_now(league: LeagueHead) -> Season:
    """The season that is on, or else the last one."""
    return responses.or_404(current_season(league.id, day=today_in(league)))


def today_in(league: LeagueHead) -> date:
    """The day it is where the league plays."""
    return local_day(clock.now(), time_zone=league.time_zone)


def past_day() -> date | None:
    """The day of `?on=`; None for today, and for a text that is no day."""
    return PastDayForm(request.args).on.data


@blueprint.get("")
@league_reader
def season(league: LeagueHead, season: str) -> ResponseReturnValue:
    """The whole table: `on` a day, in another order (`sort`), only of names with `q` in them."""
    form = SeasonTableForm(request.args)
    form.validate()
    table = responses.or_404(season_standings(league.id, season, on=form.on.data, today=today_in(league)))
    search, sort = form.q.data, form.sort.data
    return league_page(
        "leagues/season.html",
        league,
        form=form,
        lines=columns.sorted_lines(table, sort=sort, search=search),
        seasons=season_lines(league.id),
        search=search,
        sort=sort,
        sorts=columns.SORTS,
        **_numbers(table),
    )


@blueprint.get("/print")
@league_reader
def print(league: LeagueHead, season: str) -> ResponseReturnValue:  # noqa: A001
    """The table on paper, with the day on which it is true."""
    on = past_day()
    table = responses.or_404(season_standings(league.id, season, on=on, today=today_in(league)))
    day = on or today_in(league)
    return league_page("leagues/season_print.html", league, lines=table.lines, day=day, **_numbers(table))


def _numbers(table: SeasonStandings) -> dict[str, Any]:
    """A table with the number that decides in it and the others."""
    ranking = table.ranking
    return {
        "table": table,
        "value": columns.value_in(ranking),
        "columns": columns.beside_value(ranking),
    }
