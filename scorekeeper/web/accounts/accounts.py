"""An organiser's own account: signing in and out, password and passkeys, the list of sign-ins, leaving."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import config
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import passkeys, passwords, queries, registration, sessions
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.services.common import limits
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.leagues.organisers import close_account, leagues_run_alone
from scorekeeper.web.accounts import current_account, forms
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.accounts.mail import AccountNews
from scorekeeper.web.http import addresses, clock, device, responses
from scorekeeper.web.http.access import anyone, client_address, failures_of_network
from scorekeeper.web.http.addresses import host_name, ip_of
from scorekeeper.web.http.forms import Form

blueprint = Blueprint("accounts", __name__)
blueprint.record(
    lambda made: made.app.jinja_env.globals.update(
        fewest_characters=passwords.FEWEST, page_before=addresses.page_before
    )
)
passkey_pages = Blueprint("passkeys", __name__)
# Browsers treat this host as safe, with TLS and without.
_THIS_MACHINE: Final = "localhost"
# How often a password may be tried, by network and by account.
SIGN_IN_WITHIN: Final = timedelta(minutes=15)
SIGN_INS_OF_NETWORK: Final = 30
SIGN_INS_OF_ACCOUNT: Final = 10
_log: Final = logging.getLogger("scorekeeper.sign-in")


@blueprint.get("/account")
@sign_in_required
def account(**refused: Form) -> ResponseReturnValue:
    """The page of the account signed in on this browser, with the form that was refused."""
    me, site = current_account.required(), _passkey_site()
    shown: dict[str, Any] = {
        "name_form": forms.AccountNameForm(None, obj=me),
        "passkey_form": forms.PasskeyForm(None),
        "password_form": forms.PasswordForm(None),
    }
    return responses.page(
        "accounts/account.html",
        me=me,
        page=queries.account_page(me.account_id, sign_in=me.sign_in, now=clock.now()),
        passkey=site
        and passkeys.registration_options(me, site=site, device=device.ensured(), now=clock.now()),
        passkeys_work=site is not None,
        zone=clock.server_zone(),
        **responses.news(),
        **(shown | refused),
    )


@blueprint.route("/account/sign-in", methods=["GET", "POST"])
@anyone
def sign_in() -> ResponseReturnValue:
    """Sign in by a password. A refusal does not say whether the address or the password was wrong.

    A signed-in browser goes on at once, unless `?again` asks for a fresh sign-in.
    """
    if request.method != "POST":
        me = current_account.signed_in()
        form = forms.SignInForm(mail=me.mail if me else "", next=request.args.get("next"))
        return _redirect(form.next.data) if me and "again" not in request.args else sign_in_page(form)
    form = forms.SignInForm()
    mail = registration.clean_mail(form.mail.data)
    known = current_account.known_browser(mail)
    with form.catching_faults():
        with _logged_failures(), _counted_tries(mail, known=known):
            fresh = sessions.sign_in(mail, form.password.data, browser=current_account.signing_in())
        if known is None:
            account_mail.send_news(mail, AccountNews.NEW_BROWSER)
        return go_on(fresh, to=form.next.data)
    return sign_in_page(form)


@blueprint.post("/account/sign-out")
@anyone
def sign_out() -> ResponseReturnValue:
    """End this browser's sign-in, if there is one."""
    shown = current_account.token()
    if shown:
        sessions.sign_out(shown)
    current_account.forget()
    return responses.see("accounts.sign_in", news="signed-out")


@blueprint.post("/account/password")
@sign_in_required
def change_password() -> ResponseReturnValue:
    me = current_account.required()
    form = forms.PasswordForm()
    with form.catching_faults():
        with _counted_tries(me.mail, known=f"sign-in {me.sign_in}"):
            fresh = registration.change_password(
                me.account_id,
                current=form.current.data,
                new=form.password.data,
                browser=current_account.signing_in(),
            )
        current_account.welcome(fresh)
        account_mail.send_news(me.mail, AccountNews.PASSWORD_CHANGED)
        return responses.see("accounts.account", news="password-changed")
    return account(password_form=form)


@blueprint.post("/account/name")
@sign_in_required
def rename() -> ResponseReturnValue:
    form = forms.AccountNameForm()
    with form.catching_faults():
        registration.rename(current_account.required().account_id, name=form.name.data)
        return responses.see("accounts.account", news="renamed")
    return account(name_form=form)


@blueprint.post("/account/sign-ins/<number:number>/end")
@sign_in_required
def end(number: int) -> ResponseReturnValue:
    """End one sign-in; ending the sign-in of this browser is signing out."""
    me = current_account.required()
    if number == me.sign_in:
        return sign_out()
    sessions.end(me.account_id, sign_in=number)
    return responses.see("accounts.account", news="ended")


@blueprint.post("/account/sign-ins/others/end")
@sign_in_required
def end_others() -> ResponseReturnValue:
    me = current_account.required()
    sessions.end_others(me.account_id, but=me.sign_in, browser=current_account.browser())
    return responses.see("accounts.account", news="others-ended")


@blueprint.get("/account/account.json")
@sign_in_required
def everything() -> Response:
    """Everything that is stored about the account, as one JSON file."""
    text = queries.account_file(current_account.required().account_id)
    return responses.download([text], mimetype="application/json", name="scorekeeper-account.json")


