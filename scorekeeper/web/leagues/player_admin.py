"""The players of a league for its organisers: adding, renaming, retiring, merging, erasing."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from scorekeeper.rules import names
from scorekeeper.scorebooks.people import likely
from scorekeeper.services.leagues import erasing, merging, players
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.players import MemberPage, member_page, members
from scorekeeper.web.http import responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.leagues.access import actor, league_organiser, league_page
from scorekeeper.web.leagues.forms import (
    ErasureForm,
    MembershipForm,
    MergeForm,
    NewPlayersForm,
    PlayerNameForm,
    RetirementForm,
)

blueprint = Blueprint("player_admin", __name__, url_prefix="/leagues/<slug>")


@blueprint.route("/players/new", methods=["GET", "POST"])
@league_organiser
def new(league: LeagueHead) -> ResponseReturnValue:
    """Add every name of a list, or none of them.

    First show the names alone, if there is more in the list, and ask once for those close to a known one.
    """
    form, known, near, people = NewPlayersForm(), None, {}, members(league.id)
    if form.validate_on_submit():
        new_names, known = players.proposed(league.id, form.lines)
        near = {name: likely(name, [person.name for person in people]) for name in new_names}
        is_sure = form.asked.data or not any(near.values())
        if is_sure and new_names == [names.clean(line) for line in form.lines if line.strip()]:
            with form.catching_faults():
                players.add(league.id, form.lines, actor=actor())
                return responses.see("player_admin.new", slug=league.slug, news="players-added")
        form.names.data = "\n".join(new_names)
    return league_page(
        "leagues/admin/new_players.html", league, form=form, known=known, near=near, people=people
    )


@blueprint.get("/players/<number:number>/edit")
@league_organiser
def edit(league: LeagueHead, number: int) -> ResponseReturnValue:
    return _edit_page(league, number)


@blueprint.post("/players/<number:number>/name")
@league_organiser
def rename(league: LeagueHead, number: int) -> ResponseReturnValue:
    form = PlayerNameForm()
    if form.validate_on_submit():
        with form.catching_faults():
            players.rename(league.id, number, form.name.data, actor=actor())
            return _see(league, number, news="player-renamed")
    return _edit_page(league, number, name_form=form)


@blueprint.post("/players/<number:number>/membership")
@league_organiser
def membership(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Let a player be a guest, or a member."""
    form = MembershipForm()
    with form.catching_faults():
        merging.set_guest(league.id, number, form.guest.data, actor=actor())
        return _see(league, number, news="player-guest" if form.guest.data else "player-member")
    return _edit_page(league, number, form=form)


@blueprint.post("/players/<number:number>/retirement")
@league_organiser
def retirement(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Retire a player, or bring one back who has retired."""
    form = RetirementForm()
    with form.catching_faults():
        players.set_retired(league.id, number, not form.back.data, actor=actor())
        return _see(league, number, news="player-back" if form.back.data else "player-retired")
    return _edit_page(league, number, form=form)


@blueprint.route("/players/<number:number>/merge", methods=["GET", "POST"])
@league_organiser
def merge(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Let this player be one person with another."""
    player, form = _player(league, number), MergeForm()
    if form.validate_on_submit():
        with form.catching_faults():
            merging.merge(league.id, number, into=form.into.data, actor=actor())
            return _see(league, form.into.data, news="player-merged")
    others = [(other.number, other.name) for other in members(league.id) if other.number != number]
    return league_page("leagues/admin/merge.html", league, form=form, player=player, others=others)


@blueprint.post("/players/<number:number>/parting")
@league_organiser
def parting(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Take a merge back."""
    form = Form()
    with form.catching_faults():
        merging.part(league.id, number, actor=actor())
        return _see(league, number, news="player-parted")
    return _edit_page(league, number, form=form)


@blueprint.route("/players/<number:number>/erasure", methods=["GET", "POST"])
@league_organiser
def erasure(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Erase the name for good, once it was typed."""
    player, form = _player(league, number), ErasureForm()
    if form.validate_on_submit():
        with form.catching_faults():
            erasing.erase(league.id, number, confirmation=form.name.data, actor=actor())
            return _see(league, number, news="player-erased")
    return league_page("leagues/admin/erasure.html", league, form=form, player=player)


@blueprint.post("/players/<number:number>/removal")
@league_organiser
def removal(league: LeagueHead, number: int) -> ResponseReturnValue:
    """Remove a player who was added by mistake."""
    form = Form()
    with form.catching_faults():
        players.remove(league.id, number, actor=actor())
        return responses.see("player_admin.new", slug=league.slug, news="player-removed")
    return _edit_page(league, number, form=form)


def _player(league: LeagueHead, number: int) -> MemberPage:
    return responses.or_404(member_page(league.id, number))


def _edit_page(
    league: LeagueHead, number: int, *, name_form: Form | None = None, form: Form | None = None
) -> ResponseReturnValue:
    """The page of a player, with the form that was refused: the name, or another one of it."""
    player = _player(league, number)
    name_form = name_form or PlayerNameForm(None, obj=player)
    return league_page(
        "leagues/admin/player.html", league, form=form or name_form, name_form=name_form, player=player
    )


def _see(league: LeagueHead, number: int, *, news: str) -> ResponseReturnValue:
    return responses.see("player_admin.edit", slug=league.slug, number=number, news=news)
