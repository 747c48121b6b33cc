"""The clauses of the rulesets beside the rulebook: whole, found by what people ask, and rightly cited."""

import re

import pytest

from scorekeeper.rulebook import Mark, book, clause
from scorekeeper.rulebook.search import search
from scorekeeper.rules.rulesets.files import EXPLICIT_PATHS, LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import FIXED, values_of

OTHERS = [ruleset for ruleset in RULESETS.values() if not ruleset.is_law]
CLAUSES = {one.number: one for ruleset in OTHERS for one in book(ruleset.id).clauses}
NUMBER = re.compile(r"([A-Z][A-Z0-9]?)-(\d{1,2})([a-d]?)")
CARD = re.compile(r"(A|[2-9]|10|J|Q|K)[SHDC]|JK")
# Clauses of the source, interpretations and silent ones.
COUNTS = {
    "S7": (17, 10, 5),
    "C6": (12, 6, 5),
    "BR": (22, 9, 3),
    "RK": (14, 2, 7),
    "IR": (4, 3, 2),
    "WR": (4, 3, 3),
}


def own(ruleset):
    return [one for one in book(ruleset.id).clauses if one.number.startswith(f"{ruleset.prefix}-")]


def order(number):
    _, digits, letter = NUMBER.fullmatch(number).groups()
    return int(digits), letter


@pytest.mark.parametrize("ruleset", OTHERS, ids=lambda ruleset: ruleset.id)
def test_a_book_is_the_clauses_of_the_ruleset_and_then_the_plain_ones(ruleset):
    first, second = book(ruleset.id).sections
    numbers = [one.number for one in first.clauses]

    assert (first.number, first.name, first.clauses) == (None, ruleset.name, tuple(own(ruleset)))
    assert numbers == sorted(set(numbers), key=order)
    assert (first.code, second.code) == (ruleset.prefix, "P")
    assert [one.number for one in second.clauses] == ["P-1", "P-2", "P-3", "P-4", "P-5"]


@pytest.mark.parametrize("ruleset", OTHERS, ids=lambda ruleset: ruleset.id)
def test_marks_are_those_of_the_specification(ruleset):
    marks = [one.mark for one in own(ruleset)]

    assert tuple(marks.count(mark) for mark in Mark) == COUNTS[ruleset.prefix]
    for one in own(ruleset):
        assert one.mark is not (Mark.SOURCE if one.number[-1].isalpha() else Mark.INTERPRETATION), one


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_a_clause_words_every_value_that_the_file_tells(ruleset):
    worded = {path for one in book(ruleset.id).clauses for path in one.fields}
    explicit = {field_of(path) for path in EXPLICIT_PATHS[ruleset.id] if path.partition(".")[0] not in FIXED}

    assert [path for path in explicit if not any(f"{one}.".startswith(f"{path}.") for one in worded)] == []


@pytest.mark.parametrize("one", [*book().clauses, *CLAUSES.values()], ids=lambda one: one.number)
def test_what_a_clause_is_about_are_values_of_rulesets_or_groups_of_them(one):
    values = values_of(RULESETS["seven-hand"])
    within = {
        f"{group}.{path}" for group, value in values.items() if isinstance(value, dict) for path in value
    }

    assert {*one.fields, *one.near} <= {*values, *within}
    assert not {*one.fields} & {*one.near}


def field_of(path):
    """The value of a ruleset that a path of its file lies in."""
    return ".".join(path.split(".")[: 1 if path.startswith("points.") else 2])


def test_the_plain_clauses_are_all_ours():
    assert {one.mark for one in CLAUSES.values() if one.number.startswith("P-")} == {Mark.INTERPRETATION}


@pytest.mark.parametrize("one", CLAUSES.values(), ids=CLAUSES)
def test_texts_are_whole_sentences_with_a_source_and_words_to_find_them_by(one):
    assert one.text[0].isupper() or one.text[0] == "“"
    assert one.text.endswith((".", ".)"))
    assert one.source
    assert one.find
    for example in one.examples:
        assert re.fullmatch(r"[A-Z“].*[.]", example.text)
        assert [card for meld in example.melds for card in meld if not CARD.fullmatch(card)] == []


@pytest.mark.parametrize("one", CLAUSES.values(), ids=CLAUSES)
def test_every_clause_that_a_text_names_exists(one):
    for number in re.findall(r"\b(?:[A-Z][A-Z0-9]?-|\d{1,2}\.)\d{1,2}[a-d]?\b", one.text):
        assert clause(number).number != one.number


@pytest.mark.parametrize("ruleset", OTHERS, ids=lambda ruleset: ruleset.id)
def test_every_clause_that_a_file_cites_holds_in_the_ruleset(ruleset):
    holding = {one.number for one in book(ruleset.id).clauses}

    assert set(ruleset.cites.values()) <= holding
    assert {number for numbers in ruleset.referee.own.values() for number in numbers} <= holding


@pytest.mark.parametrize(
    ("ruleset", "number"), [(one.id, number.number) for one in OTHERS for number in book(one.id).clauses]
)
def test_a_clause_is_found_by_its_number_and_before_others_by_what_it_is_about(ruleset, number):
    assert [hit.number for hit in search(f"clause {number}?", ruleset=ruleset)] == [number]
    for query in clause(number).about:
        assert number in [hit.number for hit in search(query, ruleset=ruleset)[:2]], query


@pytest.mark.parametrize(
    ("ruleset", "query", "number"),
    [
        ("seven-hand", "how many points is a joker", "S7-16"),
        ("seven-hand", "may I", "S7-10"),
        ("six-hand", "can I buy my own discard", "C6-8"),
        ("six-hand", "may I", "C6-8"),
        ("basic", "nobody goes out", "BR-11"),
        ("basic", "what if I go rummy", "BR-12"),
        ("rummikub", "first meld", "RK-5"),
        ("rummikub", "jokr", "RK-8"),
        ("international", "going out twenty", "IR-1"),
        ("wrotham", "who takes the joker", "WR-2"),
        ("wrotham", "somebody leaves", "P-2"),
    ],
)
def test_a_search_leads_to_the_clause_of_the_ruleset(ruleset, query, number):
    assert search(query, ruleset=ruleset)[0].number == number


def test_a_search_looks_in_one_ruleset_alone():
    for ruleset in RULESETS:
        holding = {one.number for one in book(ruleset).clauses}
        assert {hit.number for hit in search("joker stock player score", ruleset=ruleset)} <= holding
    assert search("joker") == search("joker", ruleset=LAW.id)


def test_an_unknown_ruleset_has_no_book():
    with pytest.raises(KeyError):
        book("canasta")
