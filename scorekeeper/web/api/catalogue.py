"""The question graphs of the referee as a document: every question by a number, and what follows from it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from scorekeeper.referee import sentences
from scorekeeper.referee.graph import (
    NO,
    YES,
    Choice,
    Claims,
    Conditions,
    Graph,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    asked_by,
    nodes,
    outcomes,
)
from scorekeeper.referee.graphs import GRAPHS

Document = dict[str, Any]


@cache
def catalogue() -> tuple[Document, ...]:
    """Every irregularity, commonest first."""
    return tuple(_irregularity(graph) for graph in GRAPHS.values())


def _irregularity(graph: Graph) -> Document:
    questions = [node for node in nodes(graph.first) if not isinstance(node, Outcome)]
    number = {id(question): str(place) for place, question in enumerate(questions, start=1)}

    def then(node: Node) -> Document:
        if isinstance(node, Outcome):
            return {"question": None, "outcome": node.name}
        return {"question": number[id(node)], "outcome": None}

    return {
        "irregularity": graph.irregularity.value,
        "headline": graph.headline,
        "example": graph.example,
        "questions": [
            {
                "id": number[id(question)],
                "facts": [_fact(question, fact) for fact in asked_by(question)],
                "answers": [
                    {"value": value, "when": when, "text": text, "then": then(node)}
                    for value, when, text, node in _answers(question)
                ],
            }
            for question in questions
        ],
        "outcomes": [_outcome(outcome) for outcome in outcomes(graph)],
    }


def _fact(question: Question, fact: str) -> Document:
    return {
        "fact": fact,
        "question": sentences.texts_of(question)[fact],
        "hint": sentences.hints_of(question).get(fact, ""),
        "kind": _kind(question, fact),
        "values": list(_values(question)),
    }


def _kind(question: Question, fact: str) -> str:
    match question:
        case OneOf() | Conditions():
            return "choice"
        case PointsList():
            return "numbers"
        case Claims(in_turn=in_turn):
            return "name" if fact == in_turn else "names"
        case _:
            return "number"


def _values(question: Question) -> tuple[str, ...]:
    match question:
        case OneOf(answers=answers):
            return tuple(answer.value for answer in answers)
        case Conditions():
            return (YES, NO)
        case _:
            return ()


def _answers(question: Question) -> Iterator[tuple[str | None, str | None, str | None, Node]]:
    """Value, or when an answer is of this kind, its words, and what follows."""
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                yield answer.value, None, answer.text, answer.then
        case PointsList(enough=enough, short=short):
            yield None, "two or more", None, enough
            yield None, "fewer than two", None, short
        case Conditions(met=met, unmet=unmet):
            yield None, "all yes", None, met
            yield None, "any no", None, unmet
        case _:
            yield None, "any", None, question.then


def _outcome(outcome: Outcome) -> Document:
    return {
        "outcome": outcome.name,
        "remedies": [
            {"remedy": order.remedy.value, "who": order.who.value, "see": order.see and order.see.value}
            for order in outcome.orders
        ],
        "choices": [] if outcome.choice is None else [_choice(outcome.choice)],
        "clauses": list(outcome.clauses),
        "notes": [note.clause for note in outcome.notes],
    }


def _choice(choice: Choice) -> Document:
    options = [
        {"option": option.code.value, "see": option.see and option.see.value} for option in choice.options
    ]
    return {"who": choice.who.value, "options": options}
