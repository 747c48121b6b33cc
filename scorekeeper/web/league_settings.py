"""What a league is: its name, who reads it, where it plays and its house rules."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request, url_for

from scorekeeper.services.leagues import leagues
from scorekeeper.web import addresses, answers, clock, leagues_here, refusals
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms.house import house_rules
from scorekeeper.web.forms.texts import cut
from scorekeeper.web.leagues_here import league, organiser_id
from scorekeeper.web.refusals import NONE, Errors

blueprint = Blueprint("league_settings", __name__, url_prefix="/leagues/<slug>/settings")


@blueprint.get("")
@leagues_here.league_organiser
def settings(slug: str) -> Answer:
    return _page(NONE)


@blueprint.post("/name")
@leagues_here.league_organiser
def rename(slug: str) -> Answer:
    name = cut(request.form.get("name"))
    return _changed(
        lambda: leagues.rename_league(league().id, name, account_id=organiser_id(), now=clock.now())
    )


@blueprint.post("/visibility")
@leagues_here.league_organiser
def visibility(slug: str) -> Answer:
    """Choose who reads it; its address is another one then."""
    chosen = cut(request.form.get("visibility"))
    return _changed(
        lambda: leagues.set_visibility(league().id, chosen, account_id=organiser_id(), now=clock.now())
    )


@blueprint.post("/link")
@leagues_here.league_organiser
def link(slug: str) -> Answer:
    """Another secret link: the old one leads nowhere from now on."""
    slug = leagues.renew_link(league().id, account_id=organiser_id(), now=clock.now())
    return answers.see("league_settings.settings", slug=slug, said="league-link")


@blueprint.post("/time-zone")
@leagues_here.league_organiser
def time_zone(slug: str) -> Answer:
    zone = cut(request.form.get("time_zone"))
    return _changed(
        lambda: leagues.set_time_zone(league().id, zone, account_id=organiser_id(), now=clock.now())
    )


@blueprint.post("/house-rules")
@leagues_here.league_organiser
def house(slug: str) -> Answer:
    """The house rules of the games that start from now on."""
    rules = house_rules(request.form)
    return _changed(
        lambda: leagues.set_house_rules(league().id, rules, account_id=organiser_id(), now=clock.now()),
        field=lambda _pointer: "house-cards_dealt",
    )


def _changed(change: Callable[[], str | None], *, field: refusals.Field = refusals.same_field) -> Answer:
    """The settings after a change, at the slug that it may have told; or why it was refused."""
    with refusals.caught(field=field) as errors:
        slug = change() or league().slug
        return answers.see("league_settings.settings", slug=slug, said="league-saved")
    return _page(errors)


def _page(errors: Errors) -> Answer:
    found = league()
    return answers.page(
        "league_settings/settings.html",
        errors=errors,
        league=found,
        typed=request.form,
        address=addresses.outside(url_for("league_making.index") + f"/{found.slug}"),
        **answers.news(),
    )
