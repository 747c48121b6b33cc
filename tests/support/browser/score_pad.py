"""The scoring page as a thumb uses it: one tap for each key."""

from __future__ import annotations

import re
from dataclasses import dataclass

from playwright.sync_api import Locator, Page, expect

CARDS = ("2–9", "10–K", "Aces", "Jokers", "Missing")
QUESTIONS = ("kind", "mixed", "disputed_before", "agreed")


@dataclass(frozen=True)
class Pad:
    """`touch`: by finger; else by mouse, where a browser cannot be given a finger."""

    page: Page
    touch: bool = True

    def press(self, what: Locator) -> None:
        if self.touch:
            what.tap()
        else:
            what.click()

    def out(self, name: str) -> None:
        """Tap who went out."""
        self.press(self.page.locator(".who").get_by_text(name, exact=True))

    def nobody(self) -> None:
        """Tap that the stock ran out twice."""
        self.out("Nobody, the stock ran out twice")

    def keys(self, digits: str) -> None:
        """Type digits one by one."""
        for digit in digits:
            self.press(self.page.locator(f'.keys [data-act="digit"][data-value="{digit}"]'))

    def points(self, number: int) -> None:
        """Type the first digits of a total, then press the key that finishes it and goes on.

        The digit 5 is typed alone: its key may be the one just pressed, whose second tap counts as a mistake.
        """
        if number < 10:
            self.keys(str(number))
            self.on()
        else:
            self.keys(str(number)[:-1])
            self.finish(number)

    def finish(self, number: int) -> None:
        """Press the key that makes this number of the digits typed, and goes on."""
        finish = self.page.locator(".keys .finish").filter(has_text=re.compile(rf"^{number}( next)?\s*$"))
        self.press(finish)

    def cards(self, *numbers: int) -> None:
        """Count cards by value, missing ones last; then go on to the next player."""
        self.press(self.page.get_by_role("button", name="Count cards"))
        for kind, number in zip(CARDS, numbers, strict=True):
            for _ in range(number):
                self.press(self.page.locator(".counters").get_by_role("button", name=f"+ {kind}"))
        self.on()

    def none(self) -> None:
        """Press “no score” and say yes to what it costs, which goes on by itself."""
        self.press(self.page.locator(".no-score"))
        self.press(self.page.get_by_role("button", name="No score for"))

    def on(self) -> None:
        """Press “next”, unless every line is complete."""
        if self.next.inner_text() == "Next":
            self.press(self.next)

    def save(self) -> None:
        """Save the hand and see the table page."""
        expect(self.next).to_have_text(re.compile("^Save hand"))
        self.press(self.next)
        expect(self.page).to_have_url(re.compile("said=hand-"))

    @property
    def next(self) -> Locator:
        return self.page.locator("#save")

    @property
    def current(self) -> Locator:
        """The line that is open."""
        return self.page.locator(".line.is-current")

    @property
    def current_name(self) -> Locator:
        return self.current.locator("> label")

    def line(self, name: str) -> Locator:
        """The field with this player's points."""
        named = self.page.get_by_text(name, exact=True)
        return self.page.locator(".line").filter(has=named).locator(".points")

    def asked(self) -> str:
        """The name of the player whose line is open."""
        return self.current_name.inner_text()


@dataclass(frozen=True)
class QuickPad(Pad):
    """Press keys by script, without a finger: for steps that a test is not about."""

    def press(self, what: Locator) -> None:
        what.evaluate("key => key.click()")


def entered(page: Page, path: str, *, out: str, points: tuple[int, ...], digits: str = "") -> Pad:
    """Fill a scoring page, without saving: somebody went out, and the next players have these points."""
    open_pad(page, path)
    quick = QuickPad(page)
    quick.out(out)
    for number in points:
        quick.points(number)
    quick.keys(digits)
    return Pad(page)


def corrected(page: Page, path: str, **points: int) -> Pad:
    """Open the correction of a hand, give these players other points, and go on to its questions."""
    pad = open_pad(page, path)
    for name, number in points.items():
        pad.line(name).tap()
        pad.points(number)
    pad.press(pad.next)
    return pad


def answer(page: Page, **answers: str) -> None:
    """Tap these answers, each of which leads on to the next question.

    Each question has its own place for the finger: a second tap at one place would count as a mistake.
    """
    for name, value in answers.items():
        choice = page.locator("label.choice").filter(has=page.locator(f"[name={name}][value={value}]"))
        choice.tap(position={"x": 20 + 30 * QUESTIONS.index(name), "y": 20})


def open_pad(page: Page, path: str, *, touch: bool = True) -> Pad:
    """Open a scoring page and wait until its keypad is there."""
    page.goto(path)
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    return Pad(page, touch)
