"""What a thumb does in any browser: whoever plays by it says what it taps, not in which engine.

A place is a selector, and where that is not enough a regular expression for its text; the first that is seen
is meant.
"""

import re
from typing import Any, Protocol

from playwright.sync_api import Locator, Page, expect

# Counts in the browser itself how often a finger came down and went up.
COUNTER = """['pointerdown', 'pointerup'].forEach((kind) => addEventListener(kind, (event) => {
    if (event.isTrusted) sessionStorage.setItem(kind, Number(sessionStorage.getItem(kind)) + 1)
}, true))"""
COUNTED = "['pointerdown', 'pointerup'].map((kind) => Number(sessionStorage.getItem(kind)))"


class Thumb(Protocol):
    def open(self, path: str) -> None: ...

    def reload(self) -> None: ...

    def tap(self, css: str, text: str = "", *, at: tuple[int, int] | None = None) -> None:
        """Press and release once, in the middle or so far from the left and the top."""

    def write(self, css: str, text: str) -> None:
        """Tap a field and type over what it holds; a line break is Enter."""

    def choose(self, css: str, text: str) -> None:
        """Choose a line of a list: the list itself is the phone's own."""

    def sees(self, css: str, text: str = "") -> None:
        """Wait until it is there to be seen."""

    def texts(self, css: str) -> list[str]: ...

    def evaluate(self, expression: str) -> Any: ...


class Finger:
    """A thumb in a browser that Playwright drives; `touch`: by finger, else by mouse, where there is none."""

    def __init__(self, page: Page, *, touch: bool = True) -> None:
        self.page = page
        self.touch = touch

    def find(self, css: str, text: str = "") -> Locator:
        pattern = re.compile(text.replace(" ", r"\s+"))
        return self.page.locator(css).filter(has_text=pattern, visible=True).first

    def press(self, what: Locator, *, at: tuple[int, int] | None = None) -> None:
        position = {"x": at[0], "y": at[1]} if at else None
        if self.touch:
            what.tap(position=position)
        else:
            what.click(position=position)

    def open(self, path: str) -> None:
        self.page.goto(path)

    def reload(self) -> None:
        self.page.reload()

    def tap(self, css: str, text: str = "", *, at: tuple[int, int] | None = None) -> None:
        self.press(self.find(css, text), at=at)

    def write(self, css: str, text: str) -> None:
        self.tap(css)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def choose(self, css: str, text: str) -> None:
        self.tap(css)
        self.page.keyboard.type(f"{text}\n")

    def sees(self, css: str, text: str = "") -> None:
        expect(self.find(css, text)).to_be_visible()

    def texts(self, css: str) -> list[str]:
        return self.page.locator(css).all_inner_texts()

    def evaluate(self, expression: str) -> Any:
        return self.page.evaluate(expression)
