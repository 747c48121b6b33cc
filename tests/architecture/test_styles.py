"""Proves that no style names left or right, so that every layout mirrors."""

import re

import pytest

from scorekeeper.paths import STATIC

# Properties and values of one side; four sides of which left and right differ; a shadow along one side.
ONE_SIDED = re.compile(
    r"\b(?:left|right)\s*:|-(?:left|right)\b[\w-]*\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b"
    r"|translateX?\(\s*-?[\d.]*[1-9]"
    r"|(?:margin|padding|inset)\s*:\s*\S+ (?P<right>\S+) \S+ (?!(?P=right);)\S+;"
    r"|shadow\s*:[^;]*\binset -?[1-9]"
)
# The corner of a card, which reads the same in every language.
KEPT = {"padding: 0.2em 0 0 0.22em;"}


@pytest.mark.parametrize("path", sorted(STATIC.rglob("*.css")), ids=lambda path: path.name)
def test_no_style_names_left_or_right(path):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if ONE_SIDED.search(line) and line.strip() not in KEPT] == []
