"""A league night on the phones of its tables; test_club_moves_in.py plays one to the table of the season."""

from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import Game, form_token
from tests.support.browser.kept_pages import keeps
from tests.support.browser.organisers import organise
from tests.support.servers import Server

pytestmark = pytest.mark.long

FIRST, SECOND = ("Ana", "Ben", "Cem", "Dee"), ("Eva", "Fay", "Gus", "Hal")

KEPT = """async () => {
    const request = indexedDB.open("scorekeeper")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const kept = request.result.transaction("pages").objectStore("pages").getAll()
    await new Promise((resolve) => (kept.onsuccess = resolve))
    request.result.close()
    return kept.result.flatMap(({ pages }) => Object.values(pages))
}"""


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
