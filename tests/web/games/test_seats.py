"""Names, seats, departures and late arrivals, by plain forms."""

import re

import pytest

from tests.support.phones import sheet, shown, text_of, values_of
from tests.support.referee_forms import CHARGE, rule

OUT = {0: 25, 2: 45, 3: 110}


TABLE = ((0, "Ana"), (1, "Ben"), (2, "Cem"), (3, "Dee"))


def _names(phone, game):
    return [seat["name"] for seat in phone.document(game)["seats"]]


def _rows(page):
    """Seat and name of each row of the form."""
    html = shown(page.text)
    seats = map(int, re.findall(r'name="seat" value="(-?\d+)"', html))
    return [*zip(seats, re.findall(r'name="player" value="([^"]*)"', html), strict=True)]


def test_rename_puts_a_name_right(scorer, game):
    answer = scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": " Anna  Lena "})

    assert "Name saved." in text_of(scorer.get(answer.location))
    assert scorer.document(game)["seats"][0]["name"] == "Anna Lena"


@pytest.mark.parametrize(
    ("seat", "name", "said"),
    [
        (0, "Ben", "Choose another name. Ben is already here."),
        (0, "", "Type a name."),
        *((seat, "Eva", "Choose a player who’s in this hand.") for seat in (9, "x")),
    ],
)
def test_names_that_cannot_be_are_refused(scorer, game, seat, name, said):
    answer = scorer.post(f"/games/{game}/seats", {"seat": seat, f"name-{seat}": name})

    assert answer.status_code == 422
    assert [seat["name"] for seat in scorer.document(game)["seats"]] == ["Ana", "Ben", "Cem", "Dee"]
    assert said in text_of(answer)
    if seat == 0:
        assert values_of(answer)["name-0"] == name


def test_everything_about_the_table_changes_before_the_first_score_8_7a(scorer, game):
    assert _rows(scorer.get(f"/games/{game}/seats")) == [*TABLE]

    answer = scorer.arrange(game, (2, "Cem"), (-1, " Eva "), (0, "Anna"), (3, "Dee"), (1, "Ben"), dealer=3)

    assert answer.status_code == 303
    document = scorer.document(game)
    assert _names(scorer, game) == ["Cem", "Eva", "Anna", "Dee", "Ben"]
    assert (document["hand"]["dealer"], document["hand"]["starter"], document["decks"]) == (3, 4, 3)
    history = text_of(scorer.get(f"/games/{game}/history"))
    assert "Added: Eva" in history
    assert "From Ana to Anna" in history
    scorer.undo(game)
    assert (_names(scorer, game), scorer.document(game)["decks"]) == (["Ana", "Ben", "Cem", "Dee"], 2)


@pytest.mark.parametrize(
    ("name", "pressed"),
    [("", {}), (" ", {"start": "", "move": "preview"}), ("\u200b", {"start": "", "move": "shift-1"})],
)
def test_an_empty_name_takes_nobody_away_but_is_asked_for_beside_its_field(scorer, game, name, pressed):
    answer = scorer.arrange(game, (0, name), *TABLE[1:], **pressed)

    assert len(_rows(answer)) == 4
    place = 1 if pressed.get("move") == "shift-1" else 0
    said = re.search(rf'id="player-{place}-faults">(.*?)</ul>', answer.text, re.DOTALL)[1]
    assert "Type a name." in said
    assert scorer.document(game)["version"] == 1


def test_the_button_removes_its_player_alone(scorer, game):
    page = scorer.arrange(game, (0, "Ana"), (1, ""), (2, "Cem"), (3, ""), dealer=3, move="drop-3", start="")

    assert _rows(page) == [(0, "Ana"), (1, ""), (2, "Cem")]
    assert re.findall(r'name="dealer" value="(\d)"[^>]* checked', page.text) == ["0"]


def test_a_name_left_in_the_field_for_new_ones_joins(scorer, game):
    scorer.arrange(game, *TABLE, new_name="Eva")

    assert _names(scorer, game) == ["Ana", "Ben", "Cem", "Dee", "Eva"]


@pytest.mark.parametrize(
    ("move", "rows", "deals"),
    [
        ("add", [*TABLE, (-1, "Eva")], "1"),
        ("shift-1", [(1, "Ben"), (0, "Ana"), (2, "Cem"), (3, "Dee")], "0"),
        ("drop-1", [(0, "Ana"), (2, "Cem"), (3, "Dee")], "1"),
        ("drop-0", [(1, "Ben"), (2, "Cem"), (3, "Dee")], "0"),
    ],
)
def test_the_small_buttons_record_nothing(scorer, game, move, rows, deals):
    page = scorer.arrange(game, *TABLE, dealer=1, new_name="Eva", move=move, start="")

    assert (page.status_code, _rows(page)) == (200, rows)
    assert re.findall(r'name="dealer" value="(\d)"[^>]* checked', page.text) == [deals]
    assert scorer.document(game)["version"] == 1


def test_a_table_that_did_not_change_records_nothing(scorer, game):
    assert scorer.arrange(game, *TABLE).status_code == 303
    assert scorer.document(game)["version"] == 1


