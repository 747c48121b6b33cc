"""A ruleset as a table or a league chooses it."""

import pytest

from scorekeeper.rules.rulesets.files import LAW, Chosen, faults_in, naming_faults
from scorekeeper.rules.rulesets.in_force import NotOfShape, in_force
from tests.support.score_notation import codes


def of_law(*variants, **changes):
    return Chosen(LAW.id, variants, changes)


def test_nothing_chosen_is_the_law():
    assert Chosen().rules == LAW
    assert codes(naming_faults(Chosen())) == codes(faults_in(Chosen())) == []


def test_what_is_chosen_is_in_force():
    chosen = of_law("eleven", missing_card=20)

    assert chosen.rules == in_force(LAW, variants=["eleven"], changes={"missing_card": 20})


def test_an_unknown_ruleset_comes_alone():
    assert codes(naming_faults(Chosen("none", ("none",), {"pack": "tiles"}))) == [
        ("ruleset-unknown", "/ruleset", None)
    ]


def test_what_leaves_no_ruleset_in_force_is_named():
    assert codes(naming_faults(of_law("eleven", "none", pack="tiles"))) == [
        ("variant-unknown", "/variants/1", None),
        ("not-changeable", "/changes/pack", None),
    ]


def test_what_cannot_be_is_named_with_its_cause():
    assert codes(faults_in(of_law(deal={"cards": 30}))) == [("pack-too-small", "/changes/deal", "2.1")]
    assert codes(faults_in(of_law("eleven", ends={"hands": 8}))) == [
        ("hands-without-contract", "/changes/ends/hands", None)
    ]


def test_a_value_out_of_range_is_not_of_shape():
    with pytest.raises(NotOfShape) as refusal:
        _ = of_law(jokers=9).rules
    assert refusal.value.pointer == "/jokers"
