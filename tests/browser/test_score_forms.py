"""The keypad of games in which the winner collects or the losers pay: who gets what is said before saving."""

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulesets.ruleset import Block, ScoreForm, Scoring
from scorekeeper.rules.score_forms import scores_of
from scorekeeper.web.http.formats import plain
from tests.support.browser.games import begin_by
from tests.support.browser.score_pad import Pad, corrected, open_pad
from tests.support.servers import Server

pytestmark = pytest.mark.long

# Everything as in the law, but each loser pays the winner, twice as much for everything at once.
PAYING = in_force(
    LAW,
    changes={
        "score": {"form": "zero-sum", "block": "differences", "rummy_times": 2},
        "wins": "highest",
        "incomplete": "plain",
    },
)
TILES = next(rules for rules in RULESETS.values() if rules.score.form is ScoreForm.ZERO_SUM)
UNKNOWN = next(rules for rules in RULESETS.values() if rules.points is None)
SCORES = """async ([counts, scoring]) => {
    const { href } = document.querySelector("link[href$='score-forms.js']")
    return (await import(href)).written(counts, scoring).scores
}"""
SPACE_BELOW = """() => document.querySelector(".pad").getBoundingClientRect().top
    - document.querySelector(".is-current").getBoundingClientRect().bottom"""


def scored(page: Page, server: Server) -> tuple[str, Pad]:
    """The path of a game, and its keypad where Ben went out and all counts are typed."""
    path = begin_by(page, PAYING, data=server.data).path
    pad = open_pad(page, f"{path}/hands/1")
    pad.out("Ben")
    assert pad.asked() == "Cem"
    pad.points(15)
    pad.points(30)
    expect(page.locator(".own-sum")).to_be_hidden()
    pad.points(5)
    return path, pad


def test_who_gets_what_is_said_before_saving(page: Page, server: Server) -> None:
    path, pad = scored(page, server)
    expect(page.locator(".pays")).to_have_text("Ben gets 15 + 30 + 5 = 50")
    expect(page.locator(".gets:visible")).to_have_text(["gets −15", "gets −30", "gets −5"])
    page.locator("[name=rummy]").check()
    expect(page.locator(".pays")).to_have_text("Ben gets 2 × (15 + 30 + 5) = 100")
    own_sum = page.locator("[name=sum]")
    own_sum.fill("98")
    expect(page.get_by_text("Your sum is 2 points too low.")).to_be_visible()
    page.reload()
    expect(own_sum).to_have_value("98")
    expect(page.locator("[name=rummy]")).to_be_checked()
    own_sum.fill("100")
    expect(page.get_by_text("Your sum is right.")).to_be_visible()
    pad.save()
    page.goto(f"{path}/hands/1")
    expect(page.locator(".recorded")).to_contain_text("Ben gets 2 × (5 + 15 + 30) = 100")


def test_lowest_of_a_blocked_hand_share_what_the_others_hold_above_them(page: Page, server: Server) -> None:
    pad = open_pad(page, f"{begin_by(page, PAYING, data=server.data).path}/hands/1")
    pad.nobody()
    for points in (10, 10, 15, 25):
        pad.points(points)
    expect(page.locator(".pays p")).to_have_text(["Ben gets (5 + 15) ÷ 2 = 10", "Cem gets (5 + 15) ÷ 2 = 10"])
    expect(page.locator(".gets:visible")).to_have_text(["gets −5", "gets −15"])
    expect(page.locator("[name=rummy]")).to_be_hidden()
    expect(page.get_by_label("Check your own sum (optional)")).to_be_visible()


def test_correction_shows_every_score_that_changes(page: Page, server: Server) -> None:
    path, pad = scored(page, server)
    pad.save()
    corrected(page, f"{path}/hands/1/correction", Cem=25)
    expect(page.locator(".changes li")).to_have_text([re.compile("Ben 50 → 60"), re.compile("Cem −15 → −25")])


def test_whose_tiles_are_counted_stays_in_sight_above_many_keys(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    pad = open_pad(page, f"{begin_by(page, TILES, data=server.data).path}/hands/1")
    pad.out("Ana")
    expect(page.locator(".keys .finish")).to_have_count(0)
    pad.keys("17")
    pad.on()
    page.get_by_role("button", name="Count tiles").tap()
    for name in ("+ 13", "+ 4", "+ Jokers"):
        page.locator(".counters").get_by_role("button", name=re.compile(rf"^\{name}( |$)")).tap()
    assert page.evaluate(SPACE_BELOW) >= 0


def test_nothing_can_be_held_where_nobody_knows_what_cards_are_worth(page: Page, server: Server) -> None:
    pad = open_pad(page, f"{begin_by(page, UNKNOWN, data=server.data).path}/hands/1")
    pad.out("Ana")
    expect(page.get_by_role("button", name="Count cards")).to_have_count(0)
    for points in ("0", "1234", "9999"):
        pad.keys(points)
        pad.on()
    expect(page.locator(".pays")).to_have_text("Ana gets −20")
    page.locator("[name=rummy]").check()
    expect(page.locator(".pays")).to_have_text("Ana gets −60")
    expect(pad.next).to_be_enabled()
    expect(page.locator(".say p:visible")).to_have_count(0)


def test_script_makes_the_scores_that_the_rules_make(page: Page, server: Server) -> None:
    open_pad(page, f"{begin_by(page, PAYING, data=server.data).path}/hands/1")
    forms = [(form, block) for form in ScoreForm for block in Block]
    for (form, block), out, rummy in product(forms, (None, 1), (False, True)):
        counts = {0: 12, 1: 0 if out else 5, 2: 5, 3: 20}
        scoring = Scoring(form=form, block=block, out_bonus=10, rummy_bonus=25, rummy_times=3)
        told = {"form": form.value, "block": block.value, "times": 3, "bonus": 10, "rummyBonus": 25}
        asked = [list(counts.values()), {**told, "out": -1 if out is None else out, "isRummy": rummy}]
        scores = scores_of(counts, went_out=out, rummy=rummy, scoring=scoring)
        assert page.evaluate(SCORES, asked) == [plain(scores[seat]) for seat in counts], asked


def test_a_wrong_sum_and_its_fault_are_wholly_in_sight(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    scored(page, server)
    own_sum = page.locator(".own-sum")
    top = page.locator(".pad").bounding_box()["y"]
    assert (box := own_sum.locator("input").bounding_box())["y"] + box["height"] <= top
    own_sum.locator("input").fill("49")
    page.locator("#save").click()
    expect(page.locator("#sum-faults")).to_be_visible()
    expect(own_sum.locator("input")).to_be_focused()
    assert (box := own_sum.bounding_box())["y"] + box["height"] <= page.locator(".pad").bounding_box()["y"]
    assert box["y"] >= 0
