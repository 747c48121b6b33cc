"""The first thing a stranger sees."""

from playwright.sync_api import Page, expect


def test_start_page_offers_a_new_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("link", name="New game").tap()
    expect(page).to_have_url("/games/new")
