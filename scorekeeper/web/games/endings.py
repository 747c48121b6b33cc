"""How a game ended or would end: stopped before its last hand, and whether it counts, and why not."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.rules.contracts import LAST_HAND
from scorekeeper.rules.game import Status
from scorekeeper.services.games.queries.table import TablePage


@dataclass(frozen=True, slots=True)
class Ending:
    """What is to be said of the end of a game, as it stands.

    `stopped`: it ended before its last hand, so nobody won and the standing is information (8.4a).
    `joined`: somebody joined late (8.7a). `unposted`: the total of somebody who left cannot be posted (8.4).
    Either of the two keeps the game out of the statistics.
    """

    stopped: bool
    joined: bool
    unposted: bool


def ending_of(page: TablePage) -> Ending:
    """The end of a game from the rows of its page."""
    return Ending(
        stopped=page.head.status is Status.FINISHED and len(page.hands) < LAST_HAND,
        joined=any(seat.start_score is not None for seat in page.seats),
        unposted=any(seat.left_after is not None and not seat.posted for seat in page.seats),
    )
