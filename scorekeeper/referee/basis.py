"""What the referee's answers rest on in each ruleset: its rules, its own clauses, or the law's advice.

A ruleset whose referee is the law is ruled by it. Another one says what its own clauses rule (`own`, by
irregularity or `irregularity.value`, with the value of the first fact) and what it does not have (`none`).
Incomplete games and corrections go by the value of `incomplete` in any ruleset: sections 8 and 15, or the
plain clauses. For all else the law gives advice.
"""

from __future__ import annotations

from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Basis, Irregularity
from scorekeeper.referee.graph import Outcome
from scorekeeper.referee.graphs import PLAIN
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.rulesets.ruleset import Incomplete, Irregularities, Ruleset

# Where the ruleset's own clauses are the answer.
BY_OWN_CLAUSES: Final = Outcome("own", N_("Your game has its own rule for this."), orders=(), clauses=())
_NO_WORD: Final = Irregularities()


def catalogue(rules: Ruleset) -> tuple[Irregularity, ...]:
    """The irregularities that can happen by these rules, commonest first."""
    return tuple(one for one in Irregularity if one not in _said(rules).none)


def must_be_here(irregularity: Irregularity, *, rules: Ruleset) -> None:
    """RuleViolation if these rules know no such thing."""
    if irregularity in _said(rules).none:
        raise RuleViolation(Fault(FaultCode.IRREGULARITY_NOT_HERE))


def basis_of(irregularity: Irregularity, *, rules: Ruleset, value: str | None = None) -> Basis:
    """What an answer rests on; `value` is that of the first fact, if it is known."""
    if own_clauses(irregularity, rules=rules, value=value):
        return Basis.OWN
    if irregularity in PLAIN:
        return Basis.OWN if rules.incomplete is Incomplete.PLAIN else Basis.RULES
    return Basis.RULES if rules.is_law else Basis.ADVICE


def own_clauses(irregularity: Irregularity, *, rules: Ruleset, value: str | None = None) -> tuple[str, ...]:
    """The ruleset's own clauses on an irregularity, or on it with this value of its first fact."""
    own = _said(rules).own
    return own.get(irregularity.value, ()) or own.get(f"{irregularity}.{value}", ())


def _said(rules: Ruleset) -> Irregularities:
    return rules.referee if isinstance(rules.referee, Irregularities) else _NO_WORD
