"""What the referee's answers rest on in other games: rules, their own clauses, or advice (part 7)."""

import pytest

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Basis, Irregularity, OptionCode
from scorekeeper.referee.effects import duties_of, effects_of, precedent_of
from scorekeeper.referee.graph import facts_below, questions
from scorekeeper.referee.graphs import PLAIN, graph_of
from scorekeeper.referee.judge import Ruling, judge, judge_unasked
from scorekeeper.referee.jurisdiction import basis_of, catalogue
from scorekeeper.referee.roles import may_be_named, to_be_named
from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force, read, values_of
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import Effect, EffectKind
from tests.support.graph_paths import all_paths, paths
from tests.support.own_rules import OWN

TOO_FEW = {"moment": "other-went-out", "direction": "too-few", "by": 2}
OTHERS = [rules for rules in RULESETS.values() if not rules.is_law]
# Rules in which everything can happen that the law knows of.
AS_THE_LAW_PLAYS = read(values_of(OWN) | {"contracts": [{"sets": 2}], "may_i": {}})
CODES = set(Irregularity)
BY_PLAIN = {
    Irregularity.MISSING_SCORE: "P-1",
    Irregularity.PLAYER_LEFT: "P-2",
    Irregularity.RESUME: "P-3",
    Irregularity.SCORING_ERROR: "P-5",
}


def with_referee(**said: object) -> Ruleset:
    """The small ruleset, whose clauses say this."""
    return read(values_of(OWN) | {"referee": said})


def own_ruling(irregularity: Irregularity, rules: Ruleset) -> Ruling:
    return judge(irregularity, {"nobody": "asks"}, rules=rules)


@pytest.mark.parametrize("rules", OTHERS, ids=lambda rules: rules.id)
def test_every_irregularity_rests_on_what_its_file_says(rules):
    for irregularity in Irregularity:
        if irregularity in rules.referee.none:
            assert irregularity not in catalogue(rules)
            with pytest.raises(RuleViolation) as refused:
                judge(irregularity, {}, rules=rules)
            assert [fault.code for fault in refused.value.faults] == [FaultCode.IRREGULARITY_NOT_HERE]
            continue
        said_itself = irregularity in {*rules.referee.own, *rules.referee.silent, *PLAIN}
        assert irregularity in catalogue(rules)
        assert basis_of(irregularity, rules=rules) is (Basis.OWN if said_itself else Basis.ADVICE)


def test_own_clauses_answer_without_a_question_and_change_nothing():
    quoted = [(rules, Irregularity(one)) for rules in OTHERS for one in rules.referee.own if one in CODES]

    assert len(quoted) == 12
    for rules, irregularity in quoted:
        ruling = own_ruling(irregularity, rules)
        assert ruling == judge_unasked(irregularity, hand=None, rules=rules)
        assert (ruling.basis, ruling.clauses) == (Basis.OWN, rules.referee.own[irregularity])
        assert (ruling.facts, ruling.remedies, ruling.choice, ruling.notes) == ((), (), None, ())
        assert effects_of(ruling, choice=None, rules=rules) == ()
        assert duties_of(ruling, choice=None, seats=lambda _who: (0,)) == ()
        assert precedent_of(ruling, choice=None, agreed="") is None
        assert (to_be_named(ruling), may_be_named(ruling)) == ((), ())
        assert sentences.outcome(irregularity, ruling.outcome) is not None


def test_where_a_game_is_silent_and_advice_does_not_fit_the_table_decides_without_a_question():
    rules = with_referee(silent={"out-of-turn": "OW-9"})

    ruling = judge(Irregularity.OUT_OF_TURN, {"discarded": "yes"}, rules=rules)
    assert ruling == judge_unasked(Irregularity.OUT_OF_TURN, hand=None, rules=rules)
    assert (ruling.basis, ruling.clauses, ruling.facts, ruling.silent) == (Basis.OWN, ("OW-9",), (), True)
    assert sentences.outcome(Irregularity.OUT_OF_TURN, ruling.outcome) is not None


def test_an_answer_that_a_game_does_not_have_is_refused():
    rules = with_referee(none=["silent-matter.who-cuts"])

    assert judge(Irregularity.SILENT_MATTER, {"matter": "advice"}, rules=rules).silent
    with pytest.raises(RuleViolation) as refused:
        judge(Irregularity.SILENT_MATTER, {"matter": "who-cuts"}, rules=rules)
    assert [fault.pointer for fault in refused.value.faults] == ["/facts/matter"]


