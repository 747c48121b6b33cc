"""What follows from the values of a ruleset (rulesets, 1.1)."""

import pytest

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import NotOfShape, read
from scorekeeper.rules.rulesets.ruleset import Wins, by_players

SMALLEST = {"id": "x", "name": "X", "source": "-", "prefix": "X", "deal": {"cards": 7}}
PENALTY = {"word": "Mine", "priority": "eldest"}


def rules(**values):
    return read(SMALLEST | values)


def test_values_left_out_are_those_of_a_plain_game():
    plain = rules()

    assert (plain.pack, plain.decks, plain.jokers, plain.direction) == ("cards", 1, 0, "clockwise")
    assert (plain.players.fewest, plain.players.most) == (2, 12)
    assert (plain.deal.starter_extra, plain.deal.dealer, plain.contracts) == (0, True, ())
    assert (plain.sets.fewest, plain.runs.fewest, plain.discard_to_go_out) == (3, 3, "may")
    assert (plain.points, plain.missing_card, plain.may_i, plain.opening) == (None, None, None, None)
    assert (plain.score.form, plain.score.block, plain.score.out_bonus) == ("held", "held", 0)
    assert (plain.score.rummy_bonus, plain.score.rummy_times) == (None, 1)
    assert (plain.wins, plain.incomplete, plain.is_law) == ("lowest", "plain", False)
    assert (plain.ends.hands, plain.ends.target, plain.ends.session) == (None, None, False)


def test_claims_of_which_little_is_told_are_like_those_of_the_first_rules():
    told = rules(may_i={"most": 2}).may_i

    assert (told.word, told.priority, told.penalty, told.own_discard, told.most, told.limits) == (
        *("May I?", "nearest-left", 1, True, 2, {}),
    )


@pytest.mark.parametrize(
    ("players", "decks"), [(2, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 5), (11, 6), (12, 6)]
)
def test_a_value_by_players_is_the_last_pair_not_above_them_2_1a(players, decks):
    assert LAW.decks_for(players) == decks


def test_below_the_first_pair_the_first_one_counts():
    assert by_players(((4, 10), (6, 8)), players=2) == 10
    assert by_players(3, players=2) == 3


@pytest.mark.parametrize("pairs", [[], [[2, 1], [2, 2]], [[5, 1], [2, 2]], [[1, 1]], [[2, 13]], [[13, 1]]])
def test_pairs_of_players_rise_within_their_bounds(pairs):
    with pytest.raises(NotOfShape):
        rules(decks=pairs)


def test_the_fewest_players_are_not_above_the_most():
    with pytest.raises(NotOfShape):
        rules(players={"fewest": 5, "most": 4})


@pytest.mark.parametrize(
    ("points", "jokers", "classes"),
    [
        (None, 2, {}),
        ({"joker": 9, "A": 2, "2-K": 1}, 1, {"2-K": 12, "A": 1, "joker": 1}),
        ({"10-K": 1, "A": 1, "2-9": 1}, 0, {"2-9": 8, "10-K": 4, "A": 1}),
        # What names nothing in the pack comes last, and is refused by its code.
        ({"9-2": 1, "2-A": 1, "joker": 1}, 0, {"2-A": 13, "9-2": 0, "joker": 0}),
        ({"2-": 1, "-2": 1, "2-9-K": 1, "B": 1, "": 1}, 0, {"2-": 0, "-2": 0, "2-9-K": 0, "B": 0, "": 0}),
    ],
)
def test_classes_are_listed_in_the_order_of_ranks_the_joker_last(points, jokers, classes):
    found = rules(points=points, jokers=jokers).classes

    assert [(key, len(ranks)) for key, ranks in found.items()] == list(classes.items())


def test_tiles_are_numbered():
    tiles = rules(pack="tiles", points={"1-13": 1})

    assert tiles.classes == {"1-13": tuple(map(str, range(1, 14)))}
    assert rules(pack="tiles", points={"2-K": 1}).classes == {"2-K": ()}


def test_the_pack_holds_four_of_each_rank_and_its_jokers_for_each_deck():
    assert [LAW.cards_of(key, players=4) for key in ("2-9", "10-K", "A", "joker")] == [64, 32, 8, 4]
    assert (LAW.pack_size(4), LAW.pack_points(4)) == (108, 1000)
    assert (rules().pack_size(2), rules().pack_points(2)) == (52, 0)


