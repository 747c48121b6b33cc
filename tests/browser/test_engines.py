"""A game and an evening in every engine: Chromium by finger, Firefox and iPhones’ WebKit by mouse.

Over plain HTTP, as at a table: what browsers keep for secure addresses is not there.
"""

from collections.abc import Callable

import pytest

from tests.support.browser.score_pad import Keypad
from tests.support.browser.sheet import Player
from tests.support.browser.thumb import COUNTED, COUNTER, Thumb

# For out / 25 / 45 / 110.
TAPS = 9
WRONG_RUN = (
    "[data-rank='5']",
    "[data-suit=h]",
    "[data-rank='7']",
    "[data-suit=c]",
    "[data-rank='6']",
    "[data-suit=h]",
)


@pytest.mark.long
@pytest.mark.parametrize("thumb", ["webkit"], indirect=True)
def test_sheet_1_by_taps_alone(thumb: Thumb) -> None:
    Player(thumb).play()
    assert thumb.evaluate("isSecureContext") is False


def test_an_evening_by_taps(thumb: Thumb, record_property: Callable[[str, object], None]) -> None:
    draw_for_dealer(thumb)
    score_first_hand(thumb, record_property)
    settle_a_dispute(thumb)
    check_a_lay_down(thumb)
    join(thumb)


def draw_for_dealer(thumb: Thumb) -> None:
    """With the cursor still in the field of a name, whose loss must not move what is pressed."""
    thumb.open("/games/new")
    for name in ("Ana", "Ben", "Cem", "Dee"):
        thumb.write("#new_name", f"{name}\n")
        thumb.sees(".seat bdi", f"^{name}$")
    # Until the answer to the last name is there, it may move what is pressed.
    thumb.sees(".laid .felt:not(.is-old)")
    thumb.tap("button", "Draw for dealer")
    thumb.sees(".draw li:nth-child(4)")
    thumb.tap("button", "Start the game")


def score_first_hand(thumb: Thumb, record_property: Callable[[str, object], None]) -> None:
    thumb.tap("a", "Score hand 1")
    thumb.sees(".score-pad.is-on")
    thumb.evaluate(COUNTER)
    pad = Keypad(thumb)
    pad.out("Ana")
    score = {"Ben": 25, "Cem": 45, "Dee": 110}
    while score:
        pad.points(score.pop(pad.asked()))
    pad.save()
    taps = thumb.evaluate(COUNTED)
    record_property("taps", taps)
    print(f"Taps for out / 25 / 45 / 110: {taps}, at most {TAPS}")
    assert taps == [TAPS, TAPS]


def settle_a_dispute(thumb: Thumb) -> None:
    thumb.tap("a", "Referee")
    thumb.tap("main a[href*='/referee/wrong-count']")
    for answer in ("During the hand", "Too few cards", "2 cards"):
        thumb.tap("main a", rf"^\s*{answer}\s*$")
    thumb.tap(".who-row[aria-label^='Who has'] a", r"Ben\s*$")
    thumb.tap("button", "Save the ruling")
    thumb.sees(".binds li", "Ben is 2 cards short")


def check_a_lay_down(thumb: Thumb) -> None:
    thumb.tap("a", "Referee")
    thumb.tap("a", "Check cards")
    # The script of the keys folds it.
    thumb.sees(".card-form details:not([open])")
    for key in WRONG_RUN:
        thumb.tap(f".picker {key}")
    thumb.tap("button", r"^\s*Check\s*$")
    thumb.sees(".verdict", r"^\s*Wrong\.")


def join(thumb: Thumb) -> None:
    """Somebody comes late."""
    thumb.tap("a", "The game")
    thumb.tap("a", "Add a player")
    thumb.write("[name=name]", "Eva")
    thumb.tap("label:has([name=start])", "same as last place")
    thumb.tap("button", "Add player")
    thumb.sees(".standings bdi", "^Eva$")


@pytest.mark.long
@pytest.mark.parametrize("thumb", ["webkit"], indirect=True)
def test_draft_outlives_a_reload(thumb: Thumb) -> None:
    """In the other engines a draft outlives a whole evening (test_cellar.py)."""
    draw_for_dealer(thumb)
    thumb.tap("a", "Score hand 1")
    thumb.sees(".score-pad.is-on")
    pad = Keypad(thumb)
    pad.out("Ana")
    name = pad.asked()
    pad.keys("11")
    thumb.reload()
    assert pad.asked() == name
    assert thumb.evaluate("document.querySelector('.is-current .points').value") == "11"
