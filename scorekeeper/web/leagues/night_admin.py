"""League nights for the organisers: opening one, showing its code, seeing the tables, ending it."""

from __future__ import annotations

from datetime import datetime, timedelta

from flask import Blueprint, request, url_for

from scorekeeper.config import Starters
from scorekeeper.services.leagues import night_addresses
from scorekeeper.services.leagues.nights import USUAL, end_night, open_night, renew_address
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.nights import night_lines, tables_of
from scorekeeper.web.games import access
from scorekeeper.web.http import addresses, clock, form_errors, responses
from scorekeeper.web.http.fields import NotAMoment, cut, moment
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser

blueprint = Blueprint("night_admin", __name__, url_prefix="/leagues/<slug>/nights")


@blueprint.get("")
@league_organiser
def nights(league: LeagueHead) -> Answer:
    return _nights_page(league, NO_ERRORS)


@blueprint.post("")
@league_organiser
def open_one(league: LeagueHead) -> Answer:
    """Open a night, or plan it for the time in the form; where one is open then, go to it."""
    who = actor()
    times, unread = _times(league)
    if unread:
        return _nights_page(league, form_errors.malformed(dict.fromkeys(unread, "date")))
    with form_errors.caught() as errors:
        key = open_night(
            league.id,
            **times,
            actor=who,
        )
        made = responses.found(night_addresses.by_key(league.id, key))
        said = "night-planned" if made.is_planned(who.now) else "night-opened"
        return responses.see("night_admin.night", slug=league.slug, night=key, said=said)
    return _nights_page(league, errors)


@blueprint.get("/<token:night>")
@league_organiser
def night(league: LeagueHead, night: str) -> Answer:
    """The code to scan, and the tables of tonight."""
    found = responses.found(night_addresses.by_key(league.id, night))
    path = url_for("nights.night", token=found.token)
    address = addresses.outside(path)
    return responses.page(
        "leagues/admin/night.html",
        errors=NO_ERRORS,
        league=league,
        night=found,
        is_open=found.is_open(clock.now()),
        is_planned=found.is_planned(clock.now()),
        only_organisers=access.starters() is Starters.ORGANISERS,
        tables=tables_of(found.id),
        path=path,
        address=address,
        qr=addresses.qr_code(address) if address else None,
        **responses.news(),
    )


@blueprint.post("/<token:night>/address")
@league_organiser
def renew(league: LeagueHead, night: str) -> Answer:
    """Give it a new address; the old one stops at once."""
    responses.found(night_addresses.by_key(league.id, night))
    renew_address(league.id, night, actor=actor())
    return responses.see("night_admin.night", slug=league.slug, night=night, said="night-renewed")


@blueprint.post("/<token:night>/end")
@league_organiser
def end(league: LeagueHead, night: str) -> Answer:
    """Let no more games start; those begun go on."""
    was = responses.found(night_addresses.by_key(league.id, night))
    said = "night-cancelled" if was.is_planned(clock.now()) else "night-ended"
    end_night(league.id, night, actor=actor())
    return responses.see("night_admin.night", slug=league.slug, night=night, said=said)


def _nights_page(league: LeagueHead, errors: Errors) -> Answer:
    now = clock.now()
    return responses.page(
        "leagues/admin/nights.html",
        errors=errors,
        league=league,
        open_night=night_addresses.open_now(league.id, now=now),
        only_organisers=access.starters() is Starters.ORGANISERS,
        lines=night_lines(league.id),
        now=now,
        opens_at=request.form.get("opens_at", ""),
        closes_at=request.form.get("closes_at", ""),
        usual_hours=USUAL // timedelta(hours=1),
        **responses.news(),
    )


def _times(league: LeagueHead) -> tuple[dict[str, datetime], list[str]]:
    """The times of the form by field, and the fields that hold none; both may be empty, not so in a plan."""
    read, unread = {}, []
    for name in ("opens_at", "closes_at"):
        text = cut(request.form.get(name))
        if not text and not (name == "opens_at" and request.form.get("plan")):
            continue
        try:
            read[name] = moment(text, time_zone=league.time_zone)
        except NotAMoment:
            unread.append(name)
    return read, unread
