"""House rules change the rulings that `HOUSE_EFFECTS` names; rulings.txt lists those that change."""

from dataclasses import replace

import pytest

from scorekeeper.referee.codes import Basis, Irregularity, Remedy, Who
from scorekeeper.referee.graph import outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import (
    HOUSE_EFFECTS,
    NO_MAY_I,
    RULED_AT_ONCE,
    by_name,
    house_rule_sentence,
)
from scorekeeper.referee.judge import judge, judge_unasked
from scorekeeper.referee.jurisdiction import catalogue
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from tests.support.golden_rulings import BY_CHANGE, CHANGED
from tests.support.graph_paths import all_paths


def test_every_house_rule_is_changed_by_these_tests_and_stands_in_the_table():
    rules = {one.rule for one in (*HOUSE_EFFECTS, *RULED_AT_ONCE)}

    assert rules == {*CHANGED, *BY_CHANGE}
    assert {name: by_name(rules) for name, rules in CHANGED.items()} == {name: (name,) for name in CHANGED}
    assert {by_name(rules) for rules in (*BY_CHANGE.values(), *RULESETS.values())} == {()}


@pytest.mark.parametrize(
    ("changes", "names"),
    [
        ({"deal": {"cards": 10}}, ()),
        ({"may_i": {"limits": {"5": 0, "6": 0}}}, ()),
        ({"may_i": None}, ()),
        ({"wild": {"cards": ["joker", "2"]}}, ("twos-wild",)),
    ],
)
def test_a_house_rule_by_name_is_in_force_by_the_values_of_the_rules(changes, names):
    assert by_name(in_force(LAW, changes=changes)) == names


def test_outcomes_in_the_table_exist():
    for effect in HOUSE_EFFECTS:
        names = {outcome.name for outcome in outcomes(GRAPHS[effect.irregularity])}
        assert set(effect.outcomes) <= names
        assert effect.outcomes


CLAIMED = {
    "wanted_by_player_in_turn": "no",
    "has_drawn": "no",
    "seats": ["Ana", "Ben", "Cem"],
    "in_turn": "Ana",
    "claimants": ["Cem", "Ben"],
}


@pytest.mark.parametrize("hand", [5, 6, 7])
@pytest.mark.parametrize(
    "facts",
    [{"wanted_by_player_in_turn": "yes"}, CLAIMED],
    ids=["wanted", "claimed"],
)
def test_claim_is_refused_where_there_is_no_may_i_16_1(hand, facts):
    ruling = judge(Irregularity.MAY_I, facts, hand=hand, rules=CHANGED["no-late-may-i"])

    assert ruling.outcome == NO_MAY_I.name
    assert [(ordered.remedy, ordered.who) for ordered in ruling.remedies] == [
        (Remedy.CLAIM_REFUSED, Who.CLAIMANT)
    ]
    assert ruling.clauses == ("16.1",)
    assert (ruling.notes, ruling.claims, {fact for fact, _ in ruling.facts}) == ((), (), set(facts))


@pytest.mark.parametrize("facts", [{}, {"wanted_by_player_in_turn": "no"}])
def test_house_rule_spares_programs_no_fact_16_1(facts):
    with pytest.raises(RuleViolation) as refusal:
        judge(Irregularity.MAY_I, facts, hand=7, rules=CHANGED["no-late-may-i"])

    assert {fault.code for fault in refusal.value.faults} == {FaultCode.FACT_NEEDED}


def test_table_without_may_i_is_told_so_before_any_question_16_1():
    rules = CHANGED["no-late-may-i"]
    facts = {"wanted_by_player_in_turn": "yes"}

    unasked = judge_unasked(Irregularity.MAY_I, hand=5, rules=rules)

    assert unasked == replace(judge(Irregularity.MAY_I, facts, hand=5, rules=rules), facts=())


@pytest.mark.parametrize(
    ("irregularity", "rules", "hand"),
    [
        (Irregularity.MAY_I, LAW, 5),
        (Irregularity.MAY_I, CHANGED["no-late-may-i"], 4),
        (Irregularity.MAY_I, CHANGED["no-late-may-i"], None),
        (Irregularity.DEAL, CHANGED["no-late-may-i"], 7),
    ],
)
def test_nothing_else_is_ruled_unasked(irregularity, rules, hand):
    assert judge_unasked(irregularity, hand=hand, rules=rules) is None


