"""Proves that functions have at most 40 lines, and that docstrings exist and can be read alone."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 40
# Openings that only make sense beside the code above, or that name no subject.
LEANING = re.compile(r'"""(The same|What (is|stands|comes|was)|Whoever)\b')


def test_functions_stay_short() -> None:
    too_long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines"
        for path in tracked("scorekeeper/*.py")
        for node in functions(path)
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]

    assert too_long == []


def test_modules_have_a_docstring() -> None:
    without = [
        str(path.relative_to(ROOT))
        for path in tracked("scorekeeper/*.py")
        if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    ]

    assert without == []


def test_docstrings_can_be_read_alone() -> None:
    leaning = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in (*tracked("scorekeeper/*.py"), *tracked("tests/*.py"), *tracked("bench/*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if LEANING.match(line.strip())
    ]

    assert leaning == []


def tracked(pattern: str) -> list[Path]:
    """Every file that git would keep and whose path matches `pattern`."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", pattern],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return [path for line in listed.stdout.splitlines() if (path := ROOT / line).is_file()]


def functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Every function of a Python file, nested ones too."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
