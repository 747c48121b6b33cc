"""The one box on a phone: it answers while one types, keeps the words, and says when nothing answers."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.support.browser.games import Game, begin

SETTLE = "a.button[href*='/referee/illegal-draw']"


@pytest.fixture
def game(page: Page) -> Game:
    """A game whose page is open at 360x740."""
    game = begin(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(game.path)
    return game


def field_of(page: Page) -> Locator:
    page.locator("html.js").wait_for()
    return page.get_by_role("searchbox", name="Ask")


@pytest.mark.parametrize("path", ["", "ask"])
def test_reload_and_back_keep_the_words_and_the_answers(page: Page, game: Game, path: str) -> None:
    page.goto("/ask" if path else game.path)
    settle = page.locator(SETTLE)
    field_of(page).fill("drew twice")
    expect(settle).to_be_visible()

    page.reload()
    expect(field_of(page)).to_have_value("drew twice")
    settle.tap()
    expect(page).to_have_url(re.compile(r"/referee/illegal-draw\?(.*&)?q=drew\+twice"))
    page.go_back()
    expect(settle).to_be_visible()
    expect(field_of(page)).to_have_value("drew twice")
    assert page.evaluate("new URLSearchParams(location.search).get('q')") == "drew twice"


def test_without_a_connection_it_says_so_and_keeps_what_is_there(page: Page, game: Game) -> None:
    field, failed = field_of(page), page.locator("#ask .failed")
    settle = page.locator(SETTLE)
    field.fill("drew twice")
    expect(settle).to_be_visible()

    page.context.set_offline(True)
    for words in ("how is", "how is xyzzy"):
        field.fill(words)
        page.get_by_role("button", name="Ask").tap()
        expect(failed).to_have_text("No connection. These are the answers to “drew twice”.")
        expect(settle).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=how\+is\+xyzzy$"))
    expect(page.locator("#news")).to_have_text(failed.inner_text())
    page.context.set_offline(False)
    expect(failed).to_have_count(0)


def test_typing_on_drops_the_question_before(page: Page, game: Game) -> None:
    page.route(re.compile(r"/ask\?q=drew"), lambda _held: None)
    field = field_of(page)
    with page.expect_request(re.compile(r"/ask\?q=drew")):
        field.fill("drew twice")
    with page.expect_event("requestfailed", lambda request: "q=drew" in request.url):
        field.fill("how much is a joker")
    expect(page.locator("#ask").get_by_text("A joker scores 50.")).to_be_visible()
    expect(page.locator("#ask .failed")).to_have_count(0)


@pytest.mark.long
def test_answers_outlive_a_newer_page_of_the_game(page: Page, game: Game) -> None:
    field = field_of(page)
    field.fill("how much is a joker")
    expect(page.locator("#ask").get_by_text("A joker scores 50.")).to_be_visible()

    game.play("out 25 45 110")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Hand 2")
    expect(page.locator("#ask").get_by_text("A joker scores 50.")).to_be_visible()
    field.fill("drew twice")
    expect(page.locator(SETTLE)).to_be_visible()


def test_an_answer_on_the_first_page_comes_into_the_upper_half_and_the_keyboard_goes(
    page: Page, game: Game
) -> None:
    page.goto("/")
    field = field_of(page)
    field.press_sequentially("can I put three jokers in a set")
    verdict = page.locator("#ask .says strong")
    expect(verdict).to_have_text("Yes.")
    assert verdict.bounding_box()["y"] < 740 / 2
    field.press("Enter")
    expect(field).not_to_be_focused()
    expect(verdict).to_be_in_viewport()
