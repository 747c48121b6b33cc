"""Signing in and out. Each signed-in browser is one row, with only the hash of its random token.

A browser that was signed in to an account before stays known: strangers' wrong passwords do not lock it out.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import bindparam, delete, select, update
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from scorekeeper.models import AccountRow, KnownBrowserRow, SignInRow
from scorekeeper.models.engine import first_row, reading, rows_changed, writing
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.services.accounts import passwords
from scorekeeper.services.common.signing import digest

LASTS: Final = timedelta(days=30)
KNOWN_FOR: Final = timedelta(days=400)
FRESH_FOR: Final = timedelta(minutes=15)
# How often the time of the latest request is stored.
_SEEN_EVERY: Final = timedelta(days=1)
_TOKEN_BYTES: Final = 32
_LONGEST_LABEL: Final = 100


@dataclass(frozen=True, slots=True)
class SigningBrowser:
    """A browser that signs in `now`: what it is called, and the token it had until then, which ends."""

    label: str
    now: datetime
    token: str | None = None


@dataclass(frozen=True, slots=True)
class SignedIn:
    """The account signed in on a browser, and the id of that sign-in, which began at `since`."""

    account_id: int
    name: str
    mail: str
    sign_in: int
    since: datetime

    def is_fresh(self, now: datetime) -> bool:
        """Whether the sign-in began a short while ago, so that changes to the account need no password."""
        # A moment in the future was written by a clock that was ahead, and would stay fresh until then.
        return abs(now - self.since) < FRESH_FOR


_SIGN_IN: Final = (
    select(AccountRow.id, AccountRow.name, AccountRow.mail)
    .add_columns(SignInRow.id, SignInRow.created_at, SignInRow.seen_at, SignInRow.expires_at)
    .join_from(SignInRow, AccountRow, AccountRow.id == SignInRow.account_id)
    .where(SignInRow.token_hash == bindparam("token_hash"), SignInRow.expires_at > bindparam("now"))
)


def who(token: str, *, now: datetime) -> SignedIn | None:
    """The account signed in with this token; None if the token is unknown, ended or expired."""
    row = first_row(_SIGN_IN, {"token_hash": digest(token), "now": now})
    if row is None:
        return None
    account_id, name, mail, sign_in, since, seen_at, ends_at = row
    if abs(now - seen_at) >= _SEEN_EVERY:
        _note_seen(sign_in, now=now, seen_at=seen_at, ends_at=ends_at)
    return SignedIn(account_id, name, mail, sign_in, since)


def sign_in(mail: str, password: str, *, browser: SigningBrowser) -> str:
    """Sign a browser in; its token. `mail` is as stored. RuleViolation does not say what was wrong."""
    with reading() as session:
        account = session.execute(
            select(AccountRow.id, AccountRow.password_hash).where(AccountRow.mail == mail)
        ).first()
    password_hash = account.password_hash if account else None
    if not passwords.fits(password_hash, password) or account is None or password_hash is None:
        raise RuleViolation(Fault(FaultCode.NOT_TOGETHER))
    new_hash = passwords.hashed(password) if passwords.is_outdated(password_hash) else password_hash
    with writing() as session:
        # The password may have been changed while this one was being checked.
        is_as_read = (AccountRow.id == account.id, AccountRow.password_hash == password_hash)
        if not rows_changed(session, update(AccountRow).where(*is_as_read).values(password_hash=new_hash)):
            raise RuleViolation(Fault(FaultCode.NOT_TOGETHER))
        return begin(account.id, browser=browser)


def begin(account_id: int, *, browser: SigningBrowser) -> str:
    """Begin a sign-in of an account whose owner was verified; return its token."""
    token = secrets.token_urlsafe(_TOKEN_BYTES)
    with writing() as session:
        _remove(session, browser.token)
        row = SignInRow(account_id=account_id, token_hash=digest(token), label=browser.label[:_LONGEST_LABEL])
        row.created_at = row.seen_at = browser.now
        row.expires_at = browser.now + LASTS
        session.add(row)
    return token


def sign_out(token: str) -> None:
    """End the sign-in of this token, if there is one."""
    with writing() as session:
        _remove(session, token)


def end(account_id: int, *, sign_in: int) -> None:
    """End one sign-in of an account; nothing happens if it is not theirs, or has ended."""
    with writing() as session:
        session.execute(delete(SignInRow).where(SignInRow.id == sign_in, SignInRow.account_id == account_id))


def end_others(account_id: int, *, but: int, browser: str | None = None) -> None:
    """End all sign-ins of an account except `but`; forget all its browsers except the token `browser`."""
    with writing() as session:
        end_all(session, account_id, but=but, browser=browser)


def end_all(session: Session, account_id: int, *, but: int = 0, browser: str | None = None) -> None:
    """End all sign-ins of an account, and forget its browsers; except what is named."""
    others = SignInRow.account_id == account_id, SignInRow.id != but
    session.execute(delete(SignInRow).where(*others))
    known = KnownBrowserRow.account_id == account_id, KnownBrowserRow.token_hash != digest(browser or "")
    session.execute(delete(KnownBrowserRow).where(*known))


def is_known_browser(mail: str, token: str | None) -> bool:
    """Whether the browser with this token was signed in to the account with that mail address, as stored."""
    query = (
        select(KnownBrowserRow.account_id)
        .join(AccountRow, AccountRow.id == KnownBrowserRow.account_id)
        .where(AccountRow.mail == mail, KnownBrowserRow.token_hash == digest(token or ""))
    )
    with reading() as session:
        return session.scalar(query) is not None


def remember_browser(account_id: int, token: str | None, *, now: datetime) -> str:
    """Know a browser by its token from now on and return that token, a new one for a browser without."""
    token = token or secrets.token_urlsafe(_TOKEN_BYTES)
    with writing() as session:
        session.merge(KnownBrowserRow(account_id=account_id, token_hash=digest(token), seen_at=now))
    return token


def _note_seen(sign_in: int, *, now: datetime, seen_at: datetime, ends_at: datetime) -> None:
    # Seen in the future: a clock was ahead, or is behind. Nobody is signed out for that.
    # Once it has been right for a day, a sign-in that was begun in the future ends like any other.
    ends_at = min(ends_at, now + LASTS) if seen_at < now else ends_at
    # Where nothing can be saved now, a page is shown all the same: the next one can store the time.
    with suppress(OperationalError), writing(patience=1) as session:
        session.execute(
            update(SignInRow).where(SignInRow.id == sign_in).values(seen_at=now, expires_at=ends_at)
        )


def _remove(session: Session, token: str | None) -> None:
    if token is not None:
        session.execute(delete(SignInRow).where(SignInRow.token_hash == digest(token)))
