"""Everybody at every address: who is let in where, as one table, and the walk that tries all of it."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Final

from flask import Flask
from werkzeug.test import TestResponse

from scorekeeper.services.accounts import registration
from scorekeeper.services.games import invitations
from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import clock, device
from scorekeeper.web.http.access import Rule
from tests.support.league_cast import Cast
from tests.support.phones import Phone
from tests.support.routes import Route

Caller = Callable[[Route], TestResponse]
NOBODY: Final = ("nobody", "program", "other program")
NO_ACCOUNT: Final = (*NOBODY, "watcher", "scorer", "other scorer", "night's phone")
RUN_IT: Final = ("organiser", "co-organiser")
SIGNED_IN: Final = (*RUN_IT, "other organiser")
ROLES: Final = (*NO_ACCOUNT, *SIGNED_IN)
PAGE: Final = {200}
# What an empty form meets at the most; what a program sends without a body as well.
DONE_OR_MISSHAPEN: Final = {200, 201, 303, 400, 409, 412, 422, 428}
# Let in, but what is asked for is not there or not open here, or leads on; the game is finished.
OTHERWISE: Final = {
    "GET home.player": {404},
    "GET home.security_txt": {404},
    "GET rulings.recorded": {404},
    "GET accounts.sign_in": {200, 303},
    "GET game_rules.ending": {409},
    "GET game_rules.rules": {409},
    "GET league_imports.whole_preview": {303},
    "GET leagues.season_now": {303},
    "GET pauses.resumption": {409},
    "GET pauses.suspension": {409},
    "GET season_settings.now": {303},
    "GET seats.arrivals": {409},
    "GET seats.departures": {409},
    "POST account_links.sign_up": {403},
    "POST games.restoration": {404},
    "POST home.choose_language": {404},
    "POST passkeys.make": {404},
    "POST passkeys.use": {404},
    "POST season_settings.days": {404},
    "POST season_settings.removal": {422},
}


def refusal(route: Route, role: str, *, hidden: bool) -> int | None:
    """The status by which this role is refused there, None where it is let in; `hidden`: a private league."""
    if role in NOBODY and route.method == "POST" and not route.path.startswith("/api/"):
        # A form that none of our pages gave.
        return 400
    to_sign_in = 303 if route.method == "GET" else 403
    match route.rule:
        case Rule.SCORER | Rule.STARTER:
            return None if role == "scorer" else 403
        case Rule.PROGRAM:
            return {"program": None, "other program": 403}.get(role, 401)
        case Rule.ACCOUNT:
            return None if role in SIGNED_IN else to_sign_in
        case Rule.LEAGUE_READER:
            by_cookie = role in RUN_IT and not route.path.startswith("/api/")
            return 404 if hidden and not by_cookie else None
        case Rule.LEAGUE_ORGANISER if role not in RUN_IT:
            return to_sign_in if role in NO_ACCOUNT else 404 if hidden else 403
    return None


def walk(cast: Cast, *, visibility: str, file: Path) -> list[str]:
    """Let every role call every address, each from the same beginning; `file` is the database.

    What is answered otherwise than the table says.
    """
    routes = [*_with_open_links(cast), *cast.routes(calls=True)]
    callers = _callers(cast)
    wrong = []
    with closing(_Beginning(file)) as beginning:
        for route in routes:
            for role in ROLES:
                status = callers[role](route).status_code
                changed = beginning.come_back()
                refused = refusal(route, role, hidden=visibility == "private")
                may_change = refused is None and route.method != "GET"
                if status not in _expected(route, refused) or (changed and not may_change):
                    wrong.append(f"{role}: {route.method} {route.endpoint} {status}{' changed' * changed}")
    return wrong


def _expected(route: Route, refused: int | None) -> set[int]:
    if refused is not None:
        return {refused}
    usual = PAGE if route.method == "GET" else DONE_OR_MISSHAPEN
    return OTHERWISE.get(f"{route.method} {route.endpoint}", usual)


class _Beginning:
    """The database as it was, to which each request can come back."""

    def __init__(self, file: Path) -> None:
        self._file = sqlite3.connect(file, timeout=10)
        self._kept = sqlite3.connect(":memory:")
        self._file.backup(self._kept)
        self._version = self._now()

    def come_back(self) -> bool:
        """Whether anything was written since, which is undone."""
        if self._now() == self._version:
            return False
        self._kept.backup(self._file)
        self._version = self._now()
        return True

    def close(self) -> None:
        self._file.close()
        self._kept.close()

    def _now(self) -> int:
        # It changes with whatever another connection commits.
        return int(self._file.execute("PRAGMA data_version").fetchone()[0])


def _with_open_links(cast: Cast) -> Iterator[Route]:
    """The addresses of pages, with a link that is open where there is one."""
    tokens = {
        "scorers": _link("join", cast.phones["scorer"].post(f"/games/{cast.game}/invitations")),
        "league_organisers": _link(
            "organisers", cast.phones["organiser"].post(f"/leagues/{cast.slug}/organisers/invitations")
        ),
        "account_links": _account_link(cast),
    }
    for route in cast.routes():
        token = tokens.get(route.endpoint.partition(".")[0], cast.token)
        yield route._replace(path=route.path.replace(cast.token, token))


def _link(folder: str, page: TestResponse) -> str:
    return re.search(rf"/{folder}/([\w-]{{20,}})", page.text)[1]


def _account_link(cast: Cast) -> str:
    with cast.app.app_context():
        link = registration.offer_reset("cora@example.org", now=clock.now(), valid_for=timedelta(days=1))
    return link.token


def _callers(cast: Cast) -> dict[str, Caller]:
    visitor = Phone(cast.app)
    assert visitor.get(f"/nights/{cast.token}").status_code == 200
    with cast.app.app_context():
        tokens = {
            "program": invitations.first_token(cast.game),
            "other program": invitations.first_token(cast.other_game),
        }
    phones = {**cast.phones, "night's phone": visitor}
    return {
        "nobody": _caller(cast.app, {}),
        **{role: _caller(cast.app, {"Authorization": f"Bearer {token}"}) for role, token in tokens.items()},
        **{
            role: _caller(cast.app, {"Cookie": _cookies(phones[role])}, form=phones[role].token)
            for role in ROLES
            if role in phones
        },
    }


def _caller(app: Flask, headers: dict[str, str], *, form: str = "") -> Caller:
    """Calls with these headers alone: what one answer sets or takes back is not there for the next one."""
    client = app.test_client(use_cookies=False)

    def call(route: Route) -> TestResponse:
        if route.method == "GET":
            return client.get(route.path, headers=headers, buffered=True)
        if route.path.startswith("/api/"):
            return client.open(route.path, method=route.method, headers=headers, json={})
        return client.post(route.path, headers=headers, data={"csrf_token": form})

    return call


def _cookies(phone: Phone) -> str:
    assert phone.token
    found = ((name, phone.client.get_cookie(name)) for name in (device.COOKIE, current_account.COOKIE))
    return "; ".join(f"{name}={cookie.value}" for name, cookie in found if cookie)
