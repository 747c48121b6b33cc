"""The API token of a game: derived, never stored, so that it can be told again and taken back."""

from __future__ import annotations

import hmac

from sqlalchemy import select, update

from scorekeeper.models import GameRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.services.games.rights import bump


def api_token(game_id: str, generation: int) -> str:
    """The token of one generation: 43 characters."""
    return keyed_text("api token", game_id, str(generation))


def link_token(game_id: str, generation: int) -> str:
    """The secret of the first invitation to a game of the API: derived, so that it can be told again."""
    return keyed_text("scorer link", game_id, str(generation))


def token_of(game_id: str) -> str:
    """The token that is valid now; UnknownGame."""
    generation = _generation(game_id)
    if generation is None:
        raise UnknownGame(game_id)
    return api_token(game_id, generation)


def check_token(game_id: str, token: str) -> bool:
    """Whether `token` is the one of this game; False for an unknown or deleted game."""
    generation = _generation(game_id)
    return generation is not None and hmac.compare_digest(
        api_token(game_id, generation).encode(), token.encode("utf-8", "replace")
    )


def renew(game_id: str) -> None:
    """Make the token worthless, for everybody who was told it; UnknownGame."""
    with writing() as connection:
        bump(connection, game_id)
        connection.execute(
            update(GameRow).where(GameRow.id == game_id).values(token_generation=GameRow.token_generation + 1)
        )


def _generation(game_id: str) -> int | None:
    with reading() as connection:
        return connection.scalar(
            select(GameRow.token_generation).where(GameRow.id == game_id, GameRow.deleted_at.is_(None))
        )
