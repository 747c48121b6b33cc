"""POST /laydown-checks: melds and heaps, by any rules, and what cannot be checked."""

import pytest

from scorekeeper.rules.heap import MOST
from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.laydown.checks import MOST_MELDS
from tests.support.api_client import faults

PATH = "/api/v1/laydown-checks"
TWO_SETS = [["7S", "7H", "JK"], ["QC", "QC", "QD", "AH"]]
TILES = next(rules.id for rules in RULESETS.values() if rules.pack == "tiles")


@pytest.fixture
def check(api):
    def send(status=200, **body):
        answer = api.send("POST", PATH, json=body)
        assert answer.status_code == status, answer.text
        return answer

    return send


def test_a_contract_that_is_met(check):
    assert check(hand=1, melds=TWO_SETS).json == {
        "legal": True,
        "melds": [
            {
                "kind": "set",
                "legal": True,
                "cards": ["7S", "7H", "JK"],
                "stands_for": {"2": "7"},
                "lay_offs": ["7S", "7H", "7D", "7C", "AD", "AH", "JK"],
                "swaps": {},
                "faults": [],
            },
            {
                "kind": "set",
                "legal": True,
                "cards": ["QC", "QC", "QD", "AH"],
                "stands_for": {"3": "Q"},
                "lay_offs": ["QS", "QH", "QD", "QC", "AD", "AH", "JK"],
                "swaps": {},
                "faults": [],
            },
        ],
        "faults": [],
        "left_open": [],
    }


def test_the_clauses_by_which_a_game_is_silent_on_the_cards_are_named(check):
    assert check(ruleset="six-hand", melds=[["QH", "KH", "AH"]]).json["left_open"] == ["C6-6a"]
    assert check(ruleset="international", melds=[["JK", "JK", "JK"]]).json["left_open"] == ["IR-5"]


def test_a_wrong_run_says_which_cards_stay(check):
    meld = check(melds=[["5H", "6H", "JK", "8H", "7D"]]).json["melds"][0]

    assert meld == {
        "kind": "run",
        "legal": False,
        "cards": ["5H", "6H", "JK", "8H", "7D"],
        "stands_for": {},
        "faults": [{"code": "mixed-suits", "clause": "3.2", "cards": [4]}],
        "stays": [0, 1, 2, 3],
    }


def test_a_run_stands_for_cards_and_a_meld_has_all_its_readings(check):
    assert check(melds=[["9S", "8S", "JK", "6S"]]).json["melds"][0]["stands_for"] == {"2": "7S"}

    odd = check(melds=[["9H", "JK", "7H", "8H"]]).json["melds"][0]
    assert odd["readings"] == [
        {
            "kind": "run",
            "of": "H",
            "stands_for": {"1": "6H"},
            "lay_offs": ["5H", "10H", "AD", "AH", "JK"],
            "swaps": {"1": ["6H"]},
        },
        {
            "kind": "run",
            "of": "H",
            "stands_for": {"1": "10H"},
            "lay_offs": ["6H", "JH", "AD", "AH", "JK"],
            "swaps": {"1": ["10H"]},
        },
    ]
    assert (odd["lay_offs"], odd["swaps"]) == (odd["readings"][0]["lay_offs"], {"1": ["6H"]})


def test_house_rules_count(check):
    twos = [["7S", "7H", "2C"]]

    assert not check(melds=twos).json["legal"]
    assert check(melds=twos, variants=["twos-wild"]).json["legal"]
    run = [["5H", "JK", "JK", "8H"]]
    assert check(melds=run).json["legal"]
    assert not check(melds=run, changes={"wild": {"adjacent": False}}).json["legal"]


def test_a_game_brings_its_rules_and_its_hand(check, api):
    sitting = api.start(variants=["twos-wild"])
    game = sitting.started["id"]
    melds = [["7S", "7H", "2C"], ["9S", "9H", "9C"]]

    assert check(melds=melds, game=game).json["legal"]
    assert not check(melds=melds, game=game, hand=2).json["legal"]
    sitting.hands("out 25 45 110")
    assert not check(melds=melds, game=game).json["legal"]
    assert [at for _, at in faults(check(422, melds=[["7S"] * 3], game=game))] == ["/melds/0/2"]
    assert faults(check(422, cards=["7S"], game=game, hand=8)) == [("hand-unknown", "/hand")]


