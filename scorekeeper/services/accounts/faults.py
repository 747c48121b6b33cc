"""What is refused of accounts; the web has a sentence for each."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum


class Why(StrEnum):
    """Why a field of a form about an account is refused."""

    MAIL_SHAPE = "mail-shape"
    MAIL_LETTERS = "mail-letters"
    MAIL_TAKEN = "mail-taken"
    NAME_SHAPE = "name-shape"
    PASSWORD_SHORT = "password-short"
    PASSWORD_LONG = "password-long"
    PASSWORD_EASY = "password-easy"
    PASSWORD_NAMES = "password-names"
    PASSWORD_WRONG = "password-wrong"
    NOT_TOGETHER = "not-together"
    PASSKEY_UNUSABLE = "passkey-unusable"
    PASSKEY_UNKNOWN = "passkey-unknown"
    PASSKEY_NEEDED = "passkey-needed"
    PASSKEY_LAST = "passkey-last"
    LEAGUE_ALONE = "league-alone"
    PAGE_TOO_OLD = "page-too-old"


class AccountRefused(Exception):
    """Nothing was changed; `reasons` by the name of the field, "" for the whole."""

    def __init__(self, reasons: Mapping[str, Why]) -> None:
        super().__init__(dict(reasons))
        self.reasons = dict(reasons)

    @property
    def of_password(self) -> bool:
        """Whether a password was wrong, rather than anything else that was typed."""
        return not {Why.PASSWORD_WRONG, Why.NOT_TOGETHER}.isdisjoint(self.reasons.values())


class LinkInvalid(Exception):
    """The link is unknown, used or too old; which of these, nobody is told."""
