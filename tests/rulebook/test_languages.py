"""The rulebook in another language: every clause, and a search that finds the same by its words."""

import pytest

from scorekeeper.language import speaking
from scorekeeper.rulebook import book, clause
from scorekeeper.rulebook.search import search
from scorekeeper.rulebook.vocabulary import SECTIONS
from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.escapes import LONG, accented, escaped


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_text_of_a_book_is_translated(ruleset):
    with speaking(LONG):
        found = [
            text
            for section in book(ruleset).sections
            for one in section.clauses
            for text in (
                section.name,
                one.text,
                one.source,
                *(example.text for example in one.examples),
                *(answer.sentence for answer in one.answers),
            )
        ]

    assert len(found) > 50
    assert [text for text in found if escaped(text)] == []
    assert clause("9.1").text.startswith("Playing out of turn counts")


def test_there_is_a_phrase_for_every_section():
    assert len(book().sections) == SECTIONS


@pytest.mark.long
def test_a_search_leads_to_the_same_clauses_by_the_words_of_another_language():
    """Its index is of its own: its words have accents, which a search reads as the letters below them."""
    queries = [
        example for section in book().sections for one in section.clauses[::2] for example in one.about[:1]
    ]
    assert len(queries) > 50
    here = [[hit.number for hit in search(query)] for query in queries]
    with speaking(LONG):
        there = [[hit.number for hit in search(accented(query))] for query in queries]

    assert there == here