@pytest.mark.parametrize("hand", [None, 1, 4])
def test_rule_of_late_hands_leaves_the_others_as_they_are(hand):
    rules = CHANGED["no-late-may-i"]

    for walked in all_paths():
        ruling = judge(walked.irregularity, walked.facts, hand=hand)
        assert judge(walked.irregularity, walked.facts, hand=hand, rules=rules) == ruling


def test_rule_of_late_hands_touches_only_claims():
    for walked in all_paths():
        if walked.irregularity is not Irregularity.MAY_I:
            ruling = judge(walked.irregularity, walked.facts, hand=7, rules=CHANGED["no-late-may-i"])
            assert ruling == judge(walked.irregularity, walked.facts, hand=7)


@pytest.mark.parametrize("facts", [{"wanted_by_player_in_turn": "perhaps"}, {"colour": "red"}])
def test_house_rule_excuses_no_wrong_fact_16_1(facts):
    with pytest.raises(RuleViolation):
        judge(Irregularity.MAY_I, facts, hand=7, rules=CHANGED["no-late-may-i"])


def test_rules_together_bring_in_each_clause_once():
    rules = in_force(LAW, variants=("twos-wild", "red-ace-wild", "no-adjacent-wilds"))
    ruling = judge(Irregularity.ILLEGAL_LAYDOWN, {"fault": "wrong-meld"}, rules=rules)

    assert ruling.clauses == ("14.4", "16.2", "3.5a", "3.6b")
    assert ruling.house == ("twos-wild", "red-ace-wild", "no-adjacent-wilds")


@pytest.mark.parametrize(
    ("claims", "hand", "said"),
    [
        ({"most": 1}, 3, "House rule: each player can get 1 card with"),
        ({"most": 3}, None, "House rule: each player can get 3 cards with"),
        ({"most": 3, "limits": {"4": 2}}, 4, "House rule: each player can get 2 cards with"),
    ],
)
def test_a_limit_of_claims_is_told_beside_the_award_5_2c(claims, hand, said):
    rules = in_force(LAW, changes={"may_i": claims})

    ruling = judge(Irregularity.MAY_I, CLAIMED, hand=hand, rules=rules)

    assert ruling == replace(
        judge(Irregularity.MAY_I, CLAIMED, hand=hand), clauses=("5.2", "5.3", "5.2c"), house=("may_i.most",)
    )
    assert house_rule_sentence("may_i.most", Irregularity.MAY_I, hand=hand, rules=rules).startswith(said)


@pytest.mark.parametrize(
    ("claims", "hand"),
    [(None, 1), (None, None), ({"most": 0}, None), ({"limits": {"4": 0}}, 4)],
)
def test_where_the_table_leaves_no_claims_they_are_refused_at_once_5_2c(claims, hand):
    rules = in_force(LAW, changes={"may_i": claims})

    ruling = judge_unasked(Irregularity.MAY_I, hand=hand, rules=rules)

    assert (ruling.outcome, ruling.clauses, ruling.house) == ("no-claims", ("5.2", "5.2c"), ("may_i",))
    assert [(ordered.remedy, ordered.who) for ordered in ruling.remedies] == [
        (Remedy.CLAIM_REFUSED, Who.CLAIMANT)
    ]


@pytest.mark.parametrize("hand", [None, 3])
def test_a_limit_of_another_hand_changes_no_claim_5_2c(hand):
    rules = in_force(LAW, changes={"may_i": {"limits": {"4": 0}}})

    assert judge(Irregularity.MAY_I, CLAIMED, hand=hand, rules=rules) == judge(Irregularity.MAY_I, CLAIMED)


def test_other_matters_stay_open_beside_that_house_rule_5_8d():
    rules = in_force(LAW, changes={"turn": {"taken_card": False}})
    facts = {"matter": "playable-card-discarded"}

    assert judge(Irregularity.SILENT_MATTER, facts, rules=rules) == judge(Irregularity.SILENT_MATTER, facts)


