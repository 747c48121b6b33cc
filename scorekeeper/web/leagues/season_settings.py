"""What organisers set for a season: its name and days if it is one of their own, and its ranking method."""

from typing import Any

from flask import Blueprint

from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import SeasonSettings, season_lines, season_settings
from scorekeeper.web.http import responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.forms import SIZES, RankingForm, SeasonDaysForm, SeasonRemovalForm
from scorekeeper.web.leagues.pages import league_page
from scorekeeper.web.leagues.seasons import season_now

blueprint = Blueprint("season_settings", __name__, url_prefix="/leagues/<slug>/seasons")


@blueprint.route("/new", methods=["GET", "POST"])
@league_organiser
def new(league: LeagueHead) -> Answer:
    """Set a season of one's own: games of its days move into it."""
    form = SeasonDaysForm()
    if form.validate_on_submit():
        with form.catching_faults():
            return _set(league, form.season)
    return league_page("leagues/admin/new_season.html", league, form=form, seasons=season_lines(league.id))


@blueprint.get("/now/settings")
@league_organiser
def now(league: LeagueHead) -> Answer:
    """To the settings of the season that is on."""
    return responses.see("season_settings.settings", slug=league.slug, season=season_now(league).name)


@blueprint.get("/<season>/settings")
@league_organiser
def settings(league: LeagueHead, season: str) -> Answer:
    return _page(league, season)


@blueprint.post("/<season>/settings")
@league_organiser
def rank(league: LeagueHead, season: str) -> Answer:
    """Choose how the season ranks."""
    stored, form = _settings(league, season), RankingForm()
    if form.validate_on_submit():
        with form.catching_faults():
            seasons.set_ranking(league.id, season, form.ranking(before=stored.ranking), actor=actor())
            return responses.see("seasons.season", slug=league.slug, season=season, news="ranking-set")
    return _page(league, season, ranking=form)


@blueprint.post("/<season>/days")
@league_organiser
def days(league: LeagueHead, season: str) -> Answer:
    """Change the name and the days of a season of one's own: games move with its days."""
    name, form = _own(league, season), SeasonDaysForm()
    if form.validate_on_submit():
        with form.catching_faults():
            return _set(league, form.season, at=name)
    return _page(league, season, days=form)


@blueprint.post("/<season>/removal")
@league_organiser
def removal(league: LeagueHead, season: str) -> Answer:
    """Give its games back to their calendar years; a season that is gone already stays so."""
    form = SeasonRemovalForm()
    with form.catching_faults():
        if season_settings(league.id, season) is not None:
            seasons.remove_season(league.id, _own(league, season), actor=actor())
        return responses.see("leagues.home", slug=league.slug, news="season-gone")
    return _page(league, season, removal=form)


def _settings(league: LeagueHead, name: str) -> SeasonSettings:
    return responses.or_404(season_settings(league.id, name))


def _own(league: LeagueHead, name: str) -> str:
    """The name of a season of one's own; 404 for another season."""
    return responses.or_404(name if _settings(league, name).season.own else None)


def _set(league: LeagueHead, season: Season, *, at: str | None = None) -> Answer:
    """Set a season, a new one or the one named `at`."""
    seasons.set_season(league.id, season, at=at, actor=actor())
    return responses.see("season_settings.settings", slug=league.slug, season=season.name, news="season-set")


def _page(league: LeagueHead, name: str, **refused: Form) -> Answer:
    """The page of a season's settings, with the form that was refused."""
    stored = _settings(league, name)
    season = stored.season
    forms: dict[str, Any] = {
        "ranking": RankingForm.of(stored.ranking),
        "days": SeasonDaysForm(None, name=season.name, first=season.starts_on, last=season.last_day),
        "removal": SeasonRemovalForm(None),
        **refused,
    }
    points = {size: forms["ranking"].points[str(size)] for size in SIZES}
    return league_page(
        "leagues/admin/season.html",
        league,
        stored=stored,
        rows=[size for size in SIZES if points[size].data or points[size].errors or size in stored.sizes],
        sizes=SIZES,
        **forms,
    )