@pytest.mark.parametrize(
    ("ruleset", "changes", "faults", "reasons"),
    [
        ("continental", {}, {"contract-not-met"}, {"after-claim"}),
        ("continental", {"may_i": None}, {"contract-not-met"}, set()),
        ("basic", {}, set(), set()),
        ("basic", {"may_i": {"word": "Mine"}}, set(), {"after-claim"}),
        ("international", {}, set(), set()),
        ("wrotham", {}, {"contract-not-met"}, set()),
    ],
)
def test_only_answers_that_can_be_by_the_values_in_force_are_offered(ruleset, changes, faults, reasons):
    rules = in_force(RULESETS[ruleset], changes=changes)
    fault, *_others, why = questions(graph_of(Irregularity.ILLEGAL_LAYDOWN, rules))

    always = {"superfluous-cards", "wrong-meld", "not-allowed-now"}
    assert {one.value for one in fault.answers} == always | faults
    assert {one.value for one in why.answers} == {"not-gone-down", "out-of-turn"} | reasons


def test_own_clauses_name_nobody_not_even_who_left():
    rules = with_referee(own={"player-left": ["OW-9"]})

    assert to_be_named(own_ruling(Irregularity.PLAYER_LEFT, rules)) == ()


def test_own_clauses_can_rule_one_value_of_the_first_fact():
    rules = with_referee(own={"stock-out.second": ["OW-7a"]})

    ruling = judge(Irregularity.STOCK_OUT, {"time": "second", "weather": "fine"}, rules=rules)
    assert (ruling.basis, ruling.facts, ruling.clauses) == (Basis.OWN, (("time", "second"),), ("OW-7a",))
    assert judge(Irregularity.STOCK_OUT, {"time": "first"}, rules=rules).basis is Basis.ADVICE
    assert basis_of(Irregularity.STOCK_OUT, rules=rules) is Basis.ADVICE
    with pytest.raises(RuleViolation):
        judge(Irregularity.STOCK_OUT, {"time": 2}, rules=rules)


@pytest.mark.parametrize(
    ("ruleset", "matter", "clause"),
    [
        ("basic", "taken-card-discarded", "BR-6"),
        ("seven-hand", "playable-card-discarded", "S7-13"),
        ("rummikub", "slow-play", "RK-10"),
    ],
)
def test_games_speak_of_one_matter_and_leave_the_others_to_the_table(ruleset, matter, clause):
    rules = RULESETS[ruleset]
    ruling = judge(Irregularity.SILENT_MATTER, {"matter": matter}, rules=rules)

    assert (ruling.basis, ruling.clauses, ruling.choice) == (Basis.OWN, (clause,), None)
    other = judge(Irregularity.SILENT_MATTER, {"matter": "advice"}, rules=rules)
    manners = rules.cites.get("5.10", "5.10")
    assert (other.basis, other.clauses, other.silent) == (Basis.ADVICE, (manners,), True)
    assert (manners == "RK-19") is (ruleset == "rummikub")


def test_advice_is_what_the_law_rules_and_says_that_it_is_none_of_theirs():
    rules = AS_THE_LAW_PLAYS
    for walked in all_paths():
        if walked.irregularity in PLAIN:
            continue
        law = judge(walked.irregularity, walked.facts)
        advice = judge(walked.irregularity, walked.facts, rules=rules)
        assert law.basis is Basis.RULES
        assert (advice.basis, advice.interpretation) == (Basis.ADVICE, True)
        assert (advice.outcome, advice.facts, advice.remedies) == (law.outcome, law.facts, law.remedies)
        assert (advice.clauses, advice.choice, advice.notes) == (law.clauses, law.choice, law.notes)


@pytest.mark.parametrize("hand", [None, 7])
def test_house_rules_of_the_law_change_no_advice(hand):
    changes = dict(leaf for variant in LAW.variants.values() for leaf in variant.changes.items())
    rules = in_force(AS_THE_LAW_PLAYS, changes=changes)

    assert judge_unasked(Irregularity.MAY_I, hand=hand, rules=rules) is None
    for walked in all_paths():
        ruling = judge(walked.irregularity, walked.facts, hand=hand, rules=rules)
        assert ruling == judge(walked.irregularity, walked.facts, rules=AS_THE_LAW_PLAYS)


@pytest.mark.parametrize(("each", "points"), [(None, 20), (10, 20), (25, 50), (0, 0)])
def test_a_charge_counts_with_the_value_of_a_missing_card_and_else_as_advice_with_ten(each, points):
    rules = in_force(OWN, changes={"missing_card": each})
    ruling = judge(Irregularity.WRONG_COUNT, TOO_FEW, rules=rules)

    assert [remedy.points for remedy in ruling.remedies] == ([points] if points else [])
    by_table = (Basis.OWN, ("missing_card",), ())
    assert (ruling.basis, ruling.house, ruling.clauses) == (
        (Basis.ADVICE, (), ("12.5", "12.5a")) if each is None else by_table
    )
    assert effects_of(ruling, choice=None, rules=rules) == (
        (Effect(EffectKind.CHARGE, 0, points),) if each else ()
    )


