"""The form of a new game while answers are slow or missing: each tap keeps its meaning, each name stays."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.test_start import are_seated, deals, is_answered, seat
from tests.support.browser.games import begin
from tests.support.browser.kept_pages import keeps

pytestmark = pytest.mark.long

CARDS = "House rules and date"


@contextmanager
def held(page: Page) -> Iterator[list[Route]]:
    """Hold what the form sends until this block ends."""
    routes: list[Route] = []
    is_held = True

    def hold(route: Route) -> None:
        if is_held and route.request.method == "POST":
            routes.append(route)
        else:
            route.continue_()

    page.route("**/games/new", hold)
    yield routes
    is_held = False
    for route in routes:
        route.continue_()


def unheard(page: Page) -> Locator:
    return page.get_by_text("No connection.").filter(visible=True)


def drop(page: Page, name: str) -> None:
    page.get_by_role("button", name=f"Remove {name}").tap()


def test_names_typed_behind_each_other_during_a_slow_answer_join_one_by_one(page: Page) -> None:
    seat(page, "Ana")
    with held(page):
        page.get_by_label("Who’s playing?").focus()
        for name in ("Ben", "Cem", "Dee"):
            page.keyboard.type(name)
            page.keyboard.press("Enter")
        page.keyboard.type("Ev")
        are_seated(page, "Ana", "Ben", "Cem", "Dee")
    are_seated(page, "Ana", "Ben", "Cem", "Dee")
    is_answered(page)
    expect(page.get_by_label("Who’s playing?")).to_have_value("Ev")
    expect(page.get_by_label("Who’s playing?")).to_be_focused()
    page.keyboard.type("a")
    page.keyboard.press("Enter")
    are_seated(page, "Ana", "Ben", "Cem", "Dee", "Eva")


def test_seat_buttons_act_at_once_and_a_double_tap_removes_one_player(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem", "Dee", "Eva")
    with held(page):
        page.evaluate("() => { for (const _tap of [1, 2]) document.getElementById('drop-0').click() }")
        are_seated(page, "Ben", "Cem", "Dee", "Eva")
        expect(page.get_by_role("button", name="Move Ben by one seat")).to_be_focused()
        for _ in range(2):
            page.get_by_role("button", name="Move Dee by one seat").tap()
    is_answered(page)
    are_seated(page, "Dee", "Ben", "Cem", "Eva")


def test_dealer_and_house_rules_tapped_during_a_slow_answer_are_kept(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    with held(page):
        page.get_by_label("Who’s playing?").fill("Dee")
        page.get_by_role("button", name="Add", exact=True).tap()
        deals(page, "Cem")
        page.get_by_text(CARDS).tap()
        page.get_by_text("Eleven cards").tap()
        page.get_by_text("Twos are wild").tap()
    preview = page.locator(".preview")
    expect(preview).to_contain_text("4 players, 2 decks, 4 jokers, 11 cards each")
    expect(preview).to_contain_text("Cem deals. Dee goes first")
    expect(preview).to_contain_text("twos")
    limit = page.get_by_role("link", name="Limit how often you can say")
    for carried in ("variant=eleven", "variant=twos-wild", "player=Dee"):
        expect(limit).to_have_attribute("href", re.compile(carried))
    limit.tap()
    expect(page.get_by_label("Discards each player can get out of turn in a hand")).to_be_in_viewport()


def test_dealer_is_the_tapped_one_of_two_with_the_same_name(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    page.get_by_label("Who’s playing?").fill("Ana")
    page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.get_by_label("Name of player 4")).to_be_visible()
    with held(page):
        drop(page, "Ben")
        second = page.get_by_label("Name of player 3")
        page.locator(".deals").nth(2).tap()
        second.fill("Anna")
        second.press("Enter")
    expect(page.locator(".preview")).to_contain_text("Anna deals. Ana goes first")
    are_seated(page, "Ana", "Cem", "Anna")


def test_name_corrected_twice_during_a_slow_answer_is_the_last_one(page: Page) -> None:
    seat(page, "Ana", "Ben", "Ana")
    second = page.get_by_label("Name of player 3")
    with held(page):
        second.fill("Anna")
        deals(page, "Ben")
        second.fill("Annabel")
    expect(second).to_have_value("Annabel")
    deals(page, "Ben")
    are_seated(page, "Ana", "Ben", "Annabel")


def test_dealer_who_is_dropped_leaves_no_other_of_that_name_as_dealer(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    deals(page, "Ana")
    expect(page.locator(".preview")).to_contain_text("Ana deals")
    page.get_by_label("Who’s playing?").fill("Ana")
    page.get_by_label("Who’s playing?").press("Enter")
    expect(page.locator("[name=player]")).to_have_count(4)
    page.locator("#drop-0").tap()
    expect(page.locator("[name=player]")).to_have_count(3)
    expect(page.locator(".seats")).to_contain_text("Who drew the highest card?")
    expect(page.get_by_role("button", name="Draw for dealer")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Start the game")).to_have_count(0)
    expect(page.locator("[name=dealer]:checked")).to_have_count(0)


def test_row_dragged_during_a_slow_answer_stays_where_it_was_put(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem", "Dee")
    handle = page.locator(".seat").first.locator(".handle").bounding_box()
    below = page.locator(".seat").nth(2).bounding_box()
    assert handle
    assert below
    with held(page):
        deals(page, "Ana")
        page.mouse.move(handle["x"] + 10, handle["y"] + 20)
        page.mouse.down()
        page.mouse.move(handle["x"] + 10, below["y"] + below["height"] - 4, steps=8)
    page.mouse.up()
    expect(page.locator(".preview")).to_contain_text("Ana deals. Dee goes first")
    are_seated(page, "Ben", "Cem", "Ana", "Dee")


def test_start_waits_for_the_taps_before_it(page: Page) -> None:
    begin(page)
    begin(page)
    page.goto("/games/new")
    for name in ("Ana", "Ben", "Cem"):
        page.locator(".known").get_by_role("button", name=name, exact=True).tap()
    deals(page, "Ana")
    is_answered(page)
    with held(page):
        chip = page.locator(".known").get_by_role("button", name="Dee", exact=True)
        chip.tap()
        are_seated(page, "Ana", "Ben", "Cem", "Dee")
        page.get_by_role("button", name="Start the game").tap()
        page.get_by_role("button", name="Start the game").tap()
        page.get_by_label("Who’s playing?").fill("Eva")
        page.get_by_label("Who’s playing?").press("Enter")
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    expect(page.get_by_role("rowheader")).to_have_text(["Ana", "Ben", "Cem", "Dee", "Eva"])


def test_names_added_without_a_network_join_when_it_is_back(page: Page) -> None:
    seat(page, "Ana")
    page.context.set_offline(True)
    for name in ("Ben", "Cem"):
        page.get_by_label("Who’s playing?").fill(name)
        page.get_by_label("Who’s playing?").press("Enter")
        expect(unheard(page)).to_be_visible()
    are_seated(page, "Ana", "Ben", "Cem")
    page.context.set_offline(False)
    is_answered(page)
    are_seated(page, "Ana", "Ben", "Cem")
    expect(unheard(page)).to_be_hidden()


def test_a_dealer_chosen_without_a_network_leaves_no_other_on_the_felt(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    keeps(page, "ruleset=")
    deals(page, "Cem")
    expect(page.locator(".dealt b")).to_have_text(["Cem", "Ana"])
    page.context.set_offline(True)
    deals(page, "Ben")
    expect(unheard(page)).to_be_visible()
    expect(page.locator(".dealt")).to_be_hidden()
    expect(page.get_by_role("button", name="Draw for dealer")).to_have_count(0)
    page.context.set_offline(False)
    expect(page.locator(".dealt b")).to_have_text(["Ben", "Cem"])
    expect(page.locator(".dealt")).to_be_visible()


def test_whoever_is_tapped_as_the_dealer_deals_whatever_is_being_drawn(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    with held(page):
        page.get_by_role("button", name="Draw for dealer").tap()
        deals(page, "Cem")
    is_answered(page)
    expect(page.locator(".dealt b")).to_have_text(["Cem", "Ana"])
    expect(page.locator(".drawn")).to_have_count(0)


def test_start_that_does_not_reach_the_server_goes_on_after_a_reload(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    deals(page, "Cem")
    is_answered(page)
    keeps(page, "ruleset=")
    page.route("**/games/new", lambda route: route.abort("connectionrefused"))
    with page.expect_event("requestfailed"):
        page.get_by_role("button", name="Start the game").tap()
    expect(page.locator("#outbox")).to_contain_text("New game waits on this phone")
    expect(page.get_by_role("heading", name="Hand 1 of 7")).to_be_visible()
    page.unroute("**/games/new")
    page.reload()
    expect(page.get_by_role("heading", name="Hand 1 of 7")).to_be_visible()
    expect(page.locator(".roles")).to_contain_text(re.compile(r"Dealer\s+Cem"))


def test_seats_come_back_with_the_next_tap_if_a_reload_does_not_reach_the_server(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem", "Dee")
    with held(page) as routes:
        page.reload()
        expect(page.get_by_label("Who’s playing?")).to_be_visible()
        expect(page.locator(".is-old")).to_have_count(1)
        while not routes:
            page.wait_for_timeout(10)
        routes.pop().abort("connectionrefused")
        expect(unheard(page)).to_be_visible()
        page.get_by_label("Who’s playing?").fill("E")
    page.reload()
    are_seated(page, "Ana", "Ben", "Cem", "Dee")


def test_focus_stays_where_somebody_writes_when_a_name_is_added(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    page.get_by_text(CARDS).tap()
    with held(page):
        page.get_by_label("Who’s playing?").fill("Dee")
        page.get_by_role("button", name="Add", exact=True).tap()
        page.get_by_label("Date played").focus()
    are_seated(page, "Ana", "Ben", "Cem", "Dee")
    expect(page.get_by_label("Date played")).to_be_focused()


def test_form_opened_anew_begins_without_the_names_of_an_abandoned_one(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    page.goto("/")
    page.goto("/games/new")
    page.reload()
    expect(page.get_by_label("Who’s playing?")).to_be_visible()
    page.get_by_label("Who’s playing?").fill("Dee")
    page.get_by_label("Who’s playing?").press("Enter")
    expect(page.locator("[name=player]")).to_have_count(1)
    are_seated(page, "Dee")


def test_name_in_its_field_joins_once_at_the_start(page: Page) -> None:
    seat(page, "Ana", "Ben", "Cem")
    page.get_by_label("Who’s playing?").fill("Dee")
    deals(page, "Ana")
    expect(page.locator(".preview")).to_contain_text("Ana deals")
    page.get_by_role("button", name="Start the game").tap()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    expect(page.get_by_role("rowheader")).to_have_text(["Ana", "Ben", "Cem", "Dee"])
