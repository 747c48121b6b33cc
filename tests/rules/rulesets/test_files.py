"""The files of rulesets: one for each game, and what a new game needs."""

import shutil
from pathlib import Path

import pytest

from scorekeeper.rules.rulesets import files
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.files import LAW, RULESETS, UnknownRuleset, load
from scorekeeper.rules.rulesets.in_force import NotOfShape, change_faults, in_force
from scorekeeper.rules.rulesets.ruleset import ScoreForm
from tests.support.worked_games import VECTORS, play

FOLDER = Path(files.__file__).parent
TOPICS = {"players", "pack", "count", "step", "out", "missing", "given", "block", "ends"}
EIGHTH = VECTORS / "eighth"


@pytest.fixture
def folder(tmp_path):
    """A folder with a ruleset that no code knows."""
    shutil.copy(EIGHTH / "kitchen.toml", tmp_path)
    return tmp_path


def rewritten(folder, old, new):
    """The folder with one value of its ruleset changed."""
    text = (EIGHTH / "kitchen.toml").read_text()
    assert text.count(old) == 1
    (folder / "kitchen.toml").write_text(text.replace(old, new))
    return folder


def test_a_new_ruleset_is_a_file_and_plays_its_sheet(folder):
    assert list(load(folder)) == ["kitchen"]
    assert play(EIGHTH / "kitchen.json", rulesets=load(folder)).rules.name == "Kitchen Rummy"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("out_bonus = 2", "out_bonus = 4"),
        ('block = "lose"', 'block = "differences"'),
        ("target = 60", "target = 63"),
        ("counterclockwise", "clockwise"),
        ("missing_card = 8", "missing_card = 6"),
    ],
)
def test_the_sheet_of_a_new_ruleset_is_that_of_no_other(folder, old, new):
    with pytest.raises(AssertionError):
        play(EIGHTH / "kitchen.json", rulesets=load(rewritten(folder, old, new)))


def test_a_file_with_an_unknown_value_is_not_read(folder):
    with pytest.raises(NotOfShape):
        load(rewritten(folder, "wins =", "win ="))


def test_every_file_has_the_name_of_its_ruleset_and_the_law_is_first():
    assert sorted(RULESETS) == sorted(path.stem for path in FOLDER.glob("*.toml"))
    assert [ruleset.is_law for ruleset in RULESETS.values()] == [True] + [False] * (len(RULESETS) - 1)
    assert next(iter(RULESETS.values())) is LAW
    with pytest.raises(UnknownRuleset) as unknown:
        RULESETS["whist"]
    assert unknown.value.id == "whist"


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_ruleset_can_be_with_each_of_its_variants(ruleset):
    assert list(problems(ruleset)) == []
    for variant, told in ruleset.variants.items():
        assert list(change_faults(ruleset, variants=[variant], changes={})) == []
        assert in_force(ruleset, variants=[variant]) != ruleset, told.name


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=list(RULESETS))
def test_every_ruleset_cites_a_clause_for_each_fault_that_it_can_have(ruleset):
    asks_for_sum = {"sum", "rummy"} if ruleset.score.form is not ScoreForm.HELD else set()
    assert set(ruleset.cites) >= TOPICS | asks_for_sum
    assert all(clause.startswith((ruleset.prefix, "P-")) for clause in ruleset.cites.values())


def test_a_hand_of_basic_rummy_may_end_when_the_stock_is_empty_a_third_time_br_23():
    basic = RULESETS["basic"]
    clashing = change_faults(basic, variants=("third-time", "block"), changes={})

    assert in_force(basic, variants=("third-time",)).stock.reuses == 2
    assert [(fault.code, fault.pointer) for fault in clashing] == [("variants-clash", "/variants/1")]
