"""League nights for the organisers: opening one, showing its code, seeing the tables, ending it."""

from datetime import datetime, timedelta

from flask import Blueprint, request, url_for

from scorekeeper.config import Starters
from scorekeeper.services.leagues import night_addresses
from scorekeeper.services.leagues.night_addresses import Night
from scorekeeper.services.leagues.nights import USUAL, end_night, open_night, renew_address
from scorekeeper.services.leagues.queries.home import night_lines, tables_of
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.games import access
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.fields import NotAMoment, cut, moment
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, Malformed
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.pages import faults_on, league_page

blueprint = Blueprint("night_admin", __name__, url_prefix="/leagues/<slug>/nights")


@blueprint.get("")
@league_organiser
def nights(league: LeagueHead, errors: Errors = NO_ERRORS) -> Answer:
    now = clock.now()
    return league_page(
        "leagues/admin/nights.html",
        league,
        errors,
        open_night=night_addresses.open_now(league.id, now=now),
        only_organisers=access.starters() is Starters.ORGANISERS,
        lines=night_lines(league.id),
        now=now,
        usual_hours=USUAL // timedelta(hours=1),
    )


@blueprint.post("")
@faults_on(nights)
@league_organiser
def open_one(league: LeagueHead) -> Answer:
    """Open a night, or plan it for the time in the form; where one is open then, go to it."""
    who = actor()
    key = open_night(league.id, **_times(league), actor=who)
    said = "night-planned" if _found(league, key).is_planned(who.now) else "night-opened"
    return _see(league, key, said=said)


@blueprint.get("/<token:night>")
@league_organiser
def night(league: LeagueHead, night: str) -> Answer:
    """The code to scan, and the tables of tonight."""
    found = _found(league, night)
    path = url_for("nights.night", token=found.token)
    address = addresses.outside(path)
    return league_page(
        "leagues/admin/night.html",
        league,
        night=found,
        is_open=found.is_open(clock.now()),
        is_planned=found.is_planned(clock.now()),
        only_organisers=access.starters() is Starters.ORGANISERS,
        tables=tables_of(league.id, found.id),
        path=path,
        address=address,
        qr=addresses.qr_code(address) if address else None,
    )


@blueprint.post("/<token:night>/address")
@league_organiser
def renew(league: LeagueHead, night: str) -> Answer:
    """Give it a new address; the old one stops at once."""
    _found(league, night)
    renew_address(league.id, night, actor=actor())
    return _see(league, night, said="night-renewed")


@blueprint.post("/<token:night>/end")
@league_organiser
def end(league: LeagueHead, night: str) -> Answer:
    """Let no more games start; those begun go on."""
    end_night(league.id, night, actor=actor())
    return _see(league, night, said="night-cancelled" if _found(league, night).cancelled else "night-ended")


def _found(league: LeagueHead, key: str) -> Night:
    return responses.found(night_addresses.by_key(league.id, key))


def _see(league: LeagueHead, key: str, *, said: str) -> Answer:
    return responses.see("night_admin.night", slug=league.slug, night=key, said=said)


def _times(league: LeagueHead) -> dict[str, datetime]:
    """The times of the form by field, without those left empty. A plan needs `opens_at`; Malformed."""
    times, unread = {}, {}
    for name in ("opens_at", "closes_at"):
        text = cut(request.form.get(name))
        if not text and not (name == "opens_at" and request.form.get("plan")):
            continue
        try:
            times[name] = moment(text, time_zone=league.time_zone)
        except NotAMoment:
            unread[name] = "date"
    if unread:
        raise Malformed(unread)
    return times
