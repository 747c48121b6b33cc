"""The form of house rules: what is different is said while somebody types, in sight and aloud."""

import pytest
from playwright.sync_api import Page, Route, expect

from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.browser.behaviours import listens

pytestmark = pytest.mark.long

WITH_JOKERS = next(rules for rules in RULESETS.values() if rules.jokers)


def test_what_is_different_is_said_while_somebody_types(page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"/rulesets/{WITH_JOKERS.id}/changes")
    listens(page, "rules-form")
    different, heard = page.locator("#different"), page.locator("#news")
    expect(different).to_contain_text("Nothing yet.")

    page.locator("#group-points summary").click()
    page.locator("[name=missing_card]").fill("35")

    for said in (different, heard):
        expect(said).to_contain_text("Points for each card a player is short: 35")
    expect(different).to_be_in_viewport()
    expect(page.locator("[name=missing_card]")).to_be_focused()

    page.locator("[name=points-joker]").fill("")

    for said in (different, heard):
        expect(said).to_contain_text("Give every card its points.")
    assert "35" not in heard.inner_text()


def test_what_is_typed_while_a_variant_fills_in_its_values_stays(page: Page) -> None:
    rules, key = next((rules, key) for rules in RULESETS.values() for key in rules.variants)
    held: list[Route] = []
    page.goto(f"/rulesets/{rules.id}/changes")
    listens(page, "rules-form")
    page.locator("#group-variants summary").click()
    page.locator("#group-score summary").click()
    page.route("**/changes", lambda route: route.continue_() if held else held.append(route))

    with page.expect_request("**/changes"):
        page.locator(f"[name=variant][value={key}]").check()
    page.locator("[name=score-out_bonus]").fill("7")
    held[0].continue_()

    expect(page.locator("#different")).to_contain_text("Bonus for going out: 7")
    expect(page.locator(f"[name=applied][value={key}]")).to_be_attached()
    expect(page.locator("[name=score-out_bonus]")).to_have_value("7")
