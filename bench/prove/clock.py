"""A clock that is 400 days ahead, or in 1970, and then right: nobody is locked out, nothing is lost.

Each trial moves the clock of an installation of its own and yields its expectations and whether they held.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from flask import Flask
from werkzeug.test import TestResponse

from bench.prove.installations import installation
from bench.prove.proof import Proof, at_least_one
from scorekeeper.services.accounts import links, sessions
from scorekeeper.services.maintenance import doctor, expiry
from tests.support.accounts import OLGA, PASSWORD, enter, is_signed_in, make_account, sign_in
from tests.support.league_cast import OTHERS, set_cast, start_at
from tests.support.phones import Phone

NOW: Final = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
DAY: Final = timedelta(days=1)
JUMPS: Final = {"400 days ahead": 400 * DAY, "in 1970": datetime(1970, 1, 1, tzinfo=UTC) - NOW}
MANY: Final = 40
FOUR: Final = ("Ana", "Ben", "Cem", "Dee")
POINTS: Final = {0: 25, 2: 45, 3: 110}


class Clock:
    """The clock of one installation; `go_wrong` moves it by `off`, `be_right` sets it right."""

    def __init__(self, app: Flask, *, off: timedelta) -> None:
        self.at, self._off = NOW, off
        app.extensions["clock"] = lambda: self.at

    def go_wrong(self) -> None:
        self.at = NOW + self._off

    def be_right(self, after: timedelta = timedelta(minutes=1)) -> None:
        self.at = NOW + after


Trial = Callable[[Flask, Clock], Iterator[tuple[str, bool]]]


def prove(share: float, seed: int = 1) -> Proof:
    """Every trial with every jump, or some of the trials for a small share."""
    del seed
    broken: list[str] = []
    checks = 0
    chosen = list(TRIALS.items())[: at_least_one(len(TRIALS), share)]
    for jump, off in JUMPS.items():
        for name, trial in chosen:
            with installation(sign_up=True) as app:
                found = list(trial(app, Clock(app, off=off)))
                found.append(("doctor finds the database sound", doctor.examine(app).sound))
            checks += len(found)
            broken += [f"clock {jump}, {name}: not so: {promise}" for promise, kept in found if not kept]
    names = ", ".join(name for name, _ in chosen)
    did = f"{checks} checks of {names}, with a clock {' and '.join(JUMPS)} that is right again afterwards"
    return Proof("clock", did, tuple(broken))


def _passwords(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    make_account(app, password=PASSWORD)
    clock.go_wrong()
    phone = Phone(app)
    refused = [enter(phone, password="wrong words, many of them").status_code for _ in range(MANY)]
    yield "many wrong passwords are slowed down", refused[-1] == 429
    clock.be_right()
    yield "the right password gets in", enter(phone).status_code == 303 and is_signed_in(phone)


def _codes(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    scorer, partner = Phone(app), Phone(app)
    game = scorer.start(*FOUR)
    clock.go_wrong()
    refused = [partner.post("/join", {"code": "ABCD2345"}).status_code for _ in range(MANY)]
    yield "many wrong codes are slowed down", refused[-1] == 429
    clock.be_right()
    code = re.search(r'class="code">(\w{4})&nbsp;(\w{4})<', scorer.post(f"/games/{game}/invitations").text)
    yield "the right code gets in", bool(code) and _joins(partner, code[1] + code[2])


def _invitations(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    scorer = Phone(app)
    game = scorer.start(*FOUR)
    clock.go_wrong()
    found = re.search(r'class="code">(\w{4})&nbsp;(\w{4})<', scorer.post(f"/games/{game}/invitations").text)
    clock.be_right(after=timedelta(minutes=16))
    yield (
        "an invitation has ended a quarter of an hour later",
        bool(found) and not _joins(Phone(app), found[1] + found[2]),
    )


def _sign_ins(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    account = make_account(app, password=PASSWORD)
    before, meanwhile = Phone(app), Phone(app)
    sign_in(before, account)
    clock.go_wrong()
    is_signed_in(before)
    sign_in(meanwhile, account)
    clock.be_right()
    yield "one can sign in again", enter(before).status_code == 303 and is_signed_in(before)
    for day in (0, 1, 2):
        clock.be_right(after=day * DAY)
        is_signed_in(meanwhile)
    clock.be_right(after=sessions.LASTS + 2 * DAY)
    yield "a sign-in of the wrong time ends like any other", not is_signed_in(meanwhile)


def _links(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    make_account(app, password=PASSWORD)
    clock.go_wrong()
    with app.app_context():
        token = links.offer_reset(OLGA, now=clock.at, valid_for=DAY).token
    clock.be_right(after=2 * DAY)
    page = Phone(app).get(f"/account/links/{token}")
    yield "a link to a new password has ended after its day", 'name="password"' not in page.text


def _saves(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    phone = Phone(app)
    game = phone.start(*FOUR)
    answers = [phone.score(game, 1, 1, POINTS).status_code]
    clock.go_wrong()
    answers.append(phone.score(game, 2, 1, POINTS).status_code)
    clock.be_right()
    answers += [phone.score(game, hand, 1, POINTS).status_code for hand in range(3, 8)]
    yield "every hand is saved", answers == [303] * 7
    yield "the game is finished", phone.document(game)["status"] == "finished"


def _purge(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    phone = Phone(app)
    kept, deleted = phone.start(*FOUR), phone.start(*FOUR)
    for game in (kept, deleted):
        phone.score(game, 1, 1, POINTS)
    clock.go_wrong()
    _keep_house(app, clock)
    phone.post(f"/games/{deleted}/deletion")
    clock.be_right()
    _keep_house(app, clock)
    yield "a game that is played stays", phone.get(f"/games/{kept}").status_code == 200
    clock.be_right(after=500 * DAY)
    _keep_house(app, clock)
    clock.be_right(after=501 * DAY)
    yield "a game that is played stays for years", phone.get(f"/games/{kept}").status_code == 200
    brought_back = phone.post(f"/games/{deleted}/restoration").status_code
    yield "a deleted game is gone in the end", brought_back in (403, 404)


def _new_games(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    clock.go_wrong()
    phone = Phone(app)
    statuses = [_start_by_api(app).status_code for _ in range(1_020)]
    yield "many new games are slowed down", statuses[-1] == 429
    clock.be_right()
    yield "a new game starts", _start_by_api(app).status_code == 201 and bool(phone.start(*FOUR))


def _keys(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    first = _start_by_api(app, key="before")
    clock.go_wrong()
    meanwhile = _start_by_api(app, key="meanwhile")
    again = _start_by_api(app, key="meanwhile")
    yield "a request sent twice is one", again.json["id"] == meanwhile.json["id"]
    clock.be_right()
    again = _start_by_api(app, key="before")
    yield "a request sent twice, around that time, is one", again.json["id"] == first.json["id"]


def _nights(app: Flask, clock: Clock) -> Iterator[tuple[str, bool]]:
    clock.go_wrong()
    cast = set_cast(app)
    clock.be_right()
    sign_in(cast.phones["organiser"], 1)
    page = cast.phones["watcher"].get(f"/nights/{cast.token}").status_code
    yield "the page of a night of the wrong time answers", page in (200, 404, 410)
    opened = cast.phones["organiser"].post(f"/leagues/{cast.slug}/nights")
    shown = cast.phones["organiser"].get(opened.location or "/").text
    token = re.search(r'"[^"]*/nights/([\w-]{40,})"', shown)
    yield "a night can be opened", token is not None
    yield "a game starts there", token is not None and bool(start_at(Phone(app), token[1], *OTHERS))
    clock.be_right(after=30 * DAY)
    late = Phone(app).post(f"/nights/{cast.token}/games/new", {"player": FOUR, "dealer": 0, "start": "1"})
    yield "no game starts in a night of the wrong time", "/games/" not in (late.location or "")


TRIALS: dict[str, Trial] = {
    "passwords": _passwords,
    "codes": _codes,
    "saves": _saves,
    "purging": _purge,
    "invitations": _invitations,
    "sign-ins": _sign_ins,
    "one-time links": _links,
    "keys of requests": _keys,
    "league nights": _nights,
    "new games": _new_games,
}


def _keep_house(app: Flask, clock: Clock) -> None:
    with app.app_context():
        expiry.purge(clock.at)


def _joins(phone: Phone, code: str) -> bool:
    return phone.post("/join", {"code": code}).status_code == 303


def _start_by_api(app: Flask, key: str | None = None) -> TestResponse:
    headers = {} if key is None else {"Idempotency-Key": key}
    return app.test_client().post("/api/v1/games", json={"players": FOUR}, headers=headers)
