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
    AccountFault.MAIL_SHAPE: "This is not a mail address.",
    AccountFault.MAIL_LETTERS: "Some characters of this mail address only stand for others. "
    "Type the plain ones.",
    AccountFault.MAIL_TAKEN: "There is an account with this mail address already.",
    AccountFault.NAME_SHAPE: "Give a name of 1 to 40 letters that everybody can see.",
    AccountFault.PASSWORD_SHORT: f"Use at least {passwords.FEWEST} characters.",
    AccountFault.PASSWORD_LONG: f"Use at most {passwords.MOST} characters.",
    AccountFault.PASSWORD_EASY: "This password is easy to guess. Choose another.",
    AccountFault.PASSWORD_NAMES: "This password is made of names that are easy to guess. Choose another.",
    AccountFault.PASSWORD_WRONG: "This is not your password.",
    AccountFault.NOT_TOGETHER: "This mail address and this password do not belong together.",
    AccountFault.PASSKEY_UNUSABLE: "This passkey could not be used. Nothing was changed.",
    AccountFault.PASSKEY_UNKNOWN: "This passkey belongs to no account here. "
    "Sign in with the password instead.",
    AccountFault.PASSKEY_NEEDED: "Make a passkey first.",
    AccountFault.PASSKEY_LAST: "This passkey is your only way in. "
    "Set a password first, or make another passkey.",
    AccountFault.LEAGUE_ALONE: "Nobody else runs some of your leagues. Nothing was changed.",
    AccountFault.PAGE_TOO_OLD: "This page was open for too long. Try once more.",
}

MESSAGES: Final = Messages(
    news={
        "welcome": "You are signed in.",
        "signed-out": "You are signed out on this browser.",
        "closed": "Your account is closed.",
        "password-changed": "The password is changed. Everywhere else you must sign in again.",
        "password-removed": "The password is removed. Sign in with your passkey from now on.",
        "ended": "That browser is signed out.",
        "others-ended": "All other browsers are signed out.",
        "passkey-added": "This device has a passkey now.",
        "passkey-removed": "The passkey is removed. Delete it on the device, too.",
        "recovery-sent": "If there is an account with that mail address, a link is on its way to it. "
        "It works once, for an hour.",
        "sign-up-sent": "A link is on its way to that mail address. It works once, for a day.",
    },
    errors={
        "account-needed": ErrorText(
            "Sign in first",
            "You aren’t signed in on this browser any more. Nothing was changed. Sign in, then try again.",
            offer="accounts/_sign_in_first.html",
        ),
        "sign-up-closed": ErrorText(
            "No new accounts here", "Ask whoever runs this Scorekeeper for an account. Nothing was changed."
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
