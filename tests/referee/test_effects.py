"""What outlasts a ruling: effects on the sheet, duties that bind on, precedents that are set."""

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.referee.effects import adds_nothing, duties_of, effects_of, precedent_of
from scorekeeper.referee.judge import judge
from scorekeeper.rules.rulings import Duty, Effect, EffectKind
from tests.support.graph_paths import all_paths
from tests.support.own_rules import own

SEATS = {
    Who.OFFENDER: (2,),
    Who.NEXT: (3,),
    Who.PASSED_OVER: (0, 1),
    Who.IN_TURN: (0,),
    Who.CLAIMANT: (4,),
    Who.DEALER: (5,),
    Who.TABLE: (),
}
# By outcome, what every ruling leaves behind while nothing is chosen; an outcome not named leaves nothing.
EFFECTS = {
    ("wrong-count", "too-few-at-end"): (EffectKind.CHARGE, 2),
    ("missing-score", "posts"): (EffectKind.NO_SCORE, 2),
    ("missing-score", "replay"): (EffectKind.NEW_DEAL, None),
    ("player-left", "posts"): (EffectKind.LEAVES, 2),
    ("player-left", "discarded"): (EffectKind.LEAVES, 2),
    ("stock-out", "second"): (EffectKind.HAND_ENDS, None),
    ("deal", "many-exposed"): (EffectKind.NEW_DEAL, None),
    ("deal", "many-face-up"): (EffectKind.NEW_DEAL, None),
    ("deal", "wrong-pack"): (EffectKind.NEW_DEAL, None),
}
DUTIES = {
    ("out-of-turn", "one-exposed"): [("next-takes-or-buries", 3)],
    ("out-of-turn", "one-exposed-laid"): [("next-takes-or-buries", 3)],
    ("out-of-turn", "many-exposed"): [("three-way-draw", None)],
    ("out-of-turn", "many-exposed-laid"): [("three-way-draw", None)],
    ("illegal-draw", "one-exposed"): [("next-takes-or-buries", 3)],
    ("illegal-draw", "many-exposed"): [("three-way-draw", None)],
    ("wrong-count", "before-first-draw"): [("may-demand-re-deal", 2)],
    ("wrong-count", "too-many-in-play"): [("discard-without-drawing", 2)],
    ("wrong-count", "too-few-in-play"): [("draw-without-discarding", 2)],
    ("premature-discard", "may-draw"): [("no-laying-down", 2)],
    ("may-i", "claimed"): [("no-play-before-next-turn", 4)],
    ("wild-swap", "run-allowed"): [("play-freed-wild", 4)],
    ("deal", "may-demand"): [("may-demand-re-deal", 2)],
}
RULINGS = tuple(judge(walked.irregularity, walked.facts) for walked in all_paths())


def place(ruling):
    return ruling.irregularity.value, ruling.outcome


def ruled(irregularity, **facts):
    return judge(Irregularity(irregularity), facts)


def test_outcomes_named_here_exist():
    assert EFFECTS.keys() | DUTIES.keys() <= {place(ruling) for ruling in RULINGS}


def test_effects_are_those_of_the_table():
    for ruling in RULINGS:
        found = effects_of(ruling, choice=None, seats=SEATS.__getitem__)
        kind_and_seat = [(effect.kind, effect.seat) for effect in found]
        assert kind_and_seat == ([EFFECTS[place(ruling)]] if place(ruling) in EFFECTS else [])


def test_a_charge_is_left_to_tables_whose_sheet_does_not_add_it():
    left = {place(ruling) for ruling in RULINGS if adds_nothing(ruling, rules=own())}
    assert left == {("wrong-count", "too-few-at-end")}

    assert not any(adds_nothing(ruling, rules=own(missing_card=5)) for ruling in RULINGS)


def test_duties_are_those_of_the_table():
    for ruling in RULINGS:
        found = duties_of(ruling, choice=None, seats=SEATS.__getitem__)
        assert [(duty.code, duty.seat) for duty in found] == DUTIES.get(place(ruling), [])


def test_without_seats_only_what_concerns_the_whole_table_is_left():
    for ruling in RULINGS:
        effects = effects_of(ruling, choice=None, seats=lambda who: ())
        duties = duties_of(ruling, choice=None, seats=lambda who: ())
        kind, seat = EFFECTS.get(place(ruling), (None, None))
        assert [effect.kind for effect in effects] == ([kind] if kind and seat is None else [])
        of_table = [code for code, seat in DUTIES.get(place(ruling), []) if seat is None]
        assert [duty.code for duty in duties] == of_table


def test_what_there_would_be_is_known_before_anybody_is_named():
    for ruling in RULINGS:
        named = effects_of(ruling, choice=None, seats=SEATS.__getitem__)
        assert [effect.kind for effect in effects_of(ruling, choice=None)] == [
            effect.kind for effect in named
        ]


