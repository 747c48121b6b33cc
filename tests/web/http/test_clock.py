"""Zones are known by their names; the zone of the machine is found."""

import pytest

from scorekeeper.web.http import clock


@pytest.mark.parametrize("name", ["", "x", "../etc", "/etc/localtime", "\0", "Europe", "x" * 500])
def test_unknown_zones_are_none(name):
    assert clock.find_zone(name) is None


def test_zone_of_the_machine_can_be_used(monkeypatch):
    assert clock.find_zone(clock.server_zone()) is not None
    monkeypatch.setenv("TZ", "America/Lima")
    assert clock.server_zone() == "America/Lima"
    monkeypatch.setenv("TZ", "nonsense")
    assert clock.find_zone(clock.server_zone()) is not None
