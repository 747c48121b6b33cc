"""A table of players in the notation of a score sheet: `table.hand("25 out 45 -")`."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

from scorekeeper.rules.entries import (
    Corrected,
    Departed,
    Entry,
    ErrorKind,
    Event,
    GivenScore,
    HandScored,
    Resumed,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.faults import Fault, Violation
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import append, fold, start

NOW = datetime(2026, 3, 5, 19, 0, tzinfo=UTC)


def given(seat: int, token: str) -> GivenScore:
    """`out` and `0` are 0 points, `-` is a score not given, a number is points."""
    if token == "-":
        return GivenScore(seat, not_given=True)
    return GivenScore(seat, points=0 if token == "out" else int(token))


class Table:
    """A game under way, whose every step is checked by the rules."""

    def __init__(self, names: str = "Ana Ben Cem Dee", *, dealer: int = 0, **setup: Any) -> None:
        event = Started(tuple(names.split()), dealer, setup.pop("started_at", NOW), **setup)
        entry, self.game = start(event, now=NOW)
        self.entries: list[Entry] = [entry]

    def do(self, event: Event, *, at: datetime = NOW) -> Game:
        entry, self.game = append(self.entries, event, at=at)
        self.entries.append(entry)
        return self.game

    def refused(self, event: Event, *, at: datetime = NOW) -> tuple[Fault, ...]:
        """The faults of a refused event; shows that it changed nothing."""
        before = fold(self.entries)
        try:
            self.do(event, at=at)
        except Violation as refusal:
            assert fold(self.entries) == before == self.game
            return refusal.faults
        raise AssertionError(f"allowed: {event}")

    def sheet(self, line: str, *, number: int | None = None) -> HandScored:
        """The scores of everyone still playing, in order of seats; nobody `out`: the stock ran out twice."""
        tokens = line.split()
        scores = tuple(
            given(seat, token) for seat, token in zip(sorted(self.game.playing), tokens, strict=True)
        )
        went_out = next((s.seat for s, token in zip(scores, tokens, strict=True) if token == "out"), None)
        if number is None:
            assert self.game.hand is not None
            number = self.game.hand.number
        return HandScored(number, went_out, scores)

    def hand(self, line: str) -> Game:
        return self.do(self.sheet(line))

    def hands(self, *lines: str) -> Game:
        for line in lines:
            self.hand(line)
        return self.game

    def leave(self, *seats: int) -> Game:
        return self.do(Departed(seats))

    def undo(self) -> Game:
        return self.do(Undone(self.game.standing_entries[-1]))

    def suspend(self) -> Game:
        return self.do(Suspended(agreed=True))

    def resume(self, names: str, *, at: datetime = NOW) -> Game:
        return self.do(Resumed(agreed=True, seats=tuple(names.split())), at=at)

    def correction(self, hand: int, line: str, **answers: Any) -> Corrected:
        """A correction that section 15 allows, unless `answers` say otherwise."""
        tokens = line.split()
        seats = [score.seat for score in self.game.hands[hand - 1].scores]
        scores = tuple(given(seat, token) for seat, token in zip(seats, tokens, strict=True))
        went_out = next((s.seat for s, token in zip(scores, tokens, strict=True) if token == "out"), None)
        said = {"kind": ErrorKind.SCORESHEET, "disputed_before": False, "agreed": True} | answers
        return Corrected(hand, went_out, scores, **said)

    def points(self, hand: int) -> list[int]:
        return [score.points for score in self.game.hands[hand - 1].scores]

    def totals(self) -> dict[str, int]:
        return {self.game.seats[line.seat].name: line.total for line in self.game.standings}

    def ranks(self) -> dict[str, int]:
        return {self.game.seats[line.seat].name: line.rank for line in self.game.standings}


def codes(faults: Iterable[Fault]) -> list[tuple[str, str, str | None]]:
    """Code, pointer and clause of each fault."""
    return [(fault.code.value, fault.pointer, fault.clause) for fault in faults]
