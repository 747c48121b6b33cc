"""The game worked by hand, played to its end by plain forms without JavaScript."""

import json
from pathlib import Path

import pytest

from tests.support.phones import sheet, text_of

SHEET = json.loads((Path(__file__).parents[2] / "vectors" / "sheet-1.json").read_text())


def test_sheet_1_by_plain_forms(scorer):
    table = Table(scorer)

    for step in SHEET["steps"]:
        getattr(table, step["do"])(step)

    page_text = scorer.document(table.game)
    assert [_hand(hand) for hand in page_text["hands"]] == SHEET["hands"]
    assert [_only(line, SHEET["standings"][0]) for line in page_text["standings"]] == SHEET["standings"]
    assert page_text["statistics"] == SHEET["statistics"]
    assert page_text["status"] == "finished"


class Table:
    """Plays the steps of the sheet with one phone."""

    def __init__(self, phone):
        self.phone = phone
        self.names = []

    def start(self, step):
        self.names = step["players"]
        self.game = self.phone.start(*step["players"], dealer=step["first_dealer"])
        page_text = self.phone.document(self.game)
        assert (page_text["decks"], page_text["cards_dealt"]) == (
            step["expect"]["decks"],
            step["expect"]["cards_dealt"],
        )
        assert (page_text["hand"]["dealer"], page_text["hand"]["starter"]) == (
            step["expect"]["dealer"],
            step["expect"]["starter"],
        )

    def hand(self, step):
        current = self.phone.document(self.game)["hand"]
        assert current["number"] == step["number"]
        assert (current["dealer"], current["starter"]) == (step["dealer"], step["starter"])
        fields = {}
        for score in step["scores"]:
            fields.update(_fields(score))
        attempt = self.phone.attempt(self.game, step["number"])
        data = sheet(step["went_out"], {}, attempt=attempt, **fields)
        answer = self.phone.post(f"/games/{self.game}/hands/{step['number']}", data)
        assert answer.status_code == 303, text_of(answer)
        if "expect_posted" in step:
            posted = {**step["expect_posted"], "held": None, "posted": True}
            assert posted in self.phone.document(self.game)["hands"][-1]["scores"]

    def correction(self, step):
        hand = self.phone.document(self.game)["hands"][step["hand"] - 1]
        points = {score["seat"]: score["points"] for score in hand["scores"] if score["points"]}
        points[step["seat"]] = step["points"]
        said = "typed" if step["kind"] == "scoresheet" else "mixed" if step["mixed"] else "counted"
        answer = self.phone.correct(self.game, step["hand"], sheet(hand["went_out"], points, answer=said))
        assert answer.status_code == 303
        assert f"Clause {step['clause']}" in text_of(self.phone.get(answer.location))
        is_changed = self.phone.document(self.game)["hands"][step["hand"] - 1] != hand
        assert is_changed == (step["expect"] == "allowed")

    def suspend(self, step):
        assert self.phone.suspend(self.game).status_code == 303

    def resume(self, step):
        answer = self.phone.resume(self.game, *(self.names.index(name) for name in step["seats"]))
        assert answer.status_code == (303 if step["expect"] == "allowed" else 422)
        if step["expect"] == "refused":
            assert f"Clause {step['clause']}" in text_of(answer)

    def departure(self, step):
        assert self.phone.leave(self.game, step["seat"]).status_code == 303


def _fields(score):
    seat = score["seat"]
    if score.get("not_given"):
        return {f"not_given-{seat}": "1"}
    if "points" in score:
        return {f"points-{seat}": score["points"]}
    counts = {f"cards_{key}-{seat}": number for key, number in score["cards"].items()}
    return {**counts, f"missing-{seat}": score["missing"]}


def _hand(hand):
    points = {score["seat"]: score["points"] for score in hand["scores"]}
    return {"number": hand["number"], "scores": [points.get(seat) for seat in range(5)]}


def _only(line, like):
    return {name: line[name] for name in like}


@pytest.mark.parametrize("wrong", ["abc", "2 5", "5.0", "1e3", "²", "9" * 5000, "٢٥x", "-"])
def test_a_score_that_is_no_number_is_said_beside_its_field(scorer, game, wrong):
    answer = scorer.post(f"/games/{game}/hands/1", sheet(1, {0: wrong, 2: 45, 3: 110}, attempt=1))

    assert answer.status_code == 422
    assert 'id="points-0-faults"' in answer.text