def test_points_of_a_table_for_missing_cards_are_quoted_where_the_game_is_silent():
    silent = RULESETS["rummikub"]
    quoted = judge(Irregularity.WRONG_COUNT, {}, rules=in_force(silent, changes={"missing_card": 5}))

    assert (quoted.quotes, quoted.house, quoted.clauses) == (True, ("missing_card",), ("RK-18",))
    assert judge(Irregularity.WRONG_COUNT, {}, rules=silent).silent


def test_the_law_counts_with_the_value_that_its_table_set():
    rules = in_force(LAW, changes={"missing_card": 15})

    assert judge(Irregularity.WRONG_COUNT, TOO_FEW, rules=rules).remedies[0].points == 30


@pytest.mark.parametrize(("ruleset", "clause"), [("basic", "BR-6"), ("wrotham", "WR-5a")])
def test_a_turn_that_must_end_with_a_discard_is_ruled_by_the_games_own_clause(ruleset, clause):
    now, later = (
        judge(Irregularity.NO_DISCARD, {"next_has_drawn": drawn}, rules=RULESETS[ruleset])
        for drawn in ("no", "yes")
    )

    assert (now.basis, now.clauses, now.quotes) == (Basis.OWN, (clause,), True)
    assert later.basis is Basis.ADVICE


@pytest.mark.parametrize("each", [None, 0])
def test_a_table_of_the_law_without_points_for_missing_cards_is_told_its_own_rule(each):
    ruling = judge(Irregularity.WRONG_COUNT, TOO_FEW, rules=in_force(LAW, changes={"missing_card": each}))

    assert (ruling.basis, ruling.house, ruling.remedies) == (Basis.OWN, ("missing_card",), ())
    assert ruling.clauses == ("12.5", "12.5a")


def test_what_a_claim_costs_is_advice_where_a_game_has_no_claims():
    facts = {"wanted_by_player_in_turn": "no", "has_drawn": "no", "seats": ["Ana", "Ben", "Cem"]}
    claims = {"in_turn": "Ana", "claimants": ["Cem"]}
    advice, law = (
        judge(Irregularity.MAY_I, {**facts, **claims}, rules=rules)
        for rules in (RULESETS["international"], LAW)
    )

    assert (advice.remedies, advice.notes, advice.penalty) == (law.remedies, law.notes, 1)


@pytest.mark.parametrize("rules", [OWN, *RULESETS.values()], ids=lambda rules: rules.id)
@pytest.mark.parametrize("irregularity", PLAIN)
def test_incomplete_games_are_ruled_by_the_value_in_force_in_every_game(rules, irregularity):
    posted, plain = (in_force(rules, changes={"incomplete": value}) for value in ("posted", "plain"))

    assert basis_of(irregularity, rules=posted) is Basis.RULES
    assert basis_of(irregularity, rules=plain) is Basis.OWN
    for walked in paths(graph_of(irregularity, posted)):
        assert judge(irregularity, walked.facts, rules=posted) == judge(irregularity, walked.facts)
    for walked in paths(graph_of(irregularity, plain)):
        ruling = judge(irregularity, walked.facts, rules=plain)
        assert (ruling.outcome, ruling.clauses) == (walked.outcome.name, (BY_PLAIN[irregularity],))
        assert ruling.remedies
        assert not ruling.quotes


@pytest.mark.parametrize("irregularity", PLAIN)
def test_where_there_is_one_ruling_nothing_is_asked(irregularity):
    plain = in_force(LAW, changes={"incomplete": "plain"})
    unasked = judge_unasked(irregularity, hand=None, rules=plain)

    asked = facts_below(graph_of(irregularity, plain).first)
    assert unasked == (None if asked else judge(irregularity, {}, rules=plain))


@pytest.mark.parametrize("walked", [one for one in all_paths() if one.irregularity in PLAIN], ids=str)
def test_what_only_sections_8_and_15_ask_for_changes_no_plain_ruling(walked):
    plain = in_force(LAW, changes={"incomplete": "plain"})
    asked = facts_below(graph_of(walked.irregularity, plain).first)
    facts = {fact: value for fact, value in walked.facts.items() if fact in asked}

    assert judge(walked.irregularity, walked.facts, rules=plain) == judge(
        walked.irregularity, facts, rules=plain
    )


def test_a_new_deal_is_demanded_by_advice_too():
    facts = {"cause": "wrong-number", "has_drawn": "no"}
    ruling = judge(Irregularity.DEAL, facts, rules=OWN)

    assert effects_of(ruling, choice=OptionCode.DEMAND, rules=OWN) == (Effect(EffectKind.NEW_DEAL),)
