"""The page of the checker: verdicts by plain requests, with a game and without one."""

import random
import re
from html import unescape
from urllib.parse import urlencode

import pytest

from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.web.laydown.checks import check
from scorekeeper.web.laydown.laydown import address_of
from scorekeeper.web.laydown.told import told
from scorekeeper.web.laydown.typed import cards_asked
from scorekeeper.web.referee.path import Venue
from tests.support.phones import text_of

LINK = re.compile(r'<a class="name-chip" href="([^"]*)">')


@pytest.fixture
def ask(phone):
    """Ask the checker outside of a game; what it says, without the form."""

    def send(cards, status=200, path="/laydown", **more):
        answer = phone.get(f"{path}?{urlencode({'cards': cards, **more})}")
        assert answer.status_code == status
        return text_of(answer).partition("Where are the cards?")[0].replace("\ufe0e", "")

    return send


def drawn(phone, cards, **more):
    """Each card as it is read out, in the answer."""
    page = phone.get(f"/laydown?{urlencode({'cards': cards, **more})}").text
    told = page.partition('id="told"')[2].partition("<form")[0]
    said = re.findall(r'<span class="visually-hidden">([^<]*)</span></li>', told)
    return [unescape(one).replace("\ufe0e", "") for one in said]


def test_the_empty_page_says_that_nothing_is_saved(phone):
    page = text_of(phone.get("/laydown"))

    assert "The cards are only in this page’s address. Nothing is saved." in page
    assert "Hand 7: Three runs" in page
    assert 'id="told"' not in phone.get("/laydown").text


@pytest.mark.parametrize(
    ("cards", "hand", "said"),
    [
        ("7S 7H JK", "", "Right. One set."),
        ("5-8 of hearts", "", "Right. One run."),
        ("7S 7H JK / 9S 9D 9C", "1", "Right. Two sets, as hand 1 asks for."),
        ("7S 7H JK / 5-8 of hearts", "2", "Right. One set and one run, as hand 2 asks for."),
        ("7S 7H JK", "1", "Hand 1 asks for more. Still missing: one set. Clause 4.1"),
        ("7S 7H JK / 9S 9D 9C / 4S 4D 4H", "1", "Hand 1 doesn’t ask for this: one set. Clause 4.4a"),
        ("5S 6S 8H 9D", "", "Wrong. That’s not a run."),
        ("7S 7H", "", "Wrong. That’s not a set."),
        ("7S 7H", "", "A set needs 3 cards or more. Clause 3.1"),
        ("5H 6H 7H", "", "A run needs 4 cards or more. Clause 3.2"),
        ("7S 9H JD 2C", "", "Wrong. That’s neither a set nor a run."),
        ("7S 9H JD 2C", "", "As a run:"),
        ("7S 7H 7D 9S 9H 9C", "", "9♠ , 9♥ and 9♣ aren’t 7s. Clause 3.1"),
        ("7S 9H JD 2C", "", "As a set: 9♥ , J♦ and 2♣ aren’t 7s."),
        ("KS KH KD AS QS", "", "A♠ and Q♠ aren’t kings."),
        ("8S 8H QD", "", "Q♦ isn’t an 8."),
        ("5S 6S 8H 9D", "", "8♥ and 9♦ aren’t spades. Clause 3.2"),
        ("5H 6H 7H 9C", "", "9♣ isn’t a heart."),
        ("5S 6S 8S 9S", "", "A card is missing between 6♠ and 8♠ ."),
        ("10S JS QS AS", "", "A card is missing between Q♠ and A♠ ."),
        ("5S 6S 9S 10S", "", "Cards are missing between 6♠ and 9♠ ."),
        ("5S 7S 9S 10S", "", "Cards are missing between 5♠ , 7♠ and 9♠ ."),
        ("7S 7H JK", "5", "Still missing: one set and one run."),
        ("QS KS AS 2S", "", "A run can’t go round the corner: A♠ and 2♠"),
        ("7S JK JK", "", "There are more wild cards than natural ones. Clause 3.6"),
        ("JK JK JK JK", "", "Right. One set."),
        (
            "JK AH AD",
            "",
            "Unless its player says it’s a set of aces, it’s a set of wild cards. Clause 3.7a",
        ),
        ("9H JK 7H 8H", "", "A wild card stands for the card of its place."),
        ("7S 7H JK / 5S 6S 8H 9D / 2C 2D 4H 9S", "", "Wrong. 2 sets or runs aren’t right."),
    ],
)
def test_melds_on_the_table_get_their_verdict(ask, cards, hand, said):
    assert said in ask(cards, hand=hand)


