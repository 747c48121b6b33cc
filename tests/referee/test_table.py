"""Whatever a graph may look like: its facts, names and ends; rulings.txt has every path through it."""

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy
from scorekeeper.referee.graph import OneOf, Outcome, asked_by, facts_below, nodes, outcomes
from scorekeeper.referee.graphs import GRAPHS, PLAIN
from scorekeeper.referee.judge import Ruling, follow, judge
from scorekeeper.rules.faults import Violation
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
def test_a_fact_left_out_is_asked_for(irregularity):
    for walked in paths(GRAPHS[irregularity]):
        for asked in follow(irregularity, walked.facts).questions:
            left_out = sorted(asked_by(asked))
            facts = {fact: value for fact, value in walked.facts.items() if fact not in left_out}
            assert refused(irregularity, facts) == [f"fact-needed /facts/{fact}" for fact in left_out]


@ALL
def test_a_fact_that_is_not_asked_beside_the_others_is_refused(irregularity):
    for walked in paths(GRAPHS[irregularity]):
        for fact in {*facts_below(GRAPHS[irregularity].first)} - walked.facts.keys():
            assert refused(irregularity, {**walked.facts, fact: "no"}) == [f"fact-not-asked /facts/{fact}"]


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
