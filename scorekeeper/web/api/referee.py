"""The referee: its question graphs, and its ruling on facts. No game is read or changed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import request
from marshmallow import fields

from scorekeeper.referee import sentences
from scorekeeper.referee.basis import BY_OWN_CLAUSES, basis_of, catalogue, own_clauses
from scorekeeper.referee.codes import Basis, Irregularity, OptionCode, Remedy, Who
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
    outcomes,
    questions,
)
from scorekeeper.referee.graphs import graph_of
from scorekeeper.referee.judge import Ruling, judge
from scorekeeper.referee.roles import named_by_facts
from scorekeeper.rules.checks import MOST_HANDS, by_rules
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, refuse
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.api import openapi
from scorekeeper.web.api.bodies import ByName, Whole
from scorekeeper.web.api.game_requests import RulesSchema
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.api.rules import RULESET, rules_asked, ruleset_asked
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import Names
from scorekeeper.web.http import schemas

blueprint = openapi.Blueprint(
    "api_referee", __name__, url_prefix="/api/v1/referee", description="The referee"
)
_IRREGULARITY: Final = {
    "in": "path",
    "name": "irregularity",
    "required": True,
    "schema": {"type": "string", "enum": list(Irregularity)},
}
_EXAMPLE: Final = {
    "facts": {
        "discarded": "no", "drew": "stock", "in_hand": "no", "cards_seen": "1", "laid_cards": "no",
    },
    "hand": 3,
}  # fmt: skip
_FACT_KINDS: Final = ("choice", "number", "numbers", "name", "names")


@dataclass(frozen=True, slots=True)
class NamedRuling:
    """A ruling, and the names that its sentences call people by."""

    ruling: Ruling
    names: Names


@dataclass(frozen=True, slots=True)
class _Entry:
    """An irregularity of the catalogue, by the rules that it is asked for."""

    graph: Graph
    rules: Ruleset

    @property
    def own(self) -> tuple[str, ...]:
        """The clauses that answer it by themselves, without a question."""
        return own_clauses(self.graph.irregularity, rules=self.rules)


@dataclass(frozen=True, slots=True)
class _Answer:
    """A value that answers a question, or `when`, the kind of answers meant; and the node that follows,
    with its number if it is a question.
    """

    then: Node
    value: str | None = None
    when: str | None = None
    text: str | None = None
    number: str | None = None


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question, and the number of each question in its graph, by identity."""

    question: Question
    numbers: Mapping[int, str]


class DisputeSchema(RulesSchema):
    """Every fact that the irregularity asks for, and no other."""

    facts = ByName(
        keys=fields.String(),
        required=True,
        metadata={"description": "By their names; texts, whole numbers, or lists of either."},
    )
    hand = Whole(
        load_default=None,
        allow_none=True,
        metadata={"minimum": 1, "maximum": MOST_HANDS, "description": "If known."},
    )


class FactSchema(schemas.ResponseSchema):
    fact = schemas.text()
    question = schemas.text()
    hint = schemas.text()
    kind = schemas.one_of(*_FACT_KINDS)
    values = schemas.texts(description="What a choice may be; empty for the others.")


class ThenSchema(schemas.ResponseSchema):
    """What follows: another question by its id, or an outcome by its name."""

    question = schemas.text_or_null()
    outcome = schemas.text_or_null()

    def get_question(self, answer: _Answer) -> str | None:
        return answer.number

    def get_outcome(self, answer: _Answer) -> str | None:
        return answer.then.name if isinstance(answer.then, Outcome) else None


class AnswerSchema(schemas.ResponseSchema):
    value = schemas.text_or_null(description="Of a choice.")
    when = schemas.text_or_null(description="Of all other questions.")
    text = schemas.text_or_null()
    then = schemas.one(ThenSchema)

    def get_then(self, answer: _Answer) -> _Answer:
        return answer


class QuestionSchema(schemas.ResponseSchema):
    """Facts that are asked together, and what follows from each answer."""

    id = schemas.text()
    facts = schemas.many(FactSchema)
    answers = schemas.many(AnswerSchema)

    def get_id(self, asked: _Asked) -> str:
        return asked.numbers[id(asked.question)]

    def get_facts(self, asked: _Asked) -> Iterator[dict[str, Any]]:
        question, hints = asked.question, sentences.hints_of(asked.question)
        for fact, sentence in sentences.texts_of(question).items():
            hint, kind, values = hints.get(fact, ""), _kind(question, fact), _values(question)
            yield {"fact": fact, "question": sentence, "hint": hint, "kind": kind, "values": values}

    def get_answers(self, asked: _Asked) -> Iterator[_Answer]:
        for answer in _answers(asked.question):
            yield replace(answer, number=asked.numbers.get(id(answer.then)))


class OptionChoiceSchema(schemas.ResponseSchema):
    option = schemas.one_of(*OptionCode, attribute="code")
    see = schemas.one_of_or_null(*Irregularity)


class ChoiceSchema(schemas.ResponseSchema):
    who = schemas.one_of(*Who)
    options = schemas.many(OptionChoiceSchema)


class OrderSchema(schemas.ResponseSchema):
    remedy = schemas.one_of(*Remedy)
    who = schemas.one_of(*Who)
    see = schemas.one_of_or_null(*Irregularity)


class OutcomeSchema(schemas.ResponseSchema):
    outcome = schemas.text("name")
    remedies = schemas.many(OrderSchema, "orders")
    choices = schemas.many(ChoiceSchema)
    clauses = schemas.texts(description="Empty where they follow from the answers.")
    notes = schemas.texts()

    def get_choices(self, outcome: Outcome) -> list[Choice]:
        return [] if outcome.choice is None else [outcome.choice]

    def get_notes(self, outcome: Outcome) -> list[str]:
        return [note.clause for note in outcome.notes]


