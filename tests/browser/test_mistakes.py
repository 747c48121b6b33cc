"""Mistakes are mended: undo down to the empty sheet, corrections by their clause, all in the history."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import Game, begin, post_form
from tests.support.browser.score_pad import Pad, corrected, entered, open_pad

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


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("37", "Scores always end in 0 or 5."),
        ("0", "Only the player who went out has 0 points."),
        ("9999", "Everything in play adds up to"),
    ],
)
def test_what_cannot_be_shows_while_typing(page: Page, typed: str, sentence: str) -> None:
    pad = open_pad(page, f"{begin(page).path}/hands/1")
    pad.out("Ana")
    pad.keys(typed)
    said = page.locator(".say")
    expect(said).to_contain_text(sentence)
    expect(said.get_by_role("link", name="Clause")).to_be_visible()
    expect(pad.next).to_be_disabled()


def test_changing_who_went_out_keeps_the_numbers(page: Page) -> None:
    pad = open_pad(page, f"{begin(page).path}/hands/1")
    pad.out("Ana")
    pad.points(25)
    page.locator(".went").tap()
    pad.out("Dee")
    expect(pad.line("Ben")).to_have_value("25")
    expect(pad.current_name).to_have_text("Cem")


@pytest.mark.parametrize("script", [True, False])
def test_a_forgotten_name_joins_before_the_first_score_and_the_game_counts(
    phone: Callable[..., Page], script: bool
) -> None:
    page = phone(java_script_enabled=script)
    game = begin(page, "Ana Ben Cem Eve")
    page.goto(game.path)
    tap(page, "Players and seats", role="link")
    page.get_by_label("Add a player").fill("Dee")
    tap(page, "Add")
    expect(page.locator("[name=player]")).to_have_count(5)
    tap(page, "Remove Ana")
    expect(page.locator("[name=player]")).to_have_count(4)
    page.get_by_label("Name of player 3").fill("Eva")
    tap(page, "Move Dee by one seat")
    expect(page.locator(".dealt b")).to_have_text(["Ben", "Cem"])
    tap(page, "Save")
    expect(page.locator("#said")).to_contain_text("Seats saved.")
    for player in ("Ben", "Cem", "Dee", "Eva"):
        expect(page.locator(".standings")).to_contain_text(player)
    expect(page.locator(".roles")).to_contain_text(re.compile(r"Ben.*Cem", re.DOTALL))
    game.play(*["out 25 45 110"] * 7)
    page.goto(game.path)
    expect(page.get_by_role("main")).not_to_contain_text("count in a league")
    page.goto(f"{game.path}/seats")
    expect(page.get_by_role("button", name="Save", exact=True)).to_have_count(0)


def test_name_cleared_on_the_way_to_save_is_asked_for(page: Page) -> None:
    game = begin(page)
    page.goto(f"{game.path}/seats")
    page.get_by_label("Name of player 2").fill("")
    tap(page, "Save")
    expect(page.locator("#player-1-faults")).to_contain_text("remove them with ×")
    expect(page.locator("[name=player]")).to_have_count(4)
    tap(page, "Remove this player")
    expect(page.locator("[name=player]")).to_have_count(3)
    tap(page, "Save")
    expect(page.locator(".standings")).not_to_contain_text("Ben")


def test_sheet_for_seats_that_were_changed_meanwhile_is_entered_again(page: Page) -> None:
    game = begin(page)
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(25, 45, 110))
    rows = [("seat", str(3 - place)) for place in range(4)]
    rows += [("player", name) for name in ("Dee", "Cem", "Ben", "Ana")]
    rows += [("arrange", "1"), ("start", "1"), ("seen", "1"), ("dealer", "0")]
    post_form(game.request, f"{game.path}/seats", [("csrf_token", game.token), *rows])
    pad.press(pad.next)
    expect(page.get_by_text("The seats have changed.")).to_be_visible()
    for player in ("Ana", "Ben", "Cem", "Dee"):
        expect(pad.line(player)).to_have_value("")
    page.goto(game.path)
    expect(page.locator(".hands")).to_have_count(0)
