"""A ruleset as a table or a league chooses it: a file, variants of it, and its own changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import change_faults, in_force
from scorekeeper.rules.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Chosen:
    """`ruleset` is the id of a file; `changes` are a JSON Merge Patch (RFC 7396)."""

    ruleset: str = LAW.id
    variants: tuple[str, ...] = ()
    changes: Mapping[str, Any] = field(default_factory=dict)

    @property
    def rules(self) -> Ruleset:
        """The ruleset in force; KeyError for an unknown file or variant, NotOfShape for a wrong value."""
        return in_force(RULESETS[self.ruleset], variants=self.variants, changes=self.changes)


def naming_faults(chosen: Chosen) -> Sequence[Fault]:
    """What leaves no ruleset in force: an unknown file, which comes alone, or changes that cannot be."""
    if chosen.ruleset not in RULESETS:
        return (Fault(FaultCode.RULESET_UNKNOWN, "/ruleset", values=(("ruleset", chosen.ruleset),)),)
    return tuple(change_faults(RULESETS[chosen.ruleset], variants=chosen.variants, changes=chosen.changes))


def faults_in(chosen: Chosen, *, players: int | None = None) -> Iterator[Fault]:
    """Every fault of a choice without `naming_faults`, for so many players; None: for all it allows."""
    adopted = [(name, RULESETS[chosen.ruleset].variants[name].changes) for name in chosen.variants]
    return problems(chosen.rules, players=players, variants=adopted, changes=chosen.changes)
