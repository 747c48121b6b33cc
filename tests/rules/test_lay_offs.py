"""Cards added to melds on the table (3.6a, 3.7, 5.6), and wild cards replaced and played (3.9-3.11)."""

import pytest

from scorekeeper.rules.melds import (
    LayOff,
    MeldRules,
    Swap,
    cards_to_lay_off,
    cards_to_swap,
    check_meld,
    lay_off,
    swap_wild,
)
from tests.support.meld_notation import by, cards, table


def laid(text: str, onto: str, rules: MeldRules | None = None, reading: int = 0) -> LayOff:
    rules = rules or by()
    return lay_off(cards(text, pack=rules.rules.pack)[0], table(onto, rules, reading), rules)


def melds_with(one: LayOff) -> list[tuple[str, str | None]]:
    return [
        (" ".join(map(str, placement.meld.cards)), placement.stands_for and str(placement.stands_for))
        for placement in one.placements
    ]


@pytest.mark.parametrize(
    ("card", "onto", "found"),
    [
        ("7D", "7S 7H 7C", [("7S 7H 7C 7D", None)]),
        ("JK", "7S 7H 7C", [("7S 7H 7C JK", "7")]),
        ("AH", "AS AC JK", [("AS AC JK AH", None)]),
        ("AH", "7S 7H JK 7D", [("7S 7H JK 7D AH", "7")]),
        ("JK", "JK JK AH", [("JK JK AH JK", None)]),
        ("AD", "JK JK AH", [("JK JK AH AD", None)]),
        ("9H", "5H 6H 7H 8H", [("5H 6H 7H 8H 9H", None)]),
        ("4H", "5H 6H 7H 8H", [("4H 5H 6H 7H 8H", None)]),
        ("9H", "8H 7H 6H 5H", [("9H 8H 7H 6H 5H", None)]),
        ("4H", "8H 7H 6H 5H", [("8H 7H 6H 5H 4H", None)]),
        ("JK", "8H 7H 6H 5H", [("8H 7H 6H 5H JK", "4H"), ("JK 8H 7H 6H 5H", "9H")]),
        ("JK", "5H 6H 7H 8H", [("JK 5H 6H 7H 8H", "4H"), ("5H 6H 7H 8H JK", "9H")]),
        ("4H", "5H 7H 6H 8H", [("4H 5H 6H 7H 8H", None)]),
        ("AH", "2H 3H 4H 5H", [("AH 2H 3H 4H 5H", None), ("2H 3H 4H 5H AH", "6H")]),
        ("AD", "JD QD KD 10D", [("AD 10D JD QD KD", "9D"), ("10D JD QD KD AD", None)]),
        ("JK", "AS 2S 3S 4S", [("AS 2S 3S 4S JK", "5S")]),
        ("JK", "JS QS KS AS", [("JK JS QS KS AS", "10S")]),
        (
            "AS",
            "2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS",
            [
                ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", None),
                ("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS", None),
            ],
        ),
    ],
)
def test_card_is_added_where_it_fits(card: str, onto: str, found: list[tuple[str, str | None]]) -> None:
    one = laid(card, onto)
    assert (melds_with(one), one.faults, one.legal) == (found, (), True)
    for placement in one.placements:
        assert placement.meld.cards[placement.at] == cards(card)[0]
        assert check_meld(placement.meld.cards, by()).legal


@pytest.mark.parametrize(
    ("card", "onto", "found"),
    [
        ("8S", "7S 7H 7C", [("mixed-ranks", "3.1", (3,))]),
        ("9S", "JK JK AH", [("wild-set", "3.7", (3,))]),
        ("AH", "8S 8D JK JK", [("too-many-wild", "3.6", (2, 3, 4))]),
        ("9S", "5H 6H 7H 8H", [("mixed-suits", "3.2", (4,))]),
        ("6H", "5H 6H 7H 8H", [("duplicate", "3.2", (4,))]),
        ("10H", "5H 6H 7H 8H", [("gap", "3.2", (4,))]),
        ("KS", "AS 2S 3S 4S", [("round-the-corner", "3.3a", (0, 1))]),
        ("2S", "JS QS KS AS", [("round-the-corner", "3.3a", (3, 4))]),
        ("JK", "JS JK JK AS", [("too-many-wild", "3.6", (1, 2, 4))]),
        (
            "AC",
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC",
            [("too-long", "3.4", (13,))],
        ),
        (
            "5C",
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC",
            [("too-long", "3.4", (13,)), ("duplicate", "3.2", (13,))],
        ),
    ],
)
def test_card_that_fits_nowhere_is_refused(
    card: str, onto: str, found: list[tuple[str, str, tuple[int, ...]]]
) -> None:
    one = laid(card, onto)
    assert ([(fault.code.value, fault.clause, fault.cards) for fault in one.faults], one.placements) == (
        found,
        (),
    )


