"""The pages of a league are light, and work without JavaScript."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_weight import MOST
from tests.support.browser.leagues import League, set_league
from tests.support.browser.organisers import organise
from tests.support.servers import Server

READ = ("", "/seasons/Always", "/players", "/players/1", "/games", "/records", "/history")


@pytest.fixture
def league(page: Page, server: Server) -> League:
    organise(page, server)
    return set_league(page)


def test_pages_of_a_league_are_light(page: Page, league: League) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    for path in (*(f"/leagues/{league.slug}{noun}" for noun in READ), f"/nights/{league.token}/games/new"):
        received.clear()
        page.goto(path, wait_until="networkidle")
        print(f"{path} weighs {sum(received) / 1024:.1f} KB in {len(received)} answers (at most 21)")
        assert received
        assert sum(received) <= MOST


def test_league_is_read_and_a_game_started_without_script(phone: Callable[..., Page], league: League) -> None:
    plain = phone(java_script_enabled=False)
    for noun in READ:
        plain.goto(f"/leagues/{league.slug}{noun}")
        expect(plain.locator(".needs-script:visible")).to_have_count(0)
    plain.goto(f"/leagues/{league.slug}/players?q=be")
    expect(plain.locator("main .list-title")).to_have_text(["Ben"])

    plain.goto(f"/nights/{league.token}")
    plain.get_by_role("link", name="Start a game").tap()
    for name in ("Eva", "Fay", "Gus", "Hal"):
        plain.get_by_role("button", name=name, exact=True).tap()
    plain.get_by_role("radio", name="Eva").check()
    plain.get_by_role("button", name="Start the game").tap()
    expect(plain.get_by_role("link", name="Score hand 1")).to_be_visible()
