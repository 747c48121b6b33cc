"""sheet-1.json in a browser: each step done by `Player`, who taps, or fills plain fields without script."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.score_pad import Pad, answer

SHEET: dict[str, Any] = json.loads((Path(__file__).parents[2] / "vectors" / "sheet-1.json").read_text())
NAMES: list[str] = SHEET["steps"][0]["players"]
CLASSES = ("2-9", "10-K", "A", "joker")

# The start and two hands.
OPENING = SHEET["steps"][:3]
QUESTIONS = {"miscount": ("mixed",), "scoresheet": ("disputed_before", "agreed")}


class Player:
    """Plays the sheet step by step; `script`: by the keypad, else by the fields under it."""

    def __init__(self, page: Page, *, script: bool = True, touch: bool = True) -> None:
        self.page = page
        self.script = script
        self.pad = Pad(page, touch)

    def press(self, what: Locator) -> None:
        self.pad.press(what)

    def choose(self, choice: Locator, text: str) -> None:
        """Tap a list, then find the line in it by its first letters: the list itself is the phone's own."""
        self.press(choice)
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")
        expect(choice.locator("option:checked")).to_have_text(text)

    def write(self, field: Locator, text: str) -> None:
        """Tap the field, then type over what it holds, as on the phone's own keyboard."""
        self.press(field)
        self.page.keyboard.press("ControlOrMeta+a")
        self.page.keyboard.type(text)

    def mark(self, box: Locator) -> None:
        """Tap a box or a choice, unless it is marked already."""
        if not box.is_checked():
            self.press(box)
        expect(box).to_be_checked()

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def take(self, step: dict[str, Any]) -> None:
        getattr(self, step["do"])(step)

    def play(self, steps: list[dict[str, Any]]) -> None:
        for step in steps:
            self.take(step)

    def start(self, step: dict[str, Any]) -> None:
        """Start the game: from the first page to the table."""
        self.page.goto("/")
        self.press(self.page.get_by_role("link", name="New game"))
        for name in step["players"]:
            self.page.get_by_label("Who’s playing?").fill(name)
            self.press(self.button("Add"))
            expect(self.page.locator("[name=player]").last).to_have_value(name)
        dealer = step["players"][step["first_dealer"]]
        self.press(self.page.locator(".seat").nth(step["first_dealer"]).locator(".deals"))
        preview = self.page.locator(".preview")
        if not self.script:
            self.press(self.button("Update"))
        expect(preview).to_contain_text(f"{step['expect']['decks']} decks")
        expect(preview).to_contain_text(f"{step['expect']['cards_dealt']} cards each")
        expect(preview).to_contain_text(
            re.compile(rf"{dealer} deals\. {NAMES[step['expect']['starter']]} goes first")
        )
        self.press(self.button("Start the game"))
        expect(self.page.get_by_role("heading", name="Hand 1")).to_be_visible()

    def hand(self, step: dict[str, Any]) -> None:
        roles = self.page.locator(".roles")
        expect(roles).to_contain_text(re.compile(rf"Dealer\s*{NAMES[step['dealer']]}"))
        expect(roles).to_contain_text(re.compile(rf"Goes first\s*{NAMES[step['starter']]}"))
        self.press(self.page.get_by_role("link", name=f"Score hand {step['number']}"))
        if self.script:
            self.by_keypad(step)
        else:
            self.by_fields(step)
        if step["number"] < len(SHEET["hands"]):
            expect(self.page.locator("#said")).to_contain_text(f"Hand {step['number']} saved.")
        else:
            expect(self.page.get_by_role("heading", level=1)).to_contain_text("wins by")
        if "expect_posted" in step:
            row = self.page.locator(".hands tbody tr").nth(step["number"] - 1)
            cell = row.locator("td").nth(step["expect_posted"]["seat"])
            expect(cell).to_have_text(f"{step['expect_posted']['points']}*")

    def by_keypad(self, step: dict[str, Any]) -> None:
        expect(self.page.locator(".score-pad.is-on")).to_be_visible()
        went_out = step["went_out"]
        self.pad.out("Nobody, the stock ran out twice" if went_out is None else NAMES[went_out])
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
        self.page.locator(f"[name=went_out][value='{went_out}']").check()
        for score in step["scores"]:
            self.fill(score)
        self.press(self.button(f"Save hand {step['number']}"))

    def fill(self, score: dict[str, Any]) -> None:
        """Fill one player's plain fields."""
        seat = score["seat"]
        if "points" in score:
            self.page.locator(f"[name=points-{seat}]").fill(str(score["points"]))
            return
        self.press(self.page.locator(f".line[data-seat='{seat}'] summary"))
        if score.get("not_given"):
            self.page.locator(f"[name=not_given-{seat}]").check()
            return
        for kind in CLASSES:
            self.page.locator(f"[name=cards_{kind}-{seat}]").fill(str(score["cards"][kind]))
        self.page.locator(f"[name=missing-{seat}]").fill(str(score["missing"]))

    def correction(self, step: dict[str, Any]) -> None:
        hand = step["hand"]
        self.press(self.page.locator(".hands").get_by_role("link", name=f"Hand {hand}", exact=True))
        self.press(self.page.get_by_role("link", name=f"Correct hand {hand}"))
        if self.script:
            self.pad.press(self.page.locator(f"[name=points-{step['seat']}]"))
            self.pad.points(step["points"])
            self.press(self.pad.next)
        else:
            self.write(self.page.locator(f"[name=points-{step['seat']}]"), str(step["points"]))
        said = {name: "yes" if step[name] else "no" for name in QUESTIONS[step["kind"]]}
        if self.script:
            answer(self.page, kind=step["kind"], **said)
        else:
            for name, value in {"kind": step["kind"], **said}.items():
                self.mark(self.page.locator(f"[name={name}][value={value}]"))
        self.press(self.button(f"Correct hand {hand}"))
        self.answered(step, allowed=f"Hand {hand} corrected.")

    def suspend(self, step: dict[str, Any]) -> None:
        self.press(self.page.get_by_role("link", name="Take a break", exact=True))
        self.press(self.button("Yes, take a break"))
        expect(self.page.get_by_role("heading", name="On a break")).to_be_visible()

    def resume(self, step: dict[str, Any]) -> None:
        self.press(self.page.get_by_role("link", name="Carry on"))
        self.press(self.page.get_by_text("No, we sit differently"))
        for place, name in enumerate(step["seats"]):
            self.choose(self.page.locator(f"#place-{place}"), name)
        self.mark(self.page.get_by_label("Everyone agrees"))
        self.press(self.button("Carry on with these seats"))
        self.answered(step, allowed="The break is over. Carry on.")

    def departure(self, step: dict[str, Any]) -> None:
        self.press(self.page.get_by_role("link", name="Someone’s leaving"))
        self.mark(self.page.get_by_label(NAMES[step["seat"]]))
        self.press(self.button("See their score"))
        expect(self.page.get_by_text("for leaving now.")).to_be_visible()
        self.press(self.button(f"{NAMES[step['seat']]} leaves"))
        expect(self.page.locator("#said")).to_contain_text("The others play on.")

    def answered(self, step: dict[str, Any], *, allowed: str) -> None:
        """Expect the page to confirm, or to refuse with the clause; then go back to the table."""
        if step["expect"] == "allowed":
            expect(self.page.locator("#said")).to_contain_text(allowed)
            return
        clause = self.page.locator(".faults").get_by_role("link", name=f"Clause {step['clause']}", exact=True)
        expect(clause.first).to_be_visible()
        self.press(self.page.get_by_role("link", name=re.compile("The game")))

    def sees_the_end(self) -> None:
        """Compare the last lines of the sheet: every hand, and the ranking."""
        self.page.wait_for_load_state()
        for line, row in zip(SHEET["hands"], self.page.locator(".hands tbody tr").all(), strict=True):
            numbers = [
                int(re.match(r"\d+", cell)[0]) if cell else None
                for cell in row.locator("td").all_inner_texts()
            ]
            assert numbers == line["scores"]
        shown = [
            tuple(row.locator(part).inner_text() for part in (".rank", "bdi", ".total"))
            for row in self.page.locator(".standings tbody tr").all()
        ]
        assert shown == [
            (str(line["rank"]), line["name"], f"{line['total']}{'†' if line['posted'] else ''}")
            for line in SHEET["standings"]
        ]
