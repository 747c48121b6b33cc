"""Getting into an account without its password: signing up, one-time links, recovery."""

from datetime import timedelta
from typing import Final

from flask import Blueprint, abort

from scorekeeper import config
from scorekeeper.services.accounts import links, registration, sessions
from scorekeeper.services.accounts.faults import AccountRefused, LinkInvalid
from scorekeeper.services.accounts.links import Purpose
from scorekeeper.web.accounts import accounts, current_account, forms, throttling
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.forms import AccountForm
from scorekeeper.web.accounts.mail import News
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.access import anyone, count_network
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("account_links", __name__)
MOST_ACCOUNTS: Final = 10
ACCOUNTS_WITHIN: Final = timedelta(hours=1)


@blueprint.get("/account/sign-up")
@anyone
def sign_up() -> Answer:
    return _sign_up(AccountForm())


@blueprint.post("/account/sign-up")
@anyone
def register() -> Answer:
    """Make an account; where mail can be sent, send a link to it, so that nobody signs up for others."""
    if not config.current().sign_up:
        abort(403, "sign-up-closed")
    form = forms.read()
    try:
        return _invited(form) if account_mail.can_be_sent() else _registered(form)
    except AccountRefused as refused:
        return _sign_up(form, forms.errors(refused))


@blueprint.get("/account/links/<token:token>")
@anyone
def link(token: str) -> Answer:
    """Show a form and use nothing up, since messengers fetch links before people do."""
    return _link(token, AccountForm())


@blueprint.post("/account/links/<token:token>")
@anyone
def use_link(token: str) -> Answer:
    form = forms.read()
    offer = links.find(token, now=clock.now())
    try:
        fresh = links.use(
            token,
            password=form.password,
            label=current_account.browser_label(),
            now=clock.now(),
            mail=form.mail,
            name=form.name,
            instead_of=current_account.token(),
        )
    except AccountRefused as refused:
        return _link(token, form, forms.errors(refused))
    except LinkInvalid:
        return _used_up(409)
    if offer is not None and offer.person is not None and offer.purpose is Purpose.RESET:
        account_mail.send_news(offer.person.mail, News.PASSWORD_CHANGED)
    return accounts.go_on(fresh, to=None)


@blueprint.get("/account/recovery")
@anyone
def recovery() -> Answer:
    by_mail = account_mail.can_be_sent()
    return responses.page("accounts/recovery.html", errors=NO_ERRORS, by_mail=by_mail, **responses.news())


@blueprint.post("/account/recovery")
@anyone
def recover() -> Answer:
    """Send a link to a new password. The answer does not show whether the address has an account."""
    if not account_mail.can_be_sent():
        return responses.see("account_links.recovery")
    mail = registration.clean_mail(forms.read().mail)
    throttling.count_mail(mail)
    account_mail.send_recovery(mail)
    return responses.see("account_links.recovery", said="recovery-sent")


def count_sign_up() -> None:
    """Count an attempt of this network to make an account; TooManyAttempts."""
    count_network("sign-up", most=MOST_ACCOUNTS, within=ACCOUNTS_WITHIN)


def _registered(form: AccountForm) -> Answer:
    person = registration.checked(form.mail, name=form.name, password=form.password)
    count_sign_up()
    account_id = registration.sign_up(person, password=form.password, now=clock.now())
    fresh = sessions.begin(
        account_id, label=current_account.browser_label(), now=clock.now(), instead_of=current_account.token()
    )
    return accounts.go_on(fresh, to=form.next)


def _invited(form: AccountForm) -> Answer:
    person = registration.checked(form.mail, name=form.name)
    throttling.count_mail(person.mail)
    account_mail.send_sign_up(person)
    return responses.see("account_links.sign_up", said="sign-up-sent")


def _sign_up(form: AccountForm, errors: Errors = NO_ERRORS) -> Answer:
    return responses.page(
        "accounts/sign_up.html",
        errors=errors,
        form=form,
        is_open=config.current().sign_up,
        by_mail=account_mail.can_be_sent(),
        **responses.news(),
    )


def _link(token: str, form: AccountForm, errors: Errors = NO_ERRORS) -> Answer:
    offer = links.find(token, now=clock.now())
    if offer is None:
        return _used_up(404)
    return responses.page("accounts/link.html", errors=errors, form=form, offer=offer, token=token)


def _used_up(status: int) -> Answer:
    return responses.page("accounts/used_up.html", errors=NO_ERRORS, status=status)
