"""GET and POST /rulesets, games by other rules, and changes of the rules of a running game."""

import pytest

from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import ScoreForm
from tests.support.api_client import GAMES, faults

PATH = "/api/v1/rulesets"
CONTRACT = ("number", "sets", "runs", "fewest_cards")
FOUR = ["Ana", "Ben", "Cem", "Dee"]
SESSION = next(rules.id for rules in RULESETS.values() if rules.ends.session)
PLAIN = next(rules for rules in RULESETS.values() if rules.score.form is ScoreForm.COLLECT and rules.variants)


def check(api, ruleset, **asked):
    return api.send("POST", f"{PATH}/check", json={"ruleset": ruleset, **asked})


def test_every_ruleset_is_told_whole_the_law_first(api):
    told = api.send("GET", PATH).json

    assert [one["id"] for one in told] == list(RULESETS)
    law = told[0]
    assert law["players"] == {"fewest": 4, "most": 8}
    assert [tuple(found[name] for name in CONTRACT) for found in law["contracts"]] == [
        (1, 2, 0, 6),
        (2, 1, 1, 7),
        (3, 0, 2, 8),
        (4, 3, 0, 9),
        (5, 2, 1, 10),
        (6, 1, 2, 11),
        (7, 0, 3, 12),
    ]
    assert law["points"] == {"2-9": 5, "10-K": 10, "A": 20, "joker": 50}
    assert (law["missing_card"], law["step"]) == (10, 5)
    assert law["deal"] == {
        "cards": 12,
        "by_hand": None,
        "starter_extra": 0,
        "dealer": True,
        "first": "high-card",
    }


def test_one_ruleset_is_told_as_in_the_list(api):
    assert [api.send("GET", f"{PATH}/{name}").json for name in RULESETS] == api.send("GET", PATH).json


def test_an_unknown_ruleset_is_told_as_such(api):
    assert api.send("GET", f"{PATH}/gin").json["code"] == "unknown-ruleset"
    refused = check(api, "gin")
    assert (refused.status_code, faults(refused)) == (422, [("ruleset-unknown", "/ruleset")])


def test_saved_rules_are_kept_as_they_were_sent_and_played(api):
    changes = {"ends": {"hands": 3}}
    saved = {"name": " Tuesday  rules ", "ruleset": PLAIN.id, "changes": changes}
    answer = api.send("POST", PATH, json=saved)
    key = answer.json["id"]

    assert answer.status_code == 201
    assert api.send("GET", answer.json["url"]).json == {
        "format": "scorekeeper-ruleset/1",
        "name": "Tuesday rules",
        "ruleset": PLAIN.id,
        "variants": [],
        "changes": changes,
    }
    game = api.start("Ana Ben", ruleset=key, changes={"players": {"most": 5}})
    assert (game.started["ruleset"], game.started["ends"]["hands"]) == (PLAIN.id, 3)
    assert game.started["changes"] == {**changes, "players": {"most": 5}}
    assert game.get("/ruleset").json["players"] == {"fewest": 2, "most": 5}
    assert api.send("POST", PATH, json=saved).json["id"] != key


ACE = {"2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10-K": 10, "A": 3}


@pytest.mark.parametrize(
    ("first", "then"),
    [
        ({"changes": {"score": {"out_bonus": 5}}}, {"variants": ["out-ten"]}),
        ({"changes": {"points": ACE}}, {"variants": ["ace-11", "jokers"]}),
        ({"changes": {"turn": None}}, {"changes": {"turn": {"melds": 2}}}),
        ({"changes": {"may_i": {"word": "I", "priority": "eldest", "limits": {"1": 2}}}}, {"variants": []}),
        (
            {"changes": {"may_i": {"word": "I", "priority": "eldest", "most": 2, "limits": {"1": 2}}}},
            {"changes": {"may_i": {"most": None, "limits": {"1": None}}}},
        ),
        ({"variants": ["ace-15", "out-ten"]}, {"variants": ["ace-11"]}),
    ],
)
def test_rules_on_top_of_saved_ones_are_saved_and_played_as_they_were_checked(api, first, then):
    def saved(name, **asked):
        return api.send("POST", PATH, json={"name": "More", "ruleset": name, **asked}).json["id"]

    one = saved("basic", **first)
    wanted = check(api, one, **then).json["ruleset"]
    two = api.send("GET", f"{PATH}/{saved(one, **then)}").json
    told = {"variants": two["variants"], "changes": two["changes"]}

    assert check(api, two["ruleset"], **told).json == {"ruleset": wanted, "problems": [], "warnings": []}


