"""A league night with two tables on two phones: the season's table is right once the last hand is saved."""

from collections.abc import Callable, Mapping, Sequence

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.support.browser.games import Game, form_token
from tests.support.browser.kept_pages import keeps
from tests.support.browser.organisers import organise
from tests.support.browser.score_pad import open_pad
from tests.support.servers import Server

pytestmark = pytest.mark.long

FIRST, SECOND = ("Ana", "Ben", "Cem", "Dee"), ("Eva", "Fay", "Gus", "Hal")
# Worked by hand. First table: six times Ana goes out, the others hold 25, 45 and 110; then Ben goes out, Ana
# holds 30, Cem 45, Dee 110. Second table: Eva goes out seven times, the others hold 10, 20 and 30.
# One game each: lowest average first.
STANDINGS = [
    ("1", "Eva", "0.0"),
    ("2", "Ana", "30.0"),
    ("3", "Fay", "70.0"),
    ("4", "Gus", "140.0"),
    ("5", "Ben", "150.0"),
    ("6", "Hal", "210.0"),
    ("7", "Cem", "315.0"),
    ("8", "Dee", "770.0"),
]

KEPT = """async () => {
    const request = indexedDB.open("scorekeeper")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const kept = request.result.transaction("pages").objectStore("pages").getAll()
    await new Promise((resolve) => (kept.onsuccess = resolve))
    request.result.close()
    return kept.result.flatMap(({ pages }) => Object.values(pages))
}"""
# An A4 page without its margins of 15 mm, in CSS pixels.
BETWEEN_MARGINS: ViewportSize = {"width": 680, "height": 1009}
LINE_ON_PAPER = 32


def test_two_tables_on_two_phones_make_the_table_of_the_season(
    page: Page, phone: Callable[..., Page], server: Server
) -> None:
    slug, address = open_night(page, server)
    home = address.partition("/nights/")[0]
    phones = [phone(base_url=home), phone(base_url=home)]
    tables = [seat(other, address, names) for other, names in zip(phones, (FIRST, SECOND), strict=True)]
    for table, sheet in zip(tables, ("out 25 45 110", "out 10 20 30"), strict=True):
        table.play(*(sheet,) * 6)
    page.goto(f"/leagues/{slug}")
    expect(page.get_by_text("The table fills once the first game counts")).to_be_visible()

    last_hand(phones[0], tables[0], "Ben", {"Ana": 30, "Cem": 45, "Dee": 110})
    last_hand(phones[1], tables[1], "Eva", {"Fay": 10, "Gus": 20, "Hal": 30})

    page.goto(f"/leagues/{slug}/seasons/{season_of(page)}")
    rows = page.locator(".season-table tbody tr")
    assert [line(row) for row in rows.all()] == STANDINGS
    see_it_printed(page)
    page.goto(f"/leagues/{slug}/nights")
    page.get_by_role("link", name="Show the code").tap()
    expect(page.get_by_text("Won by Ana")).to_be_visible()


@pytest.mark.parametrize("script", [True, False])
def test_enter_adds_somebody_new_and_drops_nobody(
    page: Page, phone: Callable[..., Page], server: Server, script: bool
) -> None:
    _slug, address = open_night(page, server)
    other = phone(base_url=address.partition("/nights/")[0], java_script_enabled=script)
    other.goto(f"{address}/games/new")
    other.locator(".known").get_by_role("button", name="Ana", exact=True).tap()
    expect(other.locator("[name=player]")).to_have_count(1)
    other.get_by_label("Someone new to the league").fill("Zed")
    other.keyboard.press("Enter")
    expect(other.locator("[name=player]")).to_have_count(2)
    assert [field.input_value() for field in other.locator("[name=player]").all()] == ["Ana", "Zed"]


def test_phone_keeps_no_news_and_nothing_of_the_league(
    page: Page, phone: Callable[..., Page], server: Server
) -> None:
    _slug, address = open_night(page, server)
    scorer = phone(base_url=address.partition("/nights/")[0])
    table = seat(scorer, address, FIRST)
    table.play("out 25 45 110")
    scorer.goto(f"{table.path}?said=hand-saved&hand=1")
    for shown in ("Hand 1 saved.", "All tables of this league night"):
        expect(scorer.get_by_text(shown).first).to_be_attached()
    keeps(scorer, table.path.rpartition("/")[2])

    kept = " ".join(scorer.evaluate(KEPT))

    assert "Score hand 2" in kept
    assert [part for part in ("Thursday Club", "Hand 1 saved.", "All tables of this") if part in kept] == []


def see_it_printed(page: Page) -> None:
    """On paper the season is one table with a heading for each column."""
    screen = page.viewport_size
    assert screen
    page.get_by_role("link", name="Print").tap()
    page.emulate_media(media="print")
    page.set_viewport_size(BETWEEN_MARGINS)
    for name in ("Average", "Best game", "Per hand", "% beaten", "Streak"):
        expect(page.get_by_role("columnheader", name=name)).to_be_in_viewport(ratio=1)
    row = page.locator(".season-table tbody tr").first.bounding_box()
    assert row
    assert row["height"] < LINE_ON_PAPER
    page.emulate_media(media="screen")
    page.set_viewport_size(screen)


def open_night(page: Page, server: Server) -> tuple[str, str]:
    """Found a league of eight and open its night: the slug, and the address that its code holds."""
    organise(page, server)
    page.goto("/leagues")
    page.get_by_role("link", name="Create a league").tap()
    page.get_by_label("Name").fill("Thursday Club")
    page.get_by_role("button", name="Create the league").tap()
    page.get_by_role("link", name="Add or edit players").tap()
    page.get_by_label("New players").fill("\n".join((*FIRST, *SECOND)))
    page.get_by_role("button", name="Add").tap()
    expect(page.locator("#said")).to_contain_text("Players added.")
    page.get_by_role("link", name="League nights").tap()
    page.get_by_role("button", name="Open a league night").tap()
    address = page.locator("#night-link").inner_text()
    return page.url.split("/leagues/")[1].split("/")[0], address


def seat(phone: Page, address: str, names: Sequence[str]) -> Game:
    """Scan the code and start a game: one tap for each player."""
    phone.goto(address)
    phone.get_by_role("link", name="Start a game").tap()
    for name in names:
        phone.locator(".known").get_by_role("button", name=name, exact=True).tap()
        phone.locator(".seats").get_by_label(f"Remove {name}").wait_for()
    phone.get_by_label(f"Dealer is {names[0]}").check()
    expect(phone.locator(".dealt")).to_have_text(f"{names[0]} deals. {names[1]} goes first.")
    with phone.expect_navigation():
        phone.get_by_role("button", name="Start the game").tap()
    path = "/games/" + phone.url.rpartition("/games/")[2].partition("?")[0]
    return Game(phone.request, form_token(phone.request), path)


def last_hand(phone: Page, table: Game, out: str, points: Mapping[str, int]) -> None:
    """Enter the seventh hand by taps."""
    pad = open_pad(phone, f"{table.path}/hands/7")
    pad.out(out)
    for _ in points:
        pad.points(points[pad.asked()])
    pad.save()


def season_of(page: Page) -> str:
    """The season that the page of the league shows."""
    page.reload()
    return page.locator("#standings bdi").inner_text()


def line(row: Locator) -> tuple[str, ...]:
    """Rank, player and value of one line."""
    shown = [row.locator(part).inner_text() for part in (".rank", ".player a", ".value")]
    return (*shown[:2], str(float(shown[2])))
