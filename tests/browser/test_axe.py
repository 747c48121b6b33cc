"""axe finds nothing (WCAG 2.2 A and AA, best practice) on any page, in any state, in light and in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page

from tests.browser.gallery import CASES, Case, Stage

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# Dark changes colours alone.
RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"]
NO_PAGES = {"static", "exports.text", "exports.csv", "exports.json"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_axe_finds_nothing(case: Case, stage: Stage) -> None:
    page = case.show(stage)
    page.evaluate(Axe().axe_script)
    assert violations(page, rules=RULES) == []
    page.emulate_media(color_scheme="dark")
    assert violations(page, rules=RULES_OF_COLOUR) == []


def test_every_page_has_a_case(app: Flask) -> None:
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    outside = {endpoint for endpoint in pages if endpoint in NO_PAGES or endpoint.startswith("api")}
    assert pages - outside == {case.endpoint for case in CASES}


def violations(page: Page, *, rules: list[str]) -> list[str]:
    """What axe objects to, a line for each place."""
    result = page.evaluate("rules => axe.run({ runOnly: rules, resultTypes: ['violations'] })", rules)
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
