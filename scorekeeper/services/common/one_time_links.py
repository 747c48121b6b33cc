"""Tokens that work once and for a limited time.

A stored link is a row that holds only a hash of its token. A signed token is stored nowhere until it is used.
Both are redeemed in the transaction of what they give: both happen, or neither does. A token that ends later
than one made now could was made while the clock was ahead; it counts as expired, or it would be valid for
that much longer.
"""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, and_, delete, insert, update
from sqlalchemy.orm import Session

from scorekeeper.models.base import Base
from scorekeeper.models.engine import rows_changed
from scorekeeper.services.common import limits
from scorekeeper.services.common.signing import keyed_text

_TOKEN_BYTES: Final = 24
_SALT_BYTES: Final = 16


@dataclass(frozen=True, slots=True)
class Link:
    """A fresh link. Its token cannot be read again: only its hash is stored."""

    token: str
    expires_at: datetime


class OneTimeLinks:
    """The links of one table, which has the columns `token_hash`, `expires_at` and `used_at`.

    `longest` is the longest time a link of this table is valid for; `digest` makes the hash of a token.
    """

    def __init__(self, model: type[Base], *, longest: timedelta, digest: Callable[[str], str]) -> None:
        self.longest: Final = longest
        self.digest: Final = digest
        self._table: Final = Base.metadata.tables[model.__tablename__]
        self.unused: Final[ColumnElement[bool]] = self._table.c.used_at.is_(None)

    def add(
        self,
        session: Session,
        *,
        now: datetime,
        valid_for: timedelta | None = None,
        token: str | None = None,
        **columns: Any,
    ) -> Link:
        """Store a fresh link, with the other `columns` of its row; its token is random unless it is given."""
        link = Link(token or secrets.token_urlsafe(_TOKEN_BYTES), now + (valid_for or self.longest))
        row = {"token_hash": self.digest(link.token), "expires_at": link.expires_at, **columns}
        session.execute(insert(self._table), row)
        return link

    def has_token(self, token: str) -> ColumnElement[bool]:
        """The condition that a row is the link with this token."""
        return self._table.c.token_hash == self.digest(token)

    def is_current(self, *, now: datetime) -> ColumnElement[bool]:
        """The condition that a link, used or not, has not expired."""
        ends = self._table.c.expires_at
        return and_(ends > now, ends <= now + self.longest)

    def redeem(self, session: Session, link: ColumnElement[bool], *, now: datetime) -> bool:
        """Use up the link that fulfils this condition; False if it is unknown, used or expired."""
        used = rows_changed(
            session,
            update(self._table).where(link, self.unused, self.is_current(now=now)).values(used_at=now),
        )
        return used > 0

    def end(self, session: Session, *links: ColumnElement[bool]) -> None:
        """Remove the unused links that fulfil these conditions."""
        session.execute(delete(self._table).where(*links, self.unused))


def signed(*purpose: str, ends: datetime) -> str:
    """A signed token for one purpose, valid until `ends` (to the second): end, salt and signature."""
    until, salt = str(int(ends.timestamp())), secrets.token_urlsafe(_SALT_BYTES)
    return f"{until}.{salt}.{keyed_text(*purpose, until, salt)}"


def is_signed(token: str, *purpose: str, now: datetime, longest: timedelta) -> bool:
    """Whether we signed this token for this purpose and it has not expired; it may have been used."""
    ends, _, rest = token.partition(".")
    salt, _, signature = rest.partition(".")
    genuine = hmac.compare_digest(signature.encode(), keyed_text(*purpose, ends, salt).encode())
    return genuine and now.timestamp() < int(ends) <= (now + longest).timestamp()


def redeem_signed(token: str, *, now: datetime) -> bool:
    """Use up a signed token, which the caller has checked; False if it was used before."""
    return limits.use_once(f"challenge:{keyed_text('used', token)}", now=now)
