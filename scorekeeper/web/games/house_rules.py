"""The house rules of a game in sentences, each with the clause that it changes or makes use of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Final

from scorekeeper.referee.house_rules import SENTENCES
from scorekeeper.rules.rulesets import HOUSE_CLAUSES, HouseRules

NEEDS_MAY_I: Final = (
    "With eleven cards and a last discard, twelve cards are never there to lay down: "
    "hand 7 is won only by somebody who won a may-I in it."
)
NEVER_WON: Final = (
    "With eleven cards, a last discard and no may-I, nobody can lay down the twelve cards of hand 7: "
    "let the last card be laid off, or allow may-I."
)
# Clauses that say something else, for whoever reads no further.
_ALSO_AT: Final = {"2.3a": "2.3", "16.1": "5.2", "16.2": "3.5"}
_DEFAULT: Final = HouseRules()


def house_lines(rules: HouseRules) -> list[tuple[str, str]]:
    """Each house rule that differs from the rulebook, and what they make of hand 7 together."""
    return list(_lines(rules))


def sentences_by_clause(rules: HouseRules) -> dict[str, list[str]]:
    """The same by the clause that each is about, and by one that says otherwise."""
    found: dict[str, list[str]] = {}
    for sentence, clause in _lines(rules):
        for place in {clause, _ALSO_AT.get(clause, clause)}:
            found.setdefault(place, []).append(sentence)
    return found


def _lines(rules: HouseRules) -> Iterator[tuple[str, str]]:
    for field in fields(rules):
        if getattr(rules, field.name) != getattr(_DEFAULT, field.name):
            yield SENTENCES[field.name], HOUSE_CLAUSES[field.name]
    if rules.cards_dealt < _DEFAULT.cards_dealt and rules.discard_to_go_out:
        yield (NEEDS_MAY_I if rules.may_i_last_three else NEVER_WON), "5.8a"
