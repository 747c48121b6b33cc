"""How many heaps are answered within the budget of steps, and how fast: `python -m bench.heaps`."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.heap import MOST_STEPS, Budget, best_laydown
from scorekeeper.rules.melds import MeldRules
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.random_heaps import heap_at_random, rules_at_random

HEAPS: Final = 200
SIZES: Final = (13, 20)
HOUSES: Final = "rules at random"


class _Answered(NamedTuple):
    """The steps and milliseconds of an answer; `is_whole` where the steps were enough."""

    steps: int
    milliseconds: float
    is_whole: bool


def measure(heaps: int = HEAPS) -> None:
    """Print a line for each ruleset and size: heaps dealt from the pack, and heaps near a lay-down."""
    print(f"\n{f'heaps, {MOST_STEPS:,} steps':44}{'answered':>9}{'steps':>8}{'most':>9}{'ms':>7}{'most':>7}")
    kinds: dict[str, Callable[[Random, Ruleset, Contract | None, int], list[Card]]] = {
        "dealt": _dealt,
        "near": _near,
    }
    for key in (*RULESETS, HOUSES):
        for size in SIZES:
            for kind, made in kinds.items():
                random = Random(size)
                answers = [_answered(random, key, size, made) for _ in range(heaps)]
                share = sum(answer.is_whole for answer in answers) / heaps
                steps = [answer.steps for answer in answers]
                taken = [answer.milliseconds for answer in answers]
                print(
                    f"{f'{key}, {size} cards, {kind}':44}{share:>9.1%}{statistics.median(steps):>8.0f}"
                    f"{max(steps):>9,}{statistics.median(taken):>7.1f}{max(taken):>7.0f}",
                    flush=True,
                )


def _answered(
    random: Random, key: str, size: int, made: Callable[[Random, Ruleset, Contract | None, int], list[Card]]
) -> _Answered:
    rules = RULESETS.get(key) or rules_at_random(random)
    contract = random.choice(rules.contracts or (None,))
    heap, budget = made(random, rules, contract, size), Budget()
    is_whole, before = True, time.process_time()
    try:
        best_laydown(heap, contract, MeldRules.of(rules), budget)
    except RuleViolation:
        is_whole = False
    return _Answered(MOST_STEPS - max(0, budget.left), 1e3 * (time.process_time() - before), is_whole)


def _dealt(random: Random, rules: Ruleset, _contract: Contract | None, size: int) -> list[Card]:
    deck = [Card(rank, suit) for rank in rules.ranks for suit in SUITS] + [Card(JOKER)] * rules.jokers
    return random.sample(deck * rules.decks_for(rules.players.most), size)


def _near(random: Random, rules: Ruleset, contract: Contract | None, size: int) -> list[Card]:
    return heap_at_random(random, rules, contract, size=size, wild=random.random() / 2)


if __name__ == "__main__":
    measure()
