"""One meld (section 3): what it is, how it can be read, all its faults, and the part that stays (14.1)."""

import msgspec
import pytest

from scorekeeper.rulebook import ExampleKind, book
from scorekeeper.rules.melds import MeldCheck, MeldKind, MeldRules, check_meld
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Ruleset
from tests.support.meld_notation import by, cards, meld, shown

# Clauses whose examples are not about melds by themselves, or about rules that a table may choose.
ABOUT_DEEDS = {
    *("3.7a", "3.9", "3.10", "3.10b", "3.10d", "3.11", "3.13b", "4.3", "4.4", "4.4a", "5.6"),
    *("BR-6", "BR-14", "BR-17", "WR-2", "WR-4", "S7-6a", "S7-11", "S7-12", "C6-9"),
}
EXAMPLES = [
    (ruleset, clause.number, example.kind, " ".join(meld))
    for ruleset in RULESETS
    for clause in book(ruleset).clauses
    for example in clause.examples
    for meld in example.melds
    if example.kind is not ExampleKind.EXAMPLE and clause.number not in ABOUT_DEEDS
]
NEVER_NATURAL = {"wild": {"in_place": False}}
NONE_ADJACENT = {"wild": {"adjacent": False}}
TWOS_WILD = {"wild": {"cards": ["joker", "AH", "AD", "2"]}}


def faults(check: MeldCheck) -> list[tuple[str, str | None, tuple[int, ...]]]:
    return [(fault.code.value, fault.clause, fault.cards) for fault in check.faults]


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("7S 7H 7C", ["set 7"]),
        ("QD QD QS QH", ["set Q"]),
        ("7S JK 7C", ["set 7: 7"]),
        ("7S AH 7C JK", ["set 7: 7 7"]),
        ("5H 6H 7H 8H", ["run H"]),
        ("8H 7H 6H 5H", ["run H"]),
        ("AS 2S 3S 4S", ["run S"]),
        ("JC QC KC AC", ["run C"]),
        ("AC KC QC JC", ["run C"]),
        ("4S 5S JK 7S", ["run S: 6S"]),
        ("9H AD JH QH", ["run H: 10H"]),
        ("JK 5C JK 7C", ["run C: 4C 6C"]),
        ("7C JK 5C JK", ["run C: 6C 4C"]),
        ("JK QS KS JK", ["run S: JS AS"]),
        ("AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC", ["run C"]),
        ("2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC", ["run C"]),
    ],
)
def test_meld_is_read_as_laid(text: str, readings: list[str]) -> None:
    check = meld(text)
    assert ([shown(one) for one in check.readings], check.faults) == (readings, ())
    assert (check.legal, check.kind) == (True, check.readings[0].kind)
    assert check.stays == tuple(range(len(text.split())))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("7H 9H 8H 10H", ["run H"]),
        ("7H 8H JK 9H", ["run H: 6H", "run H: 10H"]),
        ("KS 10S QS JK", ["run S: JS"]),
        ("KS JK QS JS", ["run S: 10S", "run S: AS"]),
        ("2S AS 3S JK", ["run S: 4S"]),
        ("KS AS QS JK", ["run S: JS"]),
        ("9D 7D JK 10D", ["run D: 8D"]),
        ("3D JK 2D AD", ["run D: 4D", "run D: 4D 5D"]),
        ("10D KD AD JD QD", ["run D", "run D: 9D"]),
        ("10C JC AD KC QC", ["run C: 9C", "run C: AC"]),
        ("AS KS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS", ["run S", "run S"]),
    ],
)
def test_run_named_in_odd_order_is_read_in_every_row_that_it_can_be(text: str, readings: list[str]) -> None:
    assert [shown(one) for one in meld(text).readings] == readings


def test_red_ace_in_its_own_place_is_natural() -> None:  # 3.5a
    assert [shown(one) for one in meld("AH AS JK").readings] == ["set A: A"]
    assert [shown(one) for one in meld("JD QD KD AD").readings] == ["run D"]
    assert [shown(one) for one in meld("JC QC KC AD").readings] == ["run C: AC"]
    assert [shown(one) for one in meld("AD JK 3D JK").readings] == ["run D: 2D 4D"]


def test_red_ace_is_never_natural_by_house_rule() -> None:  # 3.5a
    rules = by(**NEVER_NATURAL)
    assert [shown(one) for one in meld("AH AS AC", rules).readings] == ["set A: A"]
    assert [shown(one) for one in meld("JD QD KD AD", rules).readings] == ["run D: AD"]
    assert faults(meld("AD JK 3D JK", rules)) == [("too-many-wild", "3.6", (0, 1, 3))]
    assert faults(meld("AH AS JK", rules)) == [("too-many-wild", "3.6", (0, 2))]
    assert [shown(one) for one in meld("AH AD JK", rules).readings] == ["set wild"]


