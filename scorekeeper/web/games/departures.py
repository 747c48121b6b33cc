"""What a departure changes for those who left before it: the totals they post (8.3, 8.4)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.game import Game, Standing


@dataclass(frozen=True, slots=True)
class PostingChange:
    """Somebody who had left already, and that line of the standings before and after."""

    name: str
    before: Standing
    after: Standing


def changes_of_earlier(game: Game, *, after: Game) -> tuple[PostingChange, ...]:
    """Those who left `game` earlier and post another total, or none any more, in the game as it would be."""
    then = {line.seat: line for line in after.standings}
    return tuple(
        PostingChange(game.seats[line.seat].name, line, then[line.seat])
        for line in game.standings
        if game.seats[line.seat].left_after is not None
        and (line.total, line.posted) != (then[line.seat].total, then[line.seat].posted)
    )
