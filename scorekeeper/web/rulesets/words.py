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
from scorekeeper.rules.rulesets.files import EXPLICIT_PATHS, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Deal, Irregularities, Ruleset
from scorekeeper.web.http import messages
from scorekeeper.web.http.formats import listed
from scorekeeper.web.rulesets.card_names import worded
from scorekeeper.web.rulesets.contracts import contract_words, full_stop
from scorekeeper.web.rulesets.values import GROUPS, VALUES, RuleLine, RuleValue, cards_name, points_of_ranks

_DEFAULTS: Final = Ruleset(id="", name="", source="", prefix="", deal=Deal(cards=1))
_SILENT: Final = N_("The rules don’t say")
# So many points that differ are told one by one.
_FEW: Final = 3


@dataclass(frozen=True, slots=True)
class RuleDifference:
    """What two rules say otherwise about a value; `there` is None where those know no such thing."""

    value: RuleValue
    here: RuleLine
    there: RuleLine | None

    @property
    def only(self) -> str | None:
        """Which of the two says something at all, "here" or "there"; None if both do."""
        if self.there is None or self.there.words == _(_SILENT):
            return "here"
        return "there" if self.here.words == _(_SILENT) else None


def rule_sections(rules: Ruleset) -> Iterator[tuple[str, tuple[RuleLine, ...], tuple[Contract, ...]]]:
    """All that rules say, without what they leave open: for each place where people look for values its
    heading, the values with their names and sentences without any, and the contracts.
    """
    for name, (heading, values) in GROUPS.items():
        if lines := tuple(value.line(rules) for value in values if _is_worth_saying(value, rules)):
            contracts = rules.contracts if name == "hands" else ()
            heading = N_("Sets and runs") if name == "hands" and not contracts else heading
            yield worded(heading, rules), lines, contracts


def sayable(rules: Ruleset) -> tuple[RuleValue, ...]:
    """The values that rules say something of, without those that they leave open."""
    return tuple(value for value in VALUES.values() if _is_worth_saying(value, rules))


def statement(path: str, rules: Ruleset) -> str:
    """What these rules say about one value, in words that can stand alone."""
    return str(VALUES[path].line(rules))


