"""Two accounts and a league that the first of them runs."""

import pytest

from tests.support.club import Club, account


@pytest.fixture
def olga():
    return account()


@pytest.fixture
def eva():
    return account("eva@example.org", "Eva")


@pytest.fixture
def club(olga):
    return Club(olga)
