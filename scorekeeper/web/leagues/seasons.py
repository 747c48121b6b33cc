"""A season: its table, today or as of a past day and on paper, and what organisers set for it: its name and
days if it is a custom one, and its ranking method.
"""

from datetime import date
from typing import Any

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.language import _
from scorekeeper.rules.leagues.seasons import Season, local_day, next_season
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import (
    SeasonStandings,
    current_season,
    season_lines,
    season_settings,
    season_standings,
)
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.leagues import columns
from scorekeeper.web.leagues.access import actor, league_organiser, league_page, league_reader
from scorekeeper.web.leagues.forms import (
    SIZES,
    NewSeasonForm,
    PastDayForm,
    RankingForm,
    SeasonDaysForm,
    SeasonRemovalForm,
    SeasonTableForm,
)

blueprint = Blueprint("seasons", __name__, url_prefix="/leagues/<slug>/seasons/<season:season>")
admin = Blueprint("season_settings", __name__, url_prefix="/leagues/<slug>/seasons")


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
        "columns": [column for column in columns.COLUMNS if not column.decides(ranking)],
    }


@admin.route("/new", methods=["GET", "POST"])
@league_organiser
def new(league: LeagueHead) -> ResponseReturnValue:
    """Set a custom season: games of its days move into it. The one `after` another is proposed."""
    names = {season.name: season.name for season in season_lines(league.id)}
    last = season_settings(league.id, request.args.get("after", ""))
    values = {}
    if last is not None:
        proposed = next_season(last.season)
        days = {"first": proposed.starts_on, "last": proposed.last_day}
        values = {"name": proposed.name, "like": last.season.name, **days}
    form = NewSeasonForm(**values)
    form.like.choices = {"": _("The season before it"), **names}
    if form.validate_on_submit():
        with form.catching_faults():
            seasons.set_season(league.id, form.season, like=form.like.data or None, actor=actor())
            return responses.see(
                "season_settings.settings", slug=league.slug, season=form.season.name, news="season-set"
            )
    return league_page("leagues/admin/new_season.html", league, form=form, seasons=[*names])


@admin.get("/now/settings")
@league_organiser
def now(league: LeagueHead) -> ResponseReturnValue:
    """To the settings of the season that is on, or else of the last one."""
    season = responses.or_404(current_season(league.id, day=today_in(league)))
    return responses.see("season_settings.settings", slug=league.slug, season=season.name)


@admin.route("/<season:season>/settings", methods=["GET", "POST"])
@league_organiser
def settings(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Choose how the season ranks."""
    if request.method != "POST":
        return _page(league, season)
    form = RankingForm()
    if form.validate():
        with form.catching_faults():
            seasons.set_ranking(league.id, season, form.ranking, actor=actor())
            return responses.see("seasons.season", slug=league.slug, season=season, news="ranking-set")
    return _page(league, season, ranking=form)


@admin.post("/<season:season>/days")
@league_organiser
def days(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Change the name and the days of a custom season: games move with its days."""
    form = SeasonDaysForm()
    if form.validate_on_submit():
        with form.catching_faults():
            seasons.set_season(league.id, form.season, at=season, actor=actor())
            return responses.see(
                "season_settings.settings", slug=league.slug, season=form.season.name, news="season-set"
            )
    return _page(league, season, days=form)


@admin.post("/<season:season>/removal")
@league_organiser
def removal(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Give the games of a season to those of their days."""
    form = SeasonRemovalForm()
    with form.catching_faults():
        seasons.remove_season(league.id, season, actor=actor())
        return responses.see("leagues.home", slug=league.slug, news="season-gone")
    return _page(league, season, removal=form)


@admin.post("/<season:season>/closing")
@league_organiser
def closing(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Freeze the table of a season, and propose one after the last; a calendar year follows by itself."""
    seasons.set_closed(league.id, season, True, actor=actor())
    closed = responses.or_404(season_settings(league.id, season)).season
    if closed.is_custom and _is_last(league, closed):
        return responses.see("season_settings.new", slug=league.slug, after=closed.name, news="season-closed")
    return responses.see("seasons.season", slug=league.slug, season=season, news="season-closed")


@admin.post("/<season:season>/opening")
@league_organiser
def opening(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Let the table of a closed season change again."""
    seasons.set_closed(league.id, season, False, actor=actor())
    return responses.see("season_settings.settings", slug=league.slug, season=season, news="season-opened")


def _is_last(league: LeagueHead, season: Season) -> bool:
    """Whether no later season is there yet; calendar years give way to one that comes after a custom one."""
    later = (other for other in season_lines(league.id) if other.starts_on > season.starts_on)
    return all(season.is_custom and not other.is_custom for other in later)


def _page(league: LeagueHead, name: str, **refused: Form) -> ResponseReturnValue:
    """The page of a season's settings, with the form that was refused; a calendar year has none for days."""
    stored = responses.or_404(season_settings(league.id, name))
    season = stored.season
    if "days" in refused and not season.is_custom:
        abort(404)
    forms: dict[str, Form] = {
        "ranking": RankingForm.of(stored.ranking),
        "days": SeasonDaysForm(None, name=season.name, first=season.starts_on, last=season.last_day),
        "removal": SeasonRemovalForm(None),
    }
    return league_page(
        "leagues/admin/season.html",
        league,
        stored=stored,
        is_last=_is_last(league, season),
        is_running=local_day(clock.now(), time_zone=league.time_zone) in season,
        sizes=SIZES,
        **forms | refused,
    )
