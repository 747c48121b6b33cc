"""What a question about cards may cost the server, and what whoever has to wait is told."""

from urllib.parse import urlencode

import pytest

from scorekeeper.rules.cards import card_of
from scorekeeper.rules.laydown import MOST_LAID, melds_in_row
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.laydown.checks import MOST_HEAPS, Asked, Subject, check
from scorekeeper.web.laydown.verdicts import verdict_on
from tests.support.api_client import faults
from tests.support.calls import calls

HEAP = "7S 9S 7H JK 9D 9H"
# Three runs of all these cards: more ways to lay them than are looked at.
# All of these cards can be laid, but not all ways to keep one of them are looked at.
GOING_OUT = (
    "JK JK JK JK AH 2H 3H 4H 5H 6H 7H 8H AS 2S 3S 4S 5S 6S 7S 8S",
    "JK JK JK 2H 3H 4H 5H 6H 7H 8H 9H 2S 3S 4S 5S 6S 7S 8S 9S",
)
HARD = "10S 10S 3S 3S 3S 4S 5S 8S 8S 9S AS AS JK JK JK JK JS KS KS QS"
CHECKS = "/api/v1/laydown-checks"


@pytest.fixture
def program(app):
    return app.test_client()


def _page(cards=HEAP, **more):
    return f"/laydown?{urlencode({'as': 'heap', 'hand': 1, 'cards': cards, **more})}"


def _box(query=HEAP, **more):
    return f"/ask?{urlencode({'q': f'{query} in hand 1', **more})}"


def test_a_network_asks_about_thirty_heaps_a_minute(phone, program):
    answers = [phone.get(_page()).status_code for _ in range(MOST_HEAPS)]
    late, box = phone.get(_page()), phone.get(_box())
    checked = program.post(CHECKS, json={"cards": HEAP.split()})

    assert {*answers} == {200}
    assert [answer.status_code for answer in (late, box, checked)] == [429] * 3
    assert [int(answer.headers["Retry-After"]) in range(1, 61) for answer in (late, box, checked)] == [
        True
    ] * 3
    assert HEAP in late.text
    assert "aria-invalid" not in late.text
    assert "Wait a minute" not in late.text
    assert phone.get("/laydown?cards=7S+7H+JK").status_code == 200


def test_a_heap_with_too_many_ways_is_refused_beside_the_cards(phone, program):
    hard = {"ruleset": "seven-hand", "hand": 7}
    page = phone.get(_page(HARD, **hard))
    checked = program.post(CHECKS, json={"cards": HARD.split(), **hard})

    assert page.status_code == 422
    assert page.text.index("too many ways") < page.text.index('class="bench"')
    assert f">{HARD}</textarea>" in page.text
    assert "aria-invalid" not in page.text
    assert (checked.status_code, faults(checked)) == (422, [("too-many-ways", "/cards")])


@pytest.mark.parametrize("heap", GOING_OUT)
def test_cards_that_can_all_be_laid_are_answered_without_the_discard(phone, program, heap):
    page = phone.get(_page(heap, hand=""))
    checked = program.post(CHECKS, json={"cards": heap.split()})
    asked = Asked(Subject.HEAP, (tuple(card_of(card, pack="cards") for card in heap.split()),), LAW)

    assert page.status_code == 200
    assert "fit into sets and runs" in page.text
    assert (checked.json["legal"], checked.json["left"]) == (True, [])
    assert not verdict_on(check(asked)).lines


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
