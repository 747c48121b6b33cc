"""The end of a game and what stays: ranking, playing again, taking it away, deleting, this phone's games."""

import base64
import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_table_page import WITHIN_A4
from tests.support.browser.behaviours import listens
from tests.support.browser.games import LAST_SHEET, SHEETS, begin

LONG = (
    "Maximiliana Hohenlohe", "Christopher", "Bartholomew", "Evangelina-Maria", "שרה בת-אברהם",
    "Wolfgang Amadeus", "Wolfeschlegelsteinhausenbergerdorffwelch", "Ben",
)  # fmt: skip
# How many colours a picture has.
COLOURS = """async (data) => {
    const picture = new Image()
    picture.src = `data:image/png;base64,${data}`
    await picture.decode()
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext("2d")
    pen.drawImage(picture, 0, 0)
    return new Set(new Uint32Array(pen.getImageData(0, 0, picture.width, picture.height).data.buffer)).size
}"""
SHARING = """
navigator.canShare = () => true
navigator.share = async ({ files }) => { window.shared = files[0] }
"""
# A phone that is in a network again asks at once.
ASK_NOW = "dispatchEvent(new Event('online'))"
MOVED = """
window.moved = []
addEventListener("animationstart", ({ animationName }) => moved.push(animationName), true)
"""
# Cells of a table that hold more than they show.
BROADER = """(table) => [...table.querySelectorAll("th, td")]
    .filter((cell) => cell.scrollWidth > cell.clientWidth + 1).map((cell) => cell.textContent)"""
NAMED = "(trophy) => getComputedStyle(trophy.firstElementChild).animationName"


def test_picture_is_saved_where_files_cannot_be_shared(page: Page) -> None:
    page.goto(begin(page, LONG).play(*(" ".join(["out", *("20" for _ in LONG[1:])]) for _ in range(7))).path)
    listens(page, "picture")

    with page.expect_download() as download:
        page.get_by_role("button", name="Share picture").tap()

    assert download.value.suggested_filename == "continental-rummy.png"
    drawn = Path(download.value.path()).read_bytes()
    assert drawn.startswith(b"\x89PNG")
    assert struct.unpack(">II", drawn[16:24]) == (1080, 1350)
    assert page.evaluate(COLOURS, base64.b64encode(drawn).decode()) > 200
    expect(page.locator("#news")).to_have_text("Picture saved")


def test_picture_is_shared_where_files_can_be(page: Page) -> None:
    page.add_init_script(SHARING)
    page.goto(begin(page, "Ana Ben").play(*("out 5",) * 7).path)
    listens(page, "picture")
    page.get_by_role("button", name="Share picture").tap()

    page.wait_for_function("() => window.shared")
    assert page.evaluate("[shared.name, shared.type]") == ["continental-rummy.png", "image/png"]


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_cards_fan_out_once_when_somebody_else_saves_the_last_hand(
    page: Page, phone: Callable[..., Page], motion: str
) -> None:
    game = begin(page).play(*SHEETS)
    other = phone(reduced_motion=motion)
    other.add_init_script(MOVED)
    other.goto(game.path)
    game.play(LAST_SHEET)
    other.evaluate(ASK_NOW)
    expect(other.get_by_role("heading", name="Ben wins by 20 points")).to_be_visible()
    if motion == "reduce":
        assert other.evaluate("moved") == []
    else:
        other.wait_for_function("() => moved.includes('fan') && moved.includes('fall')")
    game.post("/seats", {"seat": "0", "name-0": "Anna"})
    other.evaluate(ASK_NOW)
    expect(other.locator(".standings")).to_contain_text("Anna")
    assert other.locator(".trophy").evaluate(NAMED) == "none"


def test_score_sheet_of_eight_with_long_names_prints_on_one_page(page: Page) -> None:
    game = begin(page, LONG)
    game.play("out - 20 30 40 50 60 70")
    for hand in range(1, 7):
        game.play(" ".join("out" if seat == hand else str(5 * (seat + hand + 1)) for seat in range(8)))
    page.goto(f"{game.path}/print")
    page.emulate_media(media="print")
    page.set_viewport_size(WITHIN_A4)

    assert page.locator(".paper").evaluate(BROADER) == []
    for paper in ("A4", "Letter"):
        assert len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format=paper))) == 1
