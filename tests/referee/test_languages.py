"""No sentence of the referee escapes a translation: all that people read is marked."""

from dataclasses import fields, is_dataclass

import pytest

from scorekeeper.language import Plural, Sentence, speaking
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.graphs import GRAPHS, PLAIN
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE, SENTENCES, house_rule_sentence
from tests.support.escapes import LONG, escaped

# Fields of a graph that hold codes and facts, which nobody reads.
CODES = {"name", "value", "fact", "clause", "clauses", "known_next", "needs"}
FILLED_IN = ["{points}", "{by}", "{name}", "{times}", "{hand}", "{penalty}"]
FILLED_IN += [f"{{{form(who.replace('-', '_'))}}}" for who in Who for form in (str, str.capitalize)]


def texts(value):
    """Every text that a graph or table shows, as it is kept."""
    if type(value) in (str, Sentence):
        yield value
    elif isinstance(value, Plural):
        yield from (value.of(1), value.of(2))
    elif isinstance(value, tuple):
        for one in value:
            yield from texts(one)
    elif is_dataclass(value):
        for field in fields(value):
            found = getattr(value, field.name)
            if field.name not in CODES or isinstance(found, Sentence):
                yield from texts(found)


@pytest.mark.parametrize("irregularity", Irregularity)
def test_every_text_of_a_graph_is_translated(irregularity):
    graphs = [table for table in (GRAPHS, PLAIN) if irregularity in table]
    assert [text for table in graphs for text in texts(table[irregularity]) if "⟦" in text] == []
    with speaking(LONG):
        found = [text for table in graphs for text in texts(table[irregularity]) if text]

    assert len(found) > 5
    assert [text for text in found if not text.startswith("⟦") or escaped(text, but=FILLED_IN)] == []


def test_tables_of_sentences_are_translated():
    tables = (sentences.UNNAMED, sentences.CHOOSES, sentences.DUTIES, sentences.EFFECTS, sentences.APPLIED)
    tables += (sentences.WAITING, sentences.DROPPED, SENTENCES)
    with speaking(LONG):
        found = [text for table in tables for text in texts(tuple(table.values()))]
        found += [house_rule_sentence(one.rule, one.irregularity) for one in (*HOUSE_EFFECTS, *RULED_AT_ONCE)]
        found += [sentences.recorded_answer(Irregularity.WRONG_COUNT, "by", number) for number in (1, 5)]
        found += [sentences.called(position) for position in sentences.POSITIONS]

    assert len(found) > 40
    assert [text for text in found if escaped(text, but=FILLED_IN)] == []