@pytest.mark.parametrize(
    ("points", "missing", "step"),
    [
        (None, 10, 1),
        ({"2-K": 10, "A": 20}, None, 10),
        ({"2-K": 10, "A": 0}, None, 10),
        ({"2-K": 10, "A": 20}, 5, 5),
        ({"2-K": 10, "A": 20}, 0, 10),
        ({"2-K": 6, "A": 15}, 10, 1),
        ({"2-A": 0}, None, 1),
    ],
)
def test_every_count_is_a_multiple_of_the_step(points, missing, step):
    assert rules(points=points, missing_card=missing).step == step


def test_nothing_may_be_held_where_some_cards_are_worth_nothing_or_nobody_knows():
    assert rules().can_hold_nothing
    assert rules(points={"2-K": 1, "A": 0}).can_hold_nothing
    assert not LAW.can_hold_nothing


def test_scores_are_below_zero_by_form_or_bonus():
    assert not rules(score={"rummy_bonus": 0}).scores_below_zero
    for score in ({"form": "collect"}, {"form": "zero-sum"}, {"out_bonus": 5}, {"rummy_bonus": 5}):
        assert rules(score=score).scores_below_zero


def test_cards_dealt_go_by_players_or_by_hand_and_the_last_value_goes_on():
    by_number = rules(deal={"cards": [[2, 10], [3, 7], [5, 6]]})
    by_hand = rules(deal={"cards": 7, "by_hand": [8, 9, 13]})

    assert [by_number.cards_dealt(1, players=players) for players in (2, 3, 4, 5, 12)] == [10, 7, 7, 6, 6]
    assert [by_hand.cards_dealt(hand, players=4) for hand in (1, 2, 3, 4, 200)] == [8, 9, 13, 13, 13]


def test_contracts_of_the_law_are_those_of_4_1():
    asked = [LAW.contract(hand) for hand in range(1, 8)]

    assert [(one.sets, one.runs) for one in asked] == [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]
    assert [LAW.fewest_cards(hand, players=4) for hand in range(1, 8)] == [6, 7, 8, 9, 10, 11, 12]


def test_without_contracts_any_melds_do():
    assert (rules().contract(3), rules().fewest_cards(3, players=2)) == (None, None)


@pytest.mark.parametrize(
    ("contract", "fewest"),
    [
        ({}, None),
        ({"at_once": True}, 7),
        ({"sets": 1, "at_once": True}, 3),
        ({"special": [{"cards": 11}]}, 11),
        ({"sets": 2, "runs": 1, "special": [{"cards": 5}]}, 2 * 3 + 4 + 5),
    ],
)
def test_the_fewest_cards_of_a_contract_are_those_of_its_smallest_melds(contract, fewest):
    assert rules(contracts=[contract], runs={"fewest": 4}).fewest_cards(1, players=2) == fewest


@pytest.mark.parametrize(
    ("values", "reach"),
    [
        ({}, 8),
        ({"discard_to_go_out": "must"}, 7),
        ({"discard_to_go_out": "never"}, 8),
        ({"discard_to_go_out": "must", "contracts": [{"discard": "never"}]}, 8),
        ({"contracts": [{"discard": "must"}]}, 7),
        ({"may_i": PENALTY}, 52),
        ({"may_i": PENALTY | {"most": 2}}, 12),
        ({"may_i": PENALTY | {"most": 2, "penalty": 0}}, 10),
        ({"may_i": PENALTY | {"most": 2, "limits": {"1": 1, "2": 9}}}, 10),
        ({"may_i": PENALTY | {"limits": {"2": 0}}}, 52),
        ({"deal": {"cards": 7, "starter_extra": 1}}, 8),
    ],
)
def test_the_reach_of_a_hand_is_what_drawing_and_claiming_bring(values, reach):
    assert rules(**values).reach(1, players=2) == reach


def test_the_better_total_is_lower_by_its_sign():
    assert [3 * wins.sign for wins in (Wins.LOWEST, Wins.HIGHEST)] == [3, -3]
