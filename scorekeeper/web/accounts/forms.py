"""The forms about accounts as they are sent, and the sentences that answer them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from flask import request

from scorekeeper.services.accounts import passwords
from scorekeeper.services.accounts.faults import AccountFault, AccountRefused
from scorekeeper.web.http import addresses
from scorekeeper.web.http.form_errors import Errors, FormError
from scorekeeper.web.http.messages import ErrorText, Messages

_LONGEST_READ: Final = 400
# Longer than any password that is accepted, so that a password that is cut off is refused.
_LONGEST_PASSWORD_READ: Final = 1000
FAULTS: Final[dict[AccountFault, str]] = {
    AccountFault.MAIL_SHAPE: "Enter an email address, like ana@example.org.",
    AccountFault.MAIL_LETTERS: "Type this email again with plain letters. "
    "Some of these only stand for others.",
    AccountFault.MAIL_TAKEN: "Use another email, or sign in. This one already has an account.",
    AccountFault.NAME_SHAPE: "Enter a name of 1 to 40 letters that everyone can see.",
    AccountFault.PASSWORD_SHORT: f"Use at least {passwords.FEWEST} characters.",
    AccountFault.PASSWORD_LONG: f"Use at most {passwords.MOST} characters.",
    AccountFault.PASSWORD_EASY: "Choose another password. This one is easy to guess.",
    AccountFault.PASSWORD_NAMES: "Choose another password. These names are easy to guess.",
    AccountFault.PASSWORD_WRONG: "Try again. That isn’t your current password.",
    AccountFault.NOT_TOGETHER: "Email or password is wrong.",
    AccountFault.PASSKEY_UNUSABLE: "Try again. This passkey didn’t work. Nothing was changed.",
    AccountFault.PASSKEY_UNKNOWN: "Sign in with your password instead. No account here has this passkey.",
    AccountFault.PASSKEY_NEEDED: "Add a passkey first.",
    AccountFault.PASSKEY_LAST: "Set a password or add another passkey first. "
    "This passkey is your only way in.",
    AccountFault.LEAGUE_ALONE: "Hand over your leagues first. Nobody else runs some of them. "
    "Nothing was changed.",
    AccountFault.PAGE_TOO_OLD: "Try again. This page was open for too long.",
}

MESSAGES: Final = Messages(
    news={
        "welcome": "You’re signed in.",
        "signed-out": "You’re signed out on this browser.",
        "closed": "Your account is closed.",
        "password-changed": "Password changed. Sign in again everywhere else.",
        "password-removed": "Password removed. Sign in with your passkey from now on.",
        "ended": "That browser is signed out.",
        "others-ended": "All other browsers are signed out.",
        "passkey-added": "This device has a passkey now.",
        "passkey-removed": "Passkey removed. Delete it on the device too.",
        "recovery-sent": "Check your email. If it has an account here, we’ve sent a link. "
        "It works once, within an hour.",
        "sign-up-sent": "Check your email. We’ve sent a link. It works once, within a day.",
    },
    errors={
        "account-needed": ErrorText(
            "Sign in first",
            "Sign in, then try again. You’re no longer signed in on this browser. Nothing was changed.",
            offer="accounts/_sign_in_first.html",
        ),
        "sign-up-closed": ErrorText(
            "No new accounts here",
            "Ask the person who runs this server for an account. Nothing was changed.",
        ),
    },
)


@dataclass(frozen=True, slots=True)
class AccountForm:
    """The fields of every form about an account. `next` is the path to go to afterwards.

    Passwords are never shown again.
    """

    mail: str = ""
    name: str = ""
    password: str = field(default="", repr=False)
    current: str = field(default="", repr=False)
    next: str | None = None


def read() -> AccountForm:
    """Read the fields of this request's form, each cut to a length that nobody needs."""
    form = request.form
    return AccountForm(
        mail=form.get("mail", "")[:_LONGEST_READ].strip(),
        name=form.get("name", "")[:_LONGEST_READ].strip(),
        password=form.get("password", "")[:_LONGEST_PASSWORD_READ],
        current=form.get("current", "")[:_LONGEST_PASSWORD_READ],
        next=addresses.own_path(form.get("next", "")),
    )


def errors(refused: AccountRefused) -> Errors:
    """The sentences for what was refused, by field."""
    return {name: (FormError(FAULTS[fault]),) for name, fault in refused.faults.items()}
