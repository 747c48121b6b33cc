"""A game's append-only history: an event says what happened, an entry numbers it and says when."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import Duty, Effect, Remedied

FactValue = str | int | tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Started:
    """The game begins: names in seating order, clockwise. The first entry of every game, never undone.

    `started_at` is aware; `time_zone` is the IANA name whose calendar year 8.2a means. `player_ids` are the
    ids of the league's players with these names, as many as names; none in a game without a league. `rules`
    are all rules in force: those of a file with `variants` of it and then the table's own `changes`. `totals`
    are those of an old game of which nothing else is known, by seat: it is over.
    """

    players: tuple[str, ...]
    first_dealer: int
    started_at: datetime
    time_zone: str = "UTC"
    rules: Ruleset = LAW
    variants: tuple[str, ...] = ()
    changes: dict[str, Any] = field(default_factory=dict)
    player_ids: tuple[int, ...] = ()
    totals: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GivenScore:
    """What a seat holds after one hand: exactly one of `points`, `cards` (with `missing`), `not_given`.

    `cards` are numbers of cards by the classes of the ruleset. `charge` is what rulings add (12.5).
    """

    seat: int
    points: int | None = None
    cards: dict[str, int] | None = None
    missing: int = 0
    not_given: bool = False
    charge: int = 0


@dataclass(frozen=True, slots=True)
class Sheet:
    """All seats' scores of one hand. `went_out` None: nobody did, as the stock ran out twice (6.2).

    `rummy`: the winner went out with all cards at once. As it is sent, `scores` may stand in any order and
    leave the winner out; an entry holds it `normalised`.
    """

    hand: int
    went_out: int | None
    scores: tuple[GivenScore, ...]
    rummy: bool = field(default=False, kw_only=True)

    def normalised(self) -> Self:
        """By seat number, without the classes of cards that nobody holds, and with the winner's 0 (7.2a)."""
        lines = [
            score
            if score.cards is None
            else replace(score, cards={k: n for k, n in score.cards.items() if n})
            for score in self.scores
            if score.seat != self.went_out
        ]
        if self.went_out is not None:
            lines.append(GivenScore(self.went_out, points=0))
        return replace(self, scores=tuple(sorted(lines, key=lambda line: line.seat)))


@dataclass(frozen=True, slots=True)
class HandScored(Sheet):
    """A hand was played. `sum` is what the table itself made of the sheet; it is checked, and not kept."""

    sum: int | None = None


class ErrorKind(StrEnum):
    """The two errors of section 15; or the table agrees to change a score, whatever the error was (15.4)."""

    MISCOUNT = "miscount"
    SCORESHEET = "scoresheet"
    AGREED = "agreed"


@dataclass(frozen=True, slots=True)
class Corrected(Sheet):
    """A recorded hand gets another sheet.

    The answers are those that section 15 asks for; None: not answered. Where incomplete games are plain, only
    `agreed` is asked (P-5), and `kind` is None.
    """

    kind: ErrorKind | None = None
    mixed: bool | None = None
    disputed_before: bool | None = None
    agreed: bool | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Departed:
    """Players leave after the last finished hand; everyone at once is stopping for good (8.3, 8.4a)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody joins late, on the left of seat `after`, with the score the table set (8.7a).

    `player_id` is the id of the league's player; None in a game without a league.
    """

    name: str
    after: int
    start_score: int = 0
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class Suspended:
    """The game pauses between hands (8.1)."""

    agreed: bool


@dataclass(frozen=True, slots=True)
class Resumed:
    """The game goes on; `seats` are the names as the players sit now, clockwise from anybody (8.2).

    `without` are the seats of those who cannot come, and leave after the last finished hand (8.2b).
    `player_ids` as of `Started`.
    """

    agreed: bool
    seats: tuple[str, ...]
    player_ids: tuple[int, ...] = ()
    without: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The table ends the session."""

    agreed: bool


@dataclass(frozen=True, slots=True)
class RulesChanged:
    """Other rules from the next hand on: `rules` are in force by `variants` and `changes` of those before.

    `before` and `after` are the totals by seat by the old and the new rules, written as in JSON; `finishes`:
    the game is over by the new ones.
    """

    rules: Ruleset
    variants: tuple[str, ...]
    changes: dict[str, Any]
    agreed: bool
    before: tuple[int | str, ...]
    after: tuple[int | str, ...]
    finishes: bool


@dataclass(frozen=True, slots=True)
class Renamed:
    """The name of a seat is corrected. `player_id` as of `Joined`."""

    seat: int
    name: str
    player_id: int | None = None


@dataclass(frozen=True, slots=True)
class Substituted(Renamed):
    """Somebody plays on for the player of a seat, which keeps its score (8.7b, ours)."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """Before the first score: who sits where, clockwise (2.2, 8.7a).

    `order` holds the number that each seat had, None for a newcomer; whose number is not in it never sat
    there. `names` are those of all seats in that order, none if nobody is new and all keep theirs;
    `player_ids` as of `Started`. `first_dealer` counts in the new order; None: it is whoever it was, or the
    next in turn after one who is gone.
    """

    order: tuple[int | None, ...]
    first_dealer: int | None = None
    names: tuple[str, ...] = ()
    player_ids: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Ruled:
    """A ruling of the referee, and what the table did with it.

    `hand` is the one being played, None if none is. Codes are those of `referee.codes`. Names in the facts
    are written as seat numbers; `roles` are the players whom the table named. `remedies` and `clauses` are
    those of that day, even if the referee would rule otherwise now. `effects` are those that were applied.
    Where the rules are silent, `precedent` is the clause that leaves the case open and `agreed` holds the
    table's own words. `melds` are the cards in question as they lay on the table, such as ("5H", "JK").
    """

    hand: int | None
    irregularity: str
    facts: tuple[tuple[str, FactValue], ...]
    outcome: str
    roles: tuple[tuple[str, int], ...] = ()
    choice: str | None = None
    effects: tuple[Effect, ...] = ()
    duties: tuple[Duty, ...] = ()
    precedent: str | None = None
    agreed: str = ""
    remedies: tuple[Remedied, ...] = ()
    clauses: tuple[str, ...] = ()
    melds: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Settled:
    """A duty from the ruling in `entry` was done once."""

    entry: int
    line: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """An effect that waits for the sheet, from the ruling in `entry`, is dropped."""

    entry: int
    line: int


@dataclass(frozen=True, slots=True)
class Agreed:
    """An agreement of the table where the rules are silent; `clause` is None if no clause is about it."""

    clause: str | None
    question: str
    agreed: str


@dataclass(frozen=True, slots=True)
class Undone:
    """The last entry that counts is taken back."""

    entry: int


Event = (
    Started
    | HandScored
    | Corrected
    | Departed
    | Joined
    | Suspended
    | Resumed
    | Ended
    | RulesChanged
    | Renamed
    | Substituted
    | Arranged
    | Ruled
    | Settled
    | Dropped
    | Agreed
    | Undone
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One event in the history: numbered from 1 without gaps, `at` aware."""

    number: int
    at: datetime
    event: Event
