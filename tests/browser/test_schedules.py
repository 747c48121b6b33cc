"""Random evenings on a bad network, tapped in real browsers: each saved hand is in the book once, in order.

The same in large numbers, without pages: bench/prove/outbox.py. `make prove` taps ten in each browser.
"""

import os
import re
from collections.abc import Callable, Iterator
from itertools import product
from random import Random

import pytest
from playwright.sync_api import BrowserContext, Page, Route, expect

from bench.prove.outbox import Host
from scorekeeper.web.http.addresses import network_address
from tests.browser.test_worker import KEEPS
from tests.support.browser.games import begin, join
from tests.support.browser.score_pad import Pad
from tests.support.examples import cannot_run
from tests.support.servers import wait_until

pytestmark = pytest.mark.long

NAMES = ("Ana", "Ben", "Cem", "Dee")
DRAWN = {"save": 6, "undo": 2, "cut": 2, "reconnect": 2, "lose the answer": 1, "be overtaken": 1}
STEPS = 8
HANDS = 7
# The first ones have every step: Firefox loses no answers, and nobody overtakes it.
EVENINGS = [("chromium", 8), ("chromium", 9), ("firefox", 7)]
if "EVENINGS" in os.environ:
    EVENINGS = list(product(("chromium", "firefox"), range(int(os.environ["EVENINGS"]))))
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    host = Host(tmp_path_factory.mktemp("schedules"), name=network_address() or cannot_run("no network"))
    yield host
    host.kill()


class Evening:
    """A scorer's phone and another one, and the points that the book should hold in the end."""

    def __init__(self, phone: BrowserContext, other: BrowserContext, host: Host, *, touch: bool) -> None:
        self.phone, self.host, self.touch = phone, host, touch
        self.page: Page
        self.hands: list[list[int]] = []
        self.undone: list[int] | None = None
        self.theirs: tuple[int, list[int]] | None = None
        self.waiting = 0
        self.is_cut = False
        self.game = begin(phone)
        self.other = join(other, self.game)
        self.open()

    def open(self) -> None:
        """Open the table on another page, and wait until the hands to come are kept."""
        for page in self.phone.pages:
            page.close()
        self.page = self.phone.new_page()
        with self.page.expect_response(re.compile(r"/ahead$")):
            self.page.goto(self.game.path)
        wait_until(lambda: bool(self.page.evaluate(KEEPS, self.game.path.rsplit("/", 1)[-1])))
        self.pad = Pad(self.page, touch=self.touch)

    def save(self, rng: Random) -> None:
        """Save the next hand; one that was undone is filled in."""
        if (number := len(self.hands) + 1) > HANDS:
            return
        points, self.undone = self.undone or _points(rng), None
        self.tap("a", f"(Score|Continue) hand {number}")
        self.pad.thumb.sees(".score-pad.is-on")
        if not self.page.locator(".line.is-out").count():
            self.pad.out(NAMES[points.index(0)])
            for _ in range(len(NAMES) - 1):
                self.pad.points(points[NAMES.index(self.pad.asked())])
        self.pad.press(self.pad.next)
        self.hands.append(points)
        self.waiting += self.is_cut
        self.sees_table()

    def undo(self, _rng: Random) -> None:
        """Take back the last hand."""
        if self.hands and (self.waiting or not self.is_cut):
            self.undone = self.hands.pop()
            if self.waiting:
                self.tap("#outbox button", "Undo")
                self.waiting -= 1
            else:
                self.tap("button", "Undo: hand")
                self.tap("a", "The game")
            self.sees_table()

    def cut(self, _rng: Random) -> None:
        """Cut the network of this phone; where a browser cannot, stop the server."""
        self.is_cut = True
        if self.touch:
            self.phone.set_offline(True)
        else:
            self.host.kill()

    def reconnect(self, _rng: Random) -> None:
        """Let what waits go out, and keep what another phone has saved meanwhile."""
        self.is_cut = False
        self.host.start()
        if self.touch:
            self.phone.set_offline(False)
        self.page.evaluate("dispatchEvent(new Event('online'))")
        if self.theirs and self.theirs[0] <= len(self.hands):
            self.tap("#outbox button", "Look")
            self.tap("button", "Keep the saved scores")
        if self.theirs:
            number, points = self.theirs
            self.hands[number - 1 : number] = [points]
        self.waiting, self.theirs = 0, None
        expect(self.page.locator("#outbox")).to_be_hidden()
        self.open()

    def lose_the_answer(self, rng: Random) -> None:
        """Save a hand whose answer gets lost."""
        if self.is_cut or not self.touch or len(self.hands) == HANDS:
            return
        self.page.route(re.compile(r"/hands/\d+$"), _lose)
        self.is_cut = True
        self.save(rng)
        self.page.unroute_all(behavior="wait")
        self.reconnect(rng)

    def be_overtaken(self, rng: Random) -> None:
        """Let another phone save the hand that comes next in the book."""
        number = len(self.hands) - self.waiting + 1
        if self.is_cut and self.touch and not self.theirs and number <= HANDS:
            self.theirs = number, _points(rng)
            self.other.played = number - 1
            self.other.play(" ".join(str(score) if score else "out" for score in self.theirs[1]))

    def tap(self, css: str, text: str) -> None:
        self.pad.thumb.tap(css, text)

    def sees_table(self) -> None:
        """See how far the game is, and what waits."""
        number = len(self.hands)
        self.pad.thumb.sees("h1, h2", f"Hand {number + 1} of 7" if number < HANDS else "")
        expect(self.page.locator("#outbox")).to_be_visible(visible=bool(self.waiting))
        if not self.is_cut:
            self.open()


def _lose(route: Route) -> None:
    if route.request.method == "POST":
        route.fetch(max_redirects=0)
        route.abort("internetdisconnected")
    else:
        route.continue_()


def _points(rng: Random) -> list[int]:
    """The points of each seat; 0 for whoever went out."""
    points = [5 * rng.randint(2, 20) for _ in NAMES]
    points[rng.randrange(4)] = 0
    return points


@pytest.mark.parametrize(("engine", "seed"), EVENINGS)
def test_evening(
    engine: str,
    seed: int,
    host: Host,
    contexts: Callable[..., BrowserContext],
    request: pytest.FixtureRequest,
) -> None:
    browser, is_chromium = request.getfixturevalue(engine), engine == "chromium"
    host.start()
    phone = contexts(
        browser, base_url=host.url, **(PHONE if is_chromium else {"viewport": PHONE["viewport"]})
    )
    evening = Evening(phone, contexts(browser, base_url=host.url), host, touch=is_chromium)
    rng = Random(seed)
    for step in rng.choices([*DRAWN], [*DRAWN.values()], k=STEPS):
        getattr(evening, step.replace(" ", "_"))(rng)
    evening.reconnect(rng)
    hands = evening.phone.request.get(f"{evening.game.path}/game.json").json()["hands"]
    assert [[score["points"] for score in hand["scores"]] for hand in hands] == evening.hands