def test_wild_cards_alone_are_first_a_set_of_wild_cards() -> None:  # 3.7, 3.7a
    assert [shown(one) for one in meld("JK JK JK").readings] == ["set wild"]
    assert [shown(one) for one in meld("AH AD JK").readings] == ["set wild", "set A: A"]
    assert [shown(one) for one in meld("AH JK JK").readings] == ["set wild"]
    assert [shown(one) for one in meld("AH AH AD").readings] == ["set wild", "set A"]


def test_wild_cards_alone_are_a_run_if_enough_lie_in_their_own_place() -> None:  # 3.5a, 3.7a
    rules = by(**TWOS_WILD)
    assert [shown(one) for one in meld("AH 2H JK JK", rules).readings] == ["set wild", "run H: 3H 4H"]
    assert meld("AH 2H JK JK", rules).kind is MeldKind.SET
    assert [shown(one) for one in meld("2S 2H 2C", rules).readings] == ["set wild", "set 2"]
    assert faults(meld("AH 2H JK JK", by(wild=NEVER_NATURAL["wild"] | TWOS_WILD["wild"]), MeldKind.RUN)) == [
        ("wild-run", "3.7a", (0, 1, 2, 3)),
        ("too-many-wild", "3.6", (0, 1, 2, 3)),
    ]


def test_twos_are_wild_by_house_rule() -> None:  # 16.2
    rules = by(**TWOS_WILD)
    assert [shown(one) for one in meld("7S 2H 7C", rules).readings] == ["set 7: 7"]
    assert [shown(one) for one in meld("AS 2S 3S 2C", rules).readings] == ["run S: 4S"]
    assert faults(meld("2S 7S 7C 2D 2C", rules)) == [("too-many-wild", "3.6", (0, 3, 4))]


