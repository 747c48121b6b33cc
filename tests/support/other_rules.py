"""Games whose totals do not compare with those of the law: the highest wins, and there are halves."""

from __future__ import annotations

from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import ScoreForm, Wins

# The winner of a hand collects all counts, for six hands.
OTHER = Chosen(
    next(
        rules.id
        for rules in RULESETS.values()
        if rules.wins is Wins.HIGHEST and rules.score.form is ScoreForm.COLLECT and rules.ends.hands == 6
    )
)
# Totals 44 1/2, 13 1/2 and 11 in seating order, hands won 3, 1 and 1: two share 3 points in the last hand.
OTHER_GAME = ("out 10 20", "5 out 7", "out 4 6", "3 8 out", "out 1 2", "5 5 8")
