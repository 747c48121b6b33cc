"""Without JavaScript every page still works: what the hand-worked game does not need is shown here."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import begin


@pytest.fixture
def plain(phone: Callable[..., Page]) -> Page:
    """A phone that runs no script."""
    return phone(java_script_enabled=False)


def test_nothing_is_offered_that_needs_script(plain: Page) -> None:
    game = begin(plain).play("out 25 45 110")
    for path in (game.path, f"{game.path}/hands/2", f"{game.path}/print", "/games/new"):
        plain.goto(path)
        expect(plain.locator(".needs-script:visible")).to_have_count(0)
