"""Reads a dispute from an address or a form: facts by their names, players by their numbers.

`discarded=no&drew=stock`; lists repeat their name (`other_scores=25&other_scores=45`), and an empty value is
none; roles are `who-offender=1`; `melds=5H JK 7H` is one meld on the table; of a claim, `in_turn` and
`claimants` are seat numbers. Without a game only `claimants` are given, as positions to the left of the
player in turn.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from werkzeug.datastructures import MultiDict

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.referee.graph import Claims, Count, PointsList, Question, asked_by, questions
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.sentences import POSITIONS
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games.rulings import Dispute
from scorekeeper.web.http.parsing import NotANumber, parse_whole, parse_whole_or

Values = MultiDict[str, str]
ROLE: Final = "who-{}"
CHOICE: Final = "choice"
MELDS: Final = "melds"
NO_SEAT: Final = -1


def dispute_from(irregularity: Irregularity, values: Values, *, game: Game | None = None) -> Dispute:
    """The dispute that `values` describe; RuleViolation if their choice is none that exists.

    Values that are no answers are passed on: the referee refuses them.
    """
    facts: dict[str, object] = {}
    for question in questions(GRAPHS[irregularity]):
        facts.update(_facts(question, values, game=game))
    return Dispute(
        irregularity,
        facts,
        roles={} if game is None else dict(_roles(values)),
        choice=choice_in(values),
        melds=tuple(tuple(meld.split()) for meld in values.getlist(MELDS)),
    )


def path_values(irregularity: Irregularity, sent: Values) -> Values:
    """The values of an address that belong to a dispute, each answer once.

    A switch that is on sends "no" and then "yes": the last one counts.
    """
    of_graph = questions(GRAPHS[irregularity])
    lists = {Claims.claimants, *(question.fact for question in of_graph if isinstance(question, PointsList))}
    facts = {fact for question in of_graph for fact in asked_by(question)}
    names = {*facts, *(ROLE.format(who) for who in Who), CHOICE}
    if irregularity is Irregularity.ILLEGAL_LAYDOWN:
        names.add(MELDS)
        lists.add(MELDS)
    kept: Values = MultiDict()
    for name, texts in sent.lists():
        if name in names:
            kept.setlist(name, texts if name in lists else texts[-1:])
    return kept


def _facts(question: Question, values: Values, *, game: Game | None) -> Mapping[str, object]:
    match question:
        case PointsList(fact=fact):
            typed = [text for text in values.getlist(fact) if text.strip()]
            return {fact: [_number(text) for text in typed]} if fact in values else {}
        case Count(fact=fact):
            return {fact: _number(values[fact])} if fact in values else {}
        case Claims():
            return _claims(question, values, game=game)
        case _:
            return {fact: values.getlist(fact)[-1] for fact in asked_by(question) if fact in values}


def _claims(question: Claims, values: Values, *, game: Game | None) -> Mapping[str, object]:
    claimants = values.getlist(question.claimants)
    if game is None:
        table = {question.seats: POSITIONS, question.in_turn: POSITIONS[0]}
        claiming = [_nth(POSITIONS, position) for position in claimants]
        return {**table, question.claimants: claiming} if claiming else {}
    names = tuple(seat.name for seat in game.seats)
    facts: dict[str, object] = {}
    if values.get(question.in_turn):
        facts[question.in_turn] = _nth(names, values[question.in_turn])
    if claimants:
        facts[question.claimants] = [_nth(names, seat) for seat in claimants]
    return facts


def _roles(values: Values) -> Iterator[tuple[Who, int]]:
    for who in Who:
        name = ROLE.format(who)
        if name in values:
            yield who, values.get(name, NO_SEAT, type=parse_whole)


def choice_in(values: Values) -> OptionCode | None:
    """The option that an address chooses, if any; RuleViolation if there is none such."""
    code = values.get(CHOICE)
    if not code:
        return None
    try:
        return OptionCode(code)
    except ValueError:
        raise RuleViolation(Fault(FaultCode.CHOICE_UNKNOWN, "/choice")) from None


def _number(text: str) -> int | str:
    try:
        return parse_whole(text)
    except NotANumber:
        return text


def _nth(names: tuple[str, ...], text: str) -> str:
    number = parse_whole_or(text, default=NO_SEAT)
    return names[number] if 0 <= number < len(names) else text