@pytest.mark.parametrize(
    ("rows", "dealer", "field"),
    [
        ([(0, "Ana"), (1, "ana")], 0, "player-1"),
        ([*TABLE], "", "dealer"),
        ([*TABLE], 9, "dealer"),
        ([(0, "Ana")], 0, None),
        ([(0, "Ana"), ("x" * 9, "Ben"), (-7, "Cem")], 0, None),
        ([(-1, f"P{number}") for number in range(13)], 0, None),
    ],
)
def test_tables_that_cannot_be_are_refused_beside_their_field(scorer, game, rows, dealer, field):
    answer = scorer.arrange(game, *rows, dealer=dealer)

    assert answer.status_code == 422
    assert (f'id="{field}-faults"' if field else 'class="faults"') in answer.text
    assert scorer.document(game)["version"] == 1


@pytest.mark.parametrize(("form_id", "status"), [("f" * 22, 303), ("g" * 22, 409)])
def test_a_table_sent_twice_is_saved_once(scorer, game, form_id, status):
    rows = [(2, "Cem"), (0, " Anna"), (3, "Dee"), (1, "Ben")]
    scorer.arrange(game, *rows, dealer=3, seen="1", new_name="Eva ", form_id="f" * 22)

    again = scorer.arrange(game, *rows, dealer=3, seen="1", new_name="Eva ", form_id=form_id)

    assert again.status_code == status
    assert scorer.document(game)["version"] == 2


def test_a_table_that_changed_meanwhile_is_shown_anew(scorer, game):
    scorer.arrange(game, (1, "Ben"), (0, "Ana"), (2, "Cem"), (3, "Dee"))

    answer = scorer.arrange(game, (0, "Anna"), *TABLE[1:3], seen="1")

    assert answer.status_code == 409
    assert "Someone changed this game in the meantime." in text_of(answer)
    assert _rows(answer) == [(0, "Ben"), (1, "Ana"), (2, "Cem"), (3, "Dee")]
    assert 'name="seen" value="2"' in answer.text
    assert scorer.document(game)["version"] == 2


def test_a_sheet_for_the_old_seats_is_refused_and_not_given_to_others(scorer, game):
    old = sheet(1, OUT, attempt=scorer.attempt(game, 1))
    scorer.arrange(game, (1, "Ben"), (0, "Ana"), (2, "Cem"), (3, "Dee"))

    for sent in (old, {**old, "points-0": "7x"}, {**old, "points-0": ""}):
        answer = scorer.post(f"/games/{game}/hands/1", sent)

        assert answer.status_code == 409
        assert "The seats have changed." in text_of(answer)
        assert {*values_of(answer).values()} <= {""}
        assert not re.search(r'name="went_out"[^>]* checked', answer.text)
    assert scorer.document(game)["hands"] == []


@pytest.mark.parametrize("again", [OUT, {0: 5, 2: 45, 3: 110}])
def test_a_sheet_for_the_old_seats_is_not_compared_with_one_for_the_new(scorer, game, again):
    old = sheet(1, again, attempt=scorer.attempt(game, 1))
    scorer.arrange(game, (1, "Ben"), (0, "Ana"), (2, "Cem"), (3, "Dee"))
    scorer.score(game, 1, 1, OUT)

    answer = scorer.post(f"/games/{game}/hands/1", old)

    assert answer.status_code == 409
    assert "hand 1 again. It’s already saved" in text_of(answer)
    assert 'name="choice"' not in answer.text


@pytest.mark.parametrize("is_scored_again", [True, False])
def test_a_choice_for_the_old_seats_is_not_offered_again(scorer, game, is_scored_again):
    attempt = scorer.attempt(game, 1)
    scorer.score(game, 1, 1, OUT)
    conflict = scorer.post(f"/games/{game}/hands/1", sheet(1, {**OUT, 0: 5}, attempt=attempt))
    fields = dict(re.findall(r'type="hidden" name="([a-z0-9_-]+)" value="([^"]*)"', conflict.text))
    scorer.undo(game)
    scorer.arrange(game, *TABLE[1:])
    if is_scored_again:
        scorer.score(game, 1, 1, {0: 25, 2: 45})
    before = scorer.document(game)

    answer = scorer.post(f"/games/{game}/hands/1/choice", {**fields, "choice": "mine"})

    assert answer.status_code == 409
    assert 'name="choice"' not in answer.text
    assert {*values_of(answer).values()} <= {""}
    assert scorer.document(game) == before


def test_a_ruling_keeps_to_its_player_or_goes_with_them(scorer, game):
    rule(scorer, game, CHARGE)
    scorer.arrange(game, (1, "Ben"), (0, "Ana"), (2, "Cem"), (3, "Dee"))
    assert "20 points for missing cards will be added to what you enter for Ben" in text_of(
        scorer.get(f"/games/{game}")
    )

    scorer.arrange(game, (1, "Ana"), (2, "Cem"), (3, "Dee"))

    assert "will be added" not in text_of(scorer.get(f"/games/{game}"))
    assert "Rulings about Ben no longer apply." in text_of(scorer.get(f"/games/{game}/history"))


