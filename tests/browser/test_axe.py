"""axe finds nothing (WCAG 2.2 A and AA, best practice) on any page, in any state, in light and in dark."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import BrowserContext, Page

from tests.browser.gallery import CASES, Case, Stage

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
NO_PAGES = {"static", "exports.text", "exports.csv", "exports.json"}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_axe_finds_nothing(case: Case, stage: tuple[BrowserContext, Stage], page: Page) -> None:
    context, games = stage
    looked_at = page if case.empty else context.new_page()
    case.open(looked_at, games)
    found = [line for scheme in ("light", "dark") for line in violations(looked_at, scheme=scheme)]
    looked_at.close()
    assert found == []


def test_every_page_has_a_case(app: Flask) -> None:
    pages = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    outside = {endpoint for endpoint in pages if endpoint in NO_PAGES or endpoint.startswith("api")}
    assert pages - outside == {case.endpoint for case in CASES}


def violations(page: Page, *, scheme: str) -> list[str]:
    """What axe objects to, a line for each place."""
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    result = Axe().run(page, options={"runOnly": RULES, "resultTypes": ["violations"]})
    return [
        f"{scheme}: {violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in result.response["violations"]
        for node in violation["nodes"]
    ]
