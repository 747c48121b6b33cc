"""Making, using and removing passkeys: signing in without a password."""

from typing import Final

from flask import Blueprint, abort, request

from scorekeeper.services.accounts import passkeys, sessions
from scorekeeper.services.accounts.faults import AccountRefused
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.web.accounts import accounts, current_account, forms, mail, passkey_options, throttling
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.accounts.mail import News
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("passkeys", __name__)
blueprint.register_error_handler(AccountRefused, accounts.refused)
_LONGEST_READ: Final = 20_000


@blueprint.post("/account/passkeys")
@sign_in_required
def make() -> Answer:
    me = current_account.required()
    passkeys.make(
        me,
        _answer(),
        site=_site(),
        device=device.ensured(),
        label=current_account.browser_label(),
        now=clock.now(),
    )
    mail.send_news(me.mail, News.PASSKEY_ADDED)
    return responses.see("accounts.account", said="passkey-added")


@blueprint.post("/account/passkeys/<number:number>/removal")
@sign_in_required
def remove(number: int) -> Answer:
    me = current_account.required()
    if passkeys.remove(me.account_id, passkey=number):
        mail.send_news(me.mail, News.PASSKEY_REMOVED)
    return responses.see("accounts.account", said="passkey-removed")


@blueprint.post("/account/sign-in/passkey")
@anyone
def use() -> Answer:
    """Sign in by a passkey. Nobody can guess one, so failures are not counted and never lock an account."""
    form = forms.read()
    try:
        with throttling.logged():
            fresh = passkeys.sign_in(
                _answer(),
                site=_site(),
                device=device.ensured(),
                label=current_account.browser_label(),
                now=clock.now(),
                instead_of=current_account.token(),
            )
    except AccountRefused as refused:
        return accounts.sign_in_page(form, forms.errors(refused))
    me = sessions.who(fresh, now=clock.now())
    if me is not None and current_account.known_browser(me.mail) is None:
        mail.send_news(me.mail, News.NEW_BROWSER)
    return accounts.go_on(fresh, to=form.next)


def _answer() -> passkeys.Answer:
    given = (request.form.get(name, "")[:_LONGEST_READ] for name in ("challenge", "credential"))
    return passkeys.Answer(*given)


def _site() -> Site:
    site = passkey_options.site()
    if site is None:
        abort(404)
    return site
