"""The keypad says what its keys do, what no score costs, and which sentence refuses which score."""

import re
from collections.abc import Callable, Sequence

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser.actions import fill, refused_sheet, send
from tests.support.browser.games import Game, begin, fields
from tests.support.browser.score_pad import Pad, QuickPad, answer, corrected, entered, open_pad

PLAYERS = "Ana Ben Cem Dee"


def ask(pad: Pad, name: str) -> None:
    """Open what is rare for this player, whose line is open."""
    assert pad.asked() == name
    pad.press(pad.page.get_by_text("Something else?", exact=True))
    expect(pad.page.get_by_role("heading", name=f"Something else for {name}?")).to_be_visible()


@pytest.mark.parametrize(
    ("points", "name", "said"),
    [
        ((), "Ben", "gets the two highest scores of this hand added together. Clause 8.5"),
        ((25,), "Cem", "That’s at least 25 points for Cem."),
    ],
)
def test_no_score_asks_first_and_says_what_it_costs_8_5(
    page: Page, points: tuple[int, ...], name: str, said: str
) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    for number in points:
        pad.points(number)
    ask(pad, name)
    question = page.get_by_role("group", name=f"Something else for {name}?")
    expect(question.locator("#cost p:visible").last).to_contain_text(said)
    expect(question.get_by_role("button", name="Back")).to_be_focused()
    expect(pad.line(name)).to_have_value("")


def test_what_is_rare_lies_on_no_player(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    name = "Maximiliane-Charlotte"
    game = begin(page, f"Ana Ben Cem Dee {name}")
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(55, 50, 35))
    ask(pad, name)
    last, question = pad.current.bounding_box(), page.locator(".pad").bounding_box()
    assert 0 <= last["y"] <= question["y"] - last["height"]


@pytest.mark.parametrize(("key", "why"), [("1", "Scores always end in 0 or 5."), ("", "Count at least one.")])
def test_grey_key_says_what_it_waits_for(page: Page, key: str, why: str) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    if key:
        pad.keys(key)
    else:
        pad.press(page.get_by_text("Count cards", exact=True).last)
    expect(pad.next).to_have_text(why)
    expect(pad.next).to_be_disabled()
    expect(page.locator(".say > :visible")).to_have_count(0)


def test_sentence_of_what_no_score_costs_has_the_plural_form_of_its_points(page: Page) -> None:
    game = begin(page, PLAYERS)

    def in_arabic(route: Route) -> None:
        answer = route.fetch()
        text = answer.text().replace('<html lang="en">', '<html lang="ar">')
        several = re.search(r'<p data-cost="known-other">.*?</p>', text, re.S)[0]
        few = several.replace("known-other", "known-few").replace("points", "few points")
        route.fulfill(response=answer, body=text.replace(several, few + several))

    page.route(f"**{game.path}/hands/1", in_arabic)
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(55, 50))
    ask(pad, "Dee")
    expect(page.locator("#cost p:visible").last).to_contain_text("That’s 105 few points for Dee.")


def test_no_score_costs_what_was_said(page: Page) -> None:
    pad = entered(page, f"{begin(page, PLAYERS).path}/hands/1", out="Ana", points=(25, 45))
    ask(pad, "Dee")
    expect(page.locator("#cost p:visible").last).to_contain_text("That’s 70 points for Dee.")
    pad.press(page.get_by_role("button", name="Dee gives no score"))
    expect(pad.current).to_contain_text("no score")
    expect(pad.line("Dee")).to_have_value("70")
    expect(pad.line("Dee")).to_be_focused()
    pad.save()
    expect(page.locator(".hands tbody tr")).to_contain_text("70")


def test_no_score_says_that_the_hand_would_be_played_again_8_6(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, 'Ana Ben').path}/hands/1")
    pad.out("Ana")
    ask(pad, "Ben")
    expect(page.get_by_text("You’d play this hand again.")).to_be_visible()


def test_back_closes_the_question_of_no_score_and_then_leaves(page: Page) -> None:
    table = begin(page, PLAYERS).path
    page.goto(table)
    pad = entered(page, f"{table}/hands/1", out="Ana", points=(25,), digits="4")
    for _ in range(2):
        ask(pad, "Cem")
        page.evaluate("void setTimeout(() => history.back())")
        expect(page.locator(".ask")).to_be_hidden()
        expect(pad.line("Cem")).to_have_value("4")
        expect(pad.line("Cem")).to_be_focused()
    page.evaluate("void setTimeout(() => history.back())")
    expect(page).to_have_url(re.compile(f"{table}$"))


