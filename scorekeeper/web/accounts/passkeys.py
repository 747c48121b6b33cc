"""Making, using and removing passkeys: signing in without a password."""

from __future__ import annotations

from typing import Final

from flask import Blueprint, abort, request

from scorekeeper.services.accounts import passkeys, sessions
from scorekeeper.services.accounts.faults import AccountRefused
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.web.accounts import accounts, current_account, mail, messages, passkey_options
from scorekeeper.web.accounts.access import sign_in_required
from scorekeeper.web.accounts.forms import AccountForm
from scorekeeper.web.accounts.messages import News
from scorekeeper.web.http import addresses, clock, device, responses, throttling
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("passkeys", __name__)
_LONGEST_READ: Final = 20_000


@blueprint.post("/account/passkeys")
@sign_in_required
def make() -> Answer:
    me = accounts.here()
    try:
        passkeys.make(
            me,
            _answer(),
            site=_site(),
            device=device.ensured(),
            label=accounts.label(),
            now=clock.now(),
        )
    except AccountRefused as refused:
        return accounts.account_page(messages.errors(refused))
    mail.tell(me.mail, News.PASSKEY_ADDED)
    return responses.see("accounts.account", said="passkey-added")


@blueprint.post("/account/passkeys/<number:number>/removal")
@sign_in_required
def remove(number: int) -> Answer:
    me = accounts.here()
    try:
        if passkeys.remove(me.account_id, passkey=number):
            mail.tell(me.mail, News.PASSKEY_REMOVED)
    except AccountRefused as refused:
        return accounts.account_page(messages.errors(refused))
    return responses.see("accounts.account", said="passkey-removed")


@blueprint.post("/account/sign-in/passkey")
@anyone
def use() -> Answer:
    """Sign in by a passkey. Nobody guesses one, so tries are not counted, and nobody's tries keep it out."""
    way = addresses.own_path(request.form.get("next", ""))
    here = _site()
    try:
        with throttling.logged():
            fresh = passkeys.sign_in(
                _answer(),
                site=here,
                device=device.ensured(),
                label=accounts.label(),
                now=clock.now(),
                instead_of=current_account.token(),
            )
    except AccountRefused as refused:
        return accounts.sign_in_page(AccountForm(way=way), messages.errors(refused))
    me = sessions.who(fresh, now=clock.now())
    if me is not None and accounts.known_here(me.mail) is None:
        mail.tell(me.mail, News.NEW_BROWSER)
    return accounts.entered(fresh, way)


def _answer() -> passkeys.Answer:
    given = (request.form.get(name, "")[:_LONGEST_READ] for name in ("challenge", "credential"))
    return passkeys.Answer(*given)


def _site() -> Site:
    here = passkey_options.site()
    if here is None:
        abort(404)
    return here
