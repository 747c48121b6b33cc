"""The irregularities, each in the module of its own name: its questions, its rulings, its sentences.

To add one, write its module with a `GRAPH`, and name it in `codes.Irregularity`. What several of them rule
alike has a module without a graph: `exposed`, `new_deal`, `silent`. Where incomplete games are plain, those
with a graph `PLAIN` are asked and ruled by it: by P-1, P-2, P-3 and P-5 instead of sections 8 and 15.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from typing import Final

from scorekeeper.language import Spoken, translated
from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Graph, OneOf
from scorekeeper.referee.graphs.silent import OPEN
from scorekeeper.rules.rulesets.ruleset import Incomplete, Irregularities, Ruleset

_MODULES: Final = {one: import_module(f"{__name__}.{one.name.lower()}") for one in Irregularity}
GRAPHS: Final[Mapping[Irregularity, Graph]] = Spoken({one: it.GRAPH for one, it in _MODULES.items()})
PLAIN: Final[Mapping[Irregularity, Graph]] = Spoken(
    {one: it.PLAIN for one, it in _MODULES.items() if hasattr(it, "PLAIN")}
)


def graph_of(irregularity: Irregularity, rules: Ruleset) -> Graph:
    """The graph by which an irregularity is asked and ruled by these rules, unless they quote their own.

    It asks for no answer that the rules do not have, and nothing where they are silent and advice from the
    law does not fit.
    """
    is_plain = rules.incomplete is Incomplete.PLAIN and irregularity in PLAIN
    graph = PLAIN[irregularity] if is_plain else GRAPHS[irregularity]
    if not isinstance(rules.referee, Irregularities):
        return graph
    if clause := rules.referee.silent.get(irregularity):
        return replace(graph, first=replace(translated(OPEN), clauses=(clause,)))
    return _without(graph, rules.referee.none)


def _without(graph: Graph, none: tuple[str, ...]) -> Graph:
    """The graph without the answers to its first question that stand in `none` as `irregularity.value`."""
    first = graph.first
    if not isinstance(first, OneOf):
        return graph
    left = tuple(one for one in first.answers if f"{graph.irregularity}.{one.value}" not in none)
    return replace(graph, first=replace(first, answers=left))
