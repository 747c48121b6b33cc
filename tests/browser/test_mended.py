"""The scoring page stays right when seats change, the network is gone or a store does not answer."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.support.browser.games import Game, begin
from tests.support.browser.score_pad import Pad, answer, entered, open_pad

pytestmark = pytest.mark.long

SILENT_STORE = "indexedDB.open = () => ({})"
SAVE = re.compile(r"/hands/\d+$")


def saved(page: Page) -> list[str]:
    """Collect every save that leaves the phone from now on."""
    sent: list[str] = []
    page.on("request", lambda request: request.method == "POST" and sent.append(request.url))
    return sent


def fill(page: Page, game: Game, *, hand: int = 1) -> Pad:
    """Ana went out; Ben 25, Cem 45, Dee 110: all but saved."""
    return entered(page, f"{game.path}/hands/{hand}", out="Ana", points=(25, 45, 110))


@pytest.mark.parametrize("first", ["no score", "cards"])
def test_who_went_out_after_all_posts_nothing_else(page: Page, first: str) -> None:
    pad = open_pad(page, f"{begin(page, 'Ana Ben Cem').path}/hands/1")
    pad.out("Ana")
    if first == "no score":
        pad.none()
    else:
        pad.cards(1, 0, 0, 1, 1)
    pad.points(45)
    page.locator(".went").tap()
    pad.out("Ben")
    pad.points(30)
    pad.save()
    expect(page.locator(".hands tbody tr")).to_have_text(["1 30 0 went out 45"])


UNSENT = re.compile(r"^Hand 1 waits on this phone, since \d+:\d\d")


@pytest.fixture
def unsent(page: Page) -> Pad:
    """A whole sheet that was saved without a network: it is on the page still, which says so."""
    page.clock.install()
    # Else it would go on to the table that the server has drawn ahead.
    page.route("**/ahead", lambda route: route.abort("internetdisconnected"))
    pad = fill(page, begin(page))
    page.route(SAVE, lambda route: route.abort("internetdisconnected"))
    pad.press(pad.next)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    expect(page).to_have_url(SAVE)
    expect(pad.line("Dee")).to_have_value("110")
    return pad


def is_saved(page: Page, *sheet: str) -> None:
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    expect(page.locator(".hands tbody tr")).to_have_text(list(sheet))


def test_sheet_saves_itself_once_the_network_is_back(page: Page) -> None:
    pad = fill(page, begin(page))
    page.context.set_offline(True)
    pad.press(pad.next)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    page.context.set_offline(False)
    is_saved(page, "1 0 went out 25 45 110")


def test_sheet_saves_itself_after_a_minute_without_a_network(page: Page, unsent: Pad) -> None:
    page.clock.run_for(60_000)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    page.unroute(SAVE)
    sent = saved(page)
    # An attempt that is under way sets the timer of the next one.
    for _attempt in range(100):
        if sent:
            break
        page.clock.run_for(1_000)
    is_saved(page, "1 0 went out 25 45 110")


def test_sheet_that_was_heard_without_an_answer_is_recorded_once(page: Page) -> None:
    def unanswered(route: Route) -> None:
        assert route.fetch(max_redirects=0).status == 303
        route.abort("internetdisconnected")

    pad = fill(page, begin(page))
    page.route(SAVE, unanswered)
    pad.press(pad.next)
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_visible()
    page.unroute(SAVE)
    expect(page.locator(".hands tbody tr")).to_have_text(["1 0 went out 25 45 110"])


def test_sheet_that_is_taken_back_waits_for_its_own_save(page: Page, unsent: Pad) -> None:
    page.get_by_role("button", name="Undo").tap()
    expect(page.locator("#outbox").get_by_text(UNSENT)).to_be_hidden()
    unsent.press(unsent.line("Dee"))
    page.unroute(SAVE)
    sent = saved(page)
    page.clock.run_for(60_000)
    unsent.keys("13")
    unsent.finish(135)
    page.clock.run_for(60_000)
    assert not [url for url in sent if SAVE.search(url)]
    unsent.save()
    is_saved(page, "1 0 went out 25 45 135")


def test_two_taps_save_once_and_back_leads_to_the_recorded_hand(page: Page) -> None:
    pad = fill(page, begin(page))
    sent = saved(page)
    pad.next.dblclick()
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    assert len(sent) == 1
    page.go_back()
    expect(page).to_have_url(SAVE)
    expect(page.get_by_role("link", name="Correct hand 1")).to_be_visible()


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


def test_table_page_tells_of_a_half_entered_hand(page: Page) -> None:
    game = begin(page)
    page.goto(game.path)
    expect(page.locator("#next")).to_have_text("Score hand 1")
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    pad.keys("2")
    page.go_back()
    expect(page.locator("#next")).to_have_text("Continue hand 1")
    game.play("out 25 45 110")
    page.goto(game.path)
    expect(page.locator("#next")).to_have_text("Score hand 2")


def test_seating_says_when_it_is_not_heard(page: Page) -> None:
    page.goto("/games/new")
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
