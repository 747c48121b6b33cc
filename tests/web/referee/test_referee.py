"""The referee's pages one by one: finding, naming, choosing, recording, refusing."""

import re

import pytest

from scorekeeper.referee.codes import Irregularity
from tests.support.phones import text_of
from tests.support.referee_screens import opened
from tests.web.test_nonsense import ODD

SEEN_ONE = "discarded=no&drew=stock&in_hand=no&cards_seen=1&laid_cards=no"
SHORT_BY_TWO = "moment=other-went-out&direction=too-few&by=2"


@pytest.mark.parametrize("words", ["", "qwrtzp", "!?", "joker"])
def test_the_whole_list_stands_below_the_answers(scorer, words):
    """What else somebody may have meant comes close behind."""
    page = scorer.get("/referee", query_string={"q": words}).text
    listed = re.findall(r'class="list-link" href="/referee/([a-z-]+)', page)

    assert sorted(listed) == sorted(Irregularity)


def test_a_question_goes_on_in_the_rules_and_in_writing(scorer, game):
    page = scorer.get(f"/games/{game}/referee?q=chewing gum").text

    assert f'href="/rules?q=chewing+gum&amp;game={game}"' in page
    assert f'href="/games/{game}/agreements/new?question=chewing+gum"' in page


def test_the_words_of_a_question_stay_until_the_ruling(scorer, game):
    path = f"/games/{game}/referee"
    first = scorer.get(f"{path}/out-of-turn?q=not+her+turn").text
    assert f'href="{path}/out-of-turn?q=not+her+turn&amp;discarded=no"' in first
    assert f'<a class="back" href="{path}?q=not+her+turn">' in first

    form = scorer.get(f"{path}/missing-score?q=no+score&who-offender=1").text
    assert '<input type="hidden" name="q" value="no score">' in form
    ruling = scorer.get(f"{path}/out-of-turn?{SEEN_ONE}&q=not+her+turn").text
    assert "q=" not in re.search(r'id="ruling-link" href="([^"]+)"', ruling)[1]


def test_the_verdict_is_followed_by_what_to_do(scorer, game):
    for path in ("/referee", f"/games/{game}/referee"):
        page = scorer.get(f"{path}/out-of-turn?{SEEN_ONE}").text
        after = page[page.index("</h1>") :].removeprefix("</h1>").lstrip()

        assert after.startswith('<section class="do-this stack" aria-labelledby="do-this">')


def test_the_list_stands_by_kind(scorer):
    kind = re.compile(r'<section class="kind" aria-labelledby="kind-.">.*?</section>', re.DOTALL)

    kinds = kind.findall(scorer.get("/referee").text)
    assert [re.search(r"<h2[^>]*>(.*?)</h2>", one)[1] for one in kinds] == [
        "During a turn",
        "On the table",
        "Scores and players",
    ]
    assert sum(one.count('class="list-link"') for one in kinds) == len(Irregularity)


def test_each_order_stands_beside_the_badge_of_whom_it_concerns(scorer, game):
    path = f"/games/{game}/referee/out-of-turn?{SEEN_ONE}"

    def badges(page):
        orders = re.findall(r"<li data-remedy.*?</li>", page.text, re.DOTALL)
        return [re.findall(r'data-text="(\w)"', order) for order in orders]

    assert badges(scorer.get(path)) == [[], [], []]
    assert badges(scorer.get(f"{path}&who-offender=3&who-in-turn=1")) == [["D"], ["B"], ["B"]]
    assert badges(scorer.get(f"/referee/out-of-turn?{SEEN_ONE}")) == [[], [], []]


def test_a_question_leads_back_to_the_one_before(scorer, game):
    path = f"/games/{game}/referee/out-of-turn"
    back = r'<a class="back" href="([^"]+)">Back</a>'

    assert re.search(back, scorer.get(f"{path}?discarded=no&drew=stock").text)[1] == f"{path}?discarded=no"
    assert re.search(back, scorer.get(path).text)[1] == f"/games/{game}/referee"


def test_players_are_named_on_the_ruling(scorer, game):
    path = f"/games/{game}/referee/out-of-turn?{SEEN_ONE}"
    before = text_of(scorer.get(path))
    after = text_of(scorer.get(f"{path}&who-offender=3&who-in-turn=1"))

    assert "Who played out of turn? Ana Ben Cem Dee Whose turn was it? Ana Ben Cem Dee" in before
    assert "The card the player saw" in before
    assert "The card Dee saw goes on top of the stock, face up." in after
    assert "The turn goes back to Ben" in after
    assert "Ben chooses" in after