def test_declared_reading_decides_what_may_be_added() -> None:  # 3.7a
    assert not laid("AS", "AH AD JK").legal
    assert laid("AS", "AH AD JK", reading=1).legal


def test_wild_card_beside_another_one_is_refused_by_house_rule() -> None:  # 3.6b
    rules = by(wild={"adjacent": False})
    assert melds_with(laid("JK", "JK 5C 6C 7C", rules)) == [("JK 5C 6C 7C JK", "8C")]
    assert [fault.clause for fault in laid("JK", "JK 5C 6C 7C JK", rules).faults] == ["3.6b"]


def test_run_that_goes_around_grows_past_the_corner() -> None:  # BR-14
    rules = by("basic", runs={"ace": "around"})
    assert melds_with(laid("KS", "AS 2S 3S", rules)) == [("KS AS 2S 3S", None)]
    assert melds_with(laid("2S", "QS KS AS", rules)) == [("QS KS AS 2S", None)]


def test_set_of_different_suits_takes_no_second_of_one_suit() -> None:  # RK-6
    assert [fault.code.value for fault in laid("8H", "8H 8S 8C", by("rummikub")).faults] == ["same-suits"]


@pytest.mark.parametrize(
    ("onto", "ruleset", "found"),
    [
        ("5H 6H 7H 8H", "continental", "4H 9H AD AH JK"),
        ("8H 7H 6H 5H", "continental", "4H 9H AD AH JK"),
        ("2H JK JK 5H", "continental", "AH 6H"),
        ("10S JS QS KS", "continental", "9S AS AD AH JK"),
        ("10S JS QS KS AS", "continental", "9S AD AH JK"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "continental", ""),
        ("7S 7H JK", "continental", "7S 7H 7D 7C AD AH JK"),
        ("8S 8D JK JK", "continental", "8S 8H 8D 8C"),
        ("JK JK AH", "continental", "AD AH JK"),
        ("7S 7H 7D", "basic", "7S 7H 7D 7C"),
        ("7S 7H 7D 7C", "basic", ""),
        ("8H 8S JK", "rummikub", "8D 8C JK"),
    ],
)
def test_every_card_that_may_be_added_is_named(onto: str, ruleset: str, found: str) -> None:
    rules = by(ruleset)
    assert " ".join(map(str, cards_to_lay_off(table(onto, rules), rules))) == found


def swapped(paid: str, at: int, meld: str, *others: str, rules: MeldRules | None = None) -> Swap:
    rules = rules or by()
    laid = [table(other, rules) for other in others]
    return swap_wild(cards(paid, pack=rules.rules.pack), at, table(meld, rules), laid, rules)


def refused(one: Swap) -> list[tuple[str, str | None]]:
    return [(fault.code.value, fault.clause) for fault in one.faults]


def test_wild_card_of_a_run_is_replaced_by_the_card_it_stands_for_and_played() -> None:  # 3.10
    one = swapped("7C", 1, "6C JK 8C 9C", "KS KH KC", "2D 3D 4D 5D")
    assert one.legal
    assert one.meld is not None
    assert one.meld == table("6C 7C 8C 9C")
    assert [(index, " ".join(map(str, place.meld.cards))) for index, place in one.places] == [
        (0, "KS KH KC JK"),
        (1, "JK 2D 3D 4D 5D"),
        (1, "2D 3D 4D 5D JK"),
    ]


