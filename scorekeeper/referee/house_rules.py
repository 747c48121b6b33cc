"""Where the house rules change a ruling: the outcomes each one touches, its clauses and its sentences.

A house rule that is as the rulebook has it touches nothing. One that brings in clauses only changes the text.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, NOTHING, Sentence, Spoken, _
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Outcome
from scorekeeper.referee.graphs.may_i import NO_MAY_I
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.house_rules import HOUSE_CLAUSES, HouseRules


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """What one house rule does to outcomes of one irregularity: its clause joins theirs.

    `rule` is the field of `HouseRules`; in force when it differs from the default. `text` says what the rule
    means here, where `SENTENCES` does not.
    """

    rule: str
    irregularity: Irregularity
    outcomes: tuple[str, ...]
    text: Sentence = NOTHING

    @property
    def clause(self) -> str:
        return HOUSE_CLAUSES[self.rule]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A house rule that settles an irregularity by itself, from one hand on, whatever the facts are."""

    rule: str
    irregularity: Irregularity
    outcome: Outcome
    from_hand: int


# The last three hands.
RULED_AT_ONCE: Final = (
    AtOnce("may_i_last_three", Irregularity.MAY_I, NO_MAY_I, from_hand=len(LAW.contracts) - 2),
)

SENTENCES: Final = Spoken(
    {
        "cards_dealt": N_("House rule: everyone gets eleven cards."),
        "may_i_last_three": N_("House rule: no “May I” in hands 5, 6 and 7."),
        "twos_wild": N_("House rule: twos are wild too."),
        "red_ace_natural": N_("House rule: a red ace is always wild, even in its own place."),
        "adjacent_wilds": N_("House rule: wild cards can’t be side by side in a run."),
        "discard_to_go_out": N_("House rule: you can lay off your last card instead of discarding it."),
    }
)

_DEALT_WRONGLY: Final = ("many-exposed", "many-face-up", "may-demand", "wrong-pack")
_WRONG_NUMBER: Final = (
    "before-first-draw",
    "too-many-in-play",
    "too-few-in-play",
    "too-few-at-end",
    "not-out",
)
# What may be swapped, and what belongs to a set or run, depends on the cards that are wild.
_SWAPPED: Final = ("run-allowed", "run-refused", "set-refused")
_LAID_WRONGLY: Final = ("superfluous-added", "superfluous", "wrong-meld")
HOUSE_EFFECTS: Final = (
    HouseEffect("cards_dealt", Irregularity.DEAL, _DEALT_WRONGLY),
    HouseEffect("cards_dealt", Irregularity.MISSING_SCORE, ("replay",)),
    HouseEffect(
        "cards_dealt",
        Irregularity.WRONG_COUNT,
        _WRONG_NUMBER,
        N_("House rule: everyone gets eleven cards. Count the right number from eleven."),
    ),
    HouseEffect("twos_wild", Irregularity.WILD_SWAP, _SWAPPED),
    HouseEffect("twos_wild", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect("red_ace_natural", Irregularity.WILD_SWAP, _SWAPPED),
    HouseEffect("red_ace_natural", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect(
        "adjacent_wilds",
        Irregularity.WILD_SWAP,
        ("run-allowed",),
        N_("House rule: the wild card can’t go next to another one in a run."),
    ),
    HouseEffect("adjacent_wilds", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect(
        "discard_to_go_out",
        Irregularity.WRONG_COUNT,
        ("not-out",),
        N_("House rule: you can go out without a discard. The last cards can all be on the table."),
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
    for settled in RULED_AT_ONCE:
        in_time = hand is not None and hand >= settled.from_hand
        if settled.irregularity is irregularity and in_time and _in_force(settled.rule, house_rules):
            return settled
    return None


def sentence(rule: str, irregularity: Irregularity) -> str:
    """What to say of a house rule that changed a ruling or its clauses."""
    here = (one.text for one in HOUSE_EFFECTS if (one.rule, one.irregularity) == (rule, irregularity))
    return _(next(here, NOTHING)) or SENTENCES[rule]


def _in_force(rule: str, house_rules: HouseRules) -> bool:
    return bool(getattr(house_rules, rule) != getattr(_DEFAULT, rule))
