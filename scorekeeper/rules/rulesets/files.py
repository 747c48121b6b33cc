"""The rulesets that lie beside this module, one file each, and what a table or a league chooses of them."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NoReturn

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.in_force import change_faults, in_force, leaves, read
from scorekeeper.rules.rulesets.ruleset import Ruleset


class UnknownRuleset(KeyError):
    """No file of this release is the ruleset with this `id`, which a newer release may have."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.id = name


class Rulesets(dict[str, Ruleset]):
    """Rulesets by id; UnknownRuleset for another one."""

    def __missing__(self, name: str) -> NoReturn:
        raise UnknownRuleset(name)


def load(folder: Path) -> Rulesets:
    """The rulesets of a folder by id, which is the name of the file; the referee's law comes first."""
    rulesets = [read(document) for document in _documents(folder)]
    rulesets.sort(key=lambda ruleset: not ruleset.is_law)
    return Rulesets((ruleset.id, ruleset) for ruleset in rulesets)


def _documents(folder: Path) -> list[dict[str, Any]]:
    return [tomllib.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.toml"))]


_FOLDER: Final = Path(__file__).parent
RULESETS: Final = load(_FOLDER)
# The values that each file sets itself, as paths such as "runs.ace": the others are defaults.
EXPLICIT_PATHS: Final = {
    document["id"]: frozenset(path for path, _ in leaves(document)) for document in _documents(_FOLDER)
}
# The ruleset that the referee knows by heart.
LAW: Final = next(iter(RULESETS.values()))


@dataclass(frozen=True, slots=True)
class Chosen:
    """A file, variants of it, and changes of one's own.

    `ruleset` is the id of the file; `changes` are a JSON Merge Patch (RFC 7396).
    """

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


def faults_in(chosen: Chosen) -> Iterator[Fault]:
    """Every fault of a choice without `naming_faults`, for all players it allows."""
    adopted = [(name, RULESETS[chosen.ruleset].variants[name].changes) for name in chosen.variants]
    return problems(chosen.rules, variants=adopted, changes=chosen.changes)
