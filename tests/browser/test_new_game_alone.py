"""A game starts without a network, over plain HTTP too: from the form that is open to its table and hands."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_ahead import reconnect, score
from tests.browser.test_outbox import Network, entries, fields, unanswered
from tests.browser.test_outbox_file import choose, send
from tests.support.browser.kept_pages import keeps
from tests.support.servers import wait_until

pytestmark = pytest.mark.long

EIGHT = ("Ana", "<b>", "Maximiliane-Charlotte", 'O’Neil "&quot;"', "Ewa", "Ibn-'Ali", "Gus", "Hal")


@pytest.fixture
def form(page: Page) -> Page:
    """The form of a new game, cut off once its phone keeps the pages of the games that it may start."""
    page.goto("/rules/continental")
    keeps(page, "")
    page.goto("/games/new")
    keeps(page, "ruleset=continental")
    page.context.set_offline(True)
    return page


def fill(page: Page, players: Sequence[str], *, dealer: str) -> None:
    for name in players:
        page.get_by_label("Who’s playing?").fill(name)
        page.get_by_role("button", name="Add", exact=True).tap()
    expect(page.locator(".seat bdi")).to_have_text(players)
    expect(page.get_by_role("button", name="Start the game")).to_have_count(0)
    page.locator(".seat").filter(has=page.get_by_text(dealer, exact=True)).locator(".deals").tap()


def start(page: Page) -> str:
    """Start the game by two quick taps; its address."""
    page.get_by_role("button", name="Start the game").dblclick()
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    (entry,) = [entry for entry in entries(page) if entry["state"] == "waiting"]
    assert page.url.endswith(f"/games/{entry['id']}")
    return page.url


@pytest.mark.parametrize("count", [2, 8])
def test_game_starts_is_scored_and_arrives_once_in_order(form: Page, count: int) -> None:
    players = EIGHT[:count]
    fill(form, players, dealer="<b>")
    address = start(form)
    later = [*players[2:], *players[:2]]
    expect(form.locator(".roles dd bdi")).to_have_text(["<b>", later[0]])
    score(form, 1, later[-1], *range(10, count * 10, 10))
    expect(form.locator(".standings tbody tr").first).to_contain_text(later[-1])
    expect(form.locator(".standings .total").first).to_have_text("0")
    score(form, 2, later[-1], *range(10, count * 10, 10))
    form.get_by_role("link", name="Score hand 3").tap()
    form.get_by_role("link", name="The game").tap()
    expect(form.locator("#outbox")).to_contain_text("3 things wait")
    reconnect(form)
    expect(form.locator(".hands tbody tr")).to_have_count(2)
    assert form.url.partition("?")[0] == address
    game = form.request.get(f"{address}/game.json").json()
    assert [seat["name"] for seat in game["seats"]] == list(players)
    assert [hand["number"] for hand in game["hands"]] == [1, 2]
    assert game["version"] == 3
    assert entries(form) == []


def test_dealer_tapped_while_the_form_is_laid_deals(form: Page) -> None:
    form.locator("#seating").evaluate("""(form) => {
        const tap = (changes, observer) => {
            const [dealer, other] = form.querySelectorAll("[name=dealer]")
            const added = changes.flatMap(({ addedNodes }) => [...addedNodes])
            if (!other || !added.some((node) => node.matches?.(".alone"))) return
            observer.disconnect()
            dealer.click()
        }
        new MutationObserver(tap).observe(form, { childList: true, subtree: true })
    }""")
    for name in EIGHT[:2]:
        form.get_by_label("Who’s playing?").fill(name)
        form.get_by_role("button", name="Add", exact=True).tap()
    start(form)


def test_form_is_empty_again_once_its_game_has_arrived(form: Page) -> None:
    fill(form, EIGHT[:3], dealer="Ana")
    start(form)
    reconnect(form)
    expect(form.locator("main[data-ahead]")).to_have_count(0)
    form.go_back()
    expect(form.get_by_role("button", name="Ana", exact=True)).to_be_visible()
    expect(form.locator("[name=player]")).to_have_count(0)


def test_page_that_is_opened_later_sends_the_game(form: Page) -> None:
    fill(form, EIGHT[:3], dealer="Ana")
    address = start(form)
    score(form, 1, "<b>", 10, 20)
    other = form.context.new_page()
    form.close()
    form.context.set_offline(False)
    other.goto("/")
    expect(other.get_by_role("heading", name="Hand 2 of 7")).to_be_visible()
    assert other.request.get(f"{address}/game.json").json()["version"] == 2


def test_table_that_is_opened_too_early_is_shown_once_it_is_there(form: Page) -> None:
    fill(form, EIGHT[:3], dealer="Ana")
    address = start(form)
    network = Network(form)
    network.cut()
    form.context.set_offline(False)
    answer = form.goto(address)
    assert answer
    assert answer.status == 404
    network.mend()
    expect(form.locator("#outbox")).to_be_hidden()
    expect(form.get_by_role("link", name="Score hand 1")).to_be_visible()


def test_table_that_is_opened_too_early_comes_from_the_store_where_a_worker_is(
    phone: Callable[..., Page],
) -> None:
    page = phone(service_workers="allow")
    page.goto("/games/new")
    keeps(page, "ruleset=continental")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.context.set_offline(True)
    fill(page, EIGHT[:3], dealer="Ana")
    address = start(page)
    network = Network(page)
    network.cut()
    page.context.set_offline(False)
    answer = page.goto(address)
    assert answer
    assert answer.status == 200
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    assert len(entries(page)) == 1
    expect(page.locator("#outbox")).to_be_visible()
    network.mend()
    expect(page.locator("#outbox")).to_be_hidden()
    assert page.request.get(f"{address}/game.json").json()["version"] == 1


def test_file_of_the_phone_starts_the_game_and_scores_it(
    form: Page, phone: Callable[..., Page], tmp_path: Path
) -> None:
    fill(form, EIGHT[:3], dealer="Ana")
    address = start(form)
    score(form, 1, "Ana", 10, 20)
    form.locator("#outbox").get_by_text("More", exact=True).tap()
    with form.expect_download() as download:
        form.get_by_role("button", name="Send as a file").tap()
    download.value.save_as(tmp_path / "outbox.txt")
    other = phone()
    choose(other, tmp_path / "outbox.txt")
    send(other)
    assert other.request.get(f"{address}/game.json").json()["version"] == 2


def test_two_of_a_name_cannot_start(form: Page) -> None:
    for name in ("Weiß", "Ben", "WEISS"):
        form.get_by_label("Who’s playing?").fill(name)
        form.get_by_role("button", name="Add", exact=True).tap()
    form.locator(".seat .deals").first.tap()
    says = form.locator("#unheard p:visible")
    expect(says).to_have_attribute("data-say", "twice")
    expect(form.get_by_role("button", name="Start the game")).to_have_count(0)
    form.get_by_role("button", name="Change", exact=True).tap()
    expect(says).to_have_attribute("data-say", "needed")


def test_start_that_is_refused_needs_a_decision_and_its_hands_wait(form: Page) -> None:
    fill(form, ("Ana", "Ben", "Cem"), dealer="Ana")
    # Only the server sees that it reads like the first.
    form.get_by_label("Who’s playing?").fill("A\u200bna")
    address = start(form)
    score(form, 1, "Ben", 10, 20, 30)
    form.context.set_offline(False)
    box = form.locator("#outbox")
    look = box.get_by_role("button", name="Look")
    expect(look).to_be_visible()
    assert [entry["state"] for entry in entries(form)] == ["refused", "waiting"]
    # It cannot be taken back while something stands on it.
    expect(box.get_by_role("button", name="Take back")).to_have_count(0)
    look.tap()
    expect(form.locator(".faults").first).to_be_visible()
    form.get_by_label("Name of player 4").fill("Dee")
    form.get_by_role("button", name="Start the game").tap()
    expect(form.locator(".hands tbody tr")).to_have_count(1)
    game = form.request.get(f"{address}/game.json").json()
    assert [seat["name"] for seat in game["seats"]] == ["Ana", "Ben", "Cem", "Dee"]
    assert game["version"] == 2
    assert entries(form) == []


def test_game_that_is_taken_back_is_never_started_and_another_one_is(form: Page) -> None:
    fill(form, ("Ana", "Ben"), dealer="Ana")
    dropped = start(form)
    back = form.get_by_role("button", name="ake back")
    back.tap()
    form.get_by_role("button", name="Tap again to take it back").tap()
    expect(form.locator(".seat bdi")).to_have_text(["Ana", "Ben"])
    form.go_back()
    expect(form.get_by_text("This page isn’t on this phone.")).to_be_visible()
    form.go_forward()
    expect(form.locator(".seat bdi")).to_have_text(["Ana", "Ben"])
    form.get_by_label("Who’s playing?").fill("Cem")
    form.get_by_role("button", name="Add", exact=True).tap()
    assert start(form) != dropped
    reconnect(form)
    assert form.request.get(dropped).status == 404
    home = form.request.get("/").text()
    assert home.count("Ana") == home.count("Cem") > 0


def test_game_that_has_started_without_an_answer_is_deleted_once_it_is_taken_back(form: Page) -> None:
    fill(form, ("Ana", "Ben"), dealer="Ana")
    network = Network(form)
    network.answer = unanswered
    dropped = start(form)
    network.cut()
    assert form.request.get(dropped).ok
    form.get_by_role("button", name="ake back").tap()
    form.get_by_role("button", name="Tap again to take it back").tap()
    expect(form.locator(".seat bdi")).to_have_text(["Ana", "Ben"])
    form.context.set_offline(False)
    network.mend()
    wait_until(lambda: not entries(form))
    assert form.request.get(dropped).status == 404


def test_names_for_another_game_outlive_the_arrival_of_the_one_before(form: Page) -> None:
    fill(form, ("Ana", "Ben"), dealer="Ana")
    address = start(form)
    form.go_back()
    expect(form.locator(".seat")).to_have_count(0)
    fill(form, ("Eva", "Fay"), dealer="Eva")
    # What the form asks while it is filled in stays unheard.
    network = Network(form)
    network.answer = lambda route: (
        route.continue_() if "form_id" in fields(route.request) else route.abort("internetdisconnected")
    )
    form.context.set_offline(False)
    wait_until(lambda: not entries(form))
    assert form.request.get(address).ok
    network.answer = None
    form.reload()
    expect(form.locator(".seat bdi")).to_have_text(["Eva", "Fay"])


def test_form_that_is_half_filled_comes_back_where_a_worker_serves_it(phone: Callable[..., Page]) -> None:
    page = phone(service_workers="allow")
    page.goto("/games/new")
    keeps(page, "ruleset=continental")
    page.wait_for_function("() => navigator.serviceWorker.controller")
    page.get_by_role("button", name="Change", exact=True).tap()
    page.get_by_role("button", name="Seven Hand Rummy").tap()
    keeps(page, "ruleset=seven-hand")
    page.context.set_offline(True)
    fill(page, ("Ana", "Ben"), dealer="Ben")
    page.reload()
    expect(page.locator(".seat bdi")).to_have_text(["Ana", "Ben"])
    page.goto("/rules")
    page.go_back()
    expect(page.locator(".seat bdi")).to_have_text(["Ana", "Ben"])
    expect(page.locator("[name=ruleset]")).to_have_value("seven-hand")
    start(page)
    expect(page.locator(".roles dd bdi")).to_have_text(["Ben", "Ana"])


def test_ruling_says_why_it_cannot_be_saved_before_the_game_is_there(form: Page) -> None:
    fill(form, ("Ana", "Ben"), dealer="Ben")
    start(form)
    form.get_by_role("link", name="Referee").tap()
    form.locator("main a[href*='/referee/wrong-count']").tap()
    for answer in ("During the hand", "Too few cards", "2 cards"):
        form.get_by_role("link", name=answer, exact=True).tap()
    expect(form.get_by_text("You can save a ruling once the server has this game.")).to_be_visible()
