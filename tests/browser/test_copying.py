"""Text is copied by one tap, also over plain HTTP; where the browser forbids that, it is selected."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.games import LAST_SHEET, SHEETS, begin

COPIED = """
addEventListener("copy", () => {
    window.copied = document.activeElement.value ?? String(getSelection())
})
"""


def test_result_is_copied_without_a_clipboard(
    page: Page, phone: Callable[..., Page], network_url: str
) -> None:
    other = phone(base_url=network_url)
    other.add_init_script(COPIED)
    other.goto(begin(page).play(*SHEETS, LAST_SHEET).path)
    assert other.evaluate("navigator.clipboard === undefined")
    other.wait_for_load_state("networkidle")
    other.get_by_role("button", name="Copy scores").tap()
    expect(other.get_by_role("button", name="Copied")).to_be_visible()
    assert "Ana" in other.evaluate("window.copied")


def test_text_that_cannot_be_copied_stands_selected(
    page: Page, phone: Callable[..., Page], network_url: str
) -> None:
    other = phone(base_url=network_url)
    other.add_init_script("document.execCommand = () => false")
    other.goto(begin(page).play(*SHEETS, LAST_SHEET).path)
    other.get_by_role("button", name="Copy scores").tap()
    expect(other.get_by_role("button", name="Text selected. Copy it by hand")).to_be_visible()
    expect(other.locator("main pre")).to_contain_text("Ana")
    assert "Ana" in other.evaluate("String(getSelection())")
