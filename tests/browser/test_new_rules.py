"""Another game on the form of a new one: its card, its variants, what its table agrees on, and its start."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_start import are_seated, seat

pytestmark = pytest.mark.long


def choose(page: Page, name: str) -> None:
    page.get_by_role("button", name="Change", exact=True).tap()
    page.locator(".game-card", has_text=name).first.tap()
    expect(page.locator(".game")).to_contain_text(name)


def test_a_chosen_game_keeps_the_names_and_what_was_agreed(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    choose(page, "Basic Rummy")
    are_seated(page, "Ana", "Ben", "Cem")
    page.get_by_text("House rules and date").tap()
    page.get_by_label("Ace 11").check()
    page.get_by_label("Number of hands").fill("3")
    page.get_by_role("radio", name="Dealer is Ben").check()
    expect(page.locator(".dealt b")).to_have_text(["Ben", "Cem"])
    expect(page.get_by_label("Ace 11")).to_be_checked()
    page.reload()
    expect(page.locator(".game")).to_contain_text("Basic Rummy")
    expect(page.get_by_label("Number of hands")).to_have_value("3")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()


def test_variants_that_contradict_each_other_are_told_at_once(page: Page) -> None:
    seat(page, "Ana", "Ben")
    choose(page, "Basic Rummy")
    page.get_by_text("House rules and date").tap()
    page.get_by_label("Penalty points").check()
    page.get_by_label("Each loser pays").check()
    expect(page.get_by_text("They contradict each other.")).to_be_visible()
    page.get_by_label("Each loser pays").uncheck()
    expect(page.get_by_text("They contradict each other.")).to_have_count(0)
    expect(page.get_by_label("Penalty points")).to_be_checked()
    expect(page.get_by_label("Number of hands")).to_have_count(0)
