"""Cards that may be added to melds on the table (3.6a, 3.7, 5.6), or swapped for a wild one (3.10-3.11)."""

import pytest

from scorekeeper.rules.melds import MeldRules, cards_to_lay_off, cards_to_swap, forbidding_topics
from tests.support.meld_notation import by, table


@pytest.mark.parametrize(
    ("onto", "ruleset", "changes", "found"),
    [
        ("5H 6H 7H 8H", "continental", {}, "4H 9H AD AH JK"),
        ("2H JK JK 5H", "continental", {}, "AH 6H"),
        ("10S JS QS KS AS", "continental", {}, "9S AD AH JK"),
        ("AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "continental", {}, ""),
        ("7S 7H JK", "continental", {}, "7S 7H 7D 7C AD AH JK"),
        ("8S 8D JK JK", "continental", {}, "8S 8H 8D 8C"),
        ("JK JK AH", "continental", {}, "AD AH JK"),
        ("7S 7H 7D", "basic", {}, "7S 7H 7D 7C"),
        ("7S 7H 7D 7C", "basic", {}, ""),
        ("8H 8S JK", "rummikub", {}, "8D 8C JK"),
        ("5H 7H 6H 8H", "continental", {}, "4H 9H AD AH JK"),
        ("2H 3H 4H 5H", "continental", {}, "AH 6H AD JK"),
        ("JK 5C 6C 7C", "continental", {"wild": {"adjacent": False}}, "3C 8C AD AH JK"),
        ("JK 5C 6C 7C JK", "continental", {"wild": {"adjacent": False}}, "3C 9C"),
        ("AS 2S 3S", "basic", {"runs": {"ace": "around"}}, "KS 4S"),
    ],
)
def test_every_card_that_may_be_added_is_named(
    onto: str, ruleset: str, changes: dict[str, object], found: str
) -> None:
    rules = by(ruleset, **changes)
    assert " ".join(map(str, cards_to_lay_off(table(onto, rules), rules))) == found


def test_declared_reading_decides_what_may_be_added() -> None:  # 3.7a
    for reading, found in enumerate(("AD AH JK", "AS AH AD AC JK")):
        onto = table("AH AD JK", reading=reading)
        assert " ".join(map(str, cards_to_lay_off(onto, by()))) == found


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


@pytest.mark.parametrize(
    ("meld", "rules", "clause"),
    [
        ("KS JK KD", by(), "3.11"),
        ("9D JK JD", by("six-hand"), None),
        (
            "9D JK JD",
            by("basic", jokers=2, wild={"cards": ["joker"]}, points={"2-10": 5, "J-A": 10, "joker": 0}),
            "BR-17",
        ),
    ],
)
def test_no_card_is_swapped_where_a_clause_forbids_it(
    meld: str, rules: MeldRules, clause: str | None
) -> None:
    on_table = table(meld, rules)
    assert cards_to_swap(on_table, rules) == {}
    assert rules.clause(*forbidding_topics(on_table, rules)) == clause
