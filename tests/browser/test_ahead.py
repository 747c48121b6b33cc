"""A game goes on without a network, over plain HTTP too: by pages that the server has drawn ahead."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.support.browser.games import Game, begin
from tests.support.browser.score_pad import Pad
from tests.support.servers import wait_until

pytestmark = pytest.mark.long

# The scripts that follow links load a while after a page.
LISTENS = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/pages.js'))"


@pytest.fixture
def game(page: Page) -> Game:
    """A game whose table is open, cut off after its pages have been drawn ahead."""
    return cut_off(page, begin(page))


def cut_off(page: Page, game: Game) -> Game:
    with page.expect_response(re.compile(r"/ahead$")):
        page.goto(game.path)
    wait_until(lambda: bool(page.evaluate("localStorage.getItem('kept')")))
    page.context.set_offline(True)
    return game


def score(page: Page, number: int, out: str, *points: int) -> None:
    """Score a hand from the table: who went out, and what the others hold in the order of play."""
    page.get_by_role("link", name=re.compile(f"(Score|Continue) hand {number}")).tap()
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    pad = Pad(page)
    pad.out(out)
    for held in points:
        pad.points(held)
    pad.press(pad.next)


def leads(page: Page, *rows: str) -> None:
    """The standings, each row as "1 Ana 25"."""
    expect(page.locator(".standings tbody tr")).to_have_text(
        [re.compile(rf"^\s*{row}\b".replace(" ", r"\b.*\b"), re.DOTALL) for row in rows]
    )


def leaver(page: Page, name: str) -> Locator:
    """Whom one taps who leaves: the table, which may still be shown, has this name in other places."""
    return page.locator(".choice").get_by_text(name, exact=True)


def reconnect(page: Page) -> None:
    expect(page.locator("#outbox")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#outbox")).to_be_hidden()


def test_what_is_sent_from_another_page_is_kept_of_its_game(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    page.get_by_role("link", name="Scorekeeper").tap()
    with page.expect_response(re.compile(f"{game.path}/ahead$")):
        reconnect(page)
    expect(page.get_by_role("heading", name="Hand 2 of 7")).to_be_visible()
    page.wait_for_function(LISTENS)
    page.context.set_offline(True)
    page.locator(f"main a[href='{game.path}']").first.tap()
    expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
    page.get_by_role("link", name="Hand 1", exact=True).tap()
    expect(page.get_by_text("This page isn’t on this phone.")).to_be_visible()


def test_game_that_is_shown_stays_while_another_one_is_sent(page: Page) -> None:
    other = begin(page)
    with page.expect_response(re.compile(r"/ahead$")):
        page.goto(other.path)
    game = cut_off(page, begin(page))
    for each in (other, game):
        page.get_by_role("link", name="Scorekeeper").tap()
        page.locator(f"main a[href='{each.path}']").first.tap()
        score(page, 1, "Ben", 10, 20, 30)
        expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
    held: list[Route] = []
    page.route(f"**{game.path}/hands/1", lambda route: held.append(route))
    with page.expect_response(f"**{other.path}/hands/1"):
        page.context.set_offline(False)
    expect(page.locator("#outbox")).to_contain_text("Hand 1 waits")
    wait_until(lambda: page.evaluate("1") == len(held))
    assert page.url.endswith(game.path)
    held[0].continue_()
    expect(page.locator("#outbox")).to_be_hidden()


def test_hand_is_taken_back_and_scored_again_before_it_is_sent(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    score(page, 2, "Ben", 10, 20, 30)
    leads(page, "1 Ben 0", "2 Cem 20", "3 Dee 40", "4 Ana 60")
    page.get_by_role("button", name="Undo").tap()
    leads(page, "1 Ben 0", "2 Cem 10", "3 Dee 20", "4 Ana 30")
    page.get_by_role("link", name="Continue hand 2").tap()
    expect(page.locator(".line.is-current")).to_be_visible()
    pad = Pad(page)
    pad.press(pad.next)
    reconnect(page)
    expect(page.locator(".hands tbody tr")).to_have_count(2)


UNDONE = {
    2: [("Ana 0", "Ben 25", "Cem 45", "Dee 110"), ("Ben 30", "Cem 80", "Ana 90", "Dee 175")],
    7: [("Ana 0", "Ben 150", "Cem 270", "Dee 660"), ("Ana 90", "Ben 150", "Cem 300", "Dee 720")],
}


@pytest.mark.parametrize("recorded", UNDONE)
def test_recorded_hand_is_undone_and_scored_again(page: Page, recorded: int) -> None:
    undone, again = ([f"{place} {row}" for place, row in enumerate(rows, 1)] for rows in UNDONE[recorded])
    cut_off(page, begin(page).play(*["out 25 45 110"] * (recorded - 1), "90 out 30 60"))
    page.get_by_role("button", name=f"Undo: hand {recorded}").tap()
    leads(page, *undone)
    page.get_by_role("link", name=f"Score hand {recorded}").tap()
    # The scores from before stand there.
    pad = Pad(page)
    pad.press(pad.next)
    if recorded < 7:
        score(page, recorded + 1, "Ana", 5, 5, 5)
    leads(page, *again)
    reconnect(page)
    leads(page, *again)
    expect(page.locator(".hands tbody tr")).to_have_count(min(recorded + 1, 7))


def test_second_tap_on_undo_takes_back_no_second_hand(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    score(page, 2, "Ben", 10, 20, 30)
    leads(page, "1 Ben 0", "2 Cem 20", "3 Dee 40", "4 Ana 60")
    undo = page.get_by_role("button", name="Undo")
    undo.tap(trial=True)
    place = undo.bounding_box()
    assert place
    page.clock.install()
    page.clock.pause_at(datetime.now(UTC) + timedelta(hours=1))
    page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    expect(undo).to_have_text("Undo: hand 1")
    page.touchscreen.tap(place["x"] + 20, place["y"] + 20)
    page.clock.run_for(1000)
    expect(undo).to_have_text("Undo: hand 1")
    undo.tap()
    expect(undo).to_be_hidden()


def test_whoever_leaves_or_joins_is_asked_for_no_more_or_from_then_on(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    page.get_by_role("link", name="Someone’s leaving").tap()
    leaver(page, "Dee").tap()
    page.get_by_role("button", name="Go on").tap()
    expect(page.locator("#outbox")).to_contain_text(re.compile("Someone leaving.*Dee"))
    for name in ("<Eva>", "Fay"):
        page.get_by_role("link", name="Add a player").tap()
        page.get_by_label("Name").fill(name)
        page.get_by_text("no points").tap()
        page.get_by_role("button", name="Add player").tap()
        expect(page.locator("#outbox")).to_contain_text(re.compile(f"Adding a player.*{name}"))
    page.get_by_role("link", name="Score hand 2").tap()
    expect(page.locator(".line > label bdi")).to_have_text(["Cem", "Fay", "<Eva>", "Ana", "Ben"])
    page.go_back()
    score(page, 2, "<Eva>", 10, 20, 30, 40)
    standing = page.locator(".standings tbody tr")
    expect(standing.locator("bdi")).to_have_text(["<Eva>", "Cem", "Fay", "Ben", "Ana", "Dee"])
    totals = standing.locator(".total").all_inner_texts()
    reconnect(page)
    expect(page.locator(".hands tbody tr").last).to_have_text(re.compile(r"2 \d+ \d+ \d+  20 0 went out"))
    assert [total.rstrip("‡") for total in standing.locator(".total").all_inner_texts()][:5] == totals[:5]


def test_forms_of_seats_say_what_they_lack(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    page.get_by_role("link", name="Someone’s leaving").tap()
    page.get_by_role("button", name="Go on").tap()
    expect(page.get_by_text("Tap a name first.")).to_be_visible()
    page.get_by_role("link", name="The game").tap()
    page.get_by_role("link", name="Add a player").tap()
    page.get_by_role("button", name="Add player").tap()
    expect(page.locator(".faults:visible")).to_contain_text(["Type a name.", "Choose a score."])
    page.get_by_label("Name").fill("  ANA ")
    page.get_by_text("no points").tap()
    page.get_by_role("button", name="Add player").tap()
    expect(page.locator(".faults:visible")).to_have_text([re.compile("Ana is already here")])
    expect(page.locator("#outbox")).to_contain_text("Hand 1 waits")


def test_departure_that_ends_the_game_is_asked_for(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    ends = page.get_by_role("button", name="End the game", exact=True)
    for names in (["Dee"], ["Ben", "Cem"]):
        page.get_by_role("link", name="Someone’s leaving").tap()
        for name in names:
            leaver(page, name).tap()
        page.get_by_role("button", name="Go on").tap()
    expect(page.get_by_text("The game ends here.")).to_be_visible()
    leaver(page, "Ben").tap()
    expect(ends).to_be_hidden()
    leaver(page, "Ben").tap()
    page.get_by_role("button", name="Go on").tap()
    ends.tap()
    expect(page.locator("#outbox")).to_contain_text("3 things wait")
    expect(page.locator("#next")).to_have_count(0)
    reconnect(page)
    expect(page).to_have_title(re.compile("Ended early|Finished game"))


def test_no_hand_is_scored_during_a_break_that_waits(page: Page, game: Game) -> None:
    score(page, 1, "Ben", 10, 20, 30)
    page.get_by_role("link", name="Take a break").tap()
    expect(page.get_by_role("heading", name="Take a break?")).to_be_visible()
    expect(page.get_by_text("Hand 1 is next")).to_have_count(0)
    page.get_by_role("button", name="Yes, take a break").tap()
    expect(page.locator("#outbox")).to_contain_text("On a break")
    expect(page.locator("#outbox")).to_contain_text("The break")
    expect(page.locator(".standings")).to_be_visible()
    expect(page.locator("#title")).to_contain_text("Hand 2 of 7")
    expect(page.locator(".more [href$='/departures']")).to_have_count(0)
    expect(page.locator("#next")).to_have_count(0)
    page.locator("#outbox").get_by_role("button", name="Carry on").first.tap()
    expect(page.locator("#outbox")).to_contain_text("Hand 1 waits")
    expect(page.locator("#next")).to_have_text("Score hand 2")


def test_no_recorded_hand_is_undone_behind_a_break_that_waits(page: Page) -> None:
    cut_off(page, begin(page).play("out 25 45 110"))
    expect(page.locator("#undo")).to_be_visible()
    page.get_by_role("link", name="Take a break").tap()
    page.get_by_role("button", name="Yes, take a break").tap()
    expect(page.locator("#outbox")).to_contain_text("On a break")
    expect(page.locator("#title")).to_contain_text("Hand 2 of 7")
    expect(page.locator("#undo")).to_have_count(0)


@pytest.mark.parametrize("absent", ["", "Dee"])
def test_evening_goes_on_after_a_break(page: Page, absent: str) -> None:
    cut_off(page, begin(page).play("out 25 45 110").suspend())
    page.get_by_role("link", name="Carry on").tap()
    if absent:
        page.get_by_role("link", name="No, someone isn’t here").tap()
        page.locator(".tiles").get_by_text(absent).tap()
        page.get_by_role("button", name="Go on").tap()
    page.get_by_role("button", name=re.compile("arry on")).first.tap()
    order = ["Cem", "Ana", "Ben"] if absent else ["Cem", "Dee", "Ana", "Ben"]
    score(page, 2, "Cem", *[10] * (len(order) - 1))
    expect(page.get_by_role("heading", name="Hand 3 of 7")).to_be_visible()
    reconnect(page)
    expect(page.locator(".hands tbody tr")).to_have_count(2)


def test_what_is_given_to_who_left_is_not_known_behind_a_hand_that_waits(page: Page) -> None:
    game = begin(page).play("out 25 45 110")
    game.post("/departures", {"seat": "3"})
    cut_off(page, game)
    total = page.locator(".standings tr").filter(has_text="Dee").locator(".total")
    expect(total).to_have_text("70†")
    score(page, 2, "Ana", 10, 20)
    expect(total).to_have_text("–†")


@pytest.mark.parametrize(
    ("answer", "leaders"),
    [("We typed it wrong", ("1 Ben 35", "2 Ana 45")), ("Counted wrong", ("1 Ana 25", "2 Ben 35"))],
)
def test_newest_hand_is_corrected(page: Page, answer: str, leaders: tuple[str, str]) -> None:
    cut_off(page, begin(page).play("out 25 45 110", "15 out 30 60"))
    page.locator(".hands tbody tr").last.get_by_role("link").nth(1).tap()
    expect(page.get_by_role("heading", name="Correct hand 2")).to_be_visible()
    page.locator(".score-pad.is-on").wait_for()
    page.keyboard.type("35")
    page.keyboard.press("Enter")
    page.get_by_role("button", name=re.compile(answer)).tap()
    expect(page.locator("#outbox")).to_contain_text("Correcting hand 2")
    score(page, 3, "Cem", 10, 10, 10)
    leads(page, *leaders, "3 Cem 75", "4 Dee 180")
    reconnect(page)
    leads(page, *leaders, "3 Cem 75", "4 Dee 180")


def test_page_that_is_not_kept_is_opened_as_ever(page: Page, game: Game) -> None:
    page.context.set_offline(False)
    page.get_by_role("link", name="History").tap()
    expect(page.get_by_role("heading", name="History")).to_be_visible()
    page.context.set_offline(True)
    page.go_back()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()


KEPT_AT_ONCE = """async (game) => {
    const { src } = document.querySelector("script[src]")
    const { keepPages, pagesOf } = await import(src.replace("app", "page-store"))
    await Promise.all([keepPages(game, { "/one": "" }), keepPages(game, { "/other": "" })])
    return Object.keys(await pagesOf(game))
}"""


def test_pages_that_two_tabs_keep_at_once_are_all_kept(page: Page) -> None:
    page.goto("/help")
    assert page.evaluate(KEPT_AT_ONCE, "A" * 22) == ["/one", "/other"]
