"""Values that no question has: refused with the code that says why, at the place where they stand."""

from itertools import product

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.facts import LARGEST_NUMBER
from scorekeeper.referee.graph import Conditions, OneOf, asked_by, questions
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.judge import follow, judge
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from tests.referee.test_table import refused
from tests.support.graph_paths import paths

HUGE = 10**5000
NO_ANSWERS = (
    None,
    True,
    False,
    0,
    1,
    2,
    1.5,
    "",
    "Yes",
    "YES",
    " yes",
    "maybe",
    [],
    ["yes"],
    {},
    HUGE,
)
PACK = LAW.pack_size(LAW.players.most)
NO_COUNTS = (None, True, False, 0, -1, 1.0, 1.5, "", "1", [], [1], {}, PACK + 1, HUGE)
NO_LISTS = (None, True, 0, 45, 1.5, "", "45", {}, {"0": 45})
NO_POINTS = (None, True, False, -5, 5.0, "5", "", [], [5], {}, LARGEST_NUMBER + 1, HUGE)
NO_NAMES = (None, True, 0, 1.5, [], ["Ana"], {}, {"name": "Ana"})
NAMES = {
    "wanted_by_player_in_turn": "no",
    "has_drawn": "no",
    "seats": ["Ana", "Ben", "Cem"],
    "in_turn": "Ben",
    "claimants": ["Ana"],
}
LISTED = [
    (irregularity, fact)
    for irregularity, graph in GRAPHS.items()
    for question in questions(graph)
    if isinstance(question, OneOf | Conditions)
    for fact in asked_by(question)
]


def short(value):
    return "huge" if value == HUGE else repr(value)


@pytest.mark.parametrize(("irregularity", "fact"), dict.fromkeys(LISTED))
def test_value_that_is_no_answer_is_refused_beside_all_other_facts(irregularity, fact):
    asking = [walked.facts for walked in paths(GRAPHS[irregularity]) if fact in walked.facts]

    assert asking
    for whole, value in product(asking, NO_ANSWERS):
        assert refused(irregularity, {**whole, fact: value}) == [f"fact-value /facts/{fact}"]


@pytest.mark.parametrize("value", NO_ANSWERS, ids=short)
def test_every_switch_of_a_screen_is_checked(value):
    assert refused(Irregularity.RESUME, {"all_agreed": value, "same_year": value}) == [
        "fact-needed /facts/all_present",
        "fact-needed /facts/same_seats",
        "fact-value /facts/all_agreed",
        "fact-value /facts/same_year",
    ]


@pytest.mark.parametrize("value", NO_COUNTS, ids=short)
def test_number_of_cards_is_a_whole_number_from_1(value):
    facts = {"moment": "in-play", "direction": "too-few", "by": value}

    assert refused(Irregularity.WRONG_COUNT, facts) == ["fact-not-count /facts/by"]


def test_largest_number_of_cards_is_ruled_on():
    facts = {"moment": "other-went-out", "direction": "too-few", "by": PACK}

    assert judge(Irregularity.WRONG_COUNT, facts).remedies[0].points == 10 * PACK


def test_nobody_misses_more_cards_than_the_pack_of_the_rules_holds():
    facts, basic = {"moment": "other-went-out", "direction": "too-few", "by": 53}, RULESETS["basic"]

    with pytest.raises(RuleViolation) as refusal:
        judge(Irregularity.WRONG_COUNT, facts, rules=basic)
    assert [dict(fault.values)["most"] for fault in refusal.value.faults] == [52]
    assert judge(Irregularity.WRONG_COUNT, {**facts, "by": 52}, rules=basic)


@pytest.mark.parametrize("value", NO_LISTS, ids=repr)
@pytest.mark.parametrize(
    ("irregularity", "fact"), [("player-left", "other_totals"), ("missing-score", "other_scores")]
)
def test_totals_and_scores_are_a_list(irregularity, fact, value):
    assert refused(Irregularity(irregularity), {fact: value}) == [f"fact-not-list /facts/{fact}"]


@pytest.mark.parametrize("value", NO_POINTS, ids=short)
def test_each_wrong_total_is_named_by_its_place(value):
    assert refused(Irregularity.PLAYER_LEFT, {"other_totals": [value, 45, value]}) == [
        "fact-not-points /facts/other_totals/0",
        "fact-not-points /facts/other_totals/2",
    ]


def test_largest_totals_are_added():
    ruling = judge(Irregularity.PLAYER_LEFT, {"other_totals": (LARGEST_NUMBER, LARGEST_NUMBER)})

    assert ruling.remedies[0].points == 2 * LARGEST_NUMBER


