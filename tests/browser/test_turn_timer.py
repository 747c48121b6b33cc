"""The turn timer of the table page: off until it is unfolded, quiet until the time of a turn is up."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_live import AT_ONCE
from tests.browser.test_weight import NOTHING_LATER
from tests.support.browser.games import LAST_SHEET, SHEETS, begin, join

pytestmark = pytest.mark.long

BUZZES = "Navigator.prototype.vibrate = (time) => (window.buzzes = [...(window.buzzes ?? []), time])"
RUNNING = (
    "document.querySelectorAll('#timer i')[0].getAnimations().map((turn) => turn.effect.getTiming().duration)"
)
PASSED = "document.querySelectorAll('#timer i')[0].getAnimations()[0].currentTime"
END = "document.querySelectorAll('#timer i')[0].getAnimations().forEach((turn) => turn.finish())"


def test_a_tap_starts_the_turn_and_its_end_is_said_once(page: Page) -> None:
    page.add_init_script(BUZZES + NOTHING_LATER)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(f"{request.method} {request.url}"))
    game = begin(page)
    page.goto(game.path, wait_until="networkidle")
    assert not [url for url in sent if "timer" in url]

    page.get_by_text("Turn timer").tap()
    minute, half = page.get_by_label("1 min"), page.get_by_label("30 s")
    expect(minute).to_be_checked()
    page.locator("#timer i").wait_for(state="attached")
    button = page.get_by_role("button", name="Next turn")
    button.tap()
    assert page.evaluate(RUNNING) == [60_000]
    page.get_by_text("30 s").tap()
    expect(half).to_be_checked()
    assert page.evaluate(RUNNING) == []
    button.tap()
    button.tap()
    assert page.evaluate(RUNNING) == [30_000]
    expect(button).to_contain_text(re.compile("0:[12]"))
    expect(page.locator("#news")).to_be_empty()

    page.evaluate(END)
    expect(page.locator("#news")).to_have_text("Time’s up")
    expect(button).to_contain_class("over")
    expect(button).to_contain_text("Time’s up")
    assert page.evaluate("window.buzzes") == [300]

    button.tap()
    expect(button).not_to_contain_class("over")
    expect(button).to_contain_text(re.compile("0:[123]"))
    page.get_by_text("Turn timer").tap()
    expect(button).to_be_hidden()
    page.wait_for_function(f"() => !{RUNNING}.length")
    assert [url for url in sent if url.startswith("POST")] == []

    page.reload()
    page.get_by_text("Turn timer").tap()
    expect(half).to_be_checked()


def test_a_turn_runs_on_when_another_phone_changes_the_page(page: Page, phone: Callable[..., Page]) -> None:
    page.add_init_script(AT_ONCE)
    game = begin(page)
    page.goto(game.path)
    page.get_by_text("Turn timer").tap()
    page.locator("#timer i").wait_for(state="attached")
    button = page.get_by_role("button", name="Next turn")
    button.tap()
    before = page.evaluate(PASSED)
    other = join(phone(), game).play(SHEETS[0])

    expect(page.get_by_role("heading", name="Hand 2 of 7")).to_be_visible()
    assert page.evaluate(RUNNING) == [60_000]
    assert page.evaluate(PASSED) >= before
    expect(button).to_be_focused()
    page.evaluate(END)
    expect(page.locator("#news")).to_have_text("Time’s up")
    other.play(*SHEETS[1:], LAST_SHEET)
    expect(page.get_by_text("Turn timer")).to_have_count(0)
