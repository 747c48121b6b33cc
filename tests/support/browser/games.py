"""Quick ways to the state that a test is about: games played by plain form posts from one phone."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import APIRequestContext, APIResponse, BrowserContext, Page

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.models.base import db
from scorekeeper.rules.entries import Started
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games import invitations, recording

SHEETS = ("out 25 45 110", "15 out 30 60", "5 10 out 90", "20 20 20 out", "out 35 5 10", "70 out 15 15")
LAST_SHEET = "40 5 out 25"
_TOKEN = re.compile(r'name="csrf_token" value="([0-9a-f]+)"')
_ATTEMPT = re.compile(r'name="attempt" value="(\d+)"')
_ENTRY = re.compile(r'name="entry" value="(\d+)"')


@dataclass
class Game:
    """A game begun on one phone; `path` is its address, `played` how many hands are recorded."""

    request: APIRequestContext
    token: str
    path: str
    played: int = 0

    def play(self, *sheets: str) -> Game:
        """Record the next hands: for each seat `out`, points, `-` for no score, `.` once it has left."""
        for sheet in sheets:
            noun = f"/hands/{self.played + 1}"
            found = _ATTEMPT.search(self.request.get(self.path + noun).text())
            assert found
            self.post(noun, {"attempt": found.group(1), **fields(sheet)})
            self.played += 1
        return self

    def post(self, noun: str, values: dict[str, str], *, status: int = 303) -> APIResponse:
        """Send a form of this game."""
        return post_form(self.request, self.path + noun, {"csrf_token": self.token, **values}, status=status)

    def suspend(self) -> Game:
        self.post("/suspension", {"agreed": "1"})
        return self

    def undo(self) -> Game:
        """Take back the last hand."""
        found = _ENTRY.search(self.request.get(self.path).text())
        assert found
        self.post("/undos", {"entry": found.group(1)})
        self.played -= 1
        return self

    def invite(self) -> tuple[str, str]:
        """Make an invitation for another phone: the path of its link, and its code."""
        html = self.post("/invitations", {}, status=200).text()
        link = re.search(r"/join/[\w-]{20,}", html)
        code = re.search(r'class="code">(\w{4}).*?(\w{4})<', html)
        assert link
        assert code
        return link.group(0), code.group(1) + code.group(2)


def begin(
    on: Page | BrowserContext, names: str | Iterable[str] = "Ana Ben Cem Dee", *, dealer: int = 0
) -> Game:
    """Start a game on this phone."""
    token = form_token(on.request)
    players = names.split() if isinstance(names, str) else names
    pairs = [("csrf_token", token), ("dealer", str(dealer)), ("start", "1")]
    pairs += [("time_zone", "Europe/Prague"), *(("player", name) for name in players)]
    answer = post_form(on.request, "/games/new", pairs)
    return Game(on.request, token, answer.headers["location"].partition("?")[0])


def begin_by(on: Page | BrowserContext, rules: Ruleset, *, data: Path) -> Game:
    """Start a game of four by these rules in the server's data folder, and let this phone score it."""
    app, now = create_app(Settings(data=data)), datetime.now(UTC)
    with app.app_context():
        players = ("Ana", "Ben", "Cem", "Dee")
        game = recording.start_game(Started(players, 0, now, rules=rules), now=now)
        link = f"/join/{invitations.invite(game, now=now).token}"
        db.engine.dispose()
    token = form_token(on.request)
    post_form(on.request, link, {"csrf_token": token})
    return Game(on.request, token, f"/games/{game}")


def form_token(request: APIRequestContext) -> str:
    """The token that this phone's forms carry."""
    found = _TOKEN.search(request.get("/join").text())
    assert found
    return found.group(1)


def join(on: Page | BrowserContext, game: Game) -> Game:
    """Let another phone score the game as well."""
    link, _ = game.invite()
    token = form_token(on.request)
    post_form(on.request, link, {"csrf_token": token})
    return Game(on.request, token, game.path, game.played)


def remove_first(on: Page | BrowserContext, game: Game) -> Game:
    """Let another phone score the game, which removes the one that started it."""
    other = join(on, game)
    found = re.search(r"/scorers/\d+/revocation", on.request.get(f"{game.path}/scorers").text())
    assert found
    other.post(found[0], {})
    return game


def take_back(game: Game) -> Game:
    """Let the phone that started the game take its right back."""
    game.post("/scorers/return", {})
    return game


def fields(sheet: str) -> dict[str, str]:
    """The form fields of a sheet that is written in short notation."""
    filled: dict[str, str] = {"went_out": "nobody"}
    for seat, said in enumerate(sheet.split()):
        if said == "out":
            filled["went_out"] = str(seat)
        elif said == "-":
            filled[f"not_given-{seat}"] = "1"
        elif said != ".":
            filled[f"points-{seat}"] = said
    return filled


def post_form(
    request: APIRequestContext,
    path: str,
    values: dict[str, str] | list[tuple[str, str]],
    *,
    status: int = 303,
) -> APIResponse:
    answer = request.post(
        path,
        data=urlencode(values),
        headers={"Content-Type": "application/x-www-form-urlencoded"},
        max_redirects=0,
    )
    assert answer.status == status, answer.text()
    return answer
