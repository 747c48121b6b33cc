"""Made-up games of a club, played by the rules: who is good wins more often, and chance is passed in."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any, Final

from scorekeeper.rules import history
from scorekeeper.rules.entries import (
    Agreed,
    Corrected,
    Departed,
    Entry,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Joined,
    Started,
)
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulesets import LAST_HAND
from scorekeeper.services.games.codec import PlayerName, encode, player_of
from scorekeeper.services.leagues.transfer.document import moment_text

_HAND_TAKES: Final = timedelta(minutes=17)
_POINTS: Final = tuple(5 * fives for fives in range(1, 32))
_AFTER: Final = 4
_TABLE: Final = ("25 for the joker", "Is a joker worth 25 in the seventh hand?")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game as the file of a league holds it, and its final state."""

    game: Game
    players: tuple[int, ...]
    entries: list[dict[str, Any]]


class Table:
    """A table at play: events are recorded one after the other, each a while after the last."""

    def __init__(self, rng: Random, *, names: Mapping[int, str], skills: Mapping[int, float]) -> None:
        self._rng = rng
        self._names = names
        self._skills = skills

    def play(self, players: Sequence[int], *, at: datetime, zone: str, special: str = "") -> PlayedGame:
        """A whole game; `special` is what makes it worth a look."""
        self._entries: list[Entry] = []
        self._at = at
        named = tuple(PlayerName(self._names[player], player) for player in players)
        entry, self._game = history.start(Started(named, self._rng.randrange(len(players)), at, zone), now=at)
        self._replay = Replay([entry])
        self._entries.append(entry)
        for hand in range(1, LAST_HAND + 1):
            self._before(hand, special)
            self._record(self._sheet(hand, shared=special == "shared" and hand == LAST_HAND))
            if special == "correction" and hand == _AFTER:
                self._record(self._corrected())
        written, known = _written(self._entries)
        return PlayedGame(self._game, known, written)

    def _before(self, hand: int, special: str) -> None:
        if hand != _AFTER:
            return
        if special == "departure":
            self._record(Departed((self._game.playing[-1],)))
        elif special == "arrival":
            late = next(p for p in self._names if p not in map(player_of, self._seated()))
            name = PlayerName(self._names[late], late)
            self._record(Joined(name, self._game.order[0], 150))
        elif special == "precedent":
            self._record(Agreed(None, _TABLE[1], _TABLE[0]))

    def _seated(self) -> list[str]:
        return [seat.name for seat in self._game.seats]

    def _sheet(self, hand: int, *, shared: bool) -> HandScored:
        seats = self._game.playing
        if shared:
            return self._sharing(hand)
        weights = [self._skills[player_of(self._game.seats[seat].name) or 0] for seat in seats]
        out = self._rng.choices(seats, weights)[0]
        scores = {seat: self._rng.choice(_POINTS[: 10 + 3 * hand]) for seat in seats}
        return HandScored(hand, out, _scores(scores | {out: 0}))

    def _sharing(self, hand: int) -> HandScored:
        """A last hand after which the two best have the same total."""
        totals = {line.seat: line.total for line in self._game.standings}
        best, second, *others = sorted(totals, key=lambda seat: totals[seat])
        ahead = totals[second] - totals[best]
        out = second if ahead else others[0]
        points = dict.fromkeys(others, 155) | {best: ahead or 5, second: 5}
        return HandScored(hand, out, _scores(points | {out: 0}))

    def _corrected(self) -> Corrected:
        """Somebody's score of the last hand was written down ten too high."""
        hand = self._game.hands[-1]
        points = {score.seat: score.points for score in hand.scores}
        wrong = next(seat for seat, number in points.items() if number > 10)
        return Corrected(
            hand.number,
            hand.went_out,
            _scores(points | {wrong: points[wrong] - 10}),
            ErrorKind.SCORESHEET,
            disputed_before=False,
            agreed=True,
            reason="Ten too many were written",
        )

    def _record(self, event: Event) -> None:
        self._at += _HAND_TAKES
        entry, self._game = history.go_on(self._replay, event, at=self._at, game=self._game)
        self._entries.append(entry)


def _scores(points: Mapping[int, int]) -> tuple[GivenScore, ...]:
    return tuple(GivenScore(seat, points=number) for seat, number in sorted(points.items()))


def _written(entries: Sequence[Entry]) -> tuple[list[dict[str, Any]], tuple[int, ...]]:
    """The entries as the file of a league holds them, and the numbers of the players in them."""
    known: dict[int, str] = {}
    lines = []
    for entry in entries:
        written = encode(entry.event, known)
        known |= written.names
        lines.append(
            {
                "number": entry.number,
                "at": moment_text(entry.at),
                "kind": written.kind,
                "payload": json.loads(written.payload),
                "notes": dict(written.notes),
            }
        )
    return lines, tuple(player_of(name) or 0 for _, name in sorted(known.items()))
