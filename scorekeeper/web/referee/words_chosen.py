"""What a ruling leaves to choose: who chooses, and what then happens."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity as Irr
from scorekeeper.referee.codes import OptionCode, Who

CHOOSES: Final = {
    Who.OFFENDER: "{Offender} chooses",
    Who.NEXT: "{Next} chooses",
    Who.TABLE: "The table decides",
}
_DECLINED: Final = "{Offender} plays on with a wrong number of cards, which is ruled next."
OPTIONS: Final = {
    OptionCode.TAKE: ("Take the card", "It is the draw of this turn."),
    OptionCode.BURY: (
        "Have it buried",
        "Face down, in the middle of the stock; then {next} draws as usual.",
    ),
    OptionCode.EXPOSED: ("The top exposed card", "Everybody has seen it."),
    OptionCode.FACE_DOWN: ("The top face-down card", "From below the exposed ones, which stay on top."),
    OptionCode.DISCARD: ("The last discard", "The card of the player before."),
    OptionCode.DRAW: ("Draw from the stock", "The number of cards is right again."),
    OptionCode.TAKE_BACK: ("Take a card back", "It returns to the hand."),
    OptionCode.DEMAND: ("Demand a new deal", "The same dealer deals this hand again."),
    OptionCode.DECLINE: ("Leave it", _DECLINED),
    OptionCode.AGREE: ("All agree", "The score sheet is corrected."),
    OptionCode.DISAGREE: ("Somebody does not", "It stays as it is written."),
    OptionCode.STANDS: ("It stays", "As the rules read most plainly."),
    OptionCode.WIDER: (
        "Correct it anyway",
        "If all agree, and nobody had disputed it: the table reads 15.2 "
        "more widely, and remembers that it does.",
    ),
    OptionCode.ALL_BACK: ("All of it back", "Every card of that laying down returns to the hand."),
    OptionCode.PUT_RIGHT: ("Put it right", "The same cards are laid properly in this turn, or go back."),
    OptionCode.MELD_STAYS: ("It stays", "Noticed too late: play goes on with what lies there."),
}
OPTIONS_HERE: Final = {
    (Irr.PREMATURE_DISCARD, OptionCode.DECLINE): (
        "Do not draw",
        "{Offender} is one card short, which is ruled next.",
    ),
    (Irr.EXTRA_DISCARD, OptionCode.TAKE_BACK): (
        "Take a card back",
        "It returns to the hand. Whoever had discarded more than two is still short.",
    ),
    (Irr.EXTRA_DISCARD, OptionCode.DECLINE): (
        "Leave them",
        "{Offender} has too few cards, which is ruled next.",
    ),
    (Irr.DEAL, OptionCode.DECLINE): ("Play on", _DECLINED),
}


def option_texts(irregularity: Irr, code: OptionCode) -> tuple[str, str]:
    """What may be chosen and what then happens, with the placeholders of both."""
    return OPTIONS_HERE.get((irregularity, code), OPTIONS[code])
