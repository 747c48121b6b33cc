"""Does everything stored follow from the histories? Every game is folded anew and compared."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from scorekeeper.models import EntryRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.services.games import log, projection
from scorekeeper.services.games.projection import Difference
from scorekeeper.services.maintenance import league_check


@dataclass(frozen=True, slots=True)
class WrongGame:
    """A game whose tables or history are not as they must be.

    `differences` is empty when the history itself cannot be followed; `reason` then says why.
    """

    game: str
    differences: tuple[Difference, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Checked:
    """How many games there are, and those that are wrong."""

    games: int
    wrong: tuple[WrongGame, ...]


def check_every_game() -> Checked:
    """Fold every game of the current application's database, deleted ones too."""
    games = log.game_ids()
    found = (_check(game) for game in games)
    return Checked(games=len(games), wrong=tuple(wrong for wrong in found if wrong))


def _check(game: str) -> WrongGame | None:
    if _has_gaps(game):
        return WrongGame(game, reason="entries are missing")
    try:
        differences = (*projection.differences(game), *league_check.differences(game))
    except (RuleViolation, LookupError, ValueError, TypeError) as error:
        return WrongGame(game, reason=f"{type(error).__name__}: {error}")
    return WrongGame(game, differences) if differences else None


def _has_gaps(game: str) -> bool:
    lines = select(func.count(), func.max(EntryRow.number)).where(EntryRow.game_id == game)
    with reading() as connection:
        count, last = connection.execute(lines).one()
    return bool(count == 0 or count != last)