@pytest.mark.parametrize(
    ("cards", "ruleset", "said"),
    [
        ("5H 6H 7H 8H", "continental", ["You can add 4♥, 9♥ or a wild card. Clause 5.6"]),
        ("7S 7H 7C", "continental", ["You can add another 7 or a wild card. Clause 5.6"]),
        (
            "6C JK 8C AH",
            "continental",
            [
                "You can add 5♣ or 10♣. Clause 5.6",
                "You can swap 7♣ or 9♣ for a wild card that you play at once. Clause 3.10",
            ],
        ),
        ("2H JK JK 5H", "continental", ["You can add A♥ or 6♥. Clause 5.6"]),
        (
            "KS JK KD",
            "continental",
            ["another king or a wild card. Clause 5.6 The wild card stays. Clause 3.11"],
        ),
        (
            "8S 8D JK JK",
            "continental",
            ["You can add another 8. Clause 5.6 The wild cards stay. Clause 3.11"],
        ),
        ("JK AH AD", "continental", ["Clause 3.7a You can add a wild card. Clause 5.6 "]),
        ("A-K of spades", "continental", ["A run has at most 13 cards. Clause 3.4"]),
        ("7S 7H 7C", "basic", ["You can add another 7. Clause BR-6"]),
        ("9D JK JD", "six-hand", ["You can add 8♦, Q♦ or a wild card. Clause C6-9 The wild card stays. "]),
        ("9D JK JD", "wrotham", ["You can swap 10♦ for a wild card. Clause WR-2"]),
        (
            "KS JK KD",
            "seven-hand",
            ["You can swap another king for a wild card that you play at once. Clause S7-12"],
        ),
        (
            "8H 8S JK",
            "rummikub",
            [
                "You can add blue 8, orange 8 or a wild tile. Clause RK-7",
                "You can swap blue 8 or orange 8 for a wild tile that you play at once. Clause RK-8",
            ],
        ),
    ],
)
def test_a_right_meld_says_which_cards_fit_next(ask, cards, ruleset, said):
    page = ask(cards, ruleset=ruleset)

    assert [one for one in said if one not in page] == []


@pytest.mark.parametrize(
    ("cards", "more"),
    [
        ("5H 6H 7H", {}),
        ("5H 6H 7H 8H 7D", {}),
        ("9H JK 7H 8H", {}),
        ("7S 7H JK QC QD QH", {"as": "heap", "hand": "1"}),
        ("5H 6H 7H / QS QD QC QH", {"ruleset": "wrotham", "hand": "5"}),
    ],
)
def test_nothing_fits_what_is_wrong_open_or_laid_all_at_once(ask, cards, more):
    page = ask(cards, **more)

    assert [one for one in ("You can add", "You can swap", "stays. Clause 3.11") if one in page] == []


@pytest.mark.parametrize(
    ("swap", "said"), [("meld-both", []), (None, ["The wild tile stays."])], ids=["both", "never"]
)
def test_a_joker_that_one_tile_does_not_free(app, swap, said):  # RK-8
    rules = in_force(RULESETS["rummikub"], changes={"wild": {"swap": swap}})
    with app.test_request_context():
        answer = told(check(cards_asked("8H 8S JK", rules=rules)), next_cards=True)

    assert [line.text for line in answer.melds[0].next_cards][1:] == said


