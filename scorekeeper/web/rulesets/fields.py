"""Everything that a table may change in a ruleset: each value with its group, its words and its kind.

One table: the form of house rules, the reading of it, and what is said of a difference are made from it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from scorekeeper.language import N_, NOTHING, Plural, Sentence, _
from scorekeeper.rules.rulesets.in_force import values_of
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.rulesets.kinds import (
    ByHand,
    ByPlayers,
    Cards,
    Choice,
    Contracts,
    Kind,
    Points,
    Tick,
    Whole,
    WholeList,
    Word,
    contract_lines,
    points_lines,
    same_pairs,
    same_points,
)


@dataclass(frozen=True, slots=True)
class RuleField:
    """One value of a ruleset by its path, such as "deal.cards".

    `label` names it; of a tick it says what is so when it is ticked.
    """

    path: str
    label: Sentence
    kind: Kind
    hint: Sentence = NOTHING

    @property
    def name(self) -> str:
        """What the names of its inputs begin with."""
        return self.path.replace(".", "-")


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Values that people look for in one place."""

    name: str
    heading: Sentence
    fields: tuple[RuleField, ...]
    hint: Sentence = field(default=NOTHING)


_NO_LIMIT: Final = N_("no limit")
_NONE: Final = N_("none")
_NOT_TOLD: Final = N_("The rules don’t say")

