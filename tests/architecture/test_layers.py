"""Proves that import-linter keeps the contracts of pyproject.toml: layers, features, no circles."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_layers_contracts_are_kept() -> None:
    checked = subprocess.run(
        [sys.executable, "-c", _LINT, "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_rules_load_no_framework() -> None:
    loaded = subprocess.run(
        [sys.executable, "-c", _LOAD_THE_RULES], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert loaded.stdout.split() == []


_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"

_LOAD_THE_RULES = """
import pathlib, sys, importlib
for path in pathlib.Path("scorekeeper/rules").rglob("*.py"):
    importlib.import_module(".".join(path.with_suffix("").parts))
for name in ("flask", "sqlalchemy", "wtforms", "werkzeug", "marshmallow", "click"):
    if name in sys.modules:
        print(name)
"""
