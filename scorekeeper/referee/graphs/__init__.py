"""The irregularities, each in the module of its own name: its questions, its rulings, its sentences.

To add one, write its module with a `GRAPH`, and name it in `codes.Irregularity`. What several of them rule
alike has a module without a graph: `exposed`, `new_deal`, `silent`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Final

from scorekeeper.language import Spoken
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Graph

GRAPHS: Final[Mapping[Irregularity, Graph]] = Spoken(
    {
        irregularity: import_module(f"{__name__}.{irregularity.name.lower()}").GRAPH
        for irregularity in Irregularity
    }
)
