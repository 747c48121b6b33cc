"""The hands to come of a game, as they will be if nothing unusual happens: for phones without a network.

A sheet on which everybody holds nothing stands for each hand before. So where a total ends the game, a page
may never be needed.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import Entry, GivenScore, HandScored
from scorekeeper.rules.fold import Replay
from scorekeeper.rules.game import Game, Status
from scorekeeper.services.games import log
from scorekeeper.services.games.queries.hands import ScoringPage, page_of
from scorekeeper.services.games.queries.head import read_head

MOST_AHEAD: Final = 10


def hands_ahead(game_id: str) -> tuple[tuple[Game, ScoringPage], ...]:
    """The game before each hand to come, and its scoring page: at most `MOST_AHEAD`, in their order.

    There are none for an unknown or deleted game, on a break, and after the last hand.
    """
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return ()
        entries = log.load(session, game_id)
    if head.status is not Status.PLAYING:
        return ()
    games = _games_ahead(entries)
    return tuple((game, page_of(replace(head, hand=game.hand), entries, game)) for game in games)


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
