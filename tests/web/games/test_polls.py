"""The table page for watchers: asked again every few seconds, answered after two look-ups."""

import pytest

from tests.support.phones import Phone, text_of

OUT = {0: 25, 2: 45, 3: 110}


def _again(phone, game, tag):
    return phone.get(f"/games/{game}", headers={"If-None-Match": tag})


@pytest.fixture
def tag(watcher, game):
    return watcher.get(f"/games/{game}").headers["ETag"]


def test_unchanged_page_is_304_after_two_look_ups(watcher, game, tag, statements):
    statements.clear()

    answer = _again(watcher, game, tag)

    assert (answer.status_code, answer.data) == (304, b"")
    assert len(statements) == 2
    assert answer.headers["ETag"] == tag
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("sent", ['{0}, "other"', 'W/"x", {0}', "{1}"])
def test_tags_are_compared_weakly_and_among_several(watcher, game, tag, sent):
    assert _again(watcher, game, sent.format(tag, tag.removeprefix("W/"))).status_code == 304


def test_saved_hand_makes_the_page_new(scorer, watcher, game, tag):
    scorer.score(game, 1, 1, OUT)

    answer = _again(watcher, game, tag)

    assert answer.status_code == 200
    assert "Hand 2 of 7" in text_of(answer)
    assert answer.headers["ETag"] != tag


def test_revoked_right_makes_the_page_new(scorer, partner, game):
    tag = partner.get(f"/games/{game}").headers["ETag"]
    rights = scorer.get(f"/games/{game}/scorers").text.split("/revocation")
    scorer.post(rights[1].rpartition('action="')[2] + "/revocation")

    answer = _again(partner, game, tag)

    assert answer.status_code == 200
    assert "Score hand 1" not in text_of(answer)


def test_deleted_game_is_404_for_a_poll(scorer, watcher, game, tag):
    scorer.post(f"/games/{game}/deletion")

    assert _again(watcher, game, tag).status_code == 404


def test_writers_and_watchers_have_different_tags(scorer, watcher, game):
    mine, theirs = scorer.get(f"/games/{game}"), watcher.get(f"/games/{game}")

    assert mine.headers["ETag"] != theirs.headers["ETag"]
    assert "csrf_token" not in theirs.text


@pytest.mark.parametrize("said", ["", "nothing", "<script>alert(1)</script>"])
def test_unknown_news_say_nothing(watcher, game, said):
    page = watcher.get(f"/games/{game}", query_string={"said": said})

    assert page.status_code == 200
    assert "alert(1)" not in page.text


@pytest.mark.parametrize("hand", ["You have won", "٣", "1" * 5000])
def test_news_take_only_short_numbers_from_the_address(watcher, game, hand):
    page = text_of(watcher.get(f"/games/{game}", query_string={"said": "hand-saved", "hand": hand}))

    assert "Hand – saved." in page
    assert hand not in page


def test_page_is_rendered_once_for_all_watchers(app, scorer, watcher, game, statements):
    scorer.score(game, 1, 1, OUT)
    shown = watcher.get(f"/games/{game}").text
    statements.clear()

    assert Phone(app).get(f"/games/{game}").text == shown
    assert len(statements) == 2


def test_news_and_rights_are_not_shown_to_others(scorer, watcher, game):
    before = watcher.get(f"/games/{game}").text

    assert "Score hand 1" in text_of(scorer.get(f"/games/{game}"))
    assert watcher.get(f"/games/{game}?said=arranged").text != before
    assert watcher.get(f"/games/{game}").text == before