@pytest.mark.parametrize(
    ("paid", "at", "meld", "others", "found"),
    [
        ("8C", 1, "6C JK 8C 9C", ["KS KH KC"], [("other-card", "3.10")]),
        ("7C 7C", 1, "6C JK 8C 9C", ["KS KH KC"], [("other-card", "3.10")]),
        ("6C", 0, "6C JK 8C 9C", ["KS KH KC"], [("not-wild", "3.10")]),
        ("AD", 3, "JD QD KD AD", ["KS KH KC"], [("not-wild", "3.10")]),
        ("KC", 1, "KS JK KD", ["5H 6H 7H 8H"], [("wild-in-set", "3.11")]),
        ("7C", 1, "6C JK 8C 9C", [], [("same-run", "3.10b"), ("no-place", "3.10d")]),
        ("AS", 0, "JK 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", [], [("no-place", "3.10d")]),
        ("7C", 1, "6C JK 8C 9C", ["KS JK KD JK"], [("same-run", "3.10b"), ("no-place", "3.10d")]),
    ],
)
def test_swap_is_refused_with_its_clause(
    paid: str, at: int, meld: str, others: list[str], found: list[tuple[str, str]]
) -> None:
    one = swapped(paid, at, meld, *others)
    assert (refused(one), one.legal, one.places) == (found, False, ())


def test_freed_card_may_go_to_any_other_spot_in_seven_hand_rummy() -> None:  # S7-12
    rules = by("seven-hand")
    back = swapped("10D", 1, "9D JK JD", rules=rules)
    assert [(index, str(place.stands_for)) for index, place in back.places] == [(None, "8D"), (None, "QD")]
    assert swapped("KC", 1, "KS JK KD", rules=rules).legal
    assert refused(swapped("QC", 1, "KS JK KD", rules=rules)) == [("other-card", "S7-12")]
    assert refused(swapped("JK", 1, "KS JK KD", rules=rules)) == [("other-card", "S7-12")]
    assert refused(swapped("KC", 1, "JK JK JK", rules=rules)) == [("not-wild", "S7-12")]


def test_freed_card_goes_into_the_hand_in_wrotham_rummy() -> None:  # WR-2
    one = swapped("10D", 1, "9D JK JD", rules=by("wrotham"))
    assert (one.legal, one.places) == (True, ())


def test_joker_of_a_set_of_three_costs_both_missing_tiles_in_tournaments() -> None:  # RK-8
    tournament = by("rummikub", wild={"swap": "meld-both"})
    assert swapped("8S", 2, "8H 8D JK", rules=by("rummikub")).legal
    assert refused(swapped("8H", 2, "8H 8D JK", rules=by("rummikub"))) == [("other-card", "RK-8")]
    assert refused(swapped("8S", 2, "8H 8D JK", rules=tournament)) == [("other-card", "RK-8")]
    assert swapped("8S 8C", 2, "8H 8D JK", rules=tournament).legal
    assert swapped("8S", 3, "8H 8D 8C JK", rules=tournament).legal
    assert swapped("7S", 1, "6S JK 8S", rules=tournament).legal


def test_swap_is_refused_where_the_rules_have_none() -> None:  # BR-17
    jokers = by("basic", jokers=2, wild={"cards": ["joker"]}, points=with_jokers())
    assert refused(swapped("10D", 1, "9D JK JD", rules=jokers)) == [("no-swap", "BR-17")]
    assert refused(swapped("10D", 1, "9D JK JD", rules=by("six-hand"))) == [("no-swap", None)]


@pytest.mark.parametrize(
    ("meld", "ruleset", "changes", "found"),
    [
        ("6C JK 8C AH", "continental", {}, {1: "7C", 3: "9C"}),
        ("6C 7C 8C 9C", "continental", {}, {}),
        ("JD QD KD AD", "continental", {}, {}),
        ("KS JK KD", "continental", {}, {}),
        ("9D JK JD", "six-hand", {}, {}),
        ("KS JK KD", "seven-hand", {}, {1: "KS KH KD KC"}),
        ("8H 8D JK", "rummikub", {}, {2: "8S 8C"}),
        ("8H 8D JK", "rummikub", {"wild": {"swap": "meld-both"}}, {}),
        ("8H 8D JK 8S", "rummikub", {"wild": {"swap": "meld-both"}}, {2: "8C"}),
    ],
)
def test_every_card_that_a_wild_card_may_be_taken_for_is_named(
    meld: str, ruleset: str, changes: dict[str, object], found: dict[int, str]
) -> None:
    rules = by(ruleset, **changes)
    swaps = cards_to_swap(table(meld, rules), rules)
    assert {at: " ".join(map(str, one)) for at, one in swaps.items()} == found


def with_jokers() -> dict[str, int]:
    return {"2-10": 5, "J-K": 10, "A": 1, "joker": 0}