def test_a_heap_has_its_best_melds(check):
    answer = check(hand=1, cards=["7S", "7H", "KD", "JK", "QC", "QC", "QD", "AH"]).json

    assert answer["legal"]
    assert answer["left"] == ["KD"]
    assert answer["points"] == 10
    assert sorted(card for meld in answer["melds"] for card in meld["cards"]) == sorted(
        ["7S", "7H", "JK", "QC", "QC", "QD", "AH"]
    )
    assert answer["missing"] == []
    assert not any({"lay_offs", "swaps"} & set(meld) for meld in answer["melds"])


def test_a_heap_that_is_short_says_what_would_do(check):
    answer = check(hand=3, cards=["7H", "8H", "9H", "2S", "3S", "4S", "5S"]).json

    assert not answer["legal"]
    assert answer["melds"] == []
    assert sorted(answer["left"]) == ["2S", "3S", "4S", "5S", "7H", "8H", "9H"]
    assert [one["kind"] for one in answer["missing"]] == ["run"]
    assert {"6H", "10H", "JK"} <= set(answer["missing"][0]["cards"])


@pytest.mark.parametrize(
    ("body", "found"),
    [
        (
            {"melds": [["7S", "XX"], ["1S", "", "7S" * 50]]},
            [("card-unknown", f"/melds/{at}") for at in ("0/1", "1/0", "1/1", "1/2")],
        ),
        ({"cards": ["7S", "7"]}, [("card-unknown", "/cards/1")]),
        ({"cards": ["7S"] * 6}, [("card-too-often", "/cards/4"), ("card-too-often", "/cards/5")]),
        ({"cards": ["7S"] * (MOST + 1), "hand": 1}, [("cards-too-many", "/cards")]),
        ({"cards": ["7S"] * (MOST + 1), "ruleset": TILES}, [("cards-too-many", "/cards")]),
        ({"cards": []}, [("meld-empty", "/cards")]),
        ({"melds": []}, [("meld-empty", "/melds")]),
        ({"melds": [["7S"], []]}, [("meld-empty", "/melds/1")]),
        ({"melds": [["7S"]] * (MOST_MELDS + 1)}, [("melds-too-many", "/melds")]),
        ({"melds": [["7S"] * (MOST_LAID + 1)]}, [("cards-too-many", "/melds")]),
        ({"hand": 8, "melds": [["7S", "XX"]]}, [("hand-unknown", "/hand"), ("card-unknown", "/melds/0/1")]),
        ({"hand": 0, "cards": ["7S"]}, [("hand-unknown", "/hand")]),
        ({"cards": ["7S"], "ruleset": "nobody"}, [("ruleset-unknown", "/ruleset")]),
        (
            {"cards": ["7S"], "ruleset": TILES, "variants": ["twos-wild"], "changes": {"id": "mine"}},
            [("variant-unknown", "/variants/0"), ("not-changeable", "/changes/id")],
        ),
    ],
)
def test_all_that_cannot_be_checked_is_refused_at_once(check, body, found):
    assert faults(check(422, **body)) == found


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, ""),
        ({"melds": TWO_SETS, "cards": ["7S"]}, ""),
        ({"melds": TWO_SETS, "game": "A" * 22, "ruleset": TILES}, ""),
        ({"melds": TWO_SETS, "game": "A" * 22, "variants": ["twos-wild"]}, ""),
        ({"melds": "7S"}, "/melds"),
        ({"melds": ["7S"]}, "/melds/0"),
        ({"cards": [7]}, "/cards/0"),
        ({"cards": None}, "/cards"),
        ({"cards": ["7S"], "hand": "1"}, "/hand"),
        ({"cards": ["7S"], "deck": 1}, "/deck"),
    ],
)
def test_a_body_of_another_shape_is_refused(check, body, pointer):
    assert pointer in [error["pointer"] for error in check(422, **body).json["errors"]]


@pytest.mark.parametrize("game", ["A" * 22, "x", ""])
def test_an_unknown_game_is_404(check, game):
    assert check(404, cards=["7S"], game=game).json["code"] == "unknown-game"