@pytest.mark.parametrize("closing", ["go", "none", "reload"])
def test_closed_question_of_no_score_is_passed_over_by_back(page: Page, closing: str) -> None:
    table = begin(page, PLAYERS).path
    page.goto(table)
    pad = entered(page, f"{table}/hands/1", out="Ana", points=(25,), digits="4")
    for _ in range(2):
        ask(pad, "Cem")
        pad.press(page.get_by_role("button", name="Back"))
    ask(pad, "Cem")
    expect(pad.line("Cem")).to_have_value("4")
    if closing == "reload":
        page.reload()
        expect(pad.current).to_be_visible()
    else:
        pad.press(page.locator(f".ask [data-act={closing}]"))
    expect(page.locator(".ask")).to_be_hidden()
    page.evaluate("void setTimeout(() => history.back())")
    expect(page).to_have_url(re.compile(f"{table}$"))


def test_second_tap_on_no_score_gives_the_next_player_no_points(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    ask(pad, "Ben")
    twice(page, page.locator(".ask [data-act=none]"))
    expect(pad.line("Cem")).to_be_focused()
    expect(pad.line("Cem")).to_have_value("")


def twice(page: Page, what: Locator) -> None:
    """Tap a key twice, whatever stands there the second time."""
    tap_at(page, what, times=2)


# From now on each event says that it came at this time, however slow the machine is.
HEARD_AT = """(at) => Object.defineProperty(
    Event.prototype, "timeStamp", { get: () => at, configurable: true })"""
# Milliseconds: long after the page was opened.
LATE = 10**6


def tap_at(page: Page, what: Locator, *, times: int, pause: int = 0) -> None:
    """Tap where a key is now, whatever stands there later; `pause`: milliseconds between the taps."""
    box = what.bounding_box()
    assert box
    for tap in range(times):
        page.evaluate(HEARD_AT, LATE + tap * pause)
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


@pytest.mark.parametrize(
    ("old", "keys", "new"),
    [
        ("25", "5", "5"),
        ("25", ("Backspace", "0"), "20"),
        ("2", "5", "25"),
    ],
)
def test_click_before_a_number_begins_another_unless_it_is_unfinished(
    page: Page, old: str, keys: Sequence[str], new: str
) -> None:
    page.set_viewport_size({"width": 768, "height": 1024})
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1", touch=False)
    pad.out("Ana")
    pad.keys(old)
    pad.line("Ben").click(position={"x": 4, "y": 12})
    for key in keys:
        page.keyboard.press(key)
    expect(pad.line("Ben")).to_have_value(new)


def test_tab_to_a_finished_number_begins_another(page: Page) -> None:
    pad = entered(page, f"{begin(page, PLAYERS).path}/hands/1", out="Ana", points=(25, 45))
    pad.line("Ben").focus()
    page.keyboard.type("110")
    expect(pad.line("Ben")).to_have_value("110")


def test_tap_on_the_open_line_begins_another_number(page: Page) -> None:
    pad = corrected(page, f"{begin(page).play('out 25 45 110').path}/hands/1/correction", Dee=55)
    page.reload()
    expect(pad.current).to_be_visible()
    pad.line("Dee").tap()
    pad.keys("6")
    expect(pad.line("Dee")).to_have_value("6")


@pytest.mark.parametrize("points", [(), (25, 45)])
def test_second_tap_on_a_key_that_goes_on_enters_nothing(page: Page, points: tuple[int, ...]) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    for number in points:
        pad.points(number)
    name = pad.asked()
    pad.keys("2")
    twice(page, page.locator(".keys .finish").first)
    expect(pad.line(name)).to_have_value("20")
    if not points:
        expect(pad.line("Cem")).to_be_focused()
        expect(pad.line("Cem")).to_have_value("")


def test_two_players_in_a_row_get_the_same_by_two_taps_on_one_key(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    tap_at(page, page.locator(".keys .finish").first, times=2, pause=120)
    expect(pad.line("Ben")).to_have_value("10")
    expect(pad.line("Cem")).to_have_value("10")


def test_keys_stand_back_once_the_last_number_can_be_saved(page: Page) -> None:
    pad = entered(page, f"{begin(page, PLAYERS).path}/hands/1", out="Ana", points=(25, 45))
    pad.keys("1")
    colour = "key => getComputedStyle(key).backgroundColor"
    solid = page.locator(".keys .finish").first.evaluate(colour)
    pad.keys("0")
    expect(pad.next).to_be_enabled()
    assert pad.next.evaluate(colour) == solid
    assert page.locator(".keys .finish").first.evaluate(colour) != solid


OFFERED = {"3": ["30", "35"], "35": [], "10": ["100", "105"], "18": ["180"], "19": []}


def test_keys_finish_what_is_open_up_to_half_of_the_dearest_cards_2_3_7_1(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    for typed, offered in OFFERED.items():
        pad.keys(typed)
        expect(page.locator(".keys .finish:visible b")).to_have_text(offered)
        expect(pad.next).to_be_enabled(enabled=typed in ("35", "10"))
        for _digit in typed:
            page.keyboard.press("Backspace")


@pytest.mark.parametrize("mode", ["points", "cards"])
def test_eight_players_with_long_names_are_all_in_sight_above_the_pad(page: Page, mode: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    names = [
        "Maximiliane-Charlotte",
        "Jo",
        "Christopher",
        "Bo",
        "Wolfgang-Amadeus",
        "Al",
        "Giovanna Maria",
        "Annemarie",
    ]
    pad = open_pad(page, f"{begin(page, names).path}/hands/1")
    pad.out("Wolfgang-Amadeus")
    if mode == "cards":
        pad.press(page.get_by_role("button", name="Count cards"))
    top = page.locator(".pad").bounding_box()["y"]
    boxes = [line.bounding_box() for line in page.locator(".line").all()]
    assert len(boxes) == len(names)
    assert boxes[-1]["y"] + boxes[-1]["height"] <= top
    assert {round(box["height"]) for box in boxes} == {45}


def test_what_is_rare_opens_by_keyboard(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    page.locator(".rare > summary").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Something else for Ben?")).to_be_visible()


def test_missing_card_is_asked_for_apart_and_said_with_its_points_7_3(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    pad.press(page.get_by_role("button", name="Count cards"))
    missing = page.get_by_role("button", name="+ Missing cards 10 each")
    expect(missing).to_be_hidden()
    ask(pad, "Ben")
    expect(page.locator("#short")).to_contain_text("Each missing card costs 10 points.")
    pad.press(page.get_by_role("button", name="Ben has too few cards"))
    expect(missing).to_be_visible()
    expect(pad.line("Ben")).to_have_value("10")


def test_refused_score_is_tied_to_its_sentence(page: Page) -> None:
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    field = pad.line("Ben")
    for typed, said in (("0", "^Only the player who went out has 0 points"), ("37", "^Scores always end in")):
        pad.keys(typed)
        expect(pad.next).to_be_disabled()
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(re.compile(said))
        pad.press(page.get_by_role("button", name="Delete the last digit"))
        expect(field).not_to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description("")


def test_scores_beyond_the_pack_are_tied_to_the_open_line(page: Page) -> None:
    pad = entered(page, f"{begin(page, PLAYERS).path}/hands/1", out="Ana", points=(25,), digits="900")
    pad.press(pad.next)
    pad.keys("500")
    expect(pad.line("Dee")).to_have_accessible_description(re.compile("^Everything in play adds up to only"))


def test_what_the_server_refused_is_tied_to_its_line_until_that_changes(page: Page) -> None:
    game = begin(page, PLAYERS)
    open_pad(page, f"{game.path}/hands/1")
    refused_sheet(page)
    pad = Pad(page)
    expect(page.locator("#say-zero")).to_be_hidden()
    field = pad.line("Cem")
    expect(field).to_have_accessible_description(re.compile("Check 3"))
    field.tap()
    pad.finish(30)
    expect(field).to_have_accessible_description("")
    expect(page.get_by_text("Check 3")).to_have_count(0)


def test_link_to_what_the_server_refused_leads_to_what_is_left(page: Page) -> None:
    open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    fill(page, fields("out 2 3 5"))
    send()(page)
    pad = Pad(page)
    link = page.get_by_role("link", name="See what to change")
    expect(link).to_have_attribute("href", re.compile("#points-1-faults$"))
    pad.line("Ben").tap()
    pad.finish(25)
    expect(link).to_have_attribute("href", re.compile("#points-2-faults$"))
    pad.line("Cem").tap()
    pad.finish(30)
    expect(link).to_have_count(0)


def tapped(page: Page, game: Game, *, hand: int, seat: int) -> Pad:
    """Tap the number of a seat in the table of all hands."""
    page.goto(game.path)
    page.locator(f".hands [href$='/hands/{hand}/correction#points-{seat}']").tap()
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    return Pad(page)


def test_number_of_an_earlier_hand_is_corrected_by_five_taps(page: Page) -> None:
    pad = tapped(page, begin(page).play("out 25 45 110", "out 25 45 110"), hand=1, seat=3)
    expect(pad.line("Dee")).to_be_focused()
    pad.keys("1")
    pad.keys("2")
    pad.finish(120)
    answer(page, "typed")
    expect(page.locator("#said")).to_contain_text("Hand 1 corrected.")
    expect(page.locator(".hands tbody tr").first).to_contain_text("120")


def test_what_went_wrong_is_asked_after_typing_with_what_becomes_of_the_score(page: Page) -> None:
    game = begin(page).play("out 25 45 110", "out 25 45 110")
    pad, outcomes = tapped(page, game, hand=1, seat=2), page.locator(".mend:visible b")
    expect(outcomes).to_have_count(0)
    pad.keys("5")
    expect(outcomes).to_have_text(["45 → 5", "stays 45", "stays 45", "45 → 5"], use_inner_text=True)
    pad.keys("2")
    expect(outcomes).to_have_count(0)
    page.locator(".keys .erase").tap()
    answer(page, "disputed")
    expect(page.locator("#said")).to_contain_text("Hand 1 stays")
    expect(page.locator(".hands tbody tr").first).to_have_text("1 0 went out 25 45 110")


def test_counted_number_that_is_tapped_is_typed(page: Page) -> None:
    game = begin(page)
    quick = QuickPad(page)
    open_pad(page, f"{game.path}/hands/1")
    quick.out("Ana")
    quick.cards(3, 1, 0, 0, 1)
    for points in (45, 110):
        quick.points(points)
    quick.save()
    pad = tapped(page, game, hand=1, seat=1)
    expect(pad.line("Ben")).to_have_value("35")
    pad.finish(10)
    answer(page, "agreed")
    expect(page.locator(".hands tbody tr")).to_have_text("1 0 went out 10 45 110")


def test_number_of_who_went_out_asks_who_did(page: Page) -> None:
    tapped(page, begin(page).play("out 25 45 110"), hand=1, seat=0)
    expect(page.get_by_role("radio", name="Ana")).to_be_focused()
    expect(page.locator(".questions")).to_be_hidden()


def test_other_numbers_of_the_hand_stand_below_the_keys_until_one_changes(page: Page) -> None:
    pad = tapped(page, begin(page).play("out 25 45 110"), hand=1, seat=2)
    expect(page.locator(".line:visible")).to_have_text([re.compile(name) for name in PLAYERS.split()])
    below = "() => document.querySelector('.pad').getBoundingClientRect().bottom"
    assert pad.line("Dee").bounding_box()["y"] > page.evaluate(below)
    pad.line("Dee").tap()
    pad.keys("5")
    expect(pad.current_name).to_have_text("Dee")
    expect(page.locator(".line:visible")).to_have_count(1)
    expect(page.locator(".mend").first).to_have_text(re.compile("110 → 5"))


def test_more_of_a_hand_is_corrected_below_what_changes(page: Page) -> None:
    pad = tapped(page, begin(page).play("out 25 45 110"), hand=1, seat=2)
    page.get_by_role("button", name="Correct more of this hand").tap()
    pad.line("Dee").tap()
    pad.points(55)
    pad.line("Cem").tap()
    pad.points(50)
    expect(page.locator(".changes li")).to_have_text(["Cem 45 → 50", "Dee 110 → 55"])
    expect(page.locator(".mend b").first).to_have_text("changes", use_inner_text=True)
    page.get_by_label("Reason").fill("Read out wrongly")
    page.keyboard.press("Enter")
    expect(page.locator("#said")).to_contain_text("Hand 1 corrected.")


FELT = """
window.felt = []
navigator.vibrate = (pattern) => window.felt.push(pattern)
"""


@pytest.mark.parametrize(("motion", "felt"), [("no-preference", [[30, 60, 30]]), ("reduce", [])])
def test_fault_is_felt_once_unless_motion_is_reduced(
    phone: Callable[..., Page], motion: str, felt: list[list[int]]
) -> None:
    page = phone(reduced_motion=motion)
    page.add_init_script(FELT)
    pad = open_pad(page, f"{begin(page, PLAYERS).path}/hands/1")
    pad.out("Ana")
    pad.keys("00")
    expect(page.locator("#say-zero")).to_be_visible()
    assert page.evaluate("felt") == felt


def test_save_is_felt(page: Page) -> None:
    page.add_init_script("navigator.vibrate = (pattern) => sessionStorage.setItem('felt', pattern)")
    page.emulate_media(reduced_motion="no-preference")
    pad = entered(page, f"{begin(page, PLAYERS).path}/hands/1", out="Ana", points=(25, 45, 110))
    pad.save()
    assert page.evaluate("sessionStorage.getItem('felt')") == "20"
