"""The game worked by hand in tests/vectors/sheet-1.json, played by the rules alone."""

import json
from pathlib import Path

from scorekeeper.rules.cards import HeldCards
from scorekeeper.rules.corrections import clause_of, merged
from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    ErrorKind,
    GivenScore,
    HandScored,
    Resumed,
    Suspended,
)
from tests.support.score_notation import Table

SHEET = json.loads((Path(__file__).parents[1] / "vectors" / "sheet-1.json").read_text())


def said(score):
    cards = score.get("cards")
    return GivenScore(
        score["seat"],
        points=score.get("points"),
        cards=HeldCards(*(cards[value] for value in ("2-9", "10-K", "A", "joker"))) if cards else None,
        missing=score.get("missing", 0),
        not_given=score.get("not_given", False),
    )


def hand(table, step):
    assert (table.game.hand.dealer, table.game.hand.starter) == (step["dealer"], step["starter"])
    return HandScored(step["number"], step["went_out"], tuple(map(said, step["scores"])))


def correction(table, step):
    went_out, sheet = merged(table.game.hands[step["hand"] - 1], changes=(said(step),))
    answers = {name: step[name] for name in ("mixed", "disputed_before", "agreed")}
    return Corrected(step["hand"], went_out, sheet, ErrorKind(step["kind"]), **answers)


EVENTS = {
    "hand": hand,
    "correction": correction,
    "suspend": lambda table, step: Suspended(step["agreed"]),
    "resume": lambda table, step: Resumed(step["agreed"], tuple(step["seats"])),
    "departure": lambda table, step: Departed((step["seat"],)),
}


def take(table, step):
    event = EVENTS[step["do"]](table, step)
    if step.get("expect") == "refused":
        assert [fault.clause for fault in table.refused(event)] == [step["clause"]]
        return
    table.do(event)
    if isinstance(event, Corrected):
        assert clause_of(event.kind) == step["clause"]
    if posted := step.get("expect_posted"):
        score = table.game.hands[step["number"] - 1].scores[posted["seat"]]
        assert (score.points, score.posted) == (posted["points"], True)


def test_sheet_1_ends_as_worked_by_hand():
    first, *steps = SHEET["steps"]
    table = Table(" ".join(first["players"]), dealer=first["first_dealer"])
    opening = table.game
    assert first["expect"] == {
        "decks": opening.decks,
        "cards_dealt": opening.setup.house_rules.cards_dealt,
        "dealer": opening.hand.dealer,
        "starter": opening.hand.starter,
    }
    for step in steps:
        take(table, step)
    for line in SHEET["hands"]:
        scores = {score.seat: score.points for score in table.game.hands[line["number"] - 1].scores}
        assert [scores.get(seat) for seat in range(5)] == line["scores"]
    assert SHEET["standings"] == [
        {
            "seat": line.seat,
            "name": table.game.seats[line.seat].name,
            "total": line.total,
            "posted": line.posted,
            "rank": line.rank,
        }
        for line in table.game.standings
    ]
    assert table.game.statistics == SHEET["statistics"]
