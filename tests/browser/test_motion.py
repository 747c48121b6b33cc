"""Nothing moves on a phone that is set to reduce motion."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_start import seat
from tests.support.browser.games import begin
from tests.support.browser.score_pad import open_pad

# The elements that would take time to change.
MOVING = """() => [...document.querySelectorAll("*")].filter((element) => {
    const { transitionDuration, animationName } = getComputedStyle(element)
    return transitionDuration.split(", ").some((time) => parseFloat(time)) || animationName !== "none"
}).map((element) => element.outerHTML.slice(0, 160))"""
COUNTER = """
window.moves = 0
for (const kind of ["transitionrun", "animationstart"]) addEventListener(kind, () => moves++, true)
"""
# Ends when two frames are drawn: what begins to move has begun.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def calm(phone: Callable[..., Page]) -> Page:
    page = phone(reduced_motion="reduce")
    page.add_init_script(COUNTER)
    return page


def hold(page: Page, name: str) -> None:
    """Press a link, and do not let go."""
    page.get_by_role("link", name=name).hover()
    page.mouse.down()
    page.evaluate(DRAWN)


def test_table_page_does_not_move(calm: Page) -> None:
    calm.goto(begin(calm).play("out 25 45 110").path)
    assert calm.evaluate(MOVING) == []
    hold(calm, "Score hand 2")
    assert calm.evaluate("moves + document.getAnimations().length") == 0


def test_scoring_page_does_not_move(calm: Page) -> None:
    pad = open_pad(calm, f"{begin(calm).path}/hands/1")
    pad.out("Ana")
    pad.points(25)
    expect(pad.current_name).to_have_text("Cem")
    assert calm.evaluate(MOVING) == []
    calm.evaluate(DRAWN)
    assert calm.evaluate("moves + document.getAnimations().length") == 0


def test_drawn_cards_do_not_move(calm: Page) -> None:
    seat(calm, "Ana", "Ben")
    calm.get_by_role("button", name="Draw for dealer").tap()
    expect(calm.locator(".is-new .turned").first).to_be_visible()
    assert calm.evaluate(MOVING) == []


def test_buttons_give_way_otherwise(page: Page) -> None:
    page.add_init_script(COUNTER)
    page.goto(begin(page).path)
    assert len(page.evaluate(MOVING)) > 0
    hold(page, "Score hand 1")
    page.wait_for_function("() => moves > 0")
