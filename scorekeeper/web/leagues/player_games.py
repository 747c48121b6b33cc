"""Which games of a player made one of the numbers of the table, and their list page by page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.services.leagues.queries.player import PlayedGame, PlayerPage

PER_PAGE: Final = 25
Games = tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class GamesShown:
    """One page of the games that were asked for; `number` is how many there are."""

    games: Games
    number: int
    page: int

    @property
    def pages(self) -> int:
        """How many pages there are, at least one."""
        return max(1, -(-self.number // PER_PAGE))


def _streak(page: PlayerPage) -> Games:
    return page.games[: page.tally.streak] if page.tally else ()


def _best(page: PlayerPage) -> Games:
    lowest = page.tally.best if page.tally else None
    return tuple(game for game in page.games if game.result.total == lowest and not game.result.posted)


def _won(page: PlayerPage) -> Games:
    return tuple(game for game in page.games if game.result.rank == 1)


def _outs(page: PlayerPage) -> Games:
    return tuple(game for game in page.games if game.result.outs)


# The games behind a number, by its name in the address; the other numbers are made of all of them.
ONLY: Final[Mapping[str, Callable[[PlayerPage], Games]]] = {
    "won": _won,
    "best": _best,
    "outs": _outs,
    "streak": _streak,
}


def shown(page: PlayerPage, *, only: str, place: int, number: int) -> GamesShown:
    """The games behind a number (`only`), or those that ended on a place; `number` is that of the page."""
    games = ONLY[only](page) if only in ONLY else page.games
    if place:
        games = tuple(game for game in games if game.result.rank == place)
    last = max(1, -(-len(games) // PER_PAGE))
    number = max(1, min(number, last))
    return GamesShown(games[(number - 1) * PER_PAGE : number * PER_PAGE], len(games), number)
