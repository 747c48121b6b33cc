"""What is typed outlives a reload, going back, and a killed browser, until the server has it."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.games import begin, join
from tests.support.browser.score_pad import Pad, QuickPad, answer, corrected, entered, open_pad

pytestmark = pytest.mark.long


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
    while not any(typed in record["fields"].values() for _key, record in stored(page)):
        page.wait_for_timeout(20)


def test_browser_is_asked_once_to_keep_what_is_typed(page: Page) -> None:
    page.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { asked++; return true }"
    )
    pad = open_pad(page, f"{begin(page).path}/hands/1")
    assert page.evaluate("asked") == 0
    pad.out("Ana")
    pad.keys("11")
    is_on_disk(page, "11")
    assert page.evaluate("asked") == 1


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
    pad.short()
    page.reload()
    expect(pad.line("Cem")).to_have_value("30")
    pad.line("Cem").tap()
    expect(page.locator(".counters output")).to_have_text(["0", "0", "1", "0", "1"])
    expect(pad.line("Ben")).to_have_value("–")


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
    answer(page, "typed")
    expect(page.locator("#said")).to_contain_text("Hand 1 corrected.")
    game.undo()
    open_pad(page, path)
    expect(pad.line("Cem")).to_have_value("45")
    assert stored(page) == []


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


FORMS = (
    ("/agreements/new?question=May+we+look%3F", "What did you decide?", "Save decision"),
    ("/referee/silent-matter?matter=pile-looked-through", "Or write what you agreed on", "Save the ruling"),
    ("/arrivals", "Name", "Add player"),
    ("/seats", "Name in seat 2", "Rename Ben"),
)


@pytest.mark.parametrize(("address", "label", "button"), FORMS)
def test_words_outlive_a_reload_until_they_are_saved(
    page: Page, address: str, label: str, button: str
) -> None:
    game = begin(page).play("out 25 45 110")
    field = page.get_by_label(label, exact=True)
    _open(page, game.path + address)
    typed = field.input_value()
    field.fill("Eva’s way")
    page.reload()
    _unfold(page)
    expect(field).to_have_value("Eva’s way")
    if address == "/arrivals":
        page.get_by_text("the average").tap()
    page.get_by_role("button", name=button, exact=True).tap()
    expect(page.locator("#said")).to_be_visible()
    assert stored(page) == []
    page.goto("/")
    _open(page, f"{begin(page).play('out 25 45 110').path}{address}")
    expect(field).to_have_value(typed)


def test_words_of_one_tab_are_in_the_other(page: Page) -> None:
    address = f"{begin(page).path}/agreements/new"
    other = page.context.new_page()
    for tab in (page, other):
        _open(tab, address)
    page.get_by_label("What was the question?").fill("May we look?")
    other.reload()
    expect(other.get_by_label("What was the question?")).to_have_value("May we look?")
    other.get_by_label("What did you decide?").fill("No")
    page.reload()
    expect(page.get_by_label("What did you decide?")).to_have_value("No")


def test_fifty_reloads_right_behind_the_last_key_lose_nothing(page: Page) -> None:
    pad = open_pad(page, f"{begin(page).path}/hands/1")
    pad.out("Ana")
    for number in range(100, 600, 10):
        page.evaluate(TYPED_AND_RELOADED, str(number))
        page.wait_for_function(
            "number => !window.isLeft && document.querySelector('.is-on #points-1')?.value === number",
            arg=str(number),
        )


TYPED_AND_RELOADED = """(number) => {
    const press = (key) => document.querySelector(`.keys [data-act=${key}]`).click()
    document.querySelector("#points-1").focus()
    for (const _digit of "123") press("back")
    for (const digit of number) press(`digit][data-value="${digit}"`)
    window.isLeft = true
    location.reload()
}"""
STORED = """async ([key, record]) => {
    const request = indexedDB.open("scorekeeper")
    request.onupgradeneeded = () => request.result.createObjectStore("drafts")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const transaction = request.result.transaction("drafts", "readwrite")
    const records = transaction.objectStore("drafts")
    if (key) records.put(record, key)
    const [keys, values] = [records.getAllKeys(), records.getAll()]
    await new Promise((resolve) => (transaction.oncomplete = resolve))
    request.result.close()
    return keys.result.map((key, index) => [key, values.result[index]]).filter(([, record]) => record?.fields)
}"""


def stored(page: Page, key: str | None = None, record: object = None) -> list[Any]:
    """All records of this browser that hold something, with one more."""
    return page.evaluate(STORED, [key, record])


def _open(page: Page, address: str) -> None:
    """Open a page and what is folded in it, once its scripts are there."""
    page.goto(address, wait_until="networkidle")
    _unfold(page)


def _unfold(page: Page) -> None:
    page.evaluate("document.querySelectorAll('main details').forEach((part) => (part.open = true))")


# What another release may have written, a hand may have damaged, or a page of the same address left behind.
NOW = 10**14
DAMAGED: tuple[object, ...] = (
    *(None, {"at": NOW}, {"at": NOW, "fields": "points-1"}),
    {"at": NOW, "fields": {"points-1": True, "points-2": 5, "went_out 0": "yes", "not_given-1 1": None}},
    {"at": 1, "fields": {"went_out 0": True, "points-1": "25"}},
)
FORBIDDEN = """for (const name of ["localStorage", "sessionStorage", "indexedDB"]) {
    Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError") } })
}"""


@pytest.mark.parametrize("record", DAMAGED, ids=repr)
def test_record_that_is_damaged_or_old_counts_as_none(page: Page, record: object) -> None:
    game = begin(page)
    open_pad(page, f"{game.path}/hands/1")
    key = page.locator(".score-pad").get_attribute("data-kept")
    stored(page, key, record)
    stored(page, "another", record)
    # What is too old goes once the store is opened.
    page.goto(game.path, wait_until="networkidle")
    page.goto(f"{game.path}/hands/1")
    is_empty(page)
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
    keypad_works(page)
    pad = Pad(page)
    pad.finish(75)
    pad.points(45)
    pad.save()


def keypad_works(page: Page) -> None:
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    Pad(page).out("Ana")
    QuickPad(page).keys("7")
    expect(Pad(page).current.locator(".points")).to_have_value("7")
