"""Games that do not run straight: suspended and resumed, players who leave or come late (section 8)."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.actions import send
from tests.support.browser.games import begin

SHEETS = ("out 25 45 110", "15 out 30 60")


def tap(page: Page, name: str, *, role: str = "button") -> None:
    page.get_by_role(role, name=name, exact=True).tap()


def refused_by(page: Page, clause: str) -> None:
    """The page refuses and cites this clause."""
    cited = page.locator(".faults").get_by_role("link", name=f"Clause {clause}", exact=True)
    expect(cited.first).to_be_visible()


def test_game_is_suspended_only_if_all_agree(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(game.path)
    tap(page, "Take a break", role="link")
    expect(page.get_by_text("Hand 3 is next. Ana leads with 15 points.")).to_be_visible()
    send()(page)
    refused_by(page, "8.1")
    tap(page, "Yes, take a break")
    expect(page.get_by_role("heading", name="On a break")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Score hand"))).to_have_count(0)
    page.goto("/")
    suspended = page.get_by_role("region", name="On a break")
    expect(suspended.get_by_role("link")).to_contain_text("Hand 3 of 7")


@pytest.mark.parametrize("script", [True, False])
def test_the_same_seats_carry_on_with_one_tap(phone: Callable[..., Page], script: bool) -> None:
    page = phone(java_script_enabled=script)
    game = begin(page).play(*SHEETS).suspend()
    page.goto(game.path)
    tap(page, "Carry on", role="link")
    expect(page.get_by_label("Seat 1")).to_be_hidden()
    tap(page, "Yes, carry on")
    expect(page.locator("#said")).to_contain_text("The break is over. Carry on.")


@pytest.mark.parametrize(
    ("seats", "allowed"),
    [
        ("Ana Ben Cem Dee", True),
        ("Cem Dee Ana Ben", True),
        ("Ben Ana Cem Dee", False),
        ("Ana Ana Cem Dee", False),
    ],
)
def test_resumption_wants_everybody_seated_as_before(page: Page, seats: str, allowed: bool) -> None:
    game = begin(page).play(*SHEETS).suspend()
    page.goto(game.path)
    tap(page, "Carry on", role="link")
    page.get_by_text("No, we sit differently").tap()
    for place, name in enumerate(seats.split()):
        page.get_by_role("combobox", name=f"Seat {place + 1}").select_option(label=name)
    page.get_by_label("Everyone agrees").tap()
    tap(page, "Carry on with these seats")
    if allowed:
        expect(page.locator("#said")).to_contain_text("The break is over. Carry on.")
        expect(page.get_by_role("link", name="Score hand 3")).to_be_visible()
    else:
        refused_by(page, "8.2")
        expect(page.get_by_label("Seat 1")).to_have_value("1" if seats.startswith("Ben") else "0")


def test_who_leaves_sees_first_what_it_posts_and_the_others_play_on(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(game.path)
    tap(page, "Someone’s leaving", role="link")
    page.get_by_label("Dee").tap()
    tap(page, "See their score")
    expect(page.get_by_text("gets 100 for leaving now.")).to_be_visible()
    expect(page.get_by_role("link", name="Clause 8.3").first).to_be_visible()
    tap(page, "Dee leaves")
    leaver = page.locator(".standings tr").filter(has_text="Dee")
    expect(leaver).to_contain_text(re.compile(r"left.*100†", re.DOTALL))
    game.play("out 50 60 .")
    page.reload()
    expect(leaver).to_contain_text("210†")
    tap(page, "Score hand 4", role="link")
    expect(page.locator(".line")).to_have_count(3)


def test_game_ends_when_fewer_than_two_remain(page: Page) -> None:
    game = begin(page, "Ana Ben Cem").play("out 25 45")
    page.goto(f"{game.path}/departures")
    for name in ("Ana", "Ben"):
        page.get_by_label(name).tap()
    tap(page, "See their score")
    expect(page.get_by_role("heading", name="End the game?")).to_be_visible()
    tap(page, "End the game")
    expect(page.locator("#said")).to_contain_text("The game is over.")
    expect(page.get_by_text("This game doesn’t count towards statistics")).to_be_visible()


def test_everybody_stops_for_good_and_undo_takes_it_back(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(f"{game.path}/departures")
    tap(page, "End the game for everyone")
    tap(page, "End the game")
    expect(page.locator("#said")).to_contain_text("The game is over.")
    undo = page.locator("#undo")
    expect(undo).to_have_text(re.compile(r"^\s*Undo: Ana, Ben, Cem and Dee\s+left\s*$"))
    undo.tap()
    expect(page.get_by_role("link", name="Score hand 3")).to_be_visible()


def test_late_player_takes_a_seat_with_a_start_score(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(game.path)
    tap(page, "Add a player", role="link")
    tap(page, "Add player")
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Name").fill("Fay")
    expect(page.get_by_label("Another number")).to_be_hidden()
    page.get_by_role("group", name="Right-hand neighbour").get_by_text("Ben").tap()
    page.get_by_text("the highest total").tap()
    tap(page, "Add player")
    expect(page.locator("#said")).to_contain_text("The new player is in the game.")
    expect(page.locator(".standings tr").filter(has_text="Fay")).to_contain_text("170")
    expect(
        page.get_by_text("This game doesn’t count towards statistics because Fay joined late")
    ).to_be_visible()
    tap(page, "Score hand 3", role="link")
    expect(page.locator(".line > label")).to_have_text(["Cem", "Dee", "Ana", "Ben", "Fay"])