def test_before_the_first_score_joining_and_leaving_lead_to_the_whole_table(scorer, game):
    for page in ("arrivals", "departures", "departures?show=1&seat=0"):
        answer = scorer.get(f"/games/{game}/{page}")
        assert (answer.status_code, answer.location) == (303, f"/games/{game}/seats")
    assert scorer.get(f"/games/{game}/departures?everyone=1").status_code == 200

    scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": "1", "start": "0"})

    assert _names(scorer, game) == ["Ana", "Ben", "Eva", "Cem", "Dee"]
    for number in range(1, 8):
        scorer.score(game, number, 1, {0: 25, 2: 45, 3: 110, 4: 5})
    assert scorer.document(game)["statistics"] == "counted"


def test_during_a_break_the_table_may_be_set_anew(scorer, game):
    scorer.suspend(game)
    assert scorer.arrange(game, *TABLE[:3]).status_code == 303
    assert _names(scorer, game) == ["Ana", "Ben", "Cem"]


def test_the_table_stays_after_the_first_score(scorer, game):
    scorer.score(game, 1, 1, OUT)

    page = scorer.get(f"/games/{game}/seats")
    assert 'name="player"' not in page.text
    assert "Going clockwise. You can’t change this after the first score." in text_of(page)
    answer = scorer.arrange(game, (2, "Cem"), (0, "Ana"), (1, "Ben"), (3, "Dee"))
    assert answer.status_code == 409
    assert "Seats and first dealer can’t change after the first score." in text_of(answer)


def test_departure_shows_what_each_would_post_before_anything_is_recorded(scorer, game):
    scorer.score(game, 1, 1, OUT)

    page = scorer.get(f"/games/{game}/departures?show=1&seat=0")

    assert "Points now: 25 → 155 Ana gets 155 for leaving now." in text_of(page)
    assert "That’s Dee ’s 110 plus Cem ’s 45, the two highest totals of the others." in text_of(page)
    assert "Clause 8.3" in text_of(page)
    assert scorer.document(game)["version"] == 2


@pytest.mark.parametrize("seats", [(), ("x",), (9,), (-1,), ("99999999999999999999",)])
def test_nobody_or_nonsense_does_not_leave(scorer, game, seats):
    scorer.score(game, 1, 1, OUT)
    assert scorer.leave(game, *seats).status_code == 422
    asked = "&".join(f"seat={seat}" for seat in seats)
    assert scorer.get(f"/games/{game}/departures?show=1&{asked}").status_code == 422


def test_late_arrival_is_marked_and_takes_no_result_from_the_others_8_7a(scorer, game):
    scorer.score(game, 1, 1, OUT)
    form = scorer.get(f"/games/{game}/arrivals")
    assert " checked" not in form.text
    page = text_of(form)
    assert "The game won’t count in the new player’s statistics." in page
    assert "45 about the average 110 same as last place" in page

    answer = scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": 1, "start": "45"})

    assert answer.status_code == 303
    assert "Eva plays from hand 2 on." in text_of(scorer.get(answer.location))
    page_text = scorer.document(game)
    assert [seat["name"] for seat in page_text["seats"]] == ["Ana", "Ben", "Eva", "Cem", "Dee"]
    assert page_text["seats"][2]["start_score"] == 45


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"after": "9"}, "after"),
        ({"after": "x"}, "after"),
        ({"start": "other", "start_score": ""}, "start_score"),
        ({"start": "other", "start_score": "-5"}, "start_score"),
        ({"start": "other", "start_score": "9" * 50}, "start_score"),
        ({"start": "abc"}, "start"),
    ],
)
def test_arrivals_that_cannot_be_are_refused_beside_their_field(scorer, game, fields, field):
    scorer.score(game, 1, 1, OUT)
    answer = scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": "1", "start": "0", **fields})

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text


def test_a_finished_game_is_over(scorer, finished):
    for page in ("departures", "arrivals", "suspension", "resumption"):
        answer = scorer.get(f"/games/{finished}/{page}")

        assert answer.status_code == 409, page
        assert f'href="/games/{finished}"' in answer.text, page
        sent = scorer.post(f"/games/{finished}/{page}", {"agreed": "1", "seat": "0"})
        assert sent.status_code in (409, 422), page
    assert scorer.document(finished)["status"] == "finished"


def test_a_substitute_plays_on_in_the_same_seat_8_7b(scorer, game):
    names = f"/games/{game}/seats"
    assert "Play on in this seat" not in scorer.get(names).text
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    assert "Play on in this seat" in scorer.get(names).text

    refused = scorer.post(names, {"seat": 3, "name-3": "ana", "substitute": "1"})
    assert refused.status_code == 422
    saved = scorer.post(names, {"seat": 3, "name-3": "Zoe", "substitute": "1"})
    assert saved.location == f"{names}?said=substituted"
    assert "carries on with its score. Clause 8.7b" in text_of(scorer.get(saved.location))

    assert scorer.document(game)["seats"][3]["name"] == "Zoe"
    assert "Zoe has the seat and the score of Dee" in text_of(scorer.get(f"/games/{game}/history"))
