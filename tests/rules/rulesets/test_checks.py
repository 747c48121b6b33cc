"""What a ruleset in force may not say, and what a table should know (rulesets, 1.2)."""

import pytest

from scorekeeper.rules.rulesets.checks import problems, warnings
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force, read

BASE = read(
    {
        "id": "x",
        "name": "X",
        "source": "-",
        "prefix": "X",
        "players": {"fewest": 2, "most": 5},
        "deal": {"cards": 7},
        "points": {"2-K": 5, "A": 15},
        "ends": {"hands": 3},
        "cites": {"pack": "X-2", "ends": "X-9"},
        "variants": {
            "many": {"name": "Many", "changes": {"deal": {"cards": 26}}},
            "extra": {"name": "Extra", "changes": {"deal": {"starter_extra": 5}}},
            "collect": {"name": "Collect", "changes": {"score": {"form": "collect", "block": "lose"}}},
            "highest": {"name": "Highest", "changes": {"wins": "highest"}},
        },
    }
)
BONUS = {"out_bonus": 10}
ZERO_SUM = {"score": {"form": "zero-sum", "block": "differences"}, "wins": "highest"}


def found(*variants, players=None, base=BASE, **changes):
    rules = in_force(base, variants=variants, changes=changes)
    adopted = [(variant, base.variants[variant].changes) for variant in variants]
    return [
        (one.code.value, one.pointer, one.clause)
        for one in problems(rules, players=players, variants=adopted, changes=changes)
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"points": {"2-K": 5}}, [("class-missing", "/changes/points", None)]),
        ({"jokers": 2}, [("class-missing", "/changes/points", None)]),
        ({"points": {"2-K": 5, "A": 15, "K": 5}}, [("class-twice", "/changes/points", None)]),
        ({"points": {"2-K": 5, "A": 15, "B": 5}}, [("class-unknown", "/changes/points", None)]),
        ({"points": {"2-K": 5, "A": 15, "joker": 5}}, [("class-unknown", "/changes/points", None)]),
        ({"points": {"2-K": 5, "A": 15, "2-": 5}}, [("class-unknown", "/changes/points", None)]),
        ({"points": {"2-K": 0, "A": 0}}, [("points-all-zero", "/changes/points", None)]),
        ({"deal": {"cards": 11}}, [("pack-too-small", "/changes/deal", "X-2")]),
        ({"deal": {"by_hand": [1, 11, 1]}}, [("pack-too-small", "/changes/deal", "X-2")]),
        ({"deal": {"cards": 10, "starter_extra": 2}}, [("pack-too-small", "/changes/deal", "X-2")]),
        ({"contracts": [{}, {}]}, [("hands-without-contract", "/changes/ends/hands", None)]),
        (
            {"contracts": [{}], "ends": {"hands": None, "target": 90}},
            [("hands-without-contract", "/changes/ends/hands", None)],
        ),
        ({"wins": "highest"}, [("form-wins", "/changes/wins", None)]),
        ({"score": {"block": "lose"}}, [("form-block", "/changes/score/block", None)]),
        ({"score": {"block": "differences"}}, [("form-block", "/changes/score/block", None)]),
        (
            {"score": {"form": "collect"}},
            [("form-wins", "/changes/wins", None), ("form-block", "/changes/score/block", None)],
        ),
        (
            {"score": {"form": "zero-sum", "block": "lose"}, "wins": "highest"},
            [("form-block", "/changes/score/block", None)],
        ),
        ({**ZERO_SUM, "score": ZERO_SUM["score"] | BONUS}, [("form-bonus", "/changes/score", None)]),
        (
            {**ZERO_SUM, "score": ZERO_SUM["score"] | {"rummy_bonus": 1}},
            [("form-bonus", "/changes/score", None)],
        ),
        (
            {"incomplete": "posted", "score": {"rummy_bonus": 5}},
            [("posted-not-possible", "/changes/incomplete", None)],
        ),
        ({"incomplete": "posted", **ZERO_SUM}, [("posted-not-possible", "/changes/incomplete", None)]),
    ],
)
def test_what_cannot_be_is_refused_with_pointer_and_clause(changes, expected):
    assert found(**changes) == expected


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"points": None},
        {"points": {"2-A": 5}},
        {"points": {"2-K": 0, "A": 1}},
        {"jokers": 2, "points": {"2-K": 5, "A": 15, "joker": 0}},
        {"deal": {"cards": 10, "starter_extra": 1}},
        {"contracts": [{}, {}, {}]},
        {"ends": None},
        ZERO_SUM,
        {"score": {"form": "collect", "block": "lose", **BONUS}, "wins": "highest"},
        {"incomplete": "posted", "score": {"rummy_bonus": 0, "rummy_times": 4}},
    ],
)
def test_what_can_be_has_no_problem(changes):
    assert found(**changes) == []


