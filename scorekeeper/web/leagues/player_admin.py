"""The players of a league for its organisers: adding, renaming, retiring, merging, erasing."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, request

from scorekeeper.services.leagues import erasing, merging, players
from scorekeeper.services.leagues.queries.leagues import LeagueHead, organiser_lines
from scorekeeper.services.leagues.queries.players import MemberPage, member_page, members
from scorekeeper.web.http import form_errors, responses
from scorekeeper.web.http.fields import cut, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser

blueprint = Blueprint("player_admin", __name__, url_prefix="/leagues/<slug>")
MOST_AT_ONCE = 200


@blueprint.get("/players/new")
@league_organiser
def new(league: LeagueHead) -> Answer:
    return _new_page(league, NO_ERRORS)


@blueprint.post("/players/new")
@league_organiser
def add(league: LeagueHead) -> Answer:
    """Add every name of a list, one a line, or none of them."""
    lines = [line for line in (request.form.get("names") or "").splitlines() if line.strip()]
    if not lines:
        return _new_page(league, form_errors.malformed({"names": "players-none"}))
    if len(lines) > MOST_AT_ONCE:
        return _new_page(league, form_errors.malformed({"names": "players-many"}))
    with form_errors.caught(fields={"*": "names"}) as errors:
        players.add(league.id, lines, actor=actor())
        return responses.see("player_admin.new", slug=league.slug, said="players-added")
    return _new_page(league, errors)


@blueprint.get("/players/<number:number>/edit")
@league_organiser
def edit(league: LeagueHead, number: int) -> Answer:
    return _edit_page(league, number, NO_ERRORS)


@blueprint.post("/players/<number:number>/name")
@league_organiser
def rename(league: LeagueHead, number: int) -> Answer:
    name = request.form.get("name", "")
    return _changed(
        league,
        number,
        "player-renamed",
        lambda: players.rename(league.id, number, name, actor=actor()),
    )


@blueprint.post("/players/<number:number>/retirement")
@league_organiser
def retirement(league: LeagueHead, number: int) -> Answer:
    """Retire a player, or bring one back who has retired."""
    back = bool(request.form.get("back"))
    verb = players.bring_back if back else players.retire
    return _changed(
        league,
        number,
        "player-back" if back else "player-retired",
        lambda: verb(league.id, number, actor=actor()),
    )


@blueprint.post("/players/<number:number>/account")
@league_organiser
def account(league: LeagueHead, number: int) -> Answer:
    """Note which of the organisers this player is."""
    chosen = cut(request.form.get("account"))
    linked = whole_or(chosen, default=-1) if chosen else None
    return _changed(
        league,
        number,
        "player-linked",
        lambda: players.link_account(league.id, number, linked, actor=actor()),
    )


@blueprint.get("/players/<number:number>/merge")
@league_organiser
def merge(league: LeagueHead, number: int) -> Answer:
    return _merge_page(league, number, NO_ERRORS)


@blueprint.post("/players/<number:number>/merge")
@league_organiser
def put_together(league: LeagueHead, number: int) -> Answer:
    """Let this player be one person with another."""
    into = whole_or(request.form.get("into"), default=0)
    return _changed(
        league,
        number,
        "player-merged",
        lambda: merging.merge(league.id, number, into=into, actor=actor()),
        lead_to=into,
        page=_merge_page,
    )


@blueprint.post("/players/<number:number>/parting")
@league_organiser
def parting(league: LeagueHead, number: int) -> Answer:
    """Take a merge back."""
    return _changed(
        league,
        number,
        "player-parted",
        lambda: merging.part(league.id, number, actor=actor()),
    )


@blueprint.get("/players/<number:number>/erasure")
@league_organiser
def erasure(league: LeagueHead, number: int) -> Answer:
    return _erasure_page(league, number, NO_ERRORS)


@blueprint.post("/players/<number:number>/erasure")
@league_organiser
def erase(league: LeagueHead, number: int) -> Answer:
    """Erase the name for good, once it was typed."""
    typed = request.form.get("name", "")
    return _changed(
        league,
        number,
        "player-erased",
        lambda: erasing.erase(league.id, number, typed=typed, actor=actor()),
        page=_erasure_page,
    )


def _found(league: LeagueHead, number: int) -> MemberPage:
    return responses.found(member_page(league.id, number))


def _edit_page(league: LeagueHead, number: int, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/player.html",
        errors=errors,
        league=league,
        player=_found(league, number),
        accounts=organiser_lines(league.id),
        typed=request.form,
        **responses.news(),
    )


def _changed(
    league: LeagueHead,
    number: int,
    said: str,
    change: Callable[[], None],
    *,
    lead_to: int | None = None,
    page: Callable[[LeagueHead, int, Errors], Answer] = _edit_page,
) -> Answer:
    """Change a player and show the player, or the one with the number `lead_to`; or show the faults."""
    _found(league, number)
    with form_errors.caught() as errors:
        change()
        return responses.see("player_admin.edit", slug=league.slug, number=lead_to or number, said=said)
    return page(league, number, errors)


def _new_page(league: LeagueHead, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/new_players.html",
        errors=errors,
        league=league,
        typed=request.form,
        people=members(league.id),
        **responses.news(),
    )


def _merge_page(league: LeagueHead, number: int, errors: Errors) -> Answer:
    others = [person for person in members(league.id) if person.number != number]
    return responses.page(
        "leagues/admin/merge.html", errors=errors, league=league, player=_found(league, number), others=others
    )


def _erasure_page(league: LeagueHead, number: int, errors: Errors) -> Answer:
    return responses.page(
        "leagues/admin/erasure.html", errors=errors, league=league, player=_found(league, number)
    )
