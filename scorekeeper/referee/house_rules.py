"""Where the house rules change a ruling: the outcomes each one touches, its clauses and its sentences.

A house rule that is as the rulebook has it touches nothing. One that brings in clauses only changes the text.
It is a variant of the law, or a value of the ruleset by its path, and in force by the values of the rules.
"""

from dataclasses import dataclass
from typing import Final

from scorekeeper.language import N_, NOTHING, Plural, Sentence, Spoken, _
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Outcome
from scorekeeper.referee.graphs.may_i import NO_CLAIMS, NO_MAY_I
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import MayI, Ruleset


@dataclass(frozen=True, slots=True)
class HouseEffect:
    """What one house rule does to outcomes of one irregularity: its clause joins theirs.

    `rule` is its name in `SENTENCES`. `text` says what the rule means here, where `SENTENCES` does not.
    """

    rule: str
    irregularity: Irregularity
    outcomes: tuple[str, ...]
    text: Sentence = NOTHING

    @property
    def clause(self) -> str:
        return CLAUSES[self.rule]


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A house rule that settles an irregularity by itself, from one hand on, whatever the facts are."""

    rule: str
    irregularity: Irregularity
    outcome: Outcome
    from_hand: int = 0


_ELEVEN: Final = 11
_LATE_HANDS: Final = range(len(LAW.contracts) - 2, len(LAW.contracts) + 1)
# From the last three hands on, and in every hand without claims.
RULED_AT_ONCE: Final = (
    AtOnce("no-late-may-i", Irregularity.MAY_I, NO_MAY_I, from_hand=_LATE_HANDS[0]),
    AtOnce("may_i", Irregularity.MAY_I, NO_CLAIMS),
)

SENTENCES: Final = Spoken(
    {
        "eleven": N_("House rule: everyone gets eleven cards."),
        "no-late-may-i": N_("House rule: no “May I” in hands 5, 6 and 7."),
        "twos-wild": N_("House rule: twos are wild too."),
        "red-ace-wild": N_("House rule: a red ace is always wild, even when it’s used as an ace."),
        "no-adjacent-wilds": N_("House rule: wild cards can’t be side by side in a run."),
        "last-card-laid": N_("House rule: you can lay off your last card instead of discarding it."),
        "may_i": N_("House rule: no “May I” in this hand."),
        "may_i.penalty": N_("House rule: the player who gets the discard takes no penalty card."),
        "may_i.own_discard": N_("House rule: you can’t claim your own discard."),
    }
)
LIMIT: Final = Plural(
    "House rule: each player can get {most} card with “May I” in this hand. Someone who’s had it can’t claim "
    "another.",
    "House rule: each player can get {most} cards with “May I” in this hand. Someone who’s had them can’t "
    "claim another.",
)
PENALTY: Final = Plural(
    "House rule: the player who gets the discard takes {penalty} penalty card.",
    "House rule: the player who gets the discard takes {penalty} penalty cards.",
)
# The clause that each house rule changes or makes use of.
CLAUSES: Final = {
    "eleven": "2.3a",
    "no-late-may-i": "16.1",
    "twos-wild": "16.2",
    "red-ace-wild": "3.5a",
    "no-adjacent-wilds": "3.6b",
    "last-card-laid": "5.8a",
    "may_i.penalty": "5.2",
    "may_i.most": "5.2c",
    "may_i.own_discard": "5.4a",
}

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
_LAID_WRONGLY: Final = ("superfluous-added", "superfluous", "wrong-meld", "contract-not-met")
HOUSE_EFFECTS: Final = (
    HouseEffect("eleven", Irregularity.DEAL, _DEALT_WRONGLY),
    HouseEffect("eleven", Irregularity.MISSING_SCORE, ("replay",)),
    HouseEffect(
        "eleven",
        Irregularity.WRONG_COUNT,
        _WRONG_NUMBER,
        N_("House rule: everyone gets eleven cards. Count the right number from eleven."),
    ),
    HouseEffect("twos-wild", Irregularity.WILD_SWAP, _SWAPPED),
    HouseEffect("twos-wild", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect("red-ace-wild", Irregularity.WILD_SWAP, _SWAPPED),
    HouseEffect("red-ace-wild", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect(
        "no-adjacent-wilds",
        Irregularity.WILD_SWAP,
        ("run-allowed",),
        N_("House rule: the wild card can’t go next to another one in a run."),
    ),
    HouseEffect("no-adjacent-wilds", Irregularity.ILLEGAL_LAYDOWN, _LAID_WRONGLY),
    HouseEffect(
        "last-card-laid",
        Irregularity.WRONG_COUNT,
        ("not-out",),
        N_("House rule: you can go out without a discard. The last cards can all be on the table."),
    ),
    HouseEffect("may_i.penalty", Irregularity.MAY_I, ("claimed",)),
    HouseEffect("may_i.most", Irregularity.MAY_I, ("claimed",)),
    HouseEffect("may_i.own_discard", Irregularity.MAY_I, ("claimed",)),
)


def effects_on(
    irregularity: Irregularity, outcome: Outcome, *, hand: int | None, rules: Ruleset
) -> tuple[HouseEffect, ...]:
    """The effects in force on an outcome. `hand` None: not known, so no limit of a single hand counts."""
    return tuple(
        effect
        for effect in HOUSE_EFFECTS
        if effect.irregularity is irregularity
        and outcome.name in effect.outcomes
        and _in_force(effect.rule, rules, hand=hand)
    )


def ruled_at_once(irregularity: Irregularity, *, hand: int | None, rules: Ruleset) -> AtOnce | None:
    """What settles an irregularity without a question."""
    for settled in RULED_AT_ONCE:
        is_meant = settled.irregularity is irregularity and (hand or 0) >= settled.from_hand
        if is_meant and _in_force(settled.rule, rules, hand=hand):
            return settled
    return None


def house_rule_sentence(
    rule: str, irregularity: Irregularity, *, hand: int | None = None, rules: Ruleset = LAW
) -> str:
    """What to say of a house rule that changed a ruling or its clauses."""
    if rule == "may_i.most":
        most = rules.claims(hand or 0) or 0
        return LIMIT.of(most).format(most=most)
    if rule == "may_i.penalty" and rules.may_i is not None and rules.may_i.penalty:
        return PENALTY.of(rules.may_i.penalty).format(penalty=rules.may_i.penalty)
    effects = (effect for effect in HOUSE_EFFECTS if effect.irregularity is irregularity)
    here = (effect.text for effect in effects if effect.rule == rule)
    return _(next(here, NOTHING)) or SENTENCES[rule]


def by_name(rules: Ruleset) -> tuple[str, ...]:
    """The house rules in force that are variants of the law; none where the referee has another law."""
    return tuple(name for name in LAW.variants if rules.is_law and _in_force(name, rules, hand=None))


def _in_force(rule: str, rules: Ruleset, *, hand: int | None) -> bool:
    match rule:
        case "eleven":
            return rules.cards_dealt(1, players=rules.players.fewest) == _ELEVEN
        case "no-late-may-i":
            limits = rules.may_i.limits if rules.may_i else {}
            return all(limits.get(str(late)) == 0 for late in _LATE_HANDS)
        case "twos-wild":
            return "2" in rules.wild.cards
        case "red-ace-wild":
            return not rules.wild.in_place
        case "no-adjacent-wilds":
            return not rules.wild.adjacent
        case "last-card-laid":
            return rules.discard_to_go_out == "may"
        case "may_i":
            return rules.claims(hand or 0) == 0
        case "may_i.penalty":
            return rules.may_i is not None and rules.may_i.penalty != MayI().penalty
        case "may_i.most":
            return rules.claims(hand or 0) is not None
        case _:
            return rules.may_i is not None and not rules.may_i.own_discard
