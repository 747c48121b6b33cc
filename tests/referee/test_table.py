"""The graphs ask just what the specification's table says, and refuse all else with every reason."""

from __future__ import annotations

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy
from scorekeeper.referee.graph import (
    Answer,
    Conditions,
    OneOf,
    Outcome,
    asked_by,
    facts_below,
    nodes,
    outcomes,
)
from scorekeeper.referee.graphs import GRAPHS, PLAIN
from scorekeeper.referee.judge import Ruling, follow, judge
from scorekeeper.rules.faults import Violation
from tests.support.fact_table import TABLE, allowed, expected_faults, tried
from tests.support.graph_paths import paths

ALL = pytest.mark.parametrize("irregularity", Irregularity)


def refused(irregularity, facts):
    """The faults as `code pointer`; none if there is a ruling."""
    try:
        ruling = judge(irregularity, facts)
    except Violation as violation:
        return sorted(f"{fault.code} {fault.pointer}" for fault in violation.faults)
    assert isinstance(ruling, Ruling)
    return []


def in_order(wholes):
    return sorted(map(repr, wholes))


def test_table_and_graphs_know_the_same_irregularities():
    assert set(TABLE) == set(Irregularity) == set(GRAPHS)
    assert [graph.irregularity for graph in GRAPHS.values()] == list(Irregularity)


@ALL
def test_paths_are_the_combinations_that_the_table_allows(irregularity):
    walked = [walked.facts for walked in paths(GRAPHS[irregularity])]

    assert len(walked) >= 2
    assert in_order(walked) == in_order(allowed(irregularity))


@ALL
def test_facts_are_asked_in_the_order_of_the_table(irregularity):
    order = [row.fact for row in TABLE[irregularity]]

    assert set(facts_below(GRAPHS[irregularity].first)) == set(order)
    for walked in paths(GRAPHS[irregularity]):
        assert list(walked.facts) == [fact for fact in order if fact in walked.facts]


@ALL
def test_a_fact_has_the_same_values_wherever_it_is_asked(irregularity):
    values = {}
    for node in nodes(GRAPHS[irregularity].first):
        if isinstance(node, OneOf):
            listed = {answer.value for answer in node.answers}
            assert values.setdefault(node.fact, listed) == listed
            assert len(listed) == len(node.answers) >= 2


@ALL
def test_every_outcome_is_reached_and_has_a_name_of_its_own(irregularity):
    names = [outcome.name for outcome in outcomes(GRAPHS[irregularity])]

    assert len(names) == len(set(names))
    assert {walked.outcome.name for walked in paths(GRAPHS[irregularity])} == set(names)


@ALL
def test_every_combination_the_table_does_not_allow_is_refused_with_every_reason(irregularity):
    whole = in_order(allowed(irregularity))
    ruled = refusals = 0
    for facts in tried(irregularity):
        faults = refused(irregularity, facts)
        if in_order([facts])[0] in whole:
            assert faults == []
            ruled += 1
        else:
            assert faults == sorted(expected_faults(irregularity, facts)) != [], facts
            refusals += 1
    assert ruled >= 2
    assert refusals >= 1


@ALL
def test_order_in_which_facts_are_given_does_not_matter(irregularity):
    for walked in paths(GRAPHS[irregularity]):
        backwards = dict(reversed(walked.facts.items()))
        assert judge(irregularity, backwards) == judge(irregularity, walked.facts)


@ALL
def test_facts_lead_from_question_to_question(irregularity):
    """Facts up to any point are followed to the question that asks for the next one."""
    for walked in paths(GRAPHS[irregularity]):
        facts = list(walked.facts.items())
        for given in range(len(facts) + 1):
            path = follow(irregularity, dict(facts[:given]))
            if given == len(facts):
                assert path.at.name == walked.outcome.name
            else:
                assert facts[given][0] in asked_by(path.at)
            assert list(path.answered) == [fact for fact, _ in facts][: len(path.answered)]


def test_answers_that_share_a_screen_lead_to_a_question_of_single_answers():
    inline = [
        answer
        for graph in GRAPHS.values()
        for node in nodes(graph.first)
        if isinstance(node, OneOf)
        for answer in node.answers
        if answer.inline
    ]

    assert len(inline) == 2
    assert all(isinstance(answer, Answer) and isinstance(answer.then, OneOf) for answer in inline)


def test_no_ruling_takes_more_than_four_screens():
    def screens(node):
        if isinstance(node, Outcome):
            return 0
        if not isinstance(node, OneOf):
            return 1
        return max(screens(answer.then) + (not answer.inline) for answer in node.answers)

    assert max(screens(graph.first) for graph in GRAPHS.values()) == 4


def test_every_remedy_and_every_option_is_used():
    found = [outcome for graph in (*GRAPHS.values(), *PLAIN.values()) for outcome in outcomes(graph)]

    assert {order.remedy for outcome in found for order in outcome.orders} == set(Remedy)
    options = {option.code for outcome in found if outcome.choice for option in outcome.choice.options}
    assert options == set(OptionCode)


def test_see_names_another_irregularity_that_is_never_an_illegal_draw():
    seen = [
        (graph.irregularity, named.see)
        for graph in GRAPHS.values()
        for outcome in outcomes(graph)
        for named in (*outcome.orders, *(outcome.choice.options if outcome.choice else ()))
        if named.see
    ]

    assert len(seen) >= 5
    assert all(named not in (here, Irregularity.ILLEGAL_DRAW) for here, named in seen)


def test_remedy_see_and_its_irregularity_come_together():
    for graph in GRAPHS.values():
        for outcome in outcomes(graph):
            for order in outcome.orders:
                assert (order.remedy is Remedy.SEE) == (order.see is not None)


@pytest.mark.parametrize(("irregularity", "met"), [("wild-swap", "run-allowed"), ("resume", "allowed")])
def test_one_no_is_enough_to_refuse(irregularity, met):
    graph = GRAPHS[Irregularity(irregularity)]
    (asked,) = (node for node in nodes(graph.first) if isinstance(node, Conditions))
    ruled = [walked for walked in paths(graph) if asked_by(asked)[0] in walked.facts]

    assert len(ruled) == 16
    for walked in ruled:
        assert (walked.outcome.name == met) == ("no" not in walked.facts.values())
