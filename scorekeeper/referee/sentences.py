"""The referee's sentences: those that all irregularities share, and look-ups of their own by what is stored.

Templates, not texts: {name} and the roles stand for players. `graph` says what else a template may hold.
"""

from collections.abc import Mapping
from typing import Final

from scorekeeper.language import N_, Plural, Sentence, Spoken, _, in_each_language, translated
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.graph import (
    NO,
    YES,
    Claims,
    Conditions,
    Count,
    Note,
    OneOf,
    Option,
    Order,
    Outcome,
    Question,
    asked_by,
    outcomes,
    questions,
)
from scorekeeper.referee.graphs import GRAPHS, PLAIN
from scorekeeper.referee.graphs.shared import OPEN
from scorekeeper.referee.house_rules import RULED_AT_ONCE
from scorekeeper.referee.jurisdiction import BY_OWN_CLAUSES
from scorekeeper.rules.rulings import EffectKind

PLAIN_YES: Final = N_("Yes")
PLAIN_NO: Final = N_("No")
CARDS: Final = Plural("{cards} card", "{cards} cards")
ALL_MET: Final = N_("All true")
# Translators: no numbers.
NOTHING_GIVEN: Final = N_("None")
WHO_IT_WAS: Final = N_("Who was it?")
# The seats of a table without a game, clockwise.
POSITIONS: Final = (
    N_("the player whose turn it is"),
    N_("the first player on the left"),
    N_("the second player on the left"),
    N_("the third player on the left"),
    N_("the fourth player on the left"),
    N_("the fifth player on the left"),
    N_("the sixth player on the left"),
    N_("the seventh player on the left"),
)

# How a player is called who is not named, in a sentence and at its beginning; a graph may have other words.
UNNAMED: Final = Spoken(
    {
        Who.OFFENDER: N_("the player | The player"),
        Who.NEXT: N_("the next player | The next player"),
        Who.PASSED_OVER: N_("the players who were skipped | The players who were skipped"),
        Who.IN_TURN: N_("the player whose turn it was | The player whose turn it was"),
        Who.CLAIMANT: N_("the player | The player"),
        Who.DEALER: N_("the dealer | The dealer"),
        Who.TABLE: N_("the table | The table"),
    }
)
CHOOSES: Final = Spoken(
    {
        Who.OFFENDER: N_("{Offender} chooses"),
        Who.NEXT: N_("{Next} chooses"),
        Who.TABLE: N_("Decide together"),
    }
)

