"""Every page in pseudo-languages: no English is left in any state, all has room, and it mirrors."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Page

from scorekeeper.language import Language, speaking
from tests.support.browser.gallery import CASES, Case
from tests.support.browser.measures import KINDS, NOT_MIRRORED, STICKS_OUT
from tests.support.browser.stage import Stage
from tests.support.escapes import LONG, MIRRORED, escaped

pytestmark = pytest.mark.long

# The server writes their numbers, cards and charts otherwise from right to left. Of all other pages only the
# styles change, which the first language proves.
MIRRORED_PAGES = {
    *("games.table", "hands.score", "laydown.laydown", "leagues.home", "referee.settle", "rules.rules")
}
FIRST_STATES = {case.endpoint: case for case in reversed(CASES) if case.endpoint in MIRRORED_PAGES}.values()
# Players, leagues and what was written on the stage; then what has no other name.
NOT_TRANSLATED = {
    *("Ana", "Anna", "Ben", "Cem", "Dee", "Edda", "Eva", "Fay", "Gus", "Hal", "Kim", "Lea", "Max", "Noa"),
    *("Olga", "Zoe", "Bartholomew", "Christopher", "Evangelina", "Evangelina-Maria", "Maximiliana"),
    *("Maximiliana Hohenlohe", "Maximiliana Hohenlohe-Schillingsfürst", "Wolfgang", "Wolfgang Amadeus"),
    *("Alexandrina Victoria", "Erased player", "olga@example.org", "Edda Berg", "E.\u00a0Berg", "Gus Berg"),
    *("Thursday Club", "Friday Club", "Monday Club", "thursday-club", "friday-club", "Always", "Begun twice"),
    *("All back", "May we count aloud?", "Only our own cards.", "yesterday", "wrong meld", "qwrtzp", "drew"),
    *("Vera’s rules", "Scorekeeper", "CSV", "JSON", "Europe/Prague", "UTC", "Chrome", "Linux", "ARMC GT9F"),
}
# Clauses, addresses, names that are cut off, letters of cards and badges, and what a script fills in.
CODES = re.compile(r"\b(?:\d+\.|[A-Z][A-Z0-9]?-)[\da-z]+\b|https?://\S+|\w+…[\w…-]*|\b[AKQJBCD]\b|\{\w+\}")
# Texts of elements, shown or not yet, with those of templates; and attributes. Left out is what people type,
# also within a sentence (`data-answers`), what programs read, and what says that it is not to be translated.
SAID = """(root) => {
    const kept = "code, .code, pre, script, style, textarea, [translate=no]"
    const read = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title",
        "placeholder", "alt", "label"]
    const codes = ["answers", "behaviour", "copy", "each", "etag", "file", "find", "form", "idle", "if",
        "kept", "options", "part", "remedy", "styles", "text", "unless", "who"].map((name) => `data-${name}`)
    const isRead = ({ name, value }) => read.includes(name)
        || name.startsWith("data-") && !codes.includes(name) && /[A-Z]|\\s/.test(value)
    const said = []
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) said.push(node.data)
        for (const found of node.attributes ?? []) if (isRead(found)) said.push(found.value)
        if (node.matches?.(kept)) return
        if (node.localName === "template") walk(node.content)
        node.childNodes.forEach(walk)
    }
    walk(root)
    return said
}"""
# The same of an answer, and what its elements are.
READ = f"""(html) => {{
    const page = new DOMParser().parseFromString(html, "text/html")
    return [({SAID})(page.documentElement), ({KINDS})(page)]
}}"""


@pytest.mark.parametrize("endpoint", dict.fromkeys(case.endpoint for case in CASES))
def test_no_english_is_left_longer_texts_have_room_and_boxes_mirror(
    spoken: Callable[[Language], Stage], endpoint: str
) -> None:
    """A page is laid out once in all its states with elements of the same kinds."""
    stage, seen = spoken(LONG), set[str]()
    for case in (case for case in CASES if case.endpoint == endpoint):
        said, kinds = answered(case, stage)
        assert (case, english(said)) == (case, [])
        if case.then or "#" in case.path or not seen.issuperset(kinds):
            seen.update(kinds)
            assert (case, faults_of(case.show(stage))) == (case, [])


@pytest.mark.parametrize("case", FIRST_STATES, ids=str)
def test_page_runs_from_right_to_left(spoken: Callable[[Language], Stage], case: Case) -> None:
    page = case.show(spoken(MIRRORED))
    assert page.locator("html").get_attribute("dir") == "rtl"
    assert [*page.evaluate(STICKS_OUT), *page.evaluate(NOT_MIRRORED)] == []


@pytest.fixture
def spoken(speaking_stage: Stage) -> Iterator[Callable[[Language], Stage]]:
    """Let the phones of the stage choose a language, which the test speaks, too."""
    contexts = [page.context for page in (speaking_stage.page, speaking_stage.blank)]
    with ExitStack() as languages:

        def choose(language: Language) -> Stage:
            cookie = {"name": "language", "value": language.code, "domain": "localhost", "path": "/"}
            for context in contexts:
                context.add_cookies([cookie])
            languages.enter_context(speaking(language))
            return speaking_stage

        yield choose
    for context in contexts:
        context.clear_cookies(name="language")


def answered(case: Case, stage: Stage) -> tuple[list[str], list[str]]:
    """What the server says in this state, and the kinds of its elements."""
    page = stage.blank if case.blank else stage.page
    answer = page.request.get(stage.path(case.path, state=case.state).partition("#")[0])
    said, kinds = page.evaluate(READ, answer.text())
    return said, kinds


def english(said: list[str]) -> list[str]:
    texts = (CODES.sub("", text) for text in said)
    return [text for text in texts if escaped(text, but=NOT_TRANSLATED)]


def faults_of(page: Page) -> list[str]:
    """What has no room or is not mirrored on a page, and what is still English once its scripts ran."""
    assert page.locator("html").get_attribute("lang") == LONG.code
    faults = [*page.evaluate(STICKS_OUT), *page.evaluate(NOT_MIRRORED)]
    faults += english(page.evaluate(f"({SAID})(document.documentElement)"))
    page.evaluate("document.documentElement.dir = 'rtl'")
    return [*faults, *page.evaluate(STICKS_OUT)]
