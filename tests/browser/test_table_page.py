"""The page of a game with many players, long names and every mark: on a phone, and on paper."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize

from tests.support.browser.games import Game, begin
from tests.support.browser.stage import CHARGE

LONG = (
    "Maximiliana Hohenlohe", "Christopher", "Bartholomew", "Evangelina-Maria", "Ana", "Wolfgang Amadeus",
    "Alexandrina Victoria", "Ben",
)  # fmt: skip
# How many names and totals are not seen whole until somebody scrolls the table of all hands.
HIDDEN = """() => {
    const box = document.getElementById("hands-scroll").getBoundingClientRect()
    const cells = [...document.querySelectorAll(".hands thead bdi, .hands tfoot td")]
    return cells.map((cell) => cell.getBoundingClientRect())
        .filter(({ left, right }) => left < box.left || right > box.right).length
}"""
# How far marks stick out of the box that clips them; on the sheet of paper, out of their cell.
CUT = """(marks) => marks.map((mark) => {
    const letters = document.createRange()
    letters.selectNodeContents(mark)
    const box = (mark.closest(".paper td, .scroll") ?? document.querySelector("main")).getBoundingClientRect()
    return letters.getBoundingClientRect().right - box.right
}).filter((over) => over > 0)"""
# A sheet of A4 without its margins.
WITHIN_A4: ViewportSize = {"width": 703, "height": 1031}
# The numbers that lie under marks.
TOUCHED = """(marks) => {
    const box = (node) => {
        const range = document.createRange()
        range.selectNodeContents(node)
        return range.getBoundingClientRect()
    }
    const meet = (one, other) => one.left < other.right && one.right > other.left
        && one.top < other.bottom && one.bottom > other.top
    const numbers = (row) => [...row.cells]
        .map((cell) => (cell.querySelector("a") ?? cell).firstChild).filter((node) => node?.textContent)
    const under = (mark) => numbers(mark.closest("tr")).filter((number) => meet(box(mark), box(number)))
    return marks.flatMap(under).map((number) => number.textContent)
}"""
DASHES = "(lines) => lines.map((line) => getComputedStyle(line).strokeDasharray)"


@pytest.mark.parametrize("names", [LONG[:5], LONG], ids=len)
def test_names_and_totals_of_all_players_are_seen_without_scrolling(
    page: Page, names: tuple[str, ...]
) -> None:
    sheet = " ".join(["out", "900", *("20" for _ in names[2:])])
    page.goto(begin(page, names).play(sheet, sheet).path)

    assert page.locator(".hands tfoot td").all_text_contents()[:2] == ["0", "1800"]
    assert page.evaluate(HIDDEN) == 0


def test_lines_of_eight_players_have_eight_patterns(page: Page) -> None:
    page.goto(begin(page, LONG).play("out 20 20 20 20 20 20 20").path)

    dashes = page.locator(".chart .line").evaluate_all(DASHES)
    assert len(set(dashes)) == len(dashes) == 8


def test_no_mark_touches_the_numbers_beside_it(page: Page) -> None:
    game = begin(page, LONG).play("out 120 255 310 105 120 130 125", "320 out 155 105 110 - 130 125")
    game.post("/departures", {"seat": "2"})
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(game.path)

    assert page.locator(".hands .mark").all_text_contents() == ["*", "†"]
    assert page.locator(".hands .mark").evaluate_all(TOUCHED) == []


def with_every_mark(page: Page) -> Game:
    """Play a game of four in which one joined late, one left, one gave no score and one was charged."""
    game = begin(page, "Ana Ben Cem")
    game.play("out 25 45")
    game.post("/arrivals", {"name": "Evangelina", "after": "0", "start": "other", "start_score": "40"})
    game.post("/rulings", {"seen": "3", **CHARGE})
    game.play("out 25 - 30")
    game.post("/departures", {"seat": "3"})
    return game.play("5 out 45 .", "5 out 45 .", "5 out 45 .", "5 out 45 .", "5 out 45 .")


def test_score_sheet_of_four_with_every_note_is_one_page(page: Page) -> None:
    page.goto(f"{with_every_mark(page).path}/print")
    notes = page.locator("p.muted").all_text_contents()

    assert [note.split()[0] for note in notes] == ["†", "‡", "*", "+", "Evangelina"]
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format=paper))) == 1


def test_no_mark_beside_a_number_is_cut_off(page: Page) -> None:
    game, marks = with_every_mark(page), page.locator(".mark")
    for path, media in (("", "screen"), ("/print", "screen"), ("/print", "print")):
        page.goto(game.path + path)
        page.emulate_media(media=media)
        if media == "print":
            page.set_viewport_size(WITHIN_A4)
        assert set("".join(marks.all_text_contents())) == set("†‡*+")
        assert marks.evaluate_all(CUT) == [], (path, media)


# What is not whole on the first screen.
BELOW = """(elements) => elements.filter((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return top < 0 || bottom > innerHeight
}).map((element) => element.textContent)"""
BROKEN = """(names) => names.filter((name) => {
    const letters = document.createRange()
    const node = name.firstChild
    return [...node.data.matchAll(/[^-\\s]+/g)].some(({ 0: word, index }) => {
        letters.setStart(node, index)
        letters.setEnd(node, index + word.length)
        return letters.getClientRects().length > 1
    })
}).map((name) => name.textContent)"""
LETTERS = "(elements) => elements.map((element) => parseFloat(getComputedStyle(element).fontSize))"
# Pixels: what is read from a phone that lies on the table.
LYING = 27


def test_first_screen_after_a_save_has_all_eight_players_and_undo(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    names = ("Maximiliane-Charlotte", "Jo", "Christopher", "Bartholomew", *LONG[3:7])
    game = begin(page, names).play("out 155 45 310 5 20 30 25", "120 out 200 5 300 45 60 15")
    page.goto(f"{game.path}?said=hand-saved&hand=2")

    rows = page.locator(".standings tbody tr")
    assert rows.count() == 8
    assert all(page.locator(".standings tbody .newest").all_text_contents())
    assert "▼" in "".join(page.locator(".standings .rank").all_text_contents())
    for part in (rows, page.locator("#said"), page.locator("#undo")):
        assert part.evaluate_all(BELOW) == []
    assert page.locator("main bdi").evaluate_all(BROKEN) == []
    lying = page.locator(".contract strong, .roles dd, .standings .total")
    assert min(lying.evaluate_all(LETTERS)) >= LYING
