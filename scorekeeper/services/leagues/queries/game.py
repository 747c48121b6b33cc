"""What a game is to a league: where its table page says that it belongs."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, select

from scorekeeper.models import LeagueGameRow, LeagueRow, NightRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.services.leagues.night_addresses import token_of


@dataclass(frozen=True, slots=True)
class GameInLeague:
    """The league of a game. `night` is the key of its league night, None for a game that joined later.

    `night_token` leads scorers to that night: only those who may score the game are told, and nobody once the
    night got another address: that must be scanned anew.
    """

    league_id: int
    slug: str
    name: str
    visibility: Visibility
    night: str | None
    struck_at: datetime | None
    struck_reason: str | None
    joined_at: datetime
    night_renewed_at: datetime | None

    @property
    def night_moved(self) -> bool:
        """Whether its league night got another address after the game began."""
        return self.night_renewed_at is not None and self.joined_at < self.night_renewed_at

    @property
    def night_token(self) -> str | None:
        if self.night is None or self.night_moved:
            return None
        return token_of(self.night, self.night_renewed_at)


_PLACE: Final = (
    select(
        LeagueRow.id,
        LeagueRow.slug,
        LeagueRow.name,
        LeagueRow.visibility,
        NightRow.key,
        LeagueGameRow.struck_at,
        LeagueGameRow.struck_reason,
        LeagueGameRow.joined_at,
        NightRow.renewed_at,
    )
    .join(LeagueGameRow, LeagueGameRow.league_id == LeagueRow.id)
    .outerjoin(NightRow, NightRow.id == LeagueGameRow.night_id)
    .where(LeagueGameRow.game_id == bindparam("game_id"))
)

_TAKEN: Final = select(LeagueGameRow.game_id).where(
    LeagueGameRow.game_id.in_(bindparam("games", expanding=True))
)


def in_a_league(game_ids: Collection[str]) -> frozenset[str]:
    """Those of some games that are in any league."""
    with reading() as connection:
        return frozenset(connection.scalars(_TAKEN, {"games": list(game_ids)}))


def league_of(game_id: str) -> GameInLeague | None:
    """Where a game belongs; None for one without a league."""
    with reading() as connection:
        row = connection.execute(_PLACE, {"game_id": game_id}).first()
    if row is None:
        return None
    return GameInLeague(row[0], row[1], row[2], Visibility(row[3]), *row[4:])
