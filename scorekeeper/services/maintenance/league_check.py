"""Are the results of league games, and the people in them, what the histories say?"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import aliased

from scorekeeper.models import LeagueGameRow, LeagueRow, PlayerRow, SeasonRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.fold import fold
from scorekeeper.services.games import log
from scorekeeper.services.games.projection import Difference
from scorekeeper.services.leagues import results

_PERSON = aliased(PlayerRow)


def differences(game_id: str) -> tuple[Difference, ...]:
    """Every result and every seat of a game that is not what it must be; none for one without a league."""
    with reading() as connection:
        place = connection.execute(
            select(LeagueGameRow.league_id, SeasonRow.league_id.label("of_season"))
            .join(SeasonRow, SeasonRow.id == LeagueGameRow.season_id)
            .where(LeagueGameRow.game_id == game_id)
        ).first()
        if place is None:
            return ()
        stored = results.stored(connection, game_id)
        expected = results.expected(connection, game_id, game=fold(log.load_any(connection, game_id)))
        strangers = connection.execute(
            select(SeatRow.number, PlayerRow.league_id)
            .outerjoin(PlayerRow, PlayerRow.id == SeatRow.player_id)
            .where(SeatRow.game_id == game_id, PlayerRow.league_id.is_distinct_from(place.league_id))
        ).all()
    season = (
        ()
        if place.of_season == place.league_id
        else (Difference("league_game.season_id", (), (place.of_season,), (place.league_id,)),)
    )
    return (
        *season,
        *(Difference("seat.player_id", (seat,), (league,), (place.league_id,)) for seat, league in strangers),
        *(
            Difference("result", (seat,), stored.get(seat), expected.get(seat))
            for seat in sorted(stored.keys() | expected.keys())
            if stored.get(seat) != expected.get(seat)
        ),
    )


def odd_leagues() -> tuple[str, ...]:
    """What is wrong with leagues themselves: who is one person with somebody of another league, or with
    somebody who is again another.
    """
    query = (
        select(LeagueRow.slug, PlayerRow.number)
        .join(LeagueRow, LeagueRow.id == PlayerRow.league_id)
        .outerjoin(_PERSON, _PERSON.id == PlayerRow.person)
        .where(
            _PERSON.id.is_(None) | (_PERSON.league_id != PlayerRow.league_id) | (_PERSON.person != _PERSON.id)
        )
        .order_by(LeagueRow.slug, PlayerRow.number)
    )
    with reading() as connection:
        return tuple(f"league {row.slug}: player {row.number} is nobody" for row in connection.execute(query))
