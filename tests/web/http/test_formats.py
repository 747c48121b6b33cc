"""Moments as people write them, and exact shares and averages in writing."""

from datetime import UTC, datetime
from fractions import Fraction
from types import SimpleNamespace

import pytest
from markupsafe import Markup

from scorekeeper.language import ENGLISH, Language, speaking
from scorekeeper.web.http.formats import (
    countable,
    decimal,
    exactly,
    fixed,
    in_row,
    moment,
    ordinal,
    percent,
    plain,
    plural_forms,
    plus,
    share,
    spoken_days,
    zone_city,
)


# The clock of these tests says 19:00 UTC on 20 November, which is the next day already in Tokyo.
@pytest.mark.parametrize(
    ("at", "time_zone", "text"),
    [
        (datetime(2026, 11, 20, 18, 45, tzinfo=UTC), "Europe/Prague", "19:45"),
        (datetime(2026, 11, 19, 23, 0, tzinfo=UTC), "Europe/Prague", "00:00"),
        (datetime(2026, 11, 20, 23, 0, tzinfo=UTC), "Europe/Prague", "21 November 2026, 00:00"),
        (datetime(2026, 11, 19, 22, 59, tzinfo=UTC), "Europe/Prague", "19 November 2026, 23:59"),
        (datetime(2026, 11, 20, 14, 59, tzinfo=UTC), "Asia/Tokyo", "20 November 2026, 23:59"),
        (datetime(2026, 11, 20, 15, 0, tzinfo=UTC), "Asia/Tokyo", "00:00"),
    ],
)
def test_a_moment_of_today_is_a_time_without_the_day(app, clock, at, time_zone, text):
    with app.app_context():
        assert moment(at, time_zone).striptags() == text


@pytest.mark.parametrize(
    ("started_at", "resumed_at", "time_zone", "text", "short"),
    [
        ("2026-11-20T18:00Z", None, "UTC", "20 November 2026", "20 Nov"),
        ("2025-12-31T23:30Z", None, "UTC", "31 December 2025", "31 Dec 2025"),
        ("2025-12-31T23:30Z", None, "Europe/Prague", "1 January 2026", "1 Jan"),
        ("2026-03-01T18:00Z", "2026-03-08T18:00Z", "UTC", "1 to 8 March 2026", "1 to 8 Mar"),
        (
            "2026-03-31T18:00Z", "2026-04-08T18:00Z", "UTC",
            "31 March to 8 April 2026", "31 Mar to 8 Apr",
        ),
        (
            "2025-12-30T18:00Z", "2026-01-02T18:00Z", "UTC",
            "30 December 2025 to 2 January 2026", "30 Dec 2025 to 2 Jan 2026",
        ),
    ],
)  # fmt: skip
def test_a_game_has_the_day_on_which_it_began_and_that_on_which_it_went_on(
    app, clock, started_at, resumed_at, time_zone, text, short
):
    began, went_on = (at and datetime.fromisoformat(at) for at in (started_at, resumed_at))
    game = SimpleNamespace(started_at=began, resumed_at=went_on, time_zone=time_zone)

    with app.app_context():
        assert (spoken_days(game), spoken_days(game, short=True)) == (text, short)


@pytest.mark.parametrize(
    ("time_zone", "name"),
    [
        ("Europe/Prague", "Prague"), ("America/Argentina/Buenos_Aires", "Buenos Aires"),
        ("UTC", "Greenwich"), ("Etc/UTC", "Greenwich"),
    ],
)  # fmt: skip
def test_a_time_zone_is_called_by_its_place(time_zone, name):
    assert zone_city(time_zone) == name


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0, "0"),
        (15, "15"),
        (-20, "-20"),
        (Fraction(67, 2), "33 1/2"),
        (Fraction(-67, 2), "-33 1/2"),
        (Fraction(-1, 3), "-1/3"),
        (Fraction(27719, 27720), "27719/27720"),
    ],
)
def test_score_is_read_exactly(number, text):
    assert plain(number) == text
    assert exactly(number) == text.replace(" ", "\u00a0").replace("-", "\u2212")


def test_change_has_its_sign():
    assert [plus(number) for number in (15, 0, -15, Fraction(1, 2))] == ["+15", "+0", "−15", "+1/2"]


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


def test_decimal_has_no_useless_zeros_and_rounds_halves_up():
    assert [decimal(Fraction(number, 100)) for number in (37125, 37120, 37100)] == [
        "371.3",
        "371.2",
        "371",
    ]


def test_percent_has_one_decimal():
    assert [percent(Fraction(*part)) for part in ((2, 3), (0, 1), (1, 1))] == ["66.7%", "0.0%", "100.0%"]


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (11, "11th"), (12, "12th"), (13, "13th"),
        (21, "21st"), (22, "22nd"), (23, "23rd"), (101, "101st"), (111, "111th"),
    ],
)  # fmt: skip
def test_ordinal(number, text):
    assert ordinal(number) == text


def test_things_in_a_row_are_escaped_and_the_empty_left_out():
    assert in_row(["3 hands", "", Markup("<b>1</b> won"), "a & b"]) == "3 hands, <b>1</b> won, a &amp; b"
    assert in_row([]) == ""


@pytest.mark.parametrize(
    ("number", "several"),
    [(0, True), (1, False), (2, True), (Fraction(1), False), (Fraction(1, 2), True), (Fraction(3, 2), True)],
)
def test_a_fraction_counts_as_several(number, several):
    assert (countable(number) != 1) == several


def test_plural_forms_are_those_of_the_language_for_such_numbers():
    assert plural_forms() == (("one", 1), ("other", 2))
    assert plural_forms(5) == (("other", 5),)
    assert plural_forms(least=2) == (("other", 2),)
    with speaking(Language("ar", ENGLISH.texts)):
        assert plural_forms(5) == (("few", 5), ("many", 15), ("other", 100))
