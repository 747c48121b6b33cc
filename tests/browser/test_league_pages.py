"""The pages of a league are light, and work without JavaScript."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.test_weight import MOST, NOTHING_LATER
from tests.support.browser.leagues import League
from tests.support.browser.measures import SMALLEST
from tests.support.browser.stage import Stage

# A phone, a tablet on its side and upright, a desk.
WIDTHS = (360, 768, 820, 1440)
# Names and headings of the season's table that are cut within a word.
CUT_WORDS = """() => {
    const range = document.createRange()
    const cut = (text) => [...text.data.matchAll(/\\p{L}+/gu)].some((word) => lines(text, word) > 1)
    const lines = (text, word) => {
        range.setStart(text, word.index)
        range.setEnd(text, word.index + word[0].length)
        return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size
    }
    return [...document.querySelectorAll(".season-table :is(.player bdi, thead th)")]
        .filter((element) => element.firstChild instanceof Text)
        .filter((element) => cut(element.firstChild))
        .map((element) => element.textContent)
}"""
# Numbers of the season's table that lead somewhere, where a tap in their cell would miss them.
MISSED_TAPS = """(smallest) => {
    const misses = (link) => {
        link.scrollIntoView({ block: "center" })
        const { left, right, top, height } = link.closest("td").getBoundingClientRect()
        const reach = Math.max(smallest, height) / 2 - 1
        const hits = (x, y) => document.elementFromPoint(x, top + height / 2 + y) === link
        const across = [left + 2, (left + right) / 2, right - 2]
        return !across.every((x) => [-reach, 0, reach].every((y) => hits(x, y)))
    }
    const links = [...document.querySelectorAll(".season-table td a")].filter((link) => link.offsetParent)
    return links.filter(misses).map((link) => link.ariaLabel)
}"""

# An A4 page without its margins of 15 mm, and the height of one line there, in CSS pixels.
BETWEEN_MARGINS: ViewportSize = {"width": 680, "height": 1009}
LINE_ON_PAPER = 32
READ = ("", "/seasons/Always", "/players", "/players/1", "/games", "/records", "/history")


@pytest.fixture
def league(stage: Stage) -> League:
    return stage.league


@pytest.mark.long
def test_pages_of_a_league_are_light(page: Page, league: League) -> None:
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    received: list[float] = []
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.add_init_script(NOTHING_LATER)
    for path in (*(f"/leagues/{league.slug}{noun}" for noun in READ), f"/nights/{league.token}/games/new"):
        received.clear()
        page.goto(path, wait_until="networkidle")
        print(f"{path} weighs {sum(received) / 1024:.1f} KB in {len(received)} answers (at most 21)")
        assert received
        assert sum(received) <= MOST


def test_table_of_a_season_keeps_words_whole_and_numbers_large_for_a_thumb(
    page: Page, league: League
) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(f"/leagues/{league.slug}/seasons/Always")
        expect(page.locator(".season-table td a").first).to_be_visible()
        assert page.evaluate(CUT_WORDS) == [], width
        assert page.evaluate(MISSED_TAPS, SMALLEST) == [], width


def test_season_is_one_table_on_paper(page: Page, league: League) -> None:
    page.goto(f"/leagues/{league.slug}/seasons/Always")
    page.get_by_role("link", name="Print").tap()
    page.wait_for_url("**/print")
    page.emulate_media(media="print")
    page.set_viewport_size(BETWEEN_MARGINS)
    for name in ("Average", "Best game", "Per hand", "% beaten", "Streak"):
        expect(page.get_by_role("columnheader", name=name)).to_be_in_viewport(ratio=1)
    row = page.locator(".season-table tbody tr").filter(has_text="Ben").first.bounding_box()
    assert row
    assert row["height"] < LINE_ON_PAPER


def test_numbers_of_a_league_say_to_a_screen_reader_what_they_count(page: Page, league: League) -> None:
    page.set_viewport_size({"width": WIDTHS[-1], "height": 800})
    page.goto(f"/leagues/{league.slug}/seasons/Always")
    row = page.locator(".season-table tbody tr").first
    name = row.locator("bdi").inner_text()
    expect(row.locator(".won").get_by_role("link")).to_have_accessible_name(
        re.compile(f"{name}, Games won: ")
    )
    for path in ("/seasons/Always", "/players/1"):
        page.goto(f"/leagues/{league.slug}{path}")
        for link in page.locator("td a, dd a").all():
            expect(link).to_have_accessible_name(re.compile("[A-Za-z]{3}"))


def test_phone_shows_what_decides_and_one_more_number(page: Page, league: League) -> None:
    headings = page.locator(".season-table thead th:visible")
    for query, last in (("", "Games"), ("?sort=streak", "Streak"), ("?sort=name", "")):
        page.goto(f"/leagues/{league.slug}/seasons/Always{query}")
        assert headings.all_inner_texts()[3:] == [last][: bool(last)], query
    page.locator(".season-table .value a").first.tap()
    expect(page.get_by_role("heading", name="Games", exact=True)).to_be_in_viewport()
