"""Making, using and removing passkeys: signing in without a password."""

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper.services.accounts import passkeys, sessions
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.web.accounts import accounts, current_account, mail, passkey_options, throttling
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.accounts.forms import PasskeyForm, SignInForm
from scorekeeper.web.accounts.mail import AccountNews
from scorekeeper.web.http import clock, device, responses
from scorekeeper.web.http.access import anyone

blueprint = Blueprint("passkeys", __name__)


@blueprint.post("/account/passkeys")
@sign_in_required
def make() -> ResponseReturnValue:
    me, form = current_account.required(), PasskeyForm()
    with form.catching_faults():
        passkeys.make(
            me,
            form.challenge.data or "",
            form.credential.data or "",
            site=_site(),
            device=device.ensured(),
            label=current_account.browser_label(),
            now=clock.now(),
        )
        mail.send_news(me.mail, AccountNews.PASSKEY_ADDED)
        return responses.see("accounts.account", news="passkey-added")
    return accounts.account(passkey_form=form)


@blueprint.post("/account/passkeys/<number:number>/removal")
@sign_in_required
def remove(number: int) -> ResponseReturnValue:
    me, form = current_account.required(), PasskeyForm()
    with form.catching_faults():
        if passkeys.remove(me.account_id, passkey=number):
            mail.send_news(me.mail, AccountNews.PASSKEY_REMOVED)
        return responses.see("accounts.account", news="passkey-removed")
    return accounts.account(passkey_form=form)


@blueprint.post("/account/sign-in/passkey")
@anyone
def use() -> ResponseReturnValue:
    """Sign in by a passkey. Nobody can guess one, so failures are not counted and never lock an account."""
    form = PasskeyForm()
    with form.catching_faults():
        with throttling.logged():
            fresh = passkeys.sign_in(
                form.challenge.data or "",
                form.credential.data or "",
                site=_site(),
                device=device.ensured(),
                browser=current_account.signing_in(),
            )
        me = sessions.who(fresh, now=clock.now())
        if me is not None and current_account.known_browser(me.mail) is None:
            mail.send_news(me.mail, AccountNews.NEW_BROWSER)
        return accounts.go_on(fresh, to=form.next.data)
    return accounts.sign_in_page(SignInForm(None, next=form.next.data), form)


def _site() -> Site:
    site = passkey_options.site()
    if site is None:
        abort(404)
    return site
