"""POST /games/{id}/rulings, /settlements, /cancellations and /agreements, and the precedents that follow."""

import pytest

from tests.support.api_client import faults, pointers

SHORT = {"moment": "other-went-out", "direction": "too-few", "by": 2}
EXPOSED = {"discarded": "no", "in_hand": "no", "cards_seen": "1"}


def test_a_ruling_is_recorded_with_the_names_of_the_players(game, rule):
    answer = rule("illegal-draw", EXPOSED, roles={"offender": 2}, choice="bury")

    assert (answer.status_code, answer.headers["ETag"]) == (200, '"2"')
    said = answer.json
    assert (said["entry"], said["version"], said["choice"], said["applied"]) == (2, 2, "bury", False)
    assert said["roles"] == {"offender": 2}
    assert [remedy["text"].split()[0] for remedy in said["remedies"]] == ["The", "Dee"]
    assert said["choices"][0]["text"] == "Dee chooses"
    assert said["game"] == game.now()


def test_a_ruling_keeps_the_cards_that_lay_wrong(game, rule):
    facts = {"fault": "superfluous-cards", "others_added": "no"}
    melds = [["5H", "6H", "7H", "10H", "JK"], ["9C"]]
    rule("illegal-laydown", facts, roles={"offender": 2})
    answer = rule("illegal-laydown", facts, roles={"offender": 2}, melds=melds)

    assert answer.status_code == 200
    plain, kept = (entry["deed"] for entry in game.get("/history").json[1:])
    assert "melds" not in plain
    assert kept["melds"] == melds


@pytest.mark.parametrize(
    ("fault", "melds", "found"),
    [
        ("wrong-meld", [["7S"] * 3], [("card-too-often", "/melds/0/2")]),
        ("wrong-meld", [["7S"], *[["7H"]] * 30], [("melds-too-many", "/melds")]),
        ("wrong-meld", [["7S"] * 105], [("cards-too-many", "/melds")]),
        ("wrong-meld", [["7S", "XX"], []], [("card-unknown", "/melds/0/1"), ("meld-empty", "/melds/1")]),
        ("superfluous-cards", [["7S", "7H", "7D"]], [("no-superfluous-cards", "/melds")]),
        ("superfluous-cards", [["7S", "8H", "JD"]], [("no-superfluous-cards", "/melds")]),
    ],
)
def test_cards_that_cannot_lie_there_are_refused(game, rule, fault, melds, found):
    facts = {"fault": fault, **({"others_added": "no"} if fault == "superfluous-cards" else {})}
    answer = rule("illegal-laydown", facts, roles={"offender": 2}, melds=melds)

    assert (answer.status_code, faults(answer)) == (422, found)
    assert len(game.get("/history").json) == 1


def test_only_a_ruling_on_melds_takes_cards(game, rule):
    answer = rule("wrong-count", SHORT, roles={"offender": 1}, melds=[["5H"]])

    assert (answer.status_code, pointers(answer)) == (422, ["/melds"])


def test_a_charge_waits_and_counts_once(game, rule):
    rule("wrong-count", SHORT, roles={"offender": 1}, apply=True)

    assert game.now()["waiting"] == [
        {
            "entry": 2,
            "line": 0,
            "effect": "charge",
            "seat": 1,
            "points": 20,
            "clause": "12.5",
            "text": "20 points for missing cards will be added to what you enter for Ben.",
        }
    ]
    game.hands("out 25 45 110", "out 25 45 110")
    assert game.now()["hands"][0]["scores"][1] == {
        "seat": 1,
        "points": 45,
        "held": 45,
        "posted": False,
        "charge": 20,
    }
    assert (game.points(1), game.points(2)) == ([0, 45, 45, 110], [0, 25, 45, 110])
    assert game.now()["waiting"] == []


def test_a_waiting_effect_can_be_cancelled_once(game, rule):
    rule("wrong-count", SHORT, roles={"offender": 1}, apply=True)

    assert game.post("cancellations", {"entry": 2, "line": 0}).json["waiting"] == []
    refused = game.post("cancellations", {"entry": 2, "line": 0})
    assert (refused.status_code, faults(refused)) == (409, [("waiting-gone", "/line")])


def test_a_duty_binds_until_it_is_done(game, rule):
    rule("wrong-count", {"moment": "in-play", "direction": "too-few", "by": 2}, roles={"offender": 1})

    assert [(duty["duty"], duty["seat"], duty["times"]) for duty in game.now()["duties"]] == [
        ("draw-without-discarding", 1, 2)
    ]
    assert game.post("settlements", {"entry": 2, "line": 0}).json["duties"][0]["times"] == 1
    assert game.post("settlements", {"entry": 2, "line": 0}).json["duties"] == []
    assert faults(game.post("settlements", {"entry": 2, "line": 0})) == [("duty-gone", "/line")]
    kinds = [(entry["kind"], entry["undone"]) for entry in game.get("/history").json]
    assert kinds == [("start", False), ("ruling", False), ("done", False), ("done", False)]


