"""League nights for the organisers: opening one, showing its code, seeing the tables, ending it."""

from datetime import timedelta

from flask import Blueprint, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.config import Starters
from scorekeeper.services.leagues import night_addresses
from scorekeeper.services.leagues.night_addresses import Night
from scorekeeper.services.leagues.nights import USUAL, end_night, open_night, renew_address
from scorekeeper.services.leagues.queries.home import night_lines, tables_of
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.web.games import access
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.forms import NightForm
from scorekeeper.web.leagues.pages import league_page

blueprint = Blueprint("night_admin", __name__, url_prefix="/leagues/<slug>/nights")


@blueprint.route("", methods=["GET", "POST"])
@league_organiser
def nights(league: LeagueHead) -> ResponseReturnValue:
    """Open a night, or plan it for the time in the form; where one is open then, go to it."""
    who, form = actor(), NightForm(time_zone=league.time_zone)
    if form.validate_on_submit():
        with form.catching_faults():
            key = open_night(league.id, **form.times, actor=who)
            news = "night-planned" if _night(league, key).is_planned(who.now) else "night-opened"
            return _see(league, key, news=news)
    return league_page(
        "leagues/admin/nights.html",
        league,
        form=form,
        open_night=night_addresses.open_now(league.id, now=who.now),
        only_organisers=access.starters() is Starters.ORGANISERS,
        lines=night_lines(league.id),
        now=who.now,
        usual_hours=USUAL // timedelta(hours=1),
    )


@blueprint.get("/<token:night>")
@league_organiser
def night(league: LeagueHead, night: str) -> ResponseReturnValue:
    """The code to scan, and the tables of tonight."""
    league_night = _night(league, night)
    path = url_for("nights.night", token=league_night.token)
    address = addresses.outside(path)
    return league_page(
        "leagues/admin/night.html",
        league,
        night=league_night,
        is_open=league_night.is_open(clock.now()),
        is_planned=league_night.is_planned(clock.now()),
        only_organisers=access.starters() is Starters.ORGANISERS,
        tables=tables_of(league.id, league_night.id),
        path=path,
        address=address,
        qr=addresses.qr_code(address) if address else None,
    )


@blueprint.post("/<token:night>/address")
@league_organiser
def renew(league: LeagueHead, night: str) -> ResponseReturnValue:
    """Give it a new address; the old one stops at once."""
    _night(league, night)
    renew_address(league.id, night, actor=actor())
    return _see(league, night, news="night-renewed")


@blueprint.post("/<token:night>/end")
@league_organiser
def end(league: LeagueHead, night: str) -> ResponseReturnValue:
    """Let no more games start; those begun go on."""
    end_night(league.id, night, actor=actor())
    return _see(league, night, news="night-cancelled" if _night(league, night).cancelled else "night-ended")


def _night(league: LeagueHead, key: str) -> Night:
    return responses.or_404(night_addresses.by_key(league.id, key))


def _see(league: LeagueHead, key: str, *, news: str) -> ResponseReturnValue:
    return responses.see("night_admin.night", slug=league.slug, night=key, news=news)
