"""The pages of a game in the longer pseudo-language: no English is left in them."""

import re
from html import unescape

import pytest

from tests.support.escapes import escaped
from tests.support.languages import LONG
from tests.support.phones import sheet
from tests.support.referee_forms import CHARGE, SHORT, rule
from tests.support.speaking import with_languages

OUT = {0: 25, 2: 45, 3: 110}
PAGES = ("", "/history", "/print", "/game.txt", "/hands/1")
SAID = re.compile(
    r'\b(?:aria-label|title|placeholder|data-(?:done|failed|over|news|title|half-entered))="([^"]*)"'
)
UNSPOKEN = re.compile(r"<style.*?</style>|<svg.*?</svg>", re.DOTALL)
NAMES = {"Ana", "Ben", "Cem", "Dee", "Eva", "Scorekeeper", "Continental Rummy"}
# Cards, time zones, kinds of files, numbers of clauses, and what Babel writes.
VALUES = {"A", "J", "Q", "Prague", "CSV", "JSON", "8.2a", "8.4a", "8.7a", "15.1a", "November", "PM", "and"}


@pytest.fixture
def app(data):
    yield from with_languages(data)


def played(scorer, game):
    for hand in range(1, 8):
        scorer.score(game, hand, hand % 2, {1 - hand % 2: 5 * hand, 2: 45, 3: 110})


def left(scorer, game):
    scorer.score(game, 1, 1, OUT)
    scorer.leave(game, 3)


def joined(scorer, game):
    scorer.score(game, 1, 1, OUT)
    fields = {"name": "Eva", "after": "3", "start": "other", "start_score": "100"}
    assert scorer.post(f"/games/{game}/arrivals", fields).status_code == 303


def stopped(scorer, game):
    joined(scorer, game)
    scorer.leave(game, 0, 1, 2, 3, 4)


def paused(scorer, game):
    scorer.score(game, 1, None, {0: 25, 1: 30, 2: 45, 3: 110})
    scorer.suspend(game)


def resumed(scorer, game):
    paused(scorer, game)
    scorer.resume(game, 0, 1, 2, 3)


def corrected(scorer, game):
    scorer.score(game, 1, 1, OUT)
    scorer.undo(game)
    fields = sheet(1, {2: 45, 3: 110}, **{"not_given-0": "1"}, attempt=scorer.attempt(game, 1))
    assert scorer.post(f"/games/{game}/hands/1", fields).status_code == 303
    fields = sheet(2, {0: 25, 1: 30, 3: 110}, kind="miscount", mixed="no", reason="Ben")
    assert scorer.correct(game, 1, fields).status_code == 303
    scorer.suspend(game)
    scorer.undo(game)


@pytest.mark.parametrize("play", [played, left, joined, stopped, paused, resumed, corrected])
def test_no_english_is_left(scorer, game, play):
    play(scorer, game)

    pages = [scorer.get(f"/games/{game}{page}", headers={"Accept-Language": LONG}) for page in PAGES]

    assert {page.status_code for page in pages} == {200}
    shown = [UNSPOKEN.sub("", page.text) for page in pages]
    shown += [said for page in pages for said in SAID.findall(page.text)]
    assert [word for text in shown for word in escaped(unescape(text), but=NAMES | VALUES)] == []


def test_the_document_of_a_game_is_english(scorer, game):
    rule(scorer, game, SHORT)
    rule(scorer, game, CHARGE)

    answer = scorer.get(f"/games/{game}/game.json", headers={"Accept-Language": LONG})

    document = answer.json
    assert [line["text"] for line in (*document["duties"], *document["waiting"])] != []
    assert document == scorer.document(game)
