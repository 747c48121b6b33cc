"""Two versions of one hand side by side: the recorded sheet, and the one this phone offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scorekeeper.rules.entries import HandScored
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.scoring import points_of, whole_sheet


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
    """Both sheets by seat, and the names of the players who went out (None: the stock ran out twice).

    `void`: the recorded attempt did not count, and the hand is being played again (8.6).
    """

    lines: tuple[VersionLine, ...]
    saved_out: str | None
    offered_out: str | None
    void: bool


def two_versions(
    game: Game,
    *,
    saved: Hand | VoidAttempt,
    offered: HandScored,
    charges: Mapping[int, int] | None = None,
) -> TwoVersions:
    """Compare a recorded sheet with an offered one, both with the charges of rulings (12.5).

    The charges of the offered sheet are the recorded ones, unless `charges` has another for a seat.
    """
    void = isinstance(saved, VoidAttempt)
    charged = {line.seat: line.charge for line in saved.given} | dict(charges or {})
    sheet = whole_sheet(offered.went_out, offered.scores)
    left = {line.seat: points_of(line) for line in saved.given}
    right = {
        line.seat: points_of(
            line if line.seat == offered.went_out else replace(line, charge=charged.get(line.seat, 0))
        )
        for line in sheet
    }
    seats = [number for number in game.order if number in left or number in right]
    lines = tuple(VersionLine(game.seats[seat].name, left.get(seat), right.get(seat)) for seat in seats)
    return TwoVersions(lines, _name(game, saved.went_out), _name(game, offered.went_out), void)


def _name(game: Game, seat: int | None) -> str | None:
    return None if seat is None or not 0 <= seat < len(game.seats) else game.seats[seat].name
