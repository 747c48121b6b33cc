"""Undoing, history, deleting and restoring."""

import re
from datetime import timedelta
from itertools import chain

import pytest

from tests.support.phones import sheet, text_of, values_of

OUT = {0: 25, 2: 45, 3: 110}


def test_undo_leads_back_to_the_numbers(scorer, game):
    scorer.score(game, 1, 1, OUT)

    answer = scorer.undo(game)

    assert answer.status_code == 303
    page = scorer.get(answer.location)
    assert "This hand is open again" in text_of(page)
    assert values_of(page)["points-3"] == "110"
    assert 'name="went_out" value="1" checked' in page.text


def test_two_phones_cannot_take_back_two_things(scorer, partner, game):
    scorer.score(game, 1, 1, OUT)
    scorer.score(game, 2, 1, OUT)
    partner.post(f"/games/{game}/undos", {"entry": 3})

    answer = scorer.post(f"/games/{game}/undos", {"entry": 3})

    assert answer.status_code == 409
    assert "You can undo only the latest change. There’s a newer one." in text_of(answer)
    assert f'href="/games/{game}">Back to the game' in answer.text
    assert len(scorer.document(game)["hands"]) == 1


def test_history_tells_what_when_and_from_what_to_what(scorer, game, clock):
    scorer.score(game, 1, 1, OUT)
    scorer.undo(game)
    clock.at += timedelta(minutes=5)
    scorer.score(game, 1, 1, {**OUT, 0: 35})

    page = scorer.get(f"/games/{game}/history")

    assert "<del>Hand 1 saved</del>" in page.text
    assert "Hand 1 saved corrected 20:05" in text_of(page)
    assert "Ana has 35 instead of 25." in text_of(page)


def test_history_tells_the_day_once_above_the_times_of_its_entries(scorer, game, clock):
    scorer.score(game, 1, 1, OUT)
    clock.at += timedelta(days=1, hours=2)
    scorer.score(game, 2, 1, OUT)
    clock.at += timedelta(days=1)

    page = text_of(scorer.get(f"/games/{game}/history"))

    days = re.findall(r"\d+ November 2026|Hand \d saved \d\d:\d\d|Game started \d\d:\d\d|Today", page)
    assert days == [
        "21 November 2026",
        "Hand 2 saved 22:00",
        "20 November 2026",
        "Hand 1 saved 20:00",
        "Game started 20:00",
    ]
    scorer.suspend(game)
    assert "Today Break started 22:00" in text_of(scorer.get(f"/games/{game}/history"))


def test_history_has_words_for_every_event(scorer, game):
    scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": "Anna"})
    scorer.arrange(game, (1, "Ben"), (0, "Anna"), (2, "Cem"), (3, "Dee"), dealer=3)
    scorer.score(game, 1, 1, OUT)
    scorer.suspend(game)
    scorer.resume(game, 1, 2, 3, 0)
    scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": 3, "start": "0"})
    scorer.leave(game, 0)
    scorer.undo(game)

    page_text = text_of(scorer.get(f"/games/{game}/history"))

    for words in (
        "Game started",
        "From Ana to Anna",
        "Seats changed",
        "Hand 1 saved",
        "Break started",
        "Break over",
        "Eva joined late",
        "Ben left undone later",
        "Undone: Ben leaving 20:00",
    ):
        assert words in page_text


def test_history_tells_what_a_departure_posts(scorer, game):
    scorer.score(game, 1, 1, OUT)
    scorer.leave(game, 0)
    total = "Their total is the two highest totals of those who play every hand, added together. Clause 8.3"
    assert total in text_of(scorer.get(f"/games/{game}/history"))

    scorer.undo(game)
    scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": 3, "start": "0"})
    scorer.leave(game, 0, 1, 2)

    page_text = text_of(scorer.get(f"/games/{game}/history"))
    assert "Their score so far is kept, but doesn’t count. Clause 8.4" in page_text


def test_table_tells_the_points_of_the_newest_hand_and_who_moved(scorer, watcher, game):
    scorer.score(game, 1, 1, OUT)
    first = text_of(watcher.get(f"/games/{game}"))
    assert "Place Player Hand 1 Total 1 Ben +0 0 2 Ana 25 behind +25 25 3 Cem 45 behind +45 45" in first

    scorer.score(game, 2, 0, {1: 60, 2: 5, 3: 35})

    assert (
        "Hand 2 Total 1 ▲1 up 1 place Ana +0 25 2 ▲1 up 1 place Cem 25 behind +5 50 "
        "3 ▼2 down 2 places Ben 35 behind +60 60 4 Dee 120 behind +35 145"
    ) in text_of(watcher.get(f"/games/{game}"))