@pytest.mark.parametrize("value", NO_NAMES, ids=repr)
def test_names_are_text(value):
    assert refused(Irregularity.MAY_I, {**NAMES, "in_turn": value}) == ["fact-not-name /facts/in_turn"]
    assert refused(Irregularity.MAY_I, {**NAMES, "seats": ["Ana", value, "Ben"], "claimants": [value]}) == [
        "fact-not-name /facts/claimants/0",
        "fact-not-name /facts/seats/1",
    ]


@pytest.mark.parametrize("value", [None, True, 0, "Ana", "", {}, [], ()], ids=repr)
@pytest.mark.parametrize("fact", ["seats", "claimants"])
def test_seats_and_claimants_are_lists_that_are_not_empty(fact, value):
    assert refused(Irregularity.MAY_I, {**NAMES, fact: value}) == [f"fact-not-names /facts/{fact}"]


@pytest.mark.parametrize(
    ("changed", "faults"),
    [
        ({"in_turn": "Zoe"}, ["not-at-table /facts/in_turn"]),
        ({"in_turn": ""}, ["name-empty /facts/in_turn"]),
        ({"in_turn": "\ud800"}, ["name-unreadable /facts/in_turn"]),
        ({"in_turn": "n" * 201}, ["name-too-long /facts/in_turn"]),
        ({"seats": ["Ana", "Ben", " ana"]}, ["name-twice /facts/seats/2"]),
        ({"seats": ["Ana", "Ben", ""]}, ["name-empty /facts/seats/2"]),
        ({"claimants": ["Cem", "cem"]}, ["name-twice /facts/claimants/1"]),
        ({"claimants": ["Ben"]}, ["claims-in-turn /facts/claimants/0"]),
        (
            {"claimants": ["Ana", "BEN", "Zoe"]},
            ["claims-in-turn /facts/claimants/1", "not-at-table /facts/claimants/2"],
        ),
        (
            {"in_turn": "Zoe", "claimants": ["Yan"]},
            ["not-at-table /facts/claimants/0", "not-at-table /facts/in_turn"],
        ),
    ],
    ids=str,
)
def test_names_must_fit_one_another(changed, faults):
    assert refused(Irregularity.MAY_I, {**NAMES, **changed}) == faults


def test_refused_names_cite_the_clause_on_claims():
    with pytest.raises(RuleViolation) as refusal:
        judge(Irregularity.MAY_I, {**NAMES, "claimants": ["Ben", "Zoe"]})

    assert [(fault.clause, fault.values) for fault in refusal.value.faults] == [
        ("5.2a", (("name", "Ben"),)),
        ("5.2", (("name", "Zoe"),)),
    ]


def test_names_missing_and_names_wrong_are_told_together():
    assert refused(
        Irregularity.MAY_I, {"wanted_by_player_in_turn": "no", "has_drawn": "no", "in_turn": 3}
    ) == [
        "fact-needed /facts/claimants",
        "fact-needed /facts/seats",
        "fact-not-name /facts/in_turn",
    ]


def test_unknown_facts_are_named_by_an_escaped_pointer():
    facts = {"time": "first", "a/b~c": 1, "{}": 2, "hand": 3}

    assert refused(Irregularity.STOCK_OUT, facts) == [
        "fact-unknown /facts/a~1b~0c",
        "fact-unknown /facts/hand",
        "fact-unknown /facts/{}",
    ]


def test_each_fault_says_which_fact_and_what_is_allowed():
    with pytest.raises(RuleViolation) as refusal:
        judge(Irregularity.OUT_OF_TURN, {"discarded": "no", "drew": "joker", "hand": 1})

    assert [fault.values for fault in refusal.value.faults] == [
        (("fact", "drew"), ("allowed", "nothing, stock, discard")),
        (("fact", "hand"),),
    ]


def test_following_refuses_the_same_but_what_is_missing():
    with pytest.raises(RuleViolation) as refusal:
        follow(Irregularity.OUT_OF_TURN, {"discarded": "no", "drew": "joker", "hand": 1})

    assert [fault.pointer for fault in refusal.value.faults] == ["/facts/drew", "/facts/hand"]


@pytest.mark.parametrize(
    ("facts", "faults"),
    [
        ({"laid_cards": "yes"}, []),
        ({"laid_cards": "perhaps"}, ["fact-value /facts/laid_cards"]),
        ({"in_hand": "yes", "cards_seen": "0"}, ["fact-not-asked /facts/cards_seen"]),
    ],
)
def test_faults_beyond_the_first_open_question_are_named_at_once(facts, faults):
    needed = ["fact-needed /facts/discarded", "fact-needed /facts/drew"]

    assert refused(Irregularity.OUT_OF_TURN, facts) == [*needed, *faults]