@pytest.mark.parametrize(
    ("text", "kind", "found", "stays"),
    [
        ("4C 4D", "set", [("too-short", "3.1", (0, 1))], ()),
        ("5H 6H 7H", "run", [("too-short", "3.2", (0, 1, 2))], ()),
        ("", None, [("too-short", "3.1", ()), ("too-short", "3.2", ())], ()),
        ("JK JK", "set", [("too-short", "3.1", (0, 1))], ()),
        ("7S 7H 7C 8C", "set", [("mixed-ranks", "3.1", (3,))], (0, 1, 2)),
        ("7S 7H 9C", "set", [("mixed-ranks", "3.1", (2,))], ()),
        ("5H 6H 7H 8D", "run", [("mixed-suits", "3.2", (3,))], ()),
        ("5H 6H 8D 7H 8H", "run", [("mixed-suits", "3.2", (2,))], (0, 1, 3, 4)),
        ("5D 6D 7D 8D 10D", "run", [("gap", "3.2", (3, 4))], (0, 1, 2, 3)),
        ("9S 10S QS KS", "run", [("gap", "3.2", (1, 2))], ()),
        ("5D JK 7D 8D 10D", "run", [("gap", "3.2", (3, 4))], (0, 1, 2, 3)),
        ("5D 9D 7D JK KD", "run", [("gap", "3.2", (0, 1, 2, 4))], ()),
        ("5H 6H 6H 7H 8H", "run", [("duplicate", "3.2", (2,))], (0, 1, 3, 4)),
        ("QS KS AS 2S", "run", [("round-the-corner", "3.3a", (2, 3))], ()),
        ("JC QC KC AC JK", "run", [("round-the-corner", "3.3a", (4,))], (0, 1, 2, 3)),
        ("JK AS 2S 3S", "run", [("round-the-corner", "3.3a", (1, 2))], ()),
        ("KS AS 2S 3S 4S", "run", [("round-the-corner", "3.3a", (0,))], (1, 2, 3, 4)),
        ("AS 2S 3S 4S KS", "run", [("round-the-corner", "3.3a", (4,))], (0, 1, 2, 3)),
        (
            "KS 2S AS 3S 4S 4S",
            "run",
            [("duplicate", "3.2", (5,)), ("round-the-corner", "3.3a", (0,))],
            (1, 2, 3, 4),
        ),
        ("2S QS AS KS", "run", [("round-the-corner", "3.3a", (0, 2))], ()),
        # The superfluous card is the wild one, from whichever end they are laid (14.1).
        ("JK AS 2S 3S 4S", "run", [("round-the-corner", "3.3a", (0,))], (1, 2, 3, 4)),
        ("4S 3S 2S AS JK", "run", [("round-the-corner", "3.3a", (4,))], (0, 1, 2, 3)),
        ("AH AS KS QS JS 10S", "run", [("round-the-corner", "3.3a", (0,))], (1, 2, 3, 4, 5)),
        ("JK AD KD QD JD 10D", "run", [("round-the-corner", "3.3a", (0,))], (1, 2, 3, 4, 5)),
        (
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
            "run",
            [("too-long", "3.4", (13,))],
            tuple(range(13)),
        ),
        (
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2C",
            "run",
            [("too-long", "3.4", (13, 14)), ("round-the-corner", "3.3a", (13, 14))],
            tuple(range(13)),
        ),
        ("8S 8D JK JK AH", "set", [("too-many-wild", "3.6", (2, 3, 4))], (0, 1, 2, 3)),
        ("JK JK AH 9S", "set", [("too-many-wild", "3.6", (0, 1, 2))], (0, 1, 2)),
        ("JK JK JK 9S 4D", "set", [("wild-set", "3.7", (3, 4))], (0, 1, 2)),
        ("5C 6C JK JK JK", "run", [("too-many-wild", "3.6", (2, 3, 4))], (0, 1, 2, 3)),
        ("5C JK JK AD 9C", "run", [("too-many-wild", "3.6", (1, 2, 3))], ()),
        (
            "5H 6H 6H 9D 10H",
            "run",
            [("mixed-suits", "3.2", (3,)), ("duplicate", "3.2", (2,)), ("gap", "3.2", (1, 4))],
            (),
        ),
        ("5H 6H 7C 8H", "run", [("mixed-suits", "3.2", (2,))], ()),
        ("5H JK JK 9H 10C", "run", [("mixed-suits", "3.2", (4,)), ("gap", "3.2", (0, 3))], ()),
        ("5H 6H JK 9H 10C 4H", "run", [("mixed-suits", "3.2", (4,)), ("gap", "3.2", (1, 3))], (0, 1, 2, 5)),
        (
            "JC QC KC 7H AC JK",
            "run",
            [("mixed-suits", "3.2", (3,)), ("round-the-corner", "3.3a", (5,))],
            (0, 1, 2, 4),
        ),
        (
            "7S 8H 9D",
            None,
            [("mixed-ranks", "3.1", (1, 2)), ("too-short", "3.2", (0, 1, 2)), ("mixed-suits", "3.2", (1, 2))],
            (),
        ),
        ("7S JK", None, [("too-short", "3.1", (0, 1)), ("too-short", "3.2", (0, 1))], ()),
        ("JD KD QD AD 10D 7S", "run", [("mixed-suits", "3.2", (5,))], (0, 1, 2, 3, 4)),
        ("9D 7D JK 10D QH", "run", [("mixed-suits", "3.2", (4,))], (0, 1, 2, 3)),
    ],
)
def test_faulty_meld_has_all_its_faults_with_their_clauses(
    text: str,
    kind: str | None,
    found: list[tuple[str, str, tuple[int, ...]]],
    stays: tuple[int, ...],
) -> None:
    check = meld(text)
    assert (check.kind, check.readings, check.legal) == (kind, (), False)
    assert faults(check) == found
    assert check.stays == stays


@pytest.mark.parametrize(
    ("text", "kind", "found"),
    [
        ("JK JK JK JK", "run", [("wild-run", "3.7a", (0, 1, 2, 3)), ("too-many-wild", "3.6", (0, 1, 2, 3))]),
        ("7S 7H 7C", "run", [("too-short", "3.2", (0, 1, 2)), ("mixed-suits", "3.2", (1, 2))]),
        ("7S 8S 9S 10S", "set", [("mixed-ranks", "3.1", (1, 2, 3))]),
    ],
)
def test_meld_that_its_player_declared_is_judged_as_such(
    text: str, kind: str, found: list[tuple[str, str, tuple[int, ...]]]
) -> None:
    check = meld(text, kind=MeldKind(kind))
    assert (check.kind, faults(check)) == (kind, found)


def test_red_ace_with_a_place_of_its_own_is_not_counted_as_wild_in_a_run_without_a_row() -> None:
    assert faults(meld("AD 2D 2D JK JK", kind=MeldKind.RUN)) == [("duplicate", "3.2", (2,))]
    assert faults(meld("AD AD 2D 2D JK JK JK", kind=MeldKind.RUN)) == [
        ("duplicate", "3.2", (3,)),
        ("too-many-wild", "3.6", (1, 4, 5, 6)),
    ]


