"""The sentences about accounts: why something is refused, and what was done."""

from __future__ import annotations

from typing import Any, Final

from flask import request

from scorekeeper.services.accounts import passwords
from scorekeeper.services.accounts.refusals import AccountRefused, Why
from scorekeeper.web.refusals import Errors, Refusal

REASONS: Final[dict[Why, str]] = {
    Why.MAIL_SHAPE: "This is not a mail address.",
    Why.MAIL_LETTERS: "Some characters of this mail address only stand for others. Type the plain ones.",
    Why.MAIL_TAKEN: "There is an account with this mail address already.",
    Why.NAME_SHAPE: "Give a name of at most 40 letters.",
    Why.PASSWORD_SHORT: f"A password has at least {passwords.FEWEST} characters.",
    Why.PASSWORD_LONG: f"A password has at most {passwords.MOST} characters.",
    Why.PASSWORD_EASY: "This password is one of the first that anybody would try.",
    Why.PASSWORD_WRONG: "This is not your password.",
    Why.NOT_TOGETHER: "This mail address and this password do not belong together.",
    Why.PASSKEY_UNUSABLE: "This passkey could not be used. Nothing was changed.",
    Why.PASSKEY_UNKNOWN: "This passkey belongs to no account here. Sign in with the password instead.",
    Why.PAGE_TOO_OLD: "This page was open for too long. Try once more.",
}

SAID: Final[dict[str, str]] = {
    "signed-out": "You are signed out on this browser.",
    "password-changed": "The password is changed. Everywhere else you must sign in again.",
    "renamed": "The name is changed.",
    "ended": "That browser is signed out.",
    "others-ended": "All other browsers are signed out.",
    "passkey-added": "This device has a passkey now.",
    "passkey-removed": "The passkey is removed. Delete it on the device, too.",
    "recovery-sent": "If there is an account with that mail address, a link is on its way to it. "
    "It works once, for an hour.",
    "sign-up-sent": "A link is on its way to that mail address. It works once, for a day.",
}


def errors(refused: AccountRefused) -> Errors:
    """What is refused, in words, by field."""
    return {field: (Refusal(REASONS[why]),) for field, why in refused.reasons.items()}


def news() -> dict[str, Any]:
    """The sentence that `?said=` asks for; an unknown code says nothing."""
    return {"said": SAID.get(request.args.get("said", ""))}
