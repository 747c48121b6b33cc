"""A half-entered hand outlives a reload, going back, and a browser killed in the middle of a number."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.browser.conftest import CHROMIUM, CHROMIUM_FLAGS, PHONE, installed
from tests.support.browser.games import begin, join
from tests.support.browser.killing import browser_on, kill
from tests.support.browser.score_pad import Pad, QuickPad, answer, corrected, entered, open_pad
from tests.support.servers import Server

pytestmark = pytest.mark.long

ON_DISK = """async (typed) => {
    const request = indexedDB.open("scorekeeper", 1)
    await new Promise((resolve) => (request.onsuccess = resolve))
    const asked = request.result.transaction("drafts").objectStore("drafts").getAll()
    await new Promise((resolve) => (asked.onsuccess = resolve))
    request.result.close()
    return asked.result.some(({ lines }) => lines.some(({ text }) => text === typed))
}"""


def half_entered(page: Page, path: str) -> Pad:
    """Ana went out, Ben holds 25, Cem 11 and something."""
    return entered(page, path, out="Ana", points=(25,), digits="11")


def is_half_entered(page: Page) -> None:
    pad = Pad(page)
    expect(pad.line("Ben")).to_have_value("25")
    expect(pad.line("Cem")).to_have_value("11")
    expect(pad.current_name).to_have_text("Cem")
    expect(pad.line("Dee")).to_have_value("")
    expect(page.locator(".line.is-out")).to_contain_text("Ana")


def is_empty(page: Page) -> None:
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    expect(page.locator(".who :checked")).to_have_count(0)
    values = page.locator(".points").evaluate_all("all => all.map(one => one.value)")
    assert values == [""] * len(values)


def is_on_disk(page: Page, typed: str) -> None:
    """Wait until the browser itself says that it wrote this number down."""
    page.wait_for_function(ON_DISK, arg=typed)


def test_draft_outlives_a_reload(page: Page) -> None:
    half_entered(page, f"{begin(page).path}/hands/1")
    page.reload()
    is_half_entered(page)


def test_draft_outlives_going_back_and_forward(page: Page) -> None:
    game = begin(page)
    page.goto(game.path)
    half_entered(page, f"{game.path}/hands/1")
    page.go_back()
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.go_forward()
    is_half_entered(page)
    page.goto(game.path)
    page.get_by_role("link", name="Continue hand 1").tap()
    is_half_entered(page)


def test_draft_of_counted_cards_and_no_score_outlives_a_reload(page: Page) -> None:
    pad = open_pad(page, f"{begin(page).path}/hands/1")
    pad.nobody()
    pad.none()
    pad.press(page.get_by_role("button", name="Count cards"))
    pad.press(page.get_by_role("button", name="+ Aces"))
    pad.press(page.get_by_role("button", name="+ Missing"))
    page.reload()
    expect(pad.current.locator(".points")).to_have_value("30")
    expect(page.locator(".counters output")).to_have_text(["0", "0", "1", "0", "1"])
    expect(pad.line("Ben")).to_have_value("none")


@pytest.mark.parametrize("address", ["here", "in the network"])
def test_draft_outlives_a_killed_browser(
    playwright: Playwright, server: Server, network_url: str, tmp_path: Path, address: str
) -> None:
    options = {
        **PHONE,
        "executable_path": installed(*CHROMIUM),
        "args": CHROMIUM_FLAGS,
        "base_url": server.url if address == "here" else network_url,
    }
    with browser_on(playwright, tmp_path, **options) as page:
        path = f"{begin(page).path}/hands/1"
    with browser_on(playwright, tmp_path, **options) as page:
        half_entered(page, path)
        is_on_disk(page, "11")
        kill(page.context, tmp_path)
    with browser_on(playwright, tmp_path, **options) as page:
        page.goto(path)
        is_half_entered(page)


def test_draft_outlives_a_save_that_did_not_reach_the_server(page: Page) -> None:
    game = begin(page)
    pad = half_entered(page, f"{game.path}/hands/1")
    pad.finish(110)
    pad.points(45)
    page.route(f"**{game.path}/hands/1", lambda route: route.abort("internetdisconnected"))
    with page.expect_event("requestfailed"):
        pad.press(pad.next)
    page.goto(game.path)
    page.unroute_all()
    page.get_by_role("link", name="Continue hand 1").tap()
    expect(pad.line("Dee")).to_have_value("45")
    pad.save()
    expect(page.locator(".hands tbody tr")).to_have_count(1)


def test_draft_outlives_the_mending_of_an_earlier_hand_by_another_phone(
    page: Page, phone: Callable[..., Page]
) -> None:
    game = begin(page).play("5 out 5 5")
    pad = half_entered(page, f"{game.path}/hands/2")
    other = join(phone(), game)
    other.undo()
    page.locator(".score-pad").evaluate("form => form.submit()")
    expect(page.get_by_text("Your scores for hand 2 are kept on this phone.")).to_be_visible()
    page.goto(game.path)
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    other.play("5 out 10 5")
    page.reload()
    page.get_by_role("link", name="Continue hand 2").tap()
    expect(pad.line("Cem")).to_have_value("25")
    expect(pad.line("Dee")).to_have_value("11")


def test_half_made_correction_outlives_the_table_page_and_other_hands(page: Page) -> None:
    game = begin(page).play("out 25 45 110", "15 out 30 60")
    path = f"{game.path}/hands/1/correction"
    half_entered(page, f"{game.path}/hands/3")
    pad = corrected(page, path, Cem=55)
    page.get_by_role("button", name="Back", exact=True).tap()
    page.get_by_role("link", name="The game").tap()
    expect(page.get_by_role("link", name="Continue hand 3")).to_be_visible()
    open_pad(page, f"{game.path}/hands/2/correction")
    open_pad(page, path)
    expect(pad.line("Cem")).to_have_value("55")
    page.goto(game.path)
    expect(page.get_by_role("link", name="Continue hand 3")).to_be_visible()


def test_half_made_correction_never_comes_back_after_it_is_sent(page: Page) -> None:
    game = begin(page).play("out 25 45 110", "15 out 30 60")
    path = f"{game.path}/hands/1/correction"
    pad = corrected(page, path, Cem=55)
    answer(page, kind="scoresheet", disputed_before="no", agreed="yes")
    page.get_by_role("button", name="Correct hand 1").tap()
    expect(page.locator("#said")).to_contain_text("Hand 1 corrected.")
    game.undo()
    open_pad(page, path)
    expect(pad.line("Cem")).to_have_value("45")
    kept = page.evaluate("Object.keys(localStorage).filter((key) => key.startsWith('draft:'))")
    assert len(kept) == 1, "only that of the open page"


def test_draft_never_comes_back_after_a_save(page: Page) -> None:
    game = begin(page)
    pad = half_entered(page, f"{game.path}/hands/1")
    pad.finish(110)
    pad.points(45)
    pad.save()
    page.get_by_role("link", name="Score hand 2").tap()
    is_empty(page)
    game.undo()
    page.goto(f"{game.path}/hands/1")
    expect(pad.line("Cem")).to_have_value("110")
    expect(pad.line("Dee")).to_have_value("45")


def test_draft_never_comes_back_after_another_phone_saved(page: Page, phone: Callable[..., Page]) -> None:
    game = begin(page)
    half_entered(page, f"{game.path}/hands/1")
    other = join(phone(), game)
    other.play("5 out 5 5").undo().play("5 5 out 5")
    page.goto(game.path)
    page.get_by_role("link", name="Score hand 2").tap()
    is_empty(page)
    other.undo()
    page.goto(f"{game.path}/hands/1")
    expect(Pad(page).line("Dee")).to_have_value("5")


def test_draft_belongs_to_its_game(page: Page) -> None:
    half_entered(page, f"{begin(page).path}/hands/1")
    page.goto(f"{begin(page).path}/hands/1")
    is_empty(page)


def test_undone_hand_is_handed_back_once(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    page.goto(game.path)
    page.get_by_role("button", name="Undo: hand 1").tap()
    pad = Pad(page)
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    expect(pad.line("Ben")).to_have_value("25")
    pad.line("Cem").tap()
    pad.press(page.get_by_role("button", name="Delete the last digit"))
    pad.press(page.get_by_role("button", name="Delete the last digit"))
    pad.points(55)
    pad.save()
    expect(page.locator(".hands tbody tr")).to_have_text(re.compile("1.*0.*25.*55.*110"))
    page.get_by_role("link", name="Score hand 2").tap()
    is_empty(page)


# What another release may have written, a hand may have damaged, or a page of the same address left behind.
LINE = {"seat": "1", "text": "25", "counts": None, "none": False}
WHOLE = {"winner": "0", "at": "1", "stage": "points", "kept": 1, "lines": [LINE]}
WRONG_SHAPES: tuple[object, ...] = (
    *(1e300, '{"winner":"0"}', [WHOLE], {}, {**WHOLE, "stage": 5}, {**WHOLE, "winner": None}),
    *({**WHOLE, "lines": lines} for lines in (None, {}, [None])),
    *(
        {**WHOLE, "lines": [{**LINE, **wrong}]}
        for wrong in ({"text": 25}, {"counts": {}}, {"counts": [None]})
    ),
)
# Right in shape, wrong in what they say: as much is taken as this page knows.
ODD_WORDS: tuple[object, ...] = (
    {**WHOLE, "winner": '"] *, ['},
    {**WHOLE, "at": "99", "kept": "long ago", "more": 1},
    {**WHOLE, "lines": [{**LINE, "counts": ["1"] * 9}, {**LINE, "seat": "99"}]},
    {**WHOLE, "lines": [{**LINE, "text": "9" * 100_000}]},
)
PLANTED = """async ([game, place, json]) => {
    const key = `draft:${game}:${place}`
    localStorage.setItem(key, json)
    const request = indexedDB.open("scorekeeper", 1)
    await new Promise((resolve) => (request.onsuccess = resolve))
    const transaction = request.result.transaction("drafts", "readwrite")
    transaction.objectStore("drafts").put(JSON.parse(json), key)
    transaction.objectStore("drafts").put(1, 7)
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    request.result.close()
}"""
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError") } })
}"""


