"""The switches of the referee's law: house rules by name, as variants and changes of its file and back.

Programs and older games know them (2.3a, 3.5a, 3.6b, 5.8a, 16); a ruleset in force can say much more.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset

CARDS_DEALT_CHOICES: Final = (12, 11)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a table changes in the law. The defaults change nothing."""

    cards_dealt: int = CARDS_DEALT_CHOICES[0]
    may_i_last_three: bool = True
    twos_wild: bool = False
    red_ace_natural: bool = True
    adjacent_wilds: bool = True
    discard_to_go_out: bool = True


# The clause that each house rule changes or makes use of.
HOUSE_CLAUSES: Final = {
    "cards_dealt": "2.3a",
    "may_i_last_three": "16.1",
    "twos_wild": "16.2",
    "red_ace_natural": "3.5a",
    "adjacent_wilds": "3.6b",
    "discard_to_go_out": "5.8a",
}
_VARIANTS: Final = {"cards_dealt": "eleven", "may_i_last_three": "no-late-may-i", "twos_wild": "twos-wild"}
_CHANGES: Final[dict[str, dict[str, Any]]] = {
    "red_ace_natural": {"wild": {"in_place": False}},
    "adjacent_wilds": {"wild": {"adjacent": False}},
    "discard_to_go_out": {"discard_to_go_out": "may"},
}


def variants_and_changes(house_rules: HouseRules) -> tuple[tuple[str, ...], dict[str, Any]]:
    """The variants of the law and the changes that say the same as these house rules."""
    switched = [name for name in HOUSE_CLAUSES if getattr(house_rules, name) != getattr(_AS_WRITTEN, name)]
    changes: dict[str, Any] = {}
    for name in switched:
        for field, value in _CHANGES.get(name, {}).items():
            changes[field] = {**changes[field], **value} if field in changes else value
    return tuple(_VARIANTS[name] for name in switched if name in _VARIANTS), changes


def house_rules_of(rules: Ruleset) -> HouseRules:
    """What the rules in force change in the law, as far as its switches can say it."""
    claims = rules.may_i.limits if rules.may_i else {}
    dealt = rules.cards_dealt(1, players=rules.players.fewest)
    return HouseRules(
        cards_dealt=dealt if dealt in CARDS_DEALT_CHOICES else _AS_WRITTEN.cards_dealt,
        may_i_last_three=any(claims.get(str(hand)) != 0 for hand in _LATE),
        twos_wild="2" in rules.wild.cards,
        red_ace_natural=rules.wild.in_place,
        adjacent_wilds=rules.wild.adjacent,
        discard_to_go_out=rules.discard_to_go_out == "must",
    )


def switch_faults(house_rules: HouseRules) -> Iterator[Fault]:
    """The fault of a switch that is none of its choices."""
    if house_rules.cards_dealt not in CARDS_DEALT_CHOICES:
        yield Fault(FaultCode.CARDS_DEALT_UNKNOWN, "/house_rules/cards_dealt", HOUSE_CLAUSES["cards_dealt"])


@cache
def rules_with(house_rules: HouseRules) -> Ruleset:
    """The law with these house rules in force."""
    variants, changes = variants_and_changes(house_rules)
    return in_force(LAW, variants=variants, changes=changes)


_AS_WRITTEN: Final = HouseRules()
_LATE: Final = range(len(LAW.contracts) - 2, len(LAW.contracts) + 1)
