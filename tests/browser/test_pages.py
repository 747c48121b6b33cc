"""Every page in every state: axe finds nothing (WCAG 2.2 A and AA, best practice), and it fits a thumb."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page

from tests.browser.gallery import CASES, Stage
from tests.browser.measures import SMALL_TARGETS, SMALLEST, STICKS_OUT, letters

RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
BLOCKED_ZOOM = re.compile(r"user-scalable|maximum-scale|minimum-scale")
NO_PAGES = {"static", "exports.text", "exports.csv", "exports.json"}


@pytest.fixture(scope="module", params=CASES, ids=str)
def shown(request: pytest.FixtureRequest, stage: Stage) -> Page:
    """A page in one of its states, opened once for the tests below."""
    page: Page = request.param.show(stage)
    return page


def test_axe_finds_nothing(shown: Page) -> None:
    shown.evaluate(Axe().axe_script)
    assert violations(shown, rules=RULES) == []
    shown.emulate_media(color_scheme="dark")
    assert violations(shown, rules=RULES) == []


def test_page_fits_a_thumb(shown: Page) -> None:
    assert shown.evaluate(SMALL_TARGETS, SMALLEST) == []
    assert shown.evaluate(STICKS_OUT) == []
    content = shown.locator("meta[name=viewport]").get_attribute("content")
    assert not BLOCKED_ZOOM.search(content or "")


def test_page_fits_a_smaller_screen_and_larger_letters(shown: Page) -> None:
    shown.set_viewport_size({"width": 320, "height": 640})
    assert shown.evaluate(STICKS_OUT) == []
    shown.set_viewport_size({"width": 360, "height": 740})
    with letters(shown, size=32):
        assert shown.evaluate(STICKS_OUT) == []


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
