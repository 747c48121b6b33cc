"""An organiser's own account: signing in and out, the password, the list of sign-ins, and leaving."""

from typing import Any

from flask import Blueprint, Response, redirect, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper import config
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import passwords, queries, registration, sessions
from scorekeeper.services.leagues.organisers import close_account, leagues_run_alone
from scorekeeper.web.accounts import current_account, forms, passkey_options, throttling
from scorekeeper.web.accounts import mail as account_mail
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.accounts.mail import AccountNews
from scorekeeper.web.http import addresses, clock, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.forms import Form

blueprint = Blueprint("accounts", __name__)
blueprint.record(
    lambda made: made.app.jinja_env.globals.update(
        fewest_characters=passwords.FEWEST, page_before=addresses.page_before
    )
)


@blueprint.get("/account")
@sign_in_required
def account(**refused: Form) -> ResponseReturnValue:
    """The page of the account signed in on this browser, with the form that was refused."""
    me = current_account.required()
    shown: dict[str, Any] = {
        "name_form": forms.AccountNameForm(None, obj=me),
        "passkey_form": forms.PasskeyForm(None),
        "password_form": forms.PasswordForm(None),
    }
    return responses.page(
        "accounts/account.html",
        me=me,
        page=queries.account_page(me.account_id, sign_in=me.sign_in, now=clock.now()),
        passkey=passkey_options.registration(me),
        is_fresh=me.is_fresh(clock.now()),
        passkeys_work=passkey_options.site() is not None,
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
    if request.method == "GET":
        me = current_account.signed_in()
        form = forms.SignInForm(mail=me.mail if me else "", next=request.args.get("next"))
        return _redirect(form.next.data) if me and "again" not in request.args else sign_in_page(form)
    form = forms.SignInForm()
    mail = registration.clean_mail(form.mail.data)
    known = current_account.known_browser(mail)
    with form.catching_faults():
        with throttling.logged(), throttling.passwords(mail, known=known):
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
        with throttling.passwords(me.mail, known=f"sign-in {me.sign_in}"):
            fresh = registration.change_password(
                me.account_id,
                current=form.current.data,
                new=form.password.data,
                browser=current_account.signing_in(),
                is_fresh=me.is_fresh(clock.now()),
            )
        current_account.welcome(fresh)
        account_mail.send_news(me.mail, AccountNews.PASSWORD_CHANGED)
        return responses.see("accounts.account", news="password-changed")
    return account(password_form=form)


@blueprint.post("/account/password/removal")
@sign_in_required
def remove_password() -> ResponseReturnValue:
    """Remove the password: from now on only passkeys sign in."""
    me, site = current_account.required(), passkey_options.site()
    form = forms.PasswordForm()
    with form.catching_faults():
        if not me.is_fresh(clock.now()):
            raise RuleViolation(Fault(FaultCode.PAGE_TOO_OLD, "/removal"))
        registration.remove_password(me.account_id, site=site.host if site else "")
        account_mail.send_news(me.mail, AccountNews.PASSWORD_REMOVED)
        return responses.see("accounts.account", news="password-removed")
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
            if close_account(me.mail, now=clock.now()).alone_in:
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
    return responses.page(
        "accounts/sign_in.html",
        form=form,
        passkey_form=passkey_form or forms.PasskeyForm(None, next=form.next.data),
        passkey=passkey_options.authentication(),
        is_open=config.current().sign_up,
        **responses.news(),
    )


def _redirect(to: str | None) -> Response:
    return redirect(to or url_for("leagues.index", said="welcome"), 303)  # type: ignore[return-value]
