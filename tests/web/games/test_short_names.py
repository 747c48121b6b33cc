"""Names where there is little room: cut where they do not differ, and a badge that stays with the name."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.games import short_names

NAMES = st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=8, unique_by=str.casefold)


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ana", "Ben"), ("Ana", "Ben")),
        (("Maximiliane",), ("Maximiliane",)),
        (("Wolfgang Amadeus", "Evangelina-Maria"), ("Wolfgang", "Evangelina")),
        (("Anna Maria Luisa", "Anna"), ("Anna Maria", "Anna")),
        (("Maria Theresia", "Maria"), ("Maria There…", "Maria")),
        (("Maximiliana A.", "Maximiliana B."), ("Max…liana A.", "Max…liana B.")),
        (("Grandmother Ilse", "Grandmother Jo"), ("Gra…her Ilse", "Gra…other Jo")),
        (("Maximiliana 1 Wagner D", "Maximiliana 2 Wagner D"), ("Max…1 Wagne…", "Max…2 Wagne…")),
        (("Maximiliana Wagner", "Maximiliana Wagner-Berg"), ("Max…a Wagner", "Max…ner-Berg")),
    ],
)
def test_names_are_cut_where_they_do_not_differ(names, shown):
    assert short_names.short(names, most=12) == shown


def test_marks_stay_with_their_letter():
    name = "e\u0301" * 13
    assert short_names.short((name,), most=12) == ("e\u0301" * 11 + "…",)
    assert short_names.letters("👩\u200d🚀x") == ("👩\u200d🚀", "x")


@given(NAMES)
def test_eight_players_have_eight_badges(names):
    found = short_names.badges(names)

    assert len({badge.colour for badge in found.values()}) == len(names)
    assert all(badge.colour in range(short_names.COLOURS) for badge in found.values())


@given(NAMES, st.text(min_size=1).filter(str.strip))
def test_who_joins_late_takes_the_colour_of_nobody(names, late):
    before, after = short_names.badges(names), short_names.badges([*names, late])

    assert [after[name].colour for name in names if name != late] == [
        before[name].colour for name in names if name != late
    ]


def test_more_players_than_colours_have_one_all_the_same():
    names = [f"Player {number}" for number in range(10)]

    assert {badge.colour for badge in short_names.badges(names).values()} == set(range(8))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ana", "Ben"), "A B"),
        (("ana", "Anton", "Ben"), "A1 A2 B"),
        (("Ada", "Ana", "Ben"), "Ad An B"),
        (("A", "Ana"), "A An"),
        (("Ann Lee", "Ann Lee-Poe", "Ben"), "Al Ap B"),
        (("Ann Lee", "Ann May Loe", "Ann"), "A1 A2 A3"),
        (("Ann Oz", "Ann Na", "Aon", "Ana"), "A1 A2 Ao A4"),
        (("\u00c9va", "Eva"), "\u00c9 E"),
    ],
)
def test_letters_of_a_badge_part_names_that_begin_alike(names, shown):
    assert " ".join(badge.text for badge in short_names.badges(names).values()) == shown


def test_badge_from_a_name_alone_is_the_same_in_every_list():
    many = short_names.badge("Katharina")

    assert (many.colour, many.text) == (short_names.badges(["Katharina"])["Katharina"].colour, "Ka")
    assert short_names.badge("KATHARINA") == many
    assert [short_names.badge(name).text for name in ("Q", "X y", "\u00e9va")] == ["Q", "X", "\u00c9v"]
