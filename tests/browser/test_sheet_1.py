"""The game worked by hand in tests/vectors/sheet-1.json, played to its end by taps in a real browser."""

from collections.abc import Callable

from playwright.sync_api import Page

from tests.support.browser.sheet import SHEET, Player


def test_sheet_1_by_taps_alone(phone: Callable[..., Page], network_url: str) -> None:
    """Over plain HTTP, as at a table: what browsers keep for secure addresses is not there."""
    page = phone(base_url=network_url)
    player = Player(page)
    player.play(SHEET["steps"])
    player.sees_the_end()
    assert page.evaluate("isSecureContext") is False


def test_sheet_1_by_plain_forms_without_script(phone: Callable[..., Page]) -> None:
    player = Player(phone(java_script_enabled=False), script=False)
    player.play(SHEET["steps"])
    player.sees_the_end()
