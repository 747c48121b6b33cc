"""From a ruleset, variants and changes to the ruleset in force (rulesets, part 5)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.in_force import (
    FIXED,
    NotOfShape,
    change_faults,
    difference,
    in_force,
    leaves,
    names,
    patched,
    read,
    values_of,
    without_clashes,
)
from tests.support.score_notation import codes

BASE = read(
    {
        "id": "x",
        "name": "X",
        "source": "-",
        "prefix": "X",
        "jokers": 2,
        "deal": {"cards": 7, "starter_extra": 1},
        "points": {"2-9": 5, "10-K": 10, "A": 15, "joker": 25},
        "wild": {"cards": ["joker"], "adjacent": False},
        "variants": {
            "ace-20": {"name": "Ace 20", "changes": {"points": {"A": 20}}},
            "ace-30": {"name": "Ace 30", "changes": {"points": {"A": 30}}},
            "joker-50": {"name": "Joker 50", "changes": {"points": {"joker": 50}}},
            "long": {"name": "Long", "changes": {"points": {"A": 20}, "deal": {"cards": 13}}},
            "uncounted": {"name": "Uncounted", "changes": {"points": None}},
            "renamed": {"name": "Renamed", "changes": {"name": "Y", "cites": {"pack": "Y-1"}}},
        },
    }
)


def by(variants=(), **changes):
    return in_force(BASE, variants=variants, changes=changes)


def faults(*variants, **changes):
    return codes(change_faults(BASE, variants=variants, changes=changes))


def test_objects_merge_and_lists_and_values_replace():
    changed = by(deal={"cards": [[2, 9]]}, wild={"cards": []}, jokers=1)

    assert (changed.deal.cards, changed.deal.starter_extra) == (((2, 9),), 1)
    assert (changed.wild.cards, changed.wild.adjacent, changed.jokers) == ((), False, 1)


def test_null_brings_back_the_default():
    changed = by(wild=None, deal={"starter_extra": None}, points=None)

    assert (changed.wild, changed.deal.starter_extra, changed.points) == (type(BASE.wild)(), 0, None)


def test_points_of_variants_merge_and_those_of_a_table_replace_all():
    assert by(["ace-20", "joker-50"]).points == {"2-9": 5, "10-K": 10, "A": 20, "joker": 50}
    assert by(["joker-50"], points={"2-A": 5, "joker": 20}).points == {"2-A": 5, "joker": 20}


def test_the_rules_in_force_keep_the_variants_of_their_file():
    assert by(["long"]).variants == BASE.variants


def test_values_read_again_are_the_same_ruleset():
    assert read(values_of(BASE)) == BASE
    assert values_of(BASE)["deal"] == {
        "cards": 7,
        "by_hand": None,
        "starter_extra": 1,
        "dealer": True,
        "first": None,
    }


def test_an_unknown_variant_is_named_in_its_place():
    assert faults("long", "short") == [("variant-unknown", "/variants/1", None)]


def test_two_variants_that_set_a_field_differently_clash_at_the_later_one_once():
    assert faults("ace-20", "joker-50", "long") == []
    assert faults("ace-20", "ace-20") == []
    assert faults("ace-20", "long", "ace-30") == [("variants-clash", "/variants/2", None)]
    assert faults("ace-30", "ace-20", "long") == [
        ("variants-clash", "/variants/1", None),
        ("variants-clash", "/variants/2", None),
    ]
    assert faults("ace-20", points={"A": 7}) == []


def test_null_for_all_of_a_field_clashes_with_a_part_of_it_in_either_order():
    assert faults("uncounted", "ace-20") == [("variants-clash", "/variants/1", None)]
    assert faults("ace-20", "uncounted") == [("variants-clash", "/variants/1", None)]
    assert faults("uncounted", "uncounted") == []


def test_a_variant_named_again_and_again_is_looked_at_once():
    assert faults("ace-20", "ace-30", *["ace-20"] * 50) == [("variants-clash", "/variants/1", None)]


@pytest.mark.parametrize("field", ["id", "name", "source", "prefix", "pack", "referee", "cites", "variants"])
def test_what_makes_it_this_ruleset_is_not_changeable(field):
    assert faults(**{field: None}) == [("not-changeable", f"/changes/{field}", None)]


def test_a_variant_cannot_change_it_either():
    assert faults("long", "renamed") == [("not-changeable", "/variants/1", None)]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"deal": {"cards": 0}}, "/deal/cards"),
        ({"deal": {"cards": None}}, "/deal/cards"),
        ({"deal": {"cards": [[2, 10], [5, 31]]}}, "/deal/cards/1/1"),
        ({"deal": {"by_hand": []}}, "/deal/by_hand"),
        ({"contracts": [{"sets": 2}, {"sets": 11}]}, "/contracts/1/sets"),
        ({"contracts": [{}] * 21}, "/contracts"),
        ({"points": {"A": "many"}}, "/points"),
        ({"points": {"A": 501}}, "/points"),
        ({"jokers": 9}, "/jokers"),
        ({"jokers": True}, "/jokers"),
        ({"score": {"form": "chess"}}, "/score/form"),
        ({"score": {"out_bonus": 1_001}}, "/score/out_bonus"),
        ({"ends": {"hands": 201}}, "/ends/hands"),
        ({"may_i": {"most": -1}}, "/may_i/most"),
        ({"bids": 3}, "/bids"),
        ({"bids": None}, "/bids"),
    ],
)
def test_a_value_outside_its_type_or_range_is_named(changes, pointer):
    with pytest.raises(NotOfShape) as refusal:
        by(**changes)
    assert refusal.value.pointer == pointer


def test_leaves_are_the_values_that_changes_set():
    changes = {"deal": {"cards": 9, "first": None}, "points": {"2-A": 5}, "wild": {}, "jokers": 0}

    assert list(leaves(changes)) == [
        ("deal.cards", 9),
        ("deal.first", None),
        ("points.2-A", 5),
        ("wild", {}),
        ("jokers", 0),
    ]


@pytest.mark.parametrize(
    ("changes", "field", "named"),
    [
        ({"deal": {"cards": 9}}, "deal.cards", True),
        ({"deal": None}, "deal.cards", True),
        ({"deal": {}}, "deal.cards", False),
        ({"deal": {"first": None}}, "deal.cards", False),
        ({"points": {"A": 1}}, "points", True),
        ({"points": None}, "points", True),
        ({"players": {"most": 5}}, "players", True),
        ({"score": {"form": "held"}}, "score.block", False),
        ({"decks": 2}, "deck", False),
    ],
)
def test_changes_name_a_field_a_part_of_it_or_what_it_lies_in(changes, field, named):
    assert names(changes, field) is named


def test_the_law_has_no_fault_with_all_its_variants():
    assert list(change_faults(LAW, variants=tuple(LAW.variants), changes={})) == []


@given(st.data())
def test_two_changes_made_one_leave_what_both_leave_one_after_the_other(data):
    told = st.fixed_dictionaries(
        {},
        optional={
            "ends": st.fixed_dictionaries(
                {}, optional={"hands": st.integers(1, 7), "session": st.booleans()}
            ),
            "wild": st.fixed_dictionaries(
                {}, optional={"in_place": st.booleans(), "adjacent": st.booleans()}
            ),
            "missing_card": st.integers(0, 20),
            "points": st.just({"2-K": 5, "A": 15, "joker": 20}) | st.just({"2-A": 10, "joker": 50}),
        },
    )
    earlier, later = data.draw(told), data.draw(told)

    together = in_force(LAW, changes=patched(earlier, later))

    assert together == in_force(in_force(LAW, changes=earlier), changes=later)


def test_points_replace_all_that_an_earlier_change_says_of_them():
    later = {"points": {"2-A": 10}}

    assert patched({"points": {"2-A": 5, "joker": 20}}, later) == later


def test_objects_of_two_changes_merge():
    earlier = {"deal": {"cards": 9, "starter_extra": 0}}

    assert patched(earlier, {"deal": {"cards": 11}}) == {"deal": {"cards": 11, "starter_extra": 0}}


@pytest.mark.parametrize("before", RULESETS.values(), ids=RULESETS)
@pytest.mark.parametrize("after", RULESETS.values(), ids=RULESETS)
def test_the_difference_makes_the_other_rules(before, after):
    changes = difference(before, after)

    made, wanted = values_of(in_force(before, changes=changes)), values_of(after)
    assert {name: made[name] for name in made if name not in FIXED} == {
        name: wanted[name] for name in wanted if name not in FIXED
    }
    assert (changes == {}) == (before is after)


def test_a_difference_says_what_is_gone_and_leaves_what_is_the_same():
    fewer = in_force(LAW, changes={"may_i": {"limits": {"5": 0, "6": 1}}})
    after = in_force(LAW, changes={"may_i": {"limits": {"6": 2}}, "points": {**LAW.points, "A": 15}})

    assert difference(fewer, after) == {
        "may_i": {"limits": {"5": None, "6": 2}},
        "points": {**LAW.points, "A": 15},
    }


def test_of_variants_that_clash_the_later_one_stays():
    rules = RULESETS["basic"]

    assert without_clashes(rules, ("ace-11", "jokers", "ace-15", "jokers")) == ("jokers", "ace-15")
    assert without_clashes(rules, ("ace-15", "ten-cards")) == ("ace-15", "ten-cards")
