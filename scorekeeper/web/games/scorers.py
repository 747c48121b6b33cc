"""Which phones may score a game: the list, inviting another one, revoking a right, joining."""

from datetime import timedelta
from typing import Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.services.common.faults import InvitationInvalid, LastRight
from scorekeeper.services.games import invitations, rights
from scorekeeper.services.games.invitations import Invitation
from scorekeeper.services.games.queries.head import head_of
from scorekeeper.services.games.queries.scorers import scorers_page
from scorekeeper.services.games.queries.table import table_page
from scorekeeper.web.games import access
from scorekeeper.web.games.forms import CodeForm, RevocationForm
from scorekeeper.web.http import addresses, clock, device, headers, responses
from scorekeeper.web.http.access import anyone, failures_of_network

blueprint = Blueprint("scorers", __name__)
MOST_WRONG_CODES: Final = 30
TRIES_WITHIN: Final = timedelta(minutes=10)


@blueprint.get("/games/<game:game_id>/scorers")
@access.scorer
def scorers(game_id: str) -> ResponseReturnValue:
    page = scorers_page(game_id, device=device.known())
    return render_template(
        "games/scorers.html",
        form=RevocationForm(programs=True),
        head=responses.or_404(head_of(game_id)),
        rights=page,
        **responses.news(),
    )


@blueprint.post("/games/<game:game_id>/invitations")
@access.scorer
def invite(game_id: str) -> str:
    """A fresh link, its QR code and a code to type: shown once, since only their hashes are kept."""
    phone = device.ensured()
    return invitation_page(game_id, invitations.invite(game_id, now=clock.now(), device=phone))


def invitation_page(game_id: str, invitation: Invitation) -> str:
    """The page with both ways to accept an invitation, which no browser may keep."""
    headers.hide(hidden=True)
    return render_template(
        "games/invitation.html",
        head=responses.or_404(head_of(game_id)),
        invitation=invitation,
        link=addresses.outside(url_for("scorers.join_by_link", token=invitation.token)),
        join_address=addresses.outside(url_for("scorers.join")),
    )


@blueprint.post("/games/<game:game_id>/scorers/<number:right>/revocation")
@access.scorer
def revoke(game_id: str, right: int) -> ResponseReturnValue:
    """Revoke one right, but never the last one; with that of programs if the form says so."""
    take = invitations.revoke_with_programs if RevocationForm().programs.data else rights.revoke
    try:
        take(game_id, right, device=device.ensured(), now=clock.now())
    except LastRight:
        abort(409, "last-right")
    if access.may_write(game_id):
        return responses.see("scorers.scorers", game_id=game_id, news="revoked")
    return responses.see("games.table", game_id=game_id, news="revoked-own")


@blueprint.post("/games/<game:game_id>/scorers/return")
@access.starter
def take_back(game_id: str) -> ResponseReturnValue:
    """Give the phone that started the game its right again after another phone revoked it."""
    rights.take_back(game_id, device.ensured(), now=clock.now())
    return responses.see("games.table", game_id=game_id, news="returned")


@blueprint.post("/games/<game:game_id>/tokens")
@access.scorer
def renew_token(game_id: str) -> ResponseReturnValue:
    """End the right of every program that has the token of this game, or its first link."""
    invitations.end_tokens(game_id)
    return responses.see("scorers.scorers", game_id=game_id, news="token-renewed")


@blueprint.route("/join", methods=["GET", "POST"])
@anyone
def join() -> ResponseReturnValue:
    """Accept a typed code; phones that guess are slowed down."""
    form = CodeForm()
    if form.validate_on_submit():
        try:
            with failures_of_network("join", most=MOST_WRONG_CODES, within=TRIES_WITHIN):
                return _joined(invitations.accept_code(form.code.data, device.ensured(), now=clock.now()))
        except InvitationInvalid:
            form.add_error("code", "code")
    return responses.page("games/join.html", form=form)


@blueprint.route("/join/<token:token>", methods=["GET", "POST"])
@anyone
def join_by_link(token: str) -> ResponseReturnValue:
    """A page with a button that accepts: messengers fetch links before people open them."""
    if request.method == "POST":
        try:
            return _joined(invitations.accept(token, device.ensured(), now=clock.now()))
        except InvitationInvalid:
            return responses.page("games/link_over.html", status=409)
    game_id = invitations.find(token, now=clock.now())
    if game_id is None:
        return responses.page("games/link_over.html", status=404)
    return render_template("games/join_link.html", table=responses.or_404(table_page(game_id)))


def _joined(game_id: str) -> ResponseReturnValue:
    return responses.see("games.table", game_id=game_id, news="granted")
