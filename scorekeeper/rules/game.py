"""The state of a game at one point of its history: seats, hands, standings. Values only."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from scorekeeper.rules.entries import GivenScore, HandScored, Started
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset
from scorekeeper.rules.rulings import OpenDuty, Precedent, WaitingEffect
from scorekeeper.rules.score_forms import Exact, bonus_of


class Status(StrEnum):
    PLAYING = "playing"
    SUSPENDED = "suspended"
    FINISHED = "finished"


class Statistics(StrEnum):
    """Whether a game counts: known only at its end (8.4, 8.7a)."""

    PENDING = "pending"
    COUNTED = "counted"
    DISCARDED = "discarded"


@dataclass(frozen=True, slots=True)
class Played:
    """A game by when it was played. `resumed_at` is when it last went on after a break of more than a day."""

    started_at: datetime
    resumed_at: datetime | None
    time_zone: str


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place. `first_hand` is above 1 for a late joiner; `left_after` is the last hand finished.

    `player_id` is the id of the league's player; None in a game without a league. `substitute_for` is the
    name of the player who began where somebody else plays on (8.7b), `starter_id` that player's id.
    `given_total` is all that is known of an old game; None in any other.
    """

    number: int
    name: str
    first_hand: int = 1
    left_after: int | None = None
    start_score: int | None = None
    player_id: int | None = None
    substitute_for: str | None = None
    starter_id: int | None = None
    given_total: int | None = None


@dataclass(frozen=True, slots=True)
class Score:
    """What the sheet writes for one seat in one hand; `posted` by 8.5. `line` is what the player gave.

    `held` is the count with its charge, None for a score not given.
    """

    seat: int
    points: Exact
    posted: bool
    line: GivenScore
    held: int | None = None

    @property
    def charge(self) -> int:
        """The part of the points that rulings added (12.5)."""
        return 0 if self.posted else self.line.charge


@dataclass(frozen=True, slots=True)
class Attempt:
    """One try at a hand, as `entry` recorded its sheet, or as it was corrected since."""

    sheet: HandScored
    attempt: int
    entry: int

    @property
    def number(self) -> int:
        return self.sheet.hand

    @property
    def went_out(self) -> int | None:
        return self.sheet.went_out

    @property
    def rummy(self) -> bool:
        return self.sheet.rummy

    @property
    def lines(self) -> tuple[GivenScore, ...]:
        """The scores as the players gave them, by seat number, without posted points."""
        return self.sheet.scores


@dataclass(frozen=True, slots=True)
class VoidAttempt(Attempt):
    """A hand that must be played again (8.6); it stays in the history."""


@dataclass(frozen=True, slots=True)
class Hand(Attempt):
    """One recorded hand; scores are ordered by seat number.

    `rules` are those it was played by, from the entry `rules_entry`. Dealer and starter are None where
    nobody deals.
    """

    dealer: int | None
    starter: int | None
    scores: tuple[Score, ...]
    rules: Ruleset
    rules_entry: int = 1

    @property
    def bonus(self) -> int:
        """What the winner of the hand got besides."""
        return 0 if self.went_out is None else bonus_of(self.rules.score, rummy=self.rummy)


@dataclass(frozen=True, slots=True)
class CurrentHand:
    """The hand to be scored next.

    `attempt` is one more than the sheets ever recorded for it, undone and void ones too, and the times that
    somebody left, joined or was seated anew, or that this was undone: a draft or form made for another
    attempt is out of date.
    """

    number: int
    attempt: int
    contract: Contract | None
    dealer: int | None
    starter: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's total and rank: `posted` totals come from 8.3; equal totals share a rank (1.3a)."""

    seat: int
    total: Exact
    posted: bool
    rank: int


@dataclass(frozen=True, slots=True)
class Progress:
    """The state of a game after some entries, without what `Game` works out from it.

    `seats` is indexed by seat number; `order` holds the seat numbers clockwise. `duties` still bind, and
    `waiting` are the effects of rulings that wait for the sheet of the current hand. `precedents` are what
    the table agreed where the rules are silent. `rules` are those of the next hand, from the entry
    `rules_entry`; `ended`: the table has ended the session. `suspended_at` is when a break began that is not
    over; `resumed_at` is when the game last went on after a break of more than a day.
    """

    setup: Started
    rules: Ruleset
    first_dealer: int
    seats: tuple[Seat, ...]
    order: tuple[int, ...]
    hands: tuple[Hand, ...] = ()
    void: tuple[VoidAttempt, ...] = ()
    suspended_at: datetime | None = None
    resumed_at: datetime | None = None
    ended: bool = False
    duties: tuple[OpenDuty, ...] = ()
    waiting: tuple[WaitingEffect, ...] = ()
    precedents: tuple[Precedent, ...] = ()
    rules_entry: int = 1

    @property
    def suspended(self) -> bool:
        """Whether the table takes a break (8.1)."""
        return self.suspended_at is not None

    @property
    def decks(self) -> int:
        """Decks as at the start, for the whole game (2.1a)."""
        return self.rules.decks_for(len(self.setup.players))

    @property
    def player_ids(self) -> tuple[int, ...]:
        """The league's player at each seat, by seat number; empty in a game without a league."""
        return tuple(seat.player_id for seat in self.seats if seat.player_id is not None)

    @property
    def playing(self) -> tuple[int, ...]:
        """Seat numbers still in the game, clockwise."""
        return tuple(number for number in self.order if self.seats[number].left_after is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Progress):
    """The state of a game after its history. `version` is the number of the last entry.

    `winners` are seats in seating order, None while the game runs. `standing_entries` are the numbers of the
    entries not taken back, oldest first.
    """

    version: int
    status: Status
    hand: CurrentHand | None
    standings: tuple[Standing, ...]
    winners: tuple[int, ...] | None
    statistics: Statistics
    standing_entries: tuple[int, ...]