def test_where_no_card_fits_the_page_says_so(scorer):  # 3.6, 16.1
    strict = scorer.start("Ana", "Ben", house="1")
    cards = urlencode({"cards": "2H JK 4H JK 6H JK 8H JK 10H AD QH AD"})

    assert "No other card fits here." in text_of(scorer.get(f"/games/{strict}/laydown?{cards}"))


def test_a_meld_asked_about_in_the_box_is_answered_in_short(phone):
    said = text_of(phone.get(f"/rules?{urlencode({'q': '5H 6H 7H 8H'})}"))

    assert "Right. One run." in said
    assert "or a wild card" not in said


def test_superfluous_cards_go_back_by_name(ask, phone):
    assert "Wrong. 7♦ goes back to the hand. " in ask("5H 6H 7H 8H 7D")
    assert "7♦ goes back to the hand. The rest stays. Clause 14.1" in ask("5H 6H 7H 8H 7D")
    assert drawn(phone, "5H 6H JK 8H 7D") == [
        "5 of hearts",
        "6 of hearts",
        "joker, stands for 7♥",
        "8 of hearts",
        "7 of diamonds, goes back",
    ]


def test_a_joker_that_begins_a_sentence_has_a_capital(ask):
    said = ask("A-K of spades, joker", hand="")

    assert "Wrong. Joker goes back to the hand." in said
    assert "Joker goes back to the hand. The rest stays." in said


def test_one_of_several_jokers_goes_back(ask):
    assert "Wrong. One joker goes back to the hand. " in ask("7S 7H 7D JK JK JK JK", hand="")
    assert "One joker goes back to the hand. The rest stays." in ask("7S 7H 7D JK JK JK JK", hand="")
    assert "Wrong. 2 jokers go back to the hand. " in ask("7S 7H JK JK JK JK", hand="")


def test_wild_cards_say_what_they_stand_for(phone):
    assert drawn(phone, "KS KD AH") == ["king of spades", "king of diamonds", "ace of hearts, stands for K"]
    assert drawn(phone, "9H JK 7H 8H")[1] == "joker, stands for 6♥ or 10♥"
    assert drawn(phone, "5S 6S 8H 9D")[2:] == ["8 of hearts, wrong here", "9 of diamonds, wrong here"]


def test_every_fault_of_the_core_has_a_sentence(ask):
    rng = random.Random(7)
    for rules in RULESETS.values():
        pack = [f"{rank}{suit}" for rank in rules.ranks for suit in "SHDC"] + ["JK"] * bool(rules.jokers)
        for size in (1, 2, 3, 4, 5, 6, 9, 14, 16):
            cards = rng.sample(pack, size)
            for subject in ("melds", "heap")[: 1 + (size in (1, 5))]:
                for hand in ("", "1"):
                    said = ask(" ".join(cards), hand=hand, ruleset=rules.id, **{"as": subject})
                    assert re.search(r"(Right|Wrong|Yes|No)[.,]", said)
                    assert "{" not in said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("7S foo", "Write cards like 7S, 10H or joker. “foo” isn’t one."),
        ("5H xx yy", "Write cards like 7S, 10H or joker. “xx yy” isn’t one."),
        ("a1 b1 c1 d1 e1 f1", "“a1 b1 c1 d1 e1…” isn’t one."),
        ("5678♠", "“5678♠” isn’t one. Put spaces between the cards."),
        ("10JQK♥", "“10JQK♥” isn’t one. Put spaces between the cards."),
        ("K-3 clubs", "“K-3” isn’t one. A range can’t pass the ace. Write each card."),
        ("", "Tap or type some cards first."),
        (" ", "Tap or type some cards first."),
        ("7S 8", "Write the suit of “8”, too."),
        ("/", "There are no cards here. Add some."),
        ("7S " * 5, "7♠︎ is only 4 times in the pack. Take one out. 2.1"),
        ("7S " * 120, f"That’s too many cards. Take some out: {MOST_LAID} is the most."),
    ],
)
def test_what_cannot_be_checked_is_said_above_the_form(phone, cards, said):
    answer = phone.get(f"/laydown?{urlencode({'cards': cards})}")

    assert answer.status_code == 422
    assert said in text_of(answer).replace("Clause ", "")
    assert 'aria-invalid="true"' in answer.text
    assert answer.text.index('id="cards-faults"') < answer.text.index('class="bench"')
    assert 'id="told"' not in answer.text


