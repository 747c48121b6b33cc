"""GET /games/{id}/history."""

from __future__ import annotations

from tests.support.api_client import sheet


def test_history_has_every_entry_in_order(game, app, now):
    app.extensions["clock"] = lambda: now
    game.hands("25 out 45 110")
    game.post("undo", {"entry": 2})
    game.hands("- out - -", "25 out 45 -")
    game.post("departures", {"seat": 3})

    answer = game.get("/history")

    assert answer.headers["ETag"] == '"6"'
    lines = [(line["entry"], line["kind"], line["undone"], line["undone_by"]) for line in answer.json]
    assert lines == [
        (1, "start", False, None),
        (2, "hand", True, 3),
        (3, "undo", False, None),
        (4, "hand", False, None),
        (5, "hand", False, None),
        (6, "departure", False, None),
    ]
    assert [line["entry"] for line in answer.json if line.get("replay")] == [4]
    assert answer.json[2]["deed"] == {"entry": 2}
    assert answer.json[5] == {
        "entry": 6,
        "kind": "departure",
        "at": "2026-11-20T19:00:00+00:00",
        "undone": False,
        "undone_by": None,
        "deed": {"seats": [3]},
    }


def test_history_tells_events_in_the_words_of_requests(api):
    game = api.start(house_rules={"cards_dealt": 11})
    game.put(
        1, {**sheet("25 out . -"), "scores": [*sheet("25 out . -")["scores"], {"seat": 2, "cards": {"A": 1}}]}
    )

    start, hand = (line["deed"] for line in game.get("/history").json)

    assert start["players"] == ["Ana", "Ben", "Cem", "Dee"]
    assert start["house_rules"]["cards_dealt"] == 11
    assert hand == {
        "hand": 1,
        "went_out": 1,
        "scores": [
            {"seat": 0, "points": 25},
            {"seat": 1, "points": 0},
            {"seat": 2, "cards": {"2-9": 0, "10-K": 0, "A": 1, "joker": 0}},
            {"seat": 3, "not_given": True},
        ],
    }