@blueprint.route("/account/closing", methods=["GET", "POST"])
@sign_in_required
def closing() -> ResponseReturnValue:
    """Close the account of a fresh sign-in, unless it is the only organiser of a league."""
    me, form = current_account.required(), Form()
    is_fresh = me.is_fresh(clock.now())
    if form.validate_on_submit():
        with form.catching_faults():
            if not is_fresh:
                raise RuleViolation(Fault(FaultCode.PAGE_TOO_OLD))
            if close_account(me.mail, now=clock.now()):
                raise RuleViolation(Fault(FaultCode.LEAGUE_ALONE))
            current_account.forget()
            return responses.see("accounts.sign_in", news="closed")
    alone = leagues_run_alone(me.account_id)
    return responses.page("accounts/closing.html", form=form, me=me, is_fresh=is_fresh, alone=alone)


def go_on(fresh: str, *, to: str | None = None) -> Response:
    """Send the token of a fresh sign-in, and redirect to the path `to`, by default the leagues."""
    current_account.welcome(fresh)
    return _redirect(to)


def sign_in_page(
    form: forms.SignInForm, passkey_form: forms.PasskeyForm | None = None
) -> ResponseReturnValue:
    """The page for signing in."""
    site = _passkey_site()
    return responses.page(
        "accounts/sign_in.html",
        form=form,
        passkey_form=passkey_form or forms.PasskeyForm(None, next=form.next.data),
        passkey=site and passkeys.authentication_options(site=site, device=device.ensured(), now=clock.now()),
        is_open=config.current().sign_up,
        **responses.news(),
    )


def _redirect(to: str | None) -> Response:
    return redirect(to or url_for("leagues.index", said="welcome"), 303)  # type: ignore[return-value]


@passkey_pages.post("/account/passkeys", endpoint="make")
@sign_in_required
def make_passkey() -> ResponseReturnValue:
    me, form = current_account.required(), forms.PasskeyForm()
    with form.catching_faults():
        passkeys.make(
            me,
            form.challenge.data or "",
            form.credential.data or "",
            site=responses.or_404(_passkey_site()),
            device=device.ensured(),
            label=current_account.browser_label(),
            now=clock.now(),
        )
        account_mail.send_news(me.mail, AccountNews.PASSKEY_ADDED)
        return responses.see("accounts.account", news="passkey-added")
    return account(passkey_form=form)


@passkey_pages.post("/account/passkeys/<number:number>/removal", endpoint="remove")
@sign_in_required
def remove_passkey(number: int) -> ResponseReturnValue:
    me, form = current_account.required(), forms.PasskeyForm()
    with form.catching_faults():
        if passkeys.remove(me.account_id, passkey=number):
            account_mail.send_news(me.mail, AccountNews.PASSKEY_REMOVED)
        return responses.see("accounts.account", news="passkey-removed")
    return account(passkey_form=form)


@passkey_pages.post("/account/sign-in/passkey", endpoint="use")
@anyone
def use_passkey() -> ResponseReturnValue:
    """Sign in by a passkey. Nobody can guess one, so failures are not counted and never lock an account."""
    form = forms.PasskeyForm()
    with form.catching_faults():
        with _logged_failures():
            fresh = passkeys.sign_in(
                form.challenge.data or "",
                form.credential.data or "",
                site=responses.or_404(_passkey_site()),
                device=device.ensured(),
                browser=current_account.signing_in(),
            )
        me = sessions.who(fresh, now=clock.now())
        if me is not None and current_account.known_browser(me.mail) is None:
            account_mail.send_news(me.mail, AccountNews.NEW_BROWSER)
        return go_on(fresh, to=form.next.data)
    return sign_in_page(forms.SignInForm(None, next=form.next.data), form)


def _passkey_site() -> Site | None:
    """The site that passkeys are bound to at the address of this request; None where they cannot work.

    They can by a host name of our own, over TLS.
    """
    base = urlsplit(addresses.outside("") or "")
    host = base.hostname or ""
    if not (base.scheme == "https" and _is_domain(host)) and host != _THIS_MACHINE:
        return None
    port = "" if base.port in (None, {"http": 80, "https": 443}[base.scheme]) else f":{base.port}"
    return Site(host, f"{base.scheme}://{host}{port}") if host == host_name() else None


def _is_domain(host: str) -> bool:
    return ip_of(host) is None and host.isascii() and "." in host.strip(".")


@contextmanager
def _counted_tries(mail: str, *, known: str | None) -> Iterator[None]:
    """Let somebody try a password of an account, or of none; only wrong ones are counted. TooManyAttempts.

    `mail` as it is stored. `known` is a browser that the account knows. It has a counter of its own, so
    nobody else's wrong passwords keep it out: not those for this account, and not those of its network.
    """
    key = f"password:{keyed_text('tries', mail, *([known] if known else []))}"
    of_network = failures_of_network("sign-in", most=SIGN_INS_OF_NETWORK, within=SIGN_IN_WITHIN)
    with (
        nullcontext() if known else of_network,
        limits.failures(
            key, now=clock.now(), most=SIGN_INS_OF_ACCOUNT, within=SIGN_IN_WITHIN, counts=_is_wrong
        ),
    ):
        yield


@contextmanager
def _logged_failures() -> Iterator[None]:
    """Log a line when a sign-in fails, for programs such as fail2ban.

    Once there were too many, a password is not even checked and may be right: that has another line.
    """
    try:
        yield
    except (RuleViolation, TooManyAttempts) as error:
        what = "failed" if isinstance(error, RuleViolation) else "refused after too many tries,"
        _log.warning("sign-in %s from %s", what, client_address())
        raise


def _is_wrong(error: Exception) -> bool:
    """Whether a wrong password was the fault, rather than the shape of a field."""
    wrong = {FaultCode.PASSWORD_WRONG, FaultCode.NOT_TOGETHER}
    return not isinstance(error, RuleViolation) or any(fault.code in wrong for fault in error.faults)
