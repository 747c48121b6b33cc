"""The referee's jurisdiction in each ruleset: its rules, its own clauses, or the law's advice.

A ruleset whose referee is the law is ruled by it. Another one says what its own clauses rule (`own`, by
irregularity or `irregularity.value`, with the value of the first fact), what it does not have (`none`, by the
same), and on what it is silent where the law's advice does not fit (`silent`).
Where a table changed a value that decides an irregularity, its own rule is the answer. Incomplete games and
corrections go by the value of `incomplete` in any ruleset: sections 8 and 15, or the plain clauses. For all
else the law gives advice.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.language import N_
from scorekeeper.referee.codes import Basis, Irregularity
from scorekeeper.referee.graph import Outcome
from scorekeeper.referee.graphs import PLAIN
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import Incomplete, Irregularities, MayI, Ruleset

# Where the ruleset's own clauses are the answer.
BY_OWN_CLAUSES: Final = Outcome("own", N_("Your game has its own rule for this."), orders=(), clauses=())
_NO_WORD: Final = Irregularities()
_ABSENT: Final = object()
# The values that decide an irregularity, with the clauses of the law that word them. Keys as those of `own`.
DECIDED_BY: Final[dict[str, dict[str, tuple[str, ...]]]] = {
    "may-i": {"may_i.priority": ("5.2",)},
    "wild-swap": {"wild.swap": ("3.10", "3.11")},
    "stock-out": {"stock.reuses": ("6.1", "6.2"), "stock.shuffle": ("6.1",)},
    "illegal-laydown.not-gone-down": {"turn.own_meld_first": ("5.6",)},
    "silent-matter.taken-card-discarded": {"turn.taken_card": ("5.8c",)},
    "silent-matter.playable-card-discarded": {"playable_discard": ("5.8d",)},
    "silent-matter.slow-play": {"turn.seconds": ("5.10",)},
}
# What else a table may have changed of the same.
_BESIDE: Final = {
    Irregularity.MAY_I: ("may_i.penalty", "may_i.most", "may_i.limits", "may_i.own_discard"),
    Irregularity.STOCK_OUT: ("score.block",),
}


def catalogue(rules: Ruleset) -> tuple[Irregularity, ...]:
    """The irregularities that can happen by these rules, commonest first."""
    return tuple(irregularity for irregularity in Irregularity if _is_here(irregularity, rules))


def must_be_here(irregularity: Irregularity, *, rules: Ruleset) -> None:
    """RuleViolation if these rules know no such thing."""
    if not _is_here(irregularity, rules):
        raise RuleViolation(Fault(FaultCode.IRREGULARITY_NOT_HERE))


def _is_here(irregularity: Irregularity, rules: Ruleset) -> bool:
    """A table may bring claims into a game without them, or take them out of one whose clauses tell them."""
    referee = _referee_of(rules)
    if irregularity is Irregularity.MAY_I and (irregularity in referee.none or irregularity in referee.own):
        return rules.may_i is not None
    return irregularity not in referee.none


def basis_of(irregularity: Irregularity, *, rules: Ruleset) -> Basis:
    """What an answer rests on."""
    if own_clauses(irregularity, rules=rules) or irregularity in _referee_of(rules).silent:
        return Basis.OWN
    if irregularity in PLAIN:
        return Basis.OWN if rules.incomplete is Incomplete.PLAIN else Basis.RULES
    return Basis.RULES if rules.is_law else Basis.ADVICE


def own_clauses(irregularity: Irregularity, *, rules: Ruleset, value: str | None = None) -> tuple[str, ...]:
    """The ruleset's own clauses on an irregularity, or on it with this value of a fact; those of the law that
    word what the table changed, where the table's own rule is the answer.
    """
    clauses = _referee_of(rules).own
    by_file = clauses.get(irregularity.value, ()) or clauses.get(f"{irregularity}.{value}", ())
    decided = _decided_by(irregularity, rules=rules, value=value)
    return by_file or tuple(dict.fromkeys(number for clauses in decided.values() for number in clauses))


def changed_values(
    irregularity: Irregularity, *, rules: Ruleset, value: str | None = None
) -> tuple[str, ...]:
    """The paths of what a table changed and what decides an irregularity, or this value of a fact; with them
    what else a table has set of it, other than the file or, without claims there, than usual. None where the
    ruleset's own clauses say who gets a discard: the change is told with them.
    """
    if irregularity is Irregularity.MAY_I and irregularity in _referee_of(rules).own:
        return ()
    decided = _decided_by(irregularity, rules=rules, value=value)
    beside = _BESIDE.get(irregularity, ()) if decided else ()
    return (*decided, *(path for path in beside if _value_at(rules, path) != _usual_at(rules, path)))


def _decided_by(
    irregularity: Irregularity, *, rules: Ruleset, value: str | None
) -> Mapping[str, tuple[str, ...]]:
    deciding = DECIDED_BY.get(irregularity.value, {}) | DECIDED_BY.get(f"{irregularity}.{value}", {})
    if irregularity is Irregularity.WRONG_COUNT and (clause := _referee_of(rules).silent.get(irregularity)):
        # Where cards are asked for, the points of a table are in a ruling of their own.
        deciding = {"missing_card": (clause,)}
    return {path: clauses for path, clauses in deciding.items() if _is_changed(rules, path)}


def _is_changed(rules: Ruleset, path: str) -> bool:
    """Whether a table changed a value; one of claims is none where there are no claims."""
    file = RULESETS.get(rules.id, rules)
    return _value_at(rules, path) not in (_value_at(file, path), _ABSENT)


def _value_at(rules: Ruleset, path: str) -> object:
    group, _dot, name = path.partition(".")
    value = getattr(rules, group)
    if value is None and name:
        return _ABSENT
    return getattr(value, name) if name else value


def _usual_at(rules: Ruleset, path: str) -> object:
    """The value that the file tells; without claims there the usual one."""
    value = _value_at(RULESETS.get(rules.id, rules), path)
    return getattr(MayI(), path.partition(".")[2]) if value is _ABSENT else value


def _referee_of(rules: Ruleset) -> Irregularities:
    return rules.referee if isinstance(rules.referee, Irregularities) else _NO_WORD
