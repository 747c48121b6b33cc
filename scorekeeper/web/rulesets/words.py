"""What rules say in words: all of it, how it differs from other rules, and what was changed in it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Any, Final

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rulebook import Mark, book
from scorekeeper.rules.rulesets.files import RULESETS, TOLD
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Irregularities, Ruleset
from scorekeeper.web.rulesets.contracts import contract_words, full_stop
from scorekeeper.web.rulesets.fields import (
    DEFAULTS,
    FIELDS,
    GROUPS,
    OPEN_END,
    RuleField,
    has_open_end,
    statement,
    told_by,
)
from scorekeeper.web.rulesets.kinds import Contracts, Whole, cards_name, points_of_ranks
from scorekeeper.web.rulesets.tiles import worded

# A default of these says nothing, unless the file of the rules tells it.
_LEFT_OPEN: Final = (
    "sets.suits",
    "runs.ace",
    "wild.in_place",
    "wild.adjacent",
    "may_i",
    "may_i.own_discard",
    "turn.taken_card",
    "turn.out_from",
    "turn.own_meld_first",
    "stock.shuffle",
)
# A default of these is what a file cannot tell: a clause does, or the rules leave it open.
_BY_CLAUSE: Final = ("contracts", "wild.most", "wild.swap", "stock.reuses", "playable_discard")
_NOT_TOLD: Final = N_("The rules don’t say")
_SETS_AND_RUNS: Final = N_("Sets and runs")
# So many points that differ are told one by one.
_FEW: Final = 3
# Where there is no such thing.
_NOTHING: Final = "–"
# The values of rules by their paths.
Told = Mapping[str, Any]
# What a player looks for, even where the rules leave it open.
_ALWAYS: Final = ("deal.first", "points")


@dataclass(frozen=True, slots=True)
class Said:
    """What rules say about one place: numbers and the like with their names, sentences, and the contracts."""

    heading: str
    numbers: tuple[tuple[str, str], ...]
    sentences: tuple[str, ...]
    contracts: tuple[Contract, ...]


@dataclass(frozen=True, slots=True)
class Compared:
    """What two rules say otherwise about the value at `path`; `topic` leads to a clause by `cites`.

    `has_label`: both have a value with the same name, so that one stands instead of the other.
    """

    here: str
    there: str
    topic: str
    path: str
    has_label: bool = False


def said_by(rules: Ruleset) -> Iterator[Said]:
    """All that rules say, without what they leave open."""
    told, worth_saying = told_by(rules), sayable(rules)
    for group in GROUPS:
        fields = [rule for rule in group.fields if rule in worth_saying]
        lines = [_line(rule, told, rules) for rule in fields]
        sentences = [words for label, words in lines if not label]
        if group.name == "score" and has_open_end(rules):
            sentences.append(_(OPEN_END))
        contracts = rules.contracts if group.name == "hands" else ()
        numbers = tuple((label, words) for label, words in lines if label)
        if numbers or sentences:
            heading = _SETS_AND_RUNS if group.name == "hands" and not contracts else group.heading
            yield Said(worded(heading, rules), numbers, tuple(sentences), contracts)


def sayable(rules: Ruleset) -> tuple[RuleField, ...]:
    """The values that rules say something of, without those that they leave open."""
    told = told_by(rules)
    return tuple(rule for rule in FIELDS if _is_worth_saying(rule, told[rule.path], rules))


def compared(here: Ruleset, there: Ruleset) -> Iterator[Compared]:
    """What two rules say otherwise, with the words of both."""
    mine, theirs = told_by(here), told_by(there)
    for rule, hands in _different(here, there):
        if hands:
            yield from (Compared(*hand, rule.topic, rule.path) for hand in hands)
        else:
            other = _whole(rule, theirs, there) if has_place(rule, there) else _NOTHING
            yield Compared(_whole(rule, mine, here), other, rule.topic, rule.path)


def changed(here: Ruleset, file: Ruleset) -> Iterator[Compared]:
    """What a table changed in the rules of a file: of all points the few that differ, and each name once.

    `there` is empty where the file knows no such thing.
    """
    mine, theirs, points = told_by(here), told_by(file), list(_points_that_differ(file, here))
    for rule, hands in _different(here, file):
        if hands:
            yield from (Compared(*hand, rule.topic, rule.path) for hand in hands)
        elif rule.path == "points" and here.points and file.points and len(points) <= _FEW:
            for cards, now, then in points:
                words = _("Points of {cards}: {points}").format(cards=cards, points=now)
                before = "" if then is None else str(then)
                yield Compared(words, before, rule.topic, rule.path, has_label=True)
        else:
            label, before = _told(rule, theirs, file) if has_place(rule, file) else ("", "")
            has_label = bool(label and _told(rule, mine, here)[0])
            yield Compared(_whole(rule, mine, here), before, rule.topic, rule.path, has_label)


def _different(here: Ruleset, there: Ruleset) -> Iterator[tuple[RuleField, list[tuple[str, str]]]]:
    """The fields of which two rules say something else; of contracts, with the words on each hand."""
    mine, theirs = told_by(here), told_by(there)
    for rule in FIELDS:
        if not has_place(rule, here):
            continue
        if not has_place(rule, there):
            if _is_worth_saying(rule, mine[rule.path], here):
                yield rule, []
        elif rule.path == "contracts" and here.contracts and there.contracts:
            if hands := list(_hands(here, there)):
                yield rule, hands
        elif _whole(rule, mine, here) != _whole(rule, theirs, there) and (
            _compared(rule, mine, here) != _compared(rule, theirs, there)
        ):
            yield rule, []


def differences(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """What these rules say otherwise than those before: a sentence for each value that differs."""
    for one in changed(after, before):
        if one.has_label and one.there:
            yield _("{what} instead of {before}").format(what=one.here, before=one.there)
        else:
            yield one.here


def explained(rules: Ruleset, variant: str) -> str:
    """What a variant changes in these rules, in sentences."""
    return " ".join(map(full_stop, differences(rules, in_force(rules, variants=(variant,)))))


def _points_that_differ(before: Ruleset, after: Ruleset) -> Iterator[tuple[str, int, int | None]]:
    """Cards that are worth something else than before, by their name: what they are worth, and were."""
    old, new = (points_of_ranks(rules.points, rules=rules) for rules in (before, after))
    order = (*after.ranks, JOKER)
    for (then, now), same in groupby(order, key=lambda rank: (old.get(rank), new.get(rank))):
        ranks = [cards_name(rank) for rank in same]
        if now is not None and then != now:
            yield ranks[0] if len(ranks) == 1 else f"{ranks[0]}–{ranks[-1]}", now, then


def _hands(one: Ruleset, other: Ruleset) -> Iterator[tuple[str, str]]:
    """The contracts of each hand that has another one by the other rules, by both."""
    pairs = zip_longest(one.contracts, other.contracts)
    for number, contracts in enumerate(pairs, start=1):
        if contracts[0] != contracts[1]:
            first, second = (_hand(number, contract) for contract in contracts)
            yield first, second


def _hand(number: int, contract: Contract | None) -> str:
    if contract is None:
        return _("There’s no hand {number}").format(number=number)
    return _("Hand {number}: {contract}").format(number=number, contract=contract_words(contract))


def _line(rule: RuleField, told: Told, rules: Ruleset) -> tuple[str, str]:
    """The name of a number or the like, and its words; of a sentence, only these."""
    if rule.span:
        return worded(rule.span, rules), _span(rule, told)
    words, whole = (say(told[rule.path], rules) for say in (rule.words, rule.statement))
    return ("" if words == whole else worded(rule.label, rules)), words


def _span(rule: RuleField, told: Told) -> str:
    first = rule.path.removesuffix("fewest")
    few, many = told[f"{first}fewest"], told[f"{first}most"]
    if many is None:
        return _("{number} or more").format(number=few)
    return str(few) if few == many else _("{few} to {many}").format(few=few, many=many)


def _whole(rule: RuleField, told: Told, rules: Ruleset) -> str:
    label, words = _told(rule, told, rules)
    return _("{what}: {value}").format(what=label, value=words) if label else words


def _told(rule: RuleField, told: Told, rules: Ruleset) -> tuple[str, str]:
    """What rules say of a value, to be compared: its name, if it needs one, and its words."""
    value = told[rule.path]
    if _is_open(rule, value, rules):
        return "", _(_NOT_TOLD)
    if rule.path == "ends.hands" and has_open_end(rules):
        return "", _(OPEN_END)
    return _line(rule, told, rules)


def _compared(rule: RuleField, told: Told, rules: Ruleset) -> tuple[Any, ...]:
    """What is the same where two rules tell a value alike, perhaps one of cards and one of tiles."""
    paths = (rule.path, rule.path.replace("fewest", "most") if rule.span else rule.path)
    return (_is_open(rule, told[rule.path], rules), *(told[path] for path in paths))


def _is_worth_saying(rule: RuleField, value: Any, rules: Ruleset) -> bool:
    if rule.path in _ALWAYS:
        return True
    if not has_place(rule, rules) or value is None or _is_open(rule, value, rules):
        return False
    match rule.kind:
        case Whole(usual=usual):
            return bool(value != usual)
        case Contracts():
            return not value
    return rule.path not in ("ends.session", "may_i.limits") or bool(value)


def has_place(rule: RuleField, rules: Ruleset) -> bool:
    """Whether rules can say such a thing at all: nothing of wild cards, for example, without any."""
    first, _dot, last = rule.path.partition(".")
    if last == "most" and first in ("players", "sets", "runs"):
        return False
    match first, last:
        case "may_i", last:
            return rules.may_i is not None or (not last and rules.pack == "cards")
        case "wild", "in_place":
            return any(card != JOKER for card in rules.wild.cards)
        case "wild", last if last != "cards":
            return bool(rules.wild.cards)
        case "stock", last:
            return rules.stock.reuses != 0 or (last == "reuses" and rules.pack == "cards")
        case "deal", "cards":
            return rules.deal.by_hand is None
    return not rule.of_cards or rules.pack == "cards"


def _is_open(rule: RuleField, value: Any, rules: Ruleset) -> bool:
    if value != DEFAULTS[rule.path] or rule.path not in (*_LEFT_OPEN, *_BY_CLAUSE):
        return False
    if rule.path in _BY_CLAUSE and rules.id in RULESETS:
        clauses = (clause for clause in book(rules.id).clauses if clause.mark is not Mark.SILENT)
        return not any(rule.path in clause.fields for clause in clauses)
    if rule.path == "may_i" and isinstance(rules.referee, Irregularities) and "may-i" in rules.referee.none:
        return False
    return not any(f"{path}.".startswith(f"{rule.path}.") for path in TOLD.get(rules.id, ()))


def ruleset_facts(rules: Ruleset) -> list[str]:
    """Its players, its cards, how long it takes and who wins, each in a sentence."""
    return [_players(rules), _dealt(rules), *_length(rules), full_stop(statement("wins", rules))]


def first_dealer(rules: Ruleset) -> str:
    """How the rules find the first dealer, or whoever goes first where nobody deals."""
    said = full_stop(statement("deal.first", rules))
    return said if rules.deal.first else _("{sentence} Agree on someone.").format(sentence=said)


def _players(rules: Ruleset) -> str:
    allowed = rules.players
    return _("{fewest} to {most} players.").format(fewest=allowed.fewest, most=allowed.most)


def _dealt(rules: Ruleset) -> str:
    """Cards each, in the first hand where that changes from hand to hand."""
    numbers = range(rules.players.fewest, rules.players.most + 1)
    dealt = [rules.cards_dealt(1, players=number) for number in numbers]
    fewest, most = min(dealt), max(dealt)
    if rules.pack == "tiles":
        text = ngettext("{most} tile each.", "{most} tiles each.", most)
    elif fewest < most:
        text = _("{fewest} to {most} cards each.")
    else:
        text = ngettext("{most} card each.", "{most} cards each.", most)
    return text.format(fewest=fewest, most=most)


def _length(rules: Ruleset) -> Iterator[str]:
    ends = rules.ends
    if ends.hands:
        yield ngettext("{count} hand.", "{count} hands.", ends.hands).format(count=ends.hands)
    if ends.target:
        said = ngettext("Until someone has {count} point.", "Until someone has {count} points.", ends.target)
        yield said.format(count=ends.target)
    if ends.session:
        yield full_stop(statement("ends.session", rules))
    if has_open_end(rules):
        yield full_stop(_(OPEN_END))