def test_a_game_tells_how_its_rules_of_now_are_made(api):
    game = api.start(ruleset="basic", variants=["ace-11"], changes={"ends": {"hands": 5}, "turn": None})
    game.hands("25 out 45 50")
    game.post("rule-changes", {"variants": ["ace-15"], "agreed": True})
    game.post("rule-changes", {"changes": {"turn": {"melds": 3}}, "agreed": True})

    now, rules = game.now(), game.get("/ruleset").json
    asked = {"ruleset": "basic", "variants": now["variants"], "changes": now["changes"]}
    assert now["variants"] == ["ace-15"]
    assert api.start(**asked).get("/ruleset").json == rules


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ({"name": ""}, [("name-empty", "/name")]),
        ({"changes": {"pack": "tiles"}}, [("not-changeable", "/changes/pack")]),
        (
            {"changes": {"points": {"A": 0}}},
            [("class-missing", "/changes/points"), ("points-all-zero", "/changes/points")],
        ),
        ({"variants": ["gin"]}, [("variant-unknown", "/variants/0")]),
    ],
)
def test_rules_that_cannot_be_are_not_saved(api, db, asked, expected):
    refused = api.send("POST", PATH, json={"name": "Ours", "ruleset": PLAIN.id, **asked})

    assert (refused.status_code, faults(refused)) == (422, expected)
    assert db.execute("SELECT count(*) FROM saved_ruleset WHERE document LIKE '%Ours%'").fetchone() == (0,)


def test_a_wrong_name_does_not_hide_what_is_wrong_with_the_rules(api):
    refused = api.send("POST", PATH, json={"name": "", "ruleset": PLAIN.id, "changes": {"wins": "lowest"}})

    assert faults(refused) == [("name-empty", "/name"), ("form-wins", "/changes/wins")]


def test_a_check_that_knows_a_variant_not_tells_everything_else_too(api):
    refused = check(api, LAW.id, variants=["gin"], changes={"pack": "tiles"})

    assert refused.status_code == 422
    assert faults(refused) == [("variant-unknown", "/variants/0"), ("not-changeable", "/changes/pack")]


def test_a_check_tells_problems_and_warnings_without_refusing(api):
    answer = check(api, LAW.id, changes={"jokers": 0, "discard_to_go_out": "may"}, players=9).json

    assert [(one["code"], one["pointer"]) for one in answer["problems"]] == [
        ("class-unknown", "/changes/points")
    ]
    assert [(one["code"], one.get("hands")) for one in answer["warnings"]] == [("outside-players", None)]
    assert answer["ruleset"]["jokers"] == 0
    clash = check(api, LAW.id, changes={"name": "Ours"}).json
    assert ([one["code"] for one in clash["problems"]], clash["ruleset"]) == (["not-changeable"], None)


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"deal": {"cards": 0}}, "/changes/deal/cards"),
        ({"opening": 10**12}, "/changes/opening"),
        ({"wild": {"cards": ["ZZ"]}}, "/changes/wild/cards/0"),
        ({"may_i": {"word": "\0"}}, "/changes/may_i/word"),
        ({"points": {"A": "x"}}, "/changes/points"),
    ],
)
def test_a_value_outside_its_shape_is_refused_at_its_place(api, changes, pointer):
    for refused in (
        check(api, LAW.id, changes=changes),
        api.send("POST", GAMES, json={"players": FOUR, "changes": changes}),
    ):
        assert refused.status_code == 422
        assert [error["pointer"] for error in refused.json["errors"]] == [pointer]