def test_no_wild_cards_side_by_side_by_house_rule() -> None:  # 3.6b
    rules = by(**NONE_ADJACENT)
    assert meld("5C JK 7C JK", rules).legal
    assert faults(meld("5C JK JK 8C", rules)) == [("adjacent-wild", "3.6b", (1, 2))]
    assert meld("5C JK JK 8C 9C", rules).stays == ()
    assert meld("7C 8C 9C 10C JK JK", rules).stays == (0, 1, 2, 3, 4)
    assert faults(meld("8C 7C 9C JK JK JK", rules)) == [("adjacent-wild", "3.6b", (3, 4, 5))]
    assert faults(meld("5C 5C 7C JK JK", rules, MeldKind.RUN)) == [
        ("duplicate", "3.2", (1,)),
        ("adjacent-wild", "3.6b", (3, 4)),
    ]
    assert faults(meld("5C JK 7H JK 10C", rules, MeldKind.RUN)) == [
        ("mixed-suits", "3.2", (2,)),
        ("gap", "3.2", (0, 4)),
        ("adjacent-wild", "3.6b", (1, 3)),
    ]
    assert meld("JK 5C 5H JK", rules).legal
    assert meld("5C 5H JK JK", rules).legal, "a set has no order"
    assert meld("JK JK JK", rules).legal, "3.7 allows it"
    assert [shown(one) for one in meld("9C JK 8C JK JC", rules).readings] == [
        "run C: 7C 10C",
        "run C: 10C QC",
    ]


@pytest.mark.parametrize(
    ("ruleset", "text", "kind", "found", "stays"),
    [
        ("basic", "QC KC AC", "run", [("round-the-corner", "BR-5", (1, 2))], ()),
        ("basic", "7S 7H 7C 7D 7S", "set", [("too-long", "BR-5", (4,))], (0, 1, 2, 3)),
        ("basic", "7S 7H 8S", None, [("mixed-ranks", "BR-5", (2,)), ("mixed-suits", "BR-5", (1,))], ()),
        ("basic", "7S", None, [("too-short", "BR-5", (0,))], ()),
        ("basic", "2S AS KS QS", "run", [("round-the-corner", "BR-5", (1, 2))], ()),
        ("wrotham", "7S 7H", "set", [("too-short", "WR-5a", (0, 1))], ()),
        ("wrotham", "7S 7H 7C 7D JK", "set", [("too-long", "WR-5a", (4,))], (0, 1, 2, 3)),
        ("wrotham", "7S 7H 8C", "set", [("mixed-ranks", "WR-1", (2,))], ()),
        ("wrotham", "KC AC 2C", "run", [("round-the-corner", "WR-5a", (0, 1))], ()),
        ("seven-hand", "8S 9S 10D", "run", [("mixed-suits", "S7-8", (2,))], ()),
        ("seven-hand", "KS AS 2S", "run", [("round-the-corner", "S7-9", (1, 2))], ()),
        ("seven-hand", "5D JK 7D 9D 10D", "run", [("gap", "S7-8", (2, 3))], (0, 1, 2)),
        (
            "seven-hand",
            "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC",
            "run",
            [("too-long", None, (13,))],
            tuple(range(13)),
        ),
        ("six-hand", "6D JK JK 9D", "run", [("adjacent-wild", "C6-7", (1, 2))], ()),
        ("six-hand", "8S 8H JK JK JK JK", "set", [("adjacent-wild", "C6-7", (2, 3, 4, 5))], (0, 1, 2, 3, 4)),
        ("six-hand", "JK JK JK", "set", [("adjacent-wild", "C6-7", (0, 1, 2))], ()),
        ("six-hand", "KS AS 2S", "run", [("round-the-corner", "C6-6a", (0, 1))], ()),
        ("rummikub", "8H 8S 8S", "set", [("same-suits", "RK-6", (2,))], ()),
        (
            "rummikub",
            "8H 8S JK 8C 8S",
            "set",
            [("too-long", "RK-6", (4,)), ("same-suits", "RK-6", (4,))],
            (0, 1, 2, 3),
        ),
        ("rummikub", "12H 13H 1H", "run", [("round-the-corner", None, (1, 2))], ()),
        ("international", "7S 7H", "set", [("too-short", "IR-5", (0, 1))], ()),
    ],
)
def test_faulty_meld_of_another_game_cites_its_clauses(
    ruleset: str,
    text: str,
    kind: str | None,
    found: list[tuple[str, str | None, tuple[int, ...]]],
    stays: tuple[int, ...],
) -> None:
    check = meld(text, by(ruleset))
    assert (check.kind, faults(check), check.stays) == (kind, found, stays)


