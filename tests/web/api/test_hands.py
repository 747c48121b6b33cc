"""PUT /games/{id}/hands/{number}."""

import pytest

from tests.support.api_client import faults, pointers, sheet

PACK_OF_FOUR = 1320


def test_hand_in_points(game):
    answer = game.put(1, "25 out 45 110")

    assert answer.status_code == 200
    assert answer.json == game.now()
    assert game.points(1) == [25, 0, 45, 110]
    assert answer.headers["ETag"] == '"2"'


def test_hand_in_counted_cards(game):
    cards = {"2-9": 3, "10-K": 1, "A": 0, "joker": 0}
    said = {
        "went_out": 0,
        "scores": [
            {"seat": 1, "cards": cards, "missing": 0},
            {"seat": 2, "cards": {"joker": 1}, "missing": 2},
            {"seat": 3, "cards": {"A": 1}},
        ],
    }

    assert game.put(1, said).status_code == 200
    assert game.points(1) == [0, 25, 70, 20]


def test_hand_void_is_replayed(game):
    answer = game.put(1, "- out - -")

    assert (answer.status_code, answer.json["replay"]) == (200, True)
    assert (answer.json["version"], answer.json["hand"]["number"], answer.json["hands"]) == (2, 1, [])
    assert "replay" not in game.put(1, "25 out 45 110").json


def test_hand_twice_with_the_same_scores(game):
    first = game.put(1, "25 out 45 110")
    second = game.put(1, {"went_out": 1, "scores": list(reversed(sheet("25 out 45 110")["scores"]))})

    assert (second.status_code, second.json) == (200, first.json)


def test_hand_twice_with_other_scores_shows_both(game):
    game.put(1, "25 out 45 110")
    before = game.now()

    refused = game.put(1, "out 25 - 110")

    assert (refused.status_code, faults(refused)) == (409, [("hand-recorded", "")])
    saved, offered = sheet("25 0 45 110"), sheet("0 25 - 110")
    offered["scores"][2]["points"] = None
    assert refused.json["saved"] == saved | {"number": 1, "went_out": 1}
    assert refused.json["offered"] == offered | {"number": 1, "went_out": 0}
    assert game.now() == before


def test_hand_sent_again_with_cards_of_no_class_is_another_hand(game):
    game.hands("out 25 45 110")
    unknown = {"seat": 3, "cards": {"2-7": 1}}
    scores = [{"seat": 1, "points": 25}, {"seat": 2, "points": 45}, unknown]
    refused = game.put(1, {"went_out": 0, "scores": scores})

    assert (refused.status_code, faults(refused)) == (409, [("hand-recorded", "")])
    assert refused.json["offered"]["scores"][3]["cards"]["2-9"] == 0


def test_hand_played_again_is_checked_for_cards_of_no_class(game):
    game.hands("out - - -")
    scores = [{"seat": 1, "points": 25}, {"seat": 2, "points": 45}, {"seat": 3, "cards": {"2-7": 1}}]
    refused = game.put(1, {"went_out": 0, "scores": scores})

    assert faults(refused) == [("card-class-unknown", "/scores/2/cards/2-7")]


def test_hand_void_by_other_rules_is_not_known_again(game):
    game.hands("out - - -")
    assert game.put(1, "out - - -").json["replay"]
    game.post("rule-changes", {"changes": {"incomplete": "plain"}, "agreed": True})

    refused = game.put(1, "out - - -")
    assert faults(refused) == [("not-given-plain", f"/scores/{line}/not_given") for line in range(3)]


def test_hand_conflict_shows_counted_cards(game):
    said = sheet("25 out 45 .")
    said["scores"].append({"seat": 3, "cards": {"A": 2}, "missing": 1})
    game.put(1, said)

    refused = game.put(1, "25 out 45 110")

    assert refused.json["saved"]["scores"][3] == {
        "seat": 3,
        "points": 50,
        "cards": {"2-9": 0, "10-K": 0, "A": 2, "joker": 0},
        "missing": 1,
    }


@pytest.mark.parametrize("number", [0, 2, 8, 999_999_999])
def test_hand_that_is_not_current(game, number):
    refused = game.put(number, "25 out 45 110")

    assert (refused.status_code, faults(refused)) == (409, [("hand-not-current", "")])


@pytest.mark.parametrize("number", ["-1", "x", "1.5", "²", "9" * 5000])
def test_hand_that_is_no_number(game, number):
    assert game.api.send("PUT", f"{game.path}/hands/{number}", json=sheet("25 out 45 110")).status_code == 404


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("25 out 45 110 10", [("seat-unknown", "/scores/3/seat")]),
        (f"25 out {PACK_OF_FOUR} 110", [("points-over-pack", "/scores/1/points")]),
        ("23 out 0 .", [
            ("score-missing", "/scores"),
            ("points-not-fives", "/scores/0/points"),
            ("zero-not-out", "/scores/1/points"),
        ]),
    ],
)  # fmt: skip
def test_hand_refused_by_the_rules(game, line, found):
    refused = game.put(1, line)

    assert (refused.status_code, faults(refused)) == (422, found)
    assert game.now()["version"] == 1


@pytest.mark.parametrize("wrong", [True, "25", 25.5, None, [25], {}, 10**15, -(10**15), 10**4000])
def test_hand_numbers_are_whole_numbers(game, wrong):
    said = sheet("25 out 45 110")
    said["scores"][0]["points"] = wrong

    refused = game.put(1, said)

    assert (refused.status_code, pointers(refused)) == (422, ["/scores/0/points"])


def test_hand_of_another_shape_shows_every_fault(game):
    said = {"winner": 1, "scores": [{"seat": "0", "point": 5}, 3, {"seat": 2, "cards": {"A": "1"}}]}

    refused = game.put(1, said)

    assert refused.status_code == 422
    assert pointers(refused) == [
        "/went_out",
        "/scores/0/seat",
        "/scores/0/point",
        "/scores/1",
        "/scores/2/cards/A",
        "/winner",
    ]


def test_hand_of_a_game_of_payments_compares_the_own_sum_and_pays_exact_shares(api):
    game = api.start(ruleset="rummikub", changes={"ends": {"hands": 2}})
    won = sheet("17 out 31 6")

    assert faults(game.put(1, won | {"sum": 52})) == [("sum-differs", "/sum")]
    assert game.put(1, won | {"sum": 54}).status_code == 200
    assert game.put(2, "6 6 7 20").status_code == 200
    assert (game.points(1), game.points(2)) == ([-17, 54, -31, -6], ["15/2", "15/2", -1, -14])
    assert [line["total"] for line in game.now()["standings"]] == ["123/2", "-19/2", -20, -32]
