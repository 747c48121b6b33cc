"""Letting another phone score: link, QR code and code; one use, a quarter of an hour, revocable."""

import re
from datetime import timedelta
from gzip import decompress as gunzip
from urllib.parse import urlsplit

import pytest

from scorekeeper.web.http import addresses
from tests.support.phones import Phone, text_of


@pytest.fixture
def invitation(scorer, game, monkeypatch):
    """The path of the link and the code on the invitation page."""
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.7")
    answer = scorer.post(f"/games/{game}/invitations")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    link = re.search(r'href="(http://192\.168\.1\.7:8000(/join/[\w-]+))"', answer.text)
    code = re.search(r'class="code">(\w{4})&nbsp;(\w{4})<', answer.text)
    assert "<svg" in answer.text
    return link[2], code[1] + code[2]


def test_opening_the_link_grants_nothing(app, game, invitation):
    phone = Phone(app)

    page = phone.get(invitation[0])

    assert "Keep score on this phone?" in text_of(page)
    assert "Hand 1 of 7 Ana Ben Cem Dee" in text_of(page)
    assert phone.get(f"/games/{game}/seats").status_code == 403


def test_the_button_grants_the_right_once(app, game, invitation):
    first, second = Phone(app), Phone(app)

    answer = first.post(invitation[0])
    assert "You can keep score now." in text_of(first.get(answer.location))
    assert first.get(f"/games/{game}/seats").status_code == 200

    assert second.post(invitation[0]).status_code == 409
    assert second.get(invitation[0]).status_code == 404
    assert second.get(f"/games/{game}/seats").status_code == 403


@pytest.mark.parametrize("code", ["", "ABCD2345", "x" * 5000, "\0", "🙂", "'; --"])
def test_wrong_codes_are_refused(app, game, clock, code):
    answer = Phone(app).post("/join", {"code": code})

    assert answer.status_code == 422
    assert "This code is wrong or used. Ask for a new one" in text_of(answer)


def test_guessing_codes_is_slowed_down(app, game, clock):
    phone = Phone(app)

    answers = [phone.post("/join", {"code": f"AAAA{n:04}"}).status_code for n in range(32)]

    assert answers == [422] * 30 + [429] * 2
    refused = phone.post("/join", {"code": "AAAAAAAA"})
    assert "Too many tries" in text_of(refused)
    assert "Wait a while, then try again." in text_of(refused)
    assert int(refused.headers["Retry-After"]) == 600
    clock.at += timedelta(minutes=10)
    assert phone.post("/join", {"code": "AAAAAAAA"}).status_code == 422


def test_a_whole_club_behind_one_address_types_right_codes_and_nobody_is_stopped(app, scorer, game):
    shown = (scorer.post(f"/games/{game}/invitations").text for _ in range(35))
    codes = ["".join(re.search(r'class="code">(\w{4})&nbsp;(\w{4})<', page).groups()) for page in shown]

    answers = [Phone(app).post("/join", {"code": code}).status_code for code in codes]

    assert answers == [303] * 35


def removal(page, *, of):
    """The address that removes one of the phones that may score: "This phone" or "Another phone"."""
    forms = re.findall(r'action="(/games/[^"]+/revocation)".*?<strong>(.*?)</strong>', page.text, re.DOTALL)
    return next(path for path, whose in forms if whose == of)


@pytest.fixture
def removed(scorer, partner, game):
    """The phone that started the game, after the other one removed it."""
    answer = partner.post(removal(partner.get(f"/games/{game}/scorers"), of="Another phone"))
    assert answer.location == f"/games/{game}/scorers?said=revoked"
    return scorer


def test_the_phone_that_started_the_game_is_told_and_takes_its_right_back(removed, partner, game):
    page = removed.get(f"/games/{game}")
    assert "You started the game, and can start scoring again until 21 November 2026, 20:00 ." in text_of(
        page
    )
    way = f"/games/{game}/scorers/return"
    assert f'action="{way}"' in page.text

    answer = removed.post(way)

    assert (answer.status_code, answer.location) == (303, f"/games/{game}?said=returned")
    assert "You can keep score again." in text_of(removed.get(answer.location))
    assert removed.post(way).status_code == 303
    page_text = text_of(partner.get(f"/games/{game}/scorers"))
    assert "Another phone Started the game, keeps score again · 20:00" in page_text


def test_the_phone_that_started_the_game_is_told_where_it_tries_to_write(removed, game):
    for answer in (
        removed.get(f"/games/{game}/hands/1"),
        removed.post(f"/games/{game}/hands/1", {"went_out": "1"}),
        removed.get(f"/games/{game}/seats"),
    ):
        assert answer.status_code == 403
        assert "You started the game, and can start scoring again." in text_of(answer)
        assert f'action="/games/{game}/scorers/return"' in answer.text


