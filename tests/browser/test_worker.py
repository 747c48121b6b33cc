"""The app opens without a network: by a service worker, on an address that browsers call secure."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_outbox import Network
from tests.support.browser.games import Game, begin
from tests.support.browser.score_pad import entered, open_pad
from tests.support.servers import free_port, running, wait_until

pytestmark = pytest.mark.long

THERE = "Boolean(navigator.serviceWorker.controller && localStorage.getItem('kept'))"
KEEPS = """async (game) => {
    const request = indexedDB.open("scorekeeper")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const kept = request.result.transaction("pages").objectStore("pages").get(game)
    await new Promise((resolve) => (kept.onsuccess = resolve))
    request.result.close()
    return Boolean(kept.result?.pages[`/games/${game}/hands/7`])
}"""
PAGES = {
    "/": "Your games",
    "/rules": "Continental Rummy",
    "/rules/card": "Quick card",
    "/referee": "Referee",
    "/referee/premature-discard": "Has the next player drawn yet",
    "/help": "Help",
    "/games/new": "New game",
    "/ask": "Ask",
}


@pytest.fixture
def app(phone: Callable[..., Page]) -> Page:
    """A phone whose worker is there."""
    page = phone(service_workers="allow")
    page.goto("/")
    wait_until(lambda: page.evaluate(THERE))
    return page


def reopened(page: Page) -> Page:
    """A new page of the phone, as after its browser was closed."""
    context = page.context
    page.close()
    return context.new_page()


def play(page: Page) -> Game:
    """A game whose table this phone has seen."""
    game = begin(page)
    with page.expect_response(re.compile("/ahead$")) as drawn:
        page.goto(game.path)
    drawn.value.finished()
    wait_until(lambda: page.evaluate(KEEPS, game.path.rsplit("/", 1)[-1]))
    return game


def test_app_starts_in_flight_mode_and_scores(app: Page) -> None:
    game = play(app)
    app.context.set_offline(True)
    page = reopened(app)
    for path, title in PAGES.items():
        page.goto(path)
        expect(page).to_have_title(re.compile(title))
        assert page.evaluate("getComputedStyle(document.body).margin") == "0px"
    page.goto("/players")
    expect(page.get_by_text("This page isn’t on this phone.")).to_be_visible()
    page.get_by_role("link", name="Your games").tap()
    page.locator(f"main a[href='{game.path}']").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(25, 45, 110))
    pad.press(pad.next)
    expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
    page.reload()
    expect(page.locator("#outbox")).to_contain_text("Hand 1 waits on this phone")
    page.context.set_offline(False)
    expect(page.locator(".hands tbody tr")).to_have_count(1)


def test_page_that_was_seen_is_laid_out_the_same_without_a_network(
    app: Page, phone: Callable[..., Page]
) -> None:
    with app.expect_response(re.compile("/referee/offline$")):
        app.goto(begin(phone()).path)
    app.context.set_offline(True)
    app.reload()
    assert app.evaluate("document.compatMode") == "CSS1Compat"


def test_next_hand_is_asked_for_while_the_one_before_is_on_its_way(app: Page) -> None:
    game = play(app)
    app.context.set_offline(True)
    pad = entered(app, f"{game.path}/hands/1", out="Ana", points=(25, 45, 110))
    pad.press(pad.next)
    expect(app.get_by_role("link", name="Score hand 2")).to_be_visible()
    network = Network(app)
    network.cut()
    app.context.set_offline(False)
    open_pad(app, f"{game.path}/hands/2")
    expect(app.get_by_role("heading", name="Hand 2")).to_be_visible()
    network.mend()
    expect(app.locator("#outbox")).to_be_hidden()


def test_box_finds_clauses_of_the_kept_book(app: Page) -> None:
    app.context.set_offline(True)
    found = app.locator("#ask .chip").first
    for question, clause in (("my gran left early", "8."), ("how many jokers", "2."), ("drew twice", "10.1")):
        app.get_by_label("Ask").fill(question)
        expect(found).to_have_text(re.compile(rf"^{re.escape(clause)}"))
    expect(app.locator("#ask")).to_contain_text("This is a plain search of the rulebook.")
    found.tap()
    expect(app.locator(":target dd.text")).to_be_visible()


def test_signing_out_forgets_the_pages(app: Page) -> None:
    app.evaluate("""() => {
        const form = document.createElement("form")
        form.action = "/account/sign-out"
        form.onsubmit = () => false
        document.body.append(form)
        form.requestSubmit()
    }""")
    app.context.set_offline(True)
    app.goto("/rules")
    expect(app.get_by_text("This page isn’t on this phone.")).to_be_visible()


GONE = """async () => {
    const workers = await navigator.serviceWorker.getRegistrations()
    return !workers.length && !(await caches.keys()).length
}"""


def test_stopped_server_is_no_answer_and_one_without_a_worker_removes_it(
    phone: Callable[..., Page], tmp_path: Path
) -> None:
    port = free_port()
    with running(tmp_path / "data", port=port) as server:
        page = phone(service_workers="allow", base_url=server.url)
        page.goto("/")
        wait_until(lambda: page.evaluate(THERE))
    page.goto("/rules/card")
    expect(page).to_have_title(re.compile("Quick card"))
    with running(tmp_path / "data", port=port, SCOREKEEPER_OFFLINE="off"):
        page.goto("/")
        wait_until(lambda: page.evaluate(GONE))
