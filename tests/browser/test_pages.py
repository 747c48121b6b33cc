"""Every page, opened once in each state: axe finds nothing, and it fits a thumb, in the dark, too.

CI sees every state, `make test` the first of each page.
"""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page

from tests.support.browser.gallery import CASES, Case
from tests.support.browser.measures import (
    FAINT_WORDS,
    KINDS,
    OVERLAPPING_HEADS,
    SMALL_TARGETS,
    SMALLEST,
    STICKS_OUT,
    letters,
)
from tests.support.browser.stage import Stage
from tests.support.examples import IN_CI

# WCAG 2.2 A and AA, best practice.
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
AXE = Axe().axe_script
DOUBLE_IDS = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
    return ids.filter((id, place) => ids.indexOf(id) !== place)
}"""
VIEWPORT = "document.querySelector('meta[name=viewport]').content"
BLOCKED_ZOOM = re.compile(r"user-scalable|maximum-scale|minimum-scale")
REFUSALS = {"refused", "two-versions", "not-yet"}
TABLES = {f"league_exports.{name}" for name in ("hands", "games", "season", "whole")}
SCRIPTS = {"static", "rules.index", "offline.worker", "offline.pages", "ahead.pages", "ahead.new_pages"}
SCRIPTS |= {"referee.offline_new"}
HEALTH = {"health.alive", "health.ready"}
FILES = {
    "exports.text",
    "exports.csv",
    "exports.json",
    "rulesets.file",
    "home.security_txt",
    "accounts.everything",
}
NO_PAGES = {*SCRIPTS, *TABLES, *FILES, *HEALTH, "leagues.season_now", "season_settings.now"}


@pytest.mark.parametrize("endpoint", dict.fromkeys(case.endpoint for case in CASES))
def test_page_is_clear_and_fits_a_thumb_in_every_state(stage: Stage, endpoint: str, seen: set[str]) -> None:
    first, *others = [case for case in CASES if case.endpoint == endpoint]
    looked_at = [first, *others] if IN_CI else [first]
    faults = [
        f"{case}: {fault}"
        for case in looked_at
        for fault in faults_of(case, stage, seen, is_first=case is first)
    ]
    if faults:
        pytest.fail("\n".join(faults), pytrace=False)


@pytest.fixture(scope="session")
def seen() -> set[str]:
    """The kinds of elements that axe has seen on any page."""
    return set()


def faults_of(case: Case, stage: Stage, seen: set[str], *, is_first: bool) -> Iterator[str]:
    """What is wrong with a page in one state; axe looks at its first one, and for elements of new kinds."""
    page = case.show(stage)
    status = page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus")
    if (status != 200) != (case.state in REFUSALS):
        yield f"answers {status}"
    new = {*page.evaluate(f"({KINDS})(document)")} - seen
    seen |= new
    if new or is_first:
        yield from violations(page)
    yield from page.evaluate(SMALL_TARGETS, SMALLEST)
    for measure in (STICKS_OUT, OVERLAPPING_HEADS, DOUBLE_IDS):
        yield from page.evaluate(measure)
    if BLOCKED_ZOOM.search(page.evaluate(VIEWPORT)):
        yield "cannot be zoomed"
    page.emulate_media(color_scheme="dark")
    yield from page.evaluate(FAINT_WORDS)
    with letters(page, size=32):
        yield from page.evaluate(STICKS_OUT)
    page.set_viewport_size({"width": 320, "height": 640})
    yield from page.evaluate(STICKS_OUT)


def test_every_page_has_a_case(app: Flask) -> None:
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    pages = {route for route in routes - NO_PAGES if not route.startswith("api")}
    assert {case.endpoint for case in CASES} == pages


def violations(page: Page) -> list[str]:
    """The objections of axe, a line for each element; what a button in reach lies over is scrolled free."""
    page.evaluate(AXE)
    page.evaluate("document.querySelector('.in-reach') && scrollTo(0, document.body.scrollHeight)")
    result = page.evaluate(f"axe.run({{ runOnly: {RULES}, resultTypes: ['violations'] }})")
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
