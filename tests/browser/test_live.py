"""A watching phone shows a saved hand without reloading; polls in between get a 304."""

import re
from collections.abc import Callable
from typing import Literal

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.test_ending import MOVED
from tests.browser.test_kept import stored
from tests.support.browser.games import LAST_SHEET, SHEETS, Game, begin, join
from tests.support.servers import wait_until

AT_ONCE = """
const wait = setTimeout
window.setTimeout = (act, pause, ...more) => wait(act, pause > 1000 ? 200 : pause, ...more)
"""
# Only what is asked at once is asked.
NEVER_LATER = """
const wait = setTimeout
window.setTimeout = (act, pause, ...more) => (pause > 1000 ? 0 : wait(act, pause, ...more))
"""


@pytest.fixture
def watched(page: Page, phone: Callable[..., Page]) -> tuple[Game, Page]:
    """A game, and a page on a phone that may only watch it, and has noted it; its pauses are short."""
    game = begin(page).play("out 25 45 110", "15 out 30 60")
    watcher = phone()
    watcher.add_init_script(AT_ONCE)
    with watcher.expect_response(lambda answer: answer.status == 304):
        watcher.goto(game.path)
    wait_until(lambda: "Hand 3 of 7" in f"{stored(watcher)}")
    return game, watcher


def looking(game: Game, other: Page) -> Page:
    """Another phone that may score the game, on its table page."""
    join(other, game)
    other.add_init_script(AT_ONCE)
    other.goto(game.path)
    return other


