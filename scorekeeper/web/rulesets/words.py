"""What rules say in words: all of it, how it differs from other rules, and what was changed in it."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest
from typing import Final

from markupsafe import escape

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rulebook import Mark, book
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.rulesets.checks import Warned
from scorekeeper.rules.rulesets.files import RULESETS, TOLD
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Deal, Irregularities, Ruleset
from scorekeeper.web.http import messages
from scorekeeper.web.http.formats import listed
from scorekeeper.web.rulesets.contracts import contract_words, full_stop
from scorekeeper.web.rulesets.tiles import worded
from scorekeeper.web.rulesets.values import GROUPS, VALUES, RuleValue, cards_name, points_of_ranks

# A default of these says nothing, unless the file of the rules tells it.
_LEFT_OPEN: Final = (
    *("sets.suits", "runs.ace", "wild.in_place", "wild.adjacent", "may_i", "may_i.own_discard"),
    *("turn.taken_card", "turn.out_from", "turn.own_meld_first", "stock.shuffle"),
)
# A default of these is what a file cannot tell: a clause does, or the rules leave it open.
_BY_CLAUSE: Final = ("contracts", "wild.most", "wild.swap", "stock.reuses", "playable_discard")
# A default of these goes without saying.
_USUAL: Final = (
    *("deal.starter_extra", "turn.out_from", "score.out_bonus", "score.rummy_times"),
    *("ends.session", "may_i.limits"),
)
# What a player looks for, even where the rules leave it open.
_ALWAYS: Final = ("deal.first", "points")
_DEFAULTS: Final = Ruleset(id="", name="", source="", prefix="", deal=Deal(cards=1))
_NOT_TOLD: Final = N_("The rules don’t say")
_OPEN_END: Final = N_("You choose when it ends")
_SETS_AND_RUNS: Final = N_("Sets and runs")
# So many points that differ are told one by one.
_FEW: Final = 3
# Where there is no such thing.
_NOTHING: Final = "–"
# The name of a number or the like, and its words; a sentence has no name.
Line = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Said:
    """What rules say about one place: numbers and the like with their names, sentences, and the contracts."""

    heading: str
    numbers: tuple[Line, ...]
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
    worth_saying = sayable(rules)
    for group in GROUPS:
        lines = [_line(value, rules) for value in group.values if value in worth_saying]
        sentences = [words for label, words in lines if not label]
        if group.name == "score" and _has_open_end(rules):
            sentences.append(_(_OPEN_END))
        contracts = rules.contracts if group.name == "hands" else ()
        if lines or sentences:
            heading = _SETS_AND_RUNS if group.name == "hands" and not contracts else group.heading
            numbers = tuple(line for line in lines if line[0])
            yield Said(worded(heading, rules), numbers, tuple(sentences), contracts)


def sayable(rules: Ruleset) -> tuple[RuleValue, ...]:
    """The values that rules say something of, without those that they leave open."""
    return tuple(value for value in VALUES.values() if _is_worth_saying(value, rules))


def statement(path: str, rules: Ruleset) -> str:
    """What these rules say about one value, in words that can stand alone."""
    return _joined(VALUES[path].line(rules))


def compared(here: Ruleset, there: Ruleset) -> Iterator[Compared]:
    """What two rules say otherwise, with the words of both."""
    for value, mine, theirs in _different(here, there):
        other = _joined(theirs) if theirs else _NOTHING
        yield Compared(_joined(mine), other, value.topic, value.path)


def changed(here: Ruleset, file: Ruleset) -> Iterator[Compared]:
    """What a table changed in the rules of a file: of all points the few that differ, and each name once.

    `there` is empty where the file knows no such thing.
    """
    points = list(_points_that_differ(file, here))
    for value, mine, theirs in _different(here, file):
        if value.path == "points" and here.points and file.points and len(points) <= _FEW:
            for cards, now, then in points:
                words = _("Points of {cards}: {points}").format(cards=cards, points=now)
                before = "" if then is None else str(then)
                yield Compared(words, before, value.topic, value.path, has_label=True)
        else:
            label, before = theirs or ("", "")
            yield Compared(_joined(mine), before, value.topic, value.path, bool(label and mine[0]))


def differences(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """What these rules say otherwise than those before: a sentence for each value that differs."""
    for change in changed(after, before):
        if change.has_label and change.there:
            yield _("{what} instead of {before}").format(what=change.here, before=change.there)
        else:
            yield change.here


def warning(warned: Warned) -> str:
    """A warning about rules in words, with the numbers of the hands that it is about."""
    hands = str(listed([escape(hand) for hand in warned.hands]))
    values = (("hands", hands), ("count", len(warned.hands)))
    return messages.fault(Fault(warned.code, warned.pointer, values=values))


def explained(rules: Ruleset, variant: str) -> str:
    """What a variant changes in these rules, in sentences."""
    return " ".join(map(full_stop, differences(rules, in_force(rules, variants=(variant,)))))


def _different(here: Ruleset, there: Ruleset) -> Iterator[tuple[RuleValue, Line, Line | None]]:
    """The values of which two rules say something else, with both lines; of contracts those on each hand."""
    for value in VALUES.values():
        if not _has_place(value.path, here):
            continue
        mine = _line_to_compare(value, here)
        if not _has_place(value.path, there):
            if _is_worth_saying(value, here):
                yield value, mine, None
        elif value.path == "contracts" and here.contracts and there.contracts:
            for number, pair in enumerate(zip_longest(here.contracts, there.contracts), start=1):
                if pair[0] != pair[1]:
                    yield value, ("", _hand(number, pair[0])), ("", _hand(number, pair[1]))
        else:
            theirs = _line_to_compare(value, there)
            if mine != theirs and _comparable(value, here) != _comparable(value, there):
                yield value, mine, theirs


def _hand(number: int, contract: Contract | None) -> str:
    if contract is None:
        return _("There’s no hand {number}").format(number=number)
    return _("Hand {number}: {contract}").format(number=number, contract=contract_words(contract))


def _points_that_differ(before: Ruleset, after: Ruleset) -> Iterator[tuple[str, int, int | None]]:
    """Cards that are worth something else than before, by their name: what they are worth, and were."""
    old, new = points_of_ranks(before), points_of_ranks(after)
    order = (*after.ranks, JOKER)
    for (then, now), same in groupby(order, key=lambda rank: (old.get(rank), new.get(rank))):
        ranks = [cards_name(rank) for rank in same]
        if now is not None and then != now:
            yield ranks[0] if len(ranks) == 1 else f"{ranks[0]}–{ranks[-1]}", now, then


def _line_to_compare(value: RuleValue, rules: Ruleset) -> Line:
    """What rules say of a value, to be compared."""
    if _is_open(value, rules):
        return "", _(_NOT_TOLD)
    if value.path == "ends.hands" and _has_open_end(rules):
        return "", _(_OPEN_END)
    return _line(value, rules)


def _line(value: RuleValue, rules: Ruleset) -> Line:
    if not value.span:
        return value.line(rules)
    few, many = value.of(rules), _largest(value).of(rules)
    if many is None:
        return worded(value.span, rules), _("{number} or more").format(number=few)
    words = str(few) if few == many else _("{few} to {many}").format(few=few, many=many)
    return worded(value.span, rules), words


def _joined(line: Line) -> str:
    return _("{what}: {value}").format(what=line[0], value=line[1]) if line[0] else line[1]


def _comparable(value: RuleValue, rules: Ruleset) -> tuple[object, ...]:
    """What is the same where two rules tell a value alike, perhaps one of cards and one of tiles."""
    return _is_open(value, rules), value.of(rules), _largest(value).of(rules)


def _largest(value: RuleValue) -> RuleValue:
    """The value of the largest number, of one with a span; else itself."""
    return VALUES[value.path.replace("fewest", "most")]


def _is_worth_saying(value: RuleValue, rules: Ruleset) -> bool:
    if value.path in _ALWAYS:
        return True
    if not _has_place(value.path, rules) or value.of(rules) is None or _is_open(value, rules):
        return False
    if value.path == "contracts":
        return not rules.contracts
    return value.path not in _USUAL or value.of(rules) != value.of(_DEFAULTS)


def _has_place(path: str, rules: Ruleset) -> bool:
    """Whether rules can say such a thing at all: nothing of wild cards, for example, without any."""
    match path.split("."):
        case ["players" | "sets" | "runs", "most"]:
            return False
        case ["may_i"]:
            return rules.may_i is not None or rules.pack == "cards"
        case ["may_i", _last]:
            return rules.may_i is not None
        case ["wild", "in_place"]:
            return any(card != JOKER for card in rules.wild.cards)
        case ["wild", last] if last != "cards":
            return bool(rules.wild.cards)
        case ["stock", last]:
            return rules.stock.reuses != 0 or (last == "reuses" and rules.pack == "cards")
        case ["deal", "cards"]:
            return rules.deal.by_hand is None
    return path != "runs.ace" or rules.pack == "cards"


def _is_open(value: RuleValue, rules: Ruleset) -> bool:
    path = value.path
    if path not in (*_LEFT_OPEN, *_BY_CLAUSE) or value.of(rules) != value.of(_DEFAULTS):
        return False
    if path in _BY_CLAUSE and rules.id in RULESETS:
        clauses = (clause for clause in book(rules.id).clauses if clause.mark is not Mark.SILENT)
        return not any(path in clause.fields for clause in clauses)
    if path == "may_i" and isinstance(rules.referee, Irregularities) and "may-i" in rules.referee.none:
        return False
    return not any(f"{leaf}.".startswith(f"{path}.") for leaf in TOLD.get(rules.id, ()))


def _has_open_end(rules: Ruleset) -> bool:
    """Whether the table still has to say when the game is over."""
    return not (rules.ends.hands or rules.ends.target or rules.ends.session)


def ruleset_facts(rules: Ruleset) -> list[str]:
    """Its players, its cards, how long it takes and who wins, each in a sentence."""
    return [_players(rules), _dealt(rules), *_length(rules), full_stop(statement("wins", rules))]


def first_dealer(rules: Ruleset) -> str:
    """How the rules find the first dealer, or whoever goes first where nobody deals."""
    sentence = full_stop(statement("deal.first", rules))
    return sentence if rules.deal.first else _("{sentence} Agree on someone.").format(sentence=sentence)


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
        limit = ngettext("Until someone has {count} point.", "Until someone has {count} points.", ends.target)
        yield limit.format(count=ends.target)
    if ends.session:
        yield full_stop(statement("ends.session", rules))
    if _has_open_end(rules):
        yield full_stop(_(_OPEN_END))
