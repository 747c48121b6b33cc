"""sheet-1.json in a browser: each step done by `Player`, who taps, or fills plain fields without script."""

import json
import re
from pathlib import Path
from typing import Any

from tests.support.browser.score_pad import Keypad
from tests.support.browser.thumb import Thumb

SHEET: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "sheet-1.json").read_text())
NAMES: list[str] = SHEET["steps"][0]["players"]
CLASSES = ("2-9", "10-K", "A", "joker")


class Player:
    """Plays the sheet step by step; `script`: by the keypad, else by the fields under it."""

    def __init__(self, thumb: Thumb, *, script: bool = True) -> None:
        self.thumb = thumb
        self.script = script
        self.pad = Keypad(thumb)

    def play(self) -> None:
        """Play all of it, and compare the last lines of the sheet."""
        for step in SHEET["steps"]:
            getattr(self, step["do"])(step)
        self.sees_the_end()

    def mark(self, box: str) -> None:
        self.thumb.tap(box)
        self.thumb.sees(f"{box}:checked")

    def start(self, step: dict[str, Any]) -> None:
        """Start the game: from the first page to the table."""
        thumb, dealer = self.thumb, step["first_dealer"]
        thumb.open("/")
        thumb.tap("a", "New game")
        for name in step["players"]:
            thumb.write("#new_name", name)
            thumb.tap(".new-name button", "Add")
            thumb.sees(".seat bdi", f"^{name}$")
        thumb.tap(f".deals:has([value='{dealer}'])")
        if not self.script:
            thumb.tap("button", "Update")
        expected = step["expect"]
        thumb.sees(".preview", f"{expected['decks']} decks")
        thumb.sees(".preview", f"{expected['cards_dealt']} cards each")
        thumb.sees(".preview", rf"{step['players'][dealer]} deals\. {NAMES[expected['starter']]} goes first")
        thumb.tap("button", "Start the game")
        thumb.sees("h1, h2", "Hand 1")

    def hand(self, step: dict[str, Any]) -> None:
        thumb, number = self.thumb, step["number"]
        thumb.sees(".roles", rf"Dealer\s*{NAMES[step['dealer']]}")
        thumb.sees(".roles", rf"Goes first\s*{NAMES[step['starter']]}")
        thumb.tap("a", f"Score hand {number}")
        if self.script:
            self.by_keypad(step)
        else:
            self.by_fields(step)
        if number < len(SHEET["hands"]):
            thumb.sees("#said", rf"Hand {number} saved\.")
        else:
            thumb.sees("h1", "wins by")
        if posted := step.get("expect_posted"):
            cell = f".hands tbody tr:nth-child({number}) td:nth-of-type({posted['seat'] + 1})"
            thumb.sees(cell, rf"^\s*{posted['points']}\*\s*$")

    def by_keypad(self, step: dict[str, Any]) -> None:
        self.thumb.sees(".score-pad.is-on")
        if step["went_out"] is None:
            self.pad.nobody()
        else:
            self.pad.out(NAMES[step["went_out"]])
        said = {NAMES[score["seat"]]: score for score in step["scores"]}
        while said:
            self.say(said.pop(self.pad.asked()))
        self.pad.save()

    def say(self, score: dict[str, Any]) -> None:
        """Fill one player's line on the keypad, and go on to the next."""
        if score.get("not_given"):
            self.pad.none()
        elif "cards" in score:
            self.pad.cards(*(score["cards"][kind] for kind in CLASSES), score["missing"])
        else:
            self.pad.points(score["points"])

    def by_fields(self, step: dict[str, Any]) -> None:
        went_out = "nobody" if step["went_out"] is None else str(step["went_out"])
        self.mark(f"[name=went_out][value='{went_out}']")
        for score in step["scores"]:
            self.fill(score)
        self.thumb.tap("button", f"Save hand {step['number']}")

    def fill(self, score: dict[str, Any]) -> None:
        """Fill one player's plain fields."""
        seat = score["seat"]
        if "points" in score:
            self.thumb.write(f"[name=points-{seat}]", str(score["points"]))
            return
        if score.get("not_given"):
            self.thumb.tap(".rare > summary")
            self.mark(f"[name=not_given-{seat}]")
            return
        self.thumb.tap(f".line[data-seat='{seat}'] summary")
        for kind in CLASSES:
            self.thumb.write(f"[name='cards_{kind}-{seat}']", str(score["cards"][kind]))
        self.thumb.write(f"[name=missing-{seat}]", str(score["missing"]))

    def correction(self, step: dict[str, Any]) -> None:
        thumb, hand, points = self.thumb, step["hand"], f"points-{step['seat']}"
        thumb.tap(f".hands a[href$='/hands/{hand}/correction#{points}']")
        if self.script:
            self.pad.points(step["points"])
        else:
            thumb.write(f"[name={points}]", str(step["points"]))
        self.pad.answer("typed" if step["kind"] == "scoresheet" else "mixed")
        thumb.sees("#said", rf"Hand {hand} {'corrected' if step['expect'] == 'allowed' else 'stays'}")

    def suspend(self, step: dict[str, Any]) -> None:
        self.thumb.tap("a", "Take a break")
        self.thumb.tap("button", "Yes, take a break")
        self.thumb.sees("h1, h2", "On a break")

    def resume(self, step: dict[str, Any]) -> None:
        self.thumb.tap("a", "Carry on")
        self.thumb.tap("summary", "No, we sit differently")
        for place, name in enumerate(step["seats"]):
            self.thumb.choose(f"#place-{place}", name)
        self.mark("input[name=agreed]")
        self.thumb.tap("button", "Carry on with these seats")
        self.answered(step, allowed=r"The break is over\. Carry on\.")

    def departure(self, step: dict[str, Any]) -> None:
        self.thumb.tap("a", "Someone’s leaving")
        self.mark(f"[name=seat][value='{step['seat']}']")
        self.thumb.tap("button", "Go on")
        self.thumb.sees("main p", r"for leaving now\.")
        self.thumb.tap("button", f"{NAMES[step['seat']]} leaves")
        self.thumb.sees("#said", r"The others play on\.")

    def answered(self, step: dict[str, Any], *, allowed: str) -> None:
        """Expect the page to confirm, or to refuse with the clause; then go back to the table."""
        if step["expect"] == "allowed":
            self.thumb.sees("#said", allowed)
            return
        self.thumb.sees(".faults a", rf"{step['clause']}\s*$")
        self.thumb.tap("a", "The game")

    def sees_the_end(self) -> None:
        """Every hand, and the ranking."""
        numbers = [
            int(digits.group()) if (digits := re.match(r"\d+", cell)) else None
            for cell in self.thumb.texts(".hands tbody td")
        ]
        assert numbers == [score for line in SHEET["hands"] for score in line["scores"]]
        columns = (self.thumb.texts(f".standings tbody {part}") for part in (".rank", "bdi", ".total"))
        assert list(zip(*columns, strict=True)) == [
            (str(line["rank"]), line["name"], f"{line['total']}{'†' if line['posted'] else ''}")
            for line in SHEET["standings"]
        ]