class IrregularitySchema(schemas.ResponseSchema):
    """One irregularity with its questions; the first one is asked first. There are none where the ruleset's
    own clauses are the answer, or where there is only one ruling.
    """

    irregularity = schemas.one_of(*Irregularity, attribute="graph.irregularity")
    basis = schemas.one_of(*Basis)
    headline = schemas.text("graph.headline")
    example = schemas.text("graph.example")
    questions = schemas.many(QuestionSchema)
    outcomes = schemas.many(OutcomeSchema)

    def get_basis(self, entry: _Entry) -> Basis:
        return basis_of(entry.graph.irregularity, rules=entry.rules)

    def get_questions(self, entry: _Entry) -> list[_Asked]:
        listed = () if entry.own else questions(entry.graph)
        numbers = {id(question): str(number) for number, question in enumerate(listed, start=1)}
        return [_Asked(question, numbers) for question in listed]

    def get_outcomes(self, entry: _Entry) -> tuple[Outcome, ...]:
        return (replace(BY_OWN_CLAUSES, clauses=entry.own),) if entry.own else outcomes(entry.graph)


class RemedySchema(schemas.ResponseSchema):
    remedy = schemas.one_of(*Remedy, attribute="ordered.remedy")
    who = schemas.one_of(*Who, attribute="ordered.who")
    points = schemas.whole_or_null("ordered.points")
    player = schemas.text_or_null("ordered.player")
    see = schemas.one_of_or_null(*Irregularity, attribute="ordered.see")
    text = schemas.text()


class RulingOptionSchema(schemas.ResponseSchema):
    option = schemas.one_of(*OptionCode, attribute="offered.code")
    see = schemas.one_of_or_null(*Irregularity, attribute="offered.see")
    then = schemas.text()
    text = schemas.text()


class OfferedSchema(schemas.ResponseSchema):
    who = schemas.one_of(*Who, attribute="ruling.choice.who")
    text = schemas.text()
    options = schemas.many(RulingOptionSchema)

    def get_text(self, named: NamedRuling) -> str:
        return ruling_text.chooses(named.ruling, names=named.names).striptags()

    def get_options(self, named: NamedRuling) -> Iterator[dict[str, Any]]:
        assert named.ruling.choice is not None
        for option in named.ruling.choice.options:
            words = ruling_text.option(named.ruling, option, names=named.names)
            yield {"offered": option, "text": words.name.striptags(), "then": words.then.striptags()}


class RulingSchema(schemas.ResponseSchema):
    """A ruling of the referee. It rests on the rules, or on clauses of the ruleset's own, which it quotes; or
    it is advice, what the first ruleset would do, since these rules don't say.
    """

    irregularity = schemas.one_of(*Irregularity, attribute="ruling.irregularity")
    basis = schemas.one_of(*Basis, attribute="ruling.basis")
    facts = fields.Dict(required=True)
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

    def get_facts(self, named: NamedRuling) -> dict[str, Any]:
        return dict(named.ruling.facts)

    def get_headline(self, named: NamedRuling) -> str:
        return ruling_text.outcome(named.ruling, names=named.names).striptags()

    def get_remedies(self, named: NamedRuling) -> Iterator[dict[str, Any]]:
        for ordered in named.ruling.remedies:
            words = ruling_text.remedy(named.ruling, ordered, names=named.names)
            yield {"ordered": ordered, "text": words.striptags()}

    def get_choices(self, named: NamedRuling) -> list[NamedRuling]:
        return [] if named.ruling.choice is None else [named]


@blueprint.operation("", answer=IrregularitySchema(many=True))
@openapi.documented(422, 503, parameters=[RULESET])
def show_referee() -> Any:
    """Every irregularity of a ruleset with its questions, answers, and what follows from each."""
    rules = ruleset_asked(request.args.get("ruleset"))
    return [_Entry(graph_of(irregularity, rules), rules) for irregularity in catalogue(rules)]


@blueprint.operation(
    "/<irregularity>",
    method="POST",
    body=DisputeSchema,
    example=_EXAMPLE,
    answer=RulingSchema,
    within=(openapi.judges,),
    versioned=False,
)
@openapi.documented(parameters=[_IRREGULARITY])
def ask_referee(dispute: dict[str, Any], irregularity: str) -> NamedRuling:
    """The ruling on these facts by a ruleset."""
    try:
        wrong = Irregularity(irregularity)
    except ValueError:
        raise refusal(404, "unknown-irregularity") from None
    rules = rules_asked(dispute)
    faults = by_rules(_faults(dispute, rules), rules=rules)
    try:
        ruling = judge(wrong, dispute["facts"], hand=dispute["hand"], rules=rules)
    except RuleViolation as refused:
        raise RuleViolation(*refused.faults, *faults) from None
    refuse(faults)
    return NamedRuling(ruling, {who: (name,) for who, name in named_by_facts(ruling).items()})


def _faults(dispute: dict[str, Any], rules: Ruleset) -> Iterator[Fault]:
    most = rules.ends.hands or MOST_HANDS
    if dispute["hand"] is not None and not 1 <= dispute["hand"] <= most:
        yield Fault(FaultCode.HAND_UNKNOWN, "/hand", "4.1", (("most", most),))


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


def _answers(question: Question) -> Iterator[_Answer]:
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                yield _Answer(answer.then, value=answer.value, text=answer.text)
        case PointsList(enough=enough, short=short):
            yield _Answer(enough, when="two or more")
            yield _Answer(short, when="fewer than two")
        case Conditions(met=met, unmet=unmet):
            yield _Answer(met, when="all yes")
            yield _Answer(unmet, when="any no")
        case _:
            yield _Answer(question.then, when="any")
