"""Melds as a table writes them ("3H 3S 3D JK"), and the rules that they are laid by."""

from functools import cache
from typing import Any

from scorekeeper.rules.cards import Card, card_of
from scorekeeper.rules.melds import MeldCheck, MeldKind, MeldRules, Reading, TableMeld, check_meld
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force


def cards(text: str, *, pack: str = "cards") -> tuple[Card, ...]:
    """The cards of a text such as "3H 3S JK"."""
    return tuple(card_of(one, pack=pack) for one in text.split())


def by(ruleset: str = LAW.id, **changes: Any) -> MeldRules:
    """The rules of a file with a table's changes, such as `wild={"adjacent": False}`."""
    return MeldRules.of(in_force(RULESETS[ruleset], changes=changes)) if changes else _as_printed(ruleset)


@cache
def _as_printed(ruleset: str) -> MeldRules:
    return MeldRules.of(RULESETS[ruleset])


def meld(text: str, rules: MeldRules | None = None, kind: MeldKind | None = None) -> MeldCheck:
    """The check of a meld, by the law unless other rules are given."""
    rules = rules or by()
    return check_meld(cards(text, pack=rules.rules.pack), rules, kind=kind)


def table(text: str, rules: MeldRules | None = None, reading: int = 0) -> TableMeld:
    """A legal meld on the table, in the first of its readings unless another is asked for."""
    rules = rules or by()
    laid = cards(text, pack=rules.rules.pack)
    return TableMeld(laid, check_meld(laid, rules).readings[reading])


def shown(reading: Reading) -> str:
    """A reading as "run S: 4S 6S", with what the wild cards stand for in the order of the meld."""
    wild = " ".join(str(card) for _, card in reading.stands_for)
    return f"{reading.kind} {reading.of or 'wild'}" + (f": {wild}" if wild else "")
