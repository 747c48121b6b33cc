"""Named sets of rules and the house rules that change them (clauses 2.3a, 3.5a, 3.6b, 5.8a, 16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.contracts import CONTRACTS, Contract

CARDS_DEALT_CHOICES: Final = (12, 11)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table changes in a ruleset; frozen when the game starts. The defaults change nothing."""

    cards_dealt: int = 12
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
