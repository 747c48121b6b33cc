"""A second worker process for tests of two at once. Run as `python -m tests.support.worker`.

Arguments: data folder, game id, number of hands, and the points of the player who is not out. It says
`ready`, waits for a line, then records every hand and prints one line for each.
"""

from __future__ import annotations

import sys
from pathlib import Path

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.common.faults import HandConflict
from scorekeeper.services.games import recording
from tests.support.play import NOW, sheet


def main(data: str, game_id: str, hands: str, points: str) -> None:
    app = create_app(Settings(data=Path(data)))
    with app.app_context():
        print("ready", flush=True)
        sys.stdin.readline()
        for hand in range(1, int(hands) + 1):
            print(offer(game_id, hand=hand, points=points), flush=True)


def offer(game_id: str, *, hand: int, points: str) -> str:
    try:
        recorded = recording.record(game_id, sheet(f"out {points}", hand=hand), now=NOW, attempt=1)
    except HandConflict:
        return "conflict"
    return "again" if recorded.again else "saved"


if __name__ == "__main__":
    main(*sys.argv[1:])
