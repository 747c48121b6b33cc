"""Every page in one state, in two pseudo-languages: no English is left, all has room, and it mirrors."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from scorekeeper.language import speaking
from tests.support.browser.gallery import CASES, Case
from tests.support.browser.measures import NOT_MIRRORED, STICKS_OUT
from tests.support.browser.said import CODES, NOT_TRANSLATED, SAID, SIGNS
from tests.support.browser.stage import Stage
from tests.support.escapes import escaped
from tests.support.languages import LONG, MIRRORED, pseudo_languages

pytestmark = pytest.mark.long

# One state of every page.
FIRST_STATES = {case.endpoint: case for case in reversed(CASES) if case.state != "refused"}.values()
# The server writes their numbers, cards and charts otherwise from right to left. Of all other pages only the
# styles change, which the first language proves.
MIRRORED_PAGES = (
    "games.table",
    "hands.score",
    "laydown.laydown",
    "leagues.home",
    "referee.settle",
    "rules.rules",
)


@pytest.mark.parametrize("case", FIRST_STATES, ids=str)
def test_no_english_is_left_longer_texts_have_room_and_boxes_mirror(
    speaking_stage: Stage, case: Case
) -> None:
    page = shown(case, speaking_stage, LONG)
    faults = [*english(page), *page.evaluate(STICKS_OUT), *page.evaluate(NOT_MIRRORED)]
    page.evaluate("document.documentElement.dir = 'rtl'")
    none_of([*faults, *page.evaluate(STICKS_OUT)])


@pytest.mark.parametrize("case", [case for case in FIRST_STATES if case.endpoint in MIRRORED_PAGES], ids=str)
def test_page_runs_from_right_to_left(speaking_stage: Stage, case: Case) -> None:
    page = shown(case, speaking_stage, MIRRORED)
    assert page.locator("html").get_attribute("dir") == "rtl"
    none_of([*page.evaluate(STICKS_OUT), *page.evaluate(NOT_MIRRORED)])


def shown(case: Case, stage: Stage, code: str) -> Page:
    """A page in one of its states, in this language, which the phone has chosen."""
    (language,) = (language for language in pseudo_languages() if language.code == code)
    for page in (stage.page, stage.blank):
        choose(page, code)
    with speaking(language):
        page = case.show(stage)
    assert page.locator("html").get_attribute("lang") == code
    return page


def choose(page: Page, code: str) -> None:
    """Choose a language for the phone of a page."""
    page.context.add_cookies([{"name": "language", "value": code, "domain": "localhost", "path": "/"}])


def none_of(found: list[str]) -> None:
    """Fail with all that was found, a line each."""
    if found:
        pytest.fail("\n".join(dict.fromkeys(found)), pytrace=False)


def english(page: Page) -> list[str]:
    """What a page says in English, each with its element."""
    return [
        f"{' '.join(words)!r} in {where}"
        for text, where in page.evaluate(SAID)
        if (words := [word for word in escaped(CODES.sub("", text), but=NOT_TRANSLATED) if word not in SIGNS])
    ]
