"""What the best lay-down of a heap may cost: all of it is counted in steps, and limited by a budget."""

from collections.abc import Sequence
from contextlib import suppress
from random import Random

import pytest

from scorekeeper.rules.cards import SUITS, Card, card_of
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.heap import MOST, MOST_STEPS, Budget, best_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.calls import calls
from tests.support.random_heaps import contract_at_random, heap_at_random, rules_at_random

pytestmark = pytest.mark.long

# Calls and returns of functions for each step, and before the first one; a thousand take no millisecond.
MOST_CALLS = 60
SETTING_UP = 400
# A budget for the search of the hardest heaps, each of which then takes a moment.
FEW_STEPS = 10_000
ROUNDS = 8


def _steps(heap: Sequence[Card], contract: Contract | None, rules: Ruleset, *, most: int = MOST_STEPS) -> int:
    """The steps of an answer; one more than the most where they are not enough."""
    budget = Budget(most)
    with suppress(RuleViolation):
        best_laydown(heap, contract, MeldRules.of(rules), budget)
    return most - max(budget.left, -1)


def _cards(text: str) -> list[Card]:
    return [card_of(card, pack="cards") for card in text.split()]


@pytest.mark.parametrize("rules", [*RULESETS.values(), *map(rules_at_random, map(Random, range(16)))])
def test_hardest_heap_costs_no_more_than_its_steps(rules: Ruleset) -> None:
    random = Random(1)
    hardest, heap, contract = 0, _heap(random, rules, None), None

    for at in range(ROUNDS):
        asked = random.choice((None, *rules.contracts, contract_at_random(random)))
        tried = [*heap]
        tried[random.randrange(len(heap))] = random.choice(heap)
        tried = tried if at % 2 else _heap(random, rules, asked)
        if (steps := _steps(tried, asked, rules, most=FEW_STEPS)) > hardest:
            hardest, heap, contract = steps, tried, asked
    counted = calls(lambda: _steps(heap, contract, rules, most=FEW_STEPS))

    assert hardest <= FEW_STEPS + 1
    assert counted < MOST_CALLS * (hardest + SETTING_UP)


def _heap(random: Random, rules: Ruleset, contract: Contract | None) -> list[Card]:
    return heap_at_random(random, rules, contract, size=random.randint(10, MOST), wild=random.random() / 2)


@pytest.mark.parametrize("hand", range(1, 8))
def test_twenty_cards_of_a_table_are_answered(hand: int) -> None:
    random, contract = Random(hand), LAW.contracts[hand - 1]
    pack = [Card(rank, suit) for rank in LAW.ranks for suit in SUITS] * 4 + [Card(JOKER)] * 8

    for _ in range(6):
        assert _steps(random.sample(pack, MOST), contract, LAW) <= MOST_STEPS


@pytest.mark.parametrize(
    ("key", "hand", "heap"),
    [
        ("wrotham", 5, "AH KH 10H 8H 4H AS 5S 9H 7H QH KS QS 8S 6H JS 9S JK JK JK"),
        ("wrotham", 4, "10H 2H 2S 3H 4H 4S 5H 5S 7H 9H AH AS JD JH JK JK JK KH KS QH"),
        ("continental", 7, "AH 10H QC JS 8S 7D 5D 4D 4D 2C 9S QH KD AS 10D 3H JK JK JK"),
    ],
)
def test_three_jokers_and_all_but_one_of_the_cards_are_answered(key: str, hand: int, heap: str) -> None:
    assert _steps(_cards(heap), RULESETS[key].contract(hand), RULESETS[key]) <= MOST_STEPS


def test_heap_with_too_many_ways_is_refused() -> None:
    rules = RULESETS["seven-hand"]
    hard = next(number for number, contract in enumerate(rules.contracts, start=1) if contract.runs == 3)
    heap = _cards("10S 10S 3S 3S 3S 4S 5S 8S 8S 9S AS AS JK JK JK JK JS KS KS QS")

    with pytest.raises(RuleViolation) as refused:
        best_laydown(heap, rules.contract(hard), MeldRules.of(rules), Budget())

    assert refused.value.faults == (Fault(FaultCode.TOO_MANY_WAYS, "/cards"),)
