"""The game worked by hand in tests/vectors/sheet-1.json, played to its end by taps in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.sheet import OPENING, SHEET, Player


def test_sheet_1_by_taps_alone(page: Page) -> None:
    player = Player(page)
    player.play(SHEET["steps"])
    player.sees_the_end()


def test_sheet_1_opens_by_taps_over_the_network(phone: Callable[..., Page], network_url: str) -> None:
    page = phone(base_url=network_url)
    Player(page).play(OPENING)
    assert page.evaluate("isSecureContext") is False
    expect(page.locator(".hands tbody tr")).to_have_count(3)


def test_sheet_1_by_plain_forms_without_script(phone: Callable[..., Page]) -> None:
    player = Player(phone(java_script_enabled=False), script=False)
    player.play(SHEET["steps"])
    player.sees_the_end()