# A duty that still binds.
DUTIES: Final[Mapping[Remedy, Sentence | Plural]] = Spoken(
    {
        Remedy.DISCARD_WITHOUT_DRAWING: Plural(
            "{name} has one extra card. They skip their next draw, discard one card, and lay nothing down in "
            "that turn.",
            "{name} has {times} extra cards. They skip their next {times} draws. In each of those turns they "
            "discard one card and lay nothing down.",
        ),
        Remedy.DRAW_WITHOUT_DISCARDING: Plural(
            "{name} is one card short. They don’t discard after their next draw, and lay nothing down in "
            "that turn.",
            "{name} is {times} cards short. They don’t discard after their next {times} draws, and lay "
            "nothing down in those turns.",
        ),
        Remedy.NO_LAYING_DOWN: N_("{name} can’t lay down any more cards in this turn."),
        Remedy.NO_PLAY_BEFORE_NEXT_TURN: N_(
            "{name} won a “May I”. They can’t lay anything down until their own next turn."
        ),
        Remedy.PLAY_FREED_WILD: N_(
            "{name} took a wild card from a run. They must play it in this same turn."
        ),
        Remedy.NEXT_TAKES_OR_BURIES: N_(
            "There’s a face-up card on the stock. {name} takes it, or has it put "
            "face down in the middle of the stock."
        ),
        Remedy.MAY_DEMAND_RE_DEAL: N_("{name} can ask for a new deal until their first draw."),
        Remedy.THREE_WAY_DRAW: N_(
            "There are face-up cards on the stock. Each player in turn takes the top one, the "
            "top face-down card, or the last discard."
        ),
    }
)
# The clause that each duty rests on.
DUTY_CLAUSES: Final = {
    Remedy.DISCARD_WITHOUT_DRAWING: "12.1",
    Remedy.DRAW_WITHOUT_DISCARDING: "12.2",
    Remedy.NO_LAYING_DOWN: "11.1",
    Remedy.NO_PLAY_BEFORE_NEXT_TURN: "5.3",
    Remedy.PLAY_FREED_WILD: "3.10a",
    Remedy.NEXT_TAKES_OR_BURIES: "10.2",
    Remedy.MAY_DEMAND_RE_DEAL: "13.2",
    Remedy.THREE_WAY_DRAW: "10.3",
}
# A button that applies an effect of a ruling.
EFFECTS: Final[Mapping[EffectKind, Sentence | Plural]] = Spoken(
    {
        EffectKind.CHARGE: Plural(
            "Add {points} point to what {name} holds in hand {hand}",
            "Add {points} points to what {name} holds in hand {hand}",
        ),
        EffectKind.NO_SCORE: N_("Enter “no score” for {name} in hand {hand}"),
        EffectKind.HAND_ENDS: N_("Score hand {hand} with nobody out"),
        EffectKind.NEW_DEAL: N_("Deal hand {hand} again (same dealer)"),
        EffectKind.LEAVES: N_("{name} leaves the game"),
    }
)
# An applied effect in the history, true whatever became of it.
APPLIED: Final[Mapping[EffectKind, Sentence | Plural]] = Spoken(
    {
        EffectKind.CHARGE: Plural(
            "{name} is short of cards. That’s {points} point.",
            "{name} is short of cards. That’s {points} points.",
        ),
        EffectKind.NO_SCORE: N_("{name} doesn’t give a score for the hand."),
        EffectKind.HAND_ENDS: N_("The stock ended the hand. Nobody went out."),
        EffectKind.NEW_DEAL: N_("The same dealer deals the hand again."),
        EffectKind.LEAVES: N_("{name} left the game."),
    }
)
# An effect that waits for the sheet, and in the history once it is left out.
WAITING: Final[Mapping[EffectKind, Sentence | Plural]] = Spoken(
    {
        EffectKind.CHARGE: Plural(
            "{points} point for missing cards will be added to what you enter for {name}.",
            "{points} points for missing cards will be added to what you enter for {name}.",
        ),
        EffectKind.NO_SCORE: N_("{name} doesn’t give a score for this hand."),
        EffectKind.HAND_ENDS: N_("The stock ended this hand. Nobody went out."),
    }
)
DROPPED: Final[Mapping[EffectKind, Sentence | Plural]] = Spoken(
    {
        EffectKind.CHARGE: Plural(
            "This {points} point wasn’t added to what {name} held.",
            "These {points} points weren’t added to what {name} held.",
        ),
        EffectKind.NO_SCORE: N_("{name} could give a score for the hand after all."),
        EffectKind.HAND_ENDS: N_("The stock didn’t end the hand after all."),
    }
)
# The clause that an effect waits by; other kinds never wait for a sheet.
EFFECT_CLAUSES: Final = {
    EffectKind.CHARGE: "12.5",
    EffectKind.NO_SCORE: "8.5",
    EffectKind.HAND_ENDS: "6.2",
}


def answer(question: Question | None, value: object) -> str:
    """One value of a fact, as a button and the path so far show it; None: nothing asks for it any more."""
    match question:
        case OneOf(answers=answers):
            return next((answer.text for answer in answers if answer.value == value), str(value))
        case Count():
            return CARDS.of(int(str(value))).format(cards=value)
        case _:
            return _(PLAIN_YES if value == YES else PLAIN_NO)


def recorded_answer(irregularity: Irregularity, fact: str, value: str | int) -> str:
    """A recorded value, by the name of its fact."""
    return answer(_questions(irregularity).get(fact), value)


def question_for(irregularity: Irregularity, fact: str) -> str | None:
    """The question that a recorded fact answered; None if nothing asks it any more."""
    question = _questions(irregularity).get(fact)
    return None if question is None else texts_of(question)[fact]


