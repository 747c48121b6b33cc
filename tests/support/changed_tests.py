"""Picks the tests of `make check`: those of the features that changed, and a few that go through every layer.

Run as a module it prints arguments for pytest. A file has changed when it differs from the branch that this
one is pushed to, or is not in git yet.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath
from typing import Final

ROOT: Final = Path(__file__).parents[2]
# The contracts of imports, whole games by the rules alone, and one by pages and by the API.
ALWAYS: Final = (
    "tests/architecture/test_layers.py",
    "tests/rules/test_sheets.py",
    "tests/web/games/test_sheet_1.py",
    "tests/web/api/test_sheets.py",
)
# Tests of a feature that run for long, by chance or with many processes: `make test` runs them.
LONG: Final = ("at_once", "at_random", "nonsense", "round_trip", "schemathesis")
CORE: Final = ("rules", "referee", "rulebook")
# Folders whose tests have another name.
ELSEWHERE: Final = {"migrations": "tests/models", "bench": "tests/bench"}


def main() -> None:
    """Print the tests to run and the long ones to leave out, separated by spaces."""
    selected = select(changed_files(ROOT), root=ROOT)
    left_out = [name for name in LONG if not any(f"test_{name}.py" in path for path in selected)]
    print(*selected, *(f"--ignore-glob=*/test_{name}.py" for name in left_out))


def changed_files(root: Path) -> tuple[str, ...]:
    """Every file that differs from the upstream branch, or from the last commit if there is none."""
    upstream = _git(root, "merge-base", "HEAD", "@{upstream}") or ["HEAD"]
    changed = _git(root, "diff", "--name-only", "--no-renames", upstream[0])
    return tuple(sorted({*changed, *_git(root, "ls-files", "--others", "--exclude-standard")}))


def select(changed: Iterable[str], *, root: Path) -> tuple[str, ...]:
    """The test files and folders to run after these files changed; none of them inside another."""
    wanted = {*ALWAYS, *(path for name in changed for path in _tests_of(name, root=root))}
    there = {path for path in wanted if (root / path).exists() and not path.startswith("tests/browser")}
    return tuple(sorted(path for path in there if not any(path.startswith(f"{one}/") for one in there)))


def _tests_of(changed: str, *, root: Path) -> Iterator[str]:
    match PurePosixPath(changed).parts:
        case ("tests", "support", *_, name) if name.endswith(".py"):
            yield from _importers(changed.removesuffix(".py").replace("/", "."), root=root)
        case ("tests", *folders, name):
            yield changed if name.startswith("test_") else "/".join(("tests", *folders))
        case ("scorekeeper", layer, *_) if layer in CORE:
            yield from (f"tests/{core}" for core in CORE)
        case ("scorekeeper", "services", feature, *below):
            yield _nearest("tests/services", feature, *below, root=root)
            yield f"tests/web/{feature}"
        case ("scorekeeper", "web", feature, _, *_) | ("templates", feature, *_):
            yield f"tests/web/{feature}"
        case ("templates" | "static", *_) | ("scorekeeper", "web", _):
            yield from ("tests/web/http", "tests/web/test_home.py")
        case ("scorekeeper", layer, *below):
            yield f"tests/{layer}" if below else "tests/test_config.py"
        case (folder, *_):
            documents = ("tests/packaging/test_readme.py", "tests/architecture/test_documents.py")
            yield from [ELSEWHERE[folder]] if folder in ELSEWHERE else documents


def _nearest(*names: str, root: Path) -> str:
    """The test of one module, or the folder of its tests where none has its name."""
    *folders, module = names
    own = "/".join((*folders, f"test_{module}"))
    return own if (root / own).is_file() else "/".join(folders)


def _importers(module: str, *, root: Path) -> Iterator[str]:
    """The tests that import a helper, by its name alone."""
    for path in sorted((root / "tests").rglob("test_*.py")):
        if module in path.read_text(encoding="utf-8"):
            yield path.relative_to(root).as_posix()


def _git(root: Path, *arguments: str) -> list[str]:
    ran = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    return ran.stdout.splitlines() if ran.returncode == 0 else []


if __name__ == "__main__":
    main()