def test_a_choice_is_noted_in_the_address(scorer, game):
    path = f"/games/{game}/referee/out-of-turn?{SEEN_ONE}"
    options = re.findall(r'class="option" href="([^"]+)"', scorer.get(path).text)

    assert [option.partition("choice=")[2].partition("#")[0] for option in options] == ["take", "bury"]
    chosen = scorer.get(options[1].replace("&amp;", "&")).text
    assert re.findall(r'choice=(\w+)#options" aria-current="true"', chosen) == ["bury"]


@pytest.mark.parametrize(("seen", "stands"), [("1", False), ("2+or+more", True)])
def test_what_was_chosen_takes_the_place_of_a_remedy_that_only_offers_it(scorer, game, seen, stands):
    path = f"/games/{game}/referee/out-of-turn?{SEEN_ONE.replace('cards_seen=1', f'cards_seen={seen}')}"
    before, after = (
        re.search(r'data-remedy="[a-z-]+" data-who="next">.*?</li>', scorer.get(address).text, re.DOTALL)[0]
        for address in (path, f"{path}&choice={'exposed' if stands else 'bury'}")
    )

    assert (before == after) is stands


def test_what_the_rules_leave_open_is_tapped_only_where_it_can_be_saved(scorer, watcher, game):
    path = "/referee/silent-matter?matter=card-count"
    told = "You say how many you hold If someone asks, tell them the right number."
    for phone, address in ((watcher, path), (watcher, f"/games/{game}{path}")):
        page = phone.get(address)
        assert told in text_of(page)
        assert "next time" not in text_of(page)
        assert 'class="option"' not in page.text

    page = scorer.get(f"/games/{game}{path}")
    assert "Tap what you agree on. You’ll see it next time this comes up." in text_of(page)
    assert page.text.count('class="option"') == 2


def test_what_has_an_effect_is_offered_and_never_asked_twice(scorer, game):
    page = scorer.get(f"/games/{game}/referee/wrong-count?{SHORT_BY_TWO}&who-offender=1")
    form = page.text[page.text.index('action="/games/') :]

    assert text_of(page).count("holds in hand 1") == 1
    assert re.findall(r'<button [^>]*name="apply" value="(\w+)"', form) == ["yes", "no"]
    fields = dict(re.findall(r'<input type="hidden" name="([\w-]+)" value="([^"]*)"', form))
    assert {name: value for name, value in fields.items() if name != "csrf_token"} == {
        "irregularity": "wrong-count",
        "seen": "1",
        "moment": "other-went-out",
        "direction": "too-few",
        "by": "2",
        "who-offender": "1",
    }


def test_nothing_is_recorded_before_everyone_is_named(scorer, game):
    page = scorer.get(f"/games/{game}/referee/out-of-turn?{SEEN_ONE}&who-offender=1").text

    assert "To save this ruling, tap a name above" in page
    assert "/rulings" not in page


def test_a_ruling_can_be_sent_on(app, scorer, watcher, game):
    path = f"/games/{game}/referee/wrong-count?{SHORT_BY_TWO}&who-offender=1"

    link = re.search(r'id="ruling-link" href="http://[^/]+([^"]+)"', scorer.get(path).text)

    assert link[1].replace("&amp;", "&") == path
    assert "Ben counts the cards they hold" in text_of(watcher.get(path))


def test_switches_without_script_lead_to_a_short_address(scorer):
    doubled = (
        "meld=run&regular_turn=no&regular_turn=yes&gone_down=no&exact_card=no&exact_card=yes&from_hand=no"
    )

    answer = scorer.get(f"/referee/wild-swap?{doubled}")

    assert answer.status_code == 302
    assert answer.location == (
        "/referee/wild-swap?meld=run&regular_turn=yes&gone_down=no&exact_card=yes&from_hand=no"
    )


@pytest.mark.parametrize("path", ["/referee/cheating", "/games/UUUUUUUUUUUUUUUUUUUUUU/referee"])
def test_what_is_not_there_is_404(scorer, path):
    assert scorer.get(path).status_code == 404


CLAIM = "/games/{game}/referee/may-i?wanted_by_player_in_turn=no&has_drawn=no&in_turn=1"


