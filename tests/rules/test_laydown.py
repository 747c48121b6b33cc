"""Melds laid together against the contract of a hand (3.12, 4.1, 4.4a), and what other games ask for."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rulebook import ExampleKind, book
from scorekeeper.rules.laydown import (
    LaydownCheck,
    LaydownFault,
    as_many,
    check_laydown,
    melds_in_row,
    points_of,
)
from scorekeeper.rules.melds import MeldKind, MeldRules
from scorekeeper.rules.rulesets.ruleset import Contract, SpecialRun
from tests.support.meld_notation import by, cards, shown, table


def laid(text: str, contract: Contract | None, rules: MeldRules | None = None) -> LaydownCheck:
    """The check of melds such as "7S 7H 7C / 5H 6H 7H 8H"."""
    rules = rules or by()
    melds = [cards(one, pack=rules.rules.pack) for one in text.split("/")] if text else []
    return check_laydown(melds, contract, rules)


def in_hand(text: str, hand: int, rules: MeldRules | None = None) -> LaydownCheck:
    rules = rules or by()
    return laid(text, rules.rules.contract(hand), rules)


def faults(check: LaydownCheck) -> list[tuple[str, str | None, tuple[int, ...], int, int]]:
    return [(one.code.value, one.clause, one.melds, one.sets, one.runs) for one in check.faults]


@pytest.mark.parametrize(
    ("row", "melds"),
    [
        ("7S 7H 7D 3H 4H 5H 6H", ["7S 7H 7D", "3H 4H 5H 6H"]),
        ("7S 7H JK 8S 8H 8D 3C 4C JK 6C", ["7S 7H JK", "8S 8H 8D", "3C 4C JK 6C"]),
        ("5H 6H 7H 8H 5H 6H 7H 8H", ["5H 6H 7H 8H", "5H 6H 7H 8H"]),
        ("5H 6H 7H 8H 9H 10H JH QH", ["5H 6H 7H 8H 9H 10H JH QH"]),
        ("5H 6H 7H 8H 9D", ["5H 6H 7H 8H 9D"]),
        # Wild cards too many begin no meld.
        ("7S 7H 7D JK JK JK JK", ["7S 7H 7D JK JK JK JK"]),
        ("8S 9S 10S JS QS KS AS 2S JK 4S", ["8S 9S 10S JS QS KS AS 2S JK 4S"]),
        ("7S", ["7S"]),
    ],
)
def test_melds_named_in_one_row_are_told_apart(row: str, melds: list[str]) -> None:
    assert [" ".join(map(str, one)) for one in melds_in_row(cards(row), by())] == melds


@pytest.mark.parametrize(
    ("row", "more", "melds"),
    [
        ("5C 6C 7C 8C 9C 10C", 1, ["5C 6C 7C", "8C 9C 10C"]),
        ("5C 6C 7C 8C 9C 10C", 0, ["5C 6C 7C 8C 9C 10C"]),
        ("5C 6C 7C 8C 9C", 1, ["5C 6C 7C 8C 9C"]),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC", 9, ["2C 3C 4C", "5C 6C 7C", "8C 9C 10C JC"]),
        ("9C 9D 9H 9S 9C 9D", 1, ["9C 9D 9H", "9S 9C 9D"]),
        ("9C 9D 9H 9S 9C", 1, ["9C 9D 9H 9S 9C"]),
    ],
)
def test_a_long_meld_is_as_many_as_it_is_long_enough_for(
    row: str, more: int, melds: list[str]
) -> None:  # S7-5, C6-6
    kind = MeldKind.SET if "9H" in row else MeldKind.RUN
    found = as_many([tuple(cards(row))], kind, more, by("seven-hand"))
    assert [" ".join(map(str, one)) for one in found] == melds


@pytest.mark.parametrize(
    ("text", "hand"),
    [
        ("7S 7H 7C / 9S 9H 9D", 1),
        ("7S 7H 7C / 7D 7S 7C", 1),  # 3.12
        ("JK JK JK / AH AH AD", 1),
        ("9S 9H 9C / 3D 4D 5D 6D", 2),
        ("3D 4D 5D 6D / 9S 9H 9C", 2),
        ("2H 3H 4H 5H / 6H 7H 8H 9H", 3),  # 3.12
        ("7S 7H 7C / AS 2S 3S 4S / JS QS KS AS", 6),
        ("5D 6D JK 8D / AS 2S 3S 4S / JS QS KS AS", 7),
    ],
)
def test_contract_is_met(text: str, hand: int) -> None:  # 4.1
    check = in_hand(text, hand)
    assert (check.legal, check.faults) == (True, ())


@pytest.mark.parametrize(
    ("text", "hand", "found"),
    [
        ("", 1, [("contract-not-met", "4.1", (), 2, 0)]),
        ("7S 7H 7C", 1, [("contract-not-met", "4.1", (), 1, 0)]),
        ("7S 7H 7C", 2, [("contract-not-met", "4.1", (), 0, 1)]),
        ("5H 6H 7H 8H", 5, [("contract-not-met", "4.1", (), 2, 0)]),
        ("2S 2H 2C / 9D 9S 9H / KC KD KS", 1, [("too-many-melds", "4.4a", (0, 1, 2), 1, 0)]),
        ("8S 8H 8C / 4D 5D 6D 7D / JS QS KS AS", 2, [("too-many-melds", "4.4a", (1, 2), 0, 1)]),
        (
            "8S 8H 8C / 9S 9H 9C",
            2,
            [("contract-not-met", "4.1", (), 0, 1), ("too-many-melds", "4.4a", (0, 1), 1, 0)],
        ),
        (
            "JK JK JK JK / 4D 5D 6D 7D",
            3,
            [("contract-not-met", "4.1", (), 0, 1), ("too-many-melds", "4.4a", (0,), 1, 0)],
        ),
        (
            "8S 8H 8C / 4D 5D 6D 7D / 9D 9H 9C / JS QS KS AS",
            2,
            [("too-many-melds", "4.4a", (0, 1, 2, 3), 1, 1)],
        ),
        # A faulty meld counts for nothing.
        ("9S 9H 9C / 3D 4D 5D 7D", 2, [("contract-not-met", "4.1", (), 0, 1)]),
        ("9S 9H / 7S 7H JK", 1, [("contract-not-met", "4.1", (), 1, 0)]),
        ("7S 8H 9C JD / 7S 7H JK", 1, [("contract-not-met", "4.1", (), 1, 0)]),
        ("7S 7H JK / 9S 9D 9C / 3D 4D 5D 7D", 1, []),
        # The part of it that stays does (14.1).
        ("9S 9H 9C / 3D 4D 5D 6D 8C", 2, []),
        (
            "3D 4D 5D 6D 8C",
            1,
            [("contract-not-met", "4.1", (), 2, 0), ("too-many-melds", "4.4a", (0,), 0, 1)],
        ),
        (
            "7S 7H 7D 9C / 5H 6H 7H 8H 8C",
            1,
            [("contract-not-met", "4.1", (), 1, 0), ("too-many-melds", "4.4a", (1,), 0, 1)],
        ),
    ],
)
def test_contract_is_not_met_or_passed(
    text: str, hand: int, found: list[tuple[str, str, tuple[int, ...], int, int]]
) -> None:
    check = in_hand(text, hand)
    assert (faults(check), check.legal) == (found, False)


def test_meld_that_is_nothing_is_judged_as_what_the_contract_lacks() -> None:
    assert [meld.kind for meld in in_hand("9S 9H 9C / 7S 8H 9C JD", 2).melds] == ["set", "run"]
    assert [meld.kind for meld in in_hand("9S 9H 9C / 7S 8H 9C JD", 1).melds] == ["set", "set"]
    assert [meld.kind for meld in in_hand("7S 8H 9C JD / 7D 8S 9C JH", 2).melds] == [None, None]
    assert [meld.kind for meld in in_hand("9S 9H 9C / 7S 7H JK / 7S 8H 9C JD", 1).melds][2] is None


def test_meld_that_can_be_both_is_read_as_the_contract_needs_it() -> None:
    rules = by("seven-hand")
    both = "JK 5S JK"
    assert readings(in_hand(f"{both} / 7S 7H 7C", 2, rules)) == [
        ["run S: 4S 6S", "run S: 6S 4S"],
        ["set 7"],
    ]
    assert readings(in_hand(f"{both} / 7S 8S 9S", 2, rules)) == [["set 5: 5 5"], ["run S"]]
    assert readings(in_hand(f"{both} / {both}", 3, rules)) == [["run S: 4S 6S", "run S: 6S 4S"]] * 2
    assert readings(in_hand(f"{both} / {both}", 1, rules)) == [["set 5: 5 5"]] * 2
    either = ["set 5: 5 5", "run S: 4S 6S", "run S: 6S 4S"]
    assert readings(in_hand(f"{both} / {both}", 2, rules)) == [either, either]
    assert readings(laid(both, None, rules)) == [either]
    assert [meld.kind for meld in in_hand(f"{both} / 7S 7H 7C", 2, rules).melds] == ["run", "set"]


def readings(check: LaydownCheck) -> list[list[str]]:
    assert check.legal
    return [[shown(one) for one in meld.readings] for meld in check.melds]


FOUR_TO_ACE = "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (FOUR_TO_ACE, []),
        ("AS 2S 3S 4S JK 6S 7S 8S 9S 10S JS", []),
        ("JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AS", []),
        ("3H 4H 5H 6H 7H 8H 9H 10H JH QH KH", [("wrong-special", "S7-7", (0,), 0, 0)]),
        ("4H 5H 6H 7H 8H 9H 10H JH QH KH", [("wrong-special", "S7-7", (0,), 0, 0)]),
        ("", [("contract-not-met", "S7-5", (), 0, 1)]),
        ("4H 4S 4D", [("contract-not-met", "S7-5", (), 0, 1), ("too-many-melds", "S7-11a", (0,), 1, 0)]),
        (f"{FOUR_TO_ACE} / 5S 6S 7S", [("too-many-melds", "S7-11a", (1,), 0, 1)]),
        (f"5S 6S 7S / {FOUR_TO_ACE}", [("too-many-melds", "S7-11a", (0,), 0, 1)]),
    ],
)
def test_long_run_of_the_eighth_hand_starts_where_it_must(
    text: str, found: list[tuple[str, str | None, tuple[int, ...], int, int]]
) -> None:  # S7-7
    rules = by("seven-hand")
    check = in_hand(text, 8, rules)
    assert (faults(check), check.legal) == (found, not found)


def test_faulty_run_is_the_special_one_if_the_part_that_stays_is() -> None:  # 14.1
    check = in_hand(f"{FOUR_TO_ACE} 9S", 8, by("seven-hand"))
    assert (check.legal, check.faults) == (False, ())
    short = in_hand("4H 5H 6H 7H 8H 9H 10H JH QH KH AS", 8, by("seven-hand"))
    assert faults(short) == [("wrong-special", "S7-7", (0,), 0, 0)]
    none = in_hand("4H 5H 7S 8S", 8, by("seven-hand"))
    assert faults(none) == [("contract-not-met", "S7-5", (), 0, 1)]


def test_special_runs_are_found_among_other_melds() -> None:
    rules = by("seven-hand")
    four, five = SpecialRun(4), SpecialRun(5, pure=True)
    contract = Contract(sets=1, special=(SpecialRun(3), four, five))
    text = "5D 6D 7D 8D 9D / 2S 2H 2C / 5H 6H 7H / 9C 10C JC QC"
    assert laid(text, contract, rules).legal
    wild = laid(text.replace("6D", "JK"), contract, rules)
    assert faults(wild) == [("wrong-special", "S7-7", (0,), 0, 0)]
    assert laid("JK 5S JK / 6H 7H 8H", Contract(sets=1, special=(SpecialRun(3),)), rules).legal
    assert laid("6H 7H 8H / JK 5S JK", Contract(sets=1, special=(SpecialRun(3),)), rules).legal
    both = Contract(special=(SpecialRun(3), SpecialRun(3, starts=("6",))))
    assert laid("6H 7H 8H / 5S 6S 7S", both, rules).legal
    assert laid("5S 6S 7S / 6H 7H 8H", both, rules).legal
    five_up = Contract(special=(SpecialRun(3, starts=("5",)),))
    assert readings(laid("5S JK JK", five_up, rules)) == [["run S: 6S 7S"]]


@pytest.mark.parametrize(
    ("ruleset", "hand", "legal"), [("seven-hand", 6, True), ("wrotham", 4, True), ("wrotham", 1, False)]
)
def test_hand_is_laid_all_at_once(ruleset: str, hand: int, legal: bool) -> None:
    assert in_hand("8S 8H 8D 8C / JD JK JS / 2H 2S 2D 2C", hand, by(ruleset)).legal is legal


def test_fewer_cards_than_were_dealt_are_not_the_whole_hand() -> None:  # S7-6a
    nine = "8S 8H 8D / JD JK JS / 2H 2S 2D"
    assert faults(in_hand(nine, 6, by("seven-hand"))) == [("not-at-once", "S7-6a", (), 0, 0)]
    assert [fault.code for fault in in_hand("8S 8H 8D", 6, by("seven-hand")).faults] == ["contract-not-met"]


def test_cards_left_of_a_hand_laid_at_once_are_told_with_the_clause() -> None:
    assert faults(in_hand("5H 6H 7H", 4, by("wrotham"))) == [("not-at-once", "WR-4", (), 0, 0)]


def test_melds_of_a_turn_are_limited() -> None:  # BR-6
    text = "5H 6H 7H / 8S 8H 8D"
    assert faults(laid(text, None, by("basic"))) == [("too-many-melds", "BR-6", (0, 1), 0, 0)]
    assert faults(in_hand(text, 1, by("wrotham"))) == [("too-many-melds", "WR-5a", (0, 1), 0, 0)]
    assert laid(text, None, by("basic", turn={"melds": 2})).legal
    assert laid("5H 6H 7H", None, by("basic")).legal
    assert laid(text, None, by("international")).legal
    assert laid("", None, by("international")).legal


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("11H 12H 13H / 2D 3D 4D 5D", None),
        ("7S 8S 9S", 24),
        ("12S 12H JK / 3S 4S JK", 48),
        ("12S 12H JK / 4S 5S JK", None),
        ("JK 12S 13S / 4S JK 6S", None),
    ],
)
def test_opening_makes_enough_points(text: str, made: int | None) -> None:  # RK-5
    check = laid(text, None, by("rummikub"))
    assert [(one.code.value, one.clause, one.points) for one in check.faults] == (
        [] if made is None else [("opening-not-met", "RK-5", made)]
    )
    assert check.legal is (made is None)


def test_opening_is_not_counted_of_faulty_melds_or_without_points() -> None:
    assert laid("7S 8S 10S", None, by("rummikub")).faults == ()
    assert laid("7S 8S 9S", None, by("international", opening=50)).legal
    assert not laid("7S 7H 7C", None, by(contracts=[], ends={"hands": 1}, opening=50)).legal


def test_points_of_a_meld_are_those_of_the_cards_that_wild_ones_stand_for() -> None:
    law = by().rules
    assert points_of(*table("QS JK AS KS"), law) == 50
    assert points_of(*table("JK JK AH"), law) == 120
    assert points_of(*table("7S JK 7H"), law) == 15


def test_examples_of_the_contracts_are_what_they_are_called() -> None:  # 4.1, 4.4, 4.4a
    text = {one.number: one for one in book().clauses}
    checks = [
        (example.kind, laid(" / ".join(map(" ".join, example.melds)), by().rules.contract(hand)).legal)
        for number, hand in (("4.1", 2), ("4.4", 1), ("4.4a", 2))
        for example in text[number].examples
    ]
    right, wrong = (ExampleKind.RIGHT, True), (ExampleKind.WRONG, False)
    assert checks == [right, right, wrong, wrong]


MELDS = ["7S 7H 7C", "JK JK JK", "5H 6H 7H 8H", "JK 5S 6S JK", "2S 3S 9S", "7S 8H 9C JD", "8C 8D JK"]


@forall(st.lists(st.sampled_from(MELDS), max_size=4), st.integers(1, 7))
def test_order_of_the_melds_does_not_matter(melds: list[str], hand: int) -> None:
    one, other = in_hand("/".join(melds), hand), in_hand("/".join(melds[::-1]), hand)
    assert one.legal is other.legal
    assert [without_melds(fault) for fault in one.faults] == [without_melds(fault) for fault in other.faults]


def without_melds(fault: LaydownFault) -> LaydownFault:
    return fault._replace(melds=())