def test_claims_name_their_players(game, rule):
    facts = {
        "wanted_by_player_in_turn": "no",
        "has_drawn": "no",
        "in_turn": "Ben",
        "claimants": ["ana", "Dee"],
    }
    said = rule("may-i", facts).json

    assert said["remedies"][0]["player"] == "Dee"
    assert said["facts"]["seats"] == ["Ana", "Ben", "Cem", "Dee"]
    assert [duty["text"] for duty in said["game"]["duties"]] == [
        "Dee won a “May I”. They can’t lay anything down until their own next turn."
    ]
    event = game.get("/history").json[-1]["deed"]
    assert dict(event["facts"])["claimants"] == [0, 3]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"apply": True}, [("role-needed", "/roles/offender")]),
        ({"roles": {"offender": 4}}, [("seat-unknown", "/roles/offender")]),
        ({"roles": {"offender": -1}}, [("seat-unknown", "/roles/offender")]),
        (
            {"roles": {"o/f": 1}, "choice": "win"},
            [("fact-unknown", "/roles/o~1f"), ("choice-unknown", "/choice")],
        ),
        ({"choice": "take"}, [("choice-unknown", "/choice")]),
        (
            {"roles": {"offender": 1}, "apply": True, "facts": {**SHORT, "by": 109}},
            [("cards-over-pack", "/facts/by")],
        ),
        ({"facts": {"moment": "other-went-out"}}, [("fact-needed", "/facts/direction")]),
        ({"agreed": "x" * 301}, [("text-too-long", "/agreed")]),
    ],
)
def test_refused_rulings_change_nothing(game, rule, said, found):
    refused = rule("wrong-count", said.pop("facts", SHORT), **said)

    assert (refused.status_code, faults(refused)) == (422, found)
    assert game.now()["version"] == 1


def test_an_unknown_irregularity_is_named(game, rule):
    assert faults(rule("cheating", {})) == [("fact-value", "/irregularity")]
    assert pointers(game.post("rulings", {"facts": {}})) == ["/irregularity"]


def test_state_and_version_are_told(game, rule):
    game.post("suspensions", {"agreed": True})
    refused = rule("wrong-count", SHORT, roles={"offender": 1}, apply=True)
    assert (refused.status_code, faults(refused)) == (409, [("game-suspended", "/apply")])

    stale = rule("wrong-count", SHORT, roles={"offender": 1}, headers={"If-Match": '"1"'})
    assert stale.status_code == 412


def test_agreements_and_silent_rulings_are_precedents(game, rule):
    rule(
        "illegal-laydown",
        {"fault": "wrong-meld"},
        roles={"offender": 1},
        choice="all-back",
        agreed="All back.",
    )
    answer = game.post(
        "agreements", {"clause": "6.3", "question": "Is it out?", "agreed": "When nobody can draw."}
    )

    told = ("entry", "clause", "question", "choice", "agreed")
    assert [tuple(said[name] for name in told) for said in answer.json["precedents"]] == [
        (3, "6.3", "Is it out?", None, "When nobody can draw."),
        (2, "14.4", "", "all-back", "All back."),
    ]


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ({"question": " ", "agreed": ""}, [("text-empty", "/question"), ("text-empty", "/agreed")]),
        ({"question": "?", "agreed": "!", "clause": "6.1"}, [("clause-not-open", "/clause")]),
        ({"question": "?", "agreed": "!", "clause": "no clause"}, [("clause-not-open", "/clause")]),
    ],
)
def test_refused_agreements(game, said, found):
    assert faults(game.post("agreements", said)) == found


def record(sitting, irregularity, facts, **said):
    return sitting.post("rulings", {"irregularity": irregularity, "facts": facts, **said})


def test_in_a_game_its_rules_count_whatever_the_body_says(api):
    game = api.start(ruleset="basic", changes={"ends": {"target": 200}})
    answer = record(game, "stock-out", {"time": "second"}, ruleset="continental", apply=True).json

    assert (answer["basis"], answer["clauses"], answer["facts"]) == ("own", ["BR-7", "BR-23", "BR-11"], {})
    assert (answer["applied"], answer["game"]["status"], answer["game"]["hand"]["number"]) == (
        False,
        "playing",
        1,
    )
    refused = record(game, "may-i", {})
    assert (refused.status_code, faults(refused)) == (422, [("irregularity-not-here", "")])


@pytest.mark.parametrize(("direction", "next_one"), [("counterclockwise", "Ana"), ("clockwise", "Cem")])
def test_the_next_player_is_the_one_who_plays_next(api, direction, next_one):
    game = api.start(ruleset="six-hand", changes={"direction": direction})
    facts = {"discarded": "no", "in_hand": "no", "cards_seen": "1"}
    answer = record(game, "illegal-draw", facts, roles={"offender": 1}).json

    choosing = next(remedy for remedy in answer["remedies"] if remedy["who"] == "next")
    assert next_one in choosing["text"]
