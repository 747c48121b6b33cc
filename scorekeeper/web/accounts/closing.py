"""Leaving: an organiser downloads the data of the own account, and closes it."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.services.accounts.faults import AccountFault, AccountRefused
from scorekeeper.services.accounts.queries import account_file
from scorekeeper.services.leagues import organisers
from scorekeeper.web.accounts import current_account, forms
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.http import clock, responses
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("account_closing", __name__)


@blueprint.get("/account/closing")
@sign_in_required
def confirm() -> Answer:
    return _page(NO_ERRORS)


@blueprint.post("/account/closing")
@sign_in_required
def close() -> Answer:
    """Close the account of a fresh sign-in, unless it is the only organiser of a league."""
    me = current_account.required()
    if not me.is_fresh(clock.now()):
        raise AccountRefused({"": AccountFault.PAGE_TOO_OLD})
    if organisers.close_account(me.mail, now=clock.now()).alone_in:
        raise AccountRefused({"": AccountFault.LEAGUE_ALONE})
    current_account.forget()
    return responses.see("accounts.sign_in", said="closed")


@blueprint.errorhandler(AccountRefused)
def refused(error: AccountRefused) -> Answer:
    """Ask again, with the reason why the account was not closed."""
    return _page(forms.errors(error))


@blueprint.get("/account/account.json")
@sign_in_required
def everything() -> Response:
    """Everything that is stored about the account, as one JSON file."""
    text = account_file(current_account.required().account_id)
    return responses.download([text], mimetype="application/json", name="scorekeeper-account.json")


def _page(errors: Errors) -> Answer:
    me = current_account.required()
    return responses.page(
        "accounts/closing.html",
        errors=errors,
        me=me,
        is_fresh=me.is_fresh(clock.now()),
        alone=organisers.leagues_run_alone(me.account_id),
    )