GROUPS: Final = (
    RuleGroup(
        "cards",
        N_("Cards and deal"),
        (
            RuleField("players.fewest", N_("Fewest players"), Whole(2, 12)),
            RuleField("players.most", N_("Most players"), Whole(2, 12)),
            RuleField(
                "deal.cards",
                N_("Cards each"),
                ByPlayers(
                    1,
                    30,
                    Plural(
                        "{value} from {players} player on", "{value} from {players} players on", by="players"
                    ),
                ),
            ),
            RuleField(
                "deal.by_hand",
                N_("Another number of cards in each hand"),
                WholeList(1, 30, N_("the same in every hand")),
                N_("Like 7, 8, 9. The last number goes on. Leave it empty to deal the same in every hand."),
            ),
            RuleField(
                "decks",
                N_("Decks"),
                ByPlayers(
                    1,
                    12,
                    Plural(
                        "{value} from {players} player on", "{value} from {players} players on", by="players"
                    ),
                ),
            ),
            RuleField("jokers", N_("Jokers in each deck"), Whole(0, 8)),
            RuleField("deal.starter_extra", N_("Extra cards for the player who starts"), Whole(0, 5)),
            RuleField("deal.dealer", N_("Players take turns to deal"), Tick(N_("Nobody deals"))),
            RuleField(
                "deal.first",
                N_("Who deals first"),
                Choice(
                    {
                        "": _NOT_TOLD,
                        "high-card": N_("Whoever draws the highest card deals first"),
                        "low-card": N_("Whoever draws the lowest card deals first"),
                        "high-tile": N_("Whoever draws the highest tile starts"),
                        "random": N_("Anyone can deal first"),
                    }
                ),
            ),
            RuleField(
                "direction",
                N_("Which way it goes round"),
                Choice(
                    {
                        "clockwise": N_("The game goes clockwise"),
                        "counterclockwise": N_("The game goes counterclockwise"),
                    }
                ),
            ),
        ),
    ),
    RuleGroup(
        "hands",
        N_("Hands, sets and runs"),
        (
            RuleField(
                "contracts",
                N_("Contracts"),
                Contracts(),
                N_(
                    "What you lay down first. With 0 sets and 0 runs, any melds do. To drop a hand, empty it."
                ),
            ),
            RuleField("sets.fewest", N_("Fewest cards in a set"), Whole(2, 13)),
            RuleField("sets.most", N_("Most cards in a set"), Whole(1, 99, _NO_LIMIT)),
            RuleField(
                "sets.suits",
                N_("Suits in a set"),
                Choice(
                    {
                        "any": N_("A set can have the same suit twice"),
                        "different": N_("Each card of a set has another suit"),
                    }
                ),
            ),
            RuleField("runs.fewest", N_("Fewest cards in a run"), Whole(2, 13)),
            RuleField("runs.most", N_("Most cards in a run"), Whole(1, 99, _NO_LIMIT)),
            RuleField(
                "runs.ace",
                N_("The ace in a run"),
                Choice(
                    {
                        "low": N_("An ace is low: A 2 3"),
                        "high-or-low": N_("An ace is high or low: A 2 3 or Q K A"),
                        "around": N_("A run can go round the ace: K A 2"),
                    }
                ),
            ),
            RuleField("opening", N_("Points needed to lay down first"), Whole(1, 9999, _NONE)),
        ),
    ),
    RuleGroup(
        "turns",
        N_("Turns and going out"),
        (
            RuleField(
                "discard_to_go_out",
                N_("Your last card"),
                Choice(
                    {
                        "must": N_("You must discard to go out"),
                        "may": N_("You can go out with or without a discard"),
                        "never": N_("You go out without a discard"),
                    }
                ),
            ),
            RuleField("turn.melds", N_("Most melds in a turn"), Whole(1, 99, _NO_LIMIT)),
            RuleField(
                "turn.taken_card",
                N_("You can discard the card you just took from the discard pile"),
                Tick(N_("You can’t discard the card you just took from the discard pile")),
            ),
            RuleField("turn.out_from", N_("First turn in which you can go out"), Whole(1, 99)),
            RuleField(
                "turn.own_meld_first",
                N_("You can lay off only after your own melds"),
                Tick(N_("You can lay off before you’ve laid down your own melds")),
            ),
            RuleField("turn.seconds", N_("Seconds for a turn"), Whole(1, 3600, _NO_LIMIT)),
            RuleField(
                "stock.reuses", N_("Times the discard pile becomes the stock"), Whole(0, 99, _NO_LIMIT)
            ),
            RuleField(
                "stock.shuffle",
                N_("Shuffle the discard pile when it becomes the stock"),
                Tick(N_("Turn the discard pile over without shuffling")),
            ),
        ),
    ),
    RuleGroup(
        "wild",
        N_("Wild cards"),
        (
            RuleField("wild.cards", N_("Wild cards"), Cards(), N_("Like joker, 2, A♥")),
            RuleField(
                "wild.in_place",
                N_("A wild card in its own place isn’t wild"),
                Tick(N_("A wild card is wild even in its own place")),
            ),
            RuleField(
                "wild.adjacent",
                N_("Wild cards can be side by side in a run"),
                Tick(N_("Wild cards can’t be side by side in a run")),
            ),
            RuleField(
                "wild.most",
                N_("Most wild cards in a meld"),
                Choice(
                    {
                        "": N_("A meld can have any number of wild cards"),
                        "half": N_("A meld can’t have more wild cards than natural ones"),
                    }
                ),
            ),
            RuleField(
                "wild.swap",
                N_("Swapping a wild card on the table"),
                Choice(
                    {
                        "": N_("A wild card on the table stays where it is"),
                        "runs-to-table": N_("You can free a wild card in a run, and it stays on the table"),
                        "table": N_("You can free a wild card, and it stays on the table"),
                        "hand": N_("You can free a wild card and take it into your hand"),
                        "meld": N_("You can free a wild card and lay it in a new meld at once"),
                        "meld-both": N_("You can free a wild card only with both cards that it could be"),
                    }
                ),
            ),
        ),
    ),
    RuleGroup(
        "may-i",
        N_("May I"),
        (
            RuleField(
                "may_i",
                N_("You can ask for a discard out of turn (“May I?”)"),
                Tick(N_("You can’t ask for a discard out of turn")),
            ),
            RuleField("may_i.word", N_("What you say"), Word()),
            RuleField(
                "may_i.priority",
                N_("If several ask"),
                Choice(
                    {
                        "nearest-left": N_("The next player round the table gets the discard"),
                        "first-caller": N_("Whoever asked first gets the discard"),
                        "eldest": N_("The player nearest the dealer gets the discard"),
                    }
                ),
            ),
            RuleField("may_i.penalty", N_("Cards from the stock that come with it"), Whole(0, 9)),
            RuleField("may_i.most", N_("Most of these in a hand for each player"), Whole(0, 99, _NO_LIMIT)),
            RuleField("may_i.limits", N_("Another limit in some hands"), ByHand()),
            RuleField(
                "may_i.own_discard",
                N_("You can ask for your own discard"),
                Tick(N_("You can’t ask for your own discard")),
            ),
        ),
    ),
    RuleGroup(
        "points",
        N_("Points of the cards"),
        (
            RuleField(
                "points",
                N_("Points for each card left in your hand"),
                Points(),
                N_("Leave all of them empty if you count the points yourselves."),
            ),
            RuleField(
                "missing_card",
                N_("Points for each card a player is short"),
                Whole(0, 500, N_("not counted")),
            ),
        ),
    ),
    RuleGroup(
        "score",
        N_("Score and end"),
        (
            RuleField(
                "score.form",
                N_("What the sheet adds up"),
                Choice(
                    {
                        "held": N_("Everyone scores the cards they still hold"),
                        "collect": N_("The player who goes out scores everyone else’s cards"),
                        "zero-sum": N_("Each player pays the one who goes out for the cards they hold"),
                    }
                ),
            ),
            RuleField(
                "wins",
                N_("Who wins"),
                Choice({"lowest": N_("The lowest total wins"), "highest": N_("The highest total wins")}),
            ),
            RuleField(
                "score.block",
                N_("If nobody goes out"),
                Choice(
                    {
                        "held": N_("If nobody goes out, everyone scores the cards they hold"),
                        "differences": N_("If nobody goes out, the lowest count gets the differences"),
                        "lose": N_("If nobody goes out, everyone loses the cards they hold"),
                    }
                ),
            ),
            RuleField("score.out_bonus", N_("Bonus for going out"), Whole(0, 1000)),
            RuleField(
                "score.rummy_bonus",
                N_("Bonus for laying all cards down at once"),
                Whole(0, 1000, N_("the same as for going out")),
                N_("Empty: the same as for going out."),
            ),
            RuleField(
                "score.rummy_times",
                N_("Times the points count if someone lays all cards down at once"),
                Whole(1, 4),
            ),
            RuleField(
                "ends.hands",
                N_("Number of hands"),
                Whole(1, 200, _NO_LIMIT),
                N_("Empty: as many as you like."),
            ),
            RuleField(
                "ends.target",
                N_("Total that ends the game"),
                Whole(1, 100_000, _NONE),
                N_("Empty: no such total."),
            ),
            RuleField(
                "ends.session",
                N_("You can end the game together after any hand"),
                Tick(N_("You can’t end the game together before it’s over")),
            ),
        ),
    ),
    RuleGroup(
        "incomplete",
        N_("Incomplete games"),
        (
            RuleField(
                "incomplete",
                N_("If a player leaves, or gives no score"),
                Choice(
                    {
                        "posted": N_("They get the two highest scores or totals added together"),
                        "plain": N_("They keep their own total and can’t win, and no score can be left out"),
                    }
                ),
            ),
        ),
    ),
)
FIELDS: Final = tuple(rule for group in GROUPS for rule in group.fields)
# What the table agrees on first where the rules have no such claims.
_CLAIMS: Final[dict[str, Any]] = {
    "word": N_("May I?"),
    "priority": "nearest-left",
    "penalty": 1,
    "own_discard": True,
    "most": None,
    "limits": {},
}


