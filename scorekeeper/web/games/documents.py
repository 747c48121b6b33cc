"""A game as one JSON document: the same for the export of its page and for the API."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Final

from scorekeeper.rules.game import CurrentHand
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.rules.rulings import OpenDuty, WaitingEffect
from scorekeeper.services.games.queries.precedents import PrecedentLine
from scorekeeper.services.games.queries.table import HandLine, SeatLine, TablePage
from scorekeeper.web.games.open_effects import applied_lines, duty_lines
from scorekeeper.web.http.formats import local

Document = dict[str, object]
ONE_MINUTE: Final = timedelta(minutes=1)


def game_document(page: TablePage, precedents: Sequence[PrecedentLine]) -> Document:
    """A game with its seats, hands and standings, and what rulings left; times on the game's own clock."""
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
        "duties": [_duty(duty, page) for duty in page.open.duties],
        "waiting": [_waiting(effect, page) for effect in page.open.waiting],
        "precedents": [_precedent(line) for line in precedents],
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


def _duty(open_duty: OpenDuty, page: TablePage) -> Document:
    duty, line = open_duty.duty, duty_lines([open_duty], page.seats)[0]
    return {
        "entry": open_duty.entry,
        "line": open_duty.line,
        "duty": duty.code,
        "seat": duty.seat,
        "times": duty.times,
        "clause": line.clause,
        "text": line.text.striptags(),
    }


def _waiting(waiting: WaitingEffect, page: TablePage) -> Document:
    effect, line = waiting.effect, applied_lines([waiting], page.seats)[0]
    return {
        "entry": waiting.entry,
        "line": waiting.line,
        "effect": effect.kind.value,
        "seat": effect.seat,
        "points": effect.points,
        "clause": line.clause,
        "text": line.text.striptags(),
    }


def _precedent(line: PrecedentLine) -> Document:
    return {
        "entry": line.entry,
        "at": _moment(line.at, line.time_zone),
        "clause": line.clause,
        "question": line.question,
        "irregularity": line.irregularity,
        "choice": line.choice,
        "agreed": line.agreed,
    }


def _standing(seat: SeatLine) -> Document:
    return {
        "seat": seat.number,
        "name": seat.name,
        "total": seat.total,
        "posted": seat.posted,
        "rank": seat.rank,
    }
