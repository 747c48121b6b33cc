"""How many heaps of 20 cards are answered within the budget of steps, and how fast."""

import statistics
import time
from random import Random
from typing import Final

from scorekeeper.rules.cards import Card
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.heap import MOST_STEPS, Budget, best_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset
from tests.support.random_heaps import heap_at_random

HEAPS: Final = 200
CARDS: Final = 20


def measure() -> None:
    """Print a line for each ruleset, of heaps near a lay-down: those dealt from the pack are all answered."""
    print(f"\n{f'{CARDS} cards, {MOST_STEPS:,} steps':28}{'answered':>9}{'ms':>7}{'most':>7}")
    for key, rules in RULESETS.items():
        random, answered, taken = Random(CARDS), 0, []
        for _ in range(HEAPS):
            contract = random.choice(rules.contracts or (None,))
            heap = heap_at_random(random, rules, contract, size=CARDS, wild=random.random() / 2)
            began = time.process_time()
            answered += _is_answered(heap, contract, rules)
            taken.append(1000 * (time.process_time() - began))
        times = f"{statistics.median(taken):>7.0f}{max(taken):>7.0f}"
        print(f"{key:28}{answered / HEAPS:>9.1%}{times}", flush=True)


def _is_answered(heap: list[Card], contract: Contract | None, rules: Ruleset) -> bool:
    try:
        best_laydown(heap, contract, MeldRules.of(rules), Budget())
    except RuleViolation:
        return False
    return True
