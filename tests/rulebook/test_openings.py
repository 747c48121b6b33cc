"""What an answer opens with, where the direction of the question is sure."""

import pytest

from scorekeeper.rulebook import clause
from scorekeeper.rulebook.openings import opening


@pytest.mark.parametrize(
    ("number", "query", "said"),
    [
        ("3.7", "can I put three jokers in a set?", "Yes."),
        ("3.7", "can I put three jokers in a set or not", "Yes."),
        ("3.7", "can I not put three jokers in a set", ""),
        ("3.7", "why can I put three jokers in a set", ""),
        ("3.7", "can I put three jokers in a set of kings", ""),
        ("3.7", "do I have to put three jokers in a set", ""),
        ("3.7", "could I, if I wanted to do that, which I really may one day, put three jokers in a set", ""),
        ("5.6", "may I lay off before I go down", "No."),
        ("5.6", "I lay off before I go down", ""),
        ("7.1", "zwei Joker", "A joker scores 50 points."),
    ],
)
def test_only_a_question_whose_direction_is_sure_gets_a_verdict(number, query, said):
    assert opening(clause(number), query) == said
