"""A badge stays with the name, and parts the players of a table."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.web.games import badges

NAMES = st.lists(st.text(min_size=1).filter(str.strip), min_size=1, max_size=8, unique_by=str.casefold)


@given(NAMES)
def test_eight_players_have_eight_badges(names):
    found = badges.badges(names)

    assert len({badge.colour for badge in found.values()}) == len(names)
    assert all(badge.colour in range(badges.COLOURS) for badge in found.values())


@given(NAMES, st.text(min_size=1).filter(str.strip))
def test_who_joins_late_takes_the_colour_of_nobody(names, late):
    before, after = badges.badges(names), badges.badges([*names, late])

    assert [after[name].colour for name in names if name != late] == [
        before[name].colour for name in names if name != late
    ]


def test_more_players_than_colours_have_one_all_the_same():
    names = [f"Player {number}" for number in range(10)]

    assert {badge.colour for badge in badges.badges(names).values()} == set(range(8))


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ana", "Ben"), "A B"),
        (("ana", "Anton", "Ben"), "A1 A2 B"),
        (("Ada", "Ana", "Ben"), "Ad An B"),
        (("A", "Ana"), "A1 An"),
        (("Ann Lee", "Ann Lee-Poe", "Ben"), "Al Ap B"),
        (("Ann Lee", "Ann May Loe", "Ann"), "A1 A2 A3"),
        (("\u00c9va", "Eva"), "\u00c9 E"),
    ],
)
def test_letters_of_a_badge_part_names_that_begin_alike(names, shown):
    assert " ".join(badge.text for badge in badges.badges(names).values()) == shown


def test_badge_from_a_name_alone_is_the_same_in_every_list():
    many = badges.badge("Katharina")

    assert (many.colour, many.text) == (badges.badges(["Katharina"])["Katharina"].colour, "Ka")
    assert badges.badge("KATHARINA") == many
    assert [badges.badge(name).text for name in ("Q", "X y", "\u00e9va")] == ["Q", "X", "\u00c9v"]
