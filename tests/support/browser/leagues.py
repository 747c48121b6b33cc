"""A league of the organiser's phone on stage: eight players, a night with two tables, one that is over."""

import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from playwright.sync_api import Page

from tests.support.browser.games import LAST_SHEET, SHEETS, Game, form_token, post_form

LONG = "Maximiliana Hohenlohe-Schillingsfürst"
# Whatever the day is, the games are of this season.
SEASON = {"name": "Always", "first": "2000-01-01", "last": "2999-12-31"}
FIRST, SECOND = ("Ana", "Ben", "Cem", "Dee"), ("Eva", "Fay", "Gus", "Hal")


@dataclass(frozen=True)
class League:
    """Parts of addresses: the league, its open night and the way into it, a game of it; a night that is over.

    `quiet` is another league, whose night that is; it has planned one, to which `early` is the way, and
    cancelled another. `offer` lets somebody run the league.
    """

    slug: str
    night: str
    token: str
    table: str
    offer: str
    quiet: str
    over: str
    planned: str
    early: str
    cancelled: str
    off: str

    def parts(self) -> dict[str, str]:
        return {name: str(getattr(self, name)) for name in self.__dataclass_fields__}


def set_league(page: Page) -> League:
    """Found the league and play its games, all by forms of this phone, which must be signed in."""
    league, night = _found(page, "Thursday Club")
    league.post("/players/new", {"names": "\n".join((*FIRST, *SECOND, "Anna", "Zoe"))})
    league.post("/players/9/merge", {"into": "1"})
    league.post("/players/10/erasure", {"name": "Zoe"})
    token = _way_in(league, night)
    table = _start(page, token, FIRST).play(*SHEETS, LAST_SHEET)
    _start(page, token, SECOND).play(SHEETS[0])
    struck = _start(page, token, SECOND)
    league.post(f"{struck.path}/strike", {"reason": "Begun twice"})
    league.post("/players/4/name", {"name": LONG})
    invited = league.post("/organisers/invitations", {}, status=200).text()
    offer = re.search(r'/organisers/([\w-]+)"', invited)
    assert offer
    quiet, last = _found(page, "Friday Club")
    over = _way_in(quiet, last)
    quiet.post(f"/nights/{last}/end", {})
    cancelled, planned = _plan(quiet, days=7), _plan(quiet, days=14)
    off, early = _way_in(quiet, cancelled), _way_in(quiet, planned)
    quiet.post(f"/nights/{cancelled}/end", {})
    return League(
        slug=_end(league.path),
        night=night,
        token=token,
        table=_end(table.path),
        offer=offer[1],
        quiet=_end(quiet.path),
        over=over,
        planned=planned,
        early=early,
        cancelled=cancelled,
        off=off,
    )


def _found(page: Page, name: str) -> tuple[Game, str]:
    """A league with an open night: whoever sends its forms, and the key of the night."""
    token = form_token(page.request)
    values = {"csrf_token": token, "name": name, "visibility": "public", "time_zone": "Europe/Prague"}
    made = post_form(page.request, "/leagues/new", values)
    path = made.headers["location"].partition("?")[0]
    league = Game(page.request, token, path)
    league.post("/seasons/new", SEASON)
    opened = league.post("/nights", {}).headers["location"]
    return league, _end(opened.partition("?")[0])


def _plan(league: Game, *, days: int) -> str:
    """The key of a night that opens in so many days."""
    opens = datetime.now(UTC) + timedelta(days=days)
    made = league.post("/nights", {"opens_at": opens.strftime("%Y-%m-%dT%H:%M")}).headers["location"]
    return _end(made.partition("?")[0])


def _way_in(league: Game, night: str) -> str:
    """The token of a night, from the page with its code."""
    shown = re.search(r"/nights/([\w-]{44})", league.request.get(f"{league.path}/nights/{night}").text())
    assert shown
    return shown[1]


def _start(page: Page, night: str, names: tuple[str, ...]) -> Game:
    """A game of the league on this phone."""
    token = form_token(page.request)
    pairs = [("csrf_token", token), ("dealer", "0"), ("start", "1"), *(("player", name) for name in names)]
    answer = post_form(page.request, f"/nights/{night}/games/new", pairs)
    return Game(page.request, token, answer.headers["location"].partition("?")[0])


def _end(path: str) -> str:
    return path.rpartition("/")[2]