def test_watcher_sees_a_saved_hand_without_reloading(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    watcher.evaluate("window.sameDocument = true")
    expect(watcher.locator(".hands tbody tr")).to_have_count(2)
    game.play("5 10 out 90")
    expect(watcher.locator(".hands tbody tr")).to_have_count(3)
    expect(watcher).to_have_title(re.compile("Hand 4 of 7"))
    expect(watcher.locator(".standings .leads")).to_have_text(re.compile("Ana"))
    expect(watcher.locator("#news")).to_contain_text("Hand 4 of 7")
    assert watcher.evaluate("window.sameDocument") is True


# Ends when two frames are drawn: what begins to move has begun.
MOVES = """() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(
    () => done(moved.length))))"""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_numbers_that_a_hand_changed_are_pointed_out_for_a_moment(
    watched: tuple[Game, Page], motion: Literal["no-preference", "reduce"]
) -> None:
    game, watcher = watched
    watcher.emulate_media(reduced_motion=motion)
    watcher.evaluate(MOVED)
    assert watcher.locator(".is-new").count() == 0
    game.play("5 10 out 90")
    expect(watcher.locator(".hands tbody tr.is-new")).to_have_text(re.compile(r"^\s*3\b"))
    changed = watcher.locator(".standings tr", has=watcher.locator(".total.is-new"))
    assert changed.locator("bdi").all_text_contents() == ["Ana", "Ben", "Dee"]
    expect(watcher.locator(".roles .is-new bdi")).to_have_text(["Dee", "Ana"])
    assert (watcher.evaluate(MOVES) > 0) is (motion == "no-preference")


def test_back_after_undo_shows_at_once_that_the_hand_is_taken_back(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    page.add_init_script(NEVER_LATER)
    page.goto(game.path)
    page.get_by_role("button", name="Undo: hand 1").tap()
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    page.go_back()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    expect(page.locator(".hands")).to_have_count(0)


def test_a_page_that_reaches_nobody_says_so_until_it_does_and_catches_up(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    silent = watcher.get_by_text("No connection", exact=True)
    expect(silent).to_be_hidden()
    # What is to be read out must be there before it changes.
    expect(watcher.get_by_role("banner").get_by_role("status")).to_have_count(1)
    watcher.context.set_offline(True)
    expect(silent).to_be_visible()
    expect(watcher.get_by_text("You’re watching")).to_be_hidden()
    game.play("5 10 out 90")
    watcher.context.set_offline(False)
    expect(silent).to_be_hidden()
    expect(watcher.locator(".hands tbody tr")).to_have_count(3)


def test_a_page_of_another_network_is_no_answer(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    title = watcher.title()
    watcher.route(
        f"**{game.path}", lambda route: route.fulfill(body="<title>Inn</title>", content_type="text/html")
    )
    expect(watcher.get_by_text("No connection", exact=True)).to_be_visible()
    expect(watcher).to_have_title(title)
    watcher.unroute(f"**{game.path}")
    expect(watcher.get_by_text("No connection", exact=True)).to_be_hidden()


def test_a_page_that_nobody_answered_for_long_asks_again_soon(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    watcher.clock.install()
    watcher.goto(f"{game.path}?asks=slowly")
    watcher.route(f"**{game.path}", lambda route: route.abort("internetdisconnected"))
    for _ in range(5):
        with watcher.expect_event("requestfailed"):
            watcher.clock.fast_forward(80_000)
        expect(watcher.get_by_text("No connection", exact=True)).to_be_visible()
    watcher.unroute(f"**{game.path}")
    watcher.clock.fast_forward(10_000)
    expect(watcher.get_by_text("No connection", exact=True)).to_be_hidden()


def test_refresh_keeps_scrolling_and_focus(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    watcher.set_viewport_size({"width": 320, "height": 480})
    for focused in (
        watcher.get_by_role("link", name="Hand 2", exact=True),
        watcher.get_by_role("region", name="All hands"),
    ):
        focused.focus()
        watcher.evaluate("scrollTo(0, 300)")
        before = watcher.evaluate("scrollY")
        assert before > 100
        game.play("5 10 out 90")
        expect(watcher.locator(".hands tbody tr")).to_have_count(game.played)
        expect(focused).to_be_focused()
        assert watcher.evaluate("scrollY") == before


def test_refresh_puts_the_focus_on_the_page_if_its_place_is_gone(
    page: Page, phone: Callable[..., Page]
) -> None:
    game = begin(page).play(*SHEETS)
    other = looking(game, phone())
    other.get_by_role("link", name="Score hand 7").focus()
    game.play(LAST_SHEET)
    expect(other.get_by_role("heading", name=re.compile("wins by"))).to_be_visible()
    expect(other.locator("main")).to_be_focused()


def test_refresh_keeps_open_what_was_unfolded(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    watcher.route(lambda url: url.endswith(game.path), unfoldable)
    watcher.reload()
    watcher.locator("#one summary").tap()
    game.play("5 10 out 90")
    expect(watcher.locator(".hands tbody tr")).to_have_count(3)
    expect(watcher.locator("#one")).to_have_attribute("open", "")
    expect(watcher.locator("#two")).not_to_have_attribute("open", "")


def unfoldable(route: Route) -> None:
    """The table page as it would be with two parts to unfold."""
    answer = route.fetch()
    parts = "".join(f"<details id={name}><summary>{name}</summary></details>" for name in ("one", "two"))
    route.fulfill(response=answer, body=answer.text().replace("</main>", f"{parts}</main>"))


@pytest.mark.parametrize("is_open", [True, False])
def test_watched_game_stands_on_the_first_page_until_it_is_deleted(
    watched: tuple[Game, Page], *, is_open: bool
) -> None:
    game, watcher = watched
    link = watcher.locator(f"main a[href='{game.path}']")
    watcher.goto("/")
    expect(link).to_contain_text("Ana, Ben, Cem, Dee")
    expect(link).to_contain_text("Hand 3 of 7")
    link.tap()
    game.play("5 10 out 90")
    expect(watcher.locator(".hands tbody tr")).to_have_count(3)
    wait_until(lambda: "Hand 4 of 7" in f"{stored(watcher)}")
    watcher.goto("/")
    expect(link).to_contain_text("Hand 4 of 7")
    if is_open:
        link.tap()
        expect(watcher.locator(".hands tbody tr")).to_have_count(3)
    game.post("/deletion", {})
    if not is_open:
        link.tap()
    expect(watcher.locator("main .shrug")).to_be_visible()
    wait_until(lambda: game.path not in f"{stored(watcher)}")
    watcher.goto("/")
    expect(watcher.get_by_role("heading", name="Rummy")).to_be_visible()
    watcher.wait_for_load_state("networkidle")
    expect(link).to_have_count(0)


def test_a_phone_hears_that_another_one_corrected_a_hand(watched: tuple[Game, Page]) -> None:
    game, watcher = watched
    expect(watcher.locator("p.notice")).to_have_count(0)
    points = {"points-0": "0", "points-1": "25", "points-2": "40", "points-3": "110"}
    game.post("/hands/1/correction", {"went_out": "0", "answer": "typed", "seen": "3", **points})
    expect(watcher.locator("p.notice")).to_have_text("Hand 1 corrected. Cem has 40 instead of 45.")
    expect(watcher.locator("#news")).to_contain_text("Hand 1 corrected. Cem has 40 instead of 45.")
    watcher.reload()
    expect(watcher.locator("p.notice")).to_be_hidden()
