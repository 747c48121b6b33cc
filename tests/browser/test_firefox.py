"""The main path in Firefox, by mouse: a game from its start, and a draft that outlives a reload."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Browser, BrowserContext, expect

from tests.support.browser.games import begin
from tests.support.browser.score_pad import open_pad
from tests.support.browser.sheet import OPENING, Player

pytestmark = pytest.mark.long

SCREEN = {"viewport": {"width": 360, "height": 740}}


def test_sheet_1_opens_in_firefox(firefox: Browser, contexts: Callable[..., BrowserContext]) -> None:
    page = contexts(firefox, **SCREEN).new_page()
    Player(page, touch=False).play(OPENING)
    expect(page.locator(".hands tbody tr")).to_have_count(2)


def test_draft_outlives_a_reload_in_firefox(
    firefox: Browser, contexts: Callable[..., BrowserContext], network_url: str
) -> None:
    page = contexts(firefox, base_url=network_url, **SCREEN).new_page()
    pad = open_pad(page, f"{begin(page).path}/hands/1", touch=False)
    pad.out("Ana")
    pad.keys("11")
    page.reload()
    expect(pad.line("Ben")).to_have_value("11")
    expect(pad.current_name).to_have_text("Ben")
