"""Names, seats, departures and late arrivals, by plain forms."""

import re

import pytest

from tests.support.phones import text_of, values_of

OUT = {0: 25, 2: 45, 3: 110}


def _arranged(phone, game, *order, dealer):
    places = {f"place-{place}": seat for place, seat in enumerate(order)}
    return phone.post(f"/games/{game}/seats", {"arrange": "1", "dealer": dealer, **places})


def test_rename_puts_a_name_right(scorer, game):
    answer = scorer.post(f"/games/{game}/seats", {"seat": 0, "name-0": " Anna  Lena "})

    assert "Name saved." in text_of(scorer.get(answer.location))
    assert scorer.document(game)["seats"][0]["name"] == "Anna Lena"


@pytest.mark.parametrize(
    ("seat", "name", "said"),
    [
        (0, "Ben", "Choose another name. Ben is already here."),
        (0, "Ana", "That’s already this player’s name."),
        (0, "", "Type a name for this player."),
        (0, "x" * 41, "Choose a shorter name. It can have 40 letters at most."),
        (9, "Eva", "Choose a player who’s in this hand."),
        ("x", "Eva", "Choose a player who’s in this hand."),
    ],
)
def test_names_that_cannot_be_are_refused(scorer, game, seat, name, said):
    answer = scorer.post(f"/games/{game}/seats", {"seat": seat, f"name-{seat}": name})

    assert answer.status_code == 422
    assert [seat["name"] for seat in scorer.document(game)["seats"]] == ["Ana", "Ben", "Cem", "Dee"]
    assert said in text_of(answer)
    if seat == 0:
        assert values_of(answer)["name-0"] == name


def test_order_and_first_dealer_change_before_the_first_score(scorer, game):
    answer = _arranged(scorer, game, 2, 0, 1, 3, dealer=1)

    assert answer.status_code == 303
    page_text = scorer.document(game)
    assert [seat["name"] for seat in page_text["seats"]] == ["Cem", "Ana", "Ben", "Dee"]
    assert (page_text["hand"]["dealer"], page_text["hand"]["starter"]) == (2, 3)


@pytest.mark.parametrize("order", [(0, 0, 1, 2), (0, 1, 2, 9), (0, 1, 2, "x"), (0, 1, 2, "")])
def test_every_player_needs_one_place(scorer, game, order):
    answer = _arranged(scorer, game, *order, dealer=0)

    assert answer.status_code == 422
    assert scorer.document(game)["version"] == 1


def test_an_order_that_is_refused_stays_as_it_was_chosen(scorer, game):
    answer = _arranged(scorer, game, 3, 3, 1, 0, dealer=2)

    assert "Give each player one place." in text_of(answer)
    assert re.findall(r'value="(\d)" selected', answer.text) == ["3", "3", "1", "0"]
    assert re.findall(r'name="dealer" value="(\d)"[^>]* checked', answer.text) == ["2"]


def test_after_the_first_score_no_order_is_asked_for_any_more(scorer, game):
    scorer.score(game, 1, 1, OUT)

    answer = scorer.post(f"/games/{game}/seats", {"arrange": "1"})

    assert answer.status_code == 409
    assert "Seats and first dealer can’t change after the first score." in text_of(answer)


def test_first_dealer_must_be_a_player(scorer, game):
    answer = _arranged(scorer, game, 0, 1, 2, 3, dealer="")

    assert answer.status_code == 422
    assert "Choose who deals first." in text_of(answer)


def test_order_stays_after_the_first_score(scorer, game):
    scorer.score(game, 1, 1, OUT)

    assert "Going clockwise. You can’t change this after the first score." in text_of(
        scorer.get(f"/games/{game}/seats")
    )
    assert _arranged(scorer, game, 2, 0, 1, 3, dealer=1).status_code == 409


def test_departure_shows_what_each_would_post_before_anything_is_recorded(scorer, game):
    scorer.score(game, 1, 1, OUT)

    page = scorer.get(f"/games/{game}/departures?show=1&seat=0")

    assert "Points now: 25 → 155 Ana gets 155 for leaving now." in text_of(page)
    assert "That’s Dee ’s 110 plus Cem ’s 45, the two highest totals of the others." in text_of(page)
    assert "Clause 8.3" in text_of(page)
    assert scorer.document(game)["version"] == 2


