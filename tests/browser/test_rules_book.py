"""The book in the browser: it searches as the server does, to the last point; the quick card fits on A5."""

import json
import random
import re
from collections.abc import Callable
from dataclasses import fields
from gettext import NullTranslations
from pathlib import Path
from string import ascii_lowercase

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.language import Language, speaking
from scorekeeper.rulebook.index import index
from scorekeeper.rules.rulesets.house_rules import HouseRules
from scorekeeper.web.rulebook.rulebook import search_index
from tests.support.search_vectors import found, vectors

QUERIES = 400
LETTERS = str.maketrans(ascii_lowercase, "абвгдежзийклмнопрстуфхцчшщ")
PLACEHOLDER = re.compile(r"(\{[a-z]+\})")
POINTS_OF_A5 = (420, 595)
PAGE_OF_PDF = re.compile(rb"/Type\s*/Page\b")
SIZE_OF_PAGE = re.compile(rb"/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]")
# What parts of the page, and of the templates in it, name by an id that nothing has.
NAMELESS = """() => {
    const inside = [...document.querySelectorAll("template")].map((template) => template.content)
    const named = [document, ...inside].flatMap((part) => [...part.querySelectorAll("[aria-labelledby]")])
    return named.filter((one) => !document.getElementById(one.getAttribute("aria-labelledby"))).map(String)
}"""
FINDS = """async ([queries, index]) => {
    const behaviour = document.querySelector("script[type=module]").src
    const { searchOf } = await import(behaviour.replace("app.js", "search.js"))
    const search = searchOf(index ?? await (await fetch("/rules/index.json")).json())
    return queries.map((query) => search(query).map(({ number, score }) => [number, score]))
}"""


class Transliteration(NullTranslations):
    """A language that is English in Russian letters, one of them with an accent."""

    def gettext(self, message: str) -> str:
        return "".join(
            part if part.startswith("{") else cyrillic(part) for part in PLACEHOLDER.split(message)
        )


def cyrillic(text: str) -> str:
    return text.lower().translate(LETTERS)


def test_page_finds_what_every_vector_says_with_the_same_score(page: Page) -> None:
    page.goto("/rules")
    asked = vectors()
    answers = page.evaluate(FINDS, [[vector["query"] for vector in asked], None])
    assert len(answers) == len(asked) >= 140
    for vector, answer in zip(asked, answers, strict=True):
        assert answer == vector["found"], vector["query"]


def test_page_and_server_agree_on_words_put_together_and_mistyped_at_random(page: Page) -> None:
    page.goto("/rules")
    rng = random.Random(7)
    queries = [odd_query(rng) for _ in range(QUERIES)]
    answers = page.evaluate(FINDS, [queries, None])
    differing = [query for query, answer in zip(queries, answers, strict=True) if answer != found(query)]
    assert differing == []
    assert sum(map(bool, answers)) > QUERIES / 2


def test_page_and_server_agree_on_words_of_another_script(page: Page) -> None:
    page.goto("/rules")
    rng = random.Random(7)
    queries = [cyrillic(odd_query(rng)) for _ in range(QUERIES)]
    with speaking(Language("ru", Transliteration())):
        here, told = list(map(found, queries)), json.loads(search_index())
    assert page.evaluate(FINDS, [queries, told]) == here
    assert sum(map(bool, here)) > QUERIES / 2


def test_typing_shows_what_the_server_would(page: Page) -> None:
    queries = ("may i", "žolík", "12.5", "jokr", "qwrtzp")
    shown = {}
    for query in queries:
        page.goto(f"/rules?q={query}")
        shown[query] = page.locator("#found").inner_text()
    page.goto("/rules")
    expect(page.locator("#found")).to_be_hidden()
    for query in queries:
        page.get_by_label("What do you want to know?").fill(query)
        page.wait_for_function("q => new URLSearchParams(location.search).get('q') === q", arg=query)
        assert page.locator("#found").inner_text() == shown[query]


def test_answer_comes_with_every_letter_and_goes_with_the_last(page: Page) -> None:
    page.goto("/rules")
    field = page.get_by_label("What do you want to know?")
    field.press_sequentially("too fe")
    expect(page.locator(".best dt")).to_have_text("12.2")
    expect(page.locator("#news")).to_have_text("12.2")
    expect(page.locator(".whole .hit dt")).to_have_text("12.2")
    expect(page.locator(".whole h2 span")).to_have_text("12 Wrong number of cards", use_inner_text=True)
    expect(page.locator(".best").get_by_role("link", name="Too many or too few cards")).to_be_visible()
    page.get_by_role("button", name="Search").tap()
    expect(page.locator(".best dt")).to_have_text("12.2")
    field.fill("")
    expect(page.locator("#found")).to_be_hidden()
    assert page.evaluate("location.pathname + location.search") == "/rules"


