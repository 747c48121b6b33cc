"""The examples of the book are written as players write cards; tests/rules/test_melds.py tries them."""

import re

import pytest

from scorekeeper.rulebook import ExampleKind, book
from scorekeeper.rulebook.parsing import read_section

CARD = re.compile(r"(A|[2-9]|10|J|Q|K)[SHDC]|JK")
WITH_EXAMPLES = [clause for clause in book().clauses if clause.examples]


def test_most_clauses_have_an_example():
    assert len(WITH_EXAMPLES) >= 90
    assert sum(any(example.melds for example in clause.examples) for clause in WITH_EXAMPLES) >= 40


@pytest.mark.parametrize("clause", WITH_EXAMPLES, ids=lambda clause: clause.number)
def test_examples_are_whole_sentences_and_cards(clause):
    for example in clause.examples:
        assert re.fullmatch(r"[A-Z“].*[.]", example.text)
        assert [card for meld in example.melds for card in meld if not CARD.fullmatch(card)] == []


def test_section_is_read_line_by_line():
    section = read_section(
        "9 Name\n\n9.1 | source | Book\nFirst line\nand second.\nfind | one\nwrong | 7S JK / 2H | No.\n"
        "example | | Yes.\nfind | two\nfields | runs.ace, wins\n\n9.1a | silent | Book\nNothing.\n"
    )
    one, two = section.clauses

    assert (one.fields, two.fields) == (("runs.ace", "wins"), ())
    assert (section.number, section.name, one.text, one.find) == (
        9,
        "Name",
        "First line and second.",
        "one two",
    )
    assert [(example.kind, example.melds, example.text) for example in one.examples] == [
        (ExampleKind.WRONG, (("7S", "JK"), ("2H",)), "No."),
        (ExampleKind.EXAMPLE, (), "Yes."),
    ]
    assert (two.text, two.examples, two.find) == ("Nothing.", (), "")