@pytest.mark.parametrize("by", [1, 2, 5])
def test_charge_is_10_for_each_missing_card_12_5(by):
    ruling = ruled("wrong-count", moment="other-went-out", direction="too-few", by=by)

    assert effects_of(ruling, choice=None, seats=SEATS.__getitem__) == (
        Effect(EffectKind.CHARGE, 2, points=10 * by),
    )


def test_posted_points_are_left_to_the_sheet_8_5():
    ruling = ruled("missing-score", other_scores=[45, 120])

    assert effects_of(ruling, choice=None, seats=SEATS.__getitem__) == (Effect(EffectKind.NO_SCORE, 2),)


@pytest.mark.parametrize("by", [1, 3])
@pytest.mark.parametrize(
    ("direction", "code"),
    [("too-many", "discard-without-drawing"), ("too-few", "draw-without-discarding")],
)
def test_wrong_count_binds_one_turn_for_each_card_12_1a_12_2(direction, code, by):
    ruling = ruled("wrong-count", moment="in-play", direction=direction, by=by)

    assert duties_of(ruling, choice=None, seats=SEATS.__getitem__) == (Duty(code, 2, times=by),)


@pytest.mark.parametrize("choice", [OptionCode.TAKE, OptionCode.BURY])
def test_card_taken_or_buried_binds_nobody_any_more_10_2(choice):
    ruling = ruled("illegal-draw", discarded="no", in_hand="no", cards_seen="1")

    assert duties_of(ruling, choice=choice, seats=SEATS.__getitem__) == ()


@pytest.mark.parametrize("choice", [None, OptionCode.EXPOSED, OptionCode.FACE_DOWN, OptionCode.DISCARD])
def test_exposed_cards_bind_on_whatever_the_first_player_draws_10_3(choice):
    ruling = ruled("illegal-draw", discarded="no", in_hand="no", cards_seen="2 or more")

    assert duties_of(ruling, choice=choice, seats=SEATS.__getitem__) == (Duty("three-way-draw"),)


@pytest.mark.parametrize(
    ("choice", "effects", "duties"),
    [
        (None, (), (Duty("may-demand-re-deal", 2),)),
        (OptionCode.DEMAND, (Effect(EffectKind.NEW_DEAL),), ()),
        (OptionCode.DECLINE, (), ()),
    ],
)
def test_re_deal_comes_when_it_is_demanded_13_2(choice, effects, duties):
    for ruling in (
        ruled("deal", cause="wrong-number", has_drawn="no"),
        ruled("wrong-count", moment="before-first-draw"),
    ):
        assert effects_of(ruling, choice=choice, seats=SEATS.__getitem__) == effects
        assert duties_of(ruling, choice=choice, seats=SEATS.__getitem__) == duties


@pytest.mark.parametrize(
    ("facts", "choice", "clause"),
    [
        (("illegal-laydown", {"fault": "wrong-meld"}), OptionCode.PUT_RIGHT, "14.4"),
        (("illegal-laydown", {"fault": "wrong-meld"}), None, None),
        (
            ("illegal-laydown", {"fault": "not-allowed-now", "why": "after-claim"}),
            OptionCode.ALL_BACK,
            "14.4a",
        ),
        (("may-i", {"wanted_by_player_in_turn": "no", "has_drawn": "yes"}), OptionCode.CLAIM_COUNTS, "5.2b"),
        (("silent-matter", {"matter": "wrong-dealer"}), OptionCode.DEAL_AGAIN, "2.2c"),
        (("silent-matter", {"matter": "advice"}), OptionCode.NO_ADVICE, "5.10"),
        (("take-back", {"what": "laid-this-turn"}), None, None),
        (("scoring-error", {"kind": "miscount", "mixed": "yes"}), OptionCode.WIDER, "15.2a"),
        (("scoring-error", {"kind": "miscount", "mixed": "yes"}), OptionCode.STANDS, "15.2a"),
        (("scoring-error", {"kind": "miscount", "mixed": "yes"}), None, None),
        (("scoring-error", {"kind": "scoresheet", "disputed_before": "no"}), OptionCode.AGREE, None),
        (("premature-discard", {"next_has_drawn": "no"}), OptionCode.DRAW, None),
    ],
)
def test_precedent_is_set_where_the_rules_leave_it_open(facts, choice, clause):
    irregularity, given = facts

    assert precedent_of(ruled(irregularity, **given), choice=choice) == clause


def test_precedent_is_set_by_the_tables_own_words_where_the_rules_are_silent():
    silent = ruled("illegal-laydown", fault="wrong-meld")
    settled = ruled("premature-discard", next_has_drawn="no")

    assert precedent_of(silent, choice=None, agreed="All of it goes back.") == "14.4"
    mixed = ruled("scoring-error", kind="miscount", mixed="yes")
    assert precedent_of(mixed, choice=OptionCode.STANDS, agreed="We never correct.") == "15.2a"
    assert precedent_of(mixed, choice=None, agreed="We never correct.") == "15.2a"
    assert precedent_of(settled, choice=None, agreed="All of it goes back.") is None
