"""The table page: standings, all hands, and the entry that can be undone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import BindParameter, Connection, bindparam, literal, select, union_all

from scorekeeper.models import (
    ChargeRow,
    DutyRow,
    EntryRow,
    HandRow,
    ScoreRow,
    SeatRow,
    VoidAttemptRow,
    WaitingRow,
)
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.game import Status
from scorekeeper.rules.incomplete import is_unposted
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import Duty, Effect, EffectKind, OpenDuty, WaitingEffect
from scorekeeper.rules.score_forms import Exact, bonus_of, sum_of
from scorekeeper.services.games import log, rights
from scorekeeper.services.games.codec import rules_in
from scorekeeper.services.games.queries.head import GameHead, read_head

_DUTY: Final = "duty"
_WAITING: Final = "waiting"


@dataclass(frozen=True, slots=True)
class SeatStanding:
    """One seat with its total and rank; `gap` is its distance to the leader, `won` if it has won."""

    number: int
    name: str
    first_hand: int
    left_after: int | None
    start_score: int | None
    total: Exact
    posted: bool
    rank: int
    won: bool
    gap: Exact


@dataclass(frozen=True, slots=True)
class SeatScore:
    """One seat's score for one hand; `posted` by 8.5.

    `held` is what it still held, None for a score not given; `charge` is the part that rulings added (12.5).
    """

    seat: int
    points: Exact
    posted: bool
    held: int | None
    charge: int = 0


@dataclass(frozen=True, slots=True)
class HandScores:
    """One recorded hand. `scores` has one item for each seat in seating order, None if it did not play.

    `rules` are those it was played by; `rummy`: the winner went out with all cards at once.
    """

    number: int
    dealer: int | None
    starter: int | None
    went_out: int | None
    rummy: bool
    rules: Ruleset
    scores: tuple[SeatScore | None, ...]

    @property
    def bonus(self) -> int:
        """What the winner of the hand got besides."""
        return 0 if self.went_out is None else bonus_of(self.rules.score, rummy=self.rummy)


@dataclass(frozen=True, slots=True)
class SeatChange:
    """What the newest hand changed for one seat: its points, and the places it gained; below 0, lost."""

    points: Exact
    places: int


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The duties and waiting effects that rulings left in a game, in the order of the rulings."""

    duties: tuple[OpenDuty, ...] = ()
    waiting: tuple[WaitingEffect, ...] = ()


@dataclass(frozen=True, slots=True)
class Ending:
    """How a game ended or would end, and whether it counts in the statistics.

    `stopped`: it ended early and nobody won (8.4a). `joined`: somebody joined late (8.7a, P-4).
    `unposted`: a player left whose total cannot be posted (8.4), or by P-2 fewer than two played to the end.
    A game with `joined` or `unposted` does not count.
    """

    stopped: bool
    joined: bool
    unposted: bool


@dataclass(frozen=True, slots=True)
class TablePage:
    """Everything the table page shows; `seats` in seating order.

    `void` has the number of a hand for each time that it had to be played again (8.6); `open` has the duties
    and effects that rulings left. `may_write` is of the phone that asked; `take_back_until` says until when
    that phone may take back its right, if it started the game and another phone revoked it.
    """

    head: GameHead
    seats: tuple[SeatStanding, ...]
    hands: tuple[HandScores, ...]
    void: tuple[int, ...]
    undoable: Entry | None
    open: Unsettled
    may_write: bool
    take_back_until: datetime | None = None

    @property
    def ending(self) -> Ending:
        """The end of the game as its rows have it."""
        return Ending(
            stopped=self.head.status is Status.FINISHED and not any(seat.won for seat in self.seats),
            joined=any(seat.start_score is not None for seat in self.seats),
            unposted=is_unposted(
                [(seat.left_after is not None, seat.posted) for seat in self.seats],
                rules=self.head.rules,
                finished=self.head.status is Status.FINISHED,
            ),
        )

    @property
    def is_untouched(self) -> bool:
        """Whether the table is still being set, as of `scorekeeper.rules.checks`."""
        moved = (seat for seat in self.seats if seat.left_after is not None or seat.start_score is not None)
        return not (self.hands or self.void or any(moved))

    @property
    def sum_of_hands(self) -> Exact:
        """All totals without their start scores, added up: 0 where each hand adds up to 0."""
        return sum_of(seat.total - (seat.start_score or 0) for seat in self.seats)

    @property
    def newest(self) -> dict[int, SeatChange]:
        """What the newest hand changed, by seat number, for those who played it and are still in the game.

        Places are counted among them alone. Nobody gains or loses one while all of them were level before.
        """
        if not self.hands:
            return {}
        after = {seat.number: seat.total for seat in self.seats if seat.left_after is None}
        scores = [score for score in self.hands[-1].scores if score is not None and score.seat in after]
        was = {score.seat: after[score.seat] - score.points for score in scores}
        level = len({*was.values()}) == 1
        return {
            score.seat: SeatChange(
                score.points,
                0
                if level
                else self._ahead(was, score.seat, among=was) - self._ahead(after, score.seat, among=was),
            )
            for score in scores
        }

    def _ahead(self, totals: Mapping[int, Exact], seat: int, *, among: Iterable[int]) -> int:
        """How many of the seats `among` have a better total than this one."""
        sign = self.head.rules.wins.sign
        return sum(sign * totals[other] < sign * totals[seat] for other in among)


