"""Named sets of rules: the seven hands' contracts (4.1), and house rules (2.3a, 3.5a, 3.6b, 5.8a, 16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, Sentence

CARDS_PER_SET: Final = 3
CARDS_PER_RUN: Final = 4


@dataclass(frozen=True, slots=True)
class Contract:
    """The melds one hand asks for; `name` is what people call them."""

    number: int
    sets: int
    runs: int
    name: Sentence

    @property
    def fewest_cards(self) -> int:
        """Fewest cards that open, from the smallest set (3.1) and run (3.2)."""
        return CARDS_PER_SET * self.sets + CARDS_PER_RUN * self.runs


# Of hand 1 to hand 7, in order.
CONTRACTS: Final = tuple(
    Contract(number, *contract)
    for number, contract in enumerate(
        (
            (2, 0, N_("Two sets")),
            (1, 1, N_("One set and one run")),
            (0, 2, N_("Two runs")),
            (3, 0, N_("Three sets")),
            (2, 1, N_("Two sets and one run")),
            (1, 2, N_("One set and two runs")),
            (0, 3, N_("Three runs")),
        ),
        start=1,
    )
)
LAST_HAND: Final = len(CONTRACTS)


def contract_of(hand: int) -> Contract:
    """The contract of the hand of this number, 1 to 7."""
    return CONTRACTS[hand - 1]


CARDS_DEALT_CHOICES: Final = (12, 11)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table changes in a ruleset; frozen when the game starts. The defaults change nothing."""

    cards_dealt: int = CARDS_DEALT_CHOICES[0]
    may_i_last_three: bool = True
    twos_wild: bool = False
    red_ace_natural: bool = True
    adjacent_wilds: bool = True
    discard_to_go_out: bool = True


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One complete, named set of rules. Numbers of players are those inside the rules (1.2)."""

    id: str
    name: str
    contracts: tuple[Contract, ...]
    fewest_players: int
    most_players: int


# The clause that each house rule changes or makes use of.
HOUSE_CLAUSES: Final = {
    "cards_dealt": "2.3a",
    "may_i_last_three": "16.1",
    "twos_wild": "16.2",
    "red_ace_natural": "3.5a",
    "adjacent_wilds": "3.6b",
    "discard_to_go_out": "5.8a",
}

CONTINENTAL: Final = Ruleset("continental", "Continental Rummy", CONTRACTS, fewest_players=4, most_players=8)
RULESETS: Final = {CONTINENTAL.id: CONTINENTAL}
FEWEST_RECORDED: Final = 2
MOST_RECORDED: Final = 12


def is_outside(ruleset: Ruleset, *, players: int) -> bool:
    """Whether so many players are outside the rules, though they can be recorded (1.2a)."""
    return not ruleset.fewest_players <= players <= ruleset.most_players