def test_draft_of_another_shape_never_stops_the_keypad(page: Page) -> None:
    game = begin(page)
    open_pad(page, f"{game.path}/hands/1")
    form = [game.path.rpartition("/")[2], page.locator(".score-pad").get_attribute("data-place")]
    for shape in (*WRONG_SHAPES, *ODD_WORDS):
        page.evaluate(PLANTED, [*form, json.dumps(shape)])
        page.reload()
        if shape not in ODD_WORDS:
            is_empty(page)
        keypad_works(page)
    page.goto(game.path)
    expect(page.get_by_role("link", name="Continue hand 1")).to_be_visible()
    page.evaluate(PLANTED, [*form, "[]"])
    page.reload()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()


def test_draft_that_is_no_json_never_stops_the_keypad(page: Page) -> None:
    game = begin(page)
    open_pad(page, f"{game.path}/hands/1")
    page.evaluate("Object.assign(localStorage, { [`draft:${location.pathname.split('/')[2]}:1:1`]: '{' })")
    page.reload()
    keypad_works(page)


def test_keypad_and_new_game_work_where_nothing_can_be_stored(page: Page) -> None:
    page.add_init_script(FORBIDDEN)
    page.goto("/games/new")
    for count, name in enumerate(("Ana", "Ben", "Cem"), start=1):
        page.get_by_label("Who’s playing?").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.locator("[name=player]")).to_have_count(count)
    page.locator(".seat").first.locator(".deals").tap()
    page.get_by_role("button", name="Start the game").tap()
    page.get_by_role("link", name="Score hand 1").tap()
    pad = Pad(page)
    pad.out("Ana")
    pad.points(25)
    pad.points(45)
    pad.save()


def test_names_kept_in_another_shape_never_stop_a_new_game(page: Page) -> None:
    page.goto("/games/new")
    for kept in ("{", "[]", "player=%E0%A4%A", "start=1&player=Ana&player=Ben&dealer=0", "x" * 30_000):
        page.evaluate("(kept) => sessionStorage.setItem('seating /games/new', kept)", kept)
        page.reload()
        page.get_by_label("Who’s playing?").fill("Eva")
        page.get_by_role("button", name="Add", exact=True).tap()
        expect(page.locator("[name=player]").last).to_have_value("Eva")
    page.goto("/")
    expect(page.locator(".list-link")).to_have_count(0)


def keypad_works(page: Page) -> None:
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    if page.locator(".who").is_visible():
        Pad(page).out("Ana")
    QuickPad(page).keys("7")
    expect(Pad(page).current.locator(".points")).to_have_value(re.compile("7$|9999"))
