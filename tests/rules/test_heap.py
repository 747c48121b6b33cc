"""The best lay-down of a heap, and what is missing (4.1, 4.4a, 7.1), in the table's own notation."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.rules.cards import Card, card_of
from scorekeeper.rules.heap import Budget, HeapAnswer, best_laydown, laid_but_one
from scorekeeper.rules.laydown import check_laydown
from scorekeeper.rules.melds import MeldRules, check_meld
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Contract, Ruleset, Runs, Sets, SpecialRun
from tests.support.examples import examples

ADJACENT_NEVER = replace(LAW, wild=replace(LAW.wild, adjacent=False))
TWOS_WILD = replace(LAW, wild=replace(LAW.wild, cards=(*LAW.wild.cards, "2")))
NEVER_IN_PLACE = replace(LAW, wild=replace(LAW.wild, in_place=False))
ANY_WILD = replace(LAW, wild=replace(LAW.wild, most=None))
ANY_TWOS_WILD = replace(TWOS_WILD, wild=replace(TWOS_WILD.wild, most=None))


def _cards(text: str, *, pack: str = "cards") -> list[Card]:
    return [card_of(card, pack=pack) for card in text.split()]


def _solved(text: str, contract: Contract | None, rules: Ruleset = LAW) -> HeapAnswer:
    """The answer, its melds checked as proof."""
    cards = _cards(text, pack=rules.pack)
    answer = best_laydown(cards, contract, MeldRules.of(rules), Budget())
    _check(answer, cards, contract, rules)
    return answer


def _check(answer: HeapAnswer, cards: Sequence[Card], contract: Contract | None, rules: Ruleset) -> None:
    meld_rules = MeldRules.of(rules)
    laid = Counter(card for meld in answer.melds for card in meld.cards)
    assert laid + Counter(answer.left) == Counter(cards)
    for meld in answer.melds:
        readings = check_meld(meld.cards, meld_rules, kind=meld.kind).readings
        assert meld.stands_for in [reading.stands_for for reading in readings]
    if answer.melds:
        melds = [meld.cards for meld in answer.melds]
        faults = check_laydown(melds, contract, meld_rules).faults
        # A heap may have fewer cards than were dealt.
        assert {fault.code for fault in faults} <= {"not-at-once"}


def _hand(number: int) -> Contract:
    return LAW.contracts[number - 1]


def _left(answer: HeapAnswer) -> str:
    return " ".join(map(str, answer.left))


def _missing(answer: HeapAnswer) -> list[str]:
    return [f"{one.kind} {one.of}: {' '.join(map(str, one.cards))}" for one in answer.missing]


@pytest.mark.parametrize(
    ("hand", "heap", "left", "points"),
    [
        (1, "7S 7H 7D 9S 9H 9D KS", "KS", 10),
        (1, "7S 7H JK 9S 9H JK JK", "", 0),
        (1, "JK JK JK 7S 7H 7D AH JK", "", 0),
        (2, "7S 7H 7D 4C 5C JK 7C 8C KD KS", "KD KS", 20),
        (3, "4H 5H 6H 7H 8H 9H 10H JH QH", "", 0),
        (3, "4H 5H 6H 7H 4H 5H 6H 7H 2S", "2S", 5),
        (7, "AD 2D 3D 4D AH 2H 3H 4H 5S 6S 7S 8S JK", "", 0),
        (4, "7S 7H 7D 7C 7S 7H 7D 7C JK QS", "QS", 10),
        (5, "AS AH AC KD KC KS 10D JD QD KD AD JK", "", 0),
        (6, "AH 2H 3H 4H JH QH KH AH 9S 9C 9D 5C 5D", "5C 5D", 10),
        (7, "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "", 0),
    ],
)
def test_best_laydown_of_each_hand_4_1(hand: int, heap: str, left: str, points: int) -> None:
    answer = _solved(heap, _hand(hand))

    assert (_left(answer), answer.points) == (left, points)


def test_opening_is_exactly_the_contract_4_4a() -> None:
    answer = _solved("7S 7H 7D 9S 9H 9D KS KH KD", _hand(1))

    assert len(answer.melds) == 2
    assert answer.points == 15


def test_joker_takes_the_place_of_a_natural_card_in_a_full_run_7_1() -> None:
    answer = _solved("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS JK", Contract(runs=1))

    assert (len(answer.left), answer.points) == (1, 5)


def test_wild_cards_that_have_no_room_stay_3_6() -> None:
    answer = _solved("4H 5H 6H JK JK JK JK", Contract(runs=1))

    assert (_left(answer), answer.points) == ("JK", 50)


def test_red_ace_is_natural_where_that_leaves_room_3_5a() -> None:
    heap = "AH 2H 3H JK JK JK"

    assert _solved(heap, Contract(runs=1)).points == 0
    assert _solved(heap, Contract(runs=1), NEVER_IN_PLACE).points == 70


@pytest.mark.parametrize(("heap", "left"), [("AS AC AH AD JK JK JK JK", ""), ("AS AH JK JK JK", "AS")])
def test_red_aces_are_natural_in_a_set_of_aces_3_5a(heap: str, left: str) -> None:
    assert _left(_solved(heap, Contract(sets=1))) == left


def test_red_aces_are_shared_out_where_another_set_needs_one_3_5a() -> None:
    assert _solved("AS AC AH AD 7S 7H", _hand(1)).points == 0


def test_wild_cards_find_room_in_a_set_that_takes_any_number() -> None:
    assert _left(_solved("7S 7H 7D 4C 5C 6C 7C JK JK JK KS", _hand(2), ANY_WILD)) == "KS"
    assert _left(_solved("7S 7H 7D 4C 5C 6C 7C KC", _hand(2), ANY_WILD)) == "KC"


def test_set_of_wild_cards_takes_all_others_3_7() -> None:
    assert _solved("JK JK JK AH AD AH 7S 7H 7D", _hand(1)).points == 0


def test_wild_cards_side_by_side_3_6b() -> None:
    heap = "5H 8H 9H JK JK KS"

    assert _solved(heap, Contract(runs=1)).points == 10
    assert _solved(heap, Contract(runs=1), ADJACENT_NEVER).points == 15


def test_wild_card_between_natural_ones_where_they_may_not_be_adjacent_3_6b() -> None:
    answer = _solved("4H 5H 6H 7H 8H JK JK JK", Contract(runs=1), ADJACENT_NEVER)

    assert answer.points == 5


def test_natural_card_of_a_set_is_left_in_a_run_that_needs_it_3_12() -> None:
    answer = _solved("7S 7H 7D 7C 4C 5C 6C KD", _hand(2))

    assert (_left(answer), answer.points) == ("KD", 10)


def test_any_number_of_wild_cards_where_nothing_limits_them() -> None:
    assert _solved("7S JK JK JK JK", Contract(runs=1), ANY_WILD).points == 0
    assert _solved("7S JK JK 9H", Contract(sets=1), ANY_WILD).points == 5
    assert _solved("2H AD 2D 3D 5D JD 4D AD 2S", Contract(runs=2), ANY_TWOS_WILD).points == 0


@pytest.mark.parametrize(
    ("contract", "heap", "missing"),
    [
        (_hand(2), "7H 8H 9H KS KC KD", ["run H: 6H 10H JK"]),
        (Contract(sets=1), "7S 7H", ["set 7: 7S 7H 7D 7C JK"]),
        (Contract(sets=1), "JK AH", ["set : JK", "set A: AS AC JK"]),
        (Contract(runs=1), "7S JK JK", ["run S: 4S 5S 6S 8S 9S 10S"]),
        (
            Contract(sets=1, runs=2),
            "5H 6H 7H 8H 5S 6S 7S 8S 7D 7C KD",
            ["set 7: 7S 7H 7D 7C JK"],
        ),
        (Contract(sets=1, runs=2), "5H 6H 7H 5S 6S 7S 8S 9S KH KD KC", ["run H: 4H 8H JK"]),
        (_hand(6), "7H 7S 8S 10S 10H 10D AH AH AD", []),
        (_hand(1), "7S 7H 9S 9H", []),
        (_hand(7), "7S 7H 9S 9H", []),
    ],
)
def test_one_card_short(contract: Contract, heap: str, missing: list[str]) -> None:
    answer = _solved(heap, contract)

    assert not answer.melds
    assert sorted(map(str, answer.left)) == sorted(heap.split())
    assert _missing(answer) == missing


@pytest.mark.parametrize(
    ("heap", "left"),
    [("7S 7H 7D QS QH QD QC", "QH"), ("7S 7H 7D QS QH QD 4S", "4S"), ("7S 7H 7D QS QH QD", None)],
)
def test_card_that_stays_to_be_discarded_5_8b(heap: str, left: str | None) -> None:
    answer = laid_but_one(_cards(heap), _hand(1), MeldRules.of(LAW), Budget())

    assert (answer and _left(answer)) == left


@pytest.mark.parametrize("in_place", [True, False])
def test_wild_card_that_alone_is_missing_where_twos_are_wild_16_2(in_place: bool) -> None:
    rules = replace(LAW, wild=replace(LAW.wild, cards=(*LAW.wild.cards, "2"), in_place=in_place))

    assert _missing(_solved("AS 3S 4S", Contract(runs=1), rules)) == ["run S: JK"]


def test_one_card_short_without_wild_cards() -> None:
    rules = RULESETS["basic"]

    assert _missing(_solved("7S 8S KD", None, rules)) == ["run S: 6S 9S"]

    none = replace(LAW, wild=replace(LAW.wild, cards=()))
    assert _missing(_solved("7S 8S 9S KD", Contract(runs=1), none)) == ["run S: 6S 10S"]


def test_two_cards_short() -> None:
    different = replace(LAW, sets=Sets(fewest=3, suits="different"))
    assert _missing(_solved("7S 8S", Contract(runs=1), different)) == []


def test_any_melds_without_contract() -> None:
    answer = _solved("7S 7H 7D 4C 5C 6C 7C 8C JK 2D 3D", None, RULESETS["international"])

    assert (answer.points, answer.left) == (0, ())


def test_most_melds_of_a_turn() -> None:
    assert _left(_solved("7S 7H 7D 4C 5C 6C", None, RULESETS["basic"])) == "6C 5C 4C"


@pytest.mark.parametrize(
    ("heap", "left"),
    [("10S 10H 10D 4S 5S 6S", None), ("10S 10H 10D 7S 8S 9S", ""), ("11S 12S JK 10S 9S 10H", "10H")],
)
def test_opening_points_with_the_joker_as_its_tile(heap: str, left: str | None) -> None:
    answer = _solved(heap, None, RULESETS["rummikub"])

    assert bool(answer.melds) == (left is not None)
    assert left is None or _left(answer) == left


def test_whole_hand_at_once() -> None:
    contract = RULESETS["seven-hand"].contracts[5]
    rules = RULESETS["seven-hand"]

    assert _solved("7S 7H 7D 9S 9H 9D KS KH KD KC JK", contract, rules).points == 0
    assert _solved("7S 7H 7D 9S 9H 9D KS KH KD KC 2D", contract, rules).melds == ()


def test_one_card_short_before_the_draw_counts_on_a_discard_after_it() -> None:  # WR-4
    rules = RULESETS["wrotham"]
    answer = _solved("7S 7H 7C 4S 5S 6S KD", rules.contracts[4], rules)

    assert _missing(answer) == ["run S: 3S JK", "set 7: 7S 7H 7D 7C JK"]


@pytest.mark.parametrize(
    ("discard", "heap", "left"),
    [
        ("may", "7S 7H 7D", ""),
        ("may", "7S 7H 7D 9D", "9D"),
        ("must", "7S 7H 7D 7C", "7S"),
        ("must", "7S 7H 7D", None),
        ("never", "7S 7H 7D 9D", None),
    ],
)
def test_discard_of_a_hand_laid_at_once(discard: str, heap: str, left: str | None) -> None:
    contract = Contract(sets=1, at_once=True, discard=discard)
    answer = _solved(heap, contract)

    assert bool(answer.melds) == (left is not None)
    assert left is None or len(answer.left) == len(left.split())


def test_special_run() -> None:
    rules = RULESETS["seven-hand"]
    contract = rules.contracts[7]

    assert _solved("AS 2S 3S 4S 5S 6S 7S JK 9S 10S JS", contract, rules).points == 0
    assert _solved("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", contract, rules).melds == ()
    pure = replace(contract, special=(replace(contract.special[0], pure=True),))
    assert _solved("AS 2S 3S 4S 5S 6S 7S JK 9S 10S JS", pure, rules).melds == ()


def test_special_run_beside_a_run_and_a_set() -> None:
    contract = Contract(sets=1, special=(SpecialRun(cards=5),))

    assert _solved("7S 7H 7D 4C 5C 6C 7C 8C 9C", contract).points == 5
    assert _solved("4C 5C 6C 7C 8C 9C 10C", contract).melds == ()


def test_runs_round_the_corner() -> None:
    rules = replace(LAW, runs=Runs(fewest=3, ace="around"))

    assert _solved("QS KS AS 2S 3S", Contract(runs=1), rules).points == 0


def test_sets_of_different_suits_and_of_a_largest_size() -> None:
    different = replace(LAW, sets=Sets(fewest=3, suits="different"))
    few = replace(LAW, sets=Sets(fewest=3, most=3))

    assert _left(_solved("7S 7S 7H 7D KS", Contract(sets=1), different)) == "KS 7S"
    assert _solved("7S 7S 7H 7D JK JK", Contract(sets=1), few).points == 60
    assert _left(_solved("JK JK JK JK", Contract(sets=1), few)) == "JK"


def test_wild_card_of_its_own_rank_counts_as_natural_among_different_suits() -> None:
    rules = replace(LAW, sets=Sets(fewest=3, suits="different"))

    assert _solved("AH AH AC 7S", Contract(sets=1), rules).melds == ()
    assert _left(_solved("AH AD AC AH KS KC", Contract(sets=2), rules)) == ""


def test_shorter_runs_than_a_suit() -> None:
    rules = replace(LAW, runs=replace(LAW.runs, most=5))

    assert _solved("4S 5S 6S 7S 8S 9S", Contract(runs=1), rules).points == 5
    assert _solved("4S 5S 6S 7S 8S JK", Contract(runs=1), rules).points == 5


def test_no_set_of_wild_cards_where_none_may_be_adjacent_and_no_clause_allows_it() -> None:
    for contract in (Contract(sets=1), None):
        assert not _solved("JK JK JK", contract, RULESETS["six-hand"]).melds
        assert _solved("JK JK JK", contract, ADJACENT_NEVER).melds


def test_two_runs_of_five_cards_where_wild_cards_may_not_be_adjacent() -> None:
    rules = replace(ADJACENT_NEVER, runs=replace(LAW.runs, most=5))
    heap = "8H 10H 2H 7H KH AH 4H 10H 9H KH 10H 5H QH 2H 5H AH 2H 7H"

    assert _solved(heap, Contract(runs=2), rules).points == 55


def test_points_not_known_leave_fewest_cards() -> None:
    rules = replace(LAW, points=None)
    answer = _solved("7S 7H 7D JK KS KH KD KC 9D", Contract(sets=1), rules)

    assert (answer.points, len(answer.left)) == (0, 4)


def test_no_cards() -> None:
    assert _solved("", None) == HeapAnswer((), (), 0)
    assert _solved("", Contract(at_once=True)) == HeapAnswer((), (), 0)


_RULES = (LAW, ADJACENT_NEVER, TWOS_WILD, NEVER_IN_PLACE)
_PACK = [*(Card(rank, suit) for suit in "SHDC" for rank in LAW.ranks), *[card_of("JK")] * 8]
_ONE_SUIT = [*(Card(rank, "H") for rank in LAW.ranks), *_cards("JK JK JK AD")]
_heaps = st.sampled_from([_PACK, _ONE_SUIT]).flatmap(
    lambda pack: st.lists(st.sampled_from(pack), min_size=6, max_size=16)
)
_questions = st.tuples(_heaps, st.sampled_from(LAW.contracts), st.sampled_from(_RULES))


_EXCHANGED = str.maketrans("SHDC", "CDHS")


@settings(max_examples=examples(150), deadline=None)
@given(_questions, st.randoms(use_true_random=False))
def test_order_and_suits_of_one_colour_do_not_matter(question, random) -> None:  # type: ignore[no-untyped-def]
    heap, contract, rules = question
    answer = best_laydown(heap, contract, MeldRules.of(rules), Budget())
    _check(answer, heap, contract, rules)
    other = [Card(card.rank, card.suit.translate(_EXCHANGED)) for card in heap]

    assert best_laydown(random.sample(heap, len(heap)), contract, MeldRules.of(rules), Budget()) == answer
    assert best_laydown(other, contract, MeldRules.of(rules), Budget()).points == answer.points
    assert answer.points <= sum(20 if c.rank == "A" else 50 if c.is_joker else 10 for c in heap)


@settings(max_examples=examples(150), deadline=None)
@given(_questions, st.sampled_from(_PACK))
def test_one_card_more_never_hurts(question, card: Card) -> None:  # type: ignore[no-untyped-def]
    heap, contract, rules = question
    answer = best_laydown(heap, contract, MeldRules.of(rules), Budget())
    more = best_laydown([*heap, card], contract, MeldRules.of(rules), Budget())

    assert bool(more.melds) >= bool(answer.melds)
    if more.melds and not answer.melds:
        wild = {card for one in answer.missing for card in one.cards if card.is_joker}
        assert any(card in one.cards for one in answer.missing) or (card in MeldRules.of(rules).wild and wild)
    if answer.melds:
        assert more.points <= answer.points + {"joker": 50, "A": 20}.get(card.rank, 10)
