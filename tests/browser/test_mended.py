"""The scoring page stays right when seats change, the network is gone or a store does not answer."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_outbox import fill
from tests.support.browser.behaviours import listens
from tests.support.browser.games import begin
from tests.support.browser.score_pad import answer, open_pad

pytestmark = pytest.mark.long

SILENT_STORE = "indexedDB.open = () => ({})"
SAVE = re.compile(r"/hands/\d+$")


def saved(page: Page) -> list[str]:
    """Collect every save that leaves the phone from now on."""
    sent: list[str] = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    return sent


def test_who_went_out_after_all_posts_nothing_else(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, 'Ana Ben Cem').path}/hands/1")
    pad.out("Ana")
    pad.cards(1, 0, 0, 1, 1)
    pad.none()
    page.locator(".went").tap()
    pad.out("Ben")
    pad.points(30)
    pad.save()
    expect(page.locator(".hands tbody tr")).to_have_text(["1 30 0 went out 30*"])


UNSENT = re.compile(r"^Hand 1 waits on this phone, since \d+:\d\d")


def test_sheet_saves_itself_after_a_minute_without_a_network(page: Page) -> None:
    page.clock.install(time="2026-11-20T19:00")
    # Else it would go on to the table that the server has drawn ahead.
    page.route("**/ahead", lambda route: route.abort("internetdisconnected"))
    pad = fill(page, begin(page))
    page.route(SAVE, lambda route: route.abort("internetdisconnected"))
    pad.press(pad.next)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    expect(page).to_have_url(SAVE)
    expect(pad.line("Dee")).to_have_value("110")
    page.clock.run_for(60_000)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    page.unroute(SAVE)
    sent = saved(page)
    # An attempt that is under way sets the timer of the next one.
    for _attempt in range(100):
        if sent:
            break
        page.clock.run_for(1_000)
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    expect(page.locator(".hands tbody tr")).to_have_text(["1 0 went out 25 45 110"])


def test_keypad_appears_though_the_store_never_answers(page: Page) -> None:
    game = begin(page)
    page.add_init_script(SILENT_STORE)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    pad.points(25)
    expect(pad.line("Ben")).to_have_value("25")


def test_counting_says_what_is_amiss(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, 'Ana Ben Cem').path}/hands/1")
    pad.out("Ana")
    pad.press(page.get_by_role("button", name="Count cards"))
    expect(pad.next).to_be_disabled()
    pad.press(page.get_by_role("button", name="+ Aces"))
    expect(pad.next).to_be_enabled()
    pad.short()
    missing = page.get_by_role("button", name="+ Missing")
    missing.evaluate("key => { for (let taps = 0; taps < 108; taps++) key.click() }")
    expect(page.get_by_text("There aren’t that many of these.")).to_be_visible()
    expect(pad.next).to_be_disabled()


def test_seating_says_when_it_is_not_heard(page: Page) -> None:
    page.goto("/games/new")
    listens(page, "seating")
    name = page.get_by_label("Who’s playing?")
    name.fill("Ana")
    page.context.set_offline(True)
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_text("No connection. Your names are saved. Try again.")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(1)
    page.context.set_offline(False)
    page.route("**/games/new", lambda route: route.fulfill(status=403, headers={"Scorekeeper": "1"}))
    page.get_by_role("button", name="Add").tap()
    expect(page.get_by_text("That didn’t work. Try again, or reload the page.")).to_be_visible()
    page.unroute("**/games/new")
    page.get_by_role("button", name="Add").tap()
    expect(page.locator(".seat")).to_have_count(1)
    expect(page.locator("#unheard")).to_have_text(re.compile(r"^\s*$"), use_inner_text=True)


def test_correction_sends_nothing_of_whoever_is_out_now(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    pad = open_pad(page, f"{game.path}/hands/1/correction")
    page.locator(".went").tap()
    pad.out("Ben")
    expect(page.locator("[name=points-1]")).to_be_disabled()
    pad.points(30)
    pad.press(pad.next)
    changes = page.get_by_role("region", name="What changes").get_by_role("listitem")
    expect(changes).to_have_text(["Went out Ana → Ben", "Ana 0 → 30", "Ben 25 → 0"])
    answer(page, "typed")
    expect(page.locator(".hands tbody tr")).to_have_text(["1 30 0 went out 45 110"])
