"""How many heaps of 20 cards are answered within the budget of steps, and how fast."""

import statistics
import time
from random import Random
from typing import Final

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.heap import MOST_STEPS, Budget, best_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.random_heaps import heap_at_random

HEAPS: Final = 200
CARDS: Final = 20


def measure() -> None:
    """Print a line for each ruleset and kind: heaps dealt from the pack, and heaps near a lay-down."""
    print(f"\n{f'{CARDS} cards, {MOST_STEPS:,} steps':28}{'answered':>9}{'ms':>7}{'most':>7}")
    for key, rules in RULESETS.items():
        for kind, make in (("dealt", _dealt), ("near", _near)):
            random, answered, taken = Random(CARDS), 0, []
            for _ in range(HEAPS):
                contract = random.choice(rules.contracts or (None,))
                heap = make(random, rules, contract)
                began = time.process_time()
                answered += _is_answered(heap, contract, rules)
                taken.append(1000 * (time.process_time() - began))
            print(
                f"{f'{key}, {kind}':28}{answered / HEAPS:>9.1%}"
                f"{statistics.median(taken):>7.0f}{max(taken):>7.0f}",
                flush=True,
            )


def _is_answered(heap: list[Card], contract: Contract | None, rules: Ruleset) -> bool:
    try:
        best_laydown(heap, contract, MeldRules.of(rules), Budget())
    except RuleViolation:
        return False
    return True


def _dealt(random: Random, rules: Ruleset, _contract: Contract | None) -> list[Card]:
    deck = [Card(rank, suit) for rank in rules.ranks for suit in SUITS] + [Card(JOKER)] * rules.jokers
    return random.sample(deck * rules.decks_for(rules.players.most), CARDS)


def _near(random: Random, rules: Ruleset, contract: Contract | None) -> list[Card]:
    return heap_at_random(random, rules, contract, size=CARDS, wild=random.random() / 2)
