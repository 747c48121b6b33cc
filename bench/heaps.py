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
from scorekeeper.rules.melds import MeldRules, check_meld, reading_of
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset
from tests.support.brute_melds import BruteForce
from tests.support.random_heaps import heap_at_random, meld_at_random, run_at_random, spoilt

HEAPS = 10_000
SMALL_HEAPS = 1_500
# Copies of a card, and jokers, in four packs.
COPIES, JOKERS = 4, 8
ROUNDS = 5
# For the search of one hardest heap.
SECONDS = 20.0
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
    print(f"\n{'the same answers on heaps':40}{'number':>8}{'ms':>9}{'solver ms':>11}{'x faster':>10}")
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
    """Ask both about all heaps; print for those that meet their contract, and the others, the time of each.

    For a heap that does not meet its contract the solver also tells which card is missing, the others do not.
    """
    key_of = {id(rules): key for key, rules in RULES.items()}
    taken: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for heap, contract, rules in questions:
        own, own_seconds = _timed(partial(_solved, heap, contract, rules))
        other, other_seconds = _timed(partial(others[key_of[id(rules)]].fewest_points, heap, contract))
        if own != other:
            raise SystemExit(f"{' '.join(map(str, heap))}\n{contract}\n{rules}\nsolver {own}, {name} {other}")
        taken[own is not None].append((own_seconds, other_seconds))
    for can_lay, seconds in taken.items():
        if not seconds:
            continue
        own_seconds, other_seconds = (1e3 * sum(column) for column in zip(*seconds, strict=True))
        print(
            f"{name + (', laid' if can_lay else ', not laid'):40}{len(seconds):>8,}"
            f"{other_seconds / len(seconds):>9.2f}{own_seconds / len(seconds):>11.3f}"
            f"{other_seconds / own_seconds:>10.1f}",
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
    """Print the slowest heaps found of each size, of those that meet their contract and the others."""
    print(f"\n{'hardest heap':28}{'ms':>8}{'limit':>9}{'tried':>9}  rules, contract, cards")
    for (size, limit), can_lay in product(LIMITS.items(), (True, False)):
        (heap, contract, key), tried = _search(Random(size), size, can_lay=can_lay)
        print(
            f"{f'{size} cards, ' + ('laid' if can_lay else 'not laid'):28}"
            f"{_milliseconds((heap, contract, key), rounds=ROUNDS):>8.2f}{limit:>9.0f}{tried:>9,}  "
            f"{key}, {contract.sets} sets, {contract.runs} runs: {' '.join(sorted(map(str, heap)))}",
            flush=True,
        )


_Hard = tuple[list[Card], Contract, str]


def _search(random: Random, size: int, *, can_lay: bool) -> tuple[_Hard, int]:
    """Try heaps of all kinds, then exchange cards of the slowest ones as long as that makes them slower."""
    found: list[tuple[float, _Hard]] = []
    tried, began = 0, time.monotonic()
    while (spent := time.monotonic() - began) < SECONDS or not found:
        if not found or spent < SECONDS / 2:
            before, hard = 0.0, _hard_heap(random, size)
        else:
            before, hard = random.choice(found[:5])
            hard = _changed(random, hard)
        heap, contract, key = hard
        tried += 1
        if (_solved(heap, contract, RULES[key]) is not None) is can_lay:
            taken = _milliseconds(hard, rounds=1)
            if taken > before and (taken := _milliseconds(hard, rounds=2)) > before:
                found = sorted([*found, (taken, hard)], key=lambda each: each[0], reverse=True)[:20]
    return max(found, key=lambda each: _milliseconds(each[1], rounds=ROUNDS))[1], tried


def _hard_heap(random: Random, size: int) -> _Hard:
    """One of the kinds that leave most choices: many wild cards, one or two suits, many of the same card."""
    kinds = (
        _pack(),
        _pack("H", jokers=2),
        _pack("H"),
        _pack("SH"),
        _pack(ranks="345678", jokers=4),
        _pack("SH", ranks="345678", jokers=4),
        _pack(ranks="A2JQK"),
    )
    contract, key = random.choice(LAW.contracts), random.choice(list(RULES))
    if random.random() < 0.5:
        return (
            heap_at_random(random, RULES[key], contract, size=size, wild=random.random() / 2),
            contract,
            key,
        )
    return random.sample(random.choice(kinds), size), contract, key


def _changed(random: Random, hard: _Hard) -> _Hard:
    """A heap with another card in the place of one, if a pack can have it."""
    heap, contract, key = hard
    changed = [*heap]
    changed[random.randrange(len(heap))] = random.choice(_pack())
    return (changed if _is_in_pack(changed) else heap), contract, key


def _is_in_pack(heap: Sequence[Card]) -> bool:
    return all(heap.count(card) <= (JOKERS if card.is_joker else COPIES) for card in set(heap))


def _milliseconds(hard: _Hard, *, rounds: int) -> float:
    """The best of some rounds, since what is above it is other programs."""
    heap, contract, key = hard
    return 1e3 * min(repeat(partial(_solved, heap, contract, RULES[key]), number=1, repeat=rounds))


def _melds(random: Random) -> None:
    """Print how long a verdict on a meld takes, on average and at most, and all faults of wrong ones."""
    rules = MeldRules.of(LAW)
    melds = [meld_at_random(random, LAW) for _ in range(1_000)]
    melds += [run_at_random(random, LAW, longer=9) for _ in range(500)]
    melds += [spoilt(random, LAW, meld) for meld in melds]
    right = [meld for meld in melds if check_meld(meld, rules).legal]
    wrong = [meld for meld in melds if not check_meld(meld, rules).legal]
    print(f"\n{'a meld':32}{'us':>8}{'limit':>9}{'slowest':>9}")
    _time_melds("right, every reading", right, check_meld, rules)
    _time_melds("wrong, that it is", wrong, reading_of, rules)
    _time_melds("wrong, all faults and what stays", wrong, check_meld, rules)


def _time_melds(
    name: str, melds: Sequence[list[Card]], ask: Callable[[list[Card], MeldRules], object], rules: MeldRules
) -> None:
    taken = [1e6 * min(repeat(partial(ask, meld, rules), number=10, repeat=5)) / 10 for meld in melds]
    slowest = max(range(len(melds)), key=taken.__getitem__)
    print(
        f"{name:32}{sum(taken) / len(taken):>8.1f}{MELD_LIMIT:>9.0f}{taken[slowest]:>9.1f}"
        f"  {len(melds):,} melds, slowest {' '.join(map(str, melds[slowest]))}",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--heaps", type=int, default=HEAPS, help="how many heaps CP-SAT is asked")
    measure(parser.parse_args().heaps)
