"""The search of the book: what people say finds what they mean, and no query is too odd."""

import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scorekeeper.rulebook import book
from scorekeeper.rulebook.index import index
from scorekeeper.rulebook.search import Hit, search, typing_errors
from scorekeeper.rulebook.vocabulary import vocabulary
from scorekeeper.rulebook.words import stem, terms, words_in
from tests.support.search_vectors import found, vectors

VECTORS = vectors()
NUMBERS = [clause.number for clause in book().clauses]
RENEW = "If the book was changed on purpose: python -m tests.support.search_vectors"
LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyz")
FORMS = st.sampled_from([form for form in index().forms if form.isalpha()])
EXAMPLES = 200
bounded = settings(max_examples=EXAMPLES, derandomize=True, database=None)


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["query"][:30])
def test_query_finds_every_clause_with_its_score(vector):
    assert found(vector["query"]) == vector["found"], RENEW


@pytest.mark.parametrize("vector", [one for one in VECTORS if one["best"]], ids=lambda one: one["query"][:30])
def test_best_hit_is_what_people_mean(vector):
    assert search(vector["query"])[0].number == vector["best"]


def test_enough_is_asked():
    assert sum(vector["best"] is not None for vector in VECTORS) >= 140


@pytest.mark.parametrize("number", NUMBERS)
def test_number_finds_its_clause_alone(number):
    assert [hit.number for hit in search(f"clause {number}?")] == [number]
    assert search(number.replace(".", ",").upper()) == search(number)


@pytest.mark.parametrize("section", book().sections, ids=lambda section: str(section.number))
def test_number_of_a_section_finds_all_of_it_in_order(section):
    numbers = [clause.number for clause in section.clauses]
    assert [hit.number for hit in search(str(section.number))] == numbers
    for said in (f"Section {section.number}.", f"rule {section.number}", f"clause {section.number}"):
        assert search(said) == search(str(section.number))


@pytest.mark.parametrize("query", ["run of 14", "15 points", "more than 16 cards"])
def test_a_number_of_cards_is_not_the_number_of_a_section(query):
    section = next(word for word in words_in(query) if word.isdigit())

    assert not any(hit.number.startswith(f"{section}.") for hit in search(query))


@pytest.mark.parametrize("query", ["", " ", "\0", "🃏", "'", '"', "%", "\ud800", "x", "-", "§", "жолик", "٣"])
def test_query_without_a_word_finds_nothing(query):
    assert search(query) == ()


def test_long_query_is_cut():
    assert search("joker " + "x" * 10_000) == search("joker " + "x" * 194)
    assert search(" " * 200 + "joker") == ()
    assert search("jokers! " * 2_000) == search("jokers")


@bounded
@given(st.text())
def test_any_text_finds_clauses_of_the_book_best_first(query):
    hits = search(query)
    order = [(-hit.score, NUMBERS.index(hit.number)) for hit in hits]
    assert order == sorted(set(order))
    assert all(hit.score > 0 for hit in hits)


@bounded
@given(st.text(st.sampled_from("may izoljkčíŽ ÉŠ-’!")))
def test_case_accents_and_signs_do_not_matter(query):
    bare = query.upper().replace("-", " ! ").replace("’", "'")
    assert search(unicodedata.normalize("NFD", bare)) == search(query)


@settings(bounded, max_examples=40)
@given(FORMS, st.data())
def test_one_typing_error_in_a_word_is_forgiven(form, data):
    mistyped = data.draw(_with_an_error(form))
    if len(mistyped) < 4 or _leads_somewhere(mistyped):
        return
    like = {other for other in index().forms if other.isalpha() and typing_errors(mistyped, other) == 1}
    assert form in like
    positions = {position for other in like for position, _ in index().stems[stem(other)]}
    hits = {NUMBERS.index(hit.number) for hit in search(mistyped)}
    assert hits
    if len(mistyped) < 8:
        assert hits <= positions


@bounded
@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_typing_errors_are_counted_as_by_definition(one, other):
    assert typing_errors(one, other) == _errors(one, other) == typing_errors(other, one)


@pytest.mark.parametrize(
    ("one", "other", "errors"),
    [
        ("joker", "jokr", 1),
        ("joker", "ojker", 1),
        ("joker", "poker", 1),
        ("joker", "jokeer", 1),
        ("run", "", 3),
    ],
)
def test_typing_errors(one, other, errors):
    assert typing_errors(one, other) == errors


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Žolík’s “May-I”", ("zoliks", "may", "i")),
        ("see 12,5A, 3.10b; 7.", ("see", "12.5a", "3.10b", "7")),
        ("ﬁnish Ｓtock İn", ("finish", "stock", "in")),
        ("1.2x 8.3ab", ("1", "2", "x", "8", "3", "ab")),
        ("Ёлка, straße; 12,5б", ("елка", "straße", "12", "5", "б")),
    ],
)
def test_words_are_folded(text, words):
    assert words_in(text) == words


@pytest.mark.parametrize(
    ("query", "asked"),
    [
        ("I want it, I want it!", ("mayi",)),
        ("who is out of turn", ("outofturn",)),
        ("the", ("the",)),
        ("the joker", ("joker",)),
        ("12", ("section12",)),
        ("12 jokers", ("12", "jokers")),
        ("Why can’t I lay off? I’ve gone down!", ("layoff", "godown")),
    ],
)
def test_terms_of_a_query(query, asked):
    assert terms(query) == asked


@pytest.mark.parametrize(
    ("words", "root"),
    [
        ("discard discards discarded discarding", "discard"),
        ("penalty penalties", "penalty"),
        ("miss missing missed misses", "miss"),
        ("take takes taking took taken", "tak"),
        ("ace aces", "ace"),
        ("tie", "tie"),
    ],
)
def test_forms_of_a_word_have_one_stem(words, root):
    assert {stem(word) for word in words.split()} == {root}


def test_every_word_that_others_stand_for_is_in_the_book():
    stems = index().stems
    assert [word for word in vocabulary().meant if stem(word) not in stems] == []
    assert [word for word in vocabulary().phrases.values() if stem(word) not in stems] == []
    assert [form for form in index().forms if stem(form) not in stems] == []
    assert [form for form in index().forms if form in vocabulary().idle - {"may"}] == []


def test_hits_are_values():
    assert search("12.5") == (Hit("12.5", 50_000),)


def _leads_somewhere(word):
    return (
        stem(word) in index().stems
        or word in vocabulary().idle
        or any(form.startswith(word) for form in index().forms)
    )


@st.composite
def _with_an_error(draw, word):
    position = draw(st.integers(0, len(word) - 1))
    head, letter, tail = word[:position], word[position], word[position + 1 :]
    other = draw(LETTERS)
    forms = [head + tail, head + other + tail, head + other + letter + tail]
    return draw(st.sampled_from([*forms, head + tail[:1] + letter + tail[1:]]))


@cache
def _errors(one, other):
    """Letters wrong, missing, too many or changed over, each letter changed once: by definition, slowly."""
    if not one or not other:
        return len(one) + len(other)
    choices = [
        _errors(one[1:], other) + 1,
        _errors(one, other[1:]) + 1,
        _errors(one[1:], other[1:]) + (one[0] != other[0]),
    ]
    if one[:2] == other[1::-1] and len(one) > 1 and len(other) > 1:
        choices.append(_errors(one[2:], other[2:]) + 1)
    return min(choices)