@pytest.mark.parametrize("ruleset", ["continental", "six-hand", "international"])
@pytest.mark.parametrize(
    ("irregularity", "facts", "changes", "clauses"),
    [
        (Irregularity.WILD_SWAP, {}, {"wild": {"swap": "hand"}}, ("3.10", "3.11")),
        (Irregularity.STOCK_OUT, {}, {"stock": {"reuses": 3, "shuffle": True}}, ("6.1", "6.2")),
        (
            Irregularity.ILLEGAL_LAYDOWN,
            {"fault": "not-allowed-now", "why": "not-gone-down"},
            {"turn": {"own_meld_first": False}},
            ("5.6",),
        ),
        (
            Irregularity.SILENT_MATTER,
            {"matter": "playable-card-discarded"},
            {"playable_discard": "two-or-pile"},
            ("5.8d",),
        ),
        (Irregularity.SILENT_MATTER, {"matter": "slow-play"}, {"turn": {"seconds": 60}}, ("5.10",)),
        (
            Irregularity.SILENT_MATTER,
            {"matter": "taken-card-discarded"},
            {"turn": {"taken_card": False}},
            ("5.8c",),
        ),
    ],
)
def test_what_a_table_changed_is_its_answer_in_any_game(ruleset, irregularity, facts, changes, clauses):
    rules = in_force(RULESETS[ruleset], changes=changes)
    ruling = judge(irregularity, facts, rules=rules)

    cited = clauses if rules.is_law else ()
    assert (ruling.quotes, ruling.basis, ruling.clauses) == (True, Basis.OWN, cited)
    assert set(ruling.house) == {
        f"{group}.{name}" if isinstance(value, dict) else group
        for group, value in changes.items()
        for name in (value if isinstance(value, dict) else [""])
    }
    assert dict(ruling.facts) == facts


@pytest.mark.parametrize(
    ("changes", "house"),
    [
        ({"priority": "eldest"}, ("may_i.priority",)),
        ({"priority": "eldest", "penalty": 2}, ("may_i.priority", "may_i.penalty")),
        ({"priority": "eldest", "own_discard": False}, ("may_i.priority", "may_i.own_discard")),
    ],
)
def test_a_table_that_gives_the_discard_otherwise_is_told_its_own_rule_5_2(changes, house):
    rules = in_force(LAW, changes={"may_i": changes})
    ruling = judge_unasked(Irregularity.MAY_I, hand=1, rules=rules)

    assert (ruling.quotes, ruling.clauses, ruling.house) == (True, ("5.2",), house)


@pytest.mark.parametrize(("ruleset", "clause"), [("basic", "BR-6"), ("wrotham", "WR-4")])
def test_who_may_lay_off_before_going_down_is_told_so(ruleset, clause):
    facts = {"fault": "not-allowed-now", "why": "not-gone-down"}

    assert judge(Irregularity.ILLEGAL_LAYDOWN, facts, rules=RULESETS[ruleset]).clauses[0] == clause


@pytest.mark.parametrize(
    ("matter", "clause"),
    [("who-cuts", "BR-21"), ("stock-counted", "BR-20"), ("playable-card-discarded", "BR-22")],
)
def test_what_basic_rummy_tells_is_its_own_answer(matter, clause):
    ruling = judge(Irregularity.SILENT_MATTER, {"matter": matter}, rules=RULESETS["basic"])

    assert (ruling.basis, ruling.clauses[0]) == (Basis.OWN, clause)


def test_where_there_is_no_may_i_nothing_else_of_it_is_told_16_1():
    rules = in_force(LAW, variants=("no-late-may-i",), changes={"may_i": {"priority": "eldest"}})

    assert judge_unasked(Irregularity.MAY_I, hand=5, rules=rules).outcome == NO_MAY_I.name
    assert judge_unasked(Irregularity.MAY_I, hand=4, rules=rules).quotes


def test_a_table_may_bring_claims_into_a_game_or_take_them_out():
    brought = in_force(RULESETS["basic"], changes={"may_i": {"priority": "eldest"}})
    taken = in_force(RULESETS["seven-hand"], changes={"may_i": None})

    assert Irregularity.MAY_I not in catalogue(RULESETS["basic"])
    assert judge(Irregularity.MAY_I, {}, rules=brought).house[0] == "may_i.priority"
    assert Irregularity.MAY_I not in catalogue(taken)
    assert Irregularity.MAY_I in catalogue(RULESETS["international"])