def test_scores_stand_first_right_after_a_save_and_the_contract_comes_next(scorer, game):
    saved = scorer.score(game, 1, 1, OUT).location
    news, plain = scorer.get(saved).text, scorer.get(f"/games/{game}").text

    assert _in_order(news, 'id="said"', 'id="undo"', 'class="standings"', 'class="contract"', 'class="roles"')
    assert _in_order(plain, 'class="contract"', 'class="roles"', 'class="standings"', 'id="undo"')


def test_box_for_questions_is_below_what_people_look_at_once_a_game_is_over(scorer, game):
    playing = scorer.get(f"/games/{game}").text
    for hand in range(1, 8):
        scorer.score(game, hand, 1, OUT)
    finished = scorer.get(f"/games/{game}").text

    assert _in_order(playing, 'id="ask"', 'class="standings"')
    assert _in_order(finished, 'class="standings"', 'class="story"', 'class="chart"', 'id="ask"')


def _in_order(page, *parts):
    return sorted(parts, key=page.index) == [*parts]


OF_SCORERS = {
    "Someone’s leaving",
    "Add a player",
    "Take a break",
    "Change the rules",
    "Players and seats",
    "Add another scorer",
    "Delete game",
}


def test_table_leads_on_in_three_groups(scorer, watcher, game):
    mine, theirs = (_groups(phone.get(f"/games/{game}")) for phone in (scorer, watcher))

    assert list(mine) == ["This game", "Share", "Export and delete"]
    assert theirs == {
        "This game": ["Referee", "Check cards", "History", "Our decisions", "Rules"],
        "Share": ["Share live scores", "Print", "Share as text"],
        "Export": ["Spreadsheet (CSV)", "Data file (JSON)"],
    }
    assert {*chain(*mine.values())} - {*chain(*theirs.values())} == OF_SCORERS - {
        "Someone’s leaving",
        "Add a player",
    }

    scorer.score(game, 1, 1, OUT)
    later = _groups(scorer.get(f"/games/{game}"))
    assert {*chain(*later.values())} - {*chain(*theirs.values())} == OF_SCORERS


def _groups(page):
    """The links of each group at the end of the table page, by the group's head."""
    more = page.text.partition('class="more"')[2].partition("</nav>")[0]
    return {
        head: re.findall(r"<span>(.*?)</span></a>", links)
        for head, links in re.findall(r"<h2>(.*?)</h2>(.*?)</ul>", more, re.S)
    }


@pytest.mark.parametrize(
    ("hands", "said"),
    [
        (1, "Hand 2 of 7 is next. Ben deals, and Cem goes first."),
        (7, "Ben wins by 175 points"),
    ],
)
def test_table_has_a_sentence_for_those_who_cannot_see_it_change(scorer, watcher, game, hands, said):
    for hand in range(1, hands + 1):
        scorer.score(game, hand, 1, OUT)

    assert f'data-news="{said}"' in watcher.get(f"/games/{game}").text


def test_deleted_game_is_gone_for_everybody_and_can_be_brought_back(scorer, watcher, game):
    asked = text_of(scorer.get(f"/games/{game}/deletion"))
    assert "Delete this game?" in asked
    assert "For 30 days you can bring it back on the home page of this phone." in asked
    answer = scorer.post(f"/games/{game}/deletion")

    assert "You can bring it back for 30 days." in text_of(scorer.get(answer.location))
    assert watcher.get(f"/games/{game}").status_code == 404
    assert scorer.post(f"/games/{game}/hands/1", sheet(1, OUT, attempt=1)).status_code == 404

    answer = scorer.post(f"/games/{game}/restoration")
    assert "The game is back." in text_of(scorer.get(answer.location))


@pytest.mark.parametrize(("hands", "status"), [(0, 303), (1, 404)])
def test_start_that_is_taken_back_unheard_deletes_no_game_that_is_played(scorer, game, hands, status):
    for hand in range(1, hands + 1):
        scorer.score(game, hand, 1, OUT)
    taken = scorer.post(f"/games/{game}/deletion", {"form_id": "b" * 22, "previous_form": game})

    assert taken.status_code == status
    assert scorer.get(f"/games/{game}").status_code == (200 if hands else 404)


PAGES = (
    "hands/1",
    "seats",
    "scorers",
    "departures",
    "arrivals",
    "suspension",
    "agreements",
    "history",
    "print",
    "deletion",
    "referee",
)


def test_pages_of_a_game_lead_back_to_it_under_one_name(scorer, game):
    scorer.score(game, 1, 1, OUT)
    back = re.compile(rf'<a[^>]* href="/games/{game}">([^<]+)</a>')

    first = {path: back.search(scorer.get(f"/games/{game}/{path}").text)[1] for path in PAGES}
    assert first == dict.fromkeys(PAGES, "The game")
