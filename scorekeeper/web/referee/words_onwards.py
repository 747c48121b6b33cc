"""What a ruling says of where it leads on to."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final


class Onward(Enum):
    """What may be left to do after a ruling."""

    STILL_SHORT = auto()
    MORE_THAN_TWO = auto()
    WHICH_HAND = auto()
    RECORDED = auto()
    RESUME = auto()


QUESTIONS: Final = {
    Onward.STILL_SHORT: "The number of cards is still too small: that is ruled next.",
    Onward.MORE_THAN_TWO: "Were more than two discarded? Then the number of cards is ruled next.",
    Onward.WHICH_HAND: "Which hand is corrected?",
    Onward.RECORDED: "Was it a hand that is recorded already? Then charge it there.",
    Onward.RESUME: "Everything is as it must be.",
}
CORRECT_HAND: Final = "Correct hand {number}"
RESUME_IT: Final = "Go on with the game"
