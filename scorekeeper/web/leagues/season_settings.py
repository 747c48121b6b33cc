"""What organisers set for a season: its days if it is one of their own, and its way to rank."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Blueprint, request

from scorekeeper.rules.leagues.ranking import Method
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.leagues import seasons
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import (
    SeasonSettings,
    current,
    season_lines,
    season_settings,
)
from scorekeeper.web.http import clock, form_errors, responses
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues import ranking_form, season_form
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.ranking_form import RankingForm

blueprint = Blueprint("season_settings", __name__, url_prefix="/leagues/<slug>/seasons")


@blueprint.get("/new")
@league_organiser
def new(league: LeagueHead) -> Answer:
    return _new_page(league, NO_ERRORS)


@blueprint.post("/new")
@league_organiser
def create(league: LeagueHead) -> Answer:
    """Set a season of one's own: games of its days move into it."""
    return _set(league, partial(_new_page, league))


@blueprint.get("/now/settings")
@league_organiser
def now(league: LeagueHead) -> Answer:
    """To the settings of the season that is on."""
    on = current(season_lines(league.id), day=local_day(clock.now(), time_zone=league.time_zone))
    return responses.see("season_settings.settings", slug=league.slug, season=responses.found(on).name)


@blueprint.get("/<season>/settings")
@league_organiser
def settings(league: LeagueHead, season: str) -> Answer:
    found = _found(league, season)
    return _settings_page(league, found, ranking_form.of(found.ranking), NO_ERRORS)


@blueprint.post("/<season>/settings")
@league_organiser
def rank(league: LeagueHead, season: str) -> Answer:
    """Choose how the season ranks."""
    found = _found(league, season)
    form = ranking_form.read(request.form, was=found.ranking)
    if form.shapes:
        return _settings_page(league, found, form, form_errors.malformed(form.shapes))
    with form_errors.caught(fields=ranking_form.FIELDS) as errors:
        seasons.set_ranking(league.id, season, form.ranking, actor=actor())
        return responses.see("seasons.season", slug=league.slug, season=season, said="ranking-set")
    return _settings_page(league, found, form, errors)


@blueprint.post("/<season>/days")
@league_organiser
def days(league: LeagueHead, season: str) -> Answer:
    """Change the name and the days of a season of one's own: games move with its days."""
    found = _own(league, season)
    return _set(league, partial(_settings_page, league, found, ranking_form.of(found.ranking)), at=season)


@blueprint.post("/<season>/removal")
@league_organiser
def removal(league: LeagueHead, season: str) -> Answer:
    """Give its games back to their calendar years."""
    found = _own(league, season)
    with form_errors.caught(fields={"*": "removal"}) as errors:
        seasons.remove_season(league.id, season, actor=actor())
        return responses.see("leagues.home", slug=league.slug, said="season-gone")
    return _settings_page(league, found, ranking_form.of(found.ranking), errors)


def _found(league: LeagueHead, season: str) -> SeasonSettings:
    return responses.found(season_settings(league.id, season))


def _own(league: LeagueHead, season: str) -> SeasonSettings:
    found = _found(league, season)
    return responses.found(found if found.season.own else None)


def _set(league: LeagueHead, page: Callable[[Errors], Answer], *, at: str | None = None) -> Answer:
    """Set the season of the form, a new one or the one named `at`; or show the faults of the form."""
    form = season_form.read(request.form)
    if form.shapes:
        return page(form_errors.malformed(form.shapes))
    with form_errors.caught(fields=season_form.FIELDS) as errors:
        seasons.set_season(league.id, form.season, at=at, actor=actor())
        name = form.season.name
        return responses.see("season_settings.settings", slug=league.slug, season=name, said="season-set")
    return page(errors)


def _new_page(league: LeagueHead, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/new_season.html",
        errors=errors,
        league=league,
        typed=request.form,
        seasons=season_lines(league.id),
    )


def _settings_page(league: LeagueHead, found: SeasonSettings, form: RankingForm, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/season.html",
        errors=errors,
        league=league,
        found=found,
        form=form,
        rows=ranking_form.rows(form, played=found.sizes),
        sizes=ranking_form.SIZES,
        methods=[
            (method.value, ranking_form.METHODS[method], ranking_form.HINTS[method]) for method in Method
        ],
        typed=request.form,
        **responses.news(),
    )
