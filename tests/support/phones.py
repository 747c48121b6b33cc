"""A phone at the table: a browser without JavaScript, and the verbs a person uses it for."""

import re
from collections.abc import Mapping
from html import unescape

from flask import Flask
from werkzeug.test import TestResponse

_TOKEN = re.compile(r'name="csrf_token" value="([0-9a-f]+)"')
_TAGS = re.compile(r"<[^>]+>")
_TEMPLATES = re.compile(r"<template.*?</template>", re.DOTALL)


class Phone:
    """One browser with its own cookies."""

    def __init__(self, app: Flask) -> None:
        self.client = app.test_client()
        self._token: str | None = None

    def get(self, path: str, **options: object) -> TestResponse:
        """The answer, read to its end as browsers do."""
        return self.client.get(path, **{"buffered": True, **options})

    def post(self, path: str, data: Mapping[str, object] | None = None) -> TestResponse:
        """Send a form as one of our own pages would."""
        return self.client.post(
            path,
            data={"csrf_token": self.token, **{name: _field(value) for name, value in (data or {}).items()}},
        )

    @property
    def token(self) -> str:
        """The token of this phone's forms."""
        if self._token is None:
            self._token = self.fresh_token()
        return self._token

    def fresh_token(self) -> str:
        """The token of a form that was never sent."""
        return _TOKEN.search(self.get("/join").text)[1]

    def start(self, *players: str, dealer: int = 0, **fields: object) -> str:
        """Start a game; its id."""
        form = {"player": players, "dealer": dealer, "start": "1", "csrf_token": self.fresh_token(), **fields}
        answer = self.post("/games/new", form)
        assert answer.status_code == 303, text_of(answer)
        return answer.location.rsplit("/", 1)[-1]

    def score(self, game: str, hand: int, went_out: int | None, points: Mapping[int, int]) -> TestResponse:
        """Enter the hand with its fresh form."""
        return self.post(
            f"/games/{game}/hands/{hand}", sheet(went_out, points, attempt=self.attempt(game, hand))
        )

    def attempt(self, game: str, hand: int) -> int:
        """The attempt that the scoring page of the hand carries."""
        page = self.get(f"/games/{game}/hands/{hand}").text
        return int(re.search(r'name="attempt" value="(\d+)"', page)[1])

    def correct(self, game: str, hand: int, fields: Mapping[str, object]) -> TestResponse:
        """Send the correction form as it is shown now."""
        path = f"/games/{game}/hands/{hand}/correction"
        seen = re.search(r'name="seen" value="(\d+)"', self.get(path).text)
        return self.post(path, {"seen": seen[1] if seen else "", **fields})

    def undo(self, game: str) -> TestResponse:
        """Take back what the table page offers to take back."""
        page = self.get(f"/games/{game}").text
        entry = re.search(r'name="entry" value="(\d+)"', page)[1]
        return self.post(f"/games/{game}/undos", {"entry": entry})

    def arrange(
        self, game: str, *rows: tuple[int, str], dealer: object = 0, **pressed: object
    ) -> TestResponse:
        """Save the table of a game before its first score: seats and names, -1 for a newcomer."""
        fields = {"arrange": "1", "seen": self.document(game)["version"], "dealer": dealer, "start": "1"}
        seats = {"seat": [seat for seat, _ in rows], "player": [name for _, name in rows]}
        return self.post(f"/games/{game}/seats", fields | seats | pressed)

    def leave(self, game: str, *seats: int) -> TestResponse:
        return self.post(f"/games/{game}/departures", {"seat": seats})

    def suspend(self, game: str) -> TestResponse:
        return self.post(f"/games/{game}/suspension", {"agreed": "1"})

    def resume(self, game: str, *seats: int) -> TestResponse:
        places = {f"place-{place}": seat for place, seat in enumerate(seats)}
        return self.post(f"/games/{game}/resumption", {"agreed": "1", **places})

    def change_rules(self, path: str, **fields: object) -> TestResponse:
        """Send the form of rules as it is shown now, with other values; without those that are None."""
        form = form_of(self.get(path)) | fields
        return self.post(path, {name: value for name, value in form.items() if value is not None})

    def document(self, game: str) -> dict:
        """The game as its JSON export tells it."""
        return self.get(f"/games/{game}/game.json").json


def _field(value: object) -> object:
    return list(value) if isinstance(value, tuple) else value


def sheet(went_out: int | None, points: Mapping[int, object], **fields: object) -> dict[str, object]:
    """The fields of a scoring page."""
    out = "nobody" if went_out is None else str(went_out)
    return {"went_out": out, **{f"points-{seat}": number for seat, number in points.items()}, **fields}


def values_of(answer: TestResponse, kind: str = "text") -> dict[str, str]:
    """The values of the fields of a kind on a page, by name."""
    found = {}
    for tag in re.findall(r"<input[^>]*>", answer.text):
        attributes = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        if attributes.get("type", "text") == kind and "name" in attributes:
            found[attributes["name"]] = unescape(attributes.get("value", ""))
    return found


def answers_of(page: TestResponse) -> list[str]:
    """The buttons of a correction that say what went wrong, by their values."""
    return re.findall(r'name="answer" value="([a-z]+)"', page.text)


def shown(html: str) -> str:
    """A page without its templates, which only scripts fill in."""
    return _TEMPLATES.sub("", html)


def text_of(answer: TestResponse) -> str:
    """The words of a page."""
    return " ".join(unescape(_TAGS.sub(" ", shown(answer.text))).split())


def form_of(answer: TestResponse) -> dict[str, str | tuple[str, ...]]:
    """The fields of the form of rules as a browser would send them; several values of one as a tuple."""
    sent: dict[str, list[str]] = {}
    form = answer.text.partition('data-behaviour="rules-form"')[2].partition("</form>")[0]
    for tag in re.findall(r"<input[^>]*>", form):
        told = dict(re.findall(r'([a-z-]+)="([^"]*)"', tag))
        is_off = told.get("type") in ("radio", "checkbox") and " checked" not in tag
        if "name" in told and not is_off:
            sent.setdefault(told["name"], []).append(unescape(told.get("value", "")))
    sent.pop("csrf_token", None)
    return {name: values[0] if len(values) == 1 else tuple(values) for name, values in sent.items()}
