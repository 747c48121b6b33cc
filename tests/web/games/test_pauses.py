"""Suspending and resuming: everybody's agreement, everybody's seat, and the year."""

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from tests.support.phones import text_of

ENDING = "/departures?everyone=1"


@pytest.fixture
def suspended(scorer, game):
    assert scorer.suspend(game).status_code == 303
    return game


def test_suspension_needs_everybodys_agreement(scorer, game):
    answer = scorer.post(f"/games/{game}/suspension")

    assert answer.status_code == 422
    assert "You can take a break only if everyone agrees. Clause 8.1" in text_of(answer)
    assert scorer.document(game)["status"] == "playing"


def test_a_game_that_outlived_its_year_is_suspended_only_after_a_warning(scorer, game, clock):
    warning = "If you take a break now, you can only end the game. You can’t carry on. Clause 8.2a"
    assert warning not in text_of(scorer.get(f"/games/{game}/suspension"))

    clock.at = datetime(2027, 1, 1, 0, 30, tzinfo=UTC)

    assert warning in text_of(scorer.get(f"/games/{game}/suspension"))
    assert warning in text_of(scorer.post(f"/games/{game}/suspension"))


def test_a_break_says_what_is_next_and_who_leads(scorer, game):
    def shown():
        return text_of(scorer.get(f"/games/{game}/suspension"))

    assert "Hand 1 is next. Ana Ben Cem Dee You can carry on until 31 December 2026" in shown()
    scorer.score(game, 1, 1, {0: 25, 2: 25, 3: 40})
    assert "Hand 2 is next. Ben leads with 0 points." in shown()
    scorer.score(game, 2, 0, {1: 25, 2: 50, 3: 40})
    assert "Hand 3 is next. Ana and Ben lead with 25 points." in shown()


def test_the_way_back_from_a_break_asks_first_for_the_same_seats(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 25, 3: 40})
    scorer.suspend(game)

    page = scorer.get(f"/games/{game}/resumption")

    shown = text_of(page)
    assert "points. Ana Ben Cem Dee" in shown
    assert shown.index("Yes, carry on") < shown.index("No, we sit differently")
    first_form = page.text.partition("<form")[2].partition("</form>")[0]
    kept = dict(re.findall(r'name="(place-\d)" value="(\d)"', first_form))
    assert scorer.post(f"/games/{game}/resumption", {**kept, "agreed": "1"}).status_code == 303
    assert scorer.document(game)["status"] == "playing"


@pytest.fixture
def waiting(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 25, 3: 40})
    scorer.suspend(game)
    return game


def test_a_table_carries_on_without_who_is_not_here_and_undoes_it_at_once_8_2b(scorer, waiting):
    before = scorer.document(waiting)
    assert f"/games/{waiting}/departures" in scorer.get(f"/games/{waiting}/resumption").text
    assert "Who isn’t here?" in text_of(scorer.get(f"/games/{waiting}/departures"))
    shown = text_of(scorer.get(f"/games/{waiting}/departures?show=1&seat=2"))
    assert "By the rules, you wait for Cem . Clause 8.2 If everyone agrees, you can carry on now." in shown
    assert "Cem gets 65 for leaving now." in shown
    assert "Carry on without Cem , we all agree" in shown

    answer = scorer.post(f"/games/{waiting}/departures", {"seat": 2, "agreed": 1})

    assert (answer.status_code, answer.location) == (303, f"/games/{waiting}?said=departed")
    after = scorer.document(waiting)
    assert (after["status"], after["version"]) == ("playing", before["version"] + 1)
    assert [seat["left_after"] for seat in after["seats"]] == [None, None, 1, None]
    history = text_of(scorer.get(f"/games/{waiting}/history"))
    assert "Carried on without Cem" in history
    assert "You agreed not to wait. Clause 8.2b" in history
    scorer.undo(waiting)
    assert scorer.document(waiting)["seats"] == before["seats"]
    assert scorer.document(waiting)["status"] == "suspended"


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"agreed": 1, "seat": 9}, "Choose a player who’s in this hand."),
        ({"agreed": 1, "seat": [2, 2]}, "Cem has already left the game."),
        ({"agreed": 1, "seat": [0, 1, 2]}, "Nobody can leave during a break."),
        ({"agreed": 1}, "Tap a name first."),
        ({"seat": 2}, "You can carry on only if everyone agrees. Clause 8.1a"),
    ],
)
def test_who_cannot_be_missing_is_said_beside_the_names(scorer, waiting, fields, said):
    before = scorer.document(waiting)
    answer = scorer.post(f"/games/{waiting}/departures", fields)

    assert answer.status_code == 422
    assert said in text_of(answer).partition("Dee")[2]
    assert scorer.document(waiting) == before