@pytest.mark.parametrize(
    "path",
    [
        "/referee/out-of-turn?discarded=perhaps",
        "/referee/out-of-turn?discarded=yes&drew=stock",
        "/referee/wrong-count?moment=in-play&direction=too-few&by=0",
        "/referee/missing-score?other_scores=5&other_scores=x",
        "/referee/may-i?wanted_by_player_in_turn=no&has_drawn=no&claimants=99",
        "/referee/wild-swap?meld=run&gone_down=yes",
        f"/referee/out-of-turn?{SEEN_ONE}&choice=steal",
        f"/referee/out-of-turn?{SEEN_ONE}&choice=demand",
        "/games/{game}/referee/out-of-turn?discarded=yes&who-offender=9",
        "/games/{game}/referee/out-of-turn?discarded=yes&who-offender=1&who-in-turn=1",
        CLAIM,
        f"{CLAIM}&claimants=1",
        "/games/{game}/referee/player-left?who-offender=x",
    ],
)
def test_nonsense_is_refused(scorer, game, path):
    assert scorer.get(path.replace("{game}", game)).status_code == 422


@pytest.mark.long
@pytest.mark.parametrize("odd", ODD)
def test_odd_facts_are_no_error_of_ours(scorer, game, odd):
    names = ("discarded", "moment", "direction", "by", "wanted_by_player_in_turn", "in_turn", "claimants")
    more = ("other_scores", "who-offender", "choice", "q", "who", "may_is", "laid", "dealt", "seats")
    for place in ("", f"/games/{game}"):
        for page in ("", "/cards", "/out-of-turn", "/wrong-count", "/may-i", "/missing-score"):
            query = dict.fromkeys((*names, *more), odd)
            assert scorer.get(f"{place}/referee{page}", query_string=query).status_code in (200, 302, 422)


def test_more_cards_than_the_pack_holds_are_asked_for_again(scorer, game):
    path = f"/games/{game}/referee/wrong-count?moment=in-play&direction=too-few&who-offender=1"
    refused = scorer.get(f"{path}&by=1000")

    assert refused.status_code == 422
    assert "Enter a whole number of cards, from 1 to 216." in text_of(refused)
    assert "By how many cards?" in refused.text


def test_a_claim_sent_without_a_tap_says_what_to_tap(scorer, game):
    path = "/referee/may-i?wanted_by_player_in_turn=no&has_drawn=no"
    form = scorer.get(f"/games/{game}{path}").text
    assert " required" not in form.partition("<main")[2].partition("</main>")[0]
    assert '<input type="hidden" name="in_turn" value="">' in form

    refused = scorer.get(f"/games/{game}{path}&in_turn=")
    assert refused.status_code == 422
    assert "Tap whose turn it is, and everyone who said “May I”." in text_of(refused)
    alone = scorer.get(f"{path}&in_turn=")
    assert (alone.status_code, "Tap whose turn it is" in alone.text) == (422, False)
    assert '<ul class="faults" id="form-faults">\n<li>Tap everyone who said it.' in alone.text
    whole = scorer.get(f"/games/{game}{path}&in_turn=&in_turn=1&claimants=2")
    assert whole.location.endswith("&in_turn=1&claimants=2")


def test_typed_numbers_stay_when_they_are_refused(scorer, game):
    path = f"/games/{game}/referee/missing-score?who-offender=1"
    screen = opened(scorer, f"{path}&other_scores=25&other_scores=4x&other_scores=")

    assert screen.status == 422
    assert [one.value for one in screen.fields if one.kind == "text"] == ["25", "4x", ""]


def test_a_ruling_that_cannot_be_recorded_comes_back_with_what_was_typed(scorer, game):
    fields = {"irregularity": "illegal-laydown", "fault": "wrong-meld", "choice": "put-right", "seen": "7"}

    answer = scorer.post(f"/games/{game}/rulings", {**fields, "agreed": "Once a game"})

    assert answer.status_code == 422
    assert 'value="Once a game"' in answer.text
    assert re.findall(r'choice=([\w-]+)#options" aria-current="true"', answer.text) == ["put-right"]


def test_page_of_all_questions_is_refused_when_one_player_is_left(phone):
    game = phone.start("Ana", "Ben")
    phone.score(game, 1, 1, {0: 15})
    phone.post(f"/games/{game}/departures", {"seat": ["0"]})

    assert phone.get(f"/games/{game}/referee/offline").status_code == 422
