"""The players of a league for its organisers: adding, renaming, retiring, merging, erasing."""

from flask import Blueprint, request

from scorekeeper.services.leagues import erasing, merging, players
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.players import MemberPage, member_page, members
from scorekeeper.web.http import responses
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, Malformed
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.pages import faults_on, league_page

blueprint = Blueprint("player_admin", __name__, url_prefix="/leagues/<slug>")
MOST_AT_ONCE = 200


@blueprint.get("/players/new")
@league_organiser
def new(league: LeagueHead, errors: Errors = NO_ERRORS) -> Answer:
    return league_page("leagues/admin/new_players.html", league, errors, people=members(league.id))


@blueprint.post("/players/new")
@faults_on(new, fields={"*": "names"})
@league_organiser
def add(league: LeagueHead) -> Answer:
    """Add every name of a list, one a line, or none of them; a blank line is none."""
    lines = request.form.get("names", "").splitlines()
    number = sum(1 for line in lines if line.strip())
    if not number:
        raise Malformed({"names": "players-none"})
    if number > MOST_AT_ONCE:
        raise Malformed({"names": "players-many"})
    players.add(league.id, lines, actor=actor())
    return responses.see("player_admin.new", slug=league.slug, said="players-added")


@blueprint.get("/players/<number:number>/edit")
@league_organiser
def edit(league: LeagueHead, number: int, errors: Errors = NO_ERRORS) -> Answer:
    return league_page("leagues/admin/player.html", league, errors, player=_found(league, number))


@blueprint.post("/players/<number:number>/name")
@faults_on(edit)
@league_organiser
def rename(league: LeagueHead, number: int) -> Answer:
    players.rename(league.id, number, request.form.get("name", ""), actor=actor())
    return _see(league, number, said="player-renamed")


@blueprint.post("/players/<number:number>/retirement")
@faults_on(edit)
@league_organiser
def retirement(league: LeagueHead, number: int) -> Answer:
    """Retire a player, or bring one back who has retired."""
    if request.form.get("back"):
        players.bring_back(league.id, number, actor=actor())
        return _see(league, number, said="player-back")
    players.retire(league.id, number, actor=actor())
    return _see(league, number, said="player-retired")


@blueprint.get("/players/<number:number>/merge")
@league_organiser
def merge(league: LeagueHead, number: int, errors: Errors = NO_ERRORS) -> Answer:
    player = _found(league, number)
    others = [(other.number, other.name) for other in members(league.id) if other.number != number]
    return league_page("leagues/admin/merge.html", league, errors, player=player, others=others)


@blueprint.post("/players/<number:number>/merge")
@faults_on(merge)
@league_organiser
def put_together(league: LeagueHead, number: int) -> Answer:
    """Let this player be one person with another."""
    into = whole_or(request.form.get("into"), default=0)
    merging.merge(league.id, number, into=into, actor=actor())
    return _see(league, into, said="player-merged")


@blueprint.post("/players/<number:number>/parting")
@faults_on(edit)
@league_organiser
def parting(league: LeagueHead, number: int) -> Answer:
    """Take a merge back."""
    merging.part(league.id, number, actor=actor())
    return _see(league, number, said="player-parted")


@blueprint.get("/players/<number:number>/erasure")
@league_organiser
def erasure(league: LeagueHead, number: int, errors: Errors = NO_ERRORS) -> Answer:
    return league_page("leagues/admin/erasure.html", league, errors, player=_found(league, number))


@blueprint.post("/players/<number:number>/erasure")
@faults_on(erasure)
@league_organiser
def erase(league: LeagueHead, number: int) -> Answer:
    """Erase the name for good, once it was typed."""
    erasing.erase(league.id, number, typed=request.form.get("name", ""), actor=actor())
    return _see(league, number, said="player-erased")


def _found(league: LeagueHead, number: int) -> MemberPage:
    return responses.found(member_page(league.id, number))


def _see(league: LeagueHead, number: int, *, said: str) -> Answer:
    return responses.see("player_admin.edit", slug=league.slug, number=number, said=said)
