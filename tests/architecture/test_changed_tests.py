"""`make check` runs the tests of the features that changed."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.changed_tests import ALWAYS, LONG, ROOT, changed_files, select


@pytest.mark.parametrize(
    ("changed", "selected"),
    [
        ("scorekeeper/rules/cards.py", ("tests/referee", "tests/rulebook", "tests/rules")),
        (
            "scorekeeper/services/games/recording.py",
            ("tests/services/games/test_recording.py", "tests/web/games"),
        ),
        (
            "scorekeeper/services/leagues/queries/leagues.py",
            ("tests/services/leagues/queries", "tests/web/leagues"),
        ),
        ("scorekeeper/web/referee/referee.py", ("tests/web/referee",)),
        ("templates/leagues/season.html", ("tests/web/leagues",)),
        ("static/css/base.css", ("tests/web/http", "tests/web/test_home.py")),
        ("scorekeeper/cli/main.py", ("tests/cli",)),
        ("migrations/versions/2026_11_20_games.py", ("tests/models",)),
        ("tests/web/games/test_hands.py", ("tests/web/games/test_hands.py",)),
        ("tests/web/conftest.py", ("tests/web",)),
        ("tests/browser/test_taps.py", ()),
        ("docs/deploying.md", ("tests/architecture/test_documents.py", "tests/packaging/test_readme.py")),
    ],
)
def test_a_changed_file_selects_the_tests_of_its_feature(changed: str, selected: tuple[str, ...]) -> None:
    assert covered(select([changed], root=ROOT)) == covered(selected) | covered(ALWAYS)


def test_a_changed_helper_selects_the_tests_that_import_it() -> None:
    selected = select(["tests/support/changed_tests.py"], root=ROOT)

    assert set(selected) == {*ALWAYS, "tests/architecture/test_changed_tests.py"}


def test_the_tests_that_always_or_never_run_exist() -> None:
    assert [path for path in ALWAYS if not (ROOT / path).is_file()] == []
    assert [name for name in LONG if not list((ROOT / "tests").rglob(f"test_{name}.py"))] == []


def test_files_that_differ_or_are_new_have_changed(tmp_path: Path) -> None:
    def git(*arguments: str) -> None:
        author = ("-c", "user.name=Ana", "-c", "user.email=ana@example.org")
        subprocess.run(["git", *author, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init")
    for name in ("same", "edited"):
        (tmp_path / name).write_text("before")
    git("add", ".")
    git("commit", "--message", "Begin")
    (tmp_path / "edited").write_text("after")
    (tmp_path / "new").touch()

    assert changed_files(tmp_path) == ("edited", "new")


def covered(paths: tuple[str, ...]) -> set[Path]:
    """The test files at or below these paths."""
    found = ((ROOT / path) for path in paths)
    return {file for path in found for file in ([path] if path.is_file() else path.rglob("test_*.py"))}
