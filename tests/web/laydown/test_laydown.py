"""The page of the checker: its form and its addresses, the ways to a ruling, with a game and without one."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.web.laydown.laydown import address_of
from scorekeeper.web.laydown.typed import cards_asked
from scorekeeper.web.referee.path import Venue
from tests.support.phones import text_of

LINK = re.compile(r'<a class="name-chip" href="([^"]*)">')
WRONG = '<div class="call is-wrong">'


def test_the_empty_page_says_that_nothing_is_saved(phone):
    page = text_of(phone.get("/laydown"))

    assert "Nothing is saved. To share this, send the link to this page." in page
    assert "Hand 7: Three runs" in page
    assert 'id="verdict"' not in phone.get("/laydown").text


def test_a_meld_asked_about_in_the_box_is_answered_in_short(phone):
    said = text_of(phone.get(f"/rules?{urlencode({'q': '5H 6H 7H 8H'})}"))

    assert "Right. One run." in said
    assert "or a wild card" not in said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7S foo", "“foo” can’t be read. Write it like 7S, 10H or joker."),
        (
            "Herz 5 Herz 6",
            "“Herz” can’t be read. Write it like 7S, 10H or joker. "
            "“5 6” isn’t complete. Write it like “5 6 of hearts”.",
        ),
        *((blank, "Tap or type what to check.") for blank in ("", " ")),
        ("/", "There’s nothing here. Add some."),
        ("7S " * 5, "There are only 4 of 7♠︎. Take one out. 2.1"),
        ("7S 8\n9", "“8 9” isn’t complete. Write it like “8 9 of hearts”."),
        ("7S " * 120, f"That’s too many. Take some out: {MOST_LAID} is the most."),
    ],
)
def test_what_cannot_be_checked_is_said_above_the_keys(phone, cards, said):
    answer = phone.get(f"/laydown?{urlencode({'cards': cards})}")

    assert answer.status_code == 422
    assert said in text_of(answer).replace("Clause ", "")
    assert 'aria-invalid="true"' in answer.text
    assert answer.text.index('id="cards-faults"') < answer.text.index('class="bench"')
    assert 'id="verdict"' not in answer.text


def test_a_pack_without_jokers_has_none(ask):
    rules = next(rules for rules in RULESETS.values() if not rules.jokers)

    assert "Right. One set." in ask("7S 7H 7D", ruleset=rules.id)
    ask("7S 7H JK", status=422, ruleset=rules.id)


def test_an_unknown_ruleset_or_game_is_404(phone):
    assert phone.get("/laydown?ruleset=nobody").status_code == 404
    assert phone.get(f"/games/{'A' * 22}/laydown").status_code == 404


@pytest.mark.parametrize("hand", ["0", "8", "x", "-1", "9" * 30])
@pytest.mark.parametrize("cards", ["7S 7H JK", None])
def test_a_hand_that_is_not_there_is_refused(phone, hand, cards):
    answer = phone.get("/laydown", query_string={"hand": hand, "cards": cards})

    assert answer.status_code == 422
    assert "There’s no such hand in this game. Choose one." in text_of(answer)
    assert 'id="verdict"' not in answer.text
    elsewhere = phone.get("/laydown", query_string={"hand": hand, "cards": cards, "ruleset": "international"})
    assert elsewhere.status_code == 200
    assert "no such hand" not in text_of(elsewhere)


def test_cards_that_are_being_picked_get_no_verdict(phone):
    page = phone.get("/laydown?picked=7S+nonsense")

    assert page.status_code == 200
    assert ">7S nonsense</textarea>" in page.text
    assert [sign for sign in ('id="verdict"', "can’t be read") if sign in page.text] == []


def test_a_game_knows_its_hand_and_its_house_rules(scorer, game):
    page = scorer.get(f"/games/{game}/laydown").text
    strict = scorer.start("Ana", "Ben", variant="twos-wild")
    cards = urlencode({"cards": "7S 7H 2C", "hand": ""})

    assert '<option value="1" selected' in page
    assert "Right. One set." in text_of(scorer.get(f"/games/{strict}/laydown?{cards}"))
    assert WRONG in scorer.get(f"/games/{game}/laydown?{cards}").text


def test_a_wrong_run_is_recorded_as_a_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H 9C', 'hand': ''})}").text
    links = [unescape(link) for link in LINK.findall(page)]

    assert links[1] == (
        f"/games/{game}/referee/illegal-laydown?fault=superfluous-cards&melds=5H+6H+7H+8H+9C&who-offender=1"
    )
    assert "Has anyone added cards to that set or run?" in text_of(scorer.get(links[1]))


def test_a_check_for_another_hand_than_that_of_the_game_is_no_ruling(scorer, game):
    query = {"cards": "5H 6H 7H 8H 9C / QC QD QH", "hand": 2}
    page = scorer.get(f"/games/{game}/laydown?{urlencode(query)}")

    assert WRONG in page.text
    assert LINK.findall(page.text) == []


def test_a_recorded_ruling_shows_the_cards_and_which_went_back(scorer, game):
    said = {"fault": "superfluous-cards", "others_added": "no", "who-offender": "1"}
    asked = {**said, "melds": ["5H 6H 9C JK 8H", "QC QD QH"]}
    ruling = f"/games/{game}/referee/illegal-laydown?{urlencode(asked, doseq=True)}"
    form = scorer.get(ruling)
    scorer.post(
        f"/games/{game}/rulings", {**asked, "irregularity": "illegal-laydown", "seen": 1, "apply": "no"}
    )
    recorded = text_of(scorer.get(f"/games/{game}/rulings/2"))

    assert form.text.count('name="melds"') == 2
    for page in (text_of(form), recorded):
        assert "9 of clubs, goes back" in page
        assert "joker, stands for 7♥" in page
        assert "The rest stays." in page
        assert "queen of diamonds" in page
        assert "You can add" not in page


@pytest.mark.parametrize(
    ("melds", "lacks", "extra"),
    [
        (["QC QD QH"], "one set", ""),
        (["5H 6H 8S 9D"], "two sets", ""),
        (["QC QD QH", "5H 6H 8S 9D"], "one set", ""),
        (["QC QD QH 9C", "5H 6H 7H 8H 9C"], "one set", "one run"),
    ],
)
def test_a_ruling_shows_the_verdict_of_the_checker(scorer, game, melds, lacks, extra):
    checker = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': ' / '.join(melds)})}")
    verdict = re.search(r"<h2 class=\"verdict felt\">.*?<span>(.*)</span></h2>", checker.text)[1]
    asked = {"fault": "wrong-meld", "who-offender": "1", "melds": melds, "choice": "meld-stays"}
    ruling = scorer.get(f"/games/{game}/referee/illegal-laydown?{urlencode(asked, doseq=True)}")
    scorer.post(f"/games/{game}/rulings", {**asked, "irregularity": "illegal-laydown", "seen": 1})
    said = [
        f"Hand 1 asks for more. Still missing: {lacks}.",
        *([f"Hand 1 doesn’t ask for this: {extra}."] if extra else []),
    ]

    for page in (checker, ruling, scorer.get(f"/games/{game}/rulings/2")):
        assert verdict in page.text
        assert [one for one in said if one not in text_of(page)] == []
        assert ("doesn’t ask for" in text_of(page)) == bool(extra)


@pytest.mark.parametrize("seen", [1, 2])
def test_a_second_phone_that_rules_on_the_same_cards_finds_the_ruling(scorer, partner, game, seen):
    asked = {"irregularity": "illegal-laydown", "fault": "wrong-meld", "melds": ["QC QD QH", "5H 6H 8S 9D"]}
    by_ben = {**asked, "who-offender": "1", "choice": "meld-stays"}
    scorer.post(f"/games/{game}/rulings", {**by_ben, "seen": 1})
    saved = scorer.document(game)

    turned = {**by_ben, "melds": asked["melds"][::-1], "seen": seen}
    table = partner.get(partner.post(f"/games/{game}/rulings", turned).location)
    assert "A ruling on these cards is already saved. Nothing has changed." in text_of(table)
    (link,) = re.findall(r'<a href="([^"]*)">See the ruling</a>', table.text)
    assert "Leave it there" in text_of(partner.get(link))
    assert scorer.document(game) == saved

    by_cem = {**by_ben, "who-offender": "2", "seen": 2}
    assert partner.post(f"/games/{game}/rulings", by_cem).location == f"/games/{game}?said=ruled"


def test_words_that_are_no_cards_are_not_recorded_with_a_ruling(scorer, game):
    asked = {"fault": "wrong-meld", "who-offender": "1", "melds": "QC nonsense", "choice": "put-right"}
    page = scorer.get(f"/games/{game}/referee/illegal-laydown?{urlencode(asked)}")
    answer = scorer.post(f"/games/{game}/rulings", {**asked, "irregularity": "illegal-laydown", "seen": 1})

    assert "The cards" not in text_of(page)
    assert "“nonsense” can’t be read." in text_of(answer)
    assert scorer.document(game)["version"] == 1


def test_what_the_hand_does_not_ask_for_is_no_matter_of_a_card_too_many(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H 9C', 'hand': 1})}").text

    assert unescape(LINK.findall(page)[0]).endswith("?fault=wrong-meld&melds=5H+6H+7H+8H+9C&who-offender=0")


def test_a_meld_that_is_wrong_as_a_whole_leads_to_its_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 8S 9C'})}").text
    link = unescape(LINK.findall(page)[2])

    assert link.endswith("?fault=wrong-meld&melds=5H+6H+8S+9C&who-offender=2")
    assert "Save the ruling" in text_of(scorer.get(link))


@pytest.mark.parametrize("cards", ["5H 6H 7H 8H", "7S 7H 7D"])
def test_right_melds_that_the_hand_does_not_ask_for_lead_to_its_contract(scorer, game, cards):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': cards, 'hand': 1})}").text
    link = unescape(LINK.findall(page)[0])

    assert "?fault=contract-not-met&" in link
    assert "They’re not what this hand asks for" in text_of(scorer.get(link))


def test_right_melds_offer_no_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H', 'hand': ''})}").text

    assert LINK.findall(page) == []
    assert "Ask the referee" not in page


def test_who_only_watches_is_led_to_the_referee(watcher, game):
    page = watcher.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 8S 9C'})}")

    assert LINK.findall(page.text) == []
    assert "Ask the referee" in text_of(page)


def test_the_address_holds_everything(phone):
    asked = phone.get(f"/laydown?{urlencode({'cards': '7♠ 7♥ joker', 'as': 'heap', 'hand': '3'})}").text

    assert ">7♠ 7♥ joker</textarea>" in asked
    assert re.search(r'value="heap" checked', asked)
    assert '<option value="3" selected' in asked


def test_an_address_asks_the_same_again(app, scorer, game):
    asked = cards_asked("7♠ 9S 7♥ joker 9D 9H", rules=LAW, hand=1)
    with app.test_request_context():
        address = address_of(asked, Venue(game, None))

    assert address.startswith(f"/games/{game}/laydown?")
    assert 'class="call"' in scorer.get(address).text


@pytest.mark.parametrize("cards", ["7S 7H JK", "7S 7H 9D"])
def test_one_meld_asked_about_in_a_game_leads_to_the_check_of_its_hand(scorer, game, cards):
    shown = scorer.get(f"/ask?{urlencode({'q': cards, 'game': game})}").text
    (address,) = re.findall(rf'href="(/games/{game}/laydown\?[^"]*)"', shown)

    assert '<option value="1" selected' in scorer.get(unescape(address)).text


BACK = re.compile(r'<a class="back" href="([^"]*)">([^<]*)</a>')


@pytest.mark.parametrize("led", ["", "?q=7S+7H+JK"])
@pytest.mark.parametrize("in_game", [False, True])
def test_the_way_back_is_the_referee_or_the_question(scorer, game, led, in_game):
    prefix = f"/games/{game}" if in_game else ""
    page = scorer.get(f"{prefix}/laydown{led}").text
    ((back, text),) = BACK.findall(page)

    assert text == ("Ask" if led else "Referee")
    assert back.startswith("/ask?" if led else f"{prefix}/referee")
    assert page.count(f'href="/games/{game}"') == in_game
