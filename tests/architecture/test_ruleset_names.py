"""No code knows a ruleset by its id: what one does otherwise is a value in its file (docs/decisions.md)."""

import ast
import re
from collections.abc import Iterator
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
        f"{name}:{line}: {word}"
        for path in sorted((ROOT / layer).rglob("*.py"))
        if (name := path.relative_to(ROOT).as_posix()) not in NO_RULESETS
        for line, word in ids_in(path.read_text("utf-8"))
    ]

    assert found == []


def ids_in(code: str) -> Iterator[tuple[int, str]]:
    """Each id of a ruleset in the names and texts of some code, with its line; docstrings do not count."""
    tree = ast.parse(code)
    explained = {id(text) for node in ast.walk(tree) if (text := _docstring(node)) is not None}
    for node in ast.walk(tree):
        if id(node) not in explained:
            for word in _words(node):
                yield from ((node.lineno, found) for found in ANY_ID.findall(word))


def _docstring(node: ast.AST) -> ast.AST | None:
    if not isinstance(node, DOCUMENTED) or ast.get_docstring(node) is None:
        return None
    first = node.body[0]
    return first.value if isinstance(first, ast.Expr) else None


def _words(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            yield _as_id(name)
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.alias(name=name):
            yield _as_id(name)


def _as_id(name: str) -> str:
    return name.lower().replace("_", "-")
