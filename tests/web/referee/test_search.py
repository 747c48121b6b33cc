"""The search over what can go wrong: what people say finds it, also mistyped."""

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.web.referee.search import irregularities_about, kinds

SAID = {
    Irregularity.OUT_OF_TURN: "out of turn, not his turn, skipped me, wrong order",
    Irregularity.ILLEGAL_DRAW: "drew twice, took two cards, drew three, peeked, drew too many",
    Irregularity.WRONG_COUNT: "too few cards, too many cards, one card short, 13 cards, one too many",
    Irregularity.MAY_I: "may i, buy, i want it, both want the card, steal, two want the same card",
    Irregularity.PREMATURE_DISCARD: "forgot to draw, did not draw, no draw",
    Irregularity.NO_DISCARD: "forgot to discard, did not discard, no discard",
    Irregularity.TAKE_BACK: "take it back, changed my mind, discard back, undo",
    Irregularity.SILENT_MATTER: "wrong dealer, who cuts, cutting, looked through the pile, slow, advice, "
    "dropped a card, manners, how many cards do you hold, discard the card just taken",
    Irregularity.EXTRA_DISCARD: "discarded two, threw two cards, two discards",
    Irregularity.ILLEGAL_LAYDOWN: "wrong meld, invalid run, wrong contract, three sets in hand 1, "
    "laid off before going down, went down too early, laid too early",
    Irregularity.WILD_SWAP: "joker, swap joker, steal the joker, red ace, žolík, jocker, jokers",
    Irregularity.DEAL: "misdeal, missdeal, mis-deal, dealt 11, flipped a card, wrong deck, deal again",
    Irregularity.STOCK_OUT: "stock empty, no cards left, pile runs out, no more cards to draw",
    Irregularity.SCORING_ERROR: "wrong score, miscount, added up wrong, score sheet",
    Irregularity.MISSING_SCORE: "no score, forgot to count, replay the hand",
    Irregularity.PLAYER_LEFT: "goes home, quit, left the game, has to leave, somebody left, player left",
    Irregularity.RESUME: "resume, continue, pause, suspended",
}


@pytest.mark.parametrize(
    ("query", "irregularity"),
    [(query, irregularity) for irregularity, said in SAID.items() for query in said.split(", ")],
)
def test_what_people_say_finds_what_went_wrong(query, irregularity):
    assert irregularities_about(query)[0] is irregularity


def test_every_irregularity_is_of_one_kind():
    listed = [
        graph.irregularity for _title, graphs in kinds(Irregularity, rules=LAW) for graph, _icon in graphs
    ]

    assert sorted(listed) == sorted(Irregularity)


@pytest.mark.parametrize("irregularity", Irregularity)
def test_a_headline_finds_itself(irregularity):
    assert irregularities_about(GRAPHS[irregularity].headline)[0] is irregularity


@pytest.mark.parametrize("query", ["", "?", "qwrtzp", "xyz"])
def test_what_says_nothing_finds_nothing(query):
    assert irregularities_about(query) == ()


def test_what_does_not_fit_is_not_found():
    assert len(irregularities_about("swap the joker")) < 4


@pytest.mark.parametrize(
    "query", ["what is the aim", "who deals first", "a good strategy", "pizza", "what is a run"]
)
def test_an_ordinary_question_is_no_irregularity(query):
    assert irregularities_about(query) == ()


def test_only_what_may_be_asked_is_found():
    assert irregularities_about("misdeal", among=[Irregularity.RESUME]) == ()
