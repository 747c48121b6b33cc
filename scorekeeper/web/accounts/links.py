"""Getting into an account without its password: signing up, one-time links, recovery."""

from datetime import timedelta
from typing import Final

from flask import Blueprint, abort
from flask.typing import ResponseReturnValue

from scorekeeper import config
from scorekeeper.services.accounts import registration, sessions
from scorekeeper.services.accounts.registration import LinkInvalid, Purpose
from scorekeeper.web.accounts import accounts, current_account
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.forms import RecoveryForm, SignUpForm
from scorekeeper.web.accounts.mail import AccountNews
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.access import anyone, count_network

blueprint = Blueprint("account_links", __name__)
MOST_ACCOUNTS: Final = 10
ACCOUNTS_WITHIN: Final = timedelta(hours=1)


@blueprint.route("/account/sign-up", methods=["GET", "POST"])
@anyone
def sign_up() -> ResponseReturnValue:
    """Make an account; where mail can be sent, send a link to it, so that nobody signs up for others."""
    form, is_open, by_mail = SignUpForm(), config.current().sign_up, account_mail.can_be_sent()
    if form.validate_on_submit():
        if not is_open:
            abort(403, "sign-up-closed")
        with form.catching_faults():
            return _invited(form) if by_mail else _registered(form)
    return responses.page(
        "accounts/sign_up.html", form=form, is_open=is_open, by_mail=by_mail, **responses.news()
    )


@blueprint.route("/account/links/<token:token>", methods=["GET", "POST"])
@anyone
def link(token: str) -> ResponseReturnValue:
    """Use a link by its form, which alone uses nothing up: messengers fetch links before people do."""
    form, offer = SignUpForm(), registration.find_link(token, now=clock.now())
    if form.validate_on_submit():
        with form.catching_faults():
            try:
                fresh = registration.use_link(
                    token,
                    password=form.password.data,
                    browser=current_account.signing_in(),
                    mail=form.mail.data,
                    name=form.name.data,
                )
            except LinkInvalid:
                return _used_up(409)
            if offer is not None and offer.person is not None and offer.purpose is Purpose.RESET:
                account_mail.send_news(offer.person.mail, AccountNews.PASSWORD_CHANGED)
            return accounts.go_on(fresh)
    if offer is None:
        return _used_up(404)
    return responses.page("accounts/link.html", form=form, offer=offer, token=token)


@blueprint.route("/account/recovery", methods=["GET", "POST"])
@anyone
def recovery() -> ResponseReturnValue:
    """Send a link to a new password. The answer does not show whether the address has an account."""
    form, by_mail = RecoveryForm(), account_mail.can_be_sent()
    if form.validate_on_submit():
        if by_mail:
            mail = registration.clean_mail(form.mail.data)
            account_mail.count_mail(mail)
            account_mail.send_recovery(mail)
        return responses.see("account_links.recovery", news="recovery-sent" if by_mail else None)
    return responses.page("accounts/recovery.html", form=form, by_mail=by_mail, **responses.news())


def count_sign_up() -> None:
    """Count an attempt of this network to make an account; TooManyAttempts."""
    count_network("sign-up", most=MOST_ACCOUNTS, within=ACCOUNTS_WITHIN)


def _registered(form: SignUpForm) -> ResponseReturnValue:
    password = form.password.data
    person = registration.checked(form.mail.data, name=form.name.data, password=password)
    count_sign_up()
    account_id = registration.sign_up(person, password=password, now=clock.now())
    return accounts.go_on(sessions.begin(account_id, browser=current_account.signing_in()))


def _invited(form: SignUpForm) -> ResponseReturnValue:
    person = registration.checked(form.mail.data, name=form.name.data)
    account_mail.count_mail(person.mail)
    account_mail.send_sign_up(person)
    return responses.see("account_links.sign_up", news="sign-up-sent")


def _used_up(status: int) -> ResponseReturnValue:
    return responses.page("accounts/used_up.html", status=status)
