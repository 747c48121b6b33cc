"""The scoring page as a thumb uses it: one tap for each key."""

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.thumb import Finger, Thumb

CARDS = ("2–9", "10–K", "Aces", "Jokers", "Missing")
SAVE = "#save:not(:disabled)"


class Keypad:
    """The keypad in whichever browser the thumb plays."""

    def __init__(self, thumb: Thumb) -> None:
        self.thumb = thumb

    def out(self, name: str) -> None:
        """Tap who went out."""
        self.thumb.tap(".who bdi", f"^{name}$")

    def nobody(self) -> None:
        """Tap that nobody went out."""
        self.out("Nobody.*")

    def keys(self, digits: str) -> None:
        """Type digits one by one."""
        for digit in digits:
            self.thumb.tap(f'.keys [data-act="digit"][data-value="{digit}"]')

    def points(self, number: int) -> None:
        """Type the first digits of a total, then press the key that finishes it and goes on.

        The digit 5 is typed alone: its key may be the one just pressed, whose second tap counts as a mistake.
        """
        tens = number // 10
        if number < 10 or (tens > 10 and tens % 5 == 0):
            self.keys(str(number))
            self.on()
        else:
            self.keys(str(number)[:-1])
            self.finish(number)

    def finish(self, number: int) -> None:
        """Press the key that makes this number of the digits typed, and goes on."""
        self.thumb.tap(".keys .finish", rf"^\s*{number}( next)?\s*$")

    def cards(self, *numbers: int) -> None:
        """Count cards by value, missing ones last; then go on to the next player."""
        self.thumb.tap(".keys button", "Count cards")
        for kind, number in zip(CARDS, numbers, strict=True):
            if kind == CARDS[-1] and number:
                self.short()
                number -= 1
            for _ in range(number):
                self.thumb.tap(".counters button", f"^\\+\\s{kind}")
        self.on()

    def short(self) -> None:
        """Press that a card is missing, which is rare."""
        self.thumb.tap(".rare > summary")
        self.thumb.tap(".ask button", "has too few cards")

    def none(self) -> None:
        """Press that no score is given, below what it costs, which goes on by itself."""
        self.thumb.tap(".rare > summary")
        self.thumb.tap(".ask button", "gives no score")

    def on(self) -> None:
        """Press “next”, unless every line is complete."""
        if self.thumb.texts("#save") == ["Next"]:
            self.thumb.tap(SAVE)

    def save(self) -> None:
        """Save the hand and see the table page."""
        self.thumb.tap(SAVE, "^Save hand")
        self.thumb.sees(".standings")

    def asked(self) -> str:
        """The name of the player whose line is open."""
        self.thumb.sees(".line.is-current")
        return self.thumb.texts(".line.is-current > label")[0]

    def answer(self, value: str) -> None:
        """Tap what went wrong, which sends a correction."""
        self.thumb.tap(f".mend[value={value}]")


class Pad(Keypad):
    """The keypad on a page of Playwright; `touch`: by finger, else by mouse."""

    def __init__(self, page: Page, *, touch: bool = True) -> None:
        finger = Finger(page, touch=touch)
        super().__init__(finger)
        self.page = page
        self.press = finger.press

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


class QuickPad(Keypad):
    """Press keys by script, without a finger: for steps that a test is not about."""

    def __init__(self, page: Page) -> None:
        super().__init__(_Script(page))

    def out(self, name: str) -> None:
        """Choose who went out, and go on: no finger does."""
        super().out(name)
        self.thumb.tap(".go-on")


class _Script(Finger):
    def press(self, what: Locator, *, at: tuple[int, int] | None = None) -> None:
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
    """Open the correction of a hand, give these players other points, and go on to its question."""
    pad = open_pad(page, path)
    for name, number in points.items():
        pad.line(name).tap()
        pad.points(number)
    pad.press(pad.next)
    return pad


def answer(page: Page, value: str) -> None:
    """Tap what went wrong, which sends a correction."""
    Keypad(Finger(page)).answer(value)


def open_pad(page: Page, path: str, *, touch: bool = True) -> Pad:
    """Open a scoring page and wait until its keypad is there."""
    page.goto(path)
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    return Pad(page, touch=touch)
