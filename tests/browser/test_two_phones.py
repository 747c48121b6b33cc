"""Two phones score one game: nothing is overwritten unseen, nothing is recorded twice."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import Game, begin, join
from tests.support.browser.score_pad import Pad, entered

PHONES = tuple[Page, Page, Game]


@pytest.fixture
def phones(page: Page, phone: Callable[..., Page]) -> PHONES:
    """Two phones that may score one game."""
    game = begin(page)
    other = phone()
    join(other, game)
    return page, other, game


def enter(page: Page, game: Game, *points: int, hand: int = 1) -> Pad:
    """Ana went out, the others hold this; not yet saved."""
    return entered(page, f"{game.path}/hands/{hand}", out="Ana", points=points)


def recorded(page: Page, game: Game) -> list[str]:
    """The rows of all hands as the table page shows them now."""
    page.goto(game.path)
    return [" ".join(row.split()) for row in page.locator(".hands tbody tr").all_inner_texts()]


def test_double_tap_on_save_is_one_hand_and_back_leads_to_it(page: Page) -> None:
    game = begin(page)
    pad = enter(page, game, 25, 45, 110)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    pad.next.dblclick()
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    assert sent.count("POST") == 1
    page.go_back()
    expect(page.get_by_role("row", name="Ana went out")).to_be_visible()
    page.get_by_role("link", name="Correct hand 1").tap()
    expect(page.get_by_role("heading", name="Correct hand 1")).to_be_visible()
    assert recorded(page, game) == ["1 0 went out 25 45 110"]


def test_half_way_through_a_hand_one_is_told_that_it_is_saved(phones: PHONES) -> None:
    page, other, game = phones
    page.goto(f"{game.path}/hands/1")
    pad = Pad(page)
    pad.out("Ana")
    pad.points(25)
    note = page.locator(".overtaken")
    expect(note).to_be_hidden()
    with page.expect_response(lambda answer: answer.url.endswith(game.path)):
        enter(other, game, 25, 45, 110).save()
    expect(note).to_be_visible()
    expect(page.locator(".pad")).to_be_hidden()
    expect(page.locator(".line", has_text="Ben").locator(".points")).to_have_value("25")
    expect(page.locator("#news")).to_contain_text("hand 1")
    note.get_by_role("link").tap()
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    assert recorded(page, game) == ["1 0 went out 25 45 110"]
