"""Cards as people type and paste them."""

import pytest

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.laydown.checks import check, laydown_faults
from scorekeeper.web.laydown.typed import Typed, cards_asked, cards_in, melds_as_text, parse


def read(text, pack="cards"):
    """Cards meld by meld, and the words that named none."""
    typed = parse(text, pack=pack)
    return [" ".join(map(str, meld)) for meld in typed.melds], (*typed.unknown, *typed.bare)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("7S 7H JK", ["7S 7H JK"]),
        ("7♠ 7♥ joker", ["7S 7H JK"]),
        ("7♠️ 7♥️ 🃏", ["7S 7H JK"]),
        ("7♠7♥★", ["7S 7H JK"]),
        ("7s,7h,jk", ["7S 7H JK"]),
        ("10h Th th 10♥", ["10H 10H 10H 10H"]),
        ("7-S 7-H", ["7S 7H"]),
        ("7S-7H-JK", ["7S 7H JK"]),
        ("7 8 9 10 of hearts", ["7H 8H 9H 10H"]),
        ("ace of spades, King of Clubs and the ten of diamonds", ["AS KC 10D"]),
        ("hearts 7 8 9", ["7H 8H 9H"]),
        ("♥ 7 8 ♠ 7 8", ["7H 8H 7S 8S"]),
        ("5-8 of spades", ["5S 6S 7S 8S"]),
        ("8-5 of spades", ["8S 7S 6S 5S"]),
        ("a-4 of clubs", ["AC 2C 3C 4C"]),
        ("J-A of clubs", ["JC QC KC AC"]),
        ("A-7 of clubs / 8-A of clubs", ["AC 2C 3C 4C 5C 6C 7C", "8C 9C 10C JC QC KC AC"]),
        ("5H-8H", ["5H 6H 7H 8H"]),
        ("5-8H", ["5H 6H 7H 8H"]),
        ("5h – 8h", ["5H 6H 7H 8H"]),
        ("8♥—5h, JK", ["8H 7H 6H 5H JK"]),
        ("7S-7S", ["7S 7S"]),
        ("7S - 9H", ["7S 9H"]),
        ("A-K ♦", ["AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD"]),
        ("a 2 3 4 of hearts", ["AH 2H 3H 4H"]),
        ("j q k a of hearts", ["JH QH KH AH"]),
        ("a of hearts, a ♠", ["AH AS"]),
        ("a 7 of hearts and a joker", ["7H JK"]),
        ("7S 7H 7D / 9S 9H JK", ["7S 7H 7D", "9S 9H JK"]),
        ("7S 7H 7D\n\n9S 9H JK\n", ["7S 7H 7D", "9S 9H JK"]),
        ("7 S 7 ♥", ["7S 7H"]),
        (" / ; | \n", []),
    ],
)
def test_words_and_signs_of_people_name_cards(text, melds):
    assert read(text) == (melds, ())


@pytest.mark.parametrize(
    ("text", "melds", "others"),
    [
        ("7S foo", ["7S"], ("foo",)),
        ("1H 13S 7S", ["7S"], ("1H", "13S")),
        ("7S 8", ["7S"], ("8",)),
        ("foo / foo 9", [], ("foo", "9")),
        ("x" * 700, [], ("x" * 20,)),
        ("7S1H", [], ("7S1H",)),
        ("K-3 clubs", [], ("K-3",)),
        ("KC-3C", [], ("KC-3C",)),
        ("A-8 of clubs", [], ("A-8",)),
        ("7-A of clubs", [], ("7-A",)),
        ("9H to 5H 6H 7H 8H", ["9H 5H 6H 7H 8H"], ("to",)),
        ("two sevens of spades, jokers", ["2S"], ("sevens", "jokers")),
        ("7-7S", ["7S"], ("7",)),
        ("-", [], ()),
    ],
)
def test_a_word_that_names_no_card_is_told_apart(text, melds, others):
    assert read(text) == (melds, others)


@pytest.mark.parametrize(
    ("text", "melds"),
    [
        ("red 7 8 9, joker", ["7H 8H 9H JK"]),
        ("7 black blue 7 orange 7", ["7S 7D 7C"]),
        ("11-13 blue", ["11D 12D 13D"]),
        ("1H 13S", ["1H 13S"]),
    ],
)
def test_tiles_are_named_by_their_colours(text, melds):
    assert read(text, "tiles")[0] == melds


def test_tiles_are_no_cards():
    assert read("ace of hearts KS", "tiles") == ([], ("ace", "hearts", "KS"))


def test_what_is_written_is_read_again():
    typed = parse("7♠ 7♥ joker / 10-K of clubs", pack="cards")

    assert melds_as_text(typed.melds) == "7S 7H JK / 10C JC QC KC"
    assert parse(melds_as_text(typed.melds), pack="cards") == typed


@pytest.mark.parametrize(
    "question",
    [
        "7S 7H JK",
        "is 7S 7H JK ok?",
        "7♠ 7♥ joker",
        "can I lay 5-8 of hearts down",
        "joker joker",
        "is 7S 7H JK ok to lay down",
    ],
)
def test_a_question_about_cards_has_them(question):
    typed = cards_in(question, pack="cards")

    assert typed is not None
    assert len(typed.cards) >= 2


