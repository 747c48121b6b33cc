"""The map of the code names files, folders and modules that exist."""

from __future__ import annotations

import re

import pytest

from tests.support.servers import ROOT

DOCUMENTS = ("CONTRIBUTING.md", "docs/architecture.md", "docs/decisions.md")
TOP = ("scorekeeper", "templates", "static", "migrations", "tests", "docs", "bench", ".ci")
# A path within backticks, with an optional function behind it: `scorekeeper/app.py`, `tests/web/`.
PATH = re.compile(rf"`((?:{'|'.join(map(re.escape, TOP))})/[^`\s:]*)(?:::(\w+))?`")
# A path below one folder for each of several names: `tests/{rules,referee}/`.
CHOICES = re.compile(r"\{([^}]*)\}")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_paths_lead_to_files(document: str) -> None:
    named = PATH.findall((ROOT / document).read_text(encoding="utf-8"))

    assert named
    assert [path for pattern, _ in named for path in spelled_out(pattern) if not exists(path)] == []


@pytest.mark.parametrize("document", DOCUMENTS)
def test_functions_that_are_named_exist(document: str) -> None:
    named = PATH.findall((ROOT / document).read_text(encoding="utf-8"))
    missing = [
        f"{path}::{name}"
        for path, name in named
        if name
        and not re.search(rf"^\s*(?:def|class) {name}\b", (ROOT / path).read_text("utf-8"), re.MULTILINE)
    ]

    assert missing == []


def defines(source: str, name: str) -> bool:
    """Whether Python source defines a function or class of this name."""
    return re.search(rf"^\s*(?:def|class) {name}\b", source, re.MULTILINE) is not None


def spelled_out(pattern: str) -> list[str]:
    """Every path that a pattern with one pair of braces means."""
    braces = CHOICES.search(pattern)
    if braces is None:
        return [pattern]
    return [pattern.replace(braces[0], name.strip()) for name in braces[1].split(",")]


def exists(path: str) -> bool:
    """Whether a path is there; a name in capitals or with `*` stands for any file beside it."""
    *folders, name = path.split("/")
    if name.isupper() or "*" in name:
        return (ROOT / "/".join(folders)).is_dir()
    return (ROOT / path).exists()
