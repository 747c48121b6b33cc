"""What stands in the picture of a question graph: the referee's sentences, where no facts are given yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.codes import Irregularity as Irr
from scorekeeper.web.referee import words
from scorekeeper.web.referee import words_asked as asked
from scorekeeper.web.referee import words_ruled as ruled

DESCRIPTION: Final = (
    "A tree of questions. Under each question stand its answers, and under each answer what follows: "
    "the next question, or the ruling with the clauses it rests on."
)
ONE_IS_NOT: Final = "One of these is not so"
TWO_OR_MORE: Final = "Two numbers or more"
FEWER: Final = "Fewer than two numbers"

# Rulings whose line at the table holds what was reckoned from the facts.
RECKONED: Final = {
    (Irr.WRONG_COUNT, "too-few-at-end"): "Too few: 10 points more for each missing card.",
    (
        Irr.MAY_I,
        "claimed",
    ): "The card goes to whoever asked and sits nearest to the left of the player in turn.",
    (Irr.MISSING_SCORE, "posts"): "The sum of the two highest scores is posted.",
    (Irr.PLAYER_LEFT, "posts"): "The sum of the two highest totals is posted.",
}


@dataclass(frozen=True, slots=True)
class GraphWords:
    """The sentences of the graph of one irregularity."""

    irregularity: Irr

    @property
    def title(self) -> str:
        """What went wrong."""
        return words.headline(self.irregularity)

    @property
    def description(self) -> str:
        """How the picture is to be read."""
        return DESCRIPTION

    def question(self, fact: str) -> str:
        """The question for one fact."""
        return words.question(self.irregularity, fact)

    @property
    def together(self) -> str:
        """What facts asked together are called."""
        return asked.TOGETHER[self.irregularity]

    def answer(self, fact: str, value: str) -> str:
        """One of the answers listed for a fact."""
        return words.answer(self.irregularity, fact, value)

    def met(self, met: bool) -> str:
        """Whether all conditions are met, or one is not."""
        return asked.ALL_SO if met else ONE_IS_NOT

    def enough(self, enough: bool) -> str:
        """Whether there are two numbers."""
        return TWO_OR_MORE if enough else FEWER

    def outcome(self, name: str) -> str:
        """The ruling in one line, whatever the facts are."""
        place = (self.irregularity, name)
        return RECKONED[place] if place in RECKONED else ruled.OUTCOMES[place]
