"""Every path through every question graph: the facts that the tests give to the judge."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import (
    Claims,
    Conditions,
    Count,
    Graph,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    asked_by,
)
from scorekeeper.referee.graphs import GRAPHS

COUNTS = (1, 2, 3)
POINTS = ([], [0], [45], [0, 0], [30, 30], [45, 120], [5, 5, 5], [0, 95, 20], [300, 10, 300])


@dataclass(frozen=True)
class Walked:
    """One path: the facts that lead along it, in the order asked, and the outcome at its end."""

    irregularity: Irregularity
    facts: dict[str, object]
    outcome: Outcome

    def __str__(self) -> str:
        return f"{self.irregularity} {written(self.facts)}"


def all_paths() -> tuple[Walked, ...]:
    """Every path of every graph, in the order of the graphs and their answers."""
    return tuple(walked for graph in GRAPHS.values() for walked in paths(graph))


def paths(graph: Graph) -> Iterator[Walked]:
    for facts, outcome in _branches(graph.first):
        yield Walked(graph.irregularity, facts, outcome)


def written(facts: dict[str, object]) -> str:
    """Facts as the golden file writes them."""
    return ", ".join(f"{fact}={_value(value)}" for fact, value in facts.items())


def _branches(node: Node) -> Iterator[tuple[dict[str, object], Outcome]]:
    if isinstance(node, Outcome):
        yield {}, node
        return
    for answer, below in _answers(node):
        for facts, outcome in _branches(below):
            assert not answer.keys() & facts.keys(), f"asked twice: {answer.keys() & facts.keys()}"
            yield {**answer, **facts}, outcome


def _answers(question: Question) -> Iterator[tuple[dict[str, object], Node]]:
    match question:
        case OneOf(fact=fact, answers=answers):
            yield from (({fact: answer.value}, answer.then) for answer in answers)
        case Count(fact=fact, then=then):
            yield from (({fact: number}, then) for number in COUNTS)
        case PointsList(fact=fact, enough=enough, short=short):
            yield from (({fact: values}, enough if values[1:] else short) for values in POINTS)
        case Conditions(met=met, unmet=unmet):
            facts = asked_by(question)
            for values in product(("yes", "no"), repeat=len(facts)):
                yield dict(zip(facts, values, strict=True)), unmet if "no" in values else met
        case Claims(then=then):
            yield from (
                (dict(zip(asked_by(question), claims, strict=True)), then) for claims in some_claims()
            )


def some_claims() -> Iterator[tuple[list[str], str, list[str]]]:
    """Claims of two players; of four, for every set of claimants; of eight, for each player in turn."""
    yield ["Ana", "Ben"], "Ben", ["Ana"]
    table = ["Ana", "Ben", "Cem", "Dee"]
    others = ["Ana", "Ben", "Dee"]
    for size in (1, 2, 3):
        for claimants in combinations(others, size):
            yield table, "Cem", list(claimants)
    eight = [*table, "Eva", "Fay", "Gus", "Hal"]
    for turn in range(8):
        yield eight, eight[turn], [eight[turn - 1], eight[turn - 5], eight[turn - 3]]


def _value(value: object) -> str:
    return f"[{' '.join(map(str, value))}]" if isinstance(value, list) else str(value)
