"""Games of four kinds by a table's own set, made by taps first and played by thumb to their ends."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset, ScoreForm
from tests.support.browser.score_pad import Pad

TABLE = ("Ana", "Ben", "Cem")


@dataclass(frozen=True)
class Played:
    """A game: what its table changes, who goes out of each hand with what the next ones hold, and its end."""

    rules: Ruleset
    changes: Mapping[str, str]
    hands: Sequence[tuple[str, Sequence[int]]]
    winner: str
    totals: Sequence[str]
    variants: Sequence[str] = field(default=())


COLLECTS = next(
    rules for rules in RULESETS.values() if rules.score.form is ScoreForm.COLLECT and rules.contracts
)
PENALTY, TO_TARGET = next(
    (rules, variant)
    for rules in RULESETS.values()
    for variant in rules.variants.values()
    if "target" in variant.changes.get("ends", {})
)
SESSION = next(rules for rules in RULESETS.values() if rules.ends.session)
TARGET = next(rules for rules in RULESETS.values() if rules.ends.target)
GAMES = {
    "penalty": Played(
        PENALTY,
        {"ends.target": "60"},
        [("Ben", (17, 6)), ("Ben", (31, 4)), ("Ana", (2, 20))],
        "Ben",
        ("2", "10", "68"),
        (TO_TARGET.name,),
    ),
    "collect": Played(
        COLLECTS, {"ends.hands": "2"}, [("Ben", (17, 31)), ("Ana", (6, 9))], "Ben", ("48", "15", "0")
    ),
    "zero-sum": Played(
        SESSION, {"jokers": "2"}, [("Ben", (15, 30)), ("Cem", (7, 3))], "Ben", ("42", "-20", "-22")
    ),
    "target": Played(
        TARGET, {"ends.target": "300"}, [("Ben", (120, 60)), ("Ben", (190, 45))], "Ben", ("-40", "105", "310")
    ),
}


@pytest.mark.parametrize("kind", GAMES)
def test_a_game_by_the_tables_own_set_is_played_to_its_end(page: Page, kind: str) -> None:
    played = GAMES[kind]
    page.set_viewport_size({"width": 360, "height": 740})
    _save_own_rules(page, played)
    _start(page)
    pad = Pad(page)
    for number, (winner, counts) in enumerate(played.hands, start=1):
        page.get_by_role("link", name=f"Score hand {number}").tap()
        pad.out(winner)
        for count in counts:
            pad.keys(str(count))
            pad.on()
        pad.save()
    if played.rules.ends.session:
        page.get_by_role("link", name="Finish the game").tap()
        page.get_by_role("button", name="Yes, finish the game").tap()

    expect(page.locator("#title")).to_contain_text(played.winner)
    expect(page.locator(".standings .total")).to_have_text(list(played.totals))


def _save_own_rules(page: Page, played: Played) -> None:
    page.goto(f"/rulesets/{played.rules.id}/changes")
    if played.variants:
        page.get_by_text("Variants", exact=True).tap()
        for name in played.variants:
            page.get_by_label(name).tap()
    for path, value in played.changes.items():
        entered = page.locator(f"[name={path.replace('.', '-')}]")
        group = page.locator("details.rule-group, details").filter(has=entered)
        group.locator("summary").first.tap()
        entered.fill(value)
    page.get_by_label("Name of these rules").fill("Ours")
    page.get_by_role("button", name="Save these rules").tap()
    expect(page.get_by_role("heading", name="Ours")).to_be_visible()
    page.get_by_role("link", name="New game with these rules").tap()


def _start(page: Page) -> None:
    for name in TABLE:
        page.get_by_label("Who’s playing?").fill(name)
        page.keyboard.press("Enter")
    dealer = page.get_by_role("radio", name=re.compile("Dealer is Ana"))
    start = page.get_by_role("button", name="Start the game")
    expect(start).to_be_visible()
    if dealer.count():
        dealer.check()
    start.tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
