"""Games to measure with: one half played to be watched, many new ones to save a hand in."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlencode

from flask import Flask
from werkzeug.test import Client

from bench import load
from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.rules.entries import GivenScore, HandScored, Started
from scorekeeper.services.common.signing import digest
from scorekeeper.services.games import recording
from scorekeeper.services.maintenance import schema
from scorekeeper.web.http import device

PLAYERS = ("Ana", "Ben", "Cem", "Dee")
POINTS = (25, 45, 110)
PHONE = "bench-phone".ljust(43, "0")


class Hall:
    """A data folder full of games.

    `table` is the address of a game after four hands, `saves` are requests that each save hand 1 of another
    game with the form `form`, `pages` are the addresses whose weight counts, with
    the KB that each may have at the most.
    """

    def __init__(self, data: Path, *, saves: int) -> None:
        self.app: Flask = create_app(Settings(data=data))
        self.client = Client(self.app)
        with self.app.app_context():
            phone = device.signed(PHONE)
            schema.upgrade(self.app)
            watched = self._game(hands=4)
            new = [self._game(hands=0) for _ in range(saves)]
        self.client.set_cookie(device.COOKIE, phone)
        self.table = f"/games/{watched}"
        self.pages = {"table page": (self.table, 14), "scoring page": (f"/games/{watched}/hands/5", 16)}
        self.form = self._form(new[0])
        self.saves = [
            load.post(f"/games/{game}/hands/1", self.form, Cookie=f"{device.COOKIE}={phone}") for game in new
        ]

    def weight(self, address: str) -> int:
        """Bytes of a page with its styles and scripts, each as sent to a browser that takes gzip."""
        page = self.client.get(address)
        found = re.findall(r'(?:href|src)="(/static/[^"]+\.(?:css|js))"', page.text)
        return sum(self._sent(path) for path in (address, *self._with_imports(dict.fromkeys(found))))

    def _with_imports(self, found: dict[str, None]) -> list[str]:
        paths = list(found)
        for path in paths:
            folder = path.rpartition("/")[0]
            for name in re.findall(r'(?:from|import)\s*\(?"(\./[^"]+)"', self.client.get(path).text):
                imported = f"{folder}/{name[2:]}"
                if imported not in paths:
                    paths.append(imported)
        return paths

    def _sent(self, path: str) -> int:
        answer = self.client.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200, path
        return len(answer.data)

    def _game(self, *, hands: int) -> str:
        now = datetime.now(UTC)
        game = recording.start_game(Started(PLAYERS, 0, now), now=now, device=digest(PHONE))
        for number in range(1, hands + 1):
            scores = tuple(GivenScore(seat, points=points) for seat, points in enumerate(POINTS, start=1))
            recording.record(game, HandScored(number, 0, scores), now=now)
        return game

    def _form(self, game: str) -> str:
        page = self.client.get(f"/games/{game}/hands/1").text
        token = re.search(r'name="csrf_token" value="([^"]+)"', page)
        assert token is not None
        points = {f"points-{seat}": str(number) for seat, number in enumerate(POINTS, start=1)}
        return urlencode({"csrf_token": token[1], "attempt": "1", "went_out": "0"} | points)
