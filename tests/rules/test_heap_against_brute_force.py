"""The solver leaves as little as plain enumeration, written apart from it, and proves it (4.1, 4.4, 7.1)."""

from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap import Budget, HeapAnswer, best_laydown
from scorekeeper.rules.laydown import check_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.brute_melds import BruteForce
from tests.support.random_heaps import contract_at_random, heap_at_random, heaps, rules_at_random

pytestmark = pytest.mark.long

# Seeds of other rules than the law, and of its hand 7, which needs twelve cards.
SEEDS = range(24)
HEAPS = 5
THREE_RUNS = range(5)
LACKING = range(40)


@pytest.mark.parametrize("seed", SEEDS)
def test_heap_leaves_as_little_as_by_brute_force(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_random(random)

    for _ in range(HEAPS):
        contract = contract_at_random(random, most_melds=2)
        size = random.randint(6, 9)
        _compare(heap_at_random(random, rules, contract, size=size), contract, rules)


@pytest.mark.parametrize("hand", range(1, 7))
def test_heap_of_each_hand_of_the_law_4_1(hand: int) -> None:
    random = Random(hand)
    contract = LAW.contracts[hand - 1]
    for _ in range(2):
        size = random.randint(9, 11)
        _compare(heap_at_random(random, LAW, contract, size=size, wild=0.3), contract, LAW)


@pytest.mark.parametrize("seed", LACKING)
def test_missing_cards_by_other_rules_and_contracts(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_random(random)
    contract = contract_at_random(random, most_melds=2)
    heap = heap_at_random(random, rules, contract, size=random.randint(3, 6), wild=random.random() / 2)
    tables = MeldRules.of(rules)
    answer, brute = best_laydown(heap, contract, tables, Budget()), BruteForce(rules)
    missing = {card for one in answer.missing for card in one.cards}

    # Of a hand that is laid at once, a card that would only be discarded is not missing.
    if not answer.melds and not (contract and contract.at_once):
        cards = [
            *(Card(rank, suit) for suit in SUITS for rank in rules.ranks),
            *({Card(JOKER)} & tables.wild),
        ]
        will_do = {card for card in cards if brute.fewest_points([*heap, card], contract) is not None}
        assert missing | (tables.wild if tables.first_wild in missing else set()) == will_do, (heap, contract)


@pytest.mark.parametrize("seed", THREE_RUNS)
def test_three_runs_of_hand_7_4_1(seed: int) -> None:
    random = Random(seed)
    contract = Contract(runs=3)
    heap = heap_at_random(random, LAW, contract, size=random.choice((12, 13)), wild=random.random() / 2)

    _compare(heap, contract, LAW)


@settings(max_examples=60, deadline=None)
@forall(st.integers(), st.data())
def test_few_cards_by_other_rules(seed: int, data: st.DataObject) -> None:
    random = Random(seed)
    rules = rules_at_random(random)
    _compare(data.draw(heaps(rules, most=7)), contract_at_random(random, most_melds=2), rules)


def _compare(heap: Sequence[Card], contract: Contract | None, rules: Ruleset) -> None:
    answer = best_laydown(heap, contract, MeldRules.of(rules), Budget())
    brute = BruteForce(rules)
    best = brute.fewest_points(heap, contract)
    words = (" ".join(map(str, heap)), contract, rules)

    assert bool(answer.melds) == (best is not None), words
    if best is None:
        assert Counter(answer.left) == Counter(heap), words
        return
    assert (answer.points if rules.points else 0, len(answer.left)) == best, words
    _check_proof(answer, heap, contract, rules)


def _check_proof(answer: HeapAnswer, heap: Sequence[Card], contract: Contract | None, rules: Ruleset) -> None:
    """Every card is laid or left, every meld is right, and together they are the contract."""
    brute = BruteForce(rules)
    melds = [meld.cards for meld in answer.melds]
    laid = Counter(card for meld in melds for card in meld)
    special = contract.special if contract else ()

    assert laid + Counter(answer.left) == Counter(heap)
    assert all(brute.is_meld(meld) for meld in melds) or special
    # A heap may have fewer cards than were dealt.
    faults = check_laydown(melds, contract, MeldRules.of(rules)).faults
    assert {fault.code for fault in faults} <= {"not-at-once"}
    if contract and (contract.sets or contract.runs or special):
        kinds = Counter(str(meld.kind) for meld in answer.melds)
        assert (kinds["set"], kinds["run"]) == (contract.sets, contract.runs + len(special))
