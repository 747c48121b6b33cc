"""What a question graph is made of: questions that lead to questions or outcomes, with their sentences.

All of it is frozen data, its sentences marked for translation. In a sentence {offender}, {next} and the other
roles stand for players, with a capital letter where a sentence begins; {points} and {by} are worked out from
the facts, {penalty} is the number of cards that a claim costs. A node below a question is reached by one
answer only, so a graph is a tree: it has no cycle by construction.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Final

from scorekeeper.language import N_, NOTHING, Plural, Sentence
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who

YES: Final = "yes"
NO: Final = "no"


class Amount(Enum):
    """How the points of a remedy are worked out from the facts."""

    FOR_EACH_MISSING_CARD = "for-each-missing-card"
    TWO_HIGHEST = "two-highest"


@dataclass(frozen=True, slots=True)
class Order:
    """One remedy for somebody, and the sentence that says it.

    `see` names the irregularity that is to be asked about next. `needs` as that of an answer.
    """

    remedy: Remedy
    text: Sentence | Plural
    who: Who = Who.OFFENDER
    amount: Amount | None = None
    see: Irregularity | None = None
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that may be chosen: its name, and what then happens.

    `see` is the irregularity that must be asked about when it is chosen.
    """

    code: OptionCode
    name: Sentence
    then: Sentence
    see: Irregularity | None = None


@dataclass(frozen=True, slots=True)
class RulingChoice:
    """Who chooses, and among which options."""

    who: Who
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Note:
    """A clause that leaves something open: the question, and what a table can sensibly agree.

    `needs` as that of an answer.
    """

    clause: str
    question: Sentence
    choices: tuple[Sentence, ...]
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Outcome:
    """An end of a graph: the ruling in one line, the remedies in their order and the clauses they rest on.

    `name` is unique within the irregularity. `notes` are silent clauses nearby that decide nothing here.
    """

    name: str
    text: Sentence | Plural
    orders: tuple[Order, ...]
    clauses: tuple[str, ...]
    choice: RulingChoice | None = None
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True)
class Reply:
    """One of the allowed values, its text and the node it leads to.

    The text can be read without its question: it is shown on a button and in the path so far.
    `inline`: the next question is asked on the same screen, its answers in place of this one.
    `search_words` are what people say for it, set apart by commas. `needs` is the path of the value without
    which it cannot happen, such as "may_i.penalty": one that is not there, none or 0.
    """

    value: str
    text: Sentence
    then: Node
    inline: bool = False
    search_words: Sentence = NOTHING
    needs: str = ""


@dataclass(frozen=True, slots=True)
class OneOf:
    """One fact, whose answers are listed."""

    fact: str
    question: Sentence
    answers: tuple[Reply, ...]
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number of cards, from 1."""

    fact: str
    question: Sentence
    then: Outcome
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class PointsList:
    """A list of whole numbers from 0: two of them or more lead to `enough`, fewer to `short`."""

    fact: str
    question: Sentence
    enough: Outcome
    short: Outcome
    hint: Sentence = NOTHING


@dataclass(frozen=True, slots=True)
class Condition:
    """A yes that is needed: the statement, what is said if it is not true, and the clauses of a no."""

    fact: str
    statement: Sentence
    refusal: Sentence
    clauses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conditions:
    """Facts asked together: `met` when each is a yes, else `unmet` with the clauses of every no."""

    conditions: tuple[Condition, ...]
    met: Outcome
    unmet: Outcome
    title: Sentence = N_("Are these all true?")
    hint: Sentence = N_("Untick any that aren’t.")
    incomplete: Sentence = N_("Answer each one with yes or no.")


@dataclass(frozen=True, slots=True)
class Claims:
    """The names at the table, whose turn it is, and who claims (5.2).

    `incomplete` is said of a form that lacks one of them.
    """

    then: Outcome
    title: Sentence
    questions: tuple[Sentence, Sentence, Sentence]
    hint: Sentence
    incomplete: Sentence
    seats: ClassVar[str] = "seats"
    in_turn: ClassVar[str] = "in_turn"
    claimants: ClassVar[str] = "claimants"


Question = OneOf | Count | PointsList | Conditions | Claims
Node = Question | Outcome


@dataclass(frozen=True, slots=True)
class Graph:
    """One irregularity: its headline, what people search for, its questions with their rulings.

    `search_words` are what people say for it, set apart by commas. `who` asks for the players whom a ruling
    must name. `unnamed` is how a player is called who is not named, where `sentences.UNNAMED` does not fit.
    `known_next` are the facts that need not be asked again when another irregularity is asked about next.
    `headline_of_tiles` and `example_of_tiles` stand where tiles are played, if the others speak of cards.
    A graph without a question is an outcome alone.
    """

    irregularity: Irregularity
    headline: Sentence
    example: Sentence
    search_words: Sentence
    first: Node
    who: Mapping[Who, Sentence] = field(default_factory=dict)
    unnamed: Mapping[Who, Sentence] = field(default_factory=dict)
    known_next: Mapping[str, str] = field(default_factory=dict)
    offender_first: bool = False
    headline_of_tiles: Sentence = NOTHING
    example_of_tiles: Sentence = NOTHING


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


def questions(graph: Graph) -> tuple[Question, ...]:
    """Every question of a graph, from the top."""
    return tuple(node for node in nodes(graph.first) if not isinstance(node, Outcome))


def outcomes(graph: Graph) -> tuple[Outcome, ...]:
    """Every outcome of a graph, from the top."""
    return tuple(node for node in nodes(graph.first) if isinstance(node, Outcome))


def searched(graph: Graph) -> tuple[Sentence, ...]:
    """What people say for an irregularity, and for the answers that have search words of their own."""
    lists = (question.answers for question in questions(graph) if isinstance(question, OneOf))
    words = (answer.search_words for answers in lists for answer in answers)
    return (graph.search_words, *filter(None, words))


def facts_below(node: Node) -> tuple[str, ...]:
    """Every fact that may be asked from a node on, each once."""
    facts = (fact for below in nodes(node) if not isinstance(below, Outcome) for fact in asked_by(below))
    return tuple(dict.fromkeys(facts))


def yes_no(fact: str, question: Sentence, *, yes: tuple[Sentence, Node], no: tuple[Sentence, Node]) -> OneOf:
    """The commonest question: each answer as its text and the node it leads to."""
    return OneOf(fact, question, (Reply(YES, *yes), Reply(NO, *no)))


def one_of(fact: str, question: Sentence, *answers: Reply, hint: Sentence = NOTHING) -> OneOf:
    """A question with its answers, in the order in which they are shown."""
    return OneOf(fact, question, answers, hint)


def chosen_by(who: Who, *options: Option) -> RulingChoice:
    """A choice among options, in the order in which they are shown."""
    return RulingChoice(who, options)


def see(irregularity: Irregularity, text: Sentence) -> Order:
    """An order to ask about another irregularity next."""
    return Order(Remedy.SEE, text, see=irregularity)


def outcome(
    name: str,
    text: Sentence | Plural,
    *orders: Order,
    clauses: tuple[str, ...] = (),
    choice: RulingChoice | None = None,
    notes: tuple[Note, ...] = (),
) -> Outcome:
    """An end of a graph with its orders, in the order in which they are carried out."""
    return Outcome(name, text, orders, clauses, choice, notes)
