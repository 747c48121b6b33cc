"""No code knows a ruleset by its id: what one does otherwise is a value in its file (docs/decisions.md)."""

import ast
import re
from pathlib import Path

import pytest

from scorekeeper.rules.rulesets.files import RULESETS

ROOT = Path(__file__).parents[2]
LAYERS = ("scorekeeper/rules", "scorekeeper/services", "scorekeeper/web")
ANY_ID = re.compile(rf"(?<![\w-])({'|'.join(map(re.escape, RULESETS))})(?![\w-])")
# Words that a password should not be made of, after the name of the product.
NO_RULESETS = {"scorekeeper/services/accounts/passwords.py"}
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


@pytest.mark.parametrize("layer", LAYERS)
def test_no_code_names_a_ruleset(layer: str) -> None:
    found = [
        f"{name}: {word}"
        for path in sorted((ROOT / layer).rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in NO_RULESETS
        for word in ids_in(path.read_text("utf-8"))
    ]

    assert found == []


def ids_in(code: str) -> list[str]:
    """The ids of rulesets in the names and texts of some code; docstrings and comments do not count."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node) is not None:
            node.body[0] = ast.Pass()
    return ANY_ID.findall(ast.unparse(tree).replace("_", "-"))
