"""Games worked by hand in tests/vectors, each played by the rules alone."""

import pytest

from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.worked_games import SHEETS, play


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.stem)
def test_a_game_worked_by_hand_ends_as_its_sheet_says(sheet):
    play(sheet, rulesets=RULESETS)


def test_every_ruleset_has_a_sheet():
    assert {sheet.stem for sheet in SHEETS} == {*RULESETS, "sheet-1"}
