"""Proves that tries are counted per key and window, for all processes together."""

from __future__ import annotations

from datetime import timedelta

import pytest

from scorekeeper.services import limits
from scorekeeper.services.faults import TooManyAttempts
from tests.services.play import NOW
from tests.services.racing import race

MINUTE = timedelta(minutes=1)


def spend(key="codes", *, at=NOW):
    limits.spend(key, now=at, most=3, within=MINUTE)


def test_too_many_tries_are_refused_until_the_window_ends():
    for _ in range(3):
        spend()
    with pytest.raises(TooManyAttempts) as refusal:
        spend(at=NOW + timedelta(seconds=20))
    assert refusal.value.retry_after == timedelta(seconds=40)

    for _ in range(3):
        spend(at=NOW + MINUTE)
    with pytest.raises(TooManyAttempts):
        spend(at=NOW + MINUTE)


@pytest.mark.parametrize(("left", "seconds"), [(0.2, 1), (1, 1), (9.4, 10), (9.9, 10)])
def test_whoever_waits_as_told_may_try_again(left, seconds):
    assert TooManyAttempts(timedelta(seconds=left)).seconds == seconds


def test_keys_are_counted_apart():
    spend("another")
    for _ in range(3):
        spend("one")
    for _ in range(2):
        spend("another")


def test_tries_at_once_are_all_counted(app):
    def attempt():
        try:
            spend()
        except TooManyAttempts:
            return False
        return True

    assert sorted(race(app, *[attempt] * 5)) == [False, False, True, True, True]
