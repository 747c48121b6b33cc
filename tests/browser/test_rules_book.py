"""The book in the browser: its sections are at hand, and the quick card fits on A5."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

POINTS_OF_A5 = (420, 595)
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
SIZE_OF_PAGE = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")


def test_quick_card_prints_on_one_side_of_a5_with_most_house_rules_too(page: Page, shots: Path) -> None:
    variants = ["eleven", "no-late-may-i", "twos-wild", "red-ace-wild", "no-adjacent-wilds"]
    setup = {"players": ["Ana", "Ben", "Cem", "Dee"], "variants": variants}
    game = page.request.post("/api/v1/games", data=setup).json()["id"]
    for path in ("/rules/card", f"/rules/card?game={game}"):
        page.goto(path)
        expect(page.get_by_role("heading", name="At this table")).to_have_count(int("?" in path))
        printed = page.pdf(path=shots / "rule-card.pdf", prefer_css_page_size=True)
        sizes = [tuple(round(float(side)) for side in size) for size in SIZE_OF_PAGE.findall(printed)]
        assert len(PAGE_OF_PDF.findall(printed)) == 1
        assert sizes == [POINTS_OF_A5]


@pytest.mark.parametrize("path", ["/rules/seven-hand", "/ask?ruleset=seven-hand&q=how+much+is+a+joker"])
def test_numbers_of_clauses_stand_whole_beside_their_text(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(path)
    numbers = page.locator(".clause > dt, .short b")
    assert "S7-12a" in numbers.all_text_contents()
    for number in numbers.all():
        gap, lines = number.evaluate(
            """number => {
                const range = document.createRange();
                range.selectNodeContents(number);
                const box = range.getBoundingClientRect();
                return [number.nextElementSibling.getBoundingClientRect().left - box.right,
                    range.getClientRects().length];
            }"""
        )
        assert (lines, gap >= 6) == (1, True), number.text_content()


def test_only_the_section_that_a_clause_is_in_is_open_and_one_tap_leads_back(page: Page) -> None:
    page.goto("/rules")
    expect(page.locator("#c1\\.1")).to_be_hidden()
    page.get_by_text("Object and players").tap()
    expect(page.locator("#c1\\.1")).to_be_in_viewport()

    page.goto("/ask?q=can+I+put+three+jokers+in+a+set")
    page.locator(".best .chip").tap()
    expect(page.locator("#c3\\.7")).to_be_in_viewport()
    expect(page.locator("details[open]")).to_have_count(1)
    assert page.evaluate("document.body.scrollHeight") < 12_000
    back = page.get_by_role("link", name="Back")
    expect(back).to_be_in_viewport()
    back.tap()
    expect(page).to_have_url(re.compile(r"/ask\?q=can"))


def test_a_clause_is_no_wider_than_one_reads(page: Page) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/rules#c15.1")
    text = page.locator("#c15\\.1 .text")
    letter = text.evaluate("text => parseFloat(getComputedStyle(text).fontSize) / 2")
    assert text.bounding_box()["width"] / letter <= 70
