"""The game worked by hand in tests/vectors/sheet-1.json, played over the API to its end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.support.api_client import Sitting

SHEET = json.loads((Path(__file__).parents[2] / "vectors" / "sheet-1.json").read_text(encoding="utf-8"))
ANSWERS = ("kind", "mixed", "disputed_before", "agreed")


def test_sheet_1_ends_as_worked_by_hand(api):
    first, *steps = SHEET["steps"]
    game = api.start(" ".join(first["players"]), first_dealer=first["first_dealer"])
    opening = game.started
    assert first["expect"] == {
        "decks": opening["decks"],
        "cards_dealt": opening["cards_dealt"],
        "dealer": opening["hand"]["dealer"],
        "starter": opening["hand"]["starter"],
    }

    for step in steps:
        take(game, step)

    ended = game.now()
    for line in SHEET["hands"]:
        scores = {score["seat"]: score["points"] for score in ended["hands"][line["number"] - 1]["scores"]}
        assert [scores.get(seat) for seat in range(5)] == line["scores"]
    assert ended["standings"] == SHEET["standings"]
    assert (ended["status"], ended["statistics"]) == ("finished", SHEET["statistics"])


def take(game: Sitting, step: dict[str, Any]) -> None:
    before = game.now()
    answer = STEPS[step["do"]](game, step)
    if step.get("expect") == "refused":
        assert (answer.status_code, answer.json["clause"]) == (422, step["clause"])
        assert game.now() == before
        return
    assert answer.status_code == 200
    if step["do"] == "correction":
        assert answer.json["clause"] == step["clause"]
    if step["do"] == "hand":
        recorded = answer.json["hands"][-1]
        assert (recorded["dealer"], recorded["starter"]) == (step["dealer"], step["starter"])
        assert (before["hand"]["dealer"], before["hand"]["starter"]) == (step["dealer"], step["starter"])
    if posted := step.get("expect_posted"):
        assert {**posted, "posted": True} in answer.json["hands"][-1]["scores"]


STEPS = {
    "hand": lambda game, step: game.put(
        step["number"], {"went_out": step["went_out"], "scores": step["scores"]}
    ),
    "correction": lambda game, step: game.post(
        "corrections", {name: step[name] for name in ("hand", "seat", "points", *ANSWERS)}
    ),
    "suspend": lambda game, step: game.post("suspensions", {"agreed": step["agreed"]}),
    "resume": lambda game, step: game.post("resumptions", {"agreed": step["agreed"], "seats": step["seats"]}),
    "departure": lambda game, step: game.post("departures", {"seat": step["seat"]}),
}
