"""A player holds too many or too few cards (section 12)."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Answer, Count, Graph, OneOf, Order, Outcome, one_of, outcome
from scorekeeper.rules.cards import MISSING_CARD_POINTS

_NOTHING_LAID: Final = Order(
    Remedy.NO_LAYING_DOWN,
    "{Offender} lays nothing down in any turn in which the number is wrong, nor in the one that puts it "
    "right.",
)


def _by(then: Outcome) -> Count:
    return Count(
        "by",
        "By how many cards?",
        then,
        hint="After a draw one card more is right: it goes with the discard of that turn.",
    )


def _direction(*, too_many: Outcome | Count, too_few: Outcome | Count) -> OneOf:
    return one_of(
        "direction",
        "Too many cards, or too few?",
        Answer("too-many", "Too many", too_many),
        Answer("too-few", "Too few", too_few),
    )


_IN_PLAY: Final = _direction(
    too_many=_by(
        outcome(
            "too-many-in-play",
            "Too many: discard without drawing until it is right.",
            Order(
                Remedy.DISCARD_WITHOUT_DRAWING,
                "{Offender} leaves out the next draw, and discards one card in that turn.",
                text_for_several="{Offender} leaves out the next {by} draws, and discards one card in "
                "each of those turns.",
            ),
            _NOTHING_LAID,
            clauses=("12.1", "12.1a", "12.3", "12.3a"),
        )
    ),
    too_few=_by(
        outcome(
            "too-few-in-play",
            "Too few: draw without discarding until it is right.",
            Order(
                Remedy.DRAW_WITHOUT_DISCARDING,
                "{Offender} discards nothing after the next draw.",
                text_for_several="{Offender} discards nothing after each of the next {by} draws.",
            ),
            _NOTHING_LAID,
            clauses=("12.2", "12.3", "12.3a"),
        )
    ),
)
_OTHER_WENT_OUT: Final = _direction(
    too_many=outcome(
        "too-many-at-end",
        "Too many: all of them count.",
        Order(Remedy.COUNT_ALL_CARDS, "{Offender} counts all the cards held, those too many as well."),
        clauses=("12.4",),
    ),
    too_few=_by(
        outcome(
            "too-few-at-end",
            "Too few: {points} points more.",
            Order(
                Remedy.CHARGE_MISSING,
                "{Offender} counts the cards held, and {points} points are added for the missing card.",
                amount=Amount.FOR_EACH_MISSING_CARD,
                text_for_several="{Offender} counts the cards held, and {points} points are added for "
                "the {by} missing cards.",
            ),
            clauses=("12.5", "12.5a"),
            text_without_facts=f"Too few: {MISSING_CARD_POINTS} points more for each missing card.",
        )
    ),
)
_NOT_OUT: Final = outcome(
    "not-out",
    "Nobody has gone out: play goes on.",
    Order(
        Remedy.TAKE_BACK_LAID_CARDS,
        "{Offender} takes back all cards laid down in this turn. Whoever went down in this very turn is "
        "no longer down.",
    ),
    Order(Remedy.PLAY_ON, "The hand is not over: play goes on.", Who.TABLE),
    clauses=("12.6", "12.6a"),
)

GRAPH: Final = Graph(
    Irregularity.WRONG_COUNT,
    headline="Wrong number of cards in hand",
    example="Ana counts thirteen, or Ben is one short.",
    search_words="too few cards too many cards one too many one too few two cards short missing extra one "
    "card less more eleven twelve thirteen 11 12 13 14 forgot to discard did not discard no discard",
    first=one_of(
        "moment",
        "When was it noticed?",
        Answer("in-play", "While the hand is being played", _IN_PLAY),
        Answer("other-went-out", "Another player is out, or the stock ended the hand", _OTHER_WENT_OUT),
        Answer("offender-went-out", "The player who went out had too few", _NOT_OUT),
    ),
    who={Who.OFFENDER: "Who has the wrong number?"},
    known_next={"moment": "in-play", "direction": "too-few"},
)
