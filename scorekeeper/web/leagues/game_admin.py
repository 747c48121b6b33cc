"""What organisers do with games: taking one into the league, striking one, bringing it back."""

import re
from typing import Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue

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
from scorekeeper.web.http import device, responses
from scorekeeper.web.leagues.access import actor, league_organiser, league_page
from scorekeeper.web.leagues.forms import InvitationForm, StrikeForm, WhichGameForm, seated_players_form

blueprint = Blueprint("game_admin", __name__, url_prefix="/leagues/<slug>/games")
_MOST_SHOWN: Final = 12
_ADDRESS: Final = re.compile(r"(?:.*/games/)?([A-Za-z0-9_-]{16,32})(?:[/?#].*)?", re.ASCII)


@blueprint.route("/join", methods=["GET", "POST"])
@league_organiser
def join(league: LeagueHead) -> ResponseReturnValue:
    """Which game, of those of this phone or by its address; then it is one of the league, with the players
    chosen for its seats.
    """
    address = WhichGameForm(request.values).game.data
    match, phone = _ADDRESS.fullmatch(address), device.known()
    game_id = match[1] if match else None
    if request.method != "POST":
        if not address:
            return _which_page(league)
        if game_id is None or not access.may_write(game_id):
            return _which_page(league, "game-not-yours")
        if league_of(game_id) is not None:
            return _which_page(league, "game-in-league")
    if game_id is None or phone is None:
        return _which_page(league, "game-not-yours")
    try:
        form = seated_players_form(recording.current(game_id), members(league.id))
        if form.validate_on_submit():
            with form.catching_faults():
                league_games.join(league.id, game_id, form.players, device=phone, actor=actor())
                return responses.see("games.table", game_id=game_id, news="game-joined")
    except UnknownGame:
        return _which_page(league, "game-not-yours")
    except StateViolation:
        return _which_page(league, "game-in-league", status=409)
    table = responses.or_404(table_page(game_id))
    return league_page("leagues/admin/who.html", league, form=form, game_id=game_id, table=table)


@blueprint.route("/<game:game_id>/strike", methods=["GET", "POST"])
@league_organiser
def strike(league: LeagueHead, game_id: str) -> ResponseReturnValue:
    """Let the game count nowhere."""
    form = StrikeForm()
    if form.validate_on_submit():
        with form.catching_faults():
            league_games.strike(league.id, game_id, form.reason.data, actor=actor())
            return responses.see("game_admin.strike", slug=league.slug, game_id=game_id, news="game-struck")
    return _strike_page(league, game_id, form)


@blueprint.post("/<game:game_id>/return")
@league_organiser
def bring_back(league: LeagueHead, game_id: str) -> ResponseReturnValue:
    """Let a struck game count again."""
    form = StrikeForm()
    with form.catching_faults():
        league_games.bring_back(league.id, game_id, actor=actor())
        return responses.see("game_admin.strike", slug=league.slug, game_id=game_id, news="game-back")
    return _strike_page(league, game_id, form)


@blueprint.post("/<game:game_id>/invitations")
@league_organiser
def invite(league: LeagueHead, game_id: str) -> ResponseReturnValue:
    """Let one more phone score it, or only that one: a phone is lost, or a sheet must be corrected."""
    alone = InvitationForm().alone.data
    offer = league_games.invite_scorer(league.id, game_id, actor=actor(), alone=alone)
    return scorers.invitation_page(game_id, offer)


@blueprint.post("/<game:game_id>/scorers")
@league_organiser
def score_here(league: LeagueHead, game_id: str) -> ResponseReturnValue:
    """Let this phone score it, so that its organiser corrects a score."""
    league_games.score_here(league.id, game_id, device=device.ensured(), actor=actor())
    return responses.see("games.table", game_id=game_id, news="granted")


def _strike_page(league: LeagueHead, game_id: str, form: StrikeForm) -> ResponseReturnValue:
    place = league_of(game_id)
    if place is None or place.league_id != league.id:
        raise league_games.NotInLeague(game_id)
    table = responses.or_404(table_page(game_id))
    return league_page(
        "leagues/admin/strike.html",
        league,
        form=form,
        invitation=InvitationForm(None),
        place=place,
        table=table,
    )


def _which_page(
    league: LeagueHead, refusal: str | None = None, *, status: int | None = None
) -> ResponseReturnValue:
    """Ask for the game, with the code of what was wrong with it."""
    home = home_page(device.known() or "")
    games = (*home.finished, *home.running, *home.suspended)
    league_game_ids = in_a_league([game.id for game in games])
    form = WhichGameForm(request.values)
    if refusal:
        form.add_error("game", refusal)
    games = tuple(game for game in games if game.id not in league_game_ids)[:_MOST_SHOWN]
    return league_page("leagues/admin/which.html", league, form=form, status=status, games=games)
