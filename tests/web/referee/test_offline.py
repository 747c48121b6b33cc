"""The page that needs no network: who sees what of it, and that it lacks nothing."""

import json
import re

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.web.referee.offline import cited
from tests.support.referee_forms import WRONG_MELD, rule

DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)


def compiled(phone, path):
    answer = phone.get(f"{path}/referee/offline")
    assert answer.status_code == 200
    return json.loads(DATA.search(answer.text)[1]), answer.text


def test_scorer_may_save_and_a_watcher_may_not(scorer, watcher, game):
    (mine, page), (theirs, _) = (compiled(phone, f"/games/{game}") for phone in (scorer, watcher))

    assert (mine["mayWrite"], theirs["mayWrite"]) == (True, False)
    assert mine["version"] == scorer.document(game)["version"]
    assert f'action="/games/{game}/rulings"' in page
    assert "/rulings" not in compiled(scorer, "")[1]


def test_what_cannot_come_up_in_the_game_is_left_out(scorer, game):
    """8.1: nobody carries on with a game that isn't on a break."""
    assert {*Irregularity} - compiled(scorer, f"/games/{game}")[0]["irregularities"].keys() == {"resume"}


@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_clause_that_is_cited_is_on_the_page(scorer, ruleset):
    answer = scorer.get(f"/referee/offline?ruleset={ruleset}")
    numbers = {*cited(json.loads(DATA.search(answer.text)[1]))}

    assert numbers
    assert numbers == {*re.findall(r'<template id="clause-([^"]+)"', answer.text)}


def test_what_the_table_agreed_is_on_the_page(scorer, game):
    rule(scorer, game, WRONG_MELD)
    page = scorer.get(f"/games/{game}/referee/offline").text

    assert "Take it all back" in page.partition('<template id="agreed-14.4">')[2].partition("</template>")[0]


def test_page_of_no_game_and_of_no_rules_is_none(scorer):
    assert scorer.get("/games/AAAAAAAAAAAAAAAAAAAAAA/referee/offline").status_code == 404
    assert scorer.get("/referee/offline?ruleset=whist").status_code == 404
