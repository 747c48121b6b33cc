"""The examples of the book: written as players write cards, and true to the clauses on melds (section 3)."""

import re
from itertools import product

import pytest

from scorekeeper.rulebook import ExampleKind, book
from scorekeeper.rulebook.parsing import read_section

CARD = re.compile(r"(A|[2-9]|10|J|Q|K)[SHDC]|JK")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
RED_ACES = ("AH", "AD")
# What is wrong here is not the meld but what is done with it.
ABOUT_EVENTS = {"3.7a", "3.9", "3.10", "3.10b", "3.10d", "3.11", "3.13b"}
MELDS = [
    (clause.number, example.kind, meld)
    for clause in book().sections[2].clauses
    for example in clause.examples
    for meld in example.melds
    if example.kind is not ExampleKind.EXAMPLE and clause.number not in ABOUT_EVENTS
]
WITH_EXAMPLES = [clause for clause in book().clauses if clause.examples]


def test_most_clauses_have_an_example():
    assert len(WITH_EXAMPLES) >= 90
    assert sum(any(example.melds for example in clause.examples) for clause in WITH_EXAMPLES) >= 40


@pytest.mark.parametrize("clause", WITH_EXAMPLES, ids=lambda clause: clause.number)
def test_examples_are_whole_sentences_and_cards(clause):
    for example in clause.examples:
        assert re.fullmatch(r"[A-Z“].*[.]", example.text)
        assert [card for meld in example.melds for card in meld if not CARD.fullmatch(card)] == []


@pytest.mark.parametrize(("number", "kind", "meld"), MELDS, ids=lambda value: "".join(value))
def test_melds_of_section_3_are_what_the_example_calls_them(number, kind, meld):
    assert is_meld(meld) == (kind is ExampleKind.RIGHT)


def test_there_are_melds_of_both_kinds():
    kinds = [kind for _, kind, _ in MELDS]
    assert min(kinds.count(ExampleKind.RIGHT), kinds.count(ExampleKind.WRONG)) >= 5


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


def is_meld(cards):
    """Whether the cards, runs low to high, are a set or a run, however red aces are taken."""
    choices = [(False, True) if card in RED_ACES else (card == "JK",) for card in cards]
    return any(_is_set(cards, wild) or _is_run(cards, wild) for wild in product(*choices))


def _is_set(cards, wild):
    ranks = {card[:-1] for card, is_wild in zip(cards, wild, strict=True) if not is_wild}
    return len(cards) >= 3 and (not ranks or (len(ranks) == 1 and _balanced(wild)))


def _is_run(cards, wild):
    natural = [(place, card) for place, card in enumerate(cards) if not wild[place]]
    if not 4 <= len(cards) <= 13 or not _balanced(wild) or len({card[-1] for _, card in natural}) != 1:
        return False
    lows = range(len(RANKS) - len(cards) + 1)
    return any(all(RANKS[low + place] == card[:-1] for place, card in natural) for low in lows)


def _balanced(wild):
    return 2 * sum(wild) <= len(wild)
