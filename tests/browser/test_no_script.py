"""Without JavaScript every page still works: what the hand-worked game does not need is shown here."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import begin


@pytest.fixture
def plain(phone: Callable[..., Page]) -> Page:
    """A phone that runs no script."""
    return phone(java_script_enabled=False)


def tap(page: Page, name: str, *, role: str = "button") -> None:
    page.get_by_role(role, name=name, exact=True).tap()


def test_refused_sheet_keeps_what_was_typed_and_is_saved_once_mended(plain: Page) -> None:
    game = begin(plain)
    plain.goto(f"{game.path}/hands/1")
    plain.get_by_role("radio", name="Ana").check()
    for name, points in (("Ben", "25"), ("Cem", "43"), ("Dee", "0")):
        plain.get_by_role("textbox", name=name, exact=True).fill(points)
    tap(plain, "Save hand 1")
    expect(plain.locator("#points-2-faults")).to_contain_text("43")
    expect(plain.get_by_text("Check Dee’s points.")).to_be_visible()
    expect(plain.get_by_role("textbox", name="Ben", exact=True)).to_have_value("25")
    plain.get_by_role("textbox", name="Cem", exact=True).fill("45")
    plain.get_by_role("textbox", name="Dee", exact=True).fill("110")
    tap(plain, "Save hand 1")
    expect(plain.locator("#said")).to_contain_text("Hand 1 saved.")


def test_nothing_is_offered_that_needs_script(plain: Page) -> None:
    game = begin(plain).play("out 25 45 110")
    for path in (game.path, f"{game.path}/hands/2", f"{game.path}/print", "/games/new"):
        plain.goto(path)
        expect(plain.locator(".needs-script:visible")).to_have_count(0)