def told_by(rules: Ruleset) -> dict[str, Any]:
    """The value of each field in these rules, by its path; those of claims have one even without claims."""
    values = values_of(rules)
    claims = {**_CLAIMS, "word": _(_CLAIMS["word"])} if rules.may_i is None else values["may_i"]
    told = {}
    for rule in FIELDS:
        first, _dot, last = rule.path.partition(".")
        at = claims if first == "may_i" else values[first]
        told[rule.path] = at[last] if last else at
    return told | {"may_i": rules.may_i is not None}


def is_same(rule: RuleField, one: Any, other: Any, *, rules: Ruleset) -> bool:
    """Whether two values of a field mean the same by these rules."""
    match rule.kind:
        case Points():
            return same_points(one, other, rules=rules)
        case ByPlayers():
            return same_pairs(one, other)
    return bool(_plain(one) == _plain(other))


def differences(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """What these rules say otherwise than those before: a sentence for each value that differs."""
    then, now = told_by(before), told_by(after)
    for rule in FIELDS:
        if rule.path.startswith("may_i.") and after.may_i is None:
            continue
        if not is_same(rule, then[rule.path], now[rule.path], rules=after):
            yield from _said(rule, then[rule.path], now[rule.path], rules=(before, after))


def _said(rule: RuleField, then: Any, now: Any, *, rules: tuple[Ruleset, Ruleset]) -> Iterator[str]:
    match rule.kind:
        case Points():
            yield from points_lines(*rules)
        case Contracts():
            yield from contract_lines(*rules)
        case Tick(otherwise=otherwise):
            yield _(rule.label if now else otherwise)
        case Choice() as choice if now is None and choice.options[""] is _NOT_TOLD:
            yield _("{what}: you agree on it yourselves").format(what=_(rule.label))
        case Choice() as choice:
            yield choice.words(now)
        case kind:
            yield _("{what}: {now} instead of {before}").format(
                what=_(rule.label), now=kind.words(now), before=kind.words(then)
            )


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


def changes_of(rules: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    """The changes, as a JSON Merge Patch, that make these rules say the values; only what differs."""
    told = told_by(rules)
    changes: dict[str, Any] = {}
    for rule in FIELDS:
        if rule.path in values and not is_same(rule, told[rule.path], values[rule.path], rules=rules):
            _put(changes, rule.path, _patch_of(told[rule.path], values[rule.path], rule=rule))
    return _with_claims(changes, rules, values)


def _patch_of(told: Any, value: Any, *, rule: RuleField) -> Any:
    """What a merge patch says for a value: hands without a limit of their own are taken out by null."""
    match rule.kind:
        case ByHand():
            return {hand: None for hand in told if hand not in value} | value
        case Contracts():
            return [_brief(contract) for contract in value]
    return value


def _brief(contract: Mapping[str, Any]) -> dict[str, Any]:
    """A contract without what is not asked for."""
    return {name: told for name, told in contract.items() if told not in (0, [], (), False, None)}


def _put(changes: dict[str, Any], path: str, value: Any) -> None:
    first, _dot, last = path.partition(".")
    if last and first in changes and not isinstance(changes[first], dict):
        changes[first] = {}
    if last:
        changes.setdefault(first, {})[last] = value
    else:
        changes[first] = value


def _with_claims(changes: dict[str, Any], rules: Ruleset, values: Mapping[str, Any]) -> dict[str, Any]:
    """The changes with all of the claims where there were none before, and null where there are none now."""
    wanted = values.get("may_i", rules.may_i is not None)
    if not wanted:
        changes.pop("may_i", None)
        return changes | ({} if rules.may_i is None else {"may_i": None})
    if rules.may_i is None:
        told = told_by(rules) | dict(values)
        changes["may_i"] = {
            name: told[f"may_i.{name}"] for name in _CLAIMS if told[f"may_i.{name}"] is not None
        }
    return changes