_SEATS: Final = (
    select(
        SeatRow.number,
        SeatRow.name,
        SeatRow.first_hand,
        SeatRow.left_after,
        SeatRow.start_score,
        SeatRow.total,
        SeatRow.posted,
        SeatRow.rank,
        SeatRow.won,
    )
    .where(SeatRow.game_id == bindparam("game_id"))
    .order_by(SeatRow.position)
)
_HANDS: Final = (
    select(
        HandRow.number, HandRow.dealer, HandRow.starter, HandRow.went_out, HandRow.rummy, HandRow.rules_entry
    )
    .where(HandRow.game_id == bindparam("game_id"))
    .order_by(HandRow.number)
)
_SCORES: Final = (
    select(ScoreRow.hand, ScoreRow.seat, ScoreRow.points, ScoreRow.posted, ScoreRow.held, ChargeRow.points)
    .outerjoin(
        ChargeRow,
        (ChargeRow.game_id == ScoreRow.game_id)
        & (ChargeRow.seat == ScoreRow.seat)
        & (ChargeRow.hand == ScoreRow.hand),
    )
    .where(ScoreRow.game_id == bindparam("game_id"))
)
_RULES: Final = select(EntryRow.number, EntryRow.payload).where(
    EntryRow.game_id == bindparam("game_id"), EntryRow.kind.in_(("start", "rules"))
)
_VOID: Final = (
    select(VoidAttemptRow.hand)
    .where(VoidAttemptRow.game_id == bindparam("game_id"))
    .order_by(VoidAttemptRow.entry)
)


_OF_GAME: Final[BindParameter[str]] = bindparam("game_id")
_OPEN: Final = union_all(
    select(
        literal(_DUTY).label("what"),
        DutyRow.entry,
        DutyRow.line,
        DutyRow.code.label("code"),
        DutyRow.seat,
        DutyRow.times.label("number"),
    ).where(DutyRow.game_id == _OF_GAME),
    select(
        literal(_WAITING),
        WaitingRow.entry,
        WaitingRow.line,
        WaitingRow.kind,
        WaitingRow.seat,
        WaitingRow.points,
    ).where(WaitingRow.game_id == _OF_GAME),
).order_by("entry", "line")


def table_page(game_id: str, *, device: str | None = None) -> TablePage | None:
    """Everything the table page shows to a phone; None when the game is unknown or deleted."""
    with reading() as connection:
        head = read_head(connection, game_id)
        if head is None:
            return None
        seats = read_seats(connection, game_id, rules=head.rules)
        may_write = device is not None and rights.holds(connection, game_id, device=device)
        until = None
        if device is not None and not may_write:
            until = rights.take_back_until(connection, game_id, device=device)
        last = head.last_entry
        return TablePage(
            head=head,
            seats=seats,
            hands=_hands(connection, head, seats=seats),
            void=tuple(connection.scalars(_VOID, {"game_id": game_id})),
            undoable=None if last is None else log.load_one(connection, game_id, number=last),
            open=read_open(connection, game_id),
            may_write=may_write,
            take_back_until=until,
        )


def read_seats(connection: Connection, game_id: str, *, rules: Ruleset) -> tuple[SeatStanding, ...]:
    """All seats of a game in seating order."""
    rows = connection.execute(_SEATS, {"game_id": game_id}).all()
    sign = rules.wins.sign
    leading = min((sign * row.total for row in rows if row.rank == 1), default=0)
    return tuple(SeatStanding(*row, gap=max(0, sign * row.total - leading)) for row in rows)


def read_open(connection: Connection, game_id: str) -> Unsettled:
    """The duties and waiting effects of a game, read in one statement."""
    rows = connection.execute(_OPEN, {"game_id": game_id}).all()
    return Unsettled(
        tuple(
            OpenDuty(row.entry, row.line, Duty(row.code, row.seat, row.number))
            for row in rows
            if row.what == _DUTY
        ),
        tuple(
            WaitingEffect(row.entry, row.line, Effect(EffectKind(row.code), row.seat, row.number))
            for row in rows
            if row.what == _WAITING
        ),
    )


def _hands(
    connection: Connection, head: GameHead, *, seats: tuple[SeatStanding, ...]
) -> tuple[HandScores, ...]:
    of_game = {"game_id": head.id}
    scores = {
        (hand, seat): SeatScore(seat, points, posted, held, charge or 0)
        for hand, seat, points, posted, held, charge in connection.execute(_SCORES, of_game)
    }
    hands = connection.execute(_HANDS, of_game).all()
    rules = {head.rules_entry: head.rules}
    if {hand.rules_entry for hand in hands} - rules.keys():
        rules = {number: rules_in(payload) for number, payload in connection.execute(_RULES, of_game)}
    return tuple(
        HandScores(
            *hand[:5],
            rules=rules[hand.rules_entry],
            scores=tuple(scores.get((hand.number, seat.number)) for seat in seats),
        )
        for hand in hands
    )
