"""One screen of the referee: a question and its large answers, each an address."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from scorekeeper.language import _
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import YES, Claims, Conditions, Count, OneOf, PointsList, Question, asked_by
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.web.http.formats import ordinal
from scorekeeper.web.referee.disputes import Values
from scorekeeper.web.referee.path import OFFENDER, PageLink, Venue, is_settled_at_once, without

MOST_TAPPED: Final = 8
MOST_OTHERS: Final = 7
# How a screen is answered: by a choice, or by a form, whose template has this name.
ScreenKind = Literal["choices", "count", "numbers", "switches", "claims"]


@dataclass(frozen=True, slots=True)
class Field:
    """A field or a switch of the form: its name in the address, its label and its value."""

    name: str
    label: str
    value: str = ""
    on: bool = False


@dataclass(frozen=True, slots=True)
class Asking:
    """A screen. `fields` and `others` are the inputs of its form, `kept` its hidden ones.

    `fact` is the one that a form sends empty if nothing was tapped; `legends` are those of `fields` and
    `others`.
    """

    kind: ScreenKind
    title: str
    hint: str = ""
    choices: tuple[PageLink, ...] = ()
    fields: tuple[Field, ...] = ()
    others: tuple[Field, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()
    fact: str = ""
    legends: tuple[str, ...] = ()


def asks_offender_first(venue: Venue, irregularity: Irregularity, values: Values) -> bool:
    """Whether the offender must be named before anything else is asked."""
    first = GRAPHS[irregularity].offender_first and not is_settled_at_once(venue, irregularity)
    return venue.game is not None and first and OFFENDER not in values


def offender(venue: Venue, irregularity: Irregularity) -> Asking:
    """The screen that asks who the offender is."""
    choices = (
        PageLink(seat.name, venue.address(irregularity, but={OFFENDER: seat.number}))
        for seat in venue.players
    )
    return Asking("choices", GRAPHS[irregularity].who[Who.OFFENDER], choices=tuple(choices))


def asking(
    venue: Venue, irregularity: Irregularity, values: Values, *, question: Question, facts: Facts
) -> Asking:
    """The screen of a question."""
    before = without(values, [question])

    def choice(text: str, answers: Facts) -> PageLink:
        return PageLink(text, venue.address(irregularity, before, but=answers))

    kept = tuple(before.items(multi=True))
    match question:
        case OneOf(question=title, hint=hint):
            choices = tuple(choice(text, answers) for text, answers in answers_of(question))
            return Asking("choices", title, hint, choices)
        case Count(fact=fact, question=title, hint=hint):
            numbers = range(1, MOST_TAPPED + 1)
            choices = tuple(choice(sentences.answer(question, number), {fact: number}) for number in numbers)
            return Asking("count", title, hint, choices)
        case PointsList(fact=fact, question=title, hint=hint):
            fields = tuple(_numbers(venue, values, fact=fact))
            return Asking("numbers", title, hint, fields=fields, kept=kept, fact=fact)
        case Conditions(title=title, hint=hint):
            fields = tuple(_switches(values, question=question, facts=facts))
            return Asking("switches", title, hint, fields=fields, kept=kept)
        case Claims():
            return _claims(venue, values, question=question, kept=kept)


def answers_of(question: OneOf, **before: str) -> Iterator[tuple[str, Facts]]:
    """Each answer with its facts; an inline one is replaced by the answers of the question it leads to."""
    for answer in question.answers:
        facts = {**before, question.fact: answer.value}
        if answer.inline and isinstance(answer.then, OneOf):
            yield from answers_of(answer.then, **facts)
        else:
            yield answer.text, facts


def incomplete(venue: Venue, question: Question, values: Values) -> str:
    """The refusal of a form with several facts that was sent without some of them, else empty."""
    if isinstance(question, Conditions | Claims) and values.keys() & set(asked_by(question)):
        alone = isinstance(question, Claims) and venue.game is None
        return _("Tap everyone who said it.") if alone else question.incomplete
    return ""


def _numbers(venue: Venue, values: Values, *, fact: str) -> Iterator[Field]:
    typed = values.getlist(fact)
    others = [seat.name for seat in venue.players if str(seat.number) != values.get(OFFENDER)]
    numbered = (_("Player {number}").format(number=number) for number in range(1, MOST_OTHERS + 1))
    for index, label in enumerate(others or numbered):
        yield Field(fact, label, typed[index] if index < len(typed) else "")


def _switches(values: Values, *, question: Conditions, facts: Facts) -> Iterator[Field]:
    for condition in question.conditions:
        fact = condition.fact
        if fact in values or fact not in facts:
            on = values.get(fact, YES) == YES
            yield Field(fact, condition.statement, YES, on=on)


def _claims(venue: Venue, values: Values, *, question: Claims, kept: tuple[tuple[str, str], ...]) -> Asking:
    legends = question.questions[1:]
    if venue.game is None:
        title, hint = legends[1], _("Count clockwise from the player whose turn it is.")
        places = range(1, len(sentences.POSITIONS))
        # Translators: a seat counted clockwise. The place is that of an ordinal: 1st, 2nd, 3rd.
        on_the_left = _("{place} on the left")
        in_turn = []
        claimants = [(str(number), on_the_left.format(place=ordinal(number))) for number in places]
    else:
        title, hint = question.title, question.hint
        in_turn = claimants = [(str(seat.number), seat.name) for seat in venue.players]
    turn, claiming = values.get(question.in_turn), values.getlist(question.claimants)
    fields = tuple(Field(question.in_turn, name, seat, on=seat == turn) for seat, name in in_turn)
    others = tuple(Field(question.claimants, name, seat, on=seat in claiming) for seat, name in claimants)
    return Asking(
        "claims", title, hint, fields=fields, others=others, kept=kept, fact=question.in_turn, legends=legends
    )
