"""Proves that functions have at most 40 lines."""

import ast
from pathlib import Path

ROOT = Path(__file__).parents[2]
LONGEST_FUNCTION = 40


def test_functions_stay_short() -> None:
    too_long = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {length} lines"
        for path in sorted((ROOT / "scorekeeper").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and (length := (node.end_lineno or node.lineno) - node.lineno + 1) > LONGEST_FUNCTION
    ]

    assert too_long == []
