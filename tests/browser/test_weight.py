"""A page is light: its weight as the server sends it, with everything it loads, over an empty cache."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browser.games import SHEETS, begin

MOST = 21 * 1024
# What a page loads a second later, it does not show: a slow machine is still loading the page by then.
NOTHING_LATER = """
const wait = setTimeout
window.setTimeout = (act, pause, ...more) => (pause < 1000 ? wait(act, pause, ...more) : 0)
"""


@pytest.mark.parametrize(("name", "noun", "most"), [("table", "", 17.5), ("scoring", "/hands/7", 19)])
def test_page_is_light(
    page: Page, name: str, noun: str, most: float, record_property: Callable[[str, object], None]
) -> None:
    game = begin(page).play(*SHEETS)
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.add_init_script(NOTHING_LATER)
    page.goto(game.path + noun, wait_until="networkidle")
    weight = sum(received)
    record_property("bytes", weight)
    print(f"The {name} page weighs {weight / 1024:.1f} KB in {len(received)} answers (at most {most})")
    assert len(received) > 3
    assert weight <= most * 1024
