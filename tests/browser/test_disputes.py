"""Five disputes of one evening: settled by thumb, recorded, and found on the sheet and in the history."""

from __future__ import annotations

import re
from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.support.browser.games import Game, begin
from tests.support.browser.score_pad import Pad, open_pad


def settle(page: Page, game: Game, headline: str, *taps: str, **players: str) -> None:
    """Go from the table page to the ruling: tap answers by their words, players by their question."""
    page.goto(game.path)
    page.get_by_role("link", name="Something went wrong").first.tap()
    page.get_by_role("link", name=headline).tap()
    for answer in taps:
        page.get_by_role("link", name=answer, exact=True).tap()
    for question, player in players.items():
        row = page.locator(f".who-row[aria-label^='{question.replace('_', ' ')}']")
        row.get_by_role("link", name=player, exact=True).tap()


def record(page: Page, button: str = "Save the ruling") -> None:
    page.get_by_role("button", name=button).tap()
    page.wait_for_url(re.compile(r"\?said=ruled"))


def test_five_disputes_leave_their_marks_on_the_game(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    binding = page.locator(".binds li")

    apart = "Kept separate; two or more were seen"
    settle(page, game, "Drew more than one card", "No, they haven’t discarded", apart, Who_drew="Cem")
    page.get_by_role("link", name="The top face-down card").tap()
    record(page)
    expect(binding).to_have_count(1)
    expect(binding).to_contain_text("There are face-up cards on the stock")

    count = "Too many or too few cards"
    settle(page, game, count, "During the hand", "Too few cards", "2 cards", Who_has="Ben")
    record(page)
    expect(binding.nth(1)).to_contain_text("Ben is 2 cards short")
    binding.nth(1).get_by_role("button", name="Done").tap()
    expect(binding.nth(1)).to_contain_text("Ben is one card short")

    drawn = ("No, they haven’t discarded", "The top card of the stock", "Already in their hand")
    settle(page, game, "Played out of turn", *drawn, Who_played="Dee", Whose_turn="Ben")
    record(page)
    page.get_by_role("button", name="Undo: ruling").tap()
    expect(page.get_by_role("status").filter(has_text="Undone.")).to_have_count(1)

    settle(page, game, "Who gets the discard?", "No, they don’t want the discard", "No, they haven’t drawn")
    page.get_by_role("group", name="Whose turn is it?").get_by_text("Ben").tap()
    page.get_by_role("group", name="Who said “May I”?").get_by_text("Dee").tap()
    page.get_by_role("button", name="See who gets it").tap()
    record(page)
    expect(binding.nth(2)).to_contain_text("Dee won a “May I”")

    out = "After another player went out, or the stock ended the hand"
    settle(page, game, count, out, "Too few cards", "2 cards", Who_has="Ben")
    record(page, "Add 20 points to Ben’s score for hand 2")
    expect(binding.nth(3)).to_contain_text("20 points will be added to Ben’s score")

    score_with_the_charge(page)
    expect(page.locator(".standings tr").filter(has_text="Ben").locator(".total")).to_have_text("70")
    expect(binding).to_have_count(0)
    assert told(page, game) == [
        (count, False),
        ("Who gets the discard?", False),
        ("Played out of turn", True),
        (count, False),
        ("Drew more than one card", False),
    ]


def test_a_sheet_begun_before_a_ruling_takes_over_what_it_says(page: Page) -> None:
    game = begin(page)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    pad.keys("4")
    silent = {"irregularity": "missing-score", "who-offender": "2", "other_scores": ["40", "45"]}
    said = {"csrf_token": game.token, "seen": "1", "apply": "yes", **silent}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    game.request.post(f"{game.path}/rulings", data=urlencode(said, doseq=True), headers=form)

    page.reload()
    expect(pad.line("Cem")).to_have_value("none")
    expect(pad.line("Ben")).to_have_value("4")
    pad.keys("5")
    page.get_by_role("button", name="Remove").tap()
    expect(pad.line("Cem")).to_have_value("")
    expect(pad.line("Ben")).to_have_value("45")


def score_with_the_charge(page: Page) -> None:
    """The keypad adds what waits for Ben by itself."""
    page.get_by_role("link", name="Score hand 2").tap()
    expect(page.locator(".waiting")).to_contain_text(
        "20 points for missing cards will be added to what you enter for Ben."
    )
    pad = Pad(page)
    pad.out("Ana")
    charge = page.locator(".charge")
    expect(charge).to_have_text("+20")
    pad.points(40)
    pad.points(10)
    pad.points(25)
    expect(charge).to_have_text("+20 = 45")
    pad.save()


def told(page: Page, game: Game) -> list[tuple[str, bool]]:
    """The rulings of the history, the newest first, and whether each was taken back."""
    page.goto(f"{game.path}/history")
    asked = "Ruling: "
    titles = page.locator(".history li p:first-child").filter(has_text=asked).filter(has_not_text="Undone: ")
    return [
        (title.locator("del, strong").inner_text().removeprefix(asked), title.locator("del").count() == 1)
        for title in titles.all()
    ]
