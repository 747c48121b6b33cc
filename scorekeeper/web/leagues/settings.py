"""What a league is: its name, who reads it, where it plays and its house rules."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request, url_for

from scorekeeper.services.leagues import leagues
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.games.house_rules import read_house_rules
from scorekeeper.web.http import addresses, form_errors, responses
from scorekeeper.web.http.fields import cut
from scorekeeper.web.http.form_errors import NO_ERRORS, SAME_NAMES, Errors, Fields
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser

blueprint = Blueprint("league_settings", __name__, url_prefix="/leagues/<slug>/settings")


@blueprint.get("")
@league_organiser
def settings(league: LeagueHead) -> Answer:
    return _page(league, NO_ERRORS)


@blueprint.post("/name")
@league_organiser
def rename(league: LeagueHead) -> Answer:
    name = cut(request.form.get("name"))
    return _changed(league, lambda: leagues.rename_league(league.id, name, actor=actor()))


@blueprint.post("/visibility")
@league_organiser
def visibility(league: LeagueHead) -> Answer:
    """Choose who reads it; its address is another one then."""
    chosen = cut(request.form.get("visibility"))
    return _changed(league, lambda: leagues.set_visibility(league.id, chosen, actor=actor()))


@blueprint.post("/link")
@league_organiser
def link(league: LeagueHead) -> Answer:
    """Another secret link: the old one leads nowhere from now on."""
    slug = leagues.renew_link(league.id, actor=actor())
    return responses.see("league_settings.settings", slug=slug, said="league-link")


@blueprint.post("/time-zone")
@league_organiser
def time_zone(league: LeagueHead) -> Answer:
    zone = cut(request.form.get("time_zone"))
    return _changed(league, lambda: leagues.set_time_zone(league.id, zone, actor=actor()))


@blueprint.post("/house-rules")
@league_organiser
def house(league: LeagueHead) -> Answer:
    """The house rules of the games that start from now on."""
    rules = read_house_rules(request.form)
    return _changed(
        league,
        lambda: leagues.set_house_rules(league.id, rules, actor=actor()),
        fields={"*": "house-cards_dealt"},
    )


def _changed(league: LeagueHead, change: Callable[[], str | None], *, fields: Fields = SAME_NAMES) -> Answer:
    """Change the league and show its settings, at the slug that the change returned; or show its faults."""
    with form_errors.caught(fields=fields) as errors:
        slug = change() or league.slug
        return responses.see("league_settings.settings", slug=slug, said="league-saved")
    return _page(league, errors)


def _page(league: LeagueHead, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/settings.html",
        errors=errors,
        league=league,
        typed=request.form,
        address=addresses.outside(url_for("leagues.index") + f"/{league.slug}"),
        **responses.news(),
    )
