"""The rulesets that lie beside this module, one file each."""

import tomllib
from pathlib import Path
from typing import Any, Final, NoReturn

from scorekeeper.rules.rulesets.in_force import leaves, read
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
