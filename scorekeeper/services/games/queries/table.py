"""The table page: standings, all hands, and the entry that can be undone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry
from scorekeeper.rules.fold import fold
from scorekeeper.rules.game import Attempt, Game, Hand, Score, Status
from scorekeeper.rules.incomplete import is_unposted
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import OpenDuty, WaitingEffect
from scorekeeper.rules.score_forms import Exact, bonus_of, sum_of
from scorekeeper.services.games import log, rights
from scorekeeper.services.games.queries.head import GameHead, read_head


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
class HandScores(Attempt):
    """One recorded hand. `scores` has one item for each seat in seating order, None if it did not play.

    `rules` are those it was played by.
    """

    dealer: int | None
    starter: int | None
    rules: Ruleset
    scores: tuple[Score | None, ...]

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
class TablePage:
    """Everything the table page shows; `seats` in seating order.

    `void` has the number of a hand for each time that it had to be played again (8.6); `duties` and effects
    that are `waiting` are what rulings left. `may_write` is of the phone that asked; `take_back_until` says
    until when that phone may take back its right, if it started the game and another phone revoked it.
    """

    head: GameHead
    seats: tuple[SeatStanding, ...]
    hands: tuple[HandScores, ...]
    void: tuple[int, ...]
    undoable: Entry | None
    may_write: bool
    take_back_until: datetime | None = None
    duties: tuple[OpenDuty, ...] = ()
    waiting: tuple[WaitingEffect, ...] = ()

    @property
    def stopped(self) -> bool:
        """Whether the game ended early and nobody won (8.4a)."""
        return self.head.status is Status.FINISHED and not any(seat.won for seat in self.seats)

    @property
    def only_totals(self) -> bool:
        """Whether nothing is known of its hands."""
        return self.head.status is Status.FINISHED and not (self.hands or self.stopped)

    @property
    def joined(self) -> bool:
        """Whether somebody joined late, so that the game does not count (8.7a, P-4)."""
        return any(seat.start_score is not None for seat in self.seats)

    @property
    def unposted(self) -> bool:
        """Whether it does not count for those who left: one posts no total (8.4), or by P-2 too many left."""
        return is_unposted(
            [(seat.left_after is not None, seat.posted) for seat in self.seats],
            rules=self.head.rules,
            finished=self.head.status is Status.FINISHED,
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


def table_page(game_id: str, *, device: str | None = None) -> TablePage | None:
    """Everything the table page shows to a phone; None when the game is unknown or deleted."""
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return None
        may_write = device is not None and rights.holds(session, game_id, device=device)
        until = None
        if device is not None and not may_write:
            until = rights.take_back_until(session, game_id, device=device)
        entries = log.load(session, game_id)
    undoable = None if head.last_entry is None else entries[head.last_entry - 1]
    page = page_of(head, fold(entries), undoable=undoable, may_write=may_write)
    return replace(page, take_back_until=until)


def page_of(
    head: GameHead, game: Game, *, undoable: Entry | None = None, may_write: bool = True
) -> TablePage:
    """The table page of `game`, for a phone that scores it and has heard of nothing that it can undo."""
    return TablePage(
        head=head,
        seats=seats_of(game),
        hands=tuple(_scores_of(hand, game.order) for hand in game.hands),
        void=tuple(attempt.number for attempt in game.void),
        undoable=undoable,
        may_write=may_write,
        duties=game.duties,
        waiting=game.waiting,
    )


def seats_of(game: Game) -> tuple[SeatStanding, ...]:
    """All seats of a game in seating order."""
    sign = game.rules.wins.sign
    lines = {line.seat: line for line in game.standings}
    leading = min((sign * line.total for line in game.standings if line.rank == 1), default=0)
    return tuple(
        SeatStanding(
            number=seat.number,
            name=seat.name,
            first_hand=seat.first_hand,
            left_after=seat.left_after,
            start_score=seat.start_score,
            total=line.total,
            posted=line.posted,
            rank=line.rank,
            won=seat.number in (game.winners or ()),
            gap=max(0, sign * line.total - leading),
        )
        for seat, line in ((game.seats[number], lines[number]) for number in game.order)
    )


def _scores_of(hand: Hand, order: Sequence[int]) -> HandScores:
    scores = {score.seat: score for score in hand.scores}
    return HandScores(
        hand.sheet,
        hand.attempt,
        hand.entry,
        dealer=hand.dealer,
        starter=hand.starter,
        rules=hand.rules,
        scores=tuple(map(scores.get, order)),
    )
