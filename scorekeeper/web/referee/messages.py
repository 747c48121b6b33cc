"""The sentences about rulings and agreements: why something is refused, and what was done."""

from __future__ import annotations

from typing import Final

from scorekeeper.rules.faults import FaultCode
from scorekeeper.web.http.messages import Messages

MESSAGES: Final = Messages(
    faults={
        FaultCode.FACT_NEEDED: "Say this too: the ruling depends on “{fact}”.",
        FaultCode.FACT_UNKNOWN: "The referee does not know “{fact}” here.",
        FaultCode.FACT_NOT_ASKED: "Beside the other answers, “{fact}” is not asked.",
        FaultCode.FACT_VALUE: "The answer to “{fact}” is one of: {allowed}.",
        FaultCode.FACT_DIFFERS: "The score sheet says otherwise about “{fact}”.",
        FaultCode.FACT_NOT_COUNT: "Give a whole number of cards, from 1 to {most}.",
        FaultCode.FACT_NOT_LIST: "Give a list of whole numbers.",
        FaultCode.FACT_NOT_POINTS: "Points are a whole number from 0 to {most}.",
        FaultCode.FACT_NOT_NAMES: "Give the names as a list that is not empty.",
        FaultCode.FACT_NOT_NAME: "A name is a text.",
        FaultCode.NOT_AT_TABLE: "{name} does not sit at this table.",
        FaultCode.CLAIMS_IN_TURN: "{name} is in turn and takes the card as the ordinary draw, without a "
        "claim.",
        FaultCode.ROLE_NEEDED: "Say which player it was.",
        FaultCode.ROLES_SAME: "Two different players are meant here.",
        FaultCode.CHOICE_UNKNOWN: "Choose one of the options of this ruling.",
        FaultCode.CLAUSE_NOT_OPEN: "This clause leaves nothing open. Name one that is silent, or none.",
        FaultCode.DUTY_GONE: "This is done already, or binds no longer.",
        FaultCode.WAITING_GONE: "This no longer waits for the score sheet.",
        FaultCode.WAITING_CHANGED: "Meanwhile a ruling on this hand was recorded or removed: look what "
        "waits for "
        "the sheet now, then save once more.",
        FaultCode.WAITS_ALREADY: "This is recorded already and waits for the score sheet.",
        FaultCode.WINNER_CHARGED: "A charge for missing cards waits for {name}: remove it, "
        "or somebody else went out.",
        FaultCode.OUT_CHARGED: "{name} was charged for missing cards in this hand: take that charge away, "
        "or somebody else went out.",
        FaultCode.MISSING_CHARGED: "Missing cards are charged already: {points} points by a ruling. "
        "Count them once.",
        FaultCode.CHARGE_NOT_TENS: "A charge is 10 points for each missing card.",
    },
    unreadable={
        "ruled-late": "Something was recorded in this game meanwhile. Look whether this still fits, "
        "then record "
        "it once more."
    },
    news={
        "ruled": "The ruling is recorded.",
        "ruled-waits": "The ruling is recorded. What it changes waits on the scoring page of this hand.",
        "ruled-again": "The ruling is recorded. The hand begins anew, by the same dealer.",
        "ruled-left": "The ruling is recorded, and the player has left the game.",
        "duty-done": "Ticked off.",
        "duty-gone": "This is done already, or binds no longer.",
        "waiting-dropped": "Removed: it no longer changes this hand.",
        "waiting-gone": "This no longer waits for the score sheet.",
        "agreed": "The agreement is written down.",
    },
    news_clauses={"ruled-left": "8.3"},
)
