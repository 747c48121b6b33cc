"""What organisers do with games: taking one into the league, striking one, bringing it back."""

import re
from typing import Final

from flask import Blueprint, request

from scorekeeper.rules import names
from scorekeeper.rules.faults import StateViolation
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.home import home_page
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.services.leagues import games as league_games
from scorekeeper.services.leagues.queries.games import in_a_league, league_of
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.players import members
from scorekeeper.web.games import access, scorers
from scorekeeper.web.http import device, form_errors, responses
from scorekeeper.web.http.fields import cut, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer
from scorekeeper.web.leagues.access import actor, league_organiser
from scorekeeper.web.leagues.pages import faults_on, league_page

blueprint = Blueprint("game_admin", __name__, url_prefix="/leagues/<slug>/games")
NEW: Final = "new"
_MOST_SHOWN: Final = 12
_ADDRESS: Final = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]{16,32})(?:[/?#].*)?", re.ASCII)


@blueprint.get("/join")
@league_organiser
def join(league: LeagueHead) -> Answer:
    """Which game, of those of this phone or by its address; then who sat where."""
    typed = cut(request.args.get("game"))
    if not typed:
        return _which_page(league)
    game_id = _game_id(typed)
    if game_id is None or not access.may_write(game_id):
        return _which_page(league, "game-not-yours")
    if league_of(game_id) is not None:
        return _which_page(league, "game-in-league")
    return _who_page(league, game_id, NO_ERRORS)


@blueprint.post("/join")
@league_organiser
def take_in(league: LeagueHead) -> Answer:
    """Make the game one of the league, with the players chosen for its seats."""
    game_id = _game_id(cut(request.form.get("game")))
    phone = device.known()
    if game_id is None or phone is None:
        return _which_page(league, "game-not-yours")
    try:
        with form_errors.caught(fields={"/seats/*": "player-*"}) as errors:
            league_games.join(league.id, game_id, _chosen(), device=phone, actor=actor())
            return responses.see("games.table", game_id=game_id, said="game-joined")
    except UnknownGame:
        return _which_page(league, "game-not-yours")
    except StateViolation:
        return _which_page(league, "game-in-league", status=409)
    return _who_page(league, game_id, errors)


@blueprint.get("/<game:game_id>/strike")
@league_organiser
def strike(league: LeagueHead, game_id: str, errors: Errors = NO_ERRORS) -> Answer:
    place = league_of(game_id)
    if place is None or place.league_id != league.id:
        raise league_games.NotInLeague(game_id)
    table = responses.found(table_page(game_id))
    return league_page("leagues/admin/strike.html", league, errors, place=place, table=table)


@blueprint.post("/<game:game_id>/strike")
@faults_on(strike)
@league_organiser
def struck(league: LeagueHead, game_id: str) -> Answer:
    """Let the game count nowhere."""
    league_games.strike(league.id, game_id, request.form.get("reason", ""), actor=actor())
    return responses.see("game_admin.strike", slug=league.slug, game_id=game_id, said="game-struck")


@blueprint.post("/<game:game_id>/return")
@faults_on(strike)
@league_organiser
def bring_back(league: LeagueHead, game_id: str) -> Answer:
    """Let a struck game count again."""
    league_games.bring_back(league.id, game_id, actor=actor())
    return responses.see("game_admin.strike", slug=league.slug, game_id=game_id, said="game-back")


@blueprint.post("/<game:game_id>/invitations")
@league_organiser
def invite(league: LeagueHead, game_id: str) -> Answer:
    """Let one more phone score it, or only that one: a phone is lost, or a sheet must be corrected."""
    alone = bool(request.form.get("alone"))
    offer = league_games.invite_scorer(league.id, game_id, actor=actor(), alone=alone)
    return scorers.invitation_page(game_id, offer)


def _game_id(typed: str) -> str | None:
    found = _ADDRESS.fullmatch(typed)
    return found[1] if found else None


def _chosen() -> dict[int, int | None]:
    """Player numbers by seat, None for a new player; a seat for which nothing was chosen is left out."""
    chosen: dict[int, int | None] = {}
    for name, value in request.form.items():
        seat = whole_or(name.removeprefix("player-"), default=-1)
        number = None if value == NEW else whole_or(value, default=0)
        if name.startswith("player-") and seat >= 0 and (value == NEW or number):
            chosen[seat] = number
    return chosen


def _which_page(league: LeagueHead, refusal: str | None = None, *, status: int | None = None) -> Answer:
    """Ask for the game, with the code of what was wrong with it."""
    mine = home_page(device.known() or "")
    kept = (*mine.finished, *mine.running, *mine.suspended)
    taken = in_a_league([game.id for game in kept])
    return league_page(
        "leagues/admin/which.html",
        league,
        form_errors.malformed({"game": refusal}) if refusal else NO_ERRORS,
        status=status,
        games=[game for game in kept if game.id not in taken][:_MOST_SHOWN],
        address=cut(request.values.get("game")),
    )


def _who_page(league: LeagueHead, game_id: str, errors: Errors) -> Answer:
    people = members(league.id)
    numbers = {person.name_key: person.number for person in people}
    game = recording.current(game_id)
    suggested = {seat.number: numbers.get(names.key(seat.name)) for seat in game.seats}
    return league_page(
        "leagues/admin/who.html",
        league,
        errors,
        game_id=game_id,
        table=responses.found(table_page(game_id)),
        people=[(person.number, person.name) for person in people],
        chosen=_chosen() if request.method == "POST" else suggested,
        suggested=suggested,
    )