def test_departure_shows_what_changes_for_those_who_left_earlier(scorer, game):
    scorer.score(game, 1, 1, OUT)
    scorer.leave(game, 0)

    page = text_of(scorer.get(f"/games/{game}/departures?show=1&seat=3"))
    assert "Ana left earlier and now gets 45 instead of 155. Clause 8.3" in page
    assert "Dee gets 45 for leaving now." in page

    page = text_of(scorer.get(f"/games/{game}/departures?show=1&seat=3&seat=2"))
    assert "End the game? The game ends here." in page
    assert "Ana left earlier and now stays at 25. Clause 8.4" in page


def test_departure_posts_live_while_the_others_play_on(scorer, game):
    scorer.score(game, 1, 1, OUT)
    answer = scorer.leave(game, 0)
    assert "The others play on. You can still undo this. Clause 8.3" in text_of(scorer.get(answer.location))

    scorer.score(game, 2, 1, {2: 5, 3: 10})

    standing = {line["seat"]: line for line in scorer.document(game)["standings"]}
    assert (standing[0]["total"], standing[0]["posted"]) == (170, True)


def test_several_leave_at_once(scorer, game):
    scorer.leave(game, 0, 2)

    assert [seat["left_after"] for seat in scorer.document(game)["seats"]] == [0, None, 0, None]


def test_everyone_stops_for_good(scorer, game):
    scorer.score(game, 1, 1, OUT)
    page = scorer.get(f"/games/{game}/departures?everyone=1")
    assert "End the game?" in text_of(page)

    answer = scorer.leave(game, 0, 1, 2, 3)

    assert "The game is over. Clause 8.4a" in text_of(scorer.get(answer.location))
    page_text = scorer.document(game)
    assert (page_text["status"], page_text["statistics"]) == ("finished", "discarded")


@pytest.mark.parametrize("seats", [(), ("x",), (9,), (-1,), ("99999999999999999999",)])
def test_nobody_or_nonsense_does_not_leave(scorer, game, seats):
    assert scorer.leave(game, *seats).status_code == 422
    asked = "&".join(f"seat={seat}" for seat in seats)
    assert scorer.get(f"/games/{game}/departures?show=1&{asked}").status_code == 422


def test_who_left_does_not_leave_again(scorer, game):
    scorer.leave(game, 0)

    answer = scorer.leave(game, 0)

    assert answer.status_code == 422
    assert "Ana has already left the game." in text_of(answer)


def test_late_arrival_is_marked_and_the_game_counts_in_no_statistics(scorer, game):
    scorer.score(game, 1, 1, OUT)
    page = text_of(scorer.get(f"/games/{game}/arrivals"))
    assert "The game won’t count towards statistics. Clause 8.7a" in page
    assert "110 the highest total" in page
    assert "45 the average, rounded up" in page

    answer = scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": 1, "start": "45"})

    assert answer.status_code == 303
    assert "This game doesn’t count towards statistics because Eva joined late." in text_of(
        scorer.get(answer.location)
    )
    page_text = scorer.document(game)
    assert [seat["name"] for seat in page_text["seats"]] == ["Ana", "Ben", "Eva", "Cem", "Dee"]
    assert page_text["seats"][2]["start_score"] == 45


def test_any_other_start_score_can_be_typed(scorer, game):
    fields = {"name": "Eva", "after": 1, "start": "other", "start_score": "30"}

    assert scorer.post(f"/games/{game}/arrivals", fields).status_code == 303


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "ben"}, "name"),
        ({"after": "9"}, "after"),
        ({"after": "x"}, "after"),
        ({"after": ""}, "after"),
        ({"start": "other", "start_score": ""}, "start_score"),
        ({"start": "other", "start_score": "-5"}, "start_score"),
        ({"start": "other", "start_score": "100000"}, "start_score"),
        ({"start": "other", "start_score": "9" * 50}, "start_score"),
        ({"start": "abc"}, "start"),
    ],
)
def test_arrivals_that_cannot_be_are_refused_beside_their_field(scorer, game, fields, field):
    answer = scorer.post(f"/games/{game}/arrivals", {"name": "Eva", "after": "1", "start": "0", **fields})

    assert answer.status_code == 422
    assert f'id="{field}-faults"' in answer.text


@pytest.mark.parametrize("page", ["departures", "arrivals", "suspension", "resumption"])
def test_a_finished_game_is_over(scorer, finished, page):
    answer = scorer.get(f"/games/{finished}/{page}")

    assert answer.status_code == 409
    assert f'href="/games/{finished}"' in answer.text
    assert scorer.post(f"/games/{finished}/{page}", {"agreed": "1", "seat": "0"}).status_code in (409, 422)
    assert scorer.document(finished)["status"] == "finished"
