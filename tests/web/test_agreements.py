"""What the table agrees where the rules are silent: written down, and shown when the question comes back."""

import pytest

from tests.web.court import WRONG_MELD, rule
from tests.web.phones import Phone, text_of

SAID = {"clause": "6.3", "question": "When is the stock out?", "agreed": "When nobody can draw"}
RULING = "/referee/illegal-laydown?fault=wrong-meld"


def agree(phone, game, **changed):
    return phone.post(
        f"/games/{game}/agreements", {"seen": phone.document(game)["version"], **SAID, **changed}
    )


def agreements(phone, game):
    return text_of(phone.get(f"/games/{game}/agreements"))


def test_an_agreement_is_listed_with_its_clause(scorer, watcher, game):
    assert agree(scorer, game).location == f"/games/{game}?said=agreed"

    for phone in (scorer, watcher):
        assert "When is the stock out? Clause 6.3 When nobody can draw 20 November 2026 , in this game" in (
            agreements(phone, game)
        )
    assert "Write down an agreement" not in agreements(watcher, game)


def test_the_form_begins_with_a_clause_and_a_question(scorer, game):
    page = scorer.get(
        f"/games/{game}/agreements/new", query_string={"clause": "6.3", "question": "Out?"}
    ).text

    assert '<option value="6.3" selected>' in page
    assert 'value="Out?"' in page
    assert '<option value="14.4">' in page
    assert '<option value="6.1">' not in page


def test_the_form_tells_what_was_agreed_before_on_its_clause(scorer, game):
    agree(scorer, game)

    assert "Agreed before on this When is the stock out?" in text_of(
        scorer.get(f"/games/{game}/agreements/new?clause=6.3")
    )
    assert "Agreed before" not in text_of(scorer.get(f"/games/{game}/agreements/new?clause=5.4"))


def test_an_agreement_may_be_on_no_clause(scorer, game):
    agree(scorer, game, clause="", question="Phones?", agreed="Away")

    assert scorer.document(game)["precedents"][0]["clause"] is None
    assert "Phones? Away" in agreements(scorer, game)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"clause": "6.1"}, "Choose one of these."),
        ({"question": " "}, "Write down what is meant."),
        ({"agreed": "\n"}, "Write down what is meant."),
        ({"agreed": "x" * 301}, "This has at most 300 letters."),
    ],
)
def test_what_is_no_agreement_is_shown_again(scorer, game, changed, said):
    refused = agree(scorer, game, **changed)

    assert refused.status_code == 422
    assert said in text_of(refused)
    assert scorer.document(game)["version"] == 1


def test_an_agreement_sent_twice_is_recorded_once(scorer, game):
    for _ in range(2):
        answer = scorer.post(f"/games/{game}/agreements", {"seen": 1, **SAID})
        assert answer.location == f"/games/{game}?said=agreed"

    assert len(scorer.document(game)["precedents"]) == 1


def test_an_agreement_from_an_old_page_is_shown_again(scorer, game):
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})
    late = scorer.post(f"/games/{game}/agreements", {"seen": 1, **SAID})

    assert (late.status_code, 'name="seen" value="2"' in late.text) == (422, True)
    assert scorer.document(game)["precedents"] == []


def test_a_precedent_is_shown_when_its_clause_comes_up_again(scorer, watcher, game):
    assert "All of it back, please" not in text_of(scorer.get(f"/games/{game}{RULING}"))
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")

    for phone in (scorer, watcher):
        assert "All of it back, please" in text_of(phone.get(f"/games/{game}{RULING}"))
    assert "All of it back, please" not in text_of(Phone(scorer.client.application).get(RULING))
    scorer.undo(game)
    assert "All of it back, please" not in text_of(scorer.get(f"/games/{game}{RULING}"))


def test_a_precedent_holds_for_other_games_of_this_phone(scorer, stranger, game):
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")
    other = scorer.start("Eva", "Fay", "Gus")

    assert "All of it back, please" in text_of(scorer.get(f"/games/{other}{RULING}"))
    assert "All of it back, please" in text_of(scorer.get(RULING))
    assert "All of it back, please" not in text_of(stranger.get(f"/games/{other}{RULING}"))


def test_a_precedent_holds_in_games_that_play_again(scorer, stranger, game):
    rule(scorer, game, WRONG_MELD, agreed="All of it back, please")
    second = stranger.start("Ana", "Ben", "Cem", "Dee", previous=game)
    third = stranger.start("Ana", "Ben", "Cem", "Dee", previous=second)

    assert "All of it back, please" in text_of(stranger.get(f"/games/{third}{RULING}"))
    assert stranger.document(third)["precedents"] == []
    scorer.post(f"/games/{game}/deletion")
    assert "All of it back, please" not in text_of(stranger.get(f"/games/{third}{RULING}"))


def test_the_newest_precedent_comes_first(scorer, game, clock):
    agree(scorer, game, agreed="First")
    clock.at = clock.at.replace(hour=20)
    agree(scorer, game, agreed="Second")

    assert [said["agreed"] for said in scorer.document(game)["precedents"]] == ["Second", "First"]
