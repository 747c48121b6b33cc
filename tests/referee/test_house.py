"""House rules change the rulings that `HOUSE_EFFECTS` names, as it says, and no others."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, NO_MAY_I, RULED_AT_ONCE
from scorekeeper.referee.judge import judge, judge_unasked
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.rulesets import HouseRules
from tests.support.golden_rulings import CHANGED
from tests.support.graph_paths import all_paths

# What each rule touches, said again: irregularity, outcome, and the clause it brings in.
TOUCHED = {
    "cards_dealt": {
        ("deal", "many-exposed", "2.3a"),
        ("deal", "many-face-up", "2.3a"),
        ("deal", "may-demand", "2.3a"),
        ("deal", "wrong-pack", "2.3a"),
        ("missing-score", "replay", "2.3a"),
        ("wrong-count", "too-many-in-play", "2.3a"),
        ("wrong-count", "too-few-in-play", "2.3a"),
        ("wrong-count", "too-few-at-end", "2.3a"),
        ("wrong-count", "not-out", "2.3a"),
    },
    "twos_wild": {
        ("wild-swap", "run-allowed", "16.2"),
        ("wild-swap", "run-refused", "16.2"),
        ("wild-swap", "set-refused", "16.2"),
        ("illegal-laydown", "superfluous-added", "16.2"),
        ("illegal-laydown", "superfluous", "16.2"),
        ("illegal-laydown", "wrong-meld", "16.2"),
    },
    "red_ace_natural": {
        ("wild-swap", "run-allowed", "3.5a"),
        ("wild-swap", "run-refused", "3.5a"),
        ("wild-swap", "set-refused", "3.5a"),
        ("illegal-laydown", "superfluous-added", "3.5a"),
        ("illegal-laydown", "superfluous", "3.5a"),
        ("illegal-laydown", "wrong-meld", "3.5a"),
    },
    "adjacent_wilds": {
        ("wild-swap", "run-allowed", "3.6b"),
        ("illegal-laydown", "superfluous-added", "3.6b"),
        ("illegal-laydown", "superfluous", "3.6b"),
        ("illegal-laydown", "wrong-meld", "3.6b"),
    },
    "discard_to_go_out": {("wrong-count", "not-out", "5.8a")},
}
HANDS = (None, *range(1, 8))
EACH = pytest.mark.parametrize("rule", TOUCHED)


def test_every_house_rule_is_changed_by_these_tests_and_stands_in_the_table():
    names = {field.name for field in fields(HouseRules)}

    assert set(TOUCHED) == {effect.rule for effect in HOUSE_EFFECTS}
    assert {settled.rule for settled in RULED_AT_ONCE} == {"may_i_last_three"}
    assert set(CHANGED) == {*TOUCHED, "may_i_last_three"} == names
    assert all(getattr(rules, name) != getattr(HouseRules(), name) for name, rules in CHANGED.items())


@EACH
def test_table_names_the_outcomes_that_are_touched(rule):
    declared = [
        (effect.irregularity.value, outcome, clause)
        for effect in HOUSE_EFFECTS
        if effect.rule == rule
        for outcome in effect.outcomes
        for clause in effect.clauses
    ]

    assert len(declared) == len(set(declared))
    assert set(declared) == TOUCHED[rule]


def test_outcomes_in_the_table_exist():
    for effect in HOUSE_EFFECTS:
        names = {outcome.name for outcome in outcomes(GRAPHS[effect.irregularity])}
        assert set(effect.outcomes) <= names
        assert effect.outcomes
        assert effect.clauses


@EACH
@pytest.mark.parametrize("hand", HANDS)
def test_rule_changes_the_rulings_it_touches_and_no_others(rule, hand):
    clauses = {(irregularity, outcome): clause for irregularity, outcome, clause in TOUCHED[rule]}
    changed = set()
    for walked in all_paths():
        plain = judge(walked.irregularity, walked.facts, hand=hand)
        ruling = judge(walked.irregularity, walked.facts, house_rules=CHANGED[rule], hand=hand)
        place = (walked.irregularity.value, plain.outcome)
        if place in clauses:
            changed.add(place)
            assert ruling.house == (rule,)
            assert clauses[place] in ruling.clauses
        else:
            assert ruling == plain
    assert changed == set(clauses)


@EACH
def test_rule_that_changes_only_the_text_adds_its_clause_at_the_end(rule):
    clauses = {(irregularity, outcome): clause for irregularity, outcome, clause in TOUCHED[rule]}
    seen = 0
    for walked in all_paths():
        place = (walked.irregularity.value, walked.outcome.name)
        if place in clauses:
            plain = judge(walked.irregularity, walked.facts)
            ruling = judge(walked.irregularity, walked.facts, house_rules=CHANGED[rule])
            assert ruling == replace(plain, clauses=(*plain.clauses, clauses[place]), house=(rule,))
            seen += 1
    assert seen >= len(clauses)


@pytest.mark.parametrize("hand", [5, 6, 7])
@pytest.mark.parametrize(
    "facts",
    [
        {"wanted_by_player_in_turn": "yes"},
        {
            "wanted_by_player_in_turn": "no",
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


def test_two_effects_of_one_rule_on_one_outcome_would_be_one_too_many():
    places = [
        (effect.rule, effect.irregularity, name) for effect in HOUSE_EFFECTS for name in effect.outcomes
    ]

    assert len(places) == len(set(places)) == sum(map(len, TOUCHED.values()))
