"""The first page, players and help."""

from tests.web.phones import Phone, text_of

OUT = {0: 25, 2: 45, 3: 110}


def test_empty_phone_is_offered_a_new_game_and_no_cookie(client):
    page = client.get("/")

    assert 'href="/games/new"' in page.text
    assert "Set-Cookie" not in page.headers


def test_games_are_listed_by_state(scorer, finished):
    running = scorer.start("Eva", "Fay")
    paused = scorer.start("Gus", "Hal")
    scorer.suspend(paused)

    told = text_of(scorer.get("/"))

    assert "Being played Eva , Fay Hand 1 of 7" in told
    assert "Suspended Gus , Hal Hand 1 of 7" in told
    assert "Finished Ana , Ben , Cem , Dee Won by Ben" in told
    assert f'href="/games/{running}"' in scorer.get("/").text


def test_other_phones_games_are_not_listed(scorer, stranger, game):
    assert "Ana" not in text_of(stranger.get("/"))


def test_deleted_games_can_be_brought_back_from_the_first_page(scorer, game):
    scorer.post(f"/games/{game}/deletion")

    page = scorer.get("/")

    assert "A deleted game can be brought back for 30 days." in text_of(page)
    assert f'action="/games/{game}/restoration"' in page.text


def test_players_show_games_wins_and_averages_by_name(scorer, finished):
    told = text_of(scorer.get("/players"))

    assert "Ben 1 1 0 0" in told
    assert "Ana 1 0 175 25" in told


def test_players_are_empty_at_first(app, clock):
    assert "once a game is finished" in text_of(Phone(app).get("/players"))


def test_help_leads_to_the_referee_and_the_rules(client):
    page = client.get("/help").text

    assert "When something went wrong" in text_of(client.get("/help"))
    assert 'href="/referee">the referee' in page
    assert 'href="/rules">the rules' in page


def test_help_says_what_is_missing_and_how_to_get_tls(client):
    told = text_of(client.get("/help"))

    for words in ("Copying with one tap", "screen awake", "tls internal", "backup"):
        assert words in told
