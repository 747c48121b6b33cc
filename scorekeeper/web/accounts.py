"""An organiser's own account: signing in and out, the password, and where one is signed in."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, current_app, redirect, request, url_for

from scorekeeper.config import Settings
from scorekeeper.services.accounts import keeping, known_browsers, passwords, signing
from scorekeeper.services.accounts.refusals import AccountRefused, Why
from scorekeeper.services.accounts.signing import SignedIn
from scorekeeper.services.reading import account as account_reading
from scorekeeper.web import (
    access,
    account_mail,
    account_words,
    accounts_here,
    answers,
    browsers,
    clock,
    passkeys_here,
    tries,
    ways,
)
from scorekeeper.web.account_words import News
from scorekeeper.web.answers import Answer
from scorekeeper.web.forms import accounts as forms
from scorekeeper.web.forms.accounts import AccountForm
from scorekeeper.web.forms.moments import server_zone
from scorekeeper.web.refusals import NONE, Errors

blueprint = Blueprint("accounts", __name__)
blueprint.record(lambda made: made.app.jinja_env.globals.update(fewest_characters=passwords.FEWEST))


@blueprint.get("/account")
@access.organiser_account
def account() -> Answer:
    return account_page(NONE, **account_words.news())


@blueprint.get("/account/sign-in")
@access.anyone
def sign_in() -> Answer:
    """The form; whoever is signed in goes on to where they wanted, unless they are asked once more."""
    way = ways.local(request.args.get("next", ""))
    me = accounts_here.signed_in()
    if me and "again" not in request.args:
        return onwards(way)
    return sign_in_page(AccountForm(mail=me.mail if me else "", way=way), NONE, **account_words.news())


@blueprint.post("/account/sign-in")
@access.anyone
def enter() -> Answer:
    """Sign in by a password; what was wrong about it, nobody is told."""
    form = forms.read(request.form)
    mail = keeping.clean_mail(form.mail)
    known = known_here(mail)
    try:
        with tries.logged(), tries.passwords(mail, known=known):
            fresh = signing.sign_in(
                mail, form.password, label=label(), now=clock.now(), instead_of=accounts_here.token()
            )
    except AccountRefused as refused:
        return sign_in_page(form, account_words.errors(refused))
    if known is None:
        account_mail.tell(mail, News.NEW_BROWSER)
    return entered(fresh, form.way)


@blueprint.post("/account/sign-out")
@access.anyone
def sign_out() -> Answer:
    """End this browser's sign-in; pressed twice, it does no harm."""
    shown = accounts_here.token()
    if shown:
        signing.sign_out(shown)
    accounts_here.forget()
    return answers.see("accounts.sign_in", said="signed-out")


@blueprint.post("/account/password")
@access.organiser_account
def change_password() -> Answer:
    me = here()
    form = forms.read(request.form)
    try:
        with tries.passwords(me.mail, known=f"sign-in {me.sign_in}"):
            fresh = keeping.change_password(
                me.account_id,
                current=form.current,
                new=form.password,
                label=label(),
                now=clock.now(),
                is_fresh=me.is_fresh(clock.now()),
            )
    except AccountRefused as refused:
        return account_page(account_words.errors(refused))
    accounts_here.welcome(fresh)
    account_mail.tell(me.mail, News.PASSWORD_CHANGED)
    return answers.see("accounts.account", said="password-changed")


@blueprint.post("/account/password/removal")
@access.organiser_account
def remove_password() -> Answer:
    """Sign in by passkeys alone from now on."""
    me, site = here(), passkeys_here.site()
    try:
        if not me.is_fresh(clock.now()):
            raise AccountRefused({"removal": Why.PAGE_TOO_OLD})
        keeping.remove_password(me.account_id, site=site.host if site else "", now=clock.now())
    except AccountRefused as refused:
        return account_page(account_words.errors(refused))
    account_mail.tell(me.mail, News.PASSWORD_REMOVED)
    return answers.see("accounts.account", said="password-removed")


@blueprint.post("/account/name")
@access.organiser_account
def rename() -> Answer:
    form = forms.read(request.form)
    try:
        keeping.rename(here().account_id, name=form.name)
    except AccountRefused as refused:
        return account_page(account_words.errors(refused), form=form)
    return answers.see("accounts.account", said="renamed")


@blueprint.post("/account/sign-ins/<number:number>/end")
@access.organiser_account
def end(number: int) -> Answer:
    """End one sign-in; one's own is signing out."""
    me = here()
    if number == me.sign_in:
        return sign_out()
    signing.end(me.account_id, sign_in=number)
    return answers.see("accounts.account", said="ended")


@blueprint.post("/account/sign-ins/others/end")
@access.organiser_account
def end_others() -> Answer:
    me = here()
    signing.end_others(me.account_id, but=me.sign_in, browser=accounts_here.browser())
    return answers.see("accounts.account", said="others-ended")


def sign_up_is_open() -> bool:
    """Whether everybody may make an account here."""
    settings: Settings = current_app.extensions["settings"]
    return settings.sign_up


def here() -> SignedIn:
    """Who is signed in, behind a rule that lets nobody else pass."""
    me = accounts_here.signed_in()
    assert me is not None
    return me


def known_here(mail: str) -> str | None:
    """The token of this browser if it was signed in to the account with that address before, as stored."""
    browser = accounts_here.browser()
    return browser if known_browsers.is_known(mail, browser) else None


def label() -> str:
    """How the sign-in of this browser is called."""
    return browsers.label(request.user_agent.string)


def entered(fresh: str, way: str | None) -> Response:
    """On, with the token of a fresh sign-in."""
    accounts_here.welcome(fresh)
    return onwards(way)


def onwards(way: str | None) -> Response:
    """To where somebody wanted to go, else to the leagues."""
    return redirect(way or url_for("league_making.index", said="welcome"), 303)  # type: ignore[return-value]


def account_page(errors: Errors, **more: Any) -> Answer:
    """The page of one's own account."""
    me = here()
    return answers.page(
        "accounts/account.html",
        errors=errors,
        me=me,
        page=account_reading.account_page(me.account_id, sign_in=me.sign_in, now=clock.now()),
        asked=passkeys_here.to_make(me),
        is_fresh=me.is_fresh(clock.now()),
        passkeys_work=passkeys_here.site() is not None,
        zone=server_zone(),
        **more,
    )


def sign_in_page(form: AccountForm, errors: Errors, **more: Any) -> Answer:
    """The page for signing in."""
    return answers.page(
        "accounts/sign_in.html",
        errors=errors,
        form=form,
        asked=passkeys_here.to_use(),
        is_open=sign_up_is_open(),
        **more,
    )
