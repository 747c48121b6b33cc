"""A whole evening without a network, by thumb: from the form of a new game to its ranking, and all arrives.

In Chromium the browser cuts the network, in Firefox the server is stopped. On an address that browsers call
secure the app starts in flight mode and is killed meanwhile; over plain HTTP its page stays open.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect

from bench.prove.outbox import Host
from scorekeeper.web.http.addresses import network_address
from tests.browser.conftest import CHROMIUM, CHROMIUM_FLAGS, PHONE, installed
from tests.browser.test_worker import THERE
from tests.support.browser.kept_pages import keeps
from tests.support.browser.killing import browser_on, kill
from tests.support.browser.score_pad import Keypad
from tests.support.browser.thumb import Finger
from tests.support.examples import cannot_run
from tests.support.servers import wait_until

pytestmark = [pytest.mark.long, pytest.mark.parametrize("engine", ["chromium", "firefox"])]

NAMES = ("Ana", "Ben", "Cem", "Dee")
# Dee leaves after the hands of four.
FOUR = ((0, 25, 45, 110), (15, 0, 30, 60), (20, 10, 0, 90))
HANDS = (*FOUR, (20, 0, 35), (0, 35, 15), (70, 15, 0), (40, 0, 25))
RANKING = ("1 Ben 85", "2 Cem 150", "3 Ana 165")
LEFT = ("Dee –", "4 Dee 315†")


class Evening:
    """A phone, and the host of its game."""

    def __init__(self, folder: Path, playwright: Playwright, *, engine: str, host: str) -> None:
        self.host = Host(folder, name=host)
        self.touch = engine == "chromium"
        self.profile = folder / "profile"
        options: dict[str, Any] = {"viewport": PHONE["viewport"], "channel": "moz-firefox"}
        if self.touch:
            options = PHONE | {"args": CHROMIUM_FLAGS, "service_workers": "allow"}
        options["executable_path"] = installed(*(CHROMIUM if self.touch else ("firefox-esr",)))
        self.opened: Callable[[], AbstractContextManager[Page]] = partial(
            browser_on, getattr(playwright, engine), self.profile, base_url=self.host.url, **options
        )

    def cut(self, page: Page) -> None:
        """Cut the network of the phone that shows this page."""
        self.page, self.thumb = page, Finger(page, touch=self.touch)
        self.pad = Keypad(self.thumb)
        if self.touch:
            page.context.set_offline(True)
        else:
            self.host.kill()

    def play_half(self) -> None:
        """From the open form of a new game to a half entered hand, with a ruling, an undo and a leave."""
        for name in NAMES:
            self.thumb.write("#new_name", f"{name}\n")
            self.thumb.sees(".seat bdi", f"^{name}$")
        self.thumb.tap(".seat .deals")
        self.thumb.tap("button", "Start the game")
        self.score(1)
        self.settle_a_dispute()
        self.score(2)
        self.thumb.tap("#outbox button", "Undo")
        self.score(2)
        self.score(3)
        self.thumb.tap("a", "Someone’s leaving")
        self.thumb.tap("label", "Dee")
        self.thumb.tap("button", "Go on")
        self.open_pad(4)
        self.pad.points(HANDS[3][NAMES.index(self.pad.asked())])

    def play_on(self) -> None:
        """From there to the ranking, by this phone alone and then by the book."""
        for number in range(4, len(HANDS) + 1):
            self.score(number)
        self.ranks(LEFT[0])
        self.host.start()
        if self.touch:
            self.page.context.set_offline(False)
        self.thumb.sees("h1", "Ben wins")
        self.ranks(LEFT[1])
        game = self.page.request.get(f"{self.page.url.partition('?')[0]}/game.json").json()
        points = [[score["points"] for score in hand["scores"]] for hand in game["hands"]]
        assert points == [list(hand) for hand in HANDS]

    def open_pad(self, number: int) -> None:
        self.thumb.tap("a", f"(Score|Continue) hand {number}")
        self.thumb.sees(".score-pad.is-on")
        if not self.thumb.texts(".line.is-out"):
            self.pad.out(NAMES[HANDS[number - 1].index(0)])

    def score(self, number: int) -> None:
        """Score a hand, or what is still to be entered of it."""
        self.open_pad(number)
        while not self.page.locator("#save:not(:disabled)").filter(has_text="Save hand").is_visible():
            self.pad.points(HANDS[number - 1][NAMES.index(self.pad.asked())])
        self.thumb.tap("#save", "^Save hand")
        self.thumb.sees("h1, h2", f"Hand {number + 1} of 7" if number < len(HANDS) else "")

    def settle_a_dispute(self) -> None:
        """By the rules of a game of which the server does not know yet."""
        self.thumb.tap("a", "Referee")
        self.thumb.tap("main a[href*='/referee/wrong-count']")
        for answer in ("During the hand", "Too few cards", "2 cards"):
            self.thumb.tap("main a", rf"^\s*{answer}\s*$")
        self.thumb.sees(".verdict")
        self.thumb.tap("a", "Referee")
        self.thumb.tap("a", "The game")

    def ranks(self, left: str) -> None:
        rows = [re.compile(row.replace(" ", r"\W(.*\W)?"), re.DOTALL) for row in (*RANKING, left)]
        expect(self.page.locator(".standings tbody tr")).to_have_text(rows)


@pytest.fixture
def evening(engine: str, playwright: Playwright, tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    evenings: list[Evening] = []

    def begin(host: str) -> Evening:
        evenings.append(Evening(tmp_path, playwright, engine=engine, host=host))
        evenings[0].host.start()
        return evenings[0]

    yield begin
    evenings[0].host.kill()


def test_app_starts_in_flight_mode_is_reloaded_and_killed(evening: Callable[..., Evening]) -> None:
    phone = evening("localhost")
    with phone.opened() as page:
        page.goto("/")
        wait_until(lambda: page.evaluate(THERE))
        page.goto("/games/new")
        keeps(page, "ruleset=continental")
        phone.cut(page)
        page.goto("/")
        phone.thumb.tap("a", "New game")
        phone.play_half()
        page.reload()
        phone.thumb.sees(".score-pad.is-on")
        kill(page.context, phone.profile)
    with phone.opened() as page:
        phone.cut(page)
        page.goto("/")
        phone.thumb.tap("#outbox a", "The game")
        phone.play_on()


def test_page_stays_open_over_plain_http(evening: Callable[..., Evening]) -> None:
    phone = evening(network_address() or cannot_run("this machine is in no network"))
    with phone.opened() as page:
        page.goto("/games/new")
        keeps(page, "ruleset=continental")
        phone.cut(page)
        phone.play_half()
        phone.thumb.tap("a", "The game")
        phone.play_on()
