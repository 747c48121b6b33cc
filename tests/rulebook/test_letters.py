"""Questions that are alike by the letters of their words."""

import pytest

from scorekeeper.rulebook.letters import Letters

QUESTIONS = [
    "the dealer misdealt",
    "who shuffles",
    "joker points",
    "go out",
    "wild cards",
    "my turn",
    "an ace is high",
    "lay off",
    "a set of kings",
    "late players",
    "empty stock",
]
LETTERS = Letters([question.split() for question in QUESTIONS])


def alike(query, letters=LETTERS):
    return letters.alike(query.split())


def test_the_very_same_question_is_alike_in_full():
    assert alike("who shuffles")[1] == pytest.approx(1)


def test_another_form_of_a_word_is_more_alike_than_other_words():
    found = alike("misdealing")

    assert max(found) == found[0]
    assert 0 < found[0] < 1


def test_words_whose_letters_no_question_has_are_alike_to_none():
    assert alike("zzz") == alike("") == [0] * len(QUESTIONS)


def test_letters_that_many_questions_have_tell_nothing():
    letters = Letters([["joker", "first"], ["joker", "second"], *([str(number)] for number in range(15))])

    assert alike("joker", letters) == [0] * 17
