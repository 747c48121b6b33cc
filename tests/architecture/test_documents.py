"""Proves that the files, tests and functions that the documents name or link to exist."""

import re

import pytest

from tests.support.servers import ROOT

DOCUMENTS = sorted(
    path.relative_to(ROOT).as_posix() for path in (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
)
FOLDERS = r"scorekeeper|templates|static|migrations|tests|docs|bench|container|requirements|\.ci"
# A path in backticks, perhaps with a function: `scorekeeper/app.py`, `tests/web/test_home.py::test_help`.
PATH = re.compile(rf"`((?:{FOLDERS})/[^`\s:]*)(?:::(\w+))?`")
LINK = re.compile(r"\]\(([^)#:]+)[^):]*\)|src=\"([^\":]+)\"")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_lead_to_files(document: str) -> None:
    named = PATH.findall((ROOT / document).read_text(encoding="utf-8"))

    assert [path for path, _ in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_functions_that_are_named_exist(document: str) -> None:
    named = PATH.findall((ROOT / document).read_text(encoding="utf-8"))

    assert [f"{path}::{name}" for path, name in named if name and not defines(path, name)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_to_files(document: str) -> None:
    linked = [a or b for a, b in LINK.findall((ROOT / document).read_text(encoding="utf-8"))]

    assert [link for link in linked if not (ROOT / document).parent.joinpath(link).is_file()] == []


def defines(path: str, name: str) -> bool:
    """Whether a Python file defines a function or class of this name."""
    source = (ROOT / path).read_text(encoding="utf-8")
    return re.search(rf"^\s*(?:def|class) {name}\b", source, re.MULTILINE) is not None
