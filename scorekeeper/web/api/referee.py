"""The referee: its question graphs, and its ruling on facts. No game is read or changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from marshmallow import fields

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import (
    NO,
    YES,
    Choice,
    Claims,
    Conditions,
    Graph,
    Node,
    OneOf,
    Option,
    Outcome,
    PointsList,
    Question,
    asked_by,
    nodes,
    outcomes,
)
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.judge import Ordered, Ruling, judge
from scorekeeper.referee.roles import named_by_facts
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.rulesets import CARDS_DEALT_CHOICES, LAST_HAND, HouseRules
from scorekeeper.web.api import headers, openapi
from scorekeeper.web.api.bodies import ByName, RequestSchema, Whole
from scorekeeper.web.api.game_requests import HouseRulesSchema
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import Names
from scorekeeper.web.http.schemas import (
    ResponseSchema,
    many,
    one,
    one_of,
    one_of_or_null,
    text,
    text_or_null,
    texts,
    whole_or_null,
    yes_no,
)

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
class _Fact:
    """One fact of a question."""

    question: Question
    fact: str


@dataclass(frozen=True, slots=True)
class _Answer:
    """A value that answers a question, or `when`, the kind of answers meant; and the node that follows."""

    then: _Then
    value: str | None = None
    when: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True)
class _Numbered:
    """A question of a graph; `numbers` are those of all its questions, by their identity."""

    question: Question
    numbers: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _Then:
    """A node that follows from an answer, with the numbers of the questions of its graph."""

    node: Node
    numbers: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class _InWords:
    """A remedy or an option of a ruling in words: `then` is what an option leads to."""

    subject: Ordered | Option
    text: str
    then: str = ""


class DisputeSchema(RequestSchema):
    """Every fact that the irregularity asks for, and no other."""

    facts = ByName(
        keys=fields.String(),
        required=True,
        metadata={"description": "By their names; texts, whole numbers, or lists of either."},
    )
    house_rules = fields.Nested(HouseRulesSchema, load_default=HouseRules)
    hand = Whole(
        load_default=None,
        allow_none=True,
        metadata={"minimum": 1, "maximum": LAST_HAND, "description": "If known."},
    )


class FactSchema(ResponseSchema):
    fact = text()
    question = text()
    hint = text()
    kind = one_of(*_FACT_KINDS)
    values = texts(description="What a choice may be; empty for the others.")

    def get_question(self, part: _Fact) -> str:
        return sentences.texts_of(part.question)[part.fact]

    def get_hint(self, part: _Fact) -> str:
        return sentences.hints_of(part.question).get(part.fact, "")

    def get_kind(self, part: _Fact) -> str:
        return _kind(part.question, part.fact)

    def get_values(self, part: _Fact) -> tuple[str, ...]:
        return _values(part.question)


class ThenSchema(ResponseSchema):
    """What follows: another question by its id, or an outcome by its name."""

    question = text_or_null()
    outcome = text_or_null()

    def get_question(self, then: _Then) -> str | None:
        return then.numbers.get(id(then.node))

    def get_outcome(self, then: _Then) -> str | None:
        return then.node.name if isinstance(then.node, Outcome) else None


class AnswerSchema(ResponseSchema):
    value = text_or_null(description="Of a choice.")
    when = text_or_null(description="Of all other questions.")
    text = text_or_null()
    then = one(ThenSchema)


class QuestionSchema(ResponseSchema):
    """Facts that are asked together, and what follows from each answer."""

    id = text()
    facts = many(FactSchema)
    answers = many(AnswerSchema)

    def get_id(self, numbered: _Numbered) -> str:
        return numbered.numbers[id(numbered.question)]

    def get_facts(self, numbered: _Numbered) -> list[_Fact]:
        return [_Fact(numbered.question, fact) for fact in asked_by(numbered.question)]

    def get_answers(self, numbered: _Numbered) -> Iterator[_Answer]:
        return _answers(numbered.question, numbered.numbers)


class OptionChoiceSchema(ResponseSchema):
    option = one_of(*OptionCode, attribute="code")
    see = one_of_or_null(*Irregularity)


class ChoiceSchema(ResponseSchema):
    who = one_of(*Who)
    options = many(OptionChoiceSchema)


class OrderSchema(ResponseSchema):
    remedy = one_of(*Remedy)
    who = one_of(*Who)
    see = one_of_or_null(*Irregularity)


class OutcomeSchema(ResponseSchema):
    outcome = text("name")
    remedies = many(OrderSchema, "orders")
    choices = many(ChoiceSchema)
    clauses = texts(description="Empty where they follow from the answers.")
    notes = texts()

    def get_choices(self, outcome: Outcome) -> list[Choice]:
        return [] if outcome.choice is None else [outcome.choice]

    def get_notes(self, outcome: Outcome) -> list[str]:
        return [note.clause for note in outcome.notes]


class IrregularitySchema(ResponseSchema):
    """One irregularity with its questions; the first one is asked first."""

    irregularity = one_of(*Irregularity)
    headline = text()
    example = text()
    questions = many(QuestionSchema)
    outcomes = many(OutcomeSchema)

    def get_questions(self, graph: Graph) -> list[_Numbered]:
        questions = [node for node in nodes(graph.first) if not isinstance(node, Outcome)]
        numbers = {id(question): str(number) for number, question in enumerate(questions, start=1)}
        return [_Numbered(question, numbers) for question in questions]

    def get_outcomes(self, graph: Graph) -> Iterable[Outcome]:
        return outcomes(graph)


class RemedySchema(ResponseSchema):
    remedy = one_of(*Remedy, attribute="subject.remedy")
    who = one_of(*Who, attribute="subject.who")
    points = whole_or_null("subject.points")
    player = text_or_null("subject.player")
    see = one_of_or_null(*Irregularity, attribute="subject.see")
    text = text()


class RulingOptionSchema(ResponseSchema):
    option = one_of(*OptionCode, attribute="subject.code")
    see = one_of_or_null(*Irregularity, attribute="subject.see")
    then = text()
    text = text()


class OfferedSchema(ResponseSchema):
    who = one_of(*Who, attribute="ruling.choice.who")
    text = text()
    options = many(RulingOptionSchema)

    def get_text(self, named: NamedRuling) -> str:
        return ruling_text.chooses(named.ruling, names=named.names).striptags()

    def get_options(self, named: NamedRuling) -> Iterator[_InWords]:
        assert named.ruling.choice is not None
        for option in named.ruling.choice.options:
            words = ruling_text.option(named.ruling, option, names=named.names)
            yield _InWords(option, words.name.striptags(), words.then.striptags())


class RulingSchema(ResponseSchema):
    """A ruling of the referee."""

    irregularity = one_of(*Irregularity, attribute="ruling.irregularity")
    facts = fields.Dict(required=True)
    outcome = text("ruling.outcome")
    headline = text()
    remedies = many(RemedySchema)
    choices = many(OfferedSchema)
    clauses = texts("ruling.clauses")
    interpretation = yes_no("ruling.interpretation", description="It rests on our reading of a clause.")
    silent = yes_no("ruling.silent", description="The rules leave it open.")
    notes = texts("ruling.notes", description="Silent clauses close by.")
    house = texts("ruling.house", description="House rules that changed it, or its text.")

    def get_facts(self, named: NamedRuling) -> dict[str, Any]:
        return dict(named.ruling.facts)

    def get_headline(self, named: NamedRuling) -> str:
        return ruling_text.outcome(named.ruling, names=named.names).striptags()

    def get_remedies(self, named: NamedRuling) -> Iterator[_InWords]:
        for ordered in named.ruling.remedies:
            text = ruling_text.remedy(named.ruling, ordered, names=named.names)
            yield _InWords(ordered, text.striptags())

    def get_choices(self, named: NamedRuling) -> list[NamedRuling]:
        return [] if named.ruling.choice is None else [named]


@blueprint.operation("", answer=IrregularitySchema(many=True))
def show_referee() -> Any:
    """Every irregularity with its questions, answers, and what follows from each."""
    return list(GRAPHS.values())


@blueprint.operation(
    "/<irregularity>",
    method="POST",
    body=DisputeSchema,
    example=_EXAMPLE,
    answer=RulingSchema,
    within=(headers.once(), openapi.judges),
    versioned=False,
)
@openapi.documented(parameters=[_IRREGULARITY])
def ask_referee(dispute: dict[str, Any], irregularity: str) -> NamedRuling:
    """The ruling on these facts."""
    try:
        wrong = Irregularity(irregularity)
    except ValueError:
        raise refusal(404, "unknown-irregularity") from None
    faults = list(_faults(dispute))
    try:
        ruling = judge(wrong, dispute["facts"], house_rules=dispute["house_rules"], hand=dispute["hand"])
    except RuleViolation as refused:
        raise RuleViolation(*refused.faults, *faults) from None
    if faults:
        raise RuleViolation(*faults)
    return NamedRuling(ruling, {who: (name,) for who, name in named_by_facts(ruling).items()})


def _faults(dispute: dict[str, Any]) -> Iterator[Fault]:
    if dispute["hand"] is not None and not 1 <= dispute["hand"] <= LAST_HAND:
        yield Fault(FaultCode.HAND_UNKNOWN, "/hand", "4.1", (("most", LAST_HAND),))
    if dispute["house_rules"].cards_dealt not in CARDS_DEALT_CHOICES:
        yield Fault(FaultCode.CARDS_DEALT_UNKNOWN, "/house_rules/cards_dealt", "2.3a")


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


def _answers(question: Question, numbers: Mapping[int, str]) -> Iterator[_Answer]:
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                yield _Answer(_Then(answer.then, numbers), value=answer.value, text=answer.text)
        case PointsList(enough=enough, short=short):
            yield _Answer(_Then(enough, numbers), when="two or more")
            yield _Answer(_Then(short, numbers), when="fewer than two")
        case Conditions(met=met, unmet=unmet):
            yield _Answer(_Then(met, numbers), when="all yes")
            yield _Answer(_Then(unmet, numbers), when="any no")
        case _:
            yield _Answer(_Then(question.then, numbers), when="any")
