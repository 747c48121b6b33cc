"""Who leads a season, and how far ahead of those who come next."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.rules.leagues.ranking import RankedPlayer


@dataclass(frozen=True, slots=True)
class SeasonLead:
    """The best of a season. `chasers` have the next rank, `ahead` is how far their values are behind.

    It is zero where the ranking's later numbers decide, or where nobody else has a rank.
    """

    leaders: tuple[RankedPlayer, ...]
    chasers: tuple[RankedPlayer, ...]
    ahead: Fraction


def lead_of(lines: Sequence[RankedPlayer]) -> SeasonLead | None:
    """The lead of a season's table, best first; None before anybody has a rank."""
    leaders = tuple(line for line in lines if line.rank == 1)
    if not leaders:
        return None
    chasers = tuple(line for line in lines if line.rank == 1 + len(leaders))
    values = [line.value for line in (*leaders, *chasers) if line.value is not None]
    return SeasonLead(leaders, chasers, max(values) - min(values))
