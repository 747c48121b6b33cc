"""What a phone loads for the two pages of a table, compressed as it is sent."""

from __future__ import annotations

from bench.games import Hall


def test_table_and_scoring_pages_stay_light(tmp_path):
    hall = Hall(tmp_path, saves=1)
    weights = {name: hall.weight(address) / 1024 for name, (address, _) in hall.pages.items()}

    assert {name: weight for name, weight in weights.items() if weight > hall.pages[name][1]} == {}
