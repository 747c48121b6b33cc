"""The fixed cast of the web tests, and a game they sit around."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from flask import Flask

from tests.support.accounts import PASSWORD, make_account, sign_in
from tests.support.club import Club
from tests.support.league_cast import Cast, set_cast
from tests.support.phones import Phone

FOUR = ("Ana", "Ben", "Cem", "Dee")


class Clock:
    """What time it is, until a test says otherwise."""

    def __init__(self) -> None:
        self.at = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.at


@pytest.fixture
def clock(app: Flask) -> Iterator[Clock]:
    app.extensions["clock"] = Clock()
    return app.extensions["clock"]


@pytest.fixture
def cast(app: Flask, clock: Clock) -> Cast:
    """A league on the night that is played, and whoever has to do with it."""
    return set_cast(app)


@pytest.fixture
def scorer(app: Flask, clock: Clock) -> Phone:
    """The phone that starts the game."""
    return Phone(app)


@pytest.fixture
def game(scorer: Phone) -> str:
    """A game of four, nothing scored yet; Ana deals."""
    return scorer.start(*FOUR, time_zone="Europe/Prague")


@pytest.fixture
def partner(app: Flask, scorer: Phone, game: str) -> Phone:
    """Another phone with the right to score that game."""
    phone = Phone(app)
    shown = scorer.post(f"/games/{game}/invitations").text
    token = shown.partition("/join/")[2].partition('"')[0]
    assert phone.post(f"/join/{token}").status_code == 303
    return phone


@pytest.fixture
def watcher(app: Flask, game: str) -> Phone:
    """A phone that opened the game's page and may only watch; it has no cookie of ours."""
    phone = Phone(app)
    assert phone.get(f"/games/{game}").status_code == 200
    return phone


@pytest.fixture
def stranger(app: Flask, game: str) -> Phone:
    """A phone that keeps a game of its own, and has nothing to do with this one."""
    phone = Phone(app)
    phone.start("Eva", "Fay")
    return phone


@pytest.fixture
def phone(app: Flask, clock: Clock) -> Phone:
    """A phone that has been nowhere yet."""
    return Phone(app)


@pytest.fixture
def laptop(app: Flask, clock: Clock) -> Phone:
    """Another browser of the same person."""
    return Phone(app)


@pytest.fixture
def olga(app: Flask, clock: Clock) -> int:
    """An account with a password; its id."""
    return make_account(app, password=PASSWORD)


@pytest.fixture
def reader(app: Flask) -> Phone:
    """A phone that only reads."""
    return Phone(app)


@pytest.fixture
def organiser(app: Flask, club: Club) -> Phone:
    """The phone of the organiser of `club`, signed in."""
    phone = Phone(app)
    sign_in(phone, club.account_id)
    return phone


@pytest.fixture
def finished(scorer: Phone, game: str) -> str:
    """The fixture `game` after seven hands: Ben wins with 0."""
    for hand in range(1, 8):
        assert scorer.score(game, hand, 1, {0: 25, 2: 45, 3: 110}).status_code == 303
    return game
