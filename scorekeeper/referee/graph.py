"""What a question graph is made of: questions that lead to questions or outcomes, all of it frozen data.

A node below a question is reached by one answer only, so a graph is a tree: it has no cycle by construction.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import ClassVar, Final

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who

YES: Final = "yes"
NO: Final = "no"


class Amount(Enum):
    """How the points of a remedy are worked out from the facts."""

    TEN_FOR_EACH = "ten-for-each"
    TWO_HIGHEST = "two-highest"


@dataclass(frozen=True, slots=True)
class Order:
    """One remedy for somebody. `see` names the irregularity that is to be asked about next."""

    remedy: Remedy
    who: Who = Who.OFFENDER
    amount: Amount | None = None
    see: Irregularity | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen; `see` is what must be asked about when it is."""

    code: OptionCode
    see: Irregularity | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """Who chooses, and among which options."""

    who: Who
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end of a graph: the remedies in their order and the clauses they rest on.

    `name` is its own within the irregularity. `notes` are silent clauses that stand close by without
    deciding anything here.
    """

    name: str
    orders: tuple[Order, ...]
    clauses: tuple[str, ...]
    choice: Choice | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """One of the allowed values and what it leads to.

    `inline`: the next question is asked on the same screen, its answers standing in place of this one.
    """

    value: str
    then: Node
    inline: bool = False


@dataclass(frozen=True, slots=True)
class OneOf:
    """One fact, whose answers are listed."""

    fact: str
    answers: tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number from 1."""

    fact: str
    then: Outcome


@dataclass(frozen=True, slots=True)
class PointsList:
    """A list of whole numbers from 0: two of them or more lead to `enough`, fewer to `short`."""

    fact: str
    enough: Outcome
    short: Outcome


@dataclass(frozen=True, slots=True)
class Condition:
    """A yes that is needed, and the clauses that a no rests on."""

    fact: str
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Facts asked together: `met` when each is a yes, else `unmet` with the clauses of every no."""

    conditions: tuple[Condition, ...]
    met: Outcome
    unmet: Outcome


@dataclass(frozen=True, slots=True)
class Claims:
    """Who sits where, whose turn it is, and who claims: names (5.2)."""

    then: Outcome
    seats: ClassVar[str] = "seats"
    in_turn: ClassVar[str] = "in_turn"
    claimants: ClassVar[str] = "claimants"


Question = OneOf | Count | PointsList | Conditions | Claims
Node = Question | Outcome


@dataclass(frozen=True, slots=True)
class Graph:
    """The questions about one irregularity."""

    irregularity: Irregularity
    first: Question


def asked_by(question: Question) -> tuple[str, ...]:
    """The facts that a question asks, together."""
    match question:
        case Conditions(conditions=conditions):
            return tuple(condition.fact for condition in conditions)
        case Claims(seats=seats, in_turn=in_turn, claimants=claimants):
            return (seats, in_turn, claimants)
        case _:
            return (question.fact,)


def after(question: Question) -> tuple[Node, ...]:
    """Every node that a question can lead to."""
    match question:
        case OneOf(answers=answers):
            return tuple(answer.then for answer in answers)
        case PointsList(enough=enough, short=short):
            return (enough, short)
        case Conditions(met=met, unmet=unmet):
            return (met, unmet)
        case _:
            return (question.then,)


def nodes(node: Node) -> Iterator[Node]:
    """A node and all below it, from the top."""
    yield node
    if not isinstance(node, Outcome):
        for below in after(node):
            yield from nodes(below)


def outcomes(graph: Graph) -> tuple[Outcome, ...]:
    """Every outcome of a graph, from the top."""
    return tuple(node for node in nodes(graph.first) if isinstance(node, Outcome))


def facts_below(node: Node) -> tuple[str, ...]:
    """Every fact that may be asked from a node on, each once."""
    asked = (fact for below in nodes(node) if not isinstance(below, Outcome) for fact in asked_by(below))
    return tuple(dict.fromkeys(asked))


def yes_no(fact: str, *, yes: Node, no: Node) -> OneOf:
    """The commonest question."""
    return OneOf(fact, (Answer(YES, yes), Answer(NO, no)))