@pytest.mark.parametrize(
    ("changes", "pointer", "field"),
    [
        ({"gin": 1}, "/changes/gin", "gin"),
        ({"gin": None}, "/changes/gin", "gin"),
        ({"deal": {"a/b": None}}, "/changes/deal/a~1b", "a/b"),
        ({"contracts": [{"sets": 1, "gin": {}}]}, "/changes/contracts/0/gin", "gin"),
    ],
)
def test_a_field_that_no_ruleset_has_is_named(api, changes, pointer, field):
    told = {"ruleset": LAW.id, "changes": changes}
    for path, body in (
        (f"{PATH}/check", told),
        (PATH, told | {"name": "Ours"}),
        (GAMES, told | {"players": FOUR}),
    ):
        refused = api.send("POST", path, json=body)
        [error] = refused.json["errors"]
        assert (refused.status_code, error["pointer"]) == (422, pointer)
        assert f"no field “{field}”" in error["detail"]


@pytest.mark.parametrize("players", [1, 13])
def test_a_check_is_for_a_number_of_players_that_can_be_recorded(api, players):
    assert [error["pointer"] for error in check(api, LAW.id, players=players).json["errors"]] == ["/players"]


def test_a_preview_of_other_rules_records_nothing(game):
    game.hands("25 out 45 110")
    before = game.now()
    asked = {"changes": {"ends": {"hands": 1}}, "preview": True}

    answer = game.post("rule-changes", asked).json

    assert (answer["before"], answer["after"], answer["finishes"]) == (
        [25, 0, 45, 110],
        [25, 0, 45, 110],
        True,
    )
    assert game.now() == before


def test_a_preview_for_an_older_version_is_stale(game):
    game.hands("25 out 45 110")
    asked = {"changes": {"ends": {"hands": 3}}, "preview": True}

    assert game.post("rule-changes", asked, headers={"If-Match": '"1"'}).status_code == 412
    assert game.post("rule-changes", asked, headers={"If-Match": '"2"'}).status_code == 200


def test_a_change_that_cannot_be_now_is_refused_with_all_its_faults(game):
    refused = game.post("rule-changes", {"changes": {"decks": 3, "ends": {"hands": 3}}})

    assert faults(refused) == [("not-changeable-now", "/changes/decks"), ("change-not-agreed", "/agreed")]


def test_a_game_that_new_rules_finish_tells_the_cards_of_its_last_hand(api):
    game = api.start(ruleset="basic", changes={"ends": {"hands": 3}})
    game.hands("25 out 45 50")
    ended = game.post(
        "rule-changes", {"changes": {"ends": {"hands": 1}, "deal": {"cards": 9}}, "agreed": True}
    )

    assert (ended.json["status"], ended.json["cards_dealt"]) == ("finished", 7)


def test_a_session_ends_when_the_table_says_so(api, game):
    session = api.start(ruleset=SESSION)

    assert faults(session.post("endings", {"agreed": True})) == [("ending-too-early", "")]
    session.hands("25 out 45 110")
    assert faults(session.post("endings", {"agreed": False})) == [("ending-not-agreed", "/agreed")]
    ended = session.post("endings", {"agreed": True}).json
    assert (ended["status"], ended["winners"]) == ("finished", [1])
    assert faults(game.post("endings", {"agreed": False})) == [
        ("ending-not-session", ""),
        ("ending-not-agreed", "/agreed"),
    ]


def test_a_conflict_tells_that_the_winner_went_out_with_all_cards_at_once(api):
    game = api.start("Ana Ben Cem", ruleset="international")
    hand = {"went_out": 0, "rummy": True, "scores": [{"seat": 1, "points": 7}, {"seat": 2, "points": 9}]}
    game.put(1, hand)
    refused = game.put(1, hand | {"rummy": False})

    assert refused.status_code == 409
    assert refused.json["saved"] == refused.json["offered"] | {"rummy": True}
