"""A player holds too many or too few cards (section 12)."""

from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import Amount, Count, Graph, OneOf, Order, Outcome, Reply, one_of, outcome
from scorekeeper.referee.graphs.shared import may_demand

_NOTHING_LAID: Final = Order(
    Remedy.NO_LAYING_DOWN,
    N_("{Offender} can’t lay anything down yet, not even in the turn that brings back the right number."),
)


def _by(then: Outcome) -> Count:
    return Count(
        "by",
        N_("By how many cards?"),
        then,
        hint=N_("After drawing and before discarding, one card more is right."),
    )


def _direction(*, too_many: Outcome | Count, too_few: Outcome | Count) -> OneOf:
    return one_of(
        "direction",
        N_("Are there too many or too few?"),
        Reply("too-many", N_("Too many cards"), too_many),
        Reply("too-few", N_("Too few cards"), too_few),
    )


_IN_PLAY: Final = _direction(
    too_many=_by(
        outcome(
            "too-many-in-play",
            N_("Too many cards. Discard without drawing until the number is right."),
            Order(
                Remedy.DISCARD_WITHOUT_DRAWING,
                Plural(
                    "{Offender} skips the next draw, and discards one card in that turn.",
                    "{Offender} skips the next {by} draws, and discards one card in each of those turns.",
                    by="by",
                ),
            ),
            _NOTHING_LAID,
            clauses=("12.1", "12.1a", "12.3", "12.3a"),
        )
    ),
    too_few=_by(
        outcome(
            "too-few-in-play",
            N_("Too few cards. Draw without discarding until the number is right."),
            Order(
                Remedy.DRAW_WITHOUT_DISCARDING,
                Plural(
                    "{Offender} doesn’t discard after the next draw.",
                    "{Offender} doesn’t discard after the next {by} draws.",
                    by="by",
                ),
            ),
            _NOTHING_LAID,
            clauses=("12.2", "12.3", "12.3a"),
        )
    ),
)
_OTHER_WENT_OUT: Final = _direction(
    too_many=outcome(
        "too-many-at-end",
        N_("Too many cards. They all count."),
        Order(
            Remedy.COUNT_ALL_CARDS, N_("{Offender} counts all the cards they hold, including the extra ones.")
        ),
        clauses=("12.4",),
    ),
    too_few=_by(
        outcome(
            "too-few-at-end",
            Plural("Too few cards. Add {points} point.", "Too few cards. Add {points} points.", by="points"),
            Order(
                Remedy.CHARGE_MISSING,
                Plural(
                    "{Offender} counts the cards they hold, plus {points} for the missing card.",
                    "{Offender} counts the cards they hold, plus {points} for the {by} missing cards.",
                    by="by",
                ),
                amount=Amount.FOR_EACH_MISSING_CARD,
            ),
            clauses=("12.5", "12.5a"),
        )
    ),
)
_NOT_OUT: Final = outcome(
    "not-out",
    N_("They haven’t gone out. Carry on."),
    Order(
        Remedy.TAKE_BACK_LAID_CARDS,
        N_(
            "{Offender} takes back all the cards they laid down in this turn. If they went down in this "
            "turn, they’re no longer down."
        ),
    ),
    Order(Remedy.PLAY_ON, N_("The hand isn’t over. Carry on."), Who.TABLE),
    clauses=("12.6", "12.6a"),
)

GRAPH: Final = Graph(
    Irregularity.WRONG_COUNT,
    headline=N_("Too many or too few cards"),
    headline_of_tiles=N_("Too many or too few tiles"),
    example=N_("Ana has one too many, or Ben is one short."),
    search_words=N_(
        "too few cards, too many cards, wrong number of cards, one card short, one too many, one too few, "
        "one card less, one card more, missing a card, extra card in hand, 13 cards, 11 cards, 12 cards, 14 "
        "cards, thirteen cards, eleven cards, two cards too many, count is wrong, hand has a card too many, "
        "I have a card too many, more cards than I should, went out with too few cards"
    ),
    first=one_of(
        "moment",
        N_("When did you notice?"),
        Reply(
            "before-first-draw",
            N_("After the deal, before their first draw"),
            may_demand("before-first-draw"),
        ),
        Reply("in-play", N_("During the hand"), _IN_PLAY),
        Reply(
            "other-went-out",
            N_("At the end of the hand, and they hadn’t gone out"),
            _OTHER_WENT_OUT,
        ),
        Reply("offender-went-out", N_("The player who went out had too few cards"), _NOT_OUT),
    ),
    who={Who.OFFENDER: N_("Who has too many or too few?")},
)
