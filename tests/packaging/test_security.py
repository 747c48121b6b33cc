"""Proves that the security page covers ASVS 5.0.0 level 1 and names a test for each requirement met."""

import re
from typing import NamedTuple

from tests.support.servers import ROOT

DOCUMENT = (ROOT / "docs/security.md").read_text(encoding="utf-8")
# OWASP ASVS 5.0.0: the number of level 1 requirements in each section, which are its first ones.
SECTIONS = """
1.2:5 1.3:2 1.5:1 2.1:1 2.2:2 2.3:1 3.2:2 3.3:1 3.4:2 3.5:3 4.1:1 4.4:1 5.2:2 5.3:2 6.1:1 6.2:8 6.3:2 6.4:2
7.2:4 7.4:2 8.1:1 8.2:2 8.3:1 9.1:3 9.2:1 10.4:5 11.3:2 11.4:1 12.1:1 12.2:2 13.4:1 14.2:1 14.3:1 15.1:1
15.2:1 15.3:1
"""
LEVEL_1 = [
    f"{section}.{number}"
    for section, most in (pair.split(":") for pair in SECTIONS.split())
    for number in range(1, int(most) + 1)
]


class Row(NamedTuple):
    """One requirement and what the document says of it; `tests` as `path::name`."""

    number: str
    met: str
    how: str
    tests: list[str]


LINES = [line.strip("| \n").split(" | ") for line in DOCUMENT.splitlines() if re.match(r"\| \d", line)]
ROWS = [Row(cells[0], cells[2], cells[3], re.findall(r"`(tests/[^`]+)`", cells[-1])) for cells in LINES]


def test_every_requirement_of_level_1_has_one_row() -> None:
    assert len(LEVEL_1) == 70
    assert [row.number for row in ROWS] == LEVEL_1


def test_every_row_says_whether_it_is_met_and_what_shows_it() -> None:
    assert {row.met for row in ROWS} == {"yes", "partly", "proxy", "no need"}
    assert [row.number for row in ROWS if row.met in ("yes", "partly") and not row.tests] == []
    assert [row.number for row in ROWS if row.met != "yes" and not row.how] == []
