"""Other rules in a running game, from the next hand on (rulesets, part 5)."""

import pytest

from scorekeeper.rules.entries import RulesChanged
from scorekeeper.rules.faults import RuleViolation
from scorekeeper.rules.game import Status
from scorekeeper.rules.rule_changes import change_of
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import NotOfShape
from tests.support.disputes import ENDS, Court, charge, no_score
from tests.support.own_rules import COLLECT, own
from tests.support.score_notation import Table, codes


@pytest.fixture
def table():
    """Three players after a hand."""
    table = Table("Ana Ben Cem", rules=own())
    table.hand("out 5 10")
    return table


def change(table, *variants, agreed=True, **changes):
    return change_of(table.game, variants=variants, changes=changes, agreed=agreed)


def faults_of(table, *variants, **changes):
    """The faults of a change that leaves no ruleset in force."""
    with pytest.raises(RuleViolation) as refusal:
        change(table, *variants, **changes)
    return codes(refusal.value.faults)


def test_other_rules_hold_from_the_next_hand_on(table):
    table.do(
        change(
            table, points={"2-A": 7}, deal={"by_hand": [3, 4]}, contracts=[{"sets": 1}] * 4, ends={"hands": 4}
        )
    )
    assert codes(table.refused(table.sheet("out 5 7"))) == [
        ("points-not-step", "/scores/1/points", "OW-step")
    ]
    table.hand("out 7 14")

    assert [table.points(hand) for hand in (1, 2)] == [[0, 5, 10], [0, 7, 14]]
    assert [hand.rules.step for hand in table.game.hands] == [5, 7]
    assert table.game.hand.contract.sets == 1


def test_a_recorded_hand_is_corrected_by_the_rules_of_its_own_time(table):
    table.do(change(table, points={"2-A": 7}))
    table.hand("out 7 14")
    by_old = table.correction(1, "out 10 10", kind=None)
    by_new = table.correction(1, "out 7 14", kind=None)

    assert [code for code, *_ in codes(table.refused(by_new))] == ["points-not-fives"] * 2
    table.do(by_old)
    assert table.points(1) == [0, 10, 10]


def test_a_change_comes_on_top_of_what_is_in_force(table):
    table.do(change(table, deal={"cards": 9}))
    game = table.do(change(table, missing_card=10))

    assert (game.rules.deal.cards, game.rules.missing_card) == (9, 10)
    assert table.undo().rules == own(deal={"cards": 9})
    assert table.undo().rules == own()


def test_a_variant_of_the_file_may_be_adopted_later(table):
    assert table.do(change(table, "long")).rules.ends.hands == 9


def test_a_new_end_holds_at_once_and_can_finish_the_game(table):
    event = change(table, ends={"target": 10})
    assert (event.before, event.after, event.finishes) == ((0, 5, 10), (0, 5, 10), True)
    assert table.do(event).status is Status.FINISHED
    assert table.undo().status is Status.PLAYING
    assert table.do(change(table, "short")).status is Status.FINISHED


def test_totals_differ_where_who_left_posts_or_no_longer_does():
    table = Table("Ana Ben Cem Dee", rules=own())
    table.hand("out 5 10 20")
    table.leave(3)
    event = change(table, incomplete="posted")

    assert (event.before, event.after, event.finishes) == ((0, 5, 10, 20), (0, 5, 10, 15), False)
    assert table.do(event).standings[-1].posted
    assert change(table, incomplete="plain").after == (0, 5, 10, 20)


@pytest.mark.parametrize(
    ("changes", "waiting"),
    [
        ({"missing_card": 15}, (charge(1, 30), no_score(2), ENDS)),
        ({"missing_card": 0}, (no_score(2), ENDS)),
        ({"missing_card": None, "incomplete": "plain"}, (ENDS,)),
        ({"deal": {"cards": 11}}, (charge(1, 20), no_score(2), ENDS)),
    ],
)
def test_what_waits_for_the_sheet_fits_the_rules_that_it_is_read_by(changes, waiting):
    court = Court()
    court.rule(charge(1, 20), no_score(2), ENDS)

    assert tuple(line.effect for line in court.do(change(court, **changes)).waiting) == waiting
    assert len(court.undo().waiting) == 3


