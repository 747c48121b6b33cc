"""A one-time link works once, within its time, and only together with what it gives."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import select

from scorekeeper.models import OneTimeLinkRow
from scorekeeper.models.engine import writing
from scorekeeper.services.common.one_time_links import OneTimeLinks, is_signed, signed

NOW = datetime(2026, 4, 4, 19, 0, tzinfo=UTC)
WEEK = timedelta(days=7)
HOUR = timedelta(hours=1)
LINKS = OneTimeLinks(OneTimeLinkRow, longest=WEEK, digest=lambda token: sha256(token.encode()).hexdigest())


def added(*, valid_for: timedelta = WEEK) -> str:
    with writing() as session:
        return LINKS.add(session, now=NOW, valid_for=valid_for, purpose="first").token


def redeem(token: str, *, at: datetime) -> bool:
    with writing() as session:
        return LINKS.redeem(session, LINKS.has_token(token), now=at)


def test_link_stays_unused_when_what_it_gives_fails() -> None:
    token = added()
    with pytest.raises(LookupError), writing() as session:
        assert LINKS.redeem(session, LINKS.has_token(token), now=NOW)
        raise LookupError
    assert redeem(token, at=NOW)


def test_ended_link_is_gone_and_a_used_one_stays_used() -> None:
    used, open_one = added(), added()
    redeem(used, at=NOW)
    with writing() as session:
        LINKS.end(session, OneTimeLinkRow.purpose == "first")
        left = session.scalars(select(OneTimeLinkRow.token_hash)).all()
    assert left == [LINKS.digest(used)]
    assert not redeem(open_one, at=NOW)


def test_signed_token_that_ends_later_than_any_made_now_is_expired() -> None:
    token = signed("sign in", ends=NOW + HOUR)
    assert is_signed(token, "sign in", now=NOW, longest=HOUR)
    assert not is_signed(token, "sign in", now=NOW - timedelta(seconds=1), longest=HOUR)
