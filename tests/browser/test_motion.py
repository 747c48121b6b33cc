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
# Ends when two frames are drawn: what begins to move has begun.
DRAWN = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def calm(phone: Callable[..., Page]) -> Page:
    return phone(reduced_motion="reduce")


def test_table_page_does_not_move(calm: Page) -> None:
    calm.goto(begin(calm).play("out 25 45 110").path)
    assert calm.evaluate(MOVING) == []


def test_scoring_page_does_not_move(calm: Page) -> None:
    pad = open_pad(calm, f"{begin(calm).path}/hands/1")
    pad.out("Ana")
    pad.points(25)
    expect(pad.current_name).to_have_text("Cem")
    assert calm.evaluate(MOVING) == []
    calm.evaluate(DRAWN)
    assert calm.evaluate("document.getAnimations().length") == 0


@pytest.mark.parametrize(("motion", "is_moved"), [("reduce", False), ("no-preference", True)])
def test_drawn_cards_move_unless_somebody_wants_none_of_it(
    phone: Callable[..., Page], motion: str, is_moved: bool
) -> None:
    page = phone(reduced_motion=motion)
    seat(page, "Ana", "Ben")
    page.get_by_role("button", name="Draw for dealer").tap()
    expect(page.locator(".is-new .turned").first).to_be_visible()
    assert bool(page.evaluate(MOVING)) == is_moved
