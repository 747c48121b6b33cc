"""What organisers set for a season: its name and days if it is a custom one, and its ranking method."""

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from scorekeeper.language import _
from scorekeeper.rules.leagues.seasons import next_season
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import season_lines, season_settings
from scorekeeper.web.http import responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.forms import SIZES, NewSeasonForm, RankingForm, SeasonDaysForm, SeasonRemovalForm
from scorekeeper.web.leagues.pages import league_page
from scorekeeper.web.leagues.seasons import season_now

blueprint = Blueprint("season_settings", __name__, url_prefix="/leagues/<slug>/seasons")


@blueprint.route("/new", methods=["GET", "POST"])
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


@blueprint.get("/now/settings")
@league_organiser
def now(league: LeagueHead) -> ResponseReturnValue:
    """To the settings of the season that is on."""
    return responses.see("season_settings.settings", slug=league.slug, season=season_now(league).name)


@blueprint.route("/<season:season>/settings", methods=["GET", "POST"])
@league_organiser
def settings(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Choose how the season ranks."""
    if request.method == "GET":
        return _page(league, season)
    form = RankingForm()
    if form.validate():
        with form.catching_faults():
            seasons.set_ranking(league.id, season, form.ranking, actor=actor())
            return responses.see("seasons.season", slug=league.slug, season=season, news="ranking-set")
    return _page(league, season, ranking=form)


@blueprint.post("/<season:season>/days")
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


@blueprint.post("/<season:season>/removal")
@league_organiser
def removal(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Give the games of a season to those of their days."""
    form = SeasonRemovalForm()
    with form.catching_faults():
        seasons.remove_season(league.id, season, actor=actor())
        return responses.see("leagues.home", slug=league.slug, news="season-gone")
    return _page(league, season, removal=form)


@blueprint.post("/<season:season>/closing")
@league_organiser
def closing(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Freeze the table of a season, and propose the next one; a calendar year follows by itself."""
    seasons.set_closed(league.id, season, True, actor=actor())
    closed = responses.or_404(season_settings(league.id, season)).season
    if closed.is_custom:
        return responses.see("season_settings.new", slug=league.slug, after=closed.name, news="season-closed")
    return responses.see("seasons.season", slug=league.slug, season=season, news="season-closed")


@blueprint.post("/<season:season>/opening")
@league_organiser
def opening(league: LeagueHead, season: str) -> ResponseReturnValue:
    """Let the table of a closed season change again."""
    seasons.set_closed(league.id, season, False, actor=actor())
    return responses.see("season_settings.settings", slug=league.slug, season=season, news="season-opened")


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
    return league_page("leagues/admin/season.html", league, stored=stored, sizes=SIZES, **forms | refused)
