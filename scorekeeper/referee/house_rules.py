"""Where the house rules change a ruling: the outcomes each one touches, its clauses and its sentences.

A house rule that is as the rulebook has it touches nothing. One that brings in clauses only changes the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Outcome
from scorekeeper.referee.graphs.may_i import NO_MAY_I
from scorekeeper.rules.rulesets import HouseRules

FIRST_OF_LAST_THREE: Final = 5


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """What one house rule does to outcomes of one irregularity.

    `rule` is the field of `HouseRules`; in force when it differs from the default.
    `clauses` join those of the outcomes. `text` says what the rule means here, where `SENTENCES` does not.
    """

    rule: str
    irregularity: Irregularity
    outcomes: tuple[str, ...]
    clauses: tuple[str, ...]
    text: str = ""


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A house rule that settles an irregularity by itself, from one hand on, whatever the facts are."""

    rule: str
    irregularity: Irregularity
    outcome: Outcome
    from_hand: int


RULED_AT_ONCE: Final = (AtOnce("may_i_last_three", Irregularity.MAY_I, NO_MAY_I, FIRST_OF_LAST_THREE),)

SENTENCES: Final = {
    "cards_dealt": "House rule: eleven cards are dealt to each.",
    "may_i_last_three": "House rule: no may-I in hands 5, 6 and 7.",
    "twos_wild": "House rule: twos are wild too.",
    "red_ace_natural": "House rule: a red ace is always wild, also in its own place.",
    "adjacent_wilds": "House rule: wild cards never lie side by side in a run.",
    "discard_to_go_out": "House rule: the last card may be laid off, without a discard.",
}

# What belongs to a set or run depends on the cards that are wild.
_LAID_WRONGLY: Final = ("superfluous-added", "superfluous", "wrong-meld")
HOUSE_EFFECTS: Final = (
    HouseEffect(
        "cards_dealt",
        Irregularity.DEAL,
        ("many-exposed", "many-face-up", "may-demand", "wrong-pack"),
        ("2.3a",),
    ),
    HouseEffect("cards_dealt", Irregularity.MISSING_SCORE, ("replay",), ("2.3a",)),
    HouseEffect(
        "cards_dealt",
        Irregularity.WRONG_COUNT,
        ("too-many-in-play", "too-few-in-play", "too-few-at-end", "not-out"),
        ("2.3a",),
        "House rule: eleven cards are dealt, so the right number is counted from eleven.",
    ),
    HouseEffect(
        "twos_wild", Irregularity.WILD_SWAP, ("run-allowed", "run-refused", "set-refused"), ("16.2",)
    ),
    HouseEffect("twos_wild", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY, ("16.2",)),
    HouseEffect(
        "red_ace_natural", Irregularity.WILD_SWAP, ("run-allowed", "run-refused", "set-refused"), ("3.5a",)
    ),
    HouseEffect("red_ace_natural", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY, ("3.5a",)),
    HouseEffect(
        "adjacent_wilds",
        Irregularity.WILD_SWAP,
        ("run-allowed",),
        ("3.6b",),
        "House rule: the freed wild card may not come to lie beside another one in a run.",
    ),
    HouseEffect("adjacent_wilds", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY, ("3.6b",)),
    HouseEffect(
        "discard_to_go_out",
        Irregularity.WRONG_COUNT,
        ("not-out",),
        ("5.8a",),
        "House rule: one may go out without a discard, so all the last cards may lie on the table.",
    ),
)

_DEFAULT: Final = HouseRules()


def effects_on(
    irregularity: Irregularity, outcome: Outcome, *, house_rules: HouseRules
) -> tuple[HouseEffect, ...]:
    """The effects in force on an outcome."""
    return tuple(
        effect
        for effect in HOUSE_EFFECTS
        if effect.irregularity is irregularity
        and outcome.name in effect.outcomes
        and _in_force(effect.rule, house_rules)
    )


def ruled_at_once(irregularity: Irregularity, *, house_rules: HouseRules, hand: int | None) -> AtOnce | None:
    """What settles an irregularity without a question. `hand` None: not known, so no limit to it is met."""
    return next(
        (
            settled
            for settled in RULED_AT_ONCE
            if settled.irregularity is irregularity
            and _in_force(settled.rule, house_rules)
            and hand is not None
            and hand >= settled.from_hand
        ),
        None,
    )


def sentence(rule: str, irregularity: Irregularity) -> str:
    """What to say of a house rule that changed a ruling or its clauses."""
    here = (one.text for one in HOUSE_EFFECTS if (one.rule, one.irregularity) == (rule, irregularity))
    return next(here, "") or SENTENCES[rule]


def _in_force(rule: str, house_rules: HouseRules) -> bool:
    return bool(getattr(house_rules, rule) != getattr(_DEFAULT, rule))
