"""The catalogue of sentences: complete, each whole, and each code of one feature only."""

from __future__ import annotations

import pytest

from scorekeeper.rulebook import book
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.web.http import messages
from scorekeeper.web.http.messages import Messages


@pytest.fixture
def catalogue(app):
    with app.app_context():
        yield messages.of(app)


def test_every_fault_has_a_sentence(catalogue):
    assert set(catalogue.faults) == set(FaultCode)


def test_sentence_of_a_fault_is_whole_even_without_its_values(catalogue):
    sentences = [messages.fault(Fault(code)) for code in FaultCode]

    assert [said for said in sentences if not (said[0].isupper() or said[0] in "–1")] == []
    assert [said for said in sentences if said[-1] not in ".?"] == []


def test_every_message_is_a_sentence(catalogue):
    sentences = [messages.news(code, {}) for code in catalogue.news]
    sentences += map(messages.unreadable, catalogue.unreadable)
    sentences += [error.sentence for error in catalogue.errors.values()]

    assert [said for said in sentences if said[-1] not in ".?"] == []


def test_every_clause_of_news_exists_and_belongs_to_a_sentence(catalogue):
    assert set(catalogue.news_clauses.values()) <= {clause.number for clause in book().clauses}
    assert set(catalogue.news_clauses) <= set(catalogue.news)


def test_a_code_that_two_features_register_is_refused(app):
    with pytest.raises(ValueError, match="news registered twice: hand-saved"):
        messages.register(app, Messages(news={"hand-saved": "Something else."}))
