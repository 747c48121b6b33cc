"""Ways to an account without its password: signing up, one-time links, recovery."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, Final

from flask import Blueprint, abort, request

from scorekeeper.services.accounts import accounts as keeping
from scorekeeper.services.accounts import links, sessions
from scorekeeper.services.accounts.faults import AccountRefused, LinkInvalid
from scorekeeper.services.accounts.links import Purpose
from scorekeeper.web.accounts import accounts, current_account, forms, messages
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.forms import AccountForm
from scorekeeper.web.accounts.messages import News
from scorekeeper.web.http import clock, responses, throttling
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.refusals import NONE, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("account_links", __name__)
MOST_ACCOUNTS: Final = 10
ACCOUNTS_WITHIN: Final = timedelta(hours=1)


@blueprint.get("/account/sign-up")
@anyone
def sign_up() -> Answer:
    return _sign_up(AccountForm(), NONE, **messages.news())


@blueprint.post("/account/sign-up")
@anyone
def register() -> Answer:
    """Make an account, or send a link to it where mail can be sent: then nobody signs up for others."""
    if not accounts.sign_up_is_open():
        abort(403, "sign-up-closed")
    form = forms.read(request.form)
    try:
        return _invited(form) if account_mail.can_be_sent() else _registered(form)
    except AccountRefused as refused:
        return _sign_up(form, messages.errors(refused))


@blueprint.get("/account/links/<token:token>")
@anyone
def link(token: str) -> Answer:
    """A form, nothing more: messengers fetch links before people do."""
    return _link(token, AccountForm(), NONE)


@blueprint.post("/account/links/<token:token>")
@anyone
def use_link(token: str) -> Answer:
    form = forms.read(request.form)
    offer = links.find(token, now=clock.now())
    try:
        fresh = links.use(
            token,
            password=form.password,
            label=accounts.label(),
            now=clock.now(),
            mail=form.mail,
            name=form.name,
            instead_of=current_account.token(),
        )
    except AccountRefused as refused:
        return _link(token, form, messages.errors(refused))
    except LinkInvalid:
        return _used_up(409)
    if offer is not None and offer.person is not None and offer.purpose is Purpose.RESET:
        account_mail.tell(offer.person.mail, News.PASSWORD_CHANGED)
    return accounts.entered(fresh, None)


@blueprint.get("/account/recovery")
@anyone
def recovery() -> Answer:
    return _recovery(AccountForm(), NONE, **messages.news())


@blueprint.post("/account/recovery")
@anyone
def recover() -> Answer:
    """The same answer whoever has an account; where no mail can be sent, the page says what else helps."""
    if not account_mail.can_be_sent():
        return responses.see("account_links.recovery")
    mail = keeping.clean_mail(forms.read(request.form).mail)
    throttling.count_mail(mail)
    account_mail.send_recovery(mail)
    return responses.see("account_links.recovery", said="recovery-sent")


def count_sign_up() -> None:
    """One more account that somebody wants to make; TooManyAttempts."""
    throttling.count_network("sign-up", most=MOST_ACCOUNTS, within=ACCOUNTS_WITHIN)


def _registered(form: AccountForm) -> Answer:
    person = keeping.checked_with_password(form.mail, name=form.name, password=form.password)
    count_sign_up()
    account_id = keeping.sign_up(person, password=form.password, now=clock.now())
    fresh = sessions.begin_for(
        account_id, label=accounts.label(), now=clock.now(), instead_of=current_account.token()
    )
    return accounts.entered(fresh, form.way)


def _invited(form: AccountForm) -> Answer:
    person = keeping.checked(form.mail, name=form.name)
    throttling.count_mail(person.mail)
    account_mail.send_sign_up(person)
    return responses.see("account_links.sign_up", said="sign-up-sent")


def _sign_up(form: AccountForm, errors: Errors, **more: Any) -> Answer:
    return responses.page(
        "accounts/sign_up.html",
        errors=errors,
        form=form,
        is_open=accounts.sign_up_is_open(),
        by_mail=account_mail.can_be_sent(),
        **more,
    )


def _link(token: str, form: AccountForm, errors: Errors) -> Answer:
    offer = links.find(token, now=clock.now())
    if offer is None:
        return _used_up(404)
    return responses.page("accounts/link.html", errors=errors, form=form, offer=offer, token=token)


def _used_up(status: int) -> Answer:
    return responses.page("accounts/used_up.html", errors=NONE, status=status)


def _recovery(form: AccountForm, errors: Errors, **more: Any) -> Answer:
    return responses.page(
        "accounts/recovery.html", errors=errors, form=form, by_mail=account_mail.can_be_sent(), **more
    )
