"""Few taps, and none is lost: what a finger does is counted by the browser itself."""

from playwright.sync_api import Page, Route, expect

from tests.support.browser.games import begin
from tests.support.browser.organisers import organise
from tests.support.browser.score_pad import open_pad
from tests.support.browser.thumb import COUNTED, COUNTER
from tests.support.servers import Server

MOST_OF_A_REMATCH = 3


def test_taps_as_fast_as_they_come_are_all_counted(page: Page) -> None:
    game = begin(page)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    for digit in "110":
        box = page.locator(f'.keys [data-act="digit"][data-value="{digit}"]').bounding_box()
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(pad.current.locator(".points")).to_have_value("110")


def test_a_rematch_starts_in_three_taps(page: Page) -> None:
    begin(page, "Ana Ben Cem Dee Eva").play(*["out 25 45 110 5"] * 7)
    page.add_init_script(COUNTER)
    page.goto("/")
    page.get_by_role("link", name="Same players as last time").tap()
    page.get_by_role("button", name="Draw for dealer").tap()
    expect(page.locator(".draw li")).to_have_count(5)
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()

    assert page.evaluate(COUNTED) == [MOST_OF_A_REMATCH, MOST_OF_A_REMATCH]


def test_two_taps_send_a_form_once(page: Page, server: Server) -> None:
    organise(page, server)
    page.goto("/leagues/new")
    page.get_by_label("Name").fill("Two Taps")
    held: list[Route] = []
    page.route("**/leagues/new", lambda route: held.append(route))
    box = page.get_by_role("button", name="Create the league").bounding_box()

    with page.expect_request("**/leagues/new"):
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    held[0].continue_()

    page.wait_for_url("**/leagues/two-taps?*")
    assert len(held) == 1


def test_an_answer_moves_nothing_while_the_finger_is_down(page: Page) -> None:
    page.goto("/ask")
    link = page.get_by_role("link", name="Referee")
    link.hover()
    page.mouse.down()
    with page.expect_response("**/ask?q=*") as answer:
        page.locator("#ask [name=q]").fill("joker")
    answer.value.finished()
    page.evaluate("new Promise(requestAnimationFrame)")
    page.mouse.up()
    expect(page.get_by_role("heading", level=1)).to_have_text("Referee")
