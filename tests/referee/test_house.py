"""House rules change the rulings that `HOUSE_EFFECTS` names; rulings.txt lists those that change."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, NO_MAY_I, RULED_AT_ONCE
from scorekeeper.referee.judge import judge, judge_unasked
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.rulesets.house_rules import HouseRules
from tests.support.golden_rulings import CHANGED
from tests.support.graph_paths import all_paths


def test_every_house_rule_is_changed_by_these_tests_and_stands_in_the_table():
    names = {field.name for field in fields(HouseRules)}

    assert {settled.rule for settled in RULED_AT_ONCE} == {"may_i_last_three"}
    assert set(CHANGED) == {effect.rule for effect in HOUSE_EFFECTS} | {"may_i_last_three"} == names
    assert all(getattr(rules, name) != getattr(HouseRules(), name) for name, rules in CHANGED.items())


def test_outcomes_in_the_table_exist():
    for effect in HOUSE_EFFECTS:
        names = {outcome.name for outcome in outcomes(GRAPHS[effect.irregularity])}
        assert set(effect.outcomes) <= names
        assert effect.outcomes


@pytest.mark.parametrize("hand", [5, 6, 7])
@pytest.mark.parametrize(
    "facts",
    [
        {"wanted_by_player_in_turn": "yes"},
        {
            "wanted_by_player_in_turn": "no",
            "has_drawn": "no",
            "seats": ["Ana", "Ben", "Cem"],
            "in_turn": "Ana",
            "claimants": ["Cem", "Ben"],
        },
    ],
    ids=["wanted", "claimed"],
)
def test_claim_is_refused_where_there_is_no_may_i_16_1(hand, facts):
    ruling = judge(Irregularity.MAY_I, facts, house_rules=HouseRules(may_i_last_three=False), hand=hand)

    assert ruling.outcome == NO_MAY_I.name
    assert [(ordered.remedy, ordered.who) for ordered in ruling.remedies] == [
        (Remedy.CLAIM_REFUSED, Who.CLAIMANT)
    ]
    assert ruling.clauses == ("16.1",)
    assert (ruling.notes, ruling.claims, {fact for fact, _ in ruling.facts}) == ((), (), set(facts))


@pytest.mark.parametrize("facts", [{}, {"wanted_by_player_in_turn": "no"}])
def test_house_rule_spares_programs_no_fact_16_1(facts):
    with pytest.raises(RuleViolation) as refusal:
        judge(Irregularity.MAY_I, facts, house_rules=CHANGED["may_i_last_three"], hand=7)

    assert {fault.code for fault in refusal.value.faults} == {FaultCode.FACT_NEEDED}


def test_table_without_may_i_is_told_so_before_any_question_16_1():
    rules = CHANGED["may_i_last_three"]
    facts = {"wanted_by_player_in_turn": "yes"}

    unasked = judge_unasked(Irregularity.MAY_I, house_rules=rules, hand=5)

    assert unasked == replace(judge(Irregularity.MAY_I, facts, house_rules=rules, hand=5), facts=())


@pytest.mark.parametrize(
    ("irregularity", "rules", "hand"),
    [
        (Irregularity.MAY_I, HouseRules(), 5),
        (Irregularity.MAY_I, CHANGED["may_i_last_three"], 4),
        (Irregularity.MAY_I, CHANGED["may_i_last_three"], None),
        (Irregularity.DEAL, CHANGED["may_i_last_three"], 7),
    ],
)
def test_nothing_else_is_ruled_unasked(irregularity, rules, hand):
    assert judge_unasked(irregularity, house_rules=rules, hand=hand) is None


@pytest.mark.parametrize("hand", [None, 1, 4])
def test_rule_of_late_hands_leaves_the_others_as_they_are(hand):
    rules = CHANGED["may_i_last_three"]

    for walked in all_paths():
        ruling = judge(walked.irregularity, walked.facts, hand=hand)
        assert judge(walked.irregularity, walked.facts, house_rules=rules, hand=hand) == ruling


def test_rule_of_late_hands_touches_only_claims():
    for walked in all_paths():
        if walked.irregularity is not Irregularity.MAY_I:
            ruling = judge(walked.irregularity, walked.facts, house_rules=CHANGED["may_i_last_three"], hand=7)
            assert ruling == judge(walked.irregularity, walked.facts, hand=7)


@pytest.mark.parametrize("facts", [{"wanted_by_player_in_turn": "perhaps"}, {"colour": "red"}])
def test_house_rule_excuses_no_wrong_fact_16_1(facts):
    with pytest.raises(RuleViolation):
        judge(Irregularity.MAY_I, facts, house_rules=CHANGED["may_i_last_three"], hand=7)


def test_rules_together_bring_in_each_clause_once():
    rules = HouseRules(twos_wild=True, red_ace_natural=False, adjacent_wilds=False)
    ruling = judge(Irregularity.ILLEGAL_LAYDOWN, {"fault": "wrong-meld"}, house_rules=rules)

    assert ruling.clauses == ("14.4", "16.2", "3.5a", "3.6b")
    assert ruling.house == ("twos_wild", "red_ace_natural", "adjacent_wilds")
