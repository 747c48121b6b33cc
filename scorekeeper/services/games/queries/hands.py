"""The pages of one hand: scoring the current one, and a recorded one from which it is corrected."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry, HandScored, Ruled, Undone
from scorekeeper.rules.fold import ends_drafts, fold
from scorekeeper.rules.game import Game, Hand
from scorekeeper.rules.rulesets.ruleset import Contract
from scorekeeper.rules.rulings import WaitingEffect
from scorekeeper.rules.score_forms import Exact
from scorekeeper.rules.scoring import charge_for
from scorekeeper.rules.standings import own_total
from scorekeeper.services.games import log
from scorekeeper.services.games.queries.head import GameHead, read_head
from scorekeeper.services.games.queries.table import SeatStanding, seats_of


@dataclass(frozen=True, slots=True)
class ScoringPage:
    """Everything the scoring page shows.

    `seats` are those who play this hand, in the order of play from the one who begins; in seating order when
    nobody deals, or the game is finished; `everyone` includes who left. `undone` is the newest sheet of this
    hand if it was undone; `waiting` are the effects of rulings on it.
    """

    head: GameHead
    seats: tuple[SeatStanding, ...]
    everyone: tuple[SeatStanding, ...]
    undone: HandScored | None
    waiting: tuple[WaitingEffect, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers, in the order of `seats`."""
        return tuple(seat.number for seat in self.seats)

    def charge(self, seat: int) -> int:
        """The points that rulings add to the score of a seat (12.5)."""
        return charge_for(self.waiting, seat=seat)


def scoring_page(game_id: str) -> ScoringPage | None:
    """Everything the scoring page shows; None when the game is unknown or deleted."""
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return None
        entries = log.load(session, game_id)
    return page_of(head, entries, fold(entries))


def page_of(head: GameHead, entries: Sequence[Entry], game: Game) -> ScoringPage:
    """The scoring page of the current hand of `game`, whose history are `entries`."""
    everyone = seats_of(game)
    return ScoringPage(
        head=head,
        seats=_in_turn(everyone, head=head),
        everyone=everyone,
        undone=_undone(entries, game),
        waiting=game.waiting,
    )


def _in_turn(seats: Iterable[SeatStanding], *, head: GameHead) -> tuple[SeatStanding, ...]:
    playing = tuple(seat for seat in seats if seat.left_after is None)
    if head.hand is None or head.hand.starter is None:
        return playing
    if head.rules.direction == "counterclockwise":
        playing = playing[::-1]
    first = [seat.number for seat in playing].index(head.hand.starter)
    return playing[first:] + playing[:first]


def _undone(entries: Sequence[Entry], game: Game) -> HandScored | None:
    """The newest sheet of the current hand, unless it is void (8.6), others play, or it was dealt again.

    Whatever came behind a sheet was undone before the sheet.
    """
    if game.hand is None or game.hand.attempt == 1:
        return None
    void = {attempt.entry for attempt in game.void}
    for entry in reversed(entries):
        sheet = entries[entry.event.entry - 1] if isinstance(entry.event, Undone) else entry
        if ends_drafts(sheet.event):
            return None
        if isinstance(sheet.event, HandScored) and sheet.event.hand == game.hand.number:
            return None if sheet.number in void else sheet.event
    return None


@dataclass(frozen=True, slots=True)
class HandPage:
    """One recorded hand; `seats` are those who played it, in seating order; `everyone` are all of the game.

    `totals` are the points of each seat up to this hand, by seat number; `rulings` are the entries of those
    that were made during it and not undone; `newest` is the number of the newest recorded hand.
    """

    head: GameHead
    seats: tuple[SeatStanding, ...]
    everyone: tuple[SeatStanding, ...]
    hand: Hand
    totals: Mapping[int, Exact]
    rulings: tuple[Entry, ...]
    newest: int

    @property
    def numbers(self) -> tuple[int, ...]:
        """The seat numbers, in the order of `seats`."""
        return tuple(seat.number for seat in self.seats)

    @property
    def contract(self) -> Contract | None:
        """The melds that the hand asked for; None without contracts."""
        return self.hand.rules.contract(self.hand.number)


def hand_page(game_id: str, number: int) -> HandPage | None:
    """One recorded hand; None when the game is unknown or deleted, or this hand is not recorded."""
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return None
        entries = log.load(session, game_id)
        game = fold(entries)
        if not 1 <= number <= len(game.hands):
            return None
        hand = game.hands[number - 1]
        players, everyone = {score.seat for score in hand.scores}, seats_of(game)
        return HandPage(
            head=head,
            seats=tuple(seat for seat in everyone if seat.number in players),
            everyone=everyone,
            hand=hand,
            totals={seat: own_total(game.seats[seat], hands=game.hands[:number]) for seat in players},
            rulings=tuple(_rulings(entries, game, number)),
            newest=len(game.hands),
        )


def _rulings(entries: Iterable[Entry], game: Game, number: int) -> Iterator[Entry]:
    """The entries of the rulings made during a hand, without those undone."""
    for entry in entries:
        event = entry.event
        if isinstance(event, Ruled) and event.hand == number and entry.number in game.standing_entries:
            yield entry
