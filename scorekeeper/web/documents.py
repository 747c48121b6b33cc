"""A game as one JSON document: the same for the export of its page and for the API."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.rules.game import CurrentHand
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.reading.table import HandLine, SeatLine, TablePage
from scorekeeper.web.formats import local

Document = dict[str, object]
ONE_MINUTE: Final = timedelta(minutes=1)


def game_document(page: TablePage) -> Document:
    """A game with its seats, hands and standings; times on the clock of the game's own zone."""
    head = page.head
    return {
        "id": head.id,
        "version": head.version,
        "ruleset": head.ruleset,
        "house_rules": house_rules_document(head.house_rules),
        "status": head.status.value,
        "time_zone": head.time_zone,
        "started_at": _moment(head.started_at, head.time_zone),
        "finished_at": head.finished_at and _moment(head.finished_at, head.time_zone),
        "decks": head.decks,
        "cards_dealt": head.cards_dealt,
        "first_dealer": head.first_dealer,
        "seats": [_seat(seat) for seat in page.seats],
        "hand": head.hand and _current(head.hand),
        "hands": [_hand(hand) for hand in page.hands],
        "standings": [_standing(seat) for seat in sorted(page.seats, key=lambda seat: seat.rank)],
        "statistics": head.statistics.value,
        "last_entry": head.last_entry,
    }


def house_rules_document(house: HouseRules) -> Document:
    """What the table changed, and nothing else."""
    default = HouseRules()
    names = (field.name for field in fields(house))
    return {name: getattr(house, name) for name in names if getattr(house, name) != getattr(default, name)}


def _moment(at: datetime, time_zone: str) -> str:
    """ISO 8601; in UTC where the clock of the place was not a whole number of minutes off."""
    there = local(at, time_zone)
    offset = there.utcoffset() or timedelta()
    return (at.astimezone(UTC) if offset % ONE_MINUTE else there).isoformat()


def _seat(seat: SeatLine) -> Document:
    return {
        "seat": seat.number,
        "name": seat.name,
        "left_after": seat.left_after,
        "first_hand": seat.first_hand,
        "start_score": seat.start_score,
    }


def _current(hand: CurrentHand) -> Document:
    return {
        "number": hand.number,
        "contract": {"sets": hand.contract.sets, "runs": hand.contract.runs},
        "fewest_cards": hand.contract.fewest_cards,
        "dealer": hand.dealer,
        "starter": hand.starter,
    }


def _hand(hand: HandLine) -> Document:
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "starter": hand.starter,
        "went_out": hand.went_out,
        "scores": [
            {
                "seat": score.seat,
                "points": score.points,
                "posted": score.posted,
                **({"charge": score.charge} if score.charge else {}),
            }
            for score in hand.scores
            if score is not None
        ],
    }


def _standing(seat: SeatLine) -> Document:
    return {
        "seat": seat.number,
        "name": seat.name,
        "total": seat.total,
        "posted": seat.posted,
        "rank": seat.rank,
    }
