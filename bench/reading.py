"""How much somebody reads who follows a saved hand through the code: files, functions and names."""

from __future__ import annotations

import ast
import sys
import tempfile
from pathlib import Path
from types import FrameType

from scorekeeper.app import create_app
from scorekeeper.config import Settings
from scorekeeper.services.maintenance import schema
from tests.support.phones import Phone, sheet

PACKAGE = Path(__file__).parents[1] / "scorekeeper"
POINTS = {0: 15, 2: 30, 3: 50}


def measure() -> None:
    """Print what the third hand of a game without a league enters, and the names of the package."""
    entered = _entered()
    names = _names()
    print(f"\n{'a saved hand enters':28}{len({file for file, _ in entered}):>7}  files")
    print(f"{'':28}{len(entered):>7}  functions")
    print(f"{'classes and functions':28}{len(names):>7}  of {len(set(names))} names")


def _entered() -> set[tuple[str, int]]:
    """The functions that a saved hand enters, each by its file and line."""
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder)))
        schema.upgrade(app)
        phone = Phone(app)
        game = phone.start("Ana", "Ben", "Cem", "Dee")
        for hand in (1, 2):
            phone.score(game, hand, 1, POINTS)
        form = sheet(1, POINTS, attempt=phone.attempt(game, 3))
        entered: set[tuple[str, int]] = set()

        def note(frame: FrameType, event: str, _argument: object) -> None:
            code = frame.f_code
            if event == "call" and PACKAGE in Path(code.co_filename).parents:
                entered.add((code.co_filename, code.co_firstlineno))

        sys.setprofile(note)
        try:
            phone.post(f"/games/{game}/hands/3", form)
        finally:
            sys.setprofile(None)
    return entered


def _names() -> list[str]:
    """The name of every class and function."""
    defined = (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py"))
    return [node.name for tree in trees for node in ast.walk(tree) if isinstance(node, defined)]
