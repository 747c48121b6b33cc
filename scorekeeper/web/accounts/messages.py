"""The sentences about accounts: why something is refused, and what was done."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from flask import request

from scorekeeper.services.accounts import passwords
from scorekeeper.services.accounts.faults import AccountRefused, Why
from scorekeeper.web.http.refusals import Errors, Refusal

REASONS: Final[dict[Why, str]] = {
    Why.MAIL_SHAPE: "This is not a mail address.",
    Why.MAIL_LETTERS: "Some characters of this mail address only stand for others. Type the plain ones.",
    Why.MAIL_TAKEN: "There is an account with this mail address already.",
    Why.NAME_SHAPE: "Give a name of 1 to 40 letters that everybody can see.",
    Why.PASSWORD_SHORT: f"Use at least {passwords.FEWEST} characters.",
    Why.PASSWORD_LONG: f"Use at most {passwords.MOST} characters.",
    Why.PASSWORD_EASY: "This password is easy to guess. Choose another.",
    Why.PASSWORD_NAMES: "This password is made of names that are easy to guess. Choose another.",
    Why.PASSWORD_WRONG: "This is not your password.",
    Why.NOT_TOGETHER: "This mail address and this password do not belong together.",
    Why.PASSKEY_UNUSABLE: "This passkey could not be used. Nothing was changed.",
    Why.PASSKEY_UNKNOWN: "This passkey belongs to no account here. Sign in with the password instead.",
    Why.PASSKEY_NEEDED: "Make a passkey first.",
    Why.PASSKEY_LAST: "This passkey is your only way in. Set a password first, or make another passkey.",
    Why.LEAGUE_ALONE: "Nobody else runs some of your leagues. Nothing was changed.",
    Why.PAGE_TOO_OLD: "This page was open for too long. Try once more.",
}

SAID: Final[dict[str, str]] = {
    "signed-out": "You are signed out on this browser.",
    "closed": "Your account is closed.",
    "password-changed": "The password is changed. Everywhere else you must sign in again.",
    "password-removed": "The password is removed. Sign in with your passkey from now on.",
    "renamed": "The name is changed.",
    "ended": "That browser is signed out.",
    "others-ended": "All other browsers are signed out.",
    "passkey-added": "This device has a passkey now.",
    "passkey-removed": "The passkey is removed. Delete it on the device, too.",
    "recovery-sent": "If there is an account with that mail address, a link is on its way to it. "
    "It works once, for an hour.",
    "sign-up-sent": "A link is on its way to that mail address. It works once, for a day.",
}


class News(StrEnum):
    """What a letter tells of an account."""

    PASSWORD_CHANGED = "password-changed"
    PASSWORD_REMOVED = "password-removed"
    PASSKEY_ADDED = "passkey-added"
    PASSKEY_REMOVED = "passkey-removed"
    NEW_BROWSER = "new-browser"


# The subject of each, and its first sentence.
LETTERS: Final[dict[News, tuple[str, str]]] = {
    News.PASSWORD_CHANGED: (
        "Your Scorekeeper password was changed",
        "The password of your account at Scorekeeper was changed.",
    ),
    News.PASSWORD_REMOVED: (
        "Your Scorekeeper password was removed",
        "The password of your account at Scorekeeper was removed: passkeys alone open it now.",
    ),
    News.PASSKEY_ADDED: (
        "Your Scorekeeper account has a new passkey",
        "A passkey was added to your account at Scorekeeper.",
    ),
    News.PASSKEY_REMOVED: (
        "A passkey of your Scorekeeper account was removed",
        "A passkey of your account at Scorekeeper was removed.",
    ),
    News.NEW_BROWSER: (
        "A new browser is signed in to your Scorekeeper account",
        "A browser that is new to your account at Scorekeeper was signed in.",
    ),
}


def errors(refused: AccountRefused) -> Errors:
    """What is refused, in words, by field."""
    return {field: (Refusal(REASONS[why]),) for field, why in refused.reasons.items()}


def news() -> dict[str, Any]:
    """The sentence that `?said=` asks for; an unknown code says nothing."""
    return {"said": SAID.get(request.args.get("said", ""))}
