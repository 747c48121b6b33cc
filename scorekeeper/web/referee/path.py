"""Where the referee is asked, and the path so far: every answer with the address that takes it back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flask import url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import (
    NO,
    Claims,
    Conditions,
    Count,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
    asked_by,
)
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import ruled_at_once
from scorekeeper.referee.judge import follow
from scorekeeper.rules.game import Game, Seat
from scorekeeper.web.games.ruling_text import isolated, listed
from scorekeeper.web.referee.disputes import ROLE, Values

Screen = tuple[Question, ...]
OFFENDER = ROLE.format(Who.OFFENDER)


@dataclass(frozen=True, slots=True)
class Place:
    """The table that asks: a game, or none."""

    game_id: str | None = None
    game: Game | None = None

    @property
    def players(self) -> tuple[Seat, ...]:
        """Everybody still in the game, in seating order."""
        return () if self.game is None else tuple(self.game.seats[seat] for seat in self.game.playing)

    def address(self, irregularity: Irregularity, values: Values | None = None) -> str:
        """The page of an irregularity with these values."""
        lists: dict[str, Any] = {} if values is None else dict(values.lists())
        if self.game_id is None:
            return url_for("referee.settle", irregularity=irregularity.value, **lists)
        return url_for("referee.settle_here", game_id=self.game_id, irregularity=irregularity.value, **lists)

    @property
    def index(self) -> str:
        """The page of all irregularities."""
        if self.game_id is None:
            return url_for("referee.index")
        return url_for("referee.index_here", game_id=self.game_id)

    @property
    def cards(self) -> str:
        """The page that reckons how many cards to hold."""
        if self.game_id is None:
            return url_for("referee.cards")
        return url_for("referee.cards_here", game_id=self.game_id)

    def wrong_count(self, seat: int | None) -> str:
        """Where a wrong number of cards is asked about; a player's own, if one is said."""
        whose: Values = MultiDict() if seat is None else MultiDict({OFFENDER: str(seat)})
        return self.address(Irregularity.WRONG_COUNT, whose)


@dataclass(frozen=True, slots=True)
class Step:
    """An answer given, and the address of its question, without it and everything after."""

    text: str | Markup
    change: str


@dataclass(frozen=True, slots=True)
class Route:
    """How far a dispute has come: the screens answered, and the screen or outcome reached."""

    answered: tuple[Screen, ...]
    at: Screen | Outcome


def route(irregularity: Irregularity, facts: Facts) -> Route:
    """The screens that these facts answer; RuleViolation as of `follow`."""
    asked_so_far = follow(irregularity, facts).asked
    screens: list[Screen] = []
    held: Screen = ()
    node = _at(irregularity, {})
    told: dict[str, object] = {}
    while not isinstance(node, Outcome) and set(asked_by(node)) <= set(asked_so_far):
        told.update({fact: facts[fact] for fact in asked_by(node)})
        held = (*held, node)
        if not _leads_inline(node, told):
            screens.append(held)
            held = ()
        node = _at(irregularity, told)
    if isinstance(node, Outcome):
        return Route(tuple(screens), node)
    return Route(tuple(screens), (*held, node) if held else (node,))


def settled_at_once(place: Place, irregularity: Irregularity) -> bool:
    """Whether a house rule of the game rules on it in this hand, whatever would be answered."""
    game = place.game
    if game is None or game.hand is None:
        return False
    rules, hand = game.setup.house_rules, game.hand.number
    return ruled_at_once(irregularity, house_rules=rules, hand=hand) is not None


def without(values: Values, screens: Sequence[Screen]) -> Values:
    """The values without the answers of these screens and the choice that followed."""
    dropped = {fact for screen in screens for question in screen for fact in asked_by(question)} | {"choice"}
    return MultiDict((name, value) for name, value in values.items(multi=True) if name not in dropped)


def first_step(place: Place, irregularity: Irregularity) -> Step:
    """What went wrong."""
    return Step(GRAPHS[irregularity].headline, place.index)


def steps(
    place: Place, irregularity: Irregularity, values: Values, *, path: Route, facts: Facts
) -> list[Step]:
    """The path so far: what went wrong, who it was where that is asked first, and every answer."""
    found = [first_step(place, irregularity)]
    if place.game is not None and GRAPHS[irregularity].offender_first and OFFENDER in values:
        seat = next((seat for seat in place.players if str(seat.number) == values[OFFENDER]), None)
        if seat is not None:
            text = Markup(sentences.OFFENDER_IS).format(offender=isolated(seat.name))
            found.append(Step(text, place.address(irregularity)))
    for index, screen in enumerate(path.answered):
        if not any(fact in values for question in screen for fact in asked_by(question)):
            continue
        said = _said(screen[-1], facts=facts, placed=place.game is None)
        found.append(Step(said, place.address(irregularity, without(values, path.answered[index:]))))
    return found


def _at(irregularity: Irregularity, told: Facts) -> Node:
    return follow(irregularity, told).at


def _leads_inline(question: Question, told: Facts) -> bool:
    if not isinstance(question, OneOf):
        return False
    return any(answer.inline for answer in question.answers if answer.value == told[question.fact])


def _said(question: Question, *, facts: Facts, placed: bool) -> str | Markup:
    match question:
        case OneOf(fact=fact) | Count(fact=fact):
            return sentences.answer(question, facts[fact])
        case PointsList(fact=fact):
            return ", ".join(map(str, _listed(facts[fact]))) or sentences.NOTHING_GIVEN
        case Conditions(conditions=conditions):
            refused = (one.refusal for one in conditions if facts[one.fact] == NO)
            return " ".join(refused) or sentences.ALL_MET
        case Claims(in_turn=in_turn, claimants=claimants):
            template = sentences.CLAIMS_BY_POSITION if placed else sentences.CLAIMS
            return Markup(template).format(
                in_turn=isolated(str(facts[in_turn])),
                claimants=listed([str(name) for name in _listed(facts[claimants])]),
            )


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
