"""Each meld is judged as by plain enumeration, which was written apart from `melds` (3.1 to 3.8)."""

from collections.abc import Sequence
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import assume, settings
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.cards import Card
from scorekeeper.rules.laydown import check_laydown
from scorekeeper.rules.melds import MeldKind, MeldRules, Reading, check_meld
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.ruleset import Ruleset
from tests.support import brute_melds
from tests.support.brute_melds import BruteForce
from tests.support.examples import examples
from tests.support.random_heaps import (
    deck,
    meld_at_random,
    rules_at_random,
    run_at_random,
    set_at_random,
    spoilt,
)

pytestmark = pytest.mark.long

SEEDS = range(40)
MELDS = 20


@pytest.mark.parametrize("seed", SEEDS)
def test_meld_is_right_exactly_if_one_of_its_readings_is(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_random(random)

    for _ in range(MELDS):
        cards = meld_at_random(random, rules)
        _compare(cards, rules)
        _compare(spoilt(random, rules, cards), rules)


@settings(max_examples=examples(150), deadline=None)
@forall(st.lists(st.sampled_from(deck(LAW, ranks="A234", suits="SH")), min_size=1, max_size=7), st.integers())
def test_few_cards_are_judged_as_by_brute_force(cards: list[Card], seed: int) -> None:
    _compare(cards, LAW)
    rules = rules_at_random(Random(seed))
    assume(rules.pack == LAW.pack)
    _compare(cards, rules)


@pytest.mark.parametrize("seed", SEEDS)
def test_readings_are_those_of_brute_force_3_7_3_8(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_random(random)
    brute = BruteForce(rules)

    for _ in range(MELDS):
        cards = meld_at_random(random, rules)
        check = check_meld(cards, MeldRules.of(rules))
        expected = {_meaning(reading) for reading in brute.right_readings(cards)}
        assert {_of_check(reading, cards, rules) for reading in check.readings} == expected, _words(cards)


def _meaning(reading: brute_melds.Reading) -> tuple[str, frozenset[Card]]:
    """The rank of a set, none for wild cards alone, or the cards of a run, wherever its wild ones lie."""
    if reading.kind == "run":
        return "run", frozenset(reading.places)
    return "set", frozenset() if reading.places is reading.cards else frozenset(reading.places)


def _of_check(reading: Reading, cards: Sequence[Card], rules: Ruleset) -> tuple[str, frozenset[Card]]:
    stands_for = dict(reading.stands_for)
    if reading.kind is MeldKind.SET:
        return "set", frozenset({Card(reading.of)} if reading.of else ())
    return "run", frozenset(stands_for.get(at, card) for at, card in enumerate(cards))


@pytest.mark.parametrize("seed", SEEDS)
def test_largest_right_part_in_which_no_wild_card_moves_stays_3_9_14_1(seed: int) -> None:
    random = Random(seed)
    rules = rules_at_random(random)
    brute = BruteForce(rules)

    for _ in range(3):
        cards = spoilt(random, rules, spoilt(random, rules, meld_at_random(random, rules)))[:7]
        check = check_meld(cards, MeldRules.of(rules))
        parts = [
            (part, reading)
            for size in range(1, len(cards) + 1)
            for part in combinations(cards, size)
            for reading in brute.right_readings(part)
            if check.kind in (None, reading.kind)
        ]
        unmoved = [len(part) for part, reading in parts if reading.cards == part or all(reading.natural)]
        right = [len(part) for part, _ in parts]
        assert max(unmoved, default=0) <= len(check.stays) <= max(right, default=0), _words(cards)
        assert bool(check.stays) is bool(right), _words(cards)
        assert not check.stays or brute.is_meld([cards[at] for at in check.stays]), _words(cards)


@pytest.mark.parametrize("seed", SEEDS)
def test_laydown_is_right_exactly_if_its_melds_are_and_make_the_contract_4_1_4_4(seed: int) -> None:
    random = Random(seed)
    contract = random.choice(LAW.contracts)
    brute = BruteForce(LAW)

    for _ in range(MELDS):
        melds = [set_at_random(random, LAW) for _ in range(contract.sets)]
        melds += [run_at_random(random, LAW) for _ in range(contract.runs)]
        if random.random() < 0.5:
            at = random.randrange(len(melds))
            melds[at : at + 1] = random.choice(([], [spoilt(random, LAW, melds[at])], [melds[at]] * 2))
        random.shuffle(melds)
        kinds = [{reading.kind for reading in brute.right_readings(meld)} for meld in melds]
        counts = [(kind.count("set"), kind.count("run")) for kind in product(*kinds)]
        check = check_laydown(melds, contract, MeldRules.of(LAW))
        assert check.legal is ((contract.sets, contract.runs) in counts), [_words(meld) for meld in melds]


def _compare(cards: Sequence[Card], rules: Ruleset) -> None:
    check = check_meld(cards, MeldRules.of(rules))
    brute = BruteForce(rules)
    expected = brute.is_meld(cards)

    assert (check.legal, not check.faults) == (expected, expected), (_words(cards), rules)


def _words(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
