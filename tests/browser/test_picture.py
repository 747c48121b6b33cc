"""The picture of the README: a running game on the scorer's phone. `make picture` puts it in its place."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.support.browser.games import begin

LARGEST = 60 * 1024
README_GAME = ("25 out 45 110", "60 55 15 out", "out 70 35 20")


def test_picture_of_a_running_game_is_taken(phone: Callable[..., Page], shots: Path) -> None:
    page = phone(device_scale_factor=1.4)
    game = begin(page, "Ana Ben Cem Dee", dealer=2).play(*README_GAME)
    page.goto(game.path)

    expect(page.get_by_role("link", name="Score hand 4")).to_be_in_viewport()
    page.screenshot(path=shots / "phone.jpg", quality=78)
    picture = (shots / "phone.jpg").read_bytes()
    assert picture.startswith(b"\xff\xd8\xff")
    assert len(picture) < LARGEST
