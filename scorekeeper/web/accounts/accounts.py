"""An organiser's own account: signing in and out, the password, and where one is signed in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, redirect, request, url_for

from scorekeeper.config import Settings
from scorekeeper.services.accounts import accounts, known_browsers, passwords, sessions
from scorekeeper.services.accounts.faults import AccountRefused, Why
from scorekeeper.services.accounts.queries import account as account_reading
from scorekeeper.services.accounts.sessions import SignedIn
from scorekeeper.web.accounts import browsers, current_account, forms, messages, passkey_options
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.access import sign_in_required
from scorekeeper.web.accounts.forms import AccountForm
from scorekeeper.web.accounts.messages import News
from scorekeeper.web.http import addresses, clock, responses, throttling
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.fields import server_zone
from scorekeeper.web.http.refusals import NONE, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("accounts", __name__)
blueprint.record(lambda made: made.app.jinja_env.globals.update(fewest_characters=passwords.FEWEST))


@blueprint.get("/account")
@sign_in_required
def account() -> Answer:
    return account_page(NONE, **messages.news())


@blueprint.get("/account/sign-in")
@anyone
def sign_in() -> Answer:
    """The form; whoever is signed in goes on to where they wanted, unless they are asked once more."""
    way = addresses.own_path(request.args.get("next", ""))
    me = current_account.signed_in()
    if me and "again" not in request.args:
        return onwards(way)
    return sign_in_page(AccountForm(mail=me.mail if me else "", way=way), NONE, **messages.news())


@blueprint.post("/account/sign-in")
@anyone
def enter() -> Answer:
    """Sign in by a password; what was wrong about it, nobody is told."""
    form = forms.read(request.form)
    mail = accounts.clean_mail(form.mail)
    known = known_here(mail)
    try:
        with throttling.logged(), throttling.passwords(mail, known=known):
            fresh = sessions.sign_in(
                mail, form.password, label=label(), now=clock.now(), instead_of=current_account.token()
            )
    except AccountRefused as refused:
        return sign_in_page(form, messages.errors(refused))
    if known is None:
        account_mail.tell(mail, News.NEW_BROWSER)
    return entered(fresh, form.way)


@blueprint.post("/account/sign-out")
@anyone
def sign_out() -> Answer:
    """End this browser's sign-in; pressed twice, it does no harm."""
    shown = current_account.token()
    if shown:
        sessions.sign_out(shown)
    current_account.forget()
    return responses.see("accounts.sign_in", said="signed-out")


@blueprint.post("/account/password")
@sign_in_required
def change_password() -> Answer:
    me = here()
    form = forms.read(request.form)
    try:
        with throttling.passwords(me.mail, known=f"sign-in {me.sign_in}"):
            fresh = accounts.change_password(
                me.account_id,
                current=form.current,
                new=form.password,
                label=label(),
                now=clock.now(),
                is_fresh=me.is_fresh(clock.now()),
            )
    except AccountRefused as refused:
        return account_page(messages.errors(refused))
    current_account.welcome(fresh)
    account_mail.tell(me.mail, News.PASSWORD_CHANGED)
    return responses.see("accounts.account", said="password-changed")


@blueprint.post("/account/password/removal")
@sign_in_required
def remove_password() -> Answer:
    """Sign in by passkeys alone from now on."""
    me, site = here(), passkey_options.site()
    try:
        if not me.is_fresh(clock.now()):
            raise AccountRefused({"removal": Why.PAGE_TOO_OLD})
        accounts.remove_password(me.account_id, site=site.host if site else "", now=clock.now())
    except AccountRefused as refused:
        return account_page(messages.errors(refused))
    account_mail.tell(me.mail, News.PASSWORD_REMOVED)
    return responses.see("accounts.account", said="password-removed")


@blueprint.post("/account/name")
@sign_in_required
def rename() -> Answer:
    form = forms.read(request.form)
    try:
        accounts.rename(here().account_id, name=form.name)
    except AccountRefused as refused:
        return account_page(messages.errors(refused), form=form)
    return responses.see("accounts.account", said="renamed")


@blueprint.post("/account/sign-ins/<number:number>/end")
@sign_in_required
def end(number: int) -> Answer:
    """End one sign-in; one's own is signing out."""
    me = here()
    if number == me.sign_in:
        return sign_out()
    sessions.end(me.account_id, sign_in=number)
    return responses.see("accounts.account", said="ended")


@blueprint.post("/account/sign-ins/others/end")
@sign_in_required
def end_others() -> Answer:
    me = here()
    sessions.end_others(me.account_id, but=me.sign_in, browser=current_account.browser())
    return responses.see("accounts.account", said="others-ended")


def sign_up_is_open() -> bool:
    """Whether everybody may make an account here."""
    settings: Settings = current_app.extensions["settings"]
    return settings.sign_up


def here() -> SignedIn:
    """Who is signed in, behind a rule that lets nobody else pass."""
    me = current_account.signed_in()
    assert me is not None
    return me


def known_here(mail: str) -> str | None:
    """The token of this browser if it was signed in to the account with that address before, as stored."""
    browser = current_account.browser()
    return browser if known_browsers.is_known(mail, browser) else None


def label() -> str:
    """How the sign-in of this browser is called."""
    return browsers.label(request.user_agent.string)


def entered(fresh: str, way: str | None) -> Response:
    """On, with the token of a fresh sign-in."""
    current_account.welcome(fresh)
    return onwards(way)


def onwards(way: str | None) -> Response:
    """To where somebody wanted to go, else to the leagues."""
    return redirect(way or url_for("league_making.index", said="welcome"), 303)  # type: ignore[return-value]


def account_page(errors: Errors, **more: Any) -> Answer:
    """The page of one's own account."""
    me = here()
    return responses.page(
        "accounts/account.html",
        errors=errors,
        me=me,
        page=account_reading.account_page(me.account_id, sign_in=me.sign_in, now=clock.now()),
        asked=passkey_options.to_make(me),
        is_fresh=me.is_fresh(clock.now()),
        passkeys_work=passkey_options.site() is not None,
        zone=server_zone(),
        **more,
    )


def sign_in_page(form: AccountForm, errors: Errors, **more: Any) -> Answer:
    """The page for signing in."""
    return responses.page(
        "accounts/sign_in.html",
        errors=errors,
        form=form,
        asked=passkey_options.to_use(),
        is_open=sign_up_is_open(),
        **more,
    )
