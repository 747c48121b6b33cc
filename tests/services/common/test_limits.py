"""Proves that tries are counted per key and window, for all processes together, whatever the clock does."""

from datetime import timedelta

import pytest

from scorekeeper.services.common import limits
from scorekeeper.services.common.faults import TooManyAttempts
from tests.support.play import NOW
from tests.support.racing import race

MINUTE = timedelta(minutes=1)
MOST = 3


def spend(key="codes", *, at=NOW):
    return limits.count_attempt(key, now=at, most=MOST, within=MINUTE)


def is_let_through(key="codes", *, at=NOW):
    try:
        spend(key, at=at)
    except TooManyAttempts:
        return False
    return True


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


def test_a_clock_that_was_ahead_blocks_nobody_once_it_is_right():
    ahead = NOW + timedelta(days=400)
    assert [is_let_through(at=ahead) for _ in range(4)] == [True, True, True, False]

    assert [is_let_through() for _ in range(4)] == [True, True, True, False]


def test_requests_that_are_served_out_of_order_are_all_counted():
    assert sum(is_let_through(at=NOW - timedelta(milliseconds=turn)) for turn in range(40)) == MOST


def test_a_try_is_given_back_to_the_window_that_it_was_counted_in():
    old = spend()
    spend(at=NOW + MINUTE)

    limits.take_back("codes", window_start=old)

    assert [is_let_through(at=NOW + MINUTE) for _ in range(3)] == [True, True, False]


def test_a_hundred_guesses_at_once_are_not_more_than_one_after_the_other(app):
    """Each is counted before it is looked at, so none slips in while another one is."""

    def guess():
        try:
            with limits.failures("codes", now=NOW, most=MOST, within=MINUTE):
                raise LookupError
        except TooManyAttempts:
            return "refused"
        except LookupError:
            return "looked at"

    answers = race(app, *[guess] * 12)

    assert sorted(answers) == ["looked at"] * 3 + ["refused"] * 9


def test_what_works_once_is_used_up_whatever_the_clock_says(app):
    def use():
        return limits.use_once("challenge", now=NOW)

    assert sorted(race(app, *[use] * 3)) == [False, False, True]
    for at in (NOW - timedelta(days=400), NOW + timedelta(days=400)):
        assert not limits.use_once("challenge", now=at)


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3::4", "2001:db8:1:2::"),
        ("fe80::1%eth0", "fe80::"),
        ("x" * 200, "x" * 100),
    ],
)
def test_an_address_counts_as_the_network_of_a_household(address, network):
    assert limits.network_of(address) == network
