"""What of a ruling stays with a game: duties, effects on the sheet, house rules, and what tables agree."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity as Irr
from scorekeeper.referee.codes import Remedy
from scorekeeper.rules.rulings import EffectKind

# What binds on.
DUTIES: Final = {
    Remedy.DISCARD_WITHOUT_DRAWING: "{name} has one card too many: draws nothing, discards one, and lays "
    "nothing down in that turn.",
    Remedy.DRAW_WITHOUT_DISCARDING: "{name} is one card short: draws without discarding, and lays nothing "
    "down in that turn.",
    Remedy.NO_LAYING_DOWN: "{name} lays nothing down any more in this turn.",
    Remedy.NO_PLAY_BEFORE_NEXT_TURN: "{name} won a may-I: nothing laid down before the next regular turn.",
    Remedy.PLAY_FREED_WILD: "{name} took a wild card from a run: it is played in this same turn.",
    Remedy.NEXT_TAKES_OR_BURIES: "An exposed card lies on the stock: {name} takes it, or has it buried.",
    Remedy.MAY_DEMAND_RE_DEAL: "{name} may demand a new deal, until drawing for the first time.",
    Remedy.THREE_WAY_DRAW: "Exposed cards lie on the stock: whoever is in turn takes the top one, the top "
    "face-down card, or the last discard.",
}
DUTIES_OF_SEVERAL_TURNS: Final = {
    Remedy.DISCARD_WITHOUT_DRAWING: "{name} has {times} cards too many: draws nothing, discards one and lays "
    "nothing down, in each of {times} turns.",
    Remedy.DRAW_WITHOUT_DISCARDING: "{name} is {times} cards short: draws without discarding and lays "
    "nothing down, in each of {times} turns.",
}

# What recording a ruling can do besides, as a button says it.
EFFECTS: Final = {
    EffectKind.CHARGE: "Charge {name} {points} points when hand {hand} is scored",
    EffectKind.NO_SCORE: "Write “no score” for {name} when hand {hand} is scored",
    EffectKind.HAND_ENDS: "Score hand {hand} with nobody out",
    EffectKind.NEW_DEAL: "Begin hand {hand} anew, dealt by the same player",
    EffectKind.LEAVES: "Let {name} leave the game",
}
# The same once it is done, for the history.
APPLIED: Final = {
    EffectKind.CHARGE: "{name} is charged {points} points when the hand is scored.",
    EffectKind.NO_SCORE: "{name} gives no score for the hand.",
    EffectKind.HAND_ENDS: "The hand ended with nobody out.",
    EffectKind.NEW_DEAL: "The hand was begun anew, by the same dealer.",
    EffectKind.LEAVES: "{name} left the game.",
}
# While it waits on the scoring page.
WAITING: Final = {
    EffectKind.CHARGE: "{name}: {points} points for missing cards are added to what is entered here.",
    EffectKind.NO_SCORE: "{name} gives no score for this hand.",
    EffectKind.HAND_ENDS: "The stock ended this hand: nobody went out.",
}

HOUSE: Final = {
    "cards_dealt": "House rule: eleven cards are dealt to each.",
    "may_i_last_three": "House rule: no may-I in hands 5, 6 and 7.",
    "twos_wild": "House rule: twos are wild too.",
    "red_ace_natural": "House rule: a red ace is always wild, also in its own place.",
    "adjacent_wilds": "House rule: wild cards never lie side by side in a run.",
    "discard_to_go_out": "House rule: the last card may be laid off, without a discard.",
}
HOUSE_HERE: Final = {
    ("cards_dealt", Irr.WRONG_COUNT): "House rule: eleven cards are dealt, so the right number is counted "
    "from eleven.",
    ("adjacent_wilds", Irr.WILD_SWAP): "House rule: the freed wild card may not come to lie beside another "
    "one in a run.",
    ("discard_to_go_out", Irr.WRONG_COUNT): "House rule: one may go out without a discard, so all the last "
    "cards may lie on the table.",
}

# What stands close by and is not settled: the question, and what a table can sensibly agree.
NOTES: Final = {
    (Irr.MAY_I, "5.2b"): (
        "Until when may somebody say “May I”?",
        ("Until the player in turn has drawn.", "Only before the player in turn reaches for a card."),
    ),
    (Irr.MAY_I, "5.4"): (
        "May somebody claim the card they discarded themselves?",
        ("Yes, after everybody else: so we read it.", "No."),
    ),
    (Irr.MAY_I, "6.3"): (
        "What if there is no penalty card left, or exposed cards lie on the stock?",
        (
            "No penalty card, no may-I.",
            "The card is given without a penalty card.",
            "The penalty card is the top face-down one.",
        ),
    ),
    (Irr.STOCK_OUT, "6.3"): (
        "When is the stock out?",
        ("When its last card is taken.", "When somebody has to draw and cannot."),
    ),
}

# Why something is refused: what each missing condition means.
REASONS: Final = {
    (Irr.WILD_SWAP, "regular_turn"): "It is not this player’s regular turn.",
    (Irr.WILD_SWAP, "gone_down"): "This player has not gone down.",
    (Irr.WILD_SWAP, "exact_card"): "It is not the card that the wild card stands for.",
    (Irr.WILD_SWAP, "from_hand"): "The card does not come from the hand.",
    (Irr.RESUME, "all_agreed"): "Not everybody agrees.",
    (Irr.RESUME, "all_present"): "Somebody is missing.",
    (Irr.RESUME, "same_seats"): "The players sit in another order.",
    (Irr.RESUME, "same_year"): "The calendar year is over: the game can only be ended.",
}
