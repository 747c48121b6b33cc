"""Every game worked by hand in tests/vectors, played over the API to its end."""

import json
from fractions import Fraction
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.support.api_client import GAMES, Api, Sitting
from tests.support.worked_games import SHEETS

Step = dict[str, Any]
RULES = ("ruleset", "variants", "changes", "players")
SHEET = ("went_out", "scores", "rummy", "sum")
CORRECTION = (
    *("hand", "went_out", "scores", "rummy", "seat", "points", "cards", "missing", "not_given"),
    *("kind", "mixed", "disputed_before", "agreed"),
)
OPENING = ("decks", "cards_dealt", "step", "ends", "score_form", "wins")
OF_THE_HAND = ("dealer", "starter", "fewest_cards")


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_game_worked_by_hand_ends_as_its_sheet_says(api, sheet):
    said = json.loads(sheet.read_text("utf-8"))
    played = Played(api)
    for step in said["steps"]:
        played.take(step)
    ended = played.game.now()

    assert [
        {"number": hand["number"], "scores": _by_seat(hand["scores"], seats=ended["seats"])}
        for hand in ended["hands"]
    ] == said["hands"]
    assert ended["standings"] == said["standings"]
    for name in ("status", "winners", "statistics"):
        assert ended[name] == said.get(name, ended[name])


class Played:
    """A game whose steps are sent to the API."""

    game: Sitting

    def __init__(self, api: Api) -> None:
        self.api = api

    def take(self, step: Step) -> None:
        if step["do"] == "check":
            self._check(step)
        elif step["do"] == "start":
            self._start(step)
        else:
            self._go_on(step)

    def _check(self, step: Step) -> None:
        asked = {name: step[name] for name in RULES if name in step}
        answer = self.api.send("POST", "/api/v1/rulesets/check", json=asked).json
        for what in ("problems", "warnings"):
            assert sorted([one["code"], one["pointer"]] for one in answer[what]) == sorted(step[what])
        told = {one["code"]: one["hands"] for one in answer["warnings"] if "hands" in one}
        assert told == step.get("hands", {})

    def _start(self, step: Step) -> None:
        asked = {name: step[name] for name in (*RULES, "first_dealer") if name in step}
        answer = self.api.send("POST", GAMES, json=asked)
        if step.get("expect") == "refused":
            _refused(answer, step)
            return
        started = answer.json
        self.game = Sitting(Api(self.api.client, self.api.document, token=started["scorer_token"]), started)
        expected = step["expect"]
        told = {name: started[name] for name in OPENING} | {n: started["hand"][n] for n in OF_THE_HAND}
        told["warnings"] = [[one["code"], one["pointer"]] for one in started["warnings"]]
        assert {name: told[name] for name in expected if name in told} == {
            name: value for name, value in expected.items() if name in told
        }

    def _go_on(self, step: Step) -> None:
        before = self.game.now()
        answer = STEPS[step["do"]](self.game, step)
        if step.get("expect") == "refused":
            _refused(answer, step)
            assert self.game.now() == before
            return
        assert answer.status_code == 200, answer.text
        after = answer.json
        if step["do"] == "hand":
            assert (before["hand"]["dealer"], before["hand"]["starter"]) == (step["dealer"], step["starter"])
            assert step.get("cards_dealt") in (None, before["hand"]["cards_dealt"])
            assert after.get("replay", False) is step.get("replay", False)
        if "expect_totals" in step:
            assert _own_totals(after) == step["expect_totals"]
        if posted := step.get("expect_posted"):
            scores = after["hands"][-1]["scores"]
            assert {**posted, "posted": True}.items() <= next(
                score for score in scores if score["seat"] == posted["seat"]
            ).items()
        if "before" in step:
            assert [after["before"], after["after"]] == [step["before"], step["after"]]
        assert after["status"] == step.get("expect_status", after["status"])


def _refused(answer: TestResponse, step: Step) -> None:
    assert answer.status_code in (409, 422)
    if "faults" not in step:
        assert answer.json["clause"] == step["clause"]
        return
    told = [(one["code"], one["pointer"], one.get("clause")) for one in answer.json["errors"]]
    expected = [(one["code"], one["pointer"], one.get("clause")) for one in step["faults"]]
    assert sorted(told, key=str) == sorted(expected, key=str)


def _by_seat(scores: list[dict[str, Any]], *, seats: list[dict[str, Any]]) -> list[int | str | None]:
    points = {score["seat"]: score["points"] for score in scores}
    return [points.get(seat["seat"]) for seat in sorted(seats, key=lambda seat: seat["seat"])]


def _own_totals(game: dict[str, Any]) -> list[int | str]:
    """What the sheets of a game add up to, by seat, nothing posted by 8.3."""
    totals = {seat["seat"]: Fraction(seat["start_score"] or 0) for seat in game["seats"]}
    for hand in game["hands"]:
        for score in hand["scores"]:
            totals[score["seat"]] += Fraction(score["points"])
    return [int(total) if total.denominator == 1 else str(total) for _, total in sorted(totals.items())]


def _some(step: Step, *names: str) -> Step:
    return {name: step[name] for name in names if name in step}


STEPS = {
    "hand": lambda game, step: game.put(step["number"], _some(step, *SHEET)),
    "correction": lambda game, step: game.post("corrections", _some(step, *CORRECTION)),
    "suspend": lambda game, step: game.post("suspensions", _some(step, "agreed")),
    "resume": lambda game, step: game.post("resumptions", _some(step, "agreed", "seats")),
    "departure": lambda game, step: game.post("departures", _some(step, "seat")),
    "arrival": lambda game, step: game.post("arrivals", _some(step, "name", "after", "start_score")),
    "undo": lambda game, _: game.post("undo", {"entry": game.now()["last_entry"]}),
    "end": lambda game, step: game.post("endings", _some(step, "agreed")),
    "change": lambda game, step: game.post("rule-changes", _some(step, "variants", "changes", "agreed")),
}