def test_other_answer_leads_to_its_place_in_the_book(page: Page) -> None:
    page.goto("/rules?q=may i")
    page.locator(".others a[href='#c16.1']").tap()
    place = page.locator(".clause:target")
    expect(place).to_be_in_viewport()
    expect(place.locator(".rulings")).to_be_visible()
    expect(page.locator("#c1\\.1 .rulings")).to_be_hidden()


def test_form_is_sent_where_the_index_is_out_of_reach(page: Page) -> None:
    page.goto("/rules")
    page.route("**/rules/index.json", lambda route: route.abort("connectionrefused"))
    page.get_by_label("What do you want to know?").fill("re-deal")
    page.get_by_role("button", name="Search").tap()
    page.wait_for_url("**/rules?q=re-deal")
    expect(page.locator(".best dt")).to_have_text("13.1")


def test_search_needs_no_script(phone: Callable[..., Page]) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/rules")
    page.get_by_label("What do you want to know?").fill("drew two cards")
    page.get_by_role("button", name="Search").tap()
    expect(page.locator(".best dt")).to_have_text("10.1")
    expect(page.locator(".whole .hit dt")).to_have_text("10.1")


def test_quick_card_prints_on_one_side_of_a5_with_most_house_rules_too(page: Page, shots: Path) -> None:
    other = {field.name: not field.default for field in fields(HouseRules)}
    house = other | {"cards_dealt": 11, "discard_to_go_out": True}
    setup = {"players": ["Ana", "Ben", "Cem", "Dee"], "house_rules": house}
    game = page.request.post("/api/v1/games", data=setup).json()["id"]
    for path in ("/rules/card", f"/rules/card?game={game}"):
        page.goto(path)
        expect(page.get_by_role("heading", name="At this table")).to_have_count(int("?" in path))
        printed = page.pdf(path=shots / "rule-card.pdf", prefer_css_page_size=True)
        sizes = [tuple(round(float(side)) for side in size) for size in SIZE_OF_PAGE.findall(printed)]
        assert len(PAGE_OF_PDF.findall(printed)) == 1
        assert sizes == [POINTS_OF_A5]


@pytest.mark.parametrize("width", [768, 820, 1024, 1280])
def test_quick_card_has_two_even_columns_on_wide_screens(page: Page, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto("/rules/card")
    boxes = [section.bounding_box() for section in page.locator(".columns > :not(.wide)").all()]
    left, right = boxes[0]["x"], boxes[1]["x"]
    assert [box["x"] for box in boxes] == [left, right, left, right]
    assert boxes[0]["y"] == boxes[1]["y"] < boxes[2]["y"] == boxes[3]["y"]
    assert {box["width"] for box in boxes} == {boxes[0]["width"]}


@pytest.mark.parametrize("address", ["/rules", "/rules?q=may i", "/rules?q=zzzzz"])
def test_every_name_of_a_part_is_that_of_a_heading_in_the_page(page: Page, address: str) -> None:
    page.goto(address)
    field = page.get_by_label("What do you want to know?")
    assert page.evaluate(NAMELESS) == []
    field.fill("joker")
    expect(page.locator(".best dt")).to_have_text("3.5")
    assert page.evaluate(NAMELESS) == []


def odd_query(rng: random.Random) -> str:
    """Some words of the index, most of them cut short or mistyped."""
    return rng.choice(" +-,.").join(odd_word(rng) for _ in range(rng.randint(1, 5)))


def odd_word(rng: random.Random) -> str:
    word = rng.choice(index().forms)
    at = rng.randrange(len(word))
    return rng.choice(
        [
            word,
            word[: at + 1],
            word[:at] + word[at + 1 :],
            word[:at] + rng.choice("abcxyzěŘ7") + word[at:],
            word[:at] + word[at + 1 : at + 2] + word[at : at + 1] + word[at + 2 :],
            word.upper(),
        ]
    )


def test_sections_are_folded_on_a_phone_and_stand_beside_the_text_on_wide_screens(page: Page) -> None:
    page.goto("/rules")
    link = page.get_by_role("navigation", name="Sections").get_by_role("link").first
    expect(link).to_be_hidden()
    page.get_by_text("Sections", exact=True).tap()
    link.tap()
    expect(page.locator("#s1")).to_be_in_viewport()

    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto("/rules#c15.1")
    expect(link).to_be_in_viewport()
    text, contents = page.locator("#c15\\.1 .text").bounding_box(), link.bounding_box()
    assert text
    assert contents
    assert contents["x"] + contents["width"] <= text["x"]
    letter = page.locator("#c15\\.1 .text").evaluate(
        "text => parseFloat(getComputedStyle(text).fontSize) / 2"
    )
    assert text["width"] / letter <= 70
