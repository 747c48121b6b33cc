"""Pages that take a league away and bring one in, in every state: endpoint, state, path, event."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict

from playwright.sync_api import FilePayload, Page

from scorekeeper.language import _
from scorekeeper.rules.rulesets.house_rules import HouseRules
from tests.support.browser.actions import send
from tests.support.browser.league_gallery import ALL, EMPTY, NOWHERE
from tests.support.browser.organiser_gallery import LEAGUE, PLAYED_IN

BOOK = "date,hand,player,points\n2019-03-07,1,Ana,25\n2019-03-07,1,Ben,0\n2019-03-07,1,Edda,45\n"
BAD = f"{BOOK}yesterday,9,Ana,12.5\n"
ELSEWHERE = json.dumps(
    {
        "format": "scorekeeper-league",
        "version": 1,
        "league": {
            "key": "K" * 22,
            "slug": "monday-club",
            "name": "Monday Club",
            "visibility": "public",
            "time_zone": "UTC",
            "house_rules": asdict(HouseRules()),
            "created_at": "2019-01-01T12:00:00+00:00",
        },
        **{name: [] for name in ("players", "seasons", "nights", "games", "history")},
    }
)


def brought(text: str) -> Callable[[Page], object]:
    """Send a file with this in it."""
    file = FilePayload(name="file.txt", mimeType="text/plain", buffer=text.encode())

    def act(page: Page) -> None:
        page.set_input_files("#file", file)
        with page.expect_navigation():
            page.get_by_role("button", name=_("Show preview")).click()

    return act


FILE_PAGES = (
    ("league_exports.exports", EMPTY, "/leagues/{quiet}/exports"),
    ("league_exports.exports", ALL, f"{LEAGUE}/exports"),
    ("league_exports.exports", "refused", f"{NOWHERE}/exports"),
    ("league_imports.file", PLAYED_IN, f"{LEAGUE}/imports"),
    ("league_imports.file", "refused", f"{LEAGUE}/imports", send()),
    ("league_imports.whole", PLAYED_IN, "/leagues/imports"),
    ("league_imports.whole", "refused", "/leagues/imports", send()),
    ("league_imports.preview", PLAYED_IN, f"{LEAGUE}/imports", brought(BOOK)),
    ("league_imports.preview", "refused", f"{LEAGUE}/imports", brought(BAD)),
    ("league_imports.whole_preview", PLAYED_IN, "/leagues/imports", brought(ELSEWHERE)),
    ("league_imports.whole_preview", "refused", "/leagues/imports", brought(BAD)),
)