def test_carrying_on_without_somebody_twice_takes_nobody_else_away(scorer, waiting):
    for _ in range(2):
        assert scorer.post(f"/games/{waiting}/departures", {"seat": 2, "agreed": 1}).status_code == 303
    after = scorer.document(waiting)
    assert scorer.post(f"/games/{waiting}/departures", {"seat": 1, "agreed": 1}).status_code == 303
    assert scorer.document(waiting) == after


def test_two_wait_for_each_other_and_a_table_without_scores_is_set_anew(scorer, suspended):
    assert scorer.get(f"/games/{suspended}/departures").location == f"/games/{suspended}/seats"
    two = scorer.start("Ana", "Jo")
    scorer.suspend(two)
    assert "someone isn’t here" not in text_of(scorer.get(f"/games/{two}/resumption"))


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ((1, 0, 2, 3), "Sit in the same order as before. Anyone can come first in the list. Clause 8.2"),
        ((0, 0, 2, 3), "Wait for Ben. You can carry on only with everyone there. Clause 8.2"),
        *(((0, 1, 2, *last), "Choose a player for this seat.") for last in ([9], [], ["x"])),
    ],
)
def test_other_seats_do_not_resume_and_the_page_says_why(scorer, suspended, order, said):
    answer = scorer.resume(suspended, *order)

    assert answer.status_code == 422
    assert said in text_of(answer)
    assert re.search(r'<input checked[^>]* name="agreed"', answer.text)
    assert scorer.document(suspended)["status"] == "suspended"


@pytest.mark.parametrize("name", ["place-²", "place-" + "9" * 5_000, "place-7"])
def test_resumption_has_a_place_for_each_player_whatever_is_sent(scorer, suspended, name):
    places = {f"place-{place}": place for place in range(4)}
    answer = scorer.post(f"/games/{suspended}/resumption", {**places, name: "1"})

    assert answer.status_code == 422
    assert answer.text.count("<select") == 4


def test_when_its_year_is_over_a_game_can_be_ended(scorer, suspended, clock):
    clock.at = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)
    assert "End the game?" in text_of(scorer.get(f"/games/{suspended}/departures"))
    assert "You can still end the game. The scores stay." in text_of(
        scorer.get(f"/games/{suspended}/resumption")
    )
    assert scorer.get(f"/games/{suspended}/departures?everyone=1").status_code == 200

    assert scorer.leave(suspended, 0, 1, 2, 3).status_code == 303

    assert scorer.document(suspended)["status"] == "finished"


def test_ending_for_good_is_offered_once_the_year_is_over(scorer, suspended, clock):
    before = text_of(scorer.get(f"/games/{suspended}"))
    assert "Carry on" in before
    assert "Undo: taking a break" in before
    assert ENDING not in scorer.get(f"/games/{suspended}").text

    clock.at = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)

    page = scorer.get(f"/games/{suspended}")
    after = text_of(page)
    assert "The calendar year it started in is over. Clause 8.2a" in after
    assert ENDING in page.text
    assert "Carry on" not in after
    assert "Undo: taking a break" not in after


def test_who_watches_is_told_when_the_year_of_a_suspended_game_is_over(watcher, suspended, clock):
    shown = watcher.get(f"/games/{suspended}")
    assert "You can carry on this year" in text_of(shown)

    clock.at = datetime(2027, 1, 1, 12, 0, tzinfo=UTC)

    after = watcher.get(f"/games/{suspended}", headers={"If-None-Match": shown.headers["ETag"]})
    assert "The calendar year it started in is over. Clause 8.2a" in text_of(after)
    assert ENDING not in after.text
    assert "The game goes on" not in text_of(after)


def test_ending_for_good_is_not_hidden_by_a_page_kept_from_before_new_year(scorer, suspended, clock):
    kept = {"If-None-Match": scorer.get(f"/games/{suspended}").headers["ETag"]}
    new_year = datetime(2027, 1, 1, tzinfo=ZoneInfo("Europe/Prague")).astimezone(UTC)

    clock.at = new_year - timedelta(seconds=1)
    assert scorer.get(f"/games/{suspended}", headers=kept).status_code == 304

    clock.at = new_year
    answer = scorer.get(f"/games/{suspended}", headers=kept)
    assert answer.status_code == 200
    assert ENDING in answer.text
    new = {"If-None-Match": answer.headers["ETag"]}
    assert scorer.get(f"/games/{suspended}", headers=new).status_code == 304


def test_a_suspended_game_is_not_suspended_again(db, scorer, suspended):
    assert scorer.get(f"/games/{suspended}/suspension").status_code == 409
    kept = list(db.iterdump())

    second = scorer.suspend(suspended)

    assert (second.status_code, second.location) == (303, f"/games/{suspended}?said=suspended")
    assert list(db.iterdump()) == kept
