"""Every page in every state, light and dark: axe finds nothing, and it fits a thumb."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from flask import Flask
from playwright.sync_api import Page

from tests.support.browser.gallery import CASES, NOT_THERE, OF_A_GAME, STATES, WHATEVER_IS_PLAYED, Case
from tests.support.browser.measures import OVERLAPPING_HEADS, SMALL_TARGETS, SMALLEST, STICKS_OUT, letters
from tests.support.browser.stage import GAME_STATES, Stage

# WCAG 2.2 A and AA, best practice.
RULES = ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa", "best-practice"]
# The dark changes colours and nothing else: the other rules find there what they find in the light.
OF_COLOURS = f"""() => axe.getRules({RULES})
    .filter(({{ tags }}) => tags.includes("cat.color"))
    .map(({{ ruleId }}) => ruleId)
"""
DOUBLE_IDS = """() => {
    const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id)
    return ids.filter((id, place) => ids.indexOf(id) !== place)
}"""
VIEWPORT = "document.querySelector('meta[name=viewport]').content"
BLOCKED_ZOOM = re.compile(r"user-scalable|maximum-scale|minimum-scale")
TOKEN = re.compile(r'name="csrf_token" value="[0-9a-f]+"')
REFUSALS = {"refused", "two-versions", "not-yet"}
TABLES = {f"league_exports.{name}" for name in ("hands", "games", "season", "whole")}
SCRIPTS = {"static", "rules.index"}
HEALTH = {"health.alive", "health.ready"}
FILES = {
    "exports.text",
    "exports.csv",
    "exports.json",
    "rulesets.file",
    "home.security_txt",
    "account_closing.everything",
}
# With English alone there is nothing to choose.
CHOICES = {"home.languages"}
NO_PAGES = {*SCRIPTS, *TABLES, *FILES, *HEALTH, *CHOICES, "leagues.season_now", "season_settings.now"}


@pytest.fixture(scope="module")
def asked(stage: Stage) -> Stage:
    """The stage, whose pages all load axe."""
    for page in (stage.page, stage.blank):
        page.add_init_script(f"{Axe().axe_script}; window.axe = axe")
    return stage


@pytest.fixture(scope="module", params=CASES, ids=str)
def shown(request: pytest.FixtureRequest, asked: Stage) -> Page:
    """A page in one of its states, opened once for the tests below."""
    case: Case = request.param
    page = case.show(asked)
    status = page.evaluate("performance.getEntriesByType('navigation')[0].responseStatus")
    assert (status != 200) == (case.state in REFUSALS), f"{case} answers {status}"
    return page


def test_axe_finds_nothing(shown: Page) -> None:
    assert violations(shown, rules=f"() => {RULES}") == []
    shown.emulate_media(color_scheme="dark")
    assert violations(shown, rules=OF_COLOURS) == []


def test_page_fits_a_thumb(shown: Page) -> None:
    assert shown.evaluate(SMALL_TARGETS, SMALLEST) == []
    assert shown.evaluate(STICKS_OUT) == []
    assert shown.evaluate(OVERLAPPING_HEADS) == []
    assert shown.evaluate(DOUBLE_IDS) == []
    assert not BLOCKED_ZOOM.search(shown.evaluate(VIEWPORT))


def test_page_fits_larger_letters_and_a_smaller_screen(shown: Page) -> None:
    with letters(shown, size=32):
        assert shown.evaluate(STICKS_OUT) == []
    shown.set_viewport_size({"width": 320, "height": 640})
    assert shown.evaluate(STICKS_OUT) == []


def test_every_page_has_a_case_in_every_state(app: Flask) -> None:
    routes = {rule.endpoint for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    pages = {route for route in routes - NO_PAGES if not route.startswith("api")}
    matrix = {(page, state) for page in pages for state in STATES}
    looked_at = {(case.endpoint, state) for case in CASES for state in case.state.split() if state in STATES}
    assert looked_at | NOT_THERE.keys() == matrix
    assert looked_at & NOT_THERE.keys() == set()


@pytest.mark.parametrize(("endpoint", "state"), [key for key in NOT_THERE if key[1] in GAME_STATES])
def test_page_that_is_left_out_is_refused(stage: Stage, endpoint: str, state: str) -> None:
    path = stage.path(OF_A_GAME[endpoint], state=state)
    assert stage.page.request.get(path).status == 409


@pytest.mark.parametrize("endpoint", [endpoint for endpoint, state in NOT_THERE if state == "refused"])
def test_page_whose_refusal_is_left_out_sends_nothing(stage: Stage, endpoint: str) -> None:
    for case in CASES:
        if case.endpoint == endpoint:
            html = stage.page.request.get(case.path).text()
            assert "<main" in html
            assert 'method="post"' not in html


@pytest.mark.parametrize("case", [case for case in CASES if case.state == WHATEVER_IS_PLAYED], ids=str)
def test_page_that_no_game_changes_is_the_same_with_games_and_without(stage: Stage, case: Case) -> None:
    with_games, without = (
        TOKEN.sub("", page.request.get(case.path).text()) for page in (stage.page, stage.blank)
    )
    assert with_games == without


def violations(page: Page, *, rules: str) -> list[str]:
    """The objections of axe, a line for each element; `rules` is a script that names rules, or their tags."""
    result = page.evaluate(f"axe.run({{ runOnly: ({rules})(), resultTypes: ['violations'] }})")
    return [
        f"{violation['id']}: {node['html']} {node['failureSummary']}"
        for violation in result["violations"]
        for node in violation["nodes"]
    ]
