"""Mistakes are mended: undo down to the empty sheet, corrections by their clause, all in the history."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.games import Game, begin
from tests.support.browser.score_pad import Pad, corrected, open_pad

pytestmark = pytest.mark.long

SHEETS = ("out 25 45 110", "15 out 30 60")


def tap(page: Page, name: str, *, role: str = "button") -> None:
    page.get_by_role(role, name=name, exact=True).tap()


def correct(page: Page, game: Game, **points: int) -> Pad:
    """Open the correction of hand 1, and go on to its questions with other points."""
    return corrected(page, f"{game.path}/hands/1/correction", **points)


def test_undo_puts_counted_cards_and_no_score_back_into_the_keypad(page: Page) -> None:
    game = begin(page)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    pad.cards(3, 1, 0, 0, 1)
    pad.none()
    pad.points(110)
    pad.save()
    tap(page, "Undo: hand 1")
    expect(page.locator("#said")).to_contain_text("Change what you need, then save.")
    expect(pad.line("Ben")).to_have_value("35")
    expect(pad.line("Cem")).to_have_value("145")
    expect(pad.line("Dee")).to_have_value("110")
    pad.line("Ben").tap()
    expect(page.locator(".counters output")).to_have_text(["3", "1", "0", "0", "1"])
    pad.press(page.get_by_role("button", name="+ Aces"))
    pad.line("Dee").tap()
    pad.points(60)
    pad.save()
    expect(page.locator(".hands tbody tr")).to_contain_text("55")
    expect(page.locator(".hands tbody tr")).to_contain_text("60")
    page.goto(f"{game.path}/history")
    changed = page.locator(".history > li").first
    expect(changed).to_contain_text(re.compile(r"corrected.*Ben has 55 instead of 35", re.DOTALL))


def test_table_that_was_scored_meanwhile_says_that_it_stays(page: Page) -> None:
    game = begin(page)
    page.goto(f"{game.path}/seats")
    listens(page, "seating")
    game.play(SHEETS[0])
    page.get_by_label("Add a player").fill("Eva")
    tap(page, "Add")
    expect(page.locator("#unheard")).to_contain_text("can’t change after the first score")
    expect(page.locator("#unheard")).not_to_contain_text("reload", use_inner_text=True)


def back(page: Page) -> None:
    """Go back as the phone does, without waiting for another page."""
    page.evaluate("void setTimeout(() => history.back())")


def test_entry_of_a_reloaded_question_is_passed_over_by_back(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(game.path)
    pad = correct(page, game, Cem=55)
    page.reload()
    expect(pad.line("Cem")).to_have_value("55")
    back(page)
    expect(page).to_have_url(re.compile(f"{game.path}$"))