@pytest.mark.parametrize("cards", ["7S foo", "7S at", "A-9 of hearts"])
def test_no_hint_is_given_for_other_words(phone, cards):
    said = text_of(phone.get(f"/laydown?{urlencode({'cards': cards})}"))

    assert "isn’t one." in said
    assert [one for one in ("Put spaces", "pass the ace") if one in said] == []


@pytest.mark.parametrize(("hand", "most"), [("1", 30), ("", 20)])
def test_a_heap_has_a_limit_of_its_own(phone, hand, most):
    cards = " ".join(f"{rank}{suit}" for rank in LAW.ranks for suit in "SHD")
    answer = phone.get(f"/laydown?{urlencode({'cards': cards, 'as': 'heap', 'hand': hand})}")

    assert answer.status_code == 422
    assert f"{most} is the most" in text_of(answer)
    assert ("Choose the hand, for up to 30" in text_of(answer)) == (not hand)


def test_a_pack_without_jokers_has_none(ask):
    rules = next(rules for rules in RULESETS.values() if not rules.jokers)

    assert "Right. One set." in ask("7S 7H 7D", ruleset=rules.id)
    ask("7S 7H JK", status=422, ruleset=rules.id)


def test_an_unknown_ruleset_or_game_is_404(phone):
    assert phone.get("/laydown?ruleset=nobody").status_code == 404
    assert phone.get(f"/games/{'A' * 22}/laydown").status_code == 404


@pytest.mark.parametrize("hand", ["0", "8", "x", "-1", "9" * 30])
def test_a_hand_that_is_not_there_asks_for_no_contract(ask, hand):
    assert "Right. One set." in ask("7S 7H JK", hand=hand)
    assert "asks for" not in ask("7S 7H JK", hand=hand)


def test_a_game_knows_its_hand_and_its_house_rules(scorer, game):
    page = scorer.get(f"/games/{game}/laydown").text
    strict = scorer.start("Ana", "Ben", house="1", **{"house-twos_wild": "1"})
    cards = urlencode({"cards": "7S 7H 2C", "hand": ""})

    assert '<option value="1" selected ' in page
    assert "Right. One set." in text_of(scorer.get(f"/games/{strict}/laydown?{cards}"))
    assert "Wrong. That’s not a set." in text_of(scorer.get(f"/games/{game}/laydown?{cards}"))


def test_a_wrong_run_is_recorded_as_a_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H 9C', 'hand': 3})}").text
    links = [unescape(link) for link in LINK.findall(page)]

    assert links[1] == (
        f"/games/{game}/referee/illegal-laydown?fault=superfluous-cards&melds=5H+6H+7H+8H+9C&who-offender=1"
    )
    assert "Has anyone added cards to that set or run?" in text_of(scorer.get(links[1]))


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
        assert "The cards Run of hearts" in page
        assert "9 of clubs, goes back" in page
        assert "joker, stands for 7♥" in page
        assert "9♣ goes back to the hand. The rest stays. Clause 14.1" in page.replace("\ufe0e", "")
        assert "queen of diamonds" in page
        assert "Hand 1 asks for" not in page
        assert "You can add" not in page


