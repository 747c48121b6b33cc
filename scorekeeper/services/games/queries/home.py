"""The games of one phone: those that it may write to, or could until another phone revoked its right."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import bindparam, func, select
from sqlalchemy.orm import aliased

from scorekeeper.models import EntryRow, GameRow, ScorerRightRow, SeatRow
from scorekeeper.models.base import UtcDateTime
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played, Status
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset
from scorekeeper.rules.score_forms import Exact
from scorekeeper.services.common.limits import OUT_OF_ORDER
from scorekeeper.services.games.codec import rules_in
from scorekeeper.services.games.projection import HANDS, WHEN_PLAYED
from scorekeeper.services.games.rights import TAKE_BACK_WITHIN, Via


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """One seat of a game in a list; `left`: the player left early."""

    number: int
    name: str
    total: Exact
    rank: int
    won: bool
    left: bool


@dataclass(frozen=True, slots=True)
class Lead:
    """Who is ahead in a running game, by how many points; nobody while all who still play are level."""

    names: tuple[str, ...]
    points: Exact


@dataclass(frozen=True, slots=True)
class GameSummary(Played):
    """One game in a list, `seats` in seating order.

    `dealer` is the seat that deals `hand`; None where nobody does. `rules` are those of now. `taken`: the
    device started the game, and another phone revoked its right.
    """

    id: str
    status: Status
    deleted_at: datetime | None
    hand: int | None
    dealer: int | None
    hands: int
    rules: Ruleset
    seats: tuple[SeatSummary, ...]
    taken: bool

    @property
    def names(self) -> tuple[str, ...]:
        """All players, also those who left."""
        return tuple(seat.name for seat in self.seats)

    @property
    def staying(self) -> tuple[SeatSummary, ...]:
        """The seats of those who did not leave; all of them once everybody left."""
        return tuple(seat for seat in self.seats if not seat.left) or self.seats

    @property
    def winners(self) -> tuple[SeatSummary, ...]:
        """Those who won: nobody in a game that was stopped (8.4a)."""
        return tuple(seat for seat in self.seats if seat.won)

    @property
    def lead(self) -> Lead:
        """Who of those who still play is ahead."""
        sign = self.rules.wins.sign
        best, *more = sorted({sign * seat.total for seat in self.staying})
        if not more:
            return Lead((), 0)
        return Lead(tuple(seat.name for seat in self.staying if sign * seat.total == best), more[0] - best)

    @property
    def contract(self) -> Contract | None:
        """The contract of the hand to be scored next; None in a finished game, or without contracts."""
        return None if self.hand is None else self.rules.contract(self.hand)

    @property
    def stopped(self) -> bool:
        """Whether the game ended early and nobody won (8.4a)."""
        return self.status is Status.FINISHED and not self.winners


@dataclass(frozen=True, slots=True)
class HomePage:
    """The games of one device, the last changed first; deleted games are in `deleted` only.

    `current` is the game that goes on here, also among the `running`; `previous` is the newest finished
    one that this phone keeps the score of.
    """

    running: tuple[GameSummary, ...]
    suspended: tuple[GameSummary, ...]
    finished: tuple[GameSummary, ...]
    deleted: tuple[GameSummary, ...]
    current: GameSummary | None
    previous: GameSummary | None


_NEVER: Final = datetime.max.replace(tzinfo=UTC)
_NEWEST: Final = aliased(ScorerRightRow)
# If a device has a valid right to a game, it is its newest one.
_MINE: Final = (
    ScorerRightRow.id.in_(
        select(func.max(_NEWEST.id)).where(_NEWEST.device == bindparam("device")).group_by(_NEWEST.game_id)
    ),
    ScorerRightRow.revoked_at.is_(None)
    | ScorerRightRow.revoked_by.is_not(None)
    & (ScorerRightRow.revoked_at > bindparam("taken_after", type_=UtcDateTime))
    & (ScorerRightRow.revoked_at <= bindparam("taken_before", type_=UtcDateTime))
    & ScorerRightRow.via.in_((Via.CREATED.value, Via.RETURNED.value)),
)
_GAMES: Final = (
    select(
        *WHEN_PLAYED,
        GameRow.id,
        GameRow.status,
        GameRow.deleted_at,
        GameRow.hand_number,
        GameRow.dealer,
        HANDS.label("hands"),
        EntryRow.payload,
        ScorerRightRow.revoked_at,
    )
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .join(EntryRow, (EntryRow.game_id == GameRow.id) & (EntryRow.number == GameRow.rules_entry))
    .where(*_MINE)
    .order_by(GameRow.updated_at.desc(), GameRow.id)
)
_SEATS: Final = (
    select(
        SeatRow.game_id,
        SeatRow.number,
        SeatRow.name,
        SeatRow.total,
        SeatRow.rank,
        SeatRow.won,
        SeatRow.left_after.is_not(None),
    )
    .join(ScorerRightRow, ScorerRightRow.game_id == SeatRow.game_id)
    .where(*_MINE)
    .order_by(SeatRow.game_id, SeatRow.position)
)


def home_page(device: str, *, now: datetime | None = None) -> HomePage:
    """All games of a device.

    With `now`, also games that it started and whose right another phone revoked, while it may take it back.
    """
    games = _games(device, now=now)

    def kept(status: Status) -> tuple[GameSummary, ...]:
        return tuple(game for game in games if game.status is status and game.deleted_at is None)

    offered = [game for game in games if game.deleted_at is None and not game.taken]
    current = next((game for game in offered if game.status is Status.PLAYING), None)
    return HomePage(
        running=kept(Status.PLAYING),
        suspended=kept(Status.SUSPENDED),
        finished=kept(Status.FINISHED),
        deleted=tuple(game for game in games if game.deleted_at is not None and not game.taken),
        current=current,
        previous=next((game for game in offered if game.status is Status.FINISHED), None),
    )


def _games(device: str, *, now: datetime | None) -> list[GameSummary]:
    after, before = (_NEVER, _NEVER) if now is None else (now - TAKE_BACK_WITHIN, now + OUT_OF_ORDER)
    parameters = {"device": device, "taken_after": after, "taken_before": before}
    with reading() as session:
        rows = session.execute(_GAMES, parameters).all()
        seats: defaultdict[str, list[SeatSummary]] = defaultdict(list)
        for seat in session.execute(_SEATS, parameters):
            seats[seat.game_id].append(SeatSummary(*seat[1:]))
    return [
        GameSummary(
            *(row.started_at, row.resumed_at, row.time_zone),
            row.id,
            Status(row.status),
            row.deleted_at,
            row.hand_number,
            row.dealer,
            row.hands,
            rules_in(row.payload),
            seats=tuple(seats[row.id]),
            taken=row.revoked_at is not None,
        )
        for row in rows
    ]
