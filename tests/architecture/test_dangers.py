"""Proves that our code never runs commands, executes input, reads XML or makes HTML from text.

Nor does it start a thread that nobody can wait for.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
MODULES = ("subprocess", "pty", "pickle", "marshal", "shelve", "yaml", "xml", "lxml", "runpy")
CALLS = ("eval", "exec", "compile", "__import__", "os.system", "os.popen", "hashlib.md5", "hashlib.sha1")
STARTERS = {"Thread", "Timer", "ThreadPoolExecutor", "ProcessPoolExecutor", "Process", "Popen"}
# Predictable randomness, for examples only.
FORESEEABLE = {"cli/serving.py", "services/leagues/demo.py"}
HTML_FROM_TEXT = re.compile(
    r"innerHTML|outerHTML *\+?=|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc"
)


@cache
def _trees() -> tuple[tuple[str, ast.Module], ...]:
    package = ROOT / "scorekeeper"
    return tuple(
        (path.relative_to(package).as_posix(), ast.parse(path.read_text(encoding="utf-8")))
        for path in sorted(package.rglob("*.py"))
    )


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def _calls(tree: ast.Module) -> Iterator[str]:
    return (ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call))


def test_nothing_runs_commands_or_reads_what_can_act() -> None:
    found = {
        (name, module) for name, tree in _trees() for module in _imports(tree) if module.startswith(MODULES)
    }

    assert found == set()


def test_nothing_executes_input_or_hashes_with_what_is_broken() -> None:
    found = {(name, call) for name, tree in _trees() for call in _calls(tree) if call in CALLS}

    assert found == set()


def test_chance_that_can_be_foreseen_is_for_examples_only() -> None:
    found = {name for name, tree in _trees() if "random" in set(_imports(tree))}

    assert found == FORESEEABLE


def test_whatever_starts_a_thread_registers_how_to_wait_for_it() -> None:
    starting = {
        name for name, tree in _trees() for call in _calls(tree) if call.rpartition(".")[2] in STARTERS
    }
    waiting = {"background.start", "background.register"}
    registering = {name for name, tree in _trees() if waiting & set(_calls(tree))}

    assert starting - registering == set()


def test_sql_is_never_put_together_from_values() -> None:
    """SQL text is a literal, or is formatted from constants only."""
    found = [
        (name, ast.unparse(node))
        for name, tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and node.args
        and isinstance(node.args[0], ast.JoinedStr)
        and ast.unparse(node.func).rpartition(".")[2] in ("exec_driver_sql", "execute", "text")
        and not _only_constants(node.args[0])
    ]

    assert found == []


def _only_constants(text: ast.JoinedStr) -> bool:
    values = (piece.value for piece in text.values if isinstance(piece, ast.FormattedValue))
    return all(isinstance(value, ast.Name) and value.id.isupper() for value in values)


def test_no_script_makes_html_from_text() -> None:
    scripts = sorted((ROOT / "static/js").rglob("*.js"))

    assert [path.name for path in scripts if HTML_FROM_TEXT.search(path.read_text(encoding="utf-8"))] == []


def test_no_template_lets_text_through_unescaped() -> None:
    templates = sorted((ROOT / "templates").rglob("*.html"))
    trusting = re.compile(r"\|\s*safe\b|autoescape\s+false", re.IGNORECASE)

    assert [path.name for path in templates if trusting.search(path.read_text(encoding="utf-8"))] == []
