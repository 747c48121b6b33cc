"""What organisers set for a season: its name and days if it is one of their own, and its ranking method."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from flask import Blueprint, request

from scorekeeper.language import N_, translated
from scorekeeper.rules import names
from scorekeeper.rules.checks import FEWEST_RECORDED, MOST_RECORDED
from scorekeeper.rules.leagues.ranking import Method, Ranking
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import SeasonSettings, season_lines, season_settings
from scorekeeper.web.http import responses
from scorekeeper.web.http.fields import NotADay, NotANumber, cut, day, whole
from scorekeeper.web.http.form_errors import NO_ERRORS, SAME_NAMES, Errors, Fields, Malformed
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.pages import faults_on, league_page
from scorekeeper.web.leagues.seasons import season_now

blueprint = Blueprint("season_settings", __name__, url_prefix="/leagues/<slug>/seasons")
SIZES: Final = range(FEWEST_RECORDED, MOST_RECORDED + 1)
USUAL_BEST_OF: Final = 8
_DAY_FIELDS: Final[Fields] = {"/name": "name", "/starts_on": "first", "/ends_on": "last"}
_RANKING_FIELDS: Final[Fields] = {"/place_points/*": "points-*", **SAME_NAMES}
_BETWEEN: Final = re.compile(r"[\s,;/]+")
# The ranking methods in the form: value, name, hint.
METHODS: Final = (
    (Method.AVERAGE, N_("Average total"), N_("The best average leads.")),
    (
        Method.BEATEN,
        N_("Opponents beaten"),
        N_("The share of opponents you beat. It’s fair for small and large tables."),
    ),
    (
        Method.PLACES,
        N_("Points for places"),
        N_("Each place earns points. Equal totals share the points of their places."),
    ),
    (
        Method.BEST,
        N_("Best games"),
        N_("Your best totals, added together. The other games are left out of the sum."),
    ),
)


@blueprint.get("/new")
@league_organiser
def new(league: LeagueHead, errors: Errors = NO_ERRORS) -> Answer:
    return league_page("leagues/admin/new_season.html", league, errors, seasons=season_lines(league.id))


@blueprint.post("/new")
@faults_on(new, fields=_DAY_FIELDS)
@league_organiser
def create(league: LeagueHead) -> Answer:
    """Set a season of one's own: games of its days move into it."""
    return _set(league)


@blueprint.get("/now/settings")
@league_organiser
def now(league: LeagueHead) -> Answer:
    """To the settings of the season that is on."""
    return responses.see("season_settings.settings", slug=league.slug, season=season_now(league).name)


@blueprint.get("/<season>/settings")
@league_organiser
def settings(league: LeagueHead, season: str, errors: Errors = NO_ERRORS) -> Answer:
    found = _found(league, season)
    texts = _texts(found.ranking)
    return league_page(
        "leagues/admin/season.html",
        league,
        errors,
        found=found,
        texts=texts,
        rows=[seats for seats in SIZES if texts.get(f"points-{seats}") or seats in found.sizes],
        sizes=SIZES,
        methods=translated(METHODS),
    )


@blueprint.post("/<season>/settings")
@faults_on(settings, fields=_RANKING_FIELDS)
@league_organiser
def rank(league: LeagueHead, season: str) -> Answer:
    """Choose how the season ranks."""
    ranking = _read_ranking(was=_found(league, season).ranking)
    seasons.set_ranking(league.id, season, ranking, actor=actor())
    return responses.see("seasons.season", slug=league.slug, season=season, said="ranking-set")


@blueprint.post("/<season>/days")
@faults_on(settings, fields=_DAY_FIELDS)
@league_organiser
def days(league: LeagueHead, season: str) -> Answer:
    """Change the name and the days of a season of one's own: games move with its days."""
    return _set(league, at=_own(league, season))


@blueprint.post("/<season>/removal")
@faults_on(settings, fields={"*": "removal"})
@league_organiser
def removal(league: LeagueHead, season: str) -> Answer:
    """Give its games back to their calendar years; a season that is gone already stays so."""
    if season_settings(league.id, season) is not None:
        seasons.remove_season(league.id, _own(league, season), actor=actor())
    return responses.see("leagues.home", slug=league.slug, said="season-gone")


def _found(league: LeagueHead, name: str) -> SeasonSettings:
    return responses.found(season_settings(league.id, name))


def _own(league: LeagueHead, name: str) -> str:
    """The name of a season of one's own; 404 for another season."""
    return responses.found(name if _found(league, name).season.own else None)


def _set(league: LeagueHead, *, at: str | None = None) -> Answer:
    """Set the season of the form, a new one or the one named `at`."""
    season = _read_season()
    seasons.set_season(league.id, season, at=at, actor=actor())
    return responses.see("season_settings.settings", slug=league.slug, season=season.name, said="season-set")


def _read_season() -> Season:
    """The season of the form; Malformed where a field is no day."""
    days, unread = {}, {}
    for field in ("first", "last"):
        try:
            days[field] = day(request.form.get(field, ""))
        except NotADay:
            unread[field] = "day"
    if unread:
        raise Malformed(unread)
    return Season(names.clean(cut(request.form.get("name"))), days["first"], days["last"] + timedelta(days=1))


def _texts(ranking: Ranking) -> Mapping[str, str]:
    """The texts of the form for a ranking by field: those that were sent, else those of what is set."""
    lists = {f"points-{seats}": ", ".join(map(str, points)) for seats, points in ranking.place_points.items()}
    kept = {
        "way": ranking.method.value,
        "best_of": str(ranking.best_of or USUAL_BEST_OF),
        "min_games": str(ranking.min_games),
        **lists,
    }
    return kept | {name: cut(text) for name, text in request.form.items()}


def _read_ranking(*, was: Ranking) -> Ranking:
    """The ranking of the form. How many games count is read only where the best ones do; else as it `was`.

    Malformed where a field holds no number.
    """
    way = request.form.get("way", "")
    unread = {} if way in list(Method) else {"way": "choice"}
    lists: dict[int, tuple[int, ...]] = {}
    for seats in SIZES:
        numbers = [text for text in _BETWEEN.split(cut(request.form.get(f"points-{seats}"))) if text]
        try:
            points = tuple(map(whole, numbers))
        except NotANumber:
            unread[f"points-{seats}"] = "points"
        else:
            if points:
                lists[seats] = points
    min_games = _number("min_games", unread)
    best_of = _number("best_of", unread) if way == Method.BEST else was.best_of
    if unread:
        raise Malformed(unread)
    return Ranking(Method(way), min_games, best_of, lists)


def _number(name: str, unread: dict[str, str]) -> int:
    try:
        return whole(request.form.get(name, ""))
    except NotANumber as error:
        unread[name] = str(error)
        return 0
