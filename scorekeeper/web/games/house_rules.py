"""House rules in sentences, with the clause that each changes."""

from collections.abc import Iterator
from typing import Final

from msgspec import structs

from scorekeeper.language import N_, _
from scorekeeper.referee.house_rules import CLAUSES, SENTENCES, by_name
from scorekeeper.rulebook import book
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset
from scorekeeper.web.rulesets.words import RuleDifference, difference_alone, table_changes

# Other clauses that a house rule contradicts.
_ALSO_AT: Final = {"2.3a": "2.3", "16.1": "5.2", "16.2": "3.5"}
_HERE: Final = N_("At this table: {sentences}")
_INSTEAD: Final = {
    Incomplete.POSTED: N_("Continental’s sections 8 and 15 hold instead."),
    Incomplete.PLAIN: N_("P-1 to P-5 hold instead."),
}
# The clauses that hold by one value of `incomplete` alone.
_ON_INCOMPLETE: Final = ("8.", "15.", "P-")


def game_name(rules: Ruleset) -> str:
    """What people call the game of these rules, also where a table changed them."""
    name = _(rules.name)
    return _("{game}, with house rules").format(game=name) if are_changed(rules) else name


def are_changed(rules: Ruleset) -> bool:
    """Whether rules differ from those of their file in more than what the file leaves open."""
    file = RULESETS.get(rules.id, rules)
    ends = rules.ends if file.ends.is_open else file.ends
    points = rules.points if file.points is None else file.points
    return rules != structs.replace(file, ends=ends, points=points)


def house_lines(rules: Ruleset) -> list[tuple[str, str]]:
    """Each house rule by name, with its clause."""
    return [(SENTENCES[name], CLAUSES[name]) for name in by_name(rules)]


def changes_by_clause(rules: Ruleset) -> dict[str, list[str]]:
    """What the table changed, in sentences by each clause whose text words the value.

    Nothing is told of rules whose file this release does not have.
    """
    if rules.id not in RULESETS:
        return {}
    sentences: dict[str, list[str]] = {}
    for sentence, clause in house_lines(rules):
        for place in {clause, _ALSO_AT.get(clause, clause)}:
            sentences.setdefault(place, []).append(sentence)
    others: dict[str, list[str]] = {}
    for change, numbers in _without_name(rules):
        is_incomplete = change.value.path == "incomplete"
        sentence = _(_INSTEAD[rules.incomplete]) if is_incomplete else difference_alone(change, rules)
        for number in numbers:
            others.setdefault(number, []).append(sentence)
    for number, lines in others.items():
        sentences.setdefault(number, []).append(_(_HERE).format(sentences=" ".join(lines)))
    return sentences


def other_lines(rules: Ruleset) -> list[tuple[str, str]]:
    """What the table changed beyond its house rules by name, each with the clause closest to it."""
    if rules.id not in RULESETS:
        return []
    return [
        (difference_alone(change, rules), number)
        for change, numbers in _without_name(rules)
        for number in numbers[-1:] or [""]
    ]


def _without_name(rules: Ruleset) -> Iterator[tuple[RuleDifference, list[str]]]:
    """What no house rule by name says of the changes to a file, each with the clauses that word it."""
    file = RULESETS[rules.id]
    unnamed = {change.value.path for change in table_changes(rules, in_force(file, variants=by_name(rules)))}
    for change in table_changes(rules, file):
        if change.value.path in unnamed:
            yield change, _clauses_on(change.value.path, file)


def _clauses_on(path: str, file: Ruleset) -> list[str]:
    """The clauses whose text words a value; without any, those that are near it."""
    clauses = book(file.id).clauses
    if path == "incomplete":
        return [clause.number for clause in clauses if clause.number.startswith(_ON_INCOMPLETE)]
    if path == "may_i":
        return [
            clause.number for clause in clauses if any(value.startswith("may_i") for value in clause.values)
        ]
    wording = [clause.number for clause in clauses if path in clause.fields]
    return wording or [clause.number for clause in clauses if path in clause.values]
