"""A game is started and a hand scored by keyboard alone."""

from playwright.sync_api import Page, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.games import begin

FOCUSED = """() => {
    const element = document.activeElement
    return element === document.body ? "" : element.id || element.name || element.textContent
}"""


def focused(page: Page) -> str:
    name: str = page.evaluate(FOCUSED)
    return name


def tab_to(page: Page, name: str) -> None:
    """Press Tab until this element has the focus."""
    for _ in range(40):
        if name in focused(page):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{name} is not reached by Tab")


def test_hand_is_scored_by_keyboard_alone(page: Page) -> None:
    game = begin(page)
    page.goto(game.path)
    tab_to(page, "next")
    page.keyboard.press("Enter")
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    tab_to(page, "went_out")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    for number in ("25", "45", "110"):
        page.keyboard.type(number)
        page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hand 1 saved.")
    expect(page.locator(".hands tbody tr")).to_have_text(["1 110 0 went out 25 45"])


def test_game_is_started_by_keyboard_alone(page: Page) -> None:
    page.goto("/games/new")
    listens(page, "seating")
    tab_to(page, "new_name")
    for number, name in enumerate(("Ana", "Ben", "Cem", "Dee"), start=1):
        page.keyboard.type(name)
        page.keyboard.press("Enter")
        expect(page.locator(".seat")).to_have_count(number)
        expect(page.locator("#new_name")).to_be_focused()
    tab_to(page, "shift-0")
    page.keyboard.press("Enter")
    expect(page.locator("[name=player]").first).to_have_value("Ben")
    expect(page.locator("#shift-1")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(page.locator("#deals-1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".preview")).to_contain_text("Ben deals. Ana goes first")
    expect(page.locator("[name=dealer]").first).to_be_focused()
    tab_to(page, "start")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()


def test_skip_link_leads_past_the_header(page: Page) -> None:
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
