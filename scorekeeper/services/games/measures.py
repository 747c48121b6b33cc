"""Which games were scored alike, so that their totals compare."""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from typing import Final

from scorekeeper.rules.rulesets.in_force import values_of
from scorekeeper.rules.rulesets.ruleset import Ruleset, Wins
from scorekeeper.services.games.codec import decode_chosen, dumps

_LENGTH: Final = 16
_MEASURED: Final = ("points", "missing_card", "score", "wins", "ends")
_REMEMBERED: Final = 256


def measure_of(rules: Ruleset) -> str:
    """What tells games that were scored alike: only their totals and points compare."""
    values = values_of(rules)
    said = dumps({name: values[name] for name in _MEASURED})
    return sha256(said.encode()).hexdigest()[:_LENGTH]


@lru_cache(_REMEMBERED)
def default_measure(chosen: str) -> tuple[str, Wins]:
    """The measure of a league's default, as it is stored, and which total wins by it."""
    rules = decode_chosen(chosen).rules
    return measure_of(rules), rules.wins
