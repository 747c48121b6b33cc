"""Proves that functions have at most 40 lines."""

import ast
import subprocess
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 40


def test_functions_stay_short() -> None:
    too_long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines"
        for path in tracked("scorekeeper/*.py")
        for node in functions(path)
        if (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]

    assert too_long == []


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
