"""The referee: its question graphs, and its ruling on facts. No game is read or changed."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final

from flask import request

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Basis, Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import (
    NO,
    YES,
    Claims,
    Conditions,
    Graph,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    RulingChoice,
    outcomes,
    questions,
)
from scorekeeper.referee.graphs import graph_of
from scorekeeper.referee.judge import Ruling, judge
from scorekeeper.referee.jurisdiction import BY_OWN_CLAUSES, basis_of, catalogue, own_clauses
from scorekeeper.referee.roles import named_by_facts
from scorekeeper.rules.checks import MOST_HANDS, by_rules
from scorekeeper.rules.faults import RuleViolation, refuse
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.api import openapi
from scorekeeper.web.api.bodies import Members, WholeNumber
from scorekeeper.web.api.game_requests import RulesSchema
from scorekeeper.web.api.openapi import parameter
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.api.rules import RULESET, hand_faults, rules_in_force, ruleset_named
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import Names
from scorekeeper.web.http import schemas

blueprint = openapi.Blueprint("referee", "/referee", "The referee")
_FACT_KINDS: Final = ("choice", "number", "numbers", "name", "names")


class DisputeSchema(RulesSchema):
    """Every fact that the irregularity asks for, and no other."""

    facts = schemas.mapping(description="By their names; texts, whole numbers, or lists of either.")
    hand = WholeNumber(
        load_default=None, metadata={"minimum": 1, "maximum": MOST_HANDS, "description": "If known."}
    )


class FactSchema(schemas.ResponseSchema):
    fact = schemas.text()
    question = schemas.text()
    hint = schemas.text()
    kind = schemas.choice_of(*_FACT_KINDS)
    values = schemas.texts(description="What a choice may be; empty for the others.")


class ThenSchema(schemas.ResponseSchema):
    """What follows: another question by its id, or an outcome by its name."""

    question = schemas.text_or_null()
    outcome = schemas.text_or_null()


class AnswerSchema(schemas.ResponseSchema):
    value = schemas.text_or_null(description="Of a choice.")
    when = schemas.text_or_null(description="Of all other questions.")
    text = schemas.text_or_null()
    then = schemas.nested(ThenSchema)


class QuestionSchema(schemas.ResponseSchema):
    """Facts that are asked together, and what follows from each answer."""

    id = schemas.text()
    facts = schemas.many(FactSchema)
    answers = schemas.many(AnswerSchema)


class OptionChoiceSchema(schemas.ResponseSchema):
    option = schemas.choice_of(*OptionCode, attribute="code")
    see = schemas.choice_of(*Irregularity, null=True)


class ChoiceSchema(schemas.ResponseSchema):
    who = schemas.choice_of(*Who)
    options = schemas.many(OptionChoiceSchema)


class OrderSchema(schemas.ResponseSchema):
    remedy = schemas.choice_of(*Remedy)
    who = schemas.choice_of(*Who)
    see = schemas.choice_of(*Irregularity, null=True)


class OutcomeSchema(schemas.ResponseSchema):
    outcome = schemas.text("name")
    remedies = schemas.many(OrderSchema, "orders")
    choices = schemas.many(ChoiceSchema)
    clauses = schemas.texts(description="Empty where they follow from the answers.")
    notes = schemas.texts()

    def get_choices(self, outcome: Outcome) -> list[RulingChoice]:
        return [] if outcome.choice is None else [outcome.choice]

    def get_notes(self, outcome: Outcome) -> list[str]:
        return [note.clause for note in outcome.notes]


class IrregularitySchema(schemas.ResponseSchema):
    """One irregularity with its questions; the first one is asked first. There are none where the ruleset's
    own clauses are the answer, or where there is only one ruling.
    """

    irregularity = schemas.choice_of(*Irregularity)
    basis = schemas.choice_of(*Basis)
    headline = schemas.text()
    example = schemas.text()
    questions = schemas.many(QuestionSchema)
    outcomes = schemas.many(OutcomeSchema)


class RemedySchema(schemas.ResponseSchema):
    remedy = schemas.choice_of(*Remedy, attribute="ordered.remedy")
    who = schemas.choice_of(*Who, attribute="ordered.who")
    points = schemas.whole_or_null("ordered.points")
    player = schemas.text_or_null("ordered.player")
    see = schemas.choice_of(*Irregularity, attribute="ordered.see", null=True)
    text = schemas.text()


class RulingOptionSchema(schemas.ResponseSchema):
    option = schemas.choice_of(*OptionCode, attribute="offered.code")
    see = schemas.choice_of(*Irregularity, attribute="offered.see", null=True)
    then = schemas.text()
    text = schemas.text()


class OfferedSchema(schemas.ResponseSchema):
    who = schemas.choice_of(*Who)
    text = schemas.text()
    options = schemas.many(RulingOptionSchema)


class RulingSchema(schemas.ResponseSchema):
    """A ruling of the referee. It rests on the rules, or on clauses of the ruleset's own, which it quotes; or
    it is advice, what the first ruleset would do, since these rules don't say.
    """

    irregularity = schemas.choice_of(*Irregularity, attribute="ruling.irregularity")
    basis = schemas.choice_of(*Basis, attribute="ruling.basis")
    facts = schemas.mapping()
    outcome = schemas.text("ruling.outcome")
    headline = schemas.text()
    remedies = schemas.many(RemedySchema)
    choices = schemas.many(OfferedSchema)
    clauses = schemas.texts("ruling.clauses")
    interpretation = schemas.yes_no(
        "ruling.interpretation", description="It is advice, or rests on our interpretation of a clause."
    )
    silent = schemas.yes_no("ruling.silent", description="The rules don’t cover it.")
    notes = schemas.texts("ruling.notes", description="Related clauses that leave something open.")
    house = schemas.texts("ruling.house", description="House rules that changed the ruling or its text.")


@blueprint.operation("", answer=IrregularitySchema(many=True), parameters=[RULESET])
def show_referee() -> Any:
    """Every irregularity of a ruleset with its questions, answers, and what follows from each."""
    rules = ruleset_named(request.args.get("ruleset"))
    return [_entry(irregularity, rules) for irregularity in catalogue(rules)]


@blueprint.operation(
    "/<irregularity>",
    method="POST",
    body=DisputeSchema,
    answer=RulingSchema,
    parameters=[parameter("irregularity", "One of the catalogue.", where="path", enum=[*Irregularity])],
)
def ask_referee(dispute: Members, irregularity: str) -> dict[str, Any]:
    """The ruling on these facts by a ruleset."""
    try:
        wrong = Irregularity(irregularity)
    except ValueError:
        raise refusal(404, "unknown-irregularity") from None
    rules = rules_in_force(dispute)
    faults = by_rules(hand_faults(dispute["hand"], most=rules.ends.hands), rules=rules)
    try:
        ruling = judge(wrong, dispute["facts"], hand=dispute["hand"], rules=rules)
    except RuleViolation as refused:
        raise RuleViolation(*refused.faults, *faults) from None
    refuse(faults)
    return ruling_document(ruling, {who: (name,) for who, name in named_by_facts(ruling).items()})


def ruling_document(ruling: Ruling, names: Names) -> dict[str, Any]:
    """A ruling with its sentences, which call people by these names."""
    remedies = [
        {"ordered": ordered, "text": ruling_text.remedy_text(ruling, ordered, names=names).striptags()}
        for ordered in ruling.remedies
    ]
    return {
        "ruling": ruling,
        "facts": dict(ruling.facts),
        "headline": ruling_text.outcome_text(ruling, names=names).striptags(),
        "remedies": remedies,
        "choices": [] if ruling.choice is None else [_choice(ruling, ruling.choice, names)],
    }


def _choice(ruling: Ruling, choice: RulingChoice, names: Names) -> dict[str, Any]:
    texts = [(option, *ruling_text.option_text(ruling, option, names=names)) for option in choice.options]
    return {
        "who": choice.who,
        "text": ruling_text.choice_text(ruling, names=names).striptags(),
        "options": [
            {"offered": option, "text": name.striptags(), "then": then.striptags()}
            for option, name, then in texts
        ],
    }


def _entry(irregularity: Irregularity, rules: Ruleset) -> dict[str, Any]:
    """An irregularity of the catalogue; one that own clauses answer by themselves has no question."""
    graph, clauses = graph_of(irregularity, rules), own_clauses(irregularity, rules=rules)
    return {
        "irregularity": irregularity,
        "basis": basis_of(irregularity, rules=rules),
        "headline": graph.headline,
        "example": graph.example,
        "questions": [] if clauses else list(_questions(graph)),
        "outcomes": [replace(BY_OWN_CLAUSES, clauses=clauses)] if clauses else outcomes(graph),
    }


def _questions(graph: Graph) -> Iterator[dict[str, Any]]:
    """The questions of a graph, numbered from the top."""
    numbers = {id(question): str(number) for number, question in enumerate(questions(graph), start=1)}
    for question in questions(graph):
        hints, facts = sentences.hints_of(question), []
        for fact, sentence in sentences.texts_of(question).items():
            hint, (kind, values) = hints.get(fact, ""), _allowed(question, fact)
            facts.append({"fact": fact, "question": sentence, "hint": hint, "kind": kind, "values": values})
        answers = [
            {"value": value, "when": when, "text": text, "then": _then(node, numbers)}
            for value, when, text, node in _answers(question)
        ]
        yield {"id": numbers[id(question)], "facts": facts, "answers": answers}


def _then(node: Node, numbers: Mapping[int, str]) -> dict[str, str | None]:
    return {"question": numbers.get(id(node)), "outcome": node.name if isinstance(node, Outcome) else None}


def _allowed(question: Question, fact: str) -> tuple[str, tuple[str, ...]]:
    """The kind of a fact, and what it may be if it is a choice."""
    match question:
        case OneOf(answers=answers):
            return "choice", tuple(answer.value for answer in answers)
        case Conditions():
            return "choice", (YES, NO)
        case PointsList():
            return "numbers", ()
        case Claims(in_turn=in_turn):
            return "name" if fact == in_turn else "names", ()
        case _:
            return "number", ()


def _answers(question: Question) -> Iterator[tuple[str | None, str | None, str | None, Node]]:
    """Each value that answers a question, or the kind of answers meant; its text; the node that follows."""
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
