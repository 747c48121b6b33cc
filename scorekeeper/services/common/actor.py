"""Who does something, and when: passed to every verb that a signed-in person may use."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Actor:
    """The account that acts at the aware moment `now`; None where a phone or the server itself acts."""

    account_id: int | None
    now: datetime
