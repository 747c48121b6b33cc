"""Where rulings lead on to: the number of cards, the correction of a hand, the game that goes on."""

import re

import pytest

from tests.support.phones import answers_of, text_of

OUT = {0: 25, 2: 45, 3: 110}


def leads(phone, path):
    """Every address that a ruling leads on to, by what its button says."""
    page = phone.get(path)
    assert page.status_code == 200
    parts = re.findall(r'class="leads-on.*?</section>', page.text, re.DOTALL)
    links = re.findall(r'href="([^"]+)">([^<]+)<', "".join(parts))
    return {text: address.replace("&amp;", "&") for address, text in links}


@pytest.fixture
def referee(game):
    return f"/games/{game}/referee"


def test_whoever_only_reads_is_led_to_no_form(scorer, watcher, game, referee):
    scorer.score(game, 1, 1, OUT)

    assert leads(watcher, f"{referee}/scoring-error?kind=miscount&mixed=no") == {}


@pytest.mark.parametrize(
    ("query", "answer"),
    [
        ("kind=miscount&mixed=no", "counted"),
        ("kind=scoresheet&disputed_before=no&choice=agree", "typed"),
        ("kind=miscount&mixed=yes&choice=wider", "agreed"),
        ("kind=scoresheet&disputed_before=yes", "agreed"),
    ],
)
def test_an_error_is_put_right_on_the_page_of_its_hand(scorer, game, referee, query, answer):
    assert leads(scorer, f"{referee}/scoring-error?{query}") == {}
    scorer.score(game, 1, 1, OUT)

    found = leads(scorer, f"{referee}/scoring-error?{query}")

    assert found == {"Correct hand 1": f"/games/{game}/hands/1/correction?answer={answer}"}
    assert answers_of(scorer.get(found["Correct hand 1"])) == [answer]


@pytest.mark.parametrize(
    "query", ["kind=scoresheet&disputed_before=no&choice=disagree", "kind=miscount&mixed=yes"]
)
def test_what_stays_leads_nowhere(scorer, game, referee, query):
    scorer.score(game, 1, 1, OUT)

    assert leads(scorer, f"{referee}/scoring-error?{query}") == {}


def test_a_game_that_may_go_on_goes_on(scorer, game, referee):
    scorer.suspend(game)

    found = leads(scorer, f"{referee}/resume?all_agreed=yes&all_present=yes&same_seats=yes")

    assert found == {"Carry on": f"/games/{game}/resumption"}


def test_a_forgotten_discard_leads_to_one_card_too_many(watcher, referee):
    page = watcher.get(f"{referee}/no-discard?next_has_drawn=yes&who-offender=2").text

    assert "wrong-count?moment=in-play&amp;direction=too-many&amp;by=1&amp;who-offender=2" in page


def test_cards_laid_out_of_turn_lead_to_play_out_of_turn(watcher, referee):
    page = watcher.get(f"{referee}/illegal-laydown?fault=not-allowed-now&why=out-of-turn&who-offender=2").text

    assert f'href="{referee}/out-of-turn?who-offender=2"' in page


def test_who_keeps_a_wrong_number_of_cards_is_led_to_put_it_right(scorer, referee):
    path = f"{referee}/wrong-count?moment=before-first-draw&who-offender=2"

    assert list(leads(scorer, f"{path}&choice=decline").values()) == [
        f"{referee}/wrong-count?moment=in-play&who-offender=2"
    ]
    assert leads(scorer, f"{path}&choice=demand") == leads(scorer, path) == {}


def test_whoever_is_still_short_is_led_to_the_number_of_cards(scorer, game, referee):
    told = "moment=in-play&direction=too-few&who-offender=2"
    discards = f"{referee}/extra-discard?next_turn_over=no&who-offender=2"

    for path in (
        f"{referee}/wrong-count?moment=offender-went-out&who-offender=2",
        *(f"{discards}&next_took_one={took}&choice=take-back" for took in ("no", "yes")),
    ):
        assert list(leads(scorer, path).values()) == [f"{referee}/wrong-count?{told}"]
    assert leads(scorer, f"{discards}&next_took_one=no") == {}
    page = text_of(scorer.get(f"{discards}&next_took_one=no"))
    assert "If they discarded more than two, they’re still short." in page