def test_a_recorded_ruling_says_what_right_melds_lacked(scorer, game):
    asked = {"fault": "wrong-meld", "who-offender": "1", "melds": "QC QD QH", "choice": "meld-stays"}
    scorer.post(f"/games/{game}/rulings", {**asked, "irregularity": "illegal-laydown", "seen": 1})

    assert "Hand 1 asks for more. Still missing: one set." in text_of(scorer.get(f"/games/{game}/rulings/2"))


def test_words_that_are_no_cards_are_not_recorded_with_a_ruling(scorer, game):
    asked = {"fault": "wrong-meld", "who-offender": "1", "melds": "QC nonsense"}
    page = scorer.get(f"/games/{game}/referee/illegal-laydown?{urlencode(asked)}")
    answer = scorer.post(f"/games/{game}/rulings", {**asked, "irregularity": "illegal-laydown", "seen": 1})

    assert "The cards" not in text_of(page)
    assert "“nonsense” isn’t one." in text_of(answer)
    assert scorer.document(game)["version"] == 1


def test_what_the_hand_does_not_ask_for_is_no_matter_of_a_card_too_many(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H 9C', 'hand': 1})}").text

    assert "Wrong. Hand 1 asks for something else." in page
    assert unescape(LINK.findall(page)[0]).endswith("?fault=wrong-meld&melds=5H+6H+7H+8H+9C&who-offender=0")


def test_right_melds_that_are_not_enough_are_not_called_the_contract(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '7S 7H JK', 'hand': 1})}").text

    assert "These cards are right, but it takes more to go down." in page


def test_a_meld_that_is_wrong_as_a_whole_leads_to_its_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 8S 9C'})}").text
    link = unescape(LINK.findall(page)[2])

    assert link.endswith("?fault=wrong-meld&melds=5H+6H+8S+9C&who-offender=2")
    assert "Save the ruling" in text_of(scorer.get(link))


def test_right_melds_offer_no_ruling(scorer, game):
    page = scorer.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 7H 8H', 'hand': ''})}").text

    assert LINK.findall(page) == []
    assert "Ask the referee" not in page


def test_who_only_watches_is_led_to_the_referee(watcher, game):
    page = watcher.get(f"/games/{game}/laydown?{urlencode({'cards': '5H 6H 8S 9C'})}")

    assert LINK.findall(page.text) == []
    assert "Ask the referee" in text_of(page)


def test_a_finished_game_is_checked_without_a_ruling(scorer, finished):
    page = text_of(scorer.get(f"/games/{finished}/laydown?{urlencode({'cards': '5H 6H 8S 9C'})}"))

    assert "Wrong. That’s not a run." in page


def test_the_address_holds_everything(phone):
    asked = phone.get(f"/laydown?{urlencode({'cards': '7♠ 7♥ joker', 'as': 'heap', 'hand': '3'})}").text

    assert ">7♠ 7♥ joker</textarea>" in asked
    assert re.search(r'value="heap" checked', asked)
    assert '<option value="3" selected ' in asked


def test_an_address_asks_the_same_again(app, scorer, game):
    asked = cards_asked("7♠ 7♥ joker 9S 9D 9H", rules=LAW, hand=1)
    with app.test_request_context():
        address = address_of(asked, Venue(game, None))

    assert address.startswith(f"/games/{game}/laydown?")
    assert "Yes, if you draw first." in text_of(scorer.get(address))


@pytest.mark.parametrize("cards", ["7S 7H JK", "7S 7H 9D"])
def test_one_meld_asked_about_in_a_game_leads_to_the_check_of_its_hand(scorer, game, cards):
    shown = scorer.get(f"/ask?{urlencode({'q': cards, 'game': game})}").text
    (address,) = re.findall(rf'href="(/games/{game}/laydown\?[^"]*)"', shown)

    assert '<option value="1" selected ' in scorer.get(unescape(address)).text


