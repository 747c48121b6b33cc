"""The games that the rows of a score book tell: who sat there, every hand, and who left."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Final

from scorekeeper.rules import history, names
from scorekeeper.rules.cards import decks_for
from scorekeeper.rules.entries import Departed, Entry, Event, GivenScore, HandScored, Started
from scorekeeper.rules.faults import Fault, RuleViolation
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulesets import MOST_RECORDED
from scorekeeper.rules.scoring import sheet_faults
from scorekeeper.services.leagues.transfer.faults import Bad, ImportRefused, Why
from scorekeeper.services.leagues.transfer.scorebook import Row

_FIRST: Final = 1
# Who sat there is unknown where rows are missing.
_MOST_DECKS: Final = decks_for(MOST_RECORDED)


@dataclass(slots=True)
class BookGame:
    """One game of a book: its rows by hand and by what is the same of a player's names."""

    day: date
    label: str
    rows: dict[int, dict[str, Row]] = field(default_factory=lambda: defaultdict(dict))

    @property
    def line(self) -> int:
        """Where it begins."""
        return min(row.line for rows in self.rows.values() for row in rows.values())

    @property
    def counts(self) -> set[bool]:
        """What its rows say about whether it counts."""
        return {row.counts for rows in self.rows.values() for row in rows.values()}

    @property
    def players(self) -> tuple[str, ...]:
        """What is the same of the names of those who sat there, in the order of the first hand."""
        return tuple(self.rows[_FIRST])


def games_in(rows: Sequence[Row]) -> tuple[list[BookGame], list[Bad]]:
    """The rows game by game, in the order of the book; a row of a player who has one already is bad."""
    games: dict[tuple[date, str], BookGame] = {}
    bad = []
    for row in rows:
        game = games.setdefault((row.day, row.game), BookGame(row.day, row.game))
        key = names.key(row.player)
        if key in game.rows[row.hand]:
            bad.append(Bad(Why.TWICE, line=row.line, values=(("name", row.player), ("hand", row.hand))))
        game.rows[row.hand].setdefault(key, row)
    return list(games.values()), bad


def faults_of(game: BookGame) -> Iterator[Bad]:
    """What cannot be played: hands that are missing, and players who come late or go and come back."""
    hands = sorted(game.rows)
    for hand in range(_FIRST, hands[-1]):
        if hand not in game.rows:
            line = min(row.line for row in game.rows[hands[-1]].values())
            yield Bad(Why.HAND_MISSING, line=line, values=(("hand", hand),))
            return
    sat = set(game.rows[_FIRST])
    for hand in hands[1:]:
        for key, row in game.rows[hand].items():
            if key in sat:
                continue
            known = key in game.rows[_FIRST]
            yield Bad(
                Why.SCORE_MISSING if known else Why.JOINED_LATE,
                line=row.line,
                values=(("name", row.player), ("hand", hand - 1 if known else hand)),
            )
        sat &= set(game.rows[hand])


def row_faults(game: BookGame) -> Iterator[Bad]:
    """What is wrong with single rows, whatever else the game tells: for games that are refused anyway."""
    for rows in game.rows.values():
        for row in rows.values():
            went_out = _FIRST if row.points == 0 else None
            score = GivenScore(_FIRST, row.points, not_given=row.points is None)
            for fault in sheet_faults(went_out, [score], names={_FIRST: row.player}, decks=_MOST_DECKS):
                yield _in_hand([row.line], fault)


def played(
    game: BookGame, start: Started, *, now: datetime, found: Callable[[Entry], None] = lambda _entry: None
) -> Game:
    """The game as the rules see it, with `start` as its first entry; each entry is told to `found`.

    ImportRefused with the lines of the player or of all hands that the rules refuse.
    """
    try:
        entry, state = history.start(start, now=now)
    except RuleViolation as refused:
        raise ImportRefused(*(_at_start(game, fault) for fault in refused.faults)) from None
    found(entry)
    replay = Replay([entry])
    events = list(_events(game))
    for place, (event, lines) in enumerate(events, start=1):
        try:
            entry, state = history.go_on(replay, event, at=start.started_at, game=state)
        except RuleViolation as refused:
            bad = [_in_hand(lines, fault) for fault in refused.faults]
            raise ImportRefused(*bad, *_later_faults(events[place:], state)) from None
        found(entry)
    return state


def first_dealer(game: BookGame) -> int:
    """The seat of whoever dealt the first hand, else the first; ImportRefused for somebody else's name."""
    for row in game.rows[_FIRST].values():
        if row.dealer:
            key = names.key(row.dealer)
            if key not in game.players:
                raise ImportRefused(Bad(Why.DEALER, line=row.line, values=(("name", row.dealer),)))
            return game.players.index(key)
    return 0


def _events(game: BookGame) -> Iterator[tuple[Event, Sequence[int]]]:
    """What was done hand by hand, each with the lines of its scores."""
    sat = game.players
    seats = {key: seat for seat, key in enumerate(game.players)}
    for hand in sorted(game.rows):
        rows = {
            seats[key]: row for key, row in sorted(game.rows[hand].items(), key=lambda one: seats[one[0]])
        }
        left = tuple(seats[key] for key in sat if seats[key] not in rows)
        lines = [row.line for row in rows.values()]
        if left:
            yield Departed(left), lines
        sat = tuple(key for key in sat if seats[key] in rows)
        yield _sheet(hand, rows), lines


def _later_faults(events: Sequence[tuple[Event, Sequence[int]]], game: Game) -> Iterator[Bad]:
    """What the sheets after a refused one hold besides that no rules allow."""
    for event, lines in events:
        if isinstance(event, HandScored):
            seats = {score.seat: game.seats[score.seat].name for score in event.scores}
            for fault in sheet_faults(event.went_out, event.scores, names=seats, decks=game.decks):
                yield _in_hand(lines, fault)


def _sheet(hand: int, rows: Mapping[int, Row]) -> HandScored:
    went_out = next((seat for seat, row in rows.items() if row.out), None)
    if went_out is None:
        went_out = next((seat for seat, row in rows.items() if row.points == 0), None)
    scores = (GivenScore(seat, row.points, not_given=row.points is None) for seat, row in rows.items())
    return HandScored(hand, went_out, tuple(scores))


def _at_start(game: BookGame, fault: Fault) -> Bad:
    lines = [row.line for row in game.rows[_FIRST].values()]
    parts = fault.pointer.split("/")
    place = int(parts[2]) if parts[1:2] == ["players"] and len(parts) > 2 else 0
    return Bad(Why.RULES, line=lines[place], fault=fault)


def _in_hand(lines: Sequence[int], fault: Fault) -> Bad:
    parts = fault.pointer.split("/")
    place = int(parts[2]) if parts[1:2] == ["scores"] and len(parts) > 2 else 0
    return Bad(Why.RULES, line=lines[min(place, len(lines) - 1)], fault=fault)
