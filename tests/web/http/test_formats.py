"""Exact shares and averages in writing."""

from __future__ import annotations

from fractions import Fraction

import pytest

from scorekeeper.web.http.formats import fixed, percent, share


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"), (3, "3"), (Fraction(1, 2), "½"), (Fraction(3, 2), "1½"), (Fraction(8, 3), "2⅔"),
        (Fraction(7, 12), "7/12"), (Fraction(31, 12), "2 7/12"),
    ],
)  # fmt: skip
def test_share_is_exact(number, text):
    assert share(number) == text


@pytest.mark.parametrize(
    ("number", "places", "text"),
    [
        (Fraction(320, 3), 2, "106.67"), (40, 2, "40.00"), (Fraction(1, 20), 1, "0.1"), (0, 1, "0.0"),
        (Fraction(1, 200), 2, "0.01"), (Fraction(5, 4), 1, "1.3"),
    ],
)  # fmt: skip
def test_fixed_rounds_halves_up(number, places, text):
    assert fixed(number, places) == text


def test_percent_has_one_decimal():
    assert [percent(Fraction(*part)) for part in ((2, 3), (0, 1), (1, 1))] == ["66.7%", "0.0%", "100.0%"]
