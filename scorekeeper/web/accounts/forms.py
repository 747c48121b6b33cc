"""The forms about accounts, as sent, with as much of each field as anybody could mean."""

from __future__ import annotations

from dataclasses import dataclass, field

from werkzeug.datastructures import MultiDict

from scorekeeper.web.http import addresses

_LONGEST_READ = 400
# Longer than any password that is accepted, so that what is cut off is refused.
_LONGEST_PASSWORD_READ = 1000


@dataclass(frozen=True, slots=True)
class AccountForm:
    """A form about an account. `way` is where somebody wanted to go; passwords are never shown again."""

    mail: str = ""
    name: str = ""
    password: str = field(default="", repr=False)
    current: str = field(default="", repr=False)
    way: str | None = None


def read(form: MultiDict[str, str]) -> AccountForm:
    """The fields that were sent."""
    return AccountForm(
        mail=form.get("mail", "")[:_LONGEST_READ].strip(),
        name=form.get("name", "")[:_LONGEST_READ].strip(),
        password=form.get("password", "")[:_LONGEST_PASSWORD_READ],
        current=form.get("current", "")[:_LONGEST_PASSWORD_READ],
        way=addresses.own_path(form.get("next", "")),
    )
