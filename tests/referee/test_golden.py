"""Every ruling is the one that was reviewed against the rulebook, line by line: rulings.txt."""

from difflib import unified_diff

import pytest

from scorekeeper.referee.graphs import PLAIN
from tests.support.golden_rulings import BY_CHANGE, CHANGED, COMMAND, FILE, rulings
from tests.support.graph_paths import all_paths, paths


def test_rulings_are_those_that_were_reviewed():
    reviewed = FILE.read_text(encoding="utf-8").splitlines()
    changed = list(unified_diff(reviewed, rulings().splitlines(), "reviewed", "now", lineterm="", n=0))

    if changed:
        pytest.fail("\n".join([*changed, f"Review each line, then: {COMMAND}"]), pytrace=False)


def test_file_has_one_line_for_each_path():
    book, *by_house_rule = FILE.read_text(encoding="utf-8").split("## house rule ")
    plain = sum(len(list(paths(graph))) for graph in PLAIN.values())

    assert book.count(" -> ") == len(all_paths()) + plain
    assert [part.split("\n")[0] for part in by_house_rule] == [*CHANGED, *BY_CHANGE]
    assert all(" -> " in part for part in by_house_rule)
