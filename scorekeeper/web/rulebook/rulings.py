"""Which irregularities have rulings that rest on a clause, and where they are asked about."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Conditions, Graph, Outcome, nodes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE
from scorekeeper.web.referee.path import Venue


@dataclass(frozen=True, slots=True)
class Link:
    """An address, and what it says."""

    url: str
    text: str


def rulings(game_id: str | None = None) -> Mapping[str, tuple[Link, ...]]:
    """For each clause that a ruling cites or calls to mind: the irregularities, commonest first.

    They are asked about in a game, if the book was opened from one.
    """
    links = {
        irregularity: Link(asked_at(irregularity, game_id), graph.headline)
        for irregularity, graph in GRAPHS.items()
    }
    return {number: tuple(map(links.__getitem__, citing)) for number, citing in _citing().items()}


def asked_at(irregularity: Irregularity, game_id: str | None) -> str:
    """Where the referee asks about an irregularity."""
    return Venue(game_id).address(irregularity)


@cache
def _citing() -> Mapping[str, list[Irregularity]]:
    found: dict[str, list[Irregularity]] = defaultdict(list)
    for irregularity, graph in GRAPHS.items():
        for number in dict.fromkeys(_cited(graph)):
            found[number].append(irregularity)
    return found


def _cited(graph: Graph) -> Iterator[str]:
    for node in nodes(graph.first):
        if isinstance(node, Outcome):
            yield from (*node.clauses, *(note.clause for note in node.notes))
        elif isinstance(node, Conditions):
            for condition in node.conditions:
                yield from condition.clauses
    for effect in HOUSE_EFFECTS:
        if effect.irregularity is graph.irregularity:
            yield from effect.clauses
    for settled in RULED_AT_ONCE:
        if settled.irregularity is graph.irregularity:
            yield from settled.outcome.clauses
