"""The rulesets that lie beside this module, one file each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Final

from scorekeeper.rules.rulesets.in_force import read
from scorekeeper.rules.rulesets.ruleset import Ruleset


def load(folder: Path) -> dict[str, Ruleset]:
    """The rulesets of a folder by id, which is the name of the file; the referee's law comes first."""
    rulesets = [read(tomllib.loads(path.read_text("utf-8"))) for path in sorted(folder.glob("*.toml"))]
    return {ruleset.id: ruleset for ruleset in sorted(rulesets, key=lambda ruleset: not ruleset.is_law)}


RULESETS: Final = load(Path(__file__).parent)
# The ruleset that the referee knows by heart; older games were played by it.
LAW: Final = next(iter(RULESETS.values()))
