"""Why services of accounts refuse something; the web has a sentence for each fault."""

from collections.abc import Mapping
from enum import StrEnum


class AccountFault(StrEnum):
    """Why a field of a form about an account is refused."""

    MAIL_SHAPE = "mail-shape"
    MAIL_TAKEN = "mail-taken"
    NAME_SHAPE = "name-shape"
    PASSWORD_SHORT = "password-short"
    PASSWORD_LONG = "password-long"
    PASSWORD_EASY = "password-easy"
    PASSWORD_WRONG = "password-wrong"
    NOT_TOGETHER = "not-together"
    PASSKEY_UNUSABLE = "passkey-unusable"
    PASSKEY_UNKNOWN = "passkey-unknown"
    PASSKEY_NEEDED = "passkey-needed"
    PASSKEY_LAST = "passkey-last"
    LEAGUE_ALONE = "league-alone"
    PAGE_TOO_OLD = "page-too-old"


class AccountRefused(Exception):
    """A change to an account was refused and nothing was changed.

    `faults` is by the name of the form's field; the name "" stands for the whole form.
    """

    def __init__(self, faults: Mapping[str, AccountFault]) -> None:
        super().__init__(dict(faults))
        self.faults = dict(faults)

    @property
    def of_password(self) -> bool:
        """Whether a wrong password was the fault, rather than the shape of a field."""
        return not {AccountFault.PASSWORD_WRONG, AccountFault.NOT_TOGETHER}.isdisjoint(self.faults.values())


class LinkInvalid(Exception):
    """The one-time link is unknown, used or expired; which of these is not told."""
