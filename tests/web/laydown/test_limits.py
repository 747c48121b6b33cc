"""What a question about cards may cost the server, and what whoever has to wait is told."""

from urllib.parse import urlencode

import pytest

from scorekeeper.rules.cards import card_of
from scorekeeper.rules.laydown import MOST_LAID, melds_in_row
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.laydown.checks import MOST_HEAPS, SEARCHING
from tests.support.api_client import faults
from tests.support.calls import calls

HEAP = "7S 9S 7H JK 9D 9H"
# Three runs of all these cards: more ways to lay them than are looked at.
HARD = "10S 10S 3S 3S 3S 4S 5S 8S 8S 9S AS AS JK JK JK JK JS KS KS QS"
CHECKS = "/api/v1/laydown-checks"


@pytest.fixture
def program(app):
    return app.test_client()


def _page(cards=HEAP, **more):
    return f"/laydown?{urlencode({'as': 'heap', 'hand': 1, 'cards': cards, **more})}"


def _box(query=HEAP, **more):
    return f"/ask?{urlencode({'q': f'{query} in hand 1', **more})}"


def test_a_second_heap_does_not_wait_but_is_told_to_come_again(phone, program):
    with SEARCHING:
        page, box = phone.get(_page()), phone.get(_box())
        checked = program.post(CHECKS, json={"cards": HEAP.split()})
        asked = program.get(f"/api/v1{_box()}")

    assert all("Try again in a moment" in shown.text and HEAP in shown.text for shown in (page, box))
    for answer in (checked, asked):
        assert (answer.status_code, answer.json["code"], answer.headers["Retry-After"]) == (503, "busy", "1")
    assert "Try again in a moment" not in phone.get(_page()).text


def test_a_network_asks_about_thirty_heaps_a_minute(phone, program):
    answers = [phone.get(_page()).status_code for _ in range(MOST_HEAPS)]
    late, box = phone.get(_page()), phone.get(_box())
    checked = program.post(CHECKS, json={"cards": HEAP.split()})

    assert {*answers} == {200}
    assert [answer.status_code for answer in (late, box, checked)] == [429] * 3
    assert [int(answer.headers["Retry-After"]) in range(1, 61) for answer in (late, box, checked)] == [
        True
    ] * 3
    assert phone.get("/laydown?cards=7S+7H+JK").status_code == 200


def test_a_heap_with_too_many_ways_is_refused_beside_the_cards(phone, program):
    hard = {"ruleset": "seven-hand", "hand": 7}
    page = phone.get(_page(HARD, **hard))
    checked = program.post(CHECKS, json={"cards": HARD.split(), **hard})

    assert page.status_code == 422
    assert page.text.index("too many ways") < page.text.index('class="bench"')
    assert f">{HARD}</textarea>" in page.text
    assert (checked.status_code, faults(checked)) == (422, [("too-many-ways", "/cards")])


@pytest.mark.parametrize("name", ["cards", "picked"])
@pytest.mark.parametrize("card", ["7S ", "AH ", "JK "])
def test_cards_are_counted_before_they_are_split(phone, name, card):
    few, many = (f"/laydown?{urlencode({name: card * number})}" for number in (4, 200))
    phone.get(few)

    assert calls(lambda: phone.get(many)) < 4 * calls(lambda: phone.get(few))


@pytest.mark.parametrize("cards", ["AH AD", "7S", "JK", "7S JK", "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"])
def test_a_row_of_as_many_cards_as_a_table_lays_is_split_within_moments(cards):
    named = [card_of(card, pack="cards") for card in cards.split()]
    row = (named * MOST_LAID)[:MOST_LAID]

    assert calls(lambda: melds_in_row(row, MeldRules.of(LAW))) < 3_000_000
