"""Games played against the database, in the notation of a score sheet, and deeds at random."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from random import Random

from scorekeeper.rules.entries import (
    Arranged,
    Corrected,
    Deed,
    Departed,
    ErrorKind,
    GivenScore,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.game import Game, Status
from scorekeeper.services import games, invitations, rights
from tests.rules.table import given

NOW = datetime(2026, 11, 20, 19, 0, tzinfo=UTC)
ANAS = rights.device_hash("the phone of Ana")
BENS = rights.device_hash("the phone of Ben")
SHEETS = ("25 out 45 110", "out 15 30 60", "5 10 out 90", "20 20 20 out", "out 35 5 10", "70 out 15 15")
LAST_SHEET = "40 5 out 25"


def started(names: str = "Ana Ben Cem Dee", *, device: str | None = ANAS, **setup: object) -> str:
    """The id of a new game."""
    deed = Started(tuple(names.split()), 0, NOW, "Europe/Prague", **setup)
    return games.start_game(deed, now=NOW, device=device)


def let_in(game_id: str, device: str, *, now: datetime = NOW) -> None:
    """Give a device the right to write, by a link."""
    invitations.accept(invitations.invite(game_id, now=now).token, device, now=now)


def sheet(line: str, *, hand: int = 1) -> HandScored:
    """`out` went out, `-` gives no score, a number is points, `.` does not play; by seat number."""
    tokens = {seat: token for seat, token in enumerate(line.split()) if token != "."}
    went_out = next((seat for seat, token in tokens.items() if token == "out"), None)
    return HandScored(hand, went_out, tuple(given(seat, token) for seat, token in tokens.items()))


def played(game_id: str, *lines: str) -> Game:
    """The game after so many more hands."""
    for line in lines:
        hand = games.current(game_id).hand
        games.record(game_id, sheet(line, hand=hand.number), now=NOW, device=ANAS)
    return games.current(game_id)


def corrected(line: str, *, hand: int = 1, reason: str = "") -> Corrected:
    """A correction that section 15 allows."""
    right = sheet(line, hand=hand)
    return Corrected(
        hand,
        right.went_out,
        right.scores,
        ErrorKind.SCORESHEET,
        disputed_before=False,
        agreed=True,
        reason=reason,
    )


def _scores(seats: list[int], went_out: int | None, random: Random) -> tuple[GivenScore, ...]:
    return tuple(
        GivenScore(seat, not_given=True)
        if random.random() < 0.15
        else GivenScore(seat, points=5 * random.randint(1, 20))
        for seat in seats
        if seat != went_out
    )


def _hand(game: Game, random: Random) -> Deed:
    seats = sorted(game.playing) or [0]
    went_out = random.choice([None, *seats])
    return HandScored(game.hand.number if game.hand else 7, went_out, _scores(seats, went_out, random))


def _correction(game: Game, random: Random) -> Deed:
    if not game.hands:
        return Suspended(agreed=False)
    hand = random.choice(game.hands)
    seats = [score.seat for score in hand.scores]
    went_out = random.choice([None, *seats])
    scores = _scores(seats, went_out, random)
    return Corrected(hand.number, went_out, scores, ErrorKind.SCORESHEET, disputed_before=False, agreed=True)


def _pause(game: Game, random: Random) -> Deed:
    if game.status is Status.SUSPENDED:
        names = [game.seats[seat].name for seat in game.playing]
        turn = random.randrange(len(names))
        return Resumed(agreed=True, seats=(*names[turn:], *names[:turn]))
    return Suspended(agreed=True)


def _arrangement(game: Game, random: Random) -> Deed:
    order = list(range(len(game.seats)))
    random.shuffle(order)
    return Arranged(tuple(order), random.randrange(len(order)))


STEPS: tuple[Callable[[Game, Random], Deed], ...] = (
    *[_hand] * 6,
    _correction,
    _pause,
    _arrangement,
    lambda game, random: Departed((random.randrange(len(game.seats)),)),
    lambda game, random: Joined(f"N{len(game.seats)}", after=random.choice(game.order), start_score=25),
    lambda game, random: Renamed(random.randrange(len(game.seats)), f"R{random.randrange(99)}"),
    lambda game, random: Undone(game.standing_entries[-1]),
    lambda game, random: Undone(game.standing_entries[-1]),
)
