"""A small ruleset that no file has, of which a test says only what it is about."""

from typing import Any, Final

from scorekeeper.rules.rulesets.files import RULESETS, Chosen
from scorekeeper.rules.rulesets.in_force import in_force, read
from scorekeeper.rules.rulesets.ruleset import Ruleset, ScoreForm, Wins

TOPICS = ("players", "pack", "count", "step", "out", "missing", "given", "block", "rummy", "sum", "ends")
OWN: Final = read(
    {
        "id": "own",
        "name": "Own Rummy",
        "source": "a test",
        "prefix": "OW",
        "decks": 2,
        "deal": {"cards": 7},
        "points": {"2-10": 5, "J-A": 10},
        "ends": {"session": True},
        "cites": {topic: f"OW-{topic}" for topic in TOPICS},
        "variants": {
            "long": {"name": "Long", "changes": {"ends": {"hands": 9}}},
            "short": {"name": "Short", "changes": {"ends": {"hands": 1}}},
            "pays": {"name": "Each pays", "changes": {"score": {"form": "zero-sum"}}},
        },
    }
)
COLLECT: Final = {"score": {"form": "collect", "block": "differences"}, "wins": "highest"}
ZERO_SUM: Final = {"score": {"form": "zero-sum", "block": "differences"}, "wins": "highest"}

# Its totals do not compare with those of the law: the winner of a hand collects all counts, for six hands.
OTHER = Chosen(
    next(
        rules.id
        for rules in RULESETS.values()
        if rules.wins is Wins.HIGHEST and rules.score.form is ScoreForm.COLLECT and rules.ends.hands == 6
    )
)
# Totals 44 1/2, 13 1/2 and 11 in seating order, hands won 3, 1 and 1: two share 3 points in the last hand.
OTHER_GAME = ("out 10 20", "5 out 7", "out 4 6", "3 8 out", "out 1 2", "5 5 8")


def own(**changes: Any) -> Ruleset:
    """The small ruleset with these changes: held cards are written, the lowest total wins."""
    return in_force(OWN, changes=changes)