@pytest.mark.parametrize(
    ("ruleset", "text", "readings"),
    [
        ("seven-hand", "JK 5S JK", ["set 5: 5 5", "run S: 4S 6S", "run S: 6S 4S"]),
        ("seven-hand", "KS JK JK", ["set K: K K", "run S: QS JS"]),
        ("seven-hand", "5S JK JK JK", ["set 5: 5 5 5", "run S: 6S 7S 8S", "run S: 4S 3S 2S"]),
        ("six-hand", "6D JK 8D JK", ["run D: 7D 9D"]),
        ("six-hand", "8S JK 8H JK JK", ["set 8: 8 8 8"]),
        ("rummikub", "8H 8S JK", ["set 8: 8"]),
        ("rummikub", "11D JK 13D", ["run D: 12D"]),
        ("rummikub", "1C 2C 3C", ["run C"]),
        ("basic", "AH 2H 3H", ["run H"]),
        ("wrotham", "9D JK JD", ["run D: 10D"]),
        ("international", "5H 6H 7H", ["run H"]),
    ],
)
def test_meld_of_another_game_is_read_by_its_rules(ruleset: str, text: str, readings: list[str]) -> None:
    assert [shown(one) for one in meld(text, by(ruleset)).readings] == readings


def test_run_may_pass_the_corner_where_the_ace_goes_around() -> None:  # BR-14
    rules = by("basic", runs={"ace": "around"})
    assert [shown(one) for one in meld("QS KS AS 2S", rules).readings] == ["run S"]
    assert [one.places for one in meld("2S AS KS", rules).readings] == [(14, 13, 12)]
    assert [one.places for one in meld("AS KS 2S", rules).readings] == [(13, 12, 14)]
    assert meld("5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S 4S", rules).legal
    assert faults(meld("5S 6S 7S 8S 9S 10S JS QS KS AS 2S 3S 4S 5S", rules)) == [("too-long", None, (13,))]
    assert meld("QS KS AS 2S 7H", rules).stays == (0, 1, 2, 3)
    assert meld("KS 2S AS 7H QS", rules).stays == (0, 1, 2, 4)


def test_sets_of_different_suits_have_four_cards_at_most() -> None:
    rules = by("rummikub", sets={"most": None})
    assert faults(meld("8H 8S 8C 8D JK", rules)) == [("too-long", "RK-6", (4,))]


def test_ruleset_kept_by_an_older_release_cites_the_clauses_of_its_file_today() -> None:
    kept = replace_cites(LAW, {"players": "1.2"})
    assert MeldRules.of(kept).clause("sets") == "3.1"
    assert MeldRules.of(replace_cites(LAW, {"sets": "X-1"})).clause("sets") == "X-1"


def replace_cites(ruleset: Ruleset, cites: dict[str, str]) -> Ruleset:
    return msgspec.structs.replace(ruleset, cites=cites)


def test_card_that_the_pack_lacks_fits_nowhere() -> None:
    assert faults(meld("JK 7S 7H 7C", by("basic"))) == [("mixed-ranks", "BR-5", (0,))]
    assert faults(meld("JK 7S 8S 9S", by("basic"))) == [("mixed-suits", "BR-5", (0,))]
    assert meld("JK 7S 8S 9S", by("basic")).stays == (1, 2, 3)
    assert not meld("JK JK JK", by("basic")).legal
    assert not check_meld(cards("QS QH QD"), by("rummikub")).legal
    assert faults(check_meld(cards("QS KS 5S 6S 7S"), by("rummikub"))) == [("mixed-suits", "RK-6", (0, 1))]
    assert check_meld(cards("QS KS 5S 6S 7S"), by("rummikub")).stays == (2, 3, 4)
    assert not check_meld(cards("QS KS AS"), by("rummikub"), kind=MeldKind.RUN).legal


@pytest.mark.parametrize(("ruleset", "clause", "kind", "text"), EXAMPLES, ids=lambda value: value)
def test_melds_in_the_examples_of_the_clauses_are_what_they_are_called(
    ruleset: str, clause: str, kind: ExampleKind, text: str
) -> None:
    assert meld(text, by(ruleset)).legal is (kind is ExampleKind.RIGHT)