def texts_of(question: Question) -> Mapping[str, str]:
    """The question, or the statement to confirm, of each fact that is asked."""
    match question:
        case Conditions(conditions=conditions):
            return {condition.fact: condition.statement for condition in conditions}
        case Claims(questions=texts):
            return dict(zip(asked_by(question), texts, strict=True))
        case _:
            return {question.fact: question.question}


def hints_of(question: Question) -> Mapping[str, str]:
    """The hint of a question, under the fact that it is shown with."""
    match question:
        case Conditions(conditions=conditions, hint=hint):
            return {conditions[0].fact: hint}
        case Claims(in_turn=in_turn, hint=hint):
            return {in_turn: hint}
        case _:
            return {question.fact: question.hint}


def reasons(irregularity: Irregularity, facts: Mapping[str, object]) -> tuple[str, ...]:
    """Why something is refused: a sentence for each condition that is not met."""
    return tuple(
        condition.refusal
        for question in questions(GRAPHS[irregularity])
        if isinstance(question, Conditions)
        for condition in question.conditions
        if facts.get(condition.fact) == NO
    )


def outcome(irregularity: Irregularity, name: str) -> Outcome | None:
    """An outcome by its name, also of house rules or own clauses; None if there is no such outcome."""
    return _outcomes(irregularity).get(name)


def order(irregularity: Irregularity, name: str, remedy: Remedy) -> Order:
    """A remedy as an outcome orders it; if it no longer does, as another one does."""
    end = outcome(irregularity, name)
    orders = () if end is None else end.orders
    return next((order for order in orders if order.remedy is remedy), _orders()[remedy])


def option(irregularity: Irregularity, code: OptionCode) -> Option | None:
    """An option as an irregularity offers it; None if it does not."""
    offered = (
        option
        for outcome in _outcomes(irregularity).values()
        if outcome.choice is not None
        for option in outcome.choice.options
    )
    return next((option for option in offered if option.code is code), None)


def note(irregularity: Irregularity, clause: str) -> Note:
    """The question that a silent clause leaves open beside the rulings on an irregularity."""
    notes = (note for outcome in _outcomes(irregularity).values() for note in outcome.notes)
    return next(note for note in notes if note.clause == clause)


def duty(code: str, *, times: int) -> str:
    """A remedy that binds for `times` turns; LookupError or ValueError if none of this code does."""
    text = DUTIES[Remedy(code)]
    if isinstance(text, Plural):
        return text.of(times)
    if times != 1:
        raise LookupError(code)
    return text


def unnamed(irregularity: Irregularity, who: Who) -> tuple[str, str, str, str]:
    """How to call a player who is not named: in a sentence, at its beginning, of whom, and to whom."""
    forms = GRAPHS[irregularity].unnamed.get(who, UNNAMED[who]).split(" | ")
    plain, first, of_whom, to_whom = [*forms, *forms[:1] * 3][:4]
    return plain, first, of_whom, to_whom


def called(name: str) -> str:
    """The name of a player; of somebody at a table without a game the position, in the reader's language."""
    return _(name) if name in POSITIONS else name


@in_each_language
def _questions(irregularity: Irregularity) -> Mapping[str, Question]:
    return {fact: question for question in questions(GRAPHS[irregularity]) for fact in asked_by(question)}


@in_each_language
def _outcomes(irregularity: Irregularity) -> Mapping[str, Outcome]:
    graphs = [GRAPHS[irregularity], *([PLAIN[irregularity]] if irregularity in PLAIN else [])]
    ends = {outcome.name: outcome for graph in reversed(graphs) for outcome in outcomes(graph)}
    settled = (translated(rule.outcome) for rule in RULED_AT_ONCE if rule.irregularity is irregularity)
    everywhere = (*settled, translated(BY_OWN_CLAUSES), translated(OPEN))
    return ends | {outcome.name: outcome for outcome in everywhere}


@in_each_language
def _orders() -> Mapping[Remedy, Order]:
    orders: dict[Remedy, Order] = {}
    for irregularity in Irregularity:
        for outcome in _outcomes(irregularity).values():
            for order in outcome.orders:
                orders.setdefault(order.remedy, order)
    return orders
