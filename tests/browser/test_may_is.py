"""Claims of the discard are counted by one tap each where the house rules limit them, for one hand."""

from playwright.sync_api import Page, expect

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from tests.browser.test_live import AT_ONCE
from tests.support.browser.games import begin, begin_by
from tests.support.servers import Server

LIMITED = in_force(LAW, changes={"may_i": {"most": 2, "limits": {"3": 0}}})


def test_claims_are_counted_to_their_limit_until_the_next_hand(page: Page, server: Server) -> None:
    game = begin_by(page, LIMITED, data=server.data)
    page.add_init_script(AT_ONCE)
    page.goto(game.path)
    counts = page.locator(".may-is b")
    ana = page.locator(".may-is").get_by_role("button", name="Ana")
    expect(counts).to_have_text(["0 of 2"] * 4)
    ana.tap()
    page.reload()
    expect(counts).to_have_text(["1 of 2", *["0 of 2"] * 3])
    ana.tap()
    expect(counts.first).to_have_text("2 of 2, no more")
    expect(ana).to_be_disabled()
    page.get_by_role("button", name="Undo the last tap").tap()
    expect(counts.first).to_have_text("1 of 2")

    game.play("out 25 45 110")
    expect(page.get_by_role("link", name="Score hand 2")).to_be_visible()
    expect(counts).to_have_text(["0 of 2"] * 4)
    game.play("out 25 45 110")
    expect(page.get_by_role("link", name="Score hand 3")).to_be_visible()
    expect(counts).to_have_count(0)


def test_nothing_is_counted_where_claims_have_no_limit(page: Page) -> None:
    page.goto(begin(page).path)
    expect(page.get_by_role("link", name="Score hand 1")).to_be_visible()
    expect(page.locator(".may-is")).to_have_count(0)
