"""A question graph as a tree to look at: each question, its answers, and what each answer leads to.

Inline answers join those of their screen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scorekeeper.language import _
from scorekeeper.referee import sentences
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
)


@dataclass(frozen=True, slots=True)
class Tree:
    """A question with the `items` of its form and its branches, or a ruling with its clauses.

    `answer` leads here; it is empty where there is only one way on.
    """

    text: str
    items: tuple[str, ...] = ()
    clauses: tuple[str, ...] = ()
    branches: tuple[Tree, ...] = ()
    answer: str = ""


def tree_of(graph: Graph) -> Tree:
    """The whole graph from its first question down."""
    return _tree(graph.first)


def _tree(node: Node, *, answer: str = "") -> Tree:
    if isinstance(node, Outcome):
        return Tree(str(node.text_without_facts or node.text), clauses=node.clauses, answer=answer)
    branches = tuple(_tree(below, answer=text) for text, below in _branches(node))
    if isinstance(node, Conditions | Claims):
        return Tree(node.title, tuple(sentences.texts_of(node).values()), (), branches, answer)
    return Tree(node.question, branches=branches, answer=answer)


def _branches(question: Question) -> Iterator[tuple[str, Node]]:
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                if answer.inline and isinstance(answer.then, OneOf):
                    yield from _branches(answer.then)
                else:
                    yield answer.text, answer.then
        case Conditions(conditions=conditions, met=met, unmet=unmet):
            clauses = dict.fromkeys(number for condition in conditions for number in condition.clauses)
            yield _(sentences.ALL_MET), met
            yield _("Not all true"), replace(unmet, clauses=tuple(clauses))
        case PointsList(enough=enough, short=short):
            yield _("Two or more numbers"), enough
            yield _("Fewer than two numbers"), short
        case Count(then=then) | Claims(then=then):
            yield "", then
