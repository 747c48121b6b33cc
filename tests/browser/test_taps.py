"""Scoring a hand takes few taps: what a finger does is counted by the browser itself."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.support.browser.games import begin
from tests.support.browser.score_pad import Pad, entered, open_pad

MOST = 11
AIM = 9
MOST_OF_A_REMATCH = 3
COUNTER = """
for (const kind of ["pointerdown", "pointerup"]) {
  addEventListener(kind, (event) => {
    if (!event.isTrusted) return
    sessionStorage.setItem(kind, Number(sessionStorage.getItem(kind) ?? 0) + 1)
  }, true)
}
"""

SPACE_BELOW = """() => document.querySelector(".pad").getBoundingClientRect().top
    - document.querySelector(".is-current").getBoundingClientRect().bottom"""


def counted(page: Page) -> tuple[int, int]:
    """Count how often a finger came down and went up since this tab was opened, as the browser saw it."""
    kinds = ("pointerdown", "pointerup")
    down, up = (page.evaluate(f"Number(sessionStorage.getItem('{kind}'))") for kind in kinds)
    return down, up


def test_a_hand_of_four_takes_few_taps(page: Page, record_property: Callable[[str, object], None]) -> None:
    game = begin(page)
    page.add_init_script(COUNTER)
    pad = open_pad(page, f"{game.path}/hands/1")
    score(pad)
    down, up = counted(page)
    record_property("taps", down)
    print(f"Taps for out / 25 / 45 / 110: {down} (at most {MOST}, aim {AIM})")

    assert down == up
    assert down <= AIM
    expect(page.locator(".hands tbody tr")).to_have_text(["1 0 went out 25 45 110"])


def test_taps_as_fast_as_they_come_are_all_counted(page: Page) -> None:
    game = begin(page)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    for digit in "110":
        box = page.locator(f'.keys [data-act="digit"][data-value="{digit}"]').bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(pad.current.locator(".points")).to_have_value("110")


def test_whose_cards_are_counted_stays_in_sight_above_the_keys(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    game = begin(page, "Ana Ben Cem Dee Eva Fay Gus Hal")
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(25, 45, 110, 5, 10))
    page.get_by_role("button", name="Count cards").tap()

    assert pad.asked() == "Gus"
    assert page.evaluate(SPACE_BELOW) >= 0


def test_a_rematch_starts_in_three_taps(page: Page) -> None:
    begin(page, "Ana Ben Cem Dee Eva").play(*["out 25 45 110 5"] * 7)
    page.add_init_script(COUNTER)
    page.goto("/")
    page.get_by_role("link", name="Same five as last time").tap()
    page.get_by_role("button", name="Draw for dealer").tap()
    expect(page.locator(".drawn li")).to_have_count(5)
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()

    assert counted(page) == (MOST_OF_A_REMATCH, MOST_OF_A_REMATCH)


def score(pad: Pad) -> None:
    pad.out("Ana")
    for number in (25, 45, 110):
        pad.points(number)
    pad.save()
