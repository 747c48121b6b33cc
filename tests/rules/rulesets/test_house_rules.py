"""The switches of older programs and games, as variants and changes and back (2.3a, 3.5a, 3.6b, 5.8a, 16)."""

from __future__ import annotations

from itertools import product

import pytest

from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.house_rules import (
    HOUSE_CLAUSES,
    HouseRules,
    house_rules_of,
    rules_with,
    switch_faults,
    variants_and_changes,
)
from scorekeeper.rules.rulesets.in_force import in_force

FIELDS = tuple(HOUSE_CLAUSES)


@pytest.mark.parametrize(
    ("switched", "variants", "changes"),
    [
        ({}, (), {}),
        ({"cards_dealt": 11}, ("eleven",), {}),
        ({"may_i_last_three": False}, ("no-late-may-i",), {}),
        ({"twos_wild": True}, ("twos-wild",), {}),
        ({"red_ace_natural": False}, (), {"wild": {"in_place": False}}),
        ({"adjacent_wilds": False}, (), {"wild": {"adjacent": False}}),
        ({"discard_to_go_out": False}, (), {"discard_to_go_out": "may"}),
        (
            {"twos_wild": True, "red_ace_natural": False, "adjacent_wilds": False, "cards_dealt": 11},
            ("eleven", "twos-wild"),
            {"wild": {"in_place": False, "adjacent": False}},
        ),
    ],
)
def test_a_switch_is_a_variant_or_a_change(switched, variants, changes):
    assert variants_and_changes(HouseRules(**switched)) == (variants, changes)


def test_every_setting_of_the_switches_comes_back_from_the_rules_in_force():
    for cards, *switches in product((12, 11), *[(True, False)] * 5):
        house_rules = HouseRules(cards, *switches)
        assert house_rules_of(rules_with(house_rules)) == house_rules


def test_no_switch_leaves_the_law_as_it_is():
    assert rules_with(HouseRules()) == LAW
    assert house_rules_of(LAW) == HouseRules()


def test_what_the_switches_cannot_say_is_told_as_far_as_they_can():
    without_claims = in_force(LAW, changes={"may_i": None})
    one_late_hand = in_force(LAW, changes={"may_i": {"limits": {"5": 0, "6": 0}}})
    ten_cards = in_force(LAW, changes={"deal": {"cards": 10}})

    assert house_rules_of(ten_cards) == HouseRules()
    assert house_rules_of(without_claims).may_i_last_three
    assert house_rules_of(one_late_hand).may_i_last_three


def test_only_the_choices_of_a_switch_are_no_fault():
    assert [*switch_faults(HouseRules(cards_dealt=11))] == []
    (fault,) = switch_faults(HouseRules(cards_dealt=13))
    assert (fault.code, fault.pointer, fault.clause) == (
        "cards-dealt-unknown",
        "/house_rules/cards_dealt",
        "2.3a",
    )
