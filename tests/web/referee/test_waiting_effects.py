"""What waits for a sheet counts once: for a page from before a ruling, and for a ruling recorded again."""

import re

import pytest

from tests.support.phones import sheet, text_of, values_of
from tests.support.referee_forms import CHARGE, NO_SCORE, STOCK_OUT, remove, rule

TYPED = {1: 45, 2: 45, 3: 110}


def form_of(phone, game):
    """The hidden fields that the scoring page sends with its numbers."""
    page = phone.get(f"/games/{game}/hands/1").text
    return {name: re.search(f'name="{name}" value="([^"]*)"', page)[1] for name in ("attempt", "waited")}


def points(phone, game):
    return [[score["points"] for score in hand["scores"]] for hand in phone.document(game)["hands"]]


def save(phone, game, form):
    return phone.post(f"/games/{game}/hands/1", sheet(0, TYPED, **form))


def test_a_page_from_before_a_charge_is_shown_again(scorer, partner, game):
    old = form_of(scorer, game)
    rule(partner, game, CHARGE)

    again = save(scorer, game, old)

    assert again.status_code == 409
    assert "Someone has just saved or removed a ruling on this hand" in text_of(again)
    assert values_of(again)["points-1"] == "45"
    assert points(scorer, game) == []
    save(scorer, game, form_of(scorer, game))
    assert points(scorer, game) == [[0, 65, 45, 110]]


def test_a_page_from_before_a_charge_was_removed_is_shown_again(scorer, partner, game):
    rule(partner, game, CHARGE)
    old = form_of(scorer, game)
    remove(partner, game)

    assert save(scorer, game, old).status_code == 409


def test_a_save_tapped_twice_is_recorded_once(scorer, game):
    rule(scorer, game, CHARGE)
    form = form_of(scorer, game)
    save(scorer, game, form)

    assert "said=hand-again" in save(scorer, game, form).location


@pytest.mark.parametrize("dispute", [CHARGE, NO_SCORE, STOCK_OUT])
def test_what_waits_already_is_not_recorded_again(scorer, game, dispute):
    rule(scorer, game, dispute)

    again = rule(scorer, game, dispute)

    assert again.status_code == 422
    assert "That ruling is saved already. It counts when you score this hand." in text_of(again)
    assert len(scorer.document(game)["waiting"]) == 1


def test_another_charge_for_the_same_player_waits_as_well(scorer, game):
    rule(scorer, game, CHARGE)
    rule(scorer, game, CHARGE, by=1)

    assert len(scorer.document(game)["waiting"]) == 2
