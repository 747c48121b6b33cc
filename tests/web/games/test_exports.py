"""Exports for everybody who knows the address: print, text, CSV and JSON."""

import csv
import io
import json
import re
from fractions import Fraction

import pytest

from scorekeeper.web.http.responses import safe_cell
from tests.support.phones import text_of


def test_print_view_is_black_on_white_with_everything(watcher, finished):
    page = watcher.get(f"/games/{finished}/print")

    assert "css/print.css" in page.text
    assert page.text.count("<tr") == 2 + 4
    assert "Ben wins by 175 points" in text_of(page)


def test_print_view_names_contract_and_dealer_of_each_hand(scorer, game):
    for hand in (1, 2):
        scorer.score(game, hand, 1, {0: 25, 2: 45, 3: 110})

    head, dealers, *players = rows_of(scorer.get(f"/games/{game}/print").text)

    assert head == [
        "Place",
        "Player",
        "1 Two sets",
        "2 One set and one run",
        "3 Two runs",
        "4 Three sets",
        "5 Two sets and one run",
        "6 One set and two runs",
        "7 Three runs",
        "Total",
    ]
    assert dealers == ["", "Dealer", "Ana", "Ben", *[""] * 6]
    assert players[0] == ["1", "Ben", "0 went out", "0 went out", *[""] * 5, "0"]
    assert players[3] == ["4", "Dee", "110", "110", *[""] * 5, "220"]


def test_print_view_has_the_house_rules(scorer):
    plain = scorer.start("Ana", "Ben", "Cem", "Dee")
    changed = scorer.start("Ana", "Ben", "Cem", "Dee", variant="twos-wild")

    assert "House rules" not in text_of(scorer.get(f"/games/{plain}/print"))
    assert "House rules" in text_of(scorer.get(f"/games/{changed}/print"))


def rows_of(page):
    """The words of each cell, by rows."""
    rows = re.findall(r"<tr.*?</tr>", page, re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_text_can_be_pasted_into_a_message(watcher, finished):
    assert watcher.get(f"/games/{finished}/game.txt").text.split("\n")[:8] == [
        "Continental Rummy, 20 November 2026",
        "Final scores",
        "1. Ben 0",
        "2. Ana 175",
        "3. Cem 315",
        "4. Dee 770",
        "Hand 1: Ana 25, Ben 0 (went out), Cem 45, Dee 110",
        "Hand 2: Ana 25, Ben 0 (went out), Cem 45, Dee 110",
    ]


def test_text_does_not_escape_names(scorer):
    game = scorer.start("O'Brien & <Co>", "Ben")

    assert "O'Brien & <Co>" in scorer.get(f"/games/{game}/game.txt").text
    assert "O&#39;Brien &amp; &lt;Co&gt;" in scorer.get(f"/games/{game}/sharing").text


def test_text_keeps_points_beside_names_written_from_right_to_left(scorer):
    game = scorer.start("Ana", "محمد", "דנה 2")
    scorer.score(game, 1, 0, {1: 25, 2: 45})

    text = scorer.get(f"/games/{game}/game.txt").text

    assert "Hand 1: Ana 0 (went out), \u2068محمد\u2069 25, \u2068דנה 2\u2069 45" in text
    assert "2. \u2068محمد\u2069 25" in text


def test_csv_has_a_line_for_each_hand(watcher, finished):
    answer = watcher.get(f"/games/{finished}/game.csv")

    rows = list(csv.reader(io.StringIO(answer.text.removeprefix("\ufeff"))))
    names = ("Ana", "Ana held", "Ben", "Ben held", "Cem", "Cem held", "Dee", "Dee held")
    assert rows[0] == ["Hand", *names, "Out", "Posted", "Left", "Joined late", "Charged"]
    assert rows[1] == ["1", "25", "25", "0", "0", "45", "45", "110", "110", "Ben", "", "", "", ""]
    assert [row[:9] for row in rows[-2:]] == [
        ["Total", "175", "", "0", "", "315", "", "770", ""],
        ["Rank", "2", "", "1", "", "3", "", "4", ""],
    ]
    assert answer.headers["Content-Disposition"] == 'attachment; filename="game.csv"'


@pytest.mark.parametrize(
    ("cell", "safe"),
    [
        *(
            (sign + "1", "'" + sign + "1")
            for sign in ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")
        ),
        ("Ana", "Ana"),
        ("", ""),
        (-5, -5),
        (Fraction(-67, 2), "-33 1/2"),
    ],
)
def test_cells_are_left_alone_unless_they_begin_like_a_formula(cell, safe):
    assert safe_cell(cell) == safe


def test_json_is_the_whole_game(watcher, game):
    document = json.loads(watcher.get(f"/games/{game}/game.json").data)

    assert document == {
        "id": game,
        "version": 1,
        "ruleset": "continental",
        "ruleset_name": "Continental Rummy",
        "variants": [],
        "changes": {},
        "score_form": "held",
        "wins": "lowest",
        "ends": {"hands": 7, "target": None, "session": False},
        "incomplete": "posted",
        "step": 5,
        "warnings": [],
        "status": "playing",
        "time_zone": "Europe/Prague",
        "started_at": "2026-11-20T20:00:00+01:00",
        "finished_at": None,
        "decks": 2,
        "cards_dealt": 12,
        "first_dealer": 0,
        "seats": [
            {"seat": seat, "name": name, "left_after": None, "first_hand": 1, "start_score": None}
            for seat, name in enumerate(("Ana", "Ben", "Cem", "Dee"))
        ],
        "hand": {
            "number": 1,
            "contract": {"sets": 2, "runs": 0, "special": [], "at_once": False, "discard": None},
            "fewest_cards": 6,
            "cards_dealt": 12,
            "dealer": 0,
            "starter": 1,
            "last": False,
        },
        "hands": [],
        "standings": [
            {"seat": seat, "name": name, "total": 0, "posted": False, "rank": 1}
            for seat, name in enumerate(("Ana", "Ben", "Cem", "Dee"))
        ],
        "winners": None,
        "statistics": "pending",
        "last_entry": None,
        "duties": [],
        "waiting": [],
        "precedents": [],
    }
