"""A name at a table as a game knows it: a text, and in a league the player whose name it is."""

from __future__ import annotations


class PlayerName(str):
    """The name that is shown for a player of a league. The core takes it for the text that it is."""

    __slots__ = ("player",)

    player: int

    def __new__(cls, shown: str, player: int) -> PlayerName:
        named = super().__new__(cls, shown)
        named.player = player
        return named

    def __getnewargs__(self) -> tuple[str, int]:  # type: ignore[override]
        return str(self), self.player


def player_of(name: str) -> int | None:
    """The id of the player whose name it is; None in a game without a league."""
    return name.player if isinstance(name, PlayerName) else None


def bearer(name: str) -> str | int:
    """Whose name it is: what tells two names of one game apart, whatever they read."""
    return name.player if isinstance(name, PlayerName) else name
