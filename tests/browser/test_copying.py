"""Text is copied by one tap, also over plain HTTP; where the browser forbids that, it is selected.

Screen readers say what came of it, and what was saved before this page.
"""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.games import LAST_SHEET, SHEETS, begin

COPIED = """
addEventListener("copy", () => {
    window.copied = document.activeElement.value ?? String(getSelection())
})
"""

# Every text that the line for screen readers changes to after the page is there.
HEARD = """
window.heard = []
addEventListener("DOMContentLoaded", () => {
    const line = document.querySelector("#news[role=status]")
    new MutationObserver(() => window.heard.push(line.textContent)).observe(line, { childList: true })
})
"""


def test_result_is_copied_without_a_clipboard(
    page: Page, phone: Callable[..., Page], network_url: str
) -> None:
    other = phone(base_url=network_url)
    other.add_init_script(COPIED + HEARD)
    other.goto(begin(page).play(*SHEETS, LAST_SHEET).path)
    assert other.evaluate("navigator.clipboard === undefined")
    listens(other, "copy")
    other.get_by_role("button", name="Copy scores").tap()
    expect(other.get_by_role("button", name="Copied")).to_be_visible()
    assert "Ana" in other.evaluate("window.copied")
    expect(other.get_by_role("button", name="Copy scores")).to_be_visible()
    assert other.evaluate("window.heard") == ["Copied", ""]


def test_text_that_cannot_be_copied_stands_selected(
    page: Page, phone: Callable[..., Page], network_url: str
) -> None:
    other = phone(base_url=network_url)
    other.add_init_script("document.execCommand = () => false" + HEARD)
    other.goto(begin(page).play(*SHEETS, LAST_SHEET).path)
    listens(other, "copy")
    other.get_by_role("button", name="Copy scores").tap()
    said = "Text selected. Copy it by hand"
    expect(other.get_by_role("button", name=said)).to_be_visible()
    expect(other.locator("main pre")).to_contain_text("Ana")
    assert "Ana" in other.evaluate("String(getSelection())")
    assert other.evaluate("window.heard") == [said]
    other.get_by_role("button", name=said).tap()
    other.wait_for_function("() => window.heard.length === 3")
    assert other.evaluate("window.heard") == [said, "", said]


def test_news_of_a_save_are_said_by_screen_readers(page: Page) -> None:
    page.add_init_script(HEARD)
    page.goto("/?said=deleted")
    page.wait_for_function("() => window.heard.length > 0")
    assert [heard.strip() for heard in page.evaluate("window.heard")] == [page.locator("#said").inner_text()]


def test_first_tap_on_share_as_text_copies_or_shares_it(
    page: Page, phone: Callable[..., Page], network_url: str
) -> None:
    game = begin(page).play(*SHEETS[:2])
    other = phone(base_url=network_url)
    other.add_init_script(COPIED)
    other.goto(game.path)
    listens(other, "live")
    other.get_by_role("link", name="Share as text").tap()
    expect(other.get_by_role("link", name="Copied")).to_be_visible()
    assert "Ana 15" in other.evaluate("window.copied")

    other.add_init_script("navigator.share = async ({ text }) => (window.shared = text)")
    other.reload()
    listens(other, "live")
    other.get_by_role("link", name="Share as text").tap()
    other.wait_for_function("() => window.shared?.includes('Ana 15')")
    assert other.evaluate("window.copied") is None
