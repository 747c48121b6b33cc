"""The hands to come of a game, as they will be if nothing unusual happens: for phones without a network.

A sheet on which everybody holds nothing stands for each hand before. So where a total ends the game, a page
may never be needed.

A game that may start is drawn before it is known who plays, and who deals: one letter that nobody types
stands for the name of each seat, and another one for its number. Whoever deals sits on seat 0.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from scorekeeper.models.engine import reading
from scorekeeper.rules import history
from scorekeeper.rules.entries import Entry, GivenScore, HandScored, Resumed, Started, Undone
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import log
from scorekeeper.services.games.queries.hands import ScoringPage, page_of
from scorekeeper.services.games.queries.head import GameHead, head_of_new, read_head
from scorekeeper.services.games.queries.table import TablePage
from scorekeeper.services.games.queries.table import page_of as table_of

# The game before each hand, and its scoring page.
Ahead = Sequence[tuple[Game, ScoringPage]]
MOST_AHEAD: Final = 10
# Private use characters: static/js/new-game.js has the same.
NAMES: Final = tuple("\ue000\ue001\ue002\ue003\ue004\ue005\ue006\ue007")
_NUMBERS: Final = tuple("\ue010\ue011\ue012\ue013\ue014\ue015\ue016\ue017")


class _Seat(int):
    """The number of a seat, written as the letter that stands for it."""

    def __str__(self) -> str:
        return _NUMBERS[self]


def hands_ahead(game_id: str) -> Ahead:
    """The game before each hand to come, and its scoring page: at most `MOST_AHEAD`, in their order.

    On a break the next hand is one of them. There are none for an unknown or deleted game, and after the
    last hand.
    """
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return ()
        entries = log.load(session, game_id)
    return _pages_ahead(head, entries)[head.status is Status.PLAYING :]


def undone_ahead(game_id: str, entry: int, *, now: datetime) -> tuple[TablePage, Ahead]:
    """The table once an entry is undone, and as of `hands_ahead` what comes then, from the next hand on.

    StateViolation if it cannot be undone, as after a year.
    """
    with reading() as session:
        entries = log.load(session, game_id)
    undo, game = history.append(entries, Undone(entry), at=now)
    head = head_of_new(game_id, game=game, now=now)
    return table_of(head, game), _pages_ahead(head, (*entries, undo))


def _pages_ahead(head: GameHead, entries: tuple[Entry, ...]) -> Ahead:
    """From the hand on that is next, or will be after a break; none once the game is over."""
    if head.status is Status.FINISHED:
        return ()
    if head.status is Status.SUSPENDED:
        entries = (*entries, _resumption(entries))
        head = replace(head, status=Status.PLAYING)
    games = [Replay(entries).game(), *_games_ahead(entries)]
    return tuple((game, page_of(replace(head, hand=game.hand), entries, game)) for game in games)


def new_game_ahead(game_id: str, event: Started, *, now: datetime) -> tuple[TablePage, Ahead]:
    """The table of a game that may start with `event`, whose players are some of `NAMES`.

    Then the game before each hand and its scoring page, as of `hands_ahead` but from the first one on;
    RuleViolation.
    """
    entry, first = history.start(event, now=now)
    games = [_lettered(game) for game in (first, *_games_ahead((entry,)))]
    head = head_of_new(game_id, game=first, now=now)
    ahead = tuple((game, page_of(replace(head, hand=game.hand), (entry,), game)) for game in games)
    return table_of(head, games[0]), ahead


def _resumption(entries: tuple[Entry, ...]) -> Entry:
    game = Replay(entries).game()
    names = tuple(game.seats[seat].name for seat in game.playing)
    return replace(entries[-1], number=len(entries) + 1, event=Resumed(agreed=True, seats=names))


def _lettered(game: Game) -> Game:
    seats = tuple(replace(seat, number=_Seat(seat.number)) for seat in game.seats)
    return replace(game, seats=seats, order=tuple(map(_Seat, game.order)))


def _games_ahead(entries: tuple[Entry, ...]) -> Iterator[Game]:
    replay = Replay(entries)
    for step in range(1, MOST_AHEAD + 1):
        game = replay.game()
        if game.hand is None:
            return
        scores = tuple(GivenScore(seat, points=0) for seat in game.playing)
        sheet = HandScored(game.hand.number, game.playing[0], scores)
        replay.apply(replace(entries[-1], number=len(entries) + step, event=sheet))
        if replay.game().hand:
            yield replay.game()
