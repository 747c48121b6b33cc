"""A quarrel on the phone: settled by thumb, taken back by the back button, and found again."""

import re

from playwright.sync_api import Page, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.games import begin


def test_a_dispute_is_settled_by_thumb(page: Page) -> None:
    game = begin(page)
    page.goto(game.path)
    page.get_by_role("link", name="Referee").tap()
    page.get_by_role("link", name="Played out of turn").tap()
    for answer in (
        "No, they haven’t discarded",
        "The top card of the stock",
        "No, but they’ve seen it",
    ):
        page.get_by_role("link", name=answer, exact=True).tap()
    page.locator("a[href*='laid_cards=no']").tap()
    verdict = page.get_by_role("heading", level=1)
    page.get_by_role("region", name="Who played").get_by_text("Dee").tap()
    expect(page).to_have_url(re.compile("who-offender=3"))
    page.get_by_role("region", name="Whose turn was it?").get_by_text("Ben").tap()
    remedies = page.locator(".remedies li")
    expect(remedies.nth(1)).to_have_text("The turn goes back to Ben.")
    page.get_by_role("link", name="Bury the card").tap()
    chosen = page.locator(".option[aria-current]")
    expect(chosen).to_contain_text("Then Ben draws as usual")

    page.reload()
    expect(chosen).to_contain_text("Bury the card")
    page.go_back()
    expect(remedies.nth(1)).to_have_text("The turn goes back to Ben.")
    expect(chosen).to_have_count(0)
    for _ in range(3):
        page.go_back()
    expect(verdict).to_have_text("Did they lay cards down in this turn?")
    page.get_by_role("link", name="Change: The top card").tap()
    expect(verdict).to_have_text("What did they draw?")


def test_a_refusal_of_no_decision_is_in_view_with_its_field(page: Page) -> None:
    game = begin(page)
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{game.path}/referee/silent-matter?matter=pile-looked-through")
    field = page.locator("#agreed")
    expect(field).not_to_be_focused()
    page.get_by_role("button", name="Save the ruling").tap()
    expect(field).to_be_focused()
    expect(page.locator("#agreed-faults")).to_be_in_viewport(ratio=1)


def test_own_words_stay_without_a_connection(page: Page) -> None:
    game = begin(page)
    # Else it would go on to the table that the server has drawn ahead.
    page.route("**/ahead", lambda route: route.abort("internetdisconnected"))
    page.goto(f"{game.path}/agreements/new?question=May+we+look%3F", wait_until="networkidle")
    listens(page, "kept")
    field, save = (
        page.get_by_label("What did you decide?"),
        page.get_by_role("button", name="Save decision"),
    )
    said = page.locator("#outbox").get_by_text(re.compile("^Decision waits on this phone"))
    field.fill("The pile is shuffled back")
    page.context.set_offline(True)
    save.tap()
    expect(said).to_be_in_viewport(ratio=1)
    expect(field).to_have_value("The pile is shuffled back")
    page.context.set_offline(False)
    page.wait_for_url(re.compile("said="))
    page.goto(f"{game.path}/agreements")
    expect(page.get_by_text("The pile is shuffled back")).to_have_count(1)


def test_disputes_are_settled_and_saved_without_a_network(page: Page) -> None:
    """A wrong deal, and the number of cards that it leaves: the second waits behind the first."""
    game = begin(page)
    page.goto(f"{game.path}/referee/offline", wait_until="networkidle")
    page.context.set_offline(True)
    for answer in (
        "The deal or the pack is wrong",
        "Someone got the wrong number",
        "Yes, they’ve drawn",
        "Ben",
    ):
        page.get_by_role("link", name=answer).tap()
    page.get_by_role("button", name="Save and go on").tap()
    expect(page.locator("#outbox")).to_contain_text("Ruling waits on this phone")
    expect(page.get_by_role("heading", level=1)).to_have_text("Are there too many or too few?")
    for answer in ("Too few cards", "2 cards"):
        page.get_by_role("link", name=answer, exact=True).tap()
    expect(page.locator(".remedies li").first).to_have_text("Ben doesn’t discard after the next 2 draws.")
    page.go_back()
    page.go_forward()
    page.get_by_role("button", name="Save the ruling").tap()
    expect(page.locator("#outbox")).to_contain_text("2 things wait on this phone")
    page.context.set_offline(False)
    page.wait_for_url(re.compile("said=ruled"))
    expect(page.locator(".binds .bound p")).to_have_text([re.compile("^Ben is 2 cards short")])
    page.goto(f"{game.path}/history")
    expect(page.locator("main a[href*='/rulings/']")).to_have_count(2)