def test_the_players_of_a_game_decide_whether_the_pack_is_too_small():
    too_small = [("pack-too-small", "/changes/deal", "X-2")]

    assert found(deal={"cards": 13}, players=3) == []
    assert found(deal={"cards": 13}, players=4) == too_small
    assert found(decks=2, deal={"cards": 13}, players=7) == []
    assert found(decks=2, deal={"cards": 13}, players=8) == too_small


def test_a_pack_too_small_for_players_that_nobody_thought_of_is_about_players():
    assert found(players=8) == [("pack-too-small", "/players", "X-2")]
    assert found(players=8, jokers=0) == [("pack-too-small", "/changes/deal", "X-2")]


def test_a_game_needs_an_agreed_end_and_a_saved_set_does_not():
    assert found(ends=None, players=4) == [("ends-not-agreed", "/changes/ends", "X-9")]
    assert found(ends=None) == []
    for end in ({"hands": 1}, {"target": 1}, {"session": True}):
        assert found(ends=None if not end else {"hands": None, **end}, players=4) == []


def test_the_cause_is_the_change_else_the_last_variant_else_the_table():
    assert found("many") == [("pack-too-small", "/variants/0", "X-2")]
    assert found("many", "extra", "highest", wins=None) == [("pack-too-small", "/variants/1", "X-2")]
    assert found("many", players=2) == [("pack-too-small", "/variants/0", "X-2")]
    assert found("collect") == [("form-wins", "/variants/0", None)]
    assert found("highest", "many", "collect", wins="lowest", deal={"cards": 7}) == [
        ("form-wins", "/changes/wins", None)
    ]
    assert found("collect", "highest", score=None) == [("form-wins", "/changes/wins", None)]
    assert found("many", "collect", deal={"cards": 7}) == [("form-wins", "/variants/1", None)]
    unfit = in_force(BASE, changes={"wins": "highest"})
    assert found(base=unfit) == [("form-wins", "/changes/wins", None)]


def test_null_for_an_object_names_all_fields_in_it():
    posted = in_force(BASE, changes={"incomplete": "posted", "score": BONUS})

    assert found(base=posted, score={"rummy_bonus": 7}) == [
        ("posted-not-possible", "/changes/incomplete", None)
    ]
    assert found(base=in_force(BASE, changes=ZERO_SUM), score=None) == [("form-wins", "/changes/wins", None)]


def test_the_law_and_its_variants_have_no_problem():
    assert found(base=LAW) == []
    assert found(*LAW.variants, base=LAW, players=12) == []


def warned(players=None, **changes):
    rules = in_force(BASE, changes=changes)
    return [(one.code.value, one.pointer, one.hands) for one in warnings(rules, players=players)]


def test_a_table_is_warned_of_what_it_may_do_all_the_same():
    assert warned() == []
    assert warned(players=5) == []
    assert warned(players=6) == [("outside-players", "/players", ())]
    assert warned(points=None) == [("values-unknown", "/changes/points", ())]


def test_contracts_that_ask_for_more_than_is_dealt_are_named_with_their_hands():
    above, beyond = "contract-above-deal", "contract-beyond-reach"
    contracts = [{"sets": 2}, {"sets": 3}, {"special": [{"cards": 8}]}]

    assert warned(contracts=contracts) == [
        (beyond, "/changes/contracts", (2,)),
        (above, "/changes/contracts", (3,)),
    ]
    assert warned(contracts=contracts, ends={"hands": 1}) == []
    assert warned(contracts=contracts, ends={"hands": 2}) == [(beyond, "/changes/contracts", (2,))]
    assert warned(contracts=contracts, ends={"hands": None}) == warned(contracts=contracts)
    claims = {"word": "Mine", "priority": "eldest"}
    assert warned(contracts=contracts, may_i=claims) == [(above, "/changes/contracts", (2, 3))]
    assert warned(contracts=[{"sets": 10, "runs": 10}], may_i=claims, ends={"hands": 1}) == [
        (beyond, "/changes/contracts", (1,))
    ]


def test_a_contract_within_reach_of_some_players_only_is_named_once():
    by_number = {"cards": [[2, 9], [3, 5], [4, 8]]}

    assert warned(contracts=[{"sets": 3}], deal=by_number, ends={"hands": 1}) == [
        ("contract-beyond-reach", "/changes/contracts", (1,))
    ]
    assert warned(4, contracts=[{"sets": 3}], deal=by_number, ends={"hands": 1}) == [
        ("contract-above-deal", "/changes/contracts", (1,))
    ]
