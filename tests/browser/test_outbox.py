"""What a scorer sends is on the phone until the server has it: nothing is lost, nothing counts twice."""

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Locator, Page, Request, Route, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.games import Game, begin, join
from tests.support.browser.killing import kill
from tests.support.browser.score_pad import Pad, entered, open_pad
from tests.support.servers import wait_until

pytestmark = pytest.mark.long

# A form of a game, and the page of a new one.
FORMS = re.compile(r"/games/(new|[\w-]{20,}/[\w/-]+)(\?.*)?$")
ROW = "1 0 went out 25 45 110"
STORED = """async () => {
    const request = indexedDB.open("scorekeeper")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const all = request.result.transaction("outbox").objectStore("outbox").getAll()
    await new Promise((resolve) => (all.onsuccess = resolve))
    request.result.close()
    return all.result
}"""


class Network:
    """The network of a phone as far as forms go: each one that left the phone, and how it is answered.

    No page of a game is drawn ahead, so a page stays where its form was.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.answer: Callable[[Route], None] | None = None
        self.sent: list[dict[str, list[str]]] = []
        page.context.route(FORMS, self._pass)
        page.context.route("**/ahead", lambda route: route.abort("internetdisconnected"))

    def _pass(self, route: Route) -> None:
        if route.request.method != "POST":
            return route.continue_()
        if self.answer:
            return self.answer(route)
        self.sent.append(fields(route.request))
        return route.continue_()

    def cut(self) -> None:
        """Let no form through."""
        self.answer = lambda route: route.abort("internetdisconnected")

    def mend(self) -> None:
        """Let forms through, and the pages know."""
        self.answer = None
        for page in self.page.context.pages:
            page.evaluate("dispatchEvent(new Event('online'))")


@pytest.fixture
def network(page: Page) -> Network:
    return Network(page)


def fields(request: Request) -> dict[str, list[str]]:
    return parse_qs(request.post_data or "", keep_blank_values=True)


def fill(page: Page, game: Game, *, hand: int = 1) -> Pad:
    """Ana went out; Ben 25, Cem 45, Dee 110: all but saved, and the outbox is loaded."""
    pad = entered(page, f"{game.path}/hands/{hand}", out="Ana", points=(25, 45, 110))
    # The page itself loads it a second after it stands, or with the first tap.
    listens(page, "outbox")
    return pad


def cut_off(page: Page, network: Network) -> Game:
    """A game whose first hand waits, as no form gets through."""
    game = begin(page)
    pad = fill(page, game)
    network.cut()
    pad.press(pad.next)
    says(page, "Hand 1")
    return game


def waiting(page: Page) -> Locator:
    return page.locator("#outbox")


def says(page: Page, name: str) -> None:
    """The page says that this waits, and since when."""
    expect(waiting(page)).to_contain_text(re.compile(rf"{name} waits on this phone, since \d+:\d\d"))
    expect(waiting(page)).not_to_contain_text("saved")


def entries(page: Page) -> list[dict[str, Any]]:
    return page.evaluate(STORED)


def rows(page: Page, game: Game) -> Locator:
    """The hands on a fresh table page."""
    page.goto(game.path)
    return page.locator(".hands tbody tr")


def decide(page: Page, game: Game, text: str) -> None:
    """Write down a decision, which waits behind what does."""
    page.goto(f"{game.path}/agreements/new")
    page.get_by_label("What was the question?").fill(text)
    page.get_by_label("What did you decide?").fill("Yes")
    page.get_by_role("button", name="Save decision").tap()
    expect(waiting(page)).to_contain_text("2 things wait on this phone")


def test_hand_without_a_network_waits_and_is_recorded_once(page: Page) -> None:
    game = begin(page)
    pad = fill(page, game)
    page.context.set_offline(True)
    pad.next.dblclick()
    says(page, "Hand 1")
    (entry,) = entries(page)
    assert "csrf_token" not in dict(entry["fields"])
    assert re.fullmatch(r"[\w-]{22}", entry["id"])
    page.context.set_offline(False)
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    assert entries(page) == []
    expect(rows(page, game)).to_have_text([ROW])
    expect(waiting(page)).to_be_hidden()


STRANGERS: dict[str, dict[str, Any]] = {
    "portal": {"status": 200, "body": "<h1>Welcome to our café</h1>"},
    "busy": {"status": 503, "body": "", "headers": {"Scorekeeper": "1"}},
    "forgotten phone": {"status": 403, "body": "", "headers": {}},
}


@pytest.mark.parametrize("name", STRANGERS)
def test_hand_waits_for_an_answer_of_our_server(page: Page, network: Network, name: str) -> None:
    game = begin(page)
    pad = fill(page, game)
    network.answer = lambda route: route.fulfill(**STRANGERS[name])
    pad.press(pad.next)
    says(page, "Hand 1")
    network.mend()
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    expect(rows(page, game)).to_have_text([ROW])


def test_token_that_is_refused_is_renewed_once(page: Page, network: Network) -> None:
    tokens: list[str] = []

    def forgotten(route: Route) -> None:
        tokens.extend(fields(route.request)["csrf_token"])
        network.answer = None
        route.fulfill(status=400, headers={"Scorekeeper": "1"})

    pad = fill(page, begin(page))
    network.answer = forgotten
    pad.save()
    expect(page.locator(".hands tbody tr")).to_have_text([ROW])
    (sent,) = network.sent
    assert sent["csrf_token"] != tokens


def unanswered(route: Route) -> None:
    """Let the server have a form that it records, but not the phone its answer."""
    if "form_id" in fields(route.request):
        assert route.fetch(max_redirects=0).status == 303
    route.abort("internetdisconnected")


# The start, the hand; or the start, the hand, its undo, the hand.
@pytest.mark.parametrize(("is_lost", "version"), [(False, 2), (True, 4)])
def test_hand_that_may_be_recorded_is_undone_and_scored_again(
    page: Page, network: Network, is_lost: bool, version: int
) -> None:
    game = begin(page)
    pad = fill(page, game)
    network.cut()
    if is_lost:
        network.answer = unanswered
    pad.press(pad.next)
    says(page, "Hand 1")
    network.cut()
    waiting(page).get_by_role("button", name="Undo").tap()
    expect(waiting(page)).to_be_hidden()
    pad.press(pad.line("Dee"))
    pad.finish(10)
    pad.press(pad.next)
    says(page, "Hand 1")
    network.mend()
    expect(page.locator(".hands tbody tr")).to_have_text(["1 0 went out 25 45 10"])
    assert entries(page) == []
    assert page.request.get(f"{game.path}/game.json").json()["version"] == version


def test_killed_browser_loses_nothing(
    lasting: Callable[[], AbstractContextManager[Page]], tmp_path: Path
) -> None:
    with lasting() as page:
        game = begin(page)
    with lasting() as page:
        pad = fill(page, game)
        page.context.set_offline(True)
        pad.press(pad.next)
        says(page, "Hand 1")
        kill(page.context, tmp_path)
    with lasting() as page:
        page.goto("/")
        expect(page.get_by_role("heading", name="Hand 2 of 7")).to_be_visible()
        expect(rows(page, game)).to_have_text([ROW])
        assert entries(page) == []


def test_games_do_not_wait_for_each_other(page: Page, network: Network) -> None:
    stuck, free = begin(page), begin(page)
    network.answer = lambda route: (
        route.abort("internetdisconnected") if stuck.path in route.request.url else route.continue_()
    )
    pad = fill(page, stuck)
    pad.press(pad.next)
    says(page, "Hand 1")
    pad = fill(page, free)
    pad.save()
    page.goto(stuck.path)
    says(page, "Hand 1")
    network.mend()
    expect(waiting(page)).to_be_hidden()


@pytest.fixture
def refused(page: Page, network: Network, phone: Callable[..., Page]) -> Game:
    """A hand that waits while another phone saves other scores, then is sent from another page."""
    game = cut_off(page, network)
    decide(page, game, "Is tea a drink?")
    join(phone(), game).play("out 25 45 5")
    page.goto(game.path)
    network.mend()
    expect(waiting(page)).to_contain_text("Hand 1 needs a decision")
    return game


@pytest.mark.parametrize(
    ("button", "score"),
    [("Keep the saved scores", "5"), ("Use this phone’s scores (everyone agrees)", "110")],
)
def test_hand_that_another_phone_saved_otherwise_needs_a_decision(
    page: Page, refused: Game, button: str, score: str
) -> None:
    expect(waiting(page).locator("li")).to_contain_text(["Hand 1", "Decision"])
    page.get_by_role("button", name="Look").tap()
    expect(page.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()
    assert [entry["state"] for entry in entries(page)] == ["refused", "waiting"]
    page.get_by_role("button", name=button).tap()
    expect(page.locator(".hands tbody tr")).to_have_text([f"1 0 went out 25 45 {score}"])
    # What stood behind it was written before the game went another way.
    expect(waiting(page)).to_contain_text("Decision needs a decision")
    page.get_by_role("button", name="Look").tap()
    page.get_by_role("button", name="Save decision").tap()
    expect(page.locator("#said")).to_be_visible()
    expect(waiting(page)).to_be_hidden()
    assert entries(page) == []


def test_what_is_refused_is_dropped_by_two_taps(page: Page, refused: Game) -> None:
    back = waiting(page).get_by_role("listitem").filter(has_text="Hand 1").get_by_role("button", name="back")
    back.tap()
    expect(back).to_have_text("Tap again to take it back")
    assert len(entries(page)) == 2
    back.tap()
    expect(waiting(page)).not_to_contain_text("Hand 1")
    expect(rows(page, refused)).to_have_text(["1 0 went out 25 45 5"])


def test_what_is_refused_is_decided_on_its_own_page_alone(
    page: Page, network: Network, phone: Callable[..., Page]
) -> None:
    def add(name: str) -> None:
        page.goto(f"{game.path}/arrivals")
        field = page.get_by_label("Name", exact=True)
        expect(field).to_have_value("")
        field.fill(name)
        page.get_by_text("no points").tap()
        page.get_by_role("button", name="Add player").tap()

    game = begin(page).play("out 25 45 110")
    network.cut()
    add("Eva")
    says(page, "Adding a player")
    join(phone(), game).post("/arrivals", {"name": "Eva", "after": "3", "start": "0"})
    network.mend()
    page.get_by_role("button", name="Look").tap()
    expect(page.locator("#name-faults, .refused").first).to_be_visible()
    add("Fay")
    expect(waiting(page).locator("li")).to_have_count(2)
    assert [dict(entry["fields"])["name"] for entry in entries(page)] == ["Eva", "Fay"]


def test_form_that_two_tabs_send_is_refused_in_one(
    page: Page, network: Network, phone: Callable[..., Page]
) -> None:
    game = begin(page)
    pad = fill(page, game)
    join(phone(), game).play("out 25 45 5")
    held: list[Route] = []
    network.answer = held.append
    pad.press(pad.next)
    wait_until(lambda: page.evaluate("1") == len(held))
    other = page.context.new_page()
    other.goto("/")
    wait_until(lambda: page.evaluate("2") == len(held))
    held[0].continue_()
    network.answer = None
    expect(page.get_by_role("heading", name="Two versions of hand 1")).to_be_visible()
    with other.expect_response(FORMS):
        held[1].continue_()
    expect(waiting(other)).to_be_hidden()
    assert entries(other) == []


def test_waiting_hand_is_locked_and_filled_in_when_its_page_is_opened_again(
    page: Page, network: Network
) -> None:
    game = cut_off(page, network)
    pad = open_pad(page, f"{game.path}/hands/1")
    says(page, "Hand 1")
    expect(pad.line("Dee")).to_have_value("110")
    page.wait_for_function("() => document.querySelector('.score-pad').inert")
    network.mend()
    expect(waiting(page)).to_be_hidden()


def test_kept_page_of_the_referee_is_at_the_hand_after_what_waits(page: Page, network: Network) -> None:
    """It stands in place of the page that was wanted, and begins where its address is."""
    game = cut_off(page, network)
    kept = page.request.get(f"{game.path}/referee/offline").text()
    wanted = f"{game.path}/referee/wrong-count?moment=other-went-out&direction=too-few&by=2&who-offender=1"
    page.route(f"**{wanted}", lambda route: route.fulfill(body=kept, content_type="text/html"))
    page.goto(wanted)
    expect(page.get_by_role("button", name="Add 20 points to what Ben holds in hand 2")).to_be_visible()


def test_list_outlives_what_the_table_page_hears(
    page: Page, network: Network, phone: Callable[..., Page]
) -> None:
    game = begin(page).play("out 25 45 110")
    page.goto(game.path, wait_until="networkidle")
    network.cut()
    page.get_by_role("button", name="Undo: hand 1").tap()
    says(page, "Undo: hand 1")
    expect(page.locator("[data-undoes]")).to_be_visible()
    expect(page.locator("#next, .undo")).to_have_count(0)
    heard = str(page.locator("main").get_attribute("data-etag"))
    other = join(phone(), game)
    other.post("/agreements", {"seen": "2", "question": "Is tea a drink?", "agreed": "Yes"})
    expect(page.locator("main")).not_to_have_attribute("data-etag", heard)
    says(page, "Undo: hand 1")
    network.mend()
    expect(waiting(page)).to_contain_text("Undo: hand 1 needs a decision")


def test_form_that_is_refused_is_shown_at_once_stays_typed_and_waits_nowhere(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    page.goto(f"{game.path}/arrivals")
    listens(page, "kept")
    page.get_by_label("Name", exact=True).fill("Ben")
    page.get_by_text("no points").tap()
    page.get_by_role("button", name="Add player").tap()
    expect(page.locator("#name-faults, .refused").first).to_be_visible()
    expect(waiting(page)).to_be_hidden()
    assert entries(page) == []
    page.goto(f"{game.path}/arrivals")
    expect(page.get_by_label("Name", exact=True)).to_have_value("Ben")