def test_totals_that_are_not_whole_are_written_as_fractions():
    table = Table("Ana Ben Cem", rules=own(**COLLECT))
    table.hand("5 5 10")
    event = change(table, missing_card=10)

    assert event.before == event.after == ("5/2", "5/2", 0)


def test_a_change_needs_the_tables_word(table):
    event = change(table, missing_card=10, agreed=False)
    assert codes(table.refused(event)) == [("change-not-agreed", "/agreed", None)]


@pytest.mark.parametrize(
    ("changes", "pointers"),
    [
        ({"players": {"most": 5}}, ["/changes/players"]),
        ({"decks": 2}, ["/changes/decks"]),
        ({"jokers": None}, ["/changes/jokers"]),
        ({"deal": {"dealer": True}}, ["/changes/deal/dealer"]),
        ({"deal": None}, ["/changes/deal"]),
        ({"score": {"form": "held"}}, ["/changes/score/form"]),
        ({"score": None}, ["/changes/score"]),
        ({"wins": "lowest", "score": {"form": None}}, ["/changes/score/form", "/changes/wins"]),
    ],
)
def test_what_the_whole_game_rests_on_is_not_changeable_now(table, changes, pointers):
    assert faults_of(table, **changes) == [("not-changeable-now", pointer, None) for pointer in pointers]


def test_a_variant_that_changes_it_is_named_once(table):
    assert faults_of(table, "long", "pays", "pays") == [("not-changeable-now", "/variants/1", None)]


def test_what_leaves_no_ruleset_in_force_is_refused_at_once(table):
    assert faults_of(table, "short", "long", "none", name="Mine", wins="highest") == [
        ("variant-unknown", "/variants/2", None),
        ("variants-clash", "/variants/1", None),
        ("not-changeable", "/changes/name", None),
        ("not-changeable-now", "/changes/wins", None),
    ]
    with pytest.raises(NotOfShape):
        change(table, deal={"cards": 0})


def test_fewer_hands_than_are_recorded_cannot_be(table):
    table.hand("out 5 5")
    early = [("ends-before-now", "/changes/ends/hands", None)]

    assert codes(table.refused(change(table, ends={"hands": 1}))) == early
    assert codes(table.refused(change(table, "short"))) == [("ends-before-now", "/variants/0", None)]
    assert codes(table.refused(change(table, "short", ends={"hands": 1}))) == early
    assert table.do(change(table, ends={"hands": 2})).status is Status.FINISHED


def test_what_cannot_be_is_refused_with_the_players_of_the_game():
    table = Table("Ana Ben Cem Dee", rules=own())
    too_small = change(table, deal={"cards": 26})

    assert codes(table.refused(too_small)) == [("pack-too-small", "/changes/deal", "OW-pack")]
    assert codes(table.refused(change(table, ends=None))) == [("ends-not-agreed", "/changes/ends", "OW-ends")]
    assert codes(table.refused(change(table, "long", contracts=[{}]))) == [
        ("hands-without-contract", "/changes/ends/hands", None)
    ]
    assert table.do(change(table, deal={"cards": 25})).hand.number == 1


def test_no_change_is_a_change_too(table):
    assert table.do(change_of(table.game, agreed=True)).rules == own()


def test_a_suspended_game_keeps_its_rules(table):
    event = change(table, missing_card=10)
    table.suspend()
    assert codes(table.refused(event)) == [("game-suspended", "", "P-3")]


def test_the_law_can_be_changed_in_a_game_too():
    table = Table()
    table.hand("out 5 10 15")
    event = change(table, "eleven", discard_to_go_out="may")
    assert isinstance(event, RulesChanged)

    assert table.do(event).rules.cards_dealt(2, players=4) == 11
    assert table.game.hands[0].rules == LAW
