"""Guessing a password is slow: the tries of an account and of a network are counted for all workers."""

from __future__ import annotations

import pytest

from scorekeeper.web import tries
from tests.web.accounts import enter
from tests.web.phones import Phone


def test_tries_are_counted_for_the_account_from_wherever_they_come(app, phone, olga, clock):
    for n in range(tries.SIGN_INS_OF_ACCOUNT):
        other = Phone(app)
        other.client.environ_base["REMOTE_ADDR"] = f"192.0.2.{n}"
        assert enter(other, password="wrong").status_code == 422

    late = enter(phone)

    assert (late.status_code, late.headers["Retry-After"]) == (429, "900")
    clock.at += tries.SIGN_IN_WITHIN
    assert enter(phone).status_code == 303


def test_tries_are_counted_for_the_network_whatever_they_try(app, phone, olga, clock):
    phone.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:2::1"
    for n in range(tries.SIGN_INS_OF_NETWORK):
        assert enter(phone, mail=f"{n}@example.org").status_code == 422
    neighbour, elsewhere = Phone(app), Phone(app)
    neighbour.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:2:ffff::9"
    elsewhere.client.environ_base["REMOTE_ADDR"] = "2001:db8:1:3::1"

    assert [enter(one).status_code for one in (phone, neighbour, elsewhere)] == [429, 429, 303]


@pytest.mark.parametrize(("address", "network"), [("::ffff:192.0.2.7", "192.0.2.7"), ("x" * 200, "x" * 100)])
def test_network_of_odd_addresses(address, network):
    assert tries.network_of(address) == network
