"""A one-time link works once, within its time, and only together with what it gives."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

import pytest
from sqlalchemy import select

from scorekeeper.models import OneTimeLinkRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common import one_time_links
from scorekeeper.services.common.one_time_links import OneTimeLinks

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


def test_link_works_once() -> None:
    token = added()
    assert [redeem(token, at=NOW), redeem(token, at=NOW), redeem("unknown", at=NOW)] == [True, False, False]


def test_link_is_stored_as_a_hash_and_ends_after_its_time() -> None:
    token = added(valid_for=HOUR)
    with reading() as session:
        row = session.execute(select(OneTimeLinkRow.token_hash, OneTimeLinkRow.expires_at)).one()
    assert (row.token_hash, row.expires_at) == (sha256(token.encode()).hexdigest(), NOW + HOUR)
    assert [redeem(token, at=NOW + HOUR), redeem(token, at=NOW)] == [False, True]


def test_link_that_ends_later_than_any_made_now_is_expired() -> None:
    token = added()
    assert not redeem(token, at=NOW - timedelta(seconds=1))


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


def test_signed_token_holds_for_its_purpose_and_time_and_once() -> None:
    token = one_time_links.signed("sign in", "phone", ends=NOW + HOUR)

    def holds(*purpose: str, at: datetime = NOW) -> bool:
        return one_time_links.is_signed(token, *purpose, now=at, longest=HOUR)

    assert holds("sign in", "phone")
    assert not holds("sign in", "other")
    assert not holds("sign in", "phone", at=NOW + HOUR)
    assert not holds("sign in", "phone", at=NOW - timedelta(seconds=1))
    assert not one_time_links.is_signed("1.2", "sign in", now=NOW, longest=HOUR)
    assert [one_time_links.redeem_signed(token, now=NOW) for _ in range(2)] == [True, False]