def test_the_first_page_still_leads_the_phone_that_started_the_game_to_it(removed, partner, game, clock):
    note = "Another phone keeps score now"
    assert note in text_of(removed.get("/"))
    assert f'href="/games/{game}"' in removed.get("/").text
    assert note not in text_of(partner.get("/"))

    clock.at += timedelta(days=1)

    assert f'href="/games/{game}"' not in removed.get("/").text


def test_watchers_are_offered_no_right(app, removed, game):
    zipped = {"Accept-Encoding": "gzip"}
    mine = removed.get(f"/games/{game}", headers=zipped)

    for _ in range(2):
        theirs = Phone(app).get(f"/games/{game}", headers=zipped)
        assert theirs.headers["ETag"] != mine.headers["ETag"]
        assert "can start scoring again" not in gunzip(theirs.data).decode()
    assert "can start scoring again" in gunzip(removed.get(f"/games/{game}", headers=zipped).data).decode()


def test_links_of_programs_end_with_a_right_if_the_form_says_so(app, client):
    started = client.post("/api/v1/games", json={"players": ["Ana", "Ben"]}).json
    game, shown = started["id"], {"Authorization": f"Bearer {started['scorer_token']}"}
    first, second, third = Phone(app), Phone(app), Phone(app)
    first.post(urlsplit(started["scorer_url"]).path)
    for phone in (second, third):
        link = re.search(r"/join/[\w-]+", first.post(f"/games/{game}/invitations").text)[0]
        phone.post(link)
    rename = {"path": f"/api/v1/games/{game}/renames", "json": {"seat": 0, "name": "Eva"}, "headers": shown}

    page = first.get(f"/games/{game}/scorers")
    assert page.text.count('<input checked name="programs"') == 2
    first.post(removal(page, of="Another phone"))
    assert client.post(**rename).status_code == 200
    first.post(removal(first.get(f"/games/{game}/scorers"), of="Another phone"), {"programs": "1"})

    assert client.post(**rename).status_code == 403
    assert [phone.get(f"/games/{game}/seats").status_code for phone in (first, second, third)] == [
        200,
        403,
        403,
    ]


def test_rights_are_listed_and_taken_back_one_by_one(scorer, partner, game):
    page = scorer.get(f"/games/{game}/scorers")
    assert "This phone Started the game · 20:00" in text_of(page)
    assert "Another phone Joined with a link" in text_of(page)
    forms = re.findall(r'action="(/games/[^"]+/revocation)"', page.text)

    answer = scorer.post(forms[1])

    assert "Phone removed. It can still watch." in text_of(scorer.get(answer.location))
    assert partner.get(f"/games/{game}/seats").status_code == 403
    assert partner.get(f"/games/{game}").status_code == 200


def test_address_for_watchers_is_shown_for_other_phones(scorer, watcher, game, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: "192.168.1.7")

    way = re.search(
        r'href="([^"]+)"><svg.*?</svg><span>Share live scores', scorer.get(f"/games/{game}").text
    )[1]
    page = watcher.get(way)

    assert way == f"/games/{game}/sharing"
    assert page.text.index("<svg") < page.text.index('id="scores"')
    assert f"http://192.168.1.7:8000/games/{game}" in text_of(page)
    assert "192.168.1.7" not in scorer.get(f"/games/{game}/scorers").text


def test_a_phone_may_give_up_its_own_right(scorer, partner, game):
    page = partner.get(f"/games/{game}/scorers").text
    mine = page.partition("This phone")[0].rpartition("action=")[2]
    path = mine.partition('"')[2].partition('"')[0]

    answer = partner.post(path)

    assert answer.location.startswith(f"/games/{game}?")
    assert "You’ve stopped scoring." in text_of(partner.get(answer.location))


def test_without_a_network_the_page_says_so_and_never_names_localhost(scorer, game, monkeypatch):
    monkeypatch.setattr(addresses, "network_address", lambda: None)

    for answer in (scorer.post(f"/games/{game}/invitations"), scorer.get(f"/games/{game}/sharing")):
        assert "Other phones can’t reach this computer." in text_of(answer)
        assert "localhost" not in answer.text


def test_the_right_of_programs_is_ended_by_a_button(app, scorer, client):
    started = client.post("/api/v1/games", json={"players": ["Ana", "Ben"]}).json
    phone = Phone(app)
    phone.post(urlsplit(started["scorer_url"]).path)
    pages, api = f"/games/{started['id']}", f"/api/v1/games/{started['id']}"
    shown = {"Authorization": f"Bearer {started['scorer_token']}"}
    name = {"seat": 0, "name": "Eva"}
    assert client.post(f"{api}/renames", json=name, headers=shown).status_code == 200
    assert f'action="{pages}/tokens"' in phone.get(f"{pages}/scorers").text

    answer = phone.post(f"{pages}/tokens")

    assert (answer.status_code, answer.location) == (303, f"{pages}/scorers?said=token-renewed")
    assert "Programs removed." in text_of(phone.get(answer.location))
    refused = client.post(f"{api}/renames", json=name, headers=shown)
    assert refused.status_code == 403
    assert phone.get(f"{pages}/seats").status_code == 200
