"""The first page, players and help."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from scorekeeper.config import MailServer, Retention
from scorekeeper.services.accounts import sessions
from scorekeeper.services.common import idempotency, limits
from scorekeeper.services.games import invitations, trash
from scorekeeper.services.games.queries.players import id_of
from scorekeeper.services.leagues import organisers
from scorekeeper.services.leagues.transfer import uploads
from scorekeeper.web.http import device
from tests.support.own_rules import OTHER
from tests.support.phones import Phone, shown, text_of

OUT = {0: 25, 2: 45, 3: 110}


def test_empty_phone_is_offered_a_new_game_and_no_cookie(client):
    page = client.get("/")

    assert 'href="/games/new"' in page.text
    assert "Set-Cookie" not in page.headers


def test_games_are_listed_by_state(scorer, finished):
    running = scorer.start("Eva", "Fay")
    paused = scorer.start("Gus", "Hal")
    scorer.suspend(paused)

    page_text = text_of(scorer.get("/"))

    assert "Two sets Eva Dealer Fay Go on: hand 1" in page_text
    assert "On a break Gus , Hal Hand 1 of 7 · No scores yet · 20 Nov" in page_text
    assert "Finished Ben won with 0 points Ana , Ben , Cem , Dee · 20 Nov" in page_text
    assert f'href="/games/{running}"' in scorer.get("/").text


def test_the_game_that_goes_on_stands_first_with_who_leads(scorer, game, clock):
    other = scorer.start("Eva", "Fay")
    clock.at += timedelta(minutes=1)
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    page = scorer.get("/")

    assert "Ben leads by 25 Ben 0 Ana 25 Cem 45 Dee 110 Go on: hand 2" in text_of(page)
    assert f'<a class="button primary" href="/games/{game}">Go on: hand 2</a>' in page.text
    assert "Also playing Eva , Fay Hand 1 of 7 · No scores yet" in text_of(page)
    assert page.text.index(f"/games/{game}") < page.text.index(f"/games/{other}")
    scorer.score(game, 2, 0, {1: 25, 2: 5, 3: 5})
    assert "Ana and Ben lead by 25" in text_of(scorer.get("/"))


def test_new_game_is_the_first_button_unless_a_game_goes_on(scorer, game):
    before = scorer.get("/").text
    scorer.suspend(game)

    assert 'class="button plain" href="/games/new"' in before
    assert 'class="button primary" href="/games/new"' in scorer.get("/").text


def test_the_players_of_the_newest_finished_game_play_again(scorer, game):
    scorer.suspend(scorer.start("Eva", "Fay"))
    scorer.leave(game, 3)
    assert "as last time" not in text_of(scorer.get("/"))
    for hand in range(1, 8):
        scorer.score(game, hand, 0, {1: 25, 2: 5})
    scorer.start("Eva", "Fay")
    page = scorer.get("/")

    assert "Same players as last time Ana Ben Cem" in text_of(page)
    assert f'href="/games/new?again={game}"' in page.text


def test_older_games_are_folded_away(scorer, clock):
    for _ in range(6):
        scorer.leave(scorer.start("Eva", "Fay"), 0, 1)

    page = scorer.get("/")

    assert shown(page.text).partition("Older games")[0].count('game-row" href') == 5
    assert "Older games (1)" in text_of(page)


def test_a_shared_win_is_told_with_both_names(scorer, clock):
    game = scorer.start("Eva", "Fay", "Gus")
    for hand in range(1, 7):
        scorer.score(game, hand, hand % 2, {1 - hand % 2: 5, 2: 90})
    scorer.score(game, 7, 2, {0: 5, 1: 5})

    assert "Eva and Fay" in text_of(scorer.get("/"))
    players = scorer.get("/players")
    assert "½ win " in text_of(players)
    (path,) = re.findall(r'href="(/players/\w+)".*?<bdi>Eva<', players.text, re.DOTALL)
    assert "Shared the last win." in text_of(scorer.get(path))


def test_deleted_games_can_be_brought_back_from_the_first_page(scorer, game):
    scorer.post(f"/games/{game}/deletion")

    page = scorer.get("/")

    assert "You can bring back a deleted game for 30 days." in text_of(page)
    assert f'action="/games/{game}/restoration"' in page.text


def test_players_show_their_figures_by_name(scorer, finished):
    page_text = text_of(scorer.get("/players"))

    assert "Ben has won most: 1 of 1 game" in page_text
    assert "Ben 1 game · average 0 1 Place 1 of 4 1 win" in page_text
    assert "Ana 1 game · average 175 2 Place 2 of 4 0 wins" in page_text


def test_each_player_has_a_page(scorer, clock):
    for _ in range(2):
        game = scorer.start("Eva", "Fay")
        for hand in range(1, 8):
            scorer.score(game, hand, 1, {0: 25})
    players = scorer.get("/players").text
    leads = dict(re.findall(r'href="(/players/\w+)".*?<bdi>(\w+)<', players, re.DOTALL))
    fay, eva = (text_of(scorer.get(path)) for path in leads)

    assert list(leads.values()) == ["Fay", "Eva"]
    assert "Fay So far Games 2 Wins 2 Average 0 Best game 0 Hands won 14" in fay
    assert "Won the last 2 games in a row. Best streak: 2 wins in a row." in fay
    assert "Didn’t win the last game. Nemesis: Fay , who finished ahead in 2 of 2 games together." in eva
    assert "Place 2 of 2 · 175 points With Fay 20 November 2026" in eva


def test_pages_of_players_say_which_games_they_compare_and_why(scorer, clock):
    law = scorer.start("Ana", "Ben", "Eva")
    for hand in range(1, 8):
        scorer.score(law, hand, 0, {1: 5, 2: 10})
    clock.at += timedelta(days=1)
    other = scorer.start("Ana", "Ben", ruleset=OTHER.ruleset)
    for hand in range(1, 6):
        scorer.score(other, hand, 0, {1: 5})
    scorer.score(other, 6, None, {0: 5, 1: 10})

    players = text_of(scorer.get("/players"))
    ana, eva = (text_of(scorer.get(f"/players/{id_of(name)}")) for name in ("Ana", "Eva"))

    why = (
        f"Points and averages are from games of {OTHER.rules.name}. "
        "They leave out 1 game, as it was scored by other rules."
    )
    assert [page.count(why) for page in (players, ana, eva)] == [1, 1, 1]
    assert "Ana 2 games · average 30 " in players
    assert f'href="/rules/{OTHER.ruleset}#cP-2"' in scorer.get("/players").text
    assert "Eva 1 game 3 Place 3 of 3" in players
    assert "Games 2 Wins 2 Average 30 Best game 30 Hands won 12" in ana
    assert "Games 1 Wins 0 Average – Best game –" in eva
    assert "Latest totals" not in ana + eva


def test_any_name_has_a_page(scorer, clock):
    names = ("../..", "a/b", ".", "?", "Łukasz №1", "مريم")
    game = scorer.start(*names)
    for hand in range(1, 8):
        scorer.score(game, hand, 0, dict.fromkeys(range(1, 6), 25))

    for name in names:
        title = (
            scorer.get(f"/players/{id_of(name.swapcase())}").text.partition("<h1>")[2].partition("</h1>")[0]
        )
        assert f"<bdi>{name}</bdi>" in title


def test_a_name_of_another_phone_has_no_page(scorer, stranger, finished):
    path = f"/players/{id_of('Ben')}"

    assert [scorer.get(path).status_code, stranger.get(path).status_code] == [200, 404]


def test_players_page_says_why_no_finished_game_counts(scorer, game):
    scorer.score(game, 1, 1, OUT)
    assert "Finish a game" in text_of(scorer.get("/players"))
    scorer.leave(game, 0, 1, 2, 3)

    page_text = text_of(scorer.get("/players"))

    assert "A game counts when at least two of those who started it play to the end." in page_text
    assert "Finish a game" not in page_text


def test_players_without_a_result_lead_on_to_the_game_that_would_give_one(scorer, watcher, game):
    page = scorer.get("/players")

    assert f'href="/games/{game}">Carry on</a>' in page.text
    assert "No results yet Ana Ben Cem Dee" in text_of(page)
    assert 'href="/games/new">New game</a>' in watcher.get("/players").text


def test_help_leads_to_the_referee_and_the_rules(client):
    page = client.get("/help").text

    assert "When something goes wrong" in text_of(client.get("/help"))
    assert 'href="/referee">Ask the referee' in page
    assert 'href="/rules">the rules' in page


def test_the_page_of_what_is_kept_goes_by_the_lengths_of_the_program(app, client):
    page_text = text_of(client.get("/privacy"))

    assert f"cookie, for {device.LIFETIME // 86400} days after your last visit" in page_text
    assert f"bring a deleted game back for {trash.KEPT_FOR.days} days" in page_text
    assert f"another scorer works for {invitations.VALID_FOR.seconds // 60} minutes" in page_text
    assert f"when you sign out, or after {sessions.LASTS.days} days" in page_text
    assert f"An invitation to run a league works for {organisers.VALID_FOR.days} days" in page_text
    assert f"We keep our answers for {idempotency.REMEMBERED_FOR.days} days" in page_text
    assert uploads.UPLOAD_LASTS == limits.COUNTED_FOR == timedelta(days=1)
    assert f"writes anything in a game, we remove it after {trash.EMPTY_FOR.days} days" in page_text
    assert "We keep a file you import for 1 day while you decide" in page_text
    assert page_text.count("We forget it after 1 day.") == 2


def test_the_page_of_what_is_kept_is_the_same_for_all_and_sets_no_cookie(app, client, scorer, game):
    pages = [client.get("/privacy"), scorer.get("/privacy")]

    assert pages[0].data == pages[1].data
    assert [page.headers.getlist("Set-Cookie") for page in pages] == [[], []]


@pytest.mark.parametrize("path", ["/", "/help", "/account/sign-in"])
def test_what_is_kept_can_be_found(client, path):
    assert 'href="/privacy"' in client.get(path).text


def test_what_is_kept_depends_on_the_settings(app, client):
    settings = app.extensions["settings"]
    plain = text_of(client.get("/privacy"))
    mail = MailServer("mail.example.org", 465, "cards@example.org", tls=True)
    app.extensions["settings"] = replace(
        settings, contact="mailto:club@example.org", database="postgresql://db/scores", mail=mail
    )
    other = client.get("/privacy")

    assert "Ask the person who gave you this address" in plain
    assert "It keeps the last 7 daily copies. It keeps the last 8 weekly copies." in plain
    assert f"The other stays for {sessions.KNOWN_FOR.days} days" in plain
    assert "mail.example.org" not in plain
    assert 'href="mailto:club@example.org">club@example.org<' in other.text
    assert "Only emails go through mail.example.org." in text_of(other)
    assert "weekly copies" not in text_of(other)
    app.extensions["settings"] = replace(settings, backups=Retention(daily=0, weekly=0))
    assert "weekly copies" not in text_of(client.get("/privacy"))


def test_security_txt_names_the_contact_if_there_is_one(app, client, clock):
    path = "/.well-known/security.txt"
    assert client.get(path).status_code == 404
    app.extensions["settings"] = replace(app.extensions["settings"], contact="mailto:club@example.org")

    answer = client.get(path)

    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.text.splitlines() == [
        "Contact: mailto:club@example.org",
        "Expires: 2027-02-18T19:00:00Z",
        "Preferred-Languages: en",
    ]


def test_with_english_alone_there_is_no_language_to_choose(app):
    phone = Phone(app)

    assert 'href="/display"' in phone.get("/").text
    assert 'name="language"' not in phone.get("/display").text


def test_colours_and_contrast_are_switched_for_this_browser_alone(app, scorer, game):
    def classes(path):
        return re.search(r"<html[^>]*?(?: class=\"(.*?)\")?>", scorer.get(path).text)[1]

    before = scorer.get(f"/games/{game}").headers["ETag"]
    assert classes("/") is None
    for style, expected in [
        ("four-suits", "four-suits"),
        ("more-contrast", "four-suits more-contrast"),
        ("four-suits", "more-contrast"),
        ("neon", "more-contrast"),
        ("more-contrast", None),
    ]:
        answer = scorer.post("/display", {"style": style})
        assert answer.status_code == (303 if style != "neon" else 422)
        assert classes("/") == classes(f"/games/{game}") == expected
        assert (scorer.get(f"/games/{game}").headers["ETag"] == before) == (expected is None)
    assert 'class="' not in Phone(app).get("/").text.partition("<head>")[0]
