"""The page of one recorded hand, from which it is corrected."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.models.engine import reading
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Hand
from scorekeeper.services.games import log
from scorekeeper.services.games.queries.head import GameHead, read_head
from scorekeeper.services.games.queries.table import SeatLine, read_seats


@dataclass(frozen=True, slots=True)
class HandPage:
    """One recorded hand with what was said of it; `seats` are those who played it, in seating order."""

    head: GameHead
    seats: tuple[SeatLine, ...]
    hand: Hand

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers, in the order of `seats`."""
        return tuple(seat.number for seat in self.seats)


def hand_page(game_id: str, number: int) -> HandPage | None:
    """One recorded hand; None when the game is unknown or deleted, or this hand is not recorded."""
    with reading() as connection:
        head = read_head(connection, game_id)
        if head is None:
            return None
        hands = fold(log.load(connection, game_id)).hands
        if not 1 <= number <= len(hands):
            return None
        hand = hands[number - 1]
        players = {score.seat for score in hand.scores}
        seats = tuple(seat for seat in read_seats(connection, game_id) if seat.number in players)
        return HandPage(head, seats, hand)