def test_the_referee_and_the_rulebook_lead_here(scorer, game):
    assert f'href="/games/{game}/laydown"' in scorer.get(f"/games/{game}/referee").text
    assert f'href="/games/{game}/laydown"' in scorer.get(f"/rules?game={game}").text
    assert 'href="/laydown"' in scorer.get("/referee").text


def test_texts_are_shown_as_texts(phone):
    page = phone.get(f"/laydown?{urlencode({'cards': '</textarea><script>x</script>'})}").text

    assert "<script>x" not in page


@pytest.mark.parametrize(
    ("cards", "hand", "said"),
    [
        ("7S 7H JK QC QD QH KD", "1", "Yes, you can go down. You keep 1 card."),
        ("7S 7H JK QC QD QH KD", "", "Yes. You keep 1 card."),
        ("7S 7H JK QC QD QH KD", "1", "It counts 10 points. No other way leaves fewer. Clause 7.1"),
        ("7S 7H JK QC QD QH KD 9D", "1", "They count 15 points. No other"),
        ("7S 7H JK QC QD QH", "1", "Yes, if you draw first."),
        (
            "7S 7H JK QC QD QH",
            "1",
            "Lay these down after you draw, and discard the card you drew. Clause 5.8 If you’ve "
            "drawn already, you can’t lay them all down: you need a card to discard. Clause 5.8a",
        ),
        (
            "5-8 of hearts / 9-Q of clubs / 2-5 of spades",
            "7",
            "Yes, if you draw first.",
        ),
        (
            "JK 7H 7D 7S QC QD QH",
            "1",
            "Keep one of them, such as 7♥ . To go out, you discard your last card. Clause 5.8a",
        ),
        ("JK 5H 6H 7H 9H / 2C 3C 4C 5C", "3", "Keep one of them, such as 5♥ . To go out"),
        ("JK 5H 6H 7H 9H / 2C 3C 4C 5C", "3", "Yes, you can go down. You keep 1 card."),
        ("7H 8H 9H 2S 3S 4S 5S", "3", "One card short of a run of hearts: 6♥, 10♥ or a wild card."),
        ("7S 7H 7D QC QD", "1", "One card short of a set: "),
        ("7S 2C", "1", "No, you can’t go down yet. "),
        ("7S 2C", "1", "One card more wouldn’t be enough."),
        ("7S 2C", "", "No, you can’t lay anything down yet."),
        ("7S 7H JK / QC QD QH", "1", "Yes, if you draw first."),
    ],
)
def test_a_heap_says_whether_it_meets_the_contract(ask, cards, hand, said):
    assert said in ask(cards, hand=hand, **{"as": "heap"})


@pytest.mark.parametrize(
    ("cards", "more", "tone"),
    [
        ("7S 2C", {"as": "heap"}, "call is-not-yet"),
        ("7S 7H JK", {}, "call is-not-yet"),
        ("7S 2C", {}, "call is-wrong"),
        ("7S 7H JK QC QD QH", {"as": "heap"}, "call"),
    ],
)
def test_a_verdict_has_the_tone_of_its_answer(phone, cards, more, tone):
    page = phone.get(f"/laydown?{urlencode({'cards': cards, 'hand': '1', **more})}").text

    assert f'<div class="{tone}">' in page


def test_cards_that_stay_in_the_hand_lie_by_rank(phone):
    assert drawn(phone, "KS 10H JK 2C 9D 2S", hand="1", **{"as": "heap"}) == [
        "2 of spades",
        "2 of clubs",
        "9 of diamonds",
        "10 of hearts",
        "king of spades",
        "joker",
    ]


def test_a_last_card_that_may_be_laid_off_is_not_kept_back(scorer):
    game = scorer.start("Ana", "Ben", house="1")
    cards = urlencode({"cards": "7S 7H JK QC QD QH", "as": "heap"})
    page = text_of(scorer.get(f"/games/{game}/laydown?{cards}"))

    assert "Yes. You can lay down every card." in page
    assert "discard" not in page
