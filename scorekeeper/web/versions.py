"""Two versions of one hand side by side: what is recorded, and what this phone offers."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.entries import HandScored
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.scoring import points_by_seat, whole_sheet


@dataclass(frozen=True, slots=True)
class VersionLine:
    """One seat: points of both versions, None for no score."""

    name: str
    saved: int | None
    offered: int | None

    @property
    def differs(self) -> bool:
        return self.saved != self.offered


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """Both sheets by seat, and the names of who went out (None: the stock ran out twice).

    `void`: the recorded attempt did not count, and the hand is being played again (8.6).
    """

    lines: tuple[VersionLine, ...]
    saved_out: str | None
    offered_out: str | None
    void: bool


def two_versions(game: Game, *, saved: Hand | VoidAttempt, offered: HandScored) -> TwoVersions:
    """Lay a recorded sheet and an offered one side by side."""
    void = isinstance(saved, VoidAttempt)
    left = points_by_seat(saved.given)
    right = points_by_seat(whole_sheet(offered.went_out, offered.scores))
    seats = [number for number in game.order if number in left or number in right]
    lines = tuple(VersionLine(game.seats[seat].name, left.get(seat), right.get(seat)) for seat in seats)
    return TwoVersions(lines, _name(game, saved.went_out), _name(game, offered.went_out), void)


def _name(game: Game, seat: int | None) -> str | None:
    return None if seat is None or not 0 <= seat < len(game.seats) else game.seats[seat].name
