"""The solver of heaps beside brute force and CP-SAT, and the hardest heaps found: `python -m bench.heaps`.

Other answers than the solver's end the run with the heap. `--heaps` says how many CP-SAT is asked, 10,000
if it is not given; without OR-tools its line is left out.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import product
from random import Random
from timeit import repeat
from typing import Any, Final

from msgspec.structs import replace

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.heap import best_laydown
from scorekeeper.rules.melds import MeldRules, check_meld
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.brute_melds import BruteForce
from tests.support.random_heaps import heap_at_random, meld_at_random, run_at_random, spoilt

HEAPS = 10_000
SMALL_HEAPS = 1_500
# Copies of a card, and jokers, in four packs.
COPIES, JOKERS = 4, 8
HARD_HEAPS, STEPS, ROUNDS = 150, 60, 5
LIMITS: Final = {13: 5.0, 30: 50.0}
MELD_LIMIT = 20.0

_TWOS: Final = (*LAW.wild.cards, "2")
RULES: Final = {
    "law": LAW,
    "twos wild": replace(LAW, wild=replace(LAW.wild, cards=_TWOS)),
    "never in place": replace(LAW, wild=replace(LAW.wild, in_place=False)),
    "never adjacent": replace(LAW, wild=replace(LAW.wild, adjacent=False)),
    "any number wild": replace(LAW, wild=replace(LAW.wild, cards=_TWOS, most=None)),
}

# The points and cards that stay, or None.
_Answer = tuple[int, int] | None
_Question = tuple[list[Card], Contract, Ruleset]


def measure(heaps: int = HEAPS) -> None:
    """Print a line for each comparison, for the hardest heap of each size, and for a meld."""
    print(f"\n{'heaps':28}{'number':>8}{'can lay':>9}{'ms':>9}{'solver ms':>11}{'x faster':>10}")
    random = Random(1)
    small = [_question(random, random.randint(6, 10)) for _ in range(SMALL_HEAPS)]
    _compare("brute force, 6 to 10 cards", small, {key: BruteForce(rules) for key, rules in RULES.items()})
    try:
        from bench.heap_model import HeapModel
    except ImportError:
        print("CP-SAT: OR-tools is not installed (.venv/bin/pip install -r requirements-bench.txt)")
    else:
        models = {key: HeapModel(rules) for key, rules in RULES.items()}
        for name, share, sizes in (("13", 0.9, (13, 13)), ("14 to 30", 0.1, (14, 30))):
            asked = [_question(random, random.randint(*sizes)) for _ in range(round(heaps * share))]
            _compare(f"CP-SAT, {name} cards", asked, models)
    _hardest()
    _melds(random)


def _question(random: Random, size: int) -> _Question:
    rules = random.choice([LAW, *RULES.values()])
    least = [each for each in LAW.contracts if 3 * each.sets + 4 * each.runs <= size]
    contract = random.choice(least)
    if random.random() < 0.2:
        return random.sample(_pack(), size), contract, rules
    return heap_at_random(random, rules, contract, size=size, wild=random.random() / 2), contract, rules


def _pack(suits: str = SUITS, *, ranks: Sequence[str] = LAW.ranks, jokers: int = JOKERS) -> list[Card]:
    """All cards of these suits and ranks in four packs."""
    return [Card(rank, suit) for rank in ranks for suit in suits] * COPIES + [Card(JOKER)] * jokers


def _compare(name: str, questions: Sequence[_Question], others: dict[str, Any]) -> None:
    """Ask both about all heaps; print how many, how many can be laid, and the time of each."""
    key_of = {id(rules): key for key, rules in RULES.items()}
    own_seconds = other_seconds = 0.0
    can_lay = 0
    for heap, contract, rules in questions:
        own, seconds = _timed(partial(_solved, heap, contract, rules))
        own_seconds += seconds
        other, seconds = _timed(partial(others[key_of[id(rules)]].fewest_points, heap, contract))
        other_seconds += seconds
        can_lay += own is not None
        if own != other:
            raise SystemExit(f"{' '.join(map(str, heap))}\n{contract}\n{rules}\nsolver {own}, {name} {other}")
    number = len(questions)
    print(
        f"{name:28}{number:>8,}{can_lay / number:>9.0%}{1e3 * other_seconds / number:>9.2f}"
        f"{1e3 * own_seconds / number:>11.3f}{other_seconds / own_seconds:>10.0f}",
        flush=True,
    )


def _solved(heap: Sequence[Card], contract: Contract | None, rules: Ruleset) -> _Answer:
    answer = best_laydown(heap, contract, MeldRules.of(rules))
    return (answer.points, len(answer.left)) if answer.melds else None


def _timed(event: Callable[[], _Answer]) -> tuple[_Answer, float]:
    before = time.perf_counter()
    answer = event()
    return answer, time.perf_counter() - before


def _hardest() -> None:
    """Print the slowest heap of each size: of many kinds, and then changed card by card to be slower."""
    print(f"\n{'hardest heap':28}{'ms':>8}{'limit':>9}{'tried':>9}  rules, contract, cards")
    for size, limit in LIMITS.items():
        random = Random(size)
        tried = list(_hard_heaps(random, size))
        slowest = sorted(tried, key=lambda heap: _milliseconds(heap, rounds=1), reverse=True)[:6]
        harder = [_harder(random, heap) for heap in slowest]
        worst = max(harder, key=lambda heap: _milliseconds(heap, rounds=ROUNDS))
        heap, contract, key = worst
        print(
            f"{f'of {size} cards':28}{_milliseconds(worst, rounds=ROUNDS):>8.2f}{limit:>9.0f}"
            f"{len(tried) + len(slowest) * STEPS:>9,}  {key}, {contract.sets} sets, {contract.runs} runs: "
            f"{' '.join(sorted(map(str, heap)))}",
            flush=True,
        )


_Hard = tuple[list[Card], Contract, str]


def _hard_heaps(random: Random, size: int) -> list[_Hard]:
    """Heaps of the kinds that leave most choices: many wild cards, one or two suits, many of the same."""
    kinds = (
        _pack(),
        _pack(jokers=4 * JOKERS),
        _pack("H", jokers=2),
        _pack("H", jokers=JOKERS),
        _pack("SH"),
        _pack("SHDC", ranks="345678", jokers=4),
        _pack("SH", ranks="345678", jokers=4),
        _pack("SHDC", ranks="A2JQK"),
    )
    return [
        (random.sample(kind, size), contract, key)
        for kind, contract, key in product(kinds, LAW.contracts, RULES)
        for _ in range(max(1, HARD_HEAPS // len(kinds) // len(RULES)))
    ]


def _harder(random: Random, hard: _Hard) -> _Hard:
    """Exchange one card after the other, and keep what makes the solver slower."""
    slowest = _milliseconds(hard, rounds=2)
    pack = _pack()
    for _ in range(STEPS):
        heap, contract, key = hard
        changed = [*heap]
        changed[random.randrange(len(heap))] = random.choice(pack)
        other = (changed, contract, key)
        if _is_in_pack(changed) and (taken := _milliseconds(other, rounds=2)) > slowest:
            hard, slowest = other, taken
    return hard


def _is_in_pack(heap: Sequence[Card]) -> bool:
    return all(heap.count(card) <= (JOKERS if card.is_joker else COPIES) for card in set(heap))


def _milliseconds(hard: _Hard, *, rounds: int) -> float:
    """The best of some rounds, since what is above it is other programs."""
    heap, contract, key = hard
    return 1e3 * min(repeat(partial(_solved, heap, contract, RULES[key]), number=1, repeat=rounds))


def _melds(random: Random) -> None:
    """Print how long the check of a meld takes, on average and at most, for right melds and wrong ones."""
    rules = MeldRules.of(LAW)
    melds = [meld_at_random(random, LAW) for _ in range(1_000)]
    melds += [run_at_random(random, LAW, longer=9) for _ in range(500)]
    melds += [spoilt(random, LAW, meld) for meld in melds]
    print(f"\n{'a meld':28}{'us':>8}{'limit':>9}{'slowest':>9}")
    for kind, name in ((True, "right ones"), (False, "wrong ones")):
        asked = [meld for meld in melds if check_meld(meld, rules).legal is kind]
        taken = [
            1e6 * min(repeat(partial(check_meld, meld, rules), number=10, repeat=5)) / 10 for meld in asked
        ]
        slowest = max(range(len(asked)), key=taken.__getitem__)
        print(
            f"{f'{len(asked):,} {name}':28}{sum(taken) / len(taken):>8.1f}"
            f"{MELD_LIMIT:>9.0f}{taken[slowest]:>9.1f}  {' '.join(map(str, asked[slowest]))}",
            flush=True,
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heaps", type=int, default=HEAPS, help="how many heaps CP-SAT is asked")
    measure(parser.parse_args().heaps)
