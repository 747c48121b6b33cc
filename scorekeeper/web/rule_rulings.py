"""Which irregularities have rulings that rest on a clause, and where they are asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.referee.graph import Conditions, Graph, Outcome, nodes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house import HOUSE_EFFECTS
from scorekeeper.referee.words import Irregularity
from scorekeeper.web.referee_words import headline


@dataclass(frozen=True, slots=True)
class Link:
    """An address, and what it says."""

    url: str
    text: str


@cache
def rulings() -> Mapping[str, tuple[Link, ...]]:
    """For each clause that a ruling cites or calls to mind: the irregularities, commonest first."""
    found: dict[str, list[Link]] = defaultdict(list)
    for irregularity, graph in GRAPHS.items():
        for number in dict.fromkeys(_cited(graph)):
            found[number].append(Link(address(irregularity), headline(irregularity)))
    return {number: tuple(links) for number, links in found.items()}


def address(irregularity: Irregularity) -> str:
    """Where the referee asks about an irregularity."""
    return f"/referee/{irregularity}"


def _cited(graph: Graph) -> Iterator[str]:
    for node in nodes(graph.first):
        if isinstance(node, Outcome):
            yield from (*node.clauses, *node.notes)
        elif isinstance(node, Conditions):
            for condition in node.conditions:
                yield from condition.clauses
    for effect in HOUSE_EFFECTS:
        if effect.irregularity is graph.irregularity:
            yield from effect.clauses
