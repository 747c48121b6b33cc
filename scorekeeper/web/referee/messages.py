"""The sentences about rulings and agreements: why something is refused, and what was done."""

from typing import Final

from scorekeeper.language import N_, Plural
from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.messages import Messages

MESSAGES: Final = Messages(
    faults={
        FaultCode.FACT_NEEDED: N_("Answer “{fact}” too. The ruling depends on it."),
        FaultCode.FACT_UNKNOWN: N_("The referee doesn’t ask about “{fact}” here."),
        FaultCode.FACT_NOT_ASKED: N_("Leave out “{fact}”. It isn’t asked after the other answers."),
        FaultCode.FACT_VALUE: N_("Answer “{fact}” again. The answers are {allowed}."),
        FaultCode.FACT_DIFFERS: N_("The score sheet says something else about “{fact}”."),
        FaultCode.FACT_NOT_COUNT: N_("Enter a whole number of cards, from 1 to {most}."),
        FaultCode.FACT_NOT_LIST: N_("Enter a list of whole numbers."),
        FaultCode.FACT_NOT_POINTS: N_("Enter points as whole numbers from 0 to {most}."),
        FaultCode.FACT_NOT_NAMES: N_("Give a list with at least one name."),
        FaultCode.FACT_NOT_NAME: N_("Give the name as a text."),
        FaultCode.NOT_AT_TABLE: N_("{name} isn’t at this table."),
        FaultCode.CLAIMS_IN_TURN: N_(
            "It’s {name}’s turn. They take the card as their normal draw, without a “May I”."
        ),
        FaultCode.IRREGULARITY_NOT_HERE: N_("This can’t happen in your game. Choose something else."),
        FaultCode.ROLE_NEEDED: N_("Say which player it was."),
        FaultCode.ROLES_SAME: N_("Choose two different players."),
        FaultCode.CHOICE_UNKNOWN: N_("Choose one of the options of this ruling."),
        FaultCode.DECISION_NEEDED: N_("Tap what you agreed on, or write it here."),
        FaultCode.CLAUSE_NOT_OPEN: N_(
            "The rules decide this. Choose something they don’t cover, or no clause."
        ),
        FaultCode.DUTY_GONE: N_("That’s done already, or no longer needed."),
        FaultCode.WAITING_GONE: N_("That’s no longer waiting for this hand’s scores."),
        FaultCode.WAITING_CHANGED: N_(
            "Someone has just saved or removed a ruling on this hand. Check what it changes, then save again."
        ),
        FaultCode.WAITS_ALREADY: N_("That ruling is saved already. It counts when you score this hand."),
        FaultCode.WINNER_CHARGED: N_(
            "A ruling adds points for {name}’s missing cards. Remove them, "
            "or choose another player who went out."
        ),
        FaultCode.HAND_ENDED: N_(
            "A ruling says that the stock ended this hand. Remove it, or say that nobody went out."
        ),
        FaultCode.OUT_CHARGED: N_(
            "{name} has points for missing cards in this hand. Remove them, "
            "or choose another player who went out."
        ),
        FaultCode.MISSING_CHARGED: Plural(
            "A ruling already adds {points} point for missing cards. Don’t count it twice.",
            "A ruling already adds {points} points for missing cards. Don’t count them twice.",
            by="points",
        ),
        FaultCode.CHARGE_NOT_TENS: Plural(
            "Each missing card is {each} point. Enter a multiple of {each}.",
            "Each missing card is {each} points. Enter a multiple of {each}.",
            by="each",
        ),
    },
    unreadable={
        "ruled-late": N_(
            "Someone has just saved something in this game. Check that this still fits, then save again."
        )
    },
    news={
        "ruled": N_("Ruling saved."),
        "ruled-next": N_("Ruling saved. Settle this next."),
        "ruled-before": N_("A ruling on these cards is already saved. Nothing has changed."),
        "ruled-waits": N_("Ruling saved. It counts when you score this hand."),
        "ruled-again": N_("Ruling saved. Deal this hand again, with the same dealer."),
        "ruled-left": N_("Ruling saved. The player has left the game."),
        "duty-done": N_("Done. That’s off the list."),
        "duty-gone": N_("That’s done already, or no longer needed."),
        "waiting-dropped": N_("Removed. It no longer changes this hand."),
        "waiting-gone": N_("That’s no longer waiting for this hand’s scores."),
        "agreed": N_("Decision saved."),
    },
    news_clauses={"ruled-left": "8.3"},
)
