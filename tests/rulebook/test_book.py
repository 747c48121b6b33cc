"""The book is whole: numbers in order, every mark right, and every clause that code cites is in it."""

import re
from pathlib import Path

import pytest

import scorekeeper
from scorekeeper.rulebook import Mark, book, clause, section_of
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.rulesets.contracts import contract_name

PACKAGE = Path(scorekeeper.__file__).parent
CITED = re.compile(r'"(1?\d\.\d{1,2}[a-d]?)"')
CITED_IN_DOCSTRING = re.compile(r"\b(1?\d\.\d{1,2}[a-d]?)\b")


def _order(number):
    section, rest = number.split(".")
    digits = re.match(r"\d+", rest)[0]
    return int(section), int(digits), rest[len(digits) :]


def test_sections_are_the_sixteen_in_order():
    assert [section.number for section in book().sections] == list(range(1, 17))
    assert [section.code for section in book().sections] == [str(number) for number in range(1, 17)]


def test_numbers_ascend_without_repetition():
    numbers = [clause.number for clause in book().clauses]
    assert numbers == sorted(set(numbers), key=_order)


def test_clauses_stand_in_their_own_section():
    for section in book().sections:
        assert {clause.number.split(".")[0] for clause in section.clauses} == {str(section.number)}


def test_clause_4_1_calls_the_contracts_what_the_pages_call_them():
    called = [contract_name(contract) for contract in LAW.contracts]
    names = "|".join(sorted(set(called), key=len, reverse=True))
    named = re.findall(names, clause("4.1").text, flags=re.IGNORECASE)
    assert [name.capitalize() for name in named] == called


def test_number_of_clauses_is_that_of_the_rulebook():
    marks = [clause.mark for clause in book().clauses]
    assert {mark: marks.count(mark) for mark in Mark} == {
        Mark.SOURCE: 69,
        Mark.INTERPRETATION: 59,
        Mark.SILENT: 14,
    }


def test_a_plain_number_is_never_an_interpretation_unless_the_clause_is_ours():
    for found in book().clauses:
        if not found.number[-1].isalpha() and found.source != "Scorekeeper":
            assert found.mark is not Mark.INTERPRETATION


def test_texts_are_whole_sentences_with_a_named_source():
    for found in book().clauses:
        assert found.text[0].isupper() or found.text[0] == "“", found
        assert found.text.endswith((".", ".)")), found
        assert found.source


def test_clause_is_found_by_its_number():
    assert clause("8.3").text.startswith("If you leave early")
    assert section_of("8.3").name == "Unfinished hands and games"


def test_a_clause_opens_with_its_first_sentence():
    assert (
        clause("10.4").text
        == f"{clause('10.4').opening} Section 12 says what to do if you have the wrong number of cards."
    )
    assert clause("1.3").opening == clause("1.3").text


def test_unknown_clause_is_refused():
    with pytest.raises(KeyError):
        clause("17.1")


@pytest.mark.parametrize("path", sorted(PACKAGE.glob("**/*.py")), ids=lambda path: path.stem)
def test_every_clause_cited_in_code_exists(path):
    known = {clause.number for clause in book().clauses}
    pattern = CITED_IN_DOCSTRING if path.parent.name == "rules" else CITED
    assert set(pattern.findall(path.read_text())) <= known


def test_a_silent_clause_is_settled_by_its_own_interpretation_alone():
    settled = {
        one.number: [other.number for other in book().clauses if one.is_settled_by(other)]
        for one in book().clauses
        if one.mark is Mark.SILENT
    }

    assert {number: others for number, others in settled.items() if others} == {
        "1.3": ["1.3a"],
        "5.4": ["5.4a"],
        "8.7": ["8.7a", "8.7b"],
    }
