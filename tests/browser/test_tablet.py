"""A tablet in the middle of the table, lying on its side: everybody reads it from a chair."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.games import begin
from tests.support.browser.measures import STICKS_OUT
from tests.support.browser.score_pad import Pad, open_pad

pytestmark = pytest.mark.long

TABLET = {"viewport": {"width": 1180, "height": 820}}
# Pixels: what is read from across a table.
FROM_AFAR = 22
NAMES = {4: "Ana Ben Cem Dee", 8: "Ana Ben Cem Dee Eva Fay Maximiliane Hannelore"}
SHEETS = {
    4: ("out 25 45 110", "15 out 30 60"),
    8: ("out 25 45 110 5 35 100 20", "15 out 30 60 5 5 5 5"),
}


@pytest.fixture
def tablet(phone: Callable[..., Page]) -> Page:
    return phone(**TABLET)


def size(element: Locator) -> float:
    """The letter size of an element in pixels."""
    return float(element.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))


@pytest.mark.parametrize("players", NAMES)
def test_table_page_tells_all_at_one_look(tablet: Page, players: int) -> None:
    game = begin(tablet, NAMES[players]).play(*SHEETS[players])
    tablet.goto(game.path)
    facts = (
        tablet.get_by_role("heading", name="Hand 3 of 7"),
        tablet.locator(".contract strong"),
        *tablet.locator(".roles dd").all(),
        *tablet.locator(".standings .total").all(),
        *tablet.locator(".standings th bdi").all(),
        tablet.get_by_role("link", name="Score hand 3"),
    )
    assert len(facts) == 5 + 2 * players
    for fact in facts:
        expect(fact).to_be_in_viewport(ratio=1)
        assert size(fact) >= FROM_AFAR
    assert tablet.evaluate(STICKS_OUT) == []


def test_hand_of_eight_is_scored_without_scrolling(tablet: Page) -> None:
    game = begin(tablet, NAMES[8])
    pad = open_pad(tablet, f"{game.path}/hands/1")
    for name in tablet.locator(".who .choice").all():
        expect(name).to_be_in_viewport(ratio=1)
    pad.out("Ana")
    for _ in range(7):
        expect(pad.current_name).to_be_in_viewport(ratio=1)
        assert size(pad.current_name) >= FROM_AFAR
        expect(pad.next).to_be_in_viewport(ratio=1)
        pad.points(25)
    assert tablet.evaluate("scrollY") == 0
    assert tablet.evaluate(STICKS_OUT) == []
    Pad(tablet).save()