@pytest.mark.parametrize(
    ("question", "melds"),
    [
        ("7♠ 7♥ joker, 5H 6H 7H 8H", ["7S 7H JK", "5H 6H 7H 8H"]),
        ("is 7S 7H JK and 5-8 of hearts right?", ["7S 7H JK", "5H 6H 7H 8H"]),
        ("7S 7H JK, 9S 9D 9C, and 4S 4D 4H", ["7S 7H JK", "9S 9D 9C", "4S 4D 4H"]),
        ("7S, 7H and JK", ["7S 7H JK"]),
        ("7, 8, 9, 10 of hearts", ["7H 8H 9H 10H"]),
        ("7S 7H JK, 9S", ["7S 7H JK 9S"]),
        ("5 6 7, 8 9 10 of hearts", ["5H 6H 7H 8H 9H 10H"]),
    ],
)
def test_a_comma_parts_the_melds_of_a_question_if_each_part_can_be_one(question, melds):
    typed = cards_in(question, pack="cards")

    assert [" ".join(map(str, meld)) for meld in typed.melds] == melds


@pytest.mark.parametrize(
    "question",
    [
        "how much is a joker",
        "joker",
        "drew twice",
        "13 cards",
        "two jokers in a run",
        "ace of hearts in a set of aces swap",
        "7S 7H 8",
        "K-3 of clubs",
        "5 to 8 of spades",
        "may I",
    ],
)
def test_another_question_is_not_about_cards(question):
    assert cards_in(question, pack="cards") is None


@pytest.mark.parametrize(
    ("question", "hand", "subject", "legal"),
    [
        ("is 7S 7H JK ok?", None, "melds", True),
        ("7S 7H JK", 1, "melds", True),
        ("5H 6H 9C 8H", None, "melds", False),
        ("7S 7H JK 9S 9D 9H", 1, "melds", True),
        ("7S 9S 7H JK 9D 9H", 1, "heap", True),
        ("7S 9S 7H JK 9D 9H", None, "melds", False),
        ("7S 8H 2C 9S KD QH", 1, "heap", False),
    ],
)
def test_a_question_about_cards_is_checked(question, hand, subject, legal):
    asked = cards_asked(question, rules=LAW, hand=hand)

    assert (asked.subject, check(asked).legal) == (subject, legal)


@pytest.mark.parametrize(
    ("question", "hand"),
    [
        ("7S 7H JK in hand 3", 3),
        ("is 7S 7H JK right for hand 7", 7),
        ("7S 7H JK in hand", 1),
        ("hand 3: 7S 7H JK", 3),
    ],
)
def test_a_question_may_name_the_hand(question, hand):
    asked = cards_asked(question, rules=LAW, hand=1)

    assert (melds_as_text(asked.melds), asked.hand, asked.alone) == ("7S 7H JK", hand, True)


def test_a_rank_after_hand_is_no_number_of_a_hand():
    asked = cards_asked("I have in my hand 7 8 9 10 of hearts", rules=LAW, hand=1)

    assert (melds_as_text(asked.melds), asked.hand) == ("7H 8H 9H 10H", 1)


@pytest.mark.parametrize("question", ["7S 7H JK in hand 8", "how many cards in hand 3", "hand 3"])
def test_a_hand_that_there_is_not_or_without_cards_is_no_question_about_cards(question):
    assert cards_asked(question, rules=LAW) is None


@pytest.mark.parametrize(
    ("question", "meld", "legal"),
    [
        ("can I add 8S to 4S 5S 6S 7S", "4S 5S 6S 7S 8S", True),
        ("can I add 3S to 4S 5S 6S 7S?", "4S 5S 6S 7S 3S", True),
        ("may I lay off 9S and 8S on 4-7 of spades", "4S 5S 6S 7S 9S 8S", True),
        ("add 8S to 4-7 of spades in hand 2", "4S 5S 6S 7S 8S", True),
        ("put a joker onto 7S 7H 7D", "7S 7H 7D JK", True),
        ("can I add 9S to 4S 5S 6S 7S", "4S 5S 6S 7S 9S", False),
    ],
)
def test_cards_that_are_added_to_a_meld_are_checked_with_it(question, meld, legal):  # 5.6
    asked = cards_asked(question, rules=LAW, hand=1)

    assert (melds_as_text(asked.melds), check(asked).legal, asked.hand) == (meld, legal, None)


@pytest.mark.parametrize(
    "question",
    ["can I add a card to a run", "can I add 8S to my run", "put 7S 7H JK on the table", "lay 5H to 8H"],
)
def test_what_is_added_to_no_meld_is_read_as_ever(question):
    asked, typed = cards_asked(question, rules=LAW), cards_in(question, pack="cards")

    assert (asked and asked.melds) == (typed and typed.melds)


@pytest.mark.parametrize("question", ["drew twice", "7S " * 9, "9S " * 40, "joker"])
def test_a_question_without_cards_or_with_too_many_is_not_checked(question):
    asked = cards_asked(question, rules=LAW)

    assert asked is None or any(laydown_faults(asked))


def test_nothing_typed_is_nothing():
    assert parse("", pack="cards") == Typed()


def test_as_before_what_cards_are_is_a_word_and_no_ace():
    typed = cards_in("is 7H 7D 7C ok as a set", pack="cards")

    assert [str(card) for card in typed.cards] == ["7H", "7D", "7C"]
    assert [str(card) for card in cards_in("as 2s 3s", pack="cards").cards] == ["AS", "2S", "3S"]
