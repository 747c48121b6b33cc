"""Names in a game: a plain text, or in a league a text that carries the player's id."""

from __future__ import annotations


class PlayerName(str):
    """The name of a player of a league with the player's id. The core treats it as plain text."""

    __slots__ = ("player",)

    player: int

    def __new__(cls, shown: str, player: int) -> PlayerName:
        named = super().__new__(cls, shown)
        named.player = player
        return named

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.player


def player_of(name: str) -> int | None:
    """The id of the player with this name; None for a plain name in a game without a league."""
    return name.player if isinstance(name, PlayerName) else None


def bearer(name: str) -> str | int:
    """The player's id, or the text of a plain name: it differs for any two names of one game."""
    return name.player if isinstance(name, PlayerName) else name
