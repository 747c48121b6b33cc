"""The preview of an old score book: what it says of how it was read, and what taps come to that follow it."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser.organisers import organise
from tests.support.servers import Server

# Nobody knows the words of its headings.
GAME = "{}\n;Qwx 1;Qwx 2;Qwx 3;Zzk\nEva;0;15;5;20\nJan;5;0;10;15\nPetr;10;5;0;{}\n\n"


def test_a_book_found_by_its_numbers_is_imported_without_its_faults_and_undone(page: Page, server: Server):
    organise(page, server)
    page.goto("/leagues/new")
    page.get_by_label("Name").fill("Friday Club")
    page.get_by_role("button", name="Create the league").tap()
    page.wait_for_url(re.compile("/leagues/friday"))
    league = page.url.partition("?")[0]
    page.goto(f"{league}/imports")
    page.get_by_label("Or paste the table").fill(GAME.format("11.9.2025", 15) + GAME.format("18.9.2025", 20))
    page.get_by_role("button", name="Show preview").tap()

    expect(page.get_by_text("Petr’s hands add up to 15, not to 20.")).to_be_visible()
    expect(page.get_by_text("Each game was found by its numbers")).to_be_visible()
    expect(page.get_by_label("What the scores are")).to_have_count(0)

    page.get_by_role("button", name="Import without this game").tap()
    expect(page.get_by_text("Import done")).to_be_visible()
    page.goto(f"{league}/imports")
    page.get_by_role("button", name="Undo this import").dblclick()
    expect(page.get_by_text("The import is undone")).to_be_visible()
