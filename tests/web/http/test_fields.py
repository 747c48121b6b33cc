"""Dates are read on the clock of a zone; the zone of the machine is found."""

from datetime import UTC, datetime

import pytest

from scorekeeper.web.http import fields


@pytest.mark.parametrize(
    ("text", "zone", "hour"),
    [
        ("2026-03-29T20:15", "Europe/Prague", 18),
        ("2026-01-29T20:15:30", "Europe/Prague", 19),
        ("2026-03-29T20:15+02:00", "America/Lima", 18),
        ("2026-03-29T20:15", "No/Where", 20),
    ],
)
def test_a_moment_is_read_on_the_clock_of_its_zone(text, zone, hour):
    read = fields.moment(text, time_zone=zone)

    assert (read.tzinfo, read.hour) == (UTC, hour)


@pytest.mark.parametrize("text", ["", "x", "2026-02-30T10:00", "0001-01-01T00:00", "9999-12-31T23:59:60"])
def test_other_texts_are_no_moments(text):
    with pytest.raises(fields.NotAMoment):
        fields.moment(text, time_zone="Asia/Tokyo")


@pytest.mark.parametrize("name", ["", "x", "../etc", "/etc/localtime", "\0", "Europe", "x" * 500])
def test_unknown_zones_are_none(name):
    assert fields.zone(name) is None


def test_zone_of_the_machine_can_be_used(monkeypatch):
    assert fields.zone(fields.server_zone()) is not None
    monkeypatch.setenv("TZ", "America/Lima")
    assert fields.server_zone() == "America/Lima"
    monkeypatch.setenv("TZ", "nonsense")
    assert fields.zone(fields.server_zone()) is not None


def test_a_moment_without_a_zone_is_the_same_in_utc():
    assert fields.moment("2026-11-20T19:00", time_zone="UTC") == datetime(2026, 11, 20, 19, tzinfo=UTC)
