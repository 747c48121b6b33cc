"""Proves that a reader who follows a saved hand through the code opens few files."""

from __future__ import annotations

import sys
from pathlib import Path
from types import FrameType

from flask import Flask

from tests.support.phones import Phone, sheet

PACKAGE = Path(__file__).parents[2] / "scorekeeper"
MOST = 32
POINTS = {0: 15, 2: 30, 3: 50}


def test_a_saved_hand_of_a_game_without_a_league_enters_few_files(app: Flask) -> None:
    phone = Phone(app)
    game = phone.start("Ana", "Ben", "Cem", "Dee")
    for hand in (1, 2):
        assert phone.score(game, hand, 1, POINTS).status_code == 303
    form = sheet(1, POINTS, attempt=phone.attempt(game, 3))
    entered: set[str] = set()

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            entered.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        saved = phone.post(f"/games/{game}/hands/3", form)
    finally:
        sys.setprofile(before)

    assert saved.status_code == 303
    files = sorted(name for name in entered if PACKAGE in Path(name).parents)
    assert "scorekeeper/services/games/recording.py" in {
        Path(name).relative_to(PACKAGE.parent).as_posix() for name in files
    }
    assert len(files) <= MOST, "\n".join(files)