def compare(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    """The values of which two rules say something else; of contracts those of each hand."""
    for value in VALUES.values():
        if not _has_place(value.path, here):
            continue
        line = _line(value, here)
        if not _has_place(value.path, there):
            if _is_worth_saying(value, here):
                yield RuleDifference(value, line, None)
        elif value.path == "contracts" and here.contracts and there.contracts:
            for number, (contract, other) in enumerate(zip_longest(here.contracts, there.contracts), start=1):
                if contract != other:
                    yield RuleDifference(value, _hand(number, contract), _hand(number, other))
        elif line != _line(value, there) and _comparable(value, here) != _comparable(value, there):
            yield RuleDifference(value, line, _line(value, there))


def table_changes(rules: Ruleset, file: Ruleset) -> Iterator[RuleDifference]:
    """What a table changed in the rules of a file: of all points those that differ, if they are few."""
    points = list(_points_that_differ(rules, file))
    are_few = rules.points and file.points and len(points) <= _FEW
    for difference in compare(rules, file):
        more = _more_wild_cards(difference.value, rules, file)
        yield from points if are_few and difference.value.path == "points" else (more or difference,)


def difference_sentences(before: Ruleset, after: Ruleset) -> Iterator[str]:
    """What these rules say otherwise than those before: a sentence for each value that differs."""
    for difference in table_changes(after, before):
        here, there = difference.here, difference.there
        is_value = here.label and difference.value.path != "contracts"
        if is_value and there and there.label and there.words not in (_("none"), _("no limit")):
            yield _("{what} instead of {before}").format(what=here, before=there.words)
        else:
            yield str(here)


def difference_alone(difference: RuleDifference, rules: Ruleset) -> str:
    """What a table plays, without what it was before, in a sentence."""
    if difference.value.path == "may_i.penalty" and (count := difference.value.of(rules)):
        template = ngettext(
            "{count} penalty card comes with a discard out of turn.",
            "{count} penalty cards come with a discard out of turn.",
            count,
        )
        return template.format(count=count)
    return full_stop(str(difference.here))


def warning(warned: Warned) -> str:
    """A warning about rules in words, with the numbers of the hands that it is about."""
    hands = str(listed([escape(hand) for hand in warned.hands]))
    values = (("hands", hands), ("count", len(warned.hands)))
    return messages.fault_text(Fault(warned.code, warned.pointer, values=values))


def explained(rules: Ruleset, variant: str) -> str:
    """What a variant changes in these rules, in sentences."""
    return " ".join(map(full_stop, difference_sentences(rules, in_force(rules, variants=(variant,)))))


def _hand(number: int, contract: Contract | None) -> RuleLine:
    if contract is None:
        return RuleLine("", _("There’s no hand {number}").format(number=number))
    return RuleLine(_("Hand {number}").format(number=number), contract_words(contract))


def _points_that_differ(here: Ruleset, there: Ruleset) -> Iterator[RuleDifference]:
    """Cards that are worth something else, those beside each other together."""
    points, others = points_of_ranks(here), points_of_ranks(there)
    order = (*here.ranks, JOKER)
    for (now, then), same in groupby(order, key=lambda rank: (points.get(rank), others.get(rank))):
        ranks = [cards_name(rank) for rank in same]
        if now is not None and then != now:
            cards = ranks[0] if len(ranks) == 1 else f"{ranks[0]}–{ranks[-1]}"
            label = _("Points of {cards}").format(cards=cards)
            before = None if then is None else RuleLine(label, str(then))
            yield RuleDifference(VALUES["points"], RuleLine(label, str(now)), before)


def _more_wild_cards(value: RuleValue, here: Ruleset, there: Ruleset) -> RuleDifference | None:
    cards, others = here.wild.cards, there.wild.cards
    if value.path != "wild.cards" or not others or not {*others} < {*cards}:
        return None
    more = value.words([card for card in cards if card not in others], here)
    return RuleDifference(value, RuleLine(_("Also wild"), more), None)


def _line(value: RuleValue, rules: Ruleset) -> RuleLine:
    """What rules say of a value, or that they leave it open."""
    return RuleLine("", _(_SILENT)) if _is_open(value, rules) else value.line(rules)


def _comparable(value: RuleValue, rules: Ruleset) -> tuple[object, ...]:
    """What is the same where two rules tell a value alike, perhaps one of cards and one of tiles."""
    return _is_open(value, rules), value.of(rules), value.span and value.line(rules).words


def _is_worth_saying(value: RuleValue, rules: Ruleset) -> bool:
    if value.always or (value.path == "ends.hands" and rules.ends.is_open):
        return True
    if not _has_place(value.path, rules) or value.of(rules) is None or _is_open(value, rules):
        return False
    if value.path == "contracts":
        return not rules.contracts
    return not value.usual or value.of(rules) != value.of(_DEFAULTS)


def _has_place(path: str, rules: Ruleset) -> bool:
    """Whether rules can say such a thing at all: nothing of wild cards, for example, without any."""
    match path.split("."):
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
    if not value.open or value.of(rules) != value.of(_DEFAULTS):
        return False
    if value.by_clause and rules.id in RULESETS:
        clauses = (clause for clause in book(rules.id).clauses if clause.mark is not Mark.SILENT)
        return not any(path in clause.fields for clause in clauses)
    if path == "may_i" and isinstance(rules.referee, Irregularities) and "may-i" in rules.referee.none:
        return False
    return not any(f"{leaf}.".startswith(f"{path}.") for leaf in EXPLICIT_PATHS.get(rules.id, ()))


def ruleset_facts(rules: Ruleset) -> list[str]:
    """Its players, its cards, how long it takes and who wins, each in a sentence."""
    players, ends = rules.players, rules.ends
    facts = [_("{fewest} to {most} players.").format(fewest=players.fewest, most=players.most), _dealt(rules)]
    if ends.hands:
        facts.append(ngettext("{count} hand.", "{count} hands.", ends.hands).format(count=ends.hands))
    if ends.target:
        limit = ngettext("Until someone has {count} point.", "Until someone has {count} points.", ends.target)
        facts.append(limit.format(count=ends.target))
    if ends.session:
        facts.append(full_stop(statement("ends.session", rules)))
    if rules.ends.is_open:
        facts.append(full_stop(statement("ends.hands", rules)))
    return [*facts, full_stop(statement("wins", rules))]


def first_dealer(rules: Ruleset) -> str:
    """How the rules find the first dealer, or whoever goes first where nobody deals."""
    sentence = full_stop(statement("deal.first", rules))
    return sentence if rules.deal.first else _("{sentence} Agree on someone.").format(sentence=sentence)


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
