"""What stays the same, or follows, when a heap changes a little: up to twenty cards (4.1, 7.1)."""

from collections.abc import Sequence
from random import Random

import pytest

from scorekeeper.rules.cards import Card
from scorekeeper.rules.heap import Budget, best_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Contract
from tests.support.random_heaps import heap_at_random

pytestmark = pytest.mark.long

RULES = MeldRules.of(LAW)
SEEDS = range(21)


def _heap(seed: int) -> tuple[Random, list[Card], Contract]:
    random = Random(seed)
    contract = LAW.contracts[seed % len(LAW.contracts)]
    size = random.choice((12, 13, 13, 16, 20))
    return random, heap_at_random(random, LAW, contract, size=size, wild=random.random() / 2), contract


def _left(heap: Sequence[Card], contract: Contract) -> tuple[int, int] | None:
    answer = best_laydown(heap, contract, RULES, Budget())
    return (answer.points, len(answer.left)) if answer.melds else None


@pytest.mark.parametrize("seed", SEEDS)
def test_card_that_stays_changes_only_what_it_counts(seed: int) -> None:
    _, heap, contract = _heap(seed)
    answer = best_laydown(heap, contract, RULES, Budget())
    before = _left(heap, contract)

    for card in set(answer.left if answer.melds else ()):
        rest = list(heap)
        rest.remove(card)
        counts = next(value for key, value in (LAW.points or {}).items() if card.rank in LAW.classes[key])
        assert _left(rest, contract) == (answer.points - counts, len(answer.left) - 1), (before, str(card))


@pytest.mark.parametrize("seed", SEEDS)
def test_contract_with_one_meld_less_is_met_as_well(seed: int) -> None:
    _, heap, contract = _heap(seed)

    if _left(heap, contract) is not None:
        assert _left(heap, Contract(sets=contract.sets)) is not None or not contract.sets
        assert _left(heap, Contract(runs=contract.runs)) is not None or not contract.runs
