"""No sentence of the referee escapes a translation: all that people read is marked."""

from __future__ import annotations

from dataclasses import fields, is_dataclass

import pytest

from scorekeeper.language import Plural, Sentence, speaking
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.graph import Graph, OneOf, questions
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE, SENTENCES, sentence
from scorekeeper.referee.judge import judge
from scorekeeper.rules.rulesets.files import LAW
from tests.support.escapes import escaped, longer
from tests.support.graph_paths import all_paths

# Fields of a graph that hold codes and facts, which nobody reads.
CODES = {"name", "value", "fact", "clause", "clauses", "known_next"}
FILLED_IN = [
    f"{{{name}}}" for who in Who for name in (who.replace("-", "_"), who.replace("-", "_").capitalize())
]
FILLED_IN += ["{points}", "{by}", "{name}", "{times}", "{hand}"]


def texts(value):
    """Every text that a graph shows, as it is kept."""
    if type(value) in (str, Sentence):
        yield value
    elif isinstance(value, Plural):
        yield from (value.of(1), value.of(2))
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from texts(one)
    elif is_dataclass(value):
        for field in fields(value):
            found = getattr(value, field.name)
            if field.name not in CODES or isinstance(found, Sentence):
                yield from texts(found)


@pytest.mark.parametrize("irregularity", Irregularity)
def test_every_text_of_a_graph_is_translated(irregularity):
    with speaking(longer()):
        found = [text for text in texts(GRAPHS[irregularity]) if text]

    assert len(found) > 10
    assert [text for text in found if escaped(text, but=FILLED_IN)] == []
    assert all(text.startswith("⟦") for text in found)


@pytest.mark.parametrize("graph", GRAPHS.values(), ids=[irregularity.value for irregularity in GRAPHS])
def test_what_is_kept_is_english_and_marked(graph: Graph):
    with speaking(longer()):
        assert GRAPHS[graph.irregularity] != graph
    assert GRAPHS[graph.irregularity] is graph
    assert [text for text in texts(graph) if text.startswith("⟦")] == []
    assert all(isinstance(text, Sentence) for text in (graph.headline, graph.example, graph.search_words))


def test_tables_of_sentences_are_translated():
    tables = (sentences.UNNAMED, sentences.CHOOSES, sentences.DUTIES, sentences.EFFECTS, sentences.APPLIED)
    with speaking(longer()):
        found = [
            text
            for table in (*tables, sentences.TO_DO, sentences.WAITING, sentences.DROPPED, SENTENCES)
            for text in texts(dict(table))
        ]
        found += [sentence(one.rule, one.irregularity) for one in (*HOUSE_EFFECTS, *RULED_AT_ONCE)]

    assert len(found) > 40
    assert [text for text in found if escaped(text, but=FILLED_IN)] == []


def test_answers_questions_and_reasons_are_translated():
    with speaking(longer()):
        found = [
            text
            for irregularity in Irregularity
            for question in questions(GRAPHS[irregularity])
            for text in (*sentences.texts_of(question).values(), *sentences.hints_of(question).values())
        ]
        found += [
            sentences.answer(question, answer.value)
            for irregularity in Irregularity
            for question in questions(GRAPHS[irregularity])
            if isinstance(question, OneOf)
            for answer in question.answers
        ]
        found += [sentences.recorded_answer(Irregularity.WRONG_COUNT, "by", number) for number in (1, 5)]
        found += [
            sentences.recorded_answer(Irregularity.RESUME, "all_present", value) for value in ("yes", "no")
        ]
        found += sentences.reasons(Irregularity.RESUME, {"all_present": "no", "same_seats": "no"})
        found += [sentences.called(position) for position in sentences.POSITIONS]
        found += [sentences.duty("discard-without-drawing", times=times) for times in (1, 2)]

    assert len(found) > 150
    assert [text for text in found if escaped(text, but=FILLED_IN)] == []
    assert sentences.called("Ana") == "Ana"


def test_a_ruling_is_the_same_in_every_language():
    """Only the words of its options differ."""
    for walked in all_paths():
        with speaking(longer()):
            there = judge(walked.irregularity, walked.facts)
        here = judge(walked.irregularity, walked.facts)
        assert (there.outcome, there.facts, there.remedies) == (here.outcome, here.facts, here.remedies)
        assert (there.clauses, there.notes, there.claims) == (here.clauses, here.notes, here.claims)
        assert (there.choice is None) == (here.choice is None)
        if there.choice is not None and here.choice is not None:
            assert [one.code for one in there.choice.options] == [one.code for one in here.choice.options]


def test_the_line_without_facts_names_the_points_of_a_missing_card():
    found = sentences.outcome(Irregularity.WRONG_COUNT, "too-few-at-end")

    assert found is not None
    assert f" {LAW.missing_card} points for each missing card" in found.text_without_facts
