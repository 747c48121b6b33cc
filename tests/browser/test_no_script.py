"""Without JavaScript every page still works: what the hand-worked game does not need is shown here."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import begin
from tests.support.browser.sheet import Player
from tests.support.browser.thumb import Finger


@pytest.fixture
def plain(phone: Callable[..., Page]) -> Page:
    """A phone that runs no script."""
    return phone(java_script_enabled=False)


def test_nothing_is_offered_that_needs_script(plain: Page) -> None:
    game = begin(plain).play("out 25 45 110")
    for path in (game.path, f"{game.path}/hands/2", f"{game.path}/print", "/games/new"):
        plain.goto(path)
        expect(plain.locator(".needs-script:visible")).to_have_count(0)


@pytest.mark.long
def test_sheet_1_by_plain_forms(plain: Page) -> None:
    """The game worked by hand in tests/vectors/sheet-1.json, which test_engines.py taps."""
    Player(Finger(plain), script=False).play()
