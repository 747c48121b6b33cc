"""Proves that the lock files name every needed package by version and hash, and no index address."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.servers import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCKS = sorted(ROOT.glob("requirements*.txt"))
PINNED = re.compile(r"^([a-z0-9-]+)(?:\[([a-z,]+)\])?==([^\s;]+)((?: ; [^\\]+)?) \\$")
HASH = re.compile(r"^    --hash=sha256:[0-9a-f]{64}(?: \\)?$")
COMMENT = re.compile(r"^    # +(?:via(?: .+)?|[^/]+)$")


def test_locks_are_those_the_commands_use() -> None:
    assert [lock.name for lock in LOCKS] == [
        "requirements-bench.txt",
        "requirements-browser.txt",
        "requirements-postgresql.txt",
        "requirements-test.txt",
        "requirements.txt",
    ]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_holds_versions_and_hashes_and_nothing_else(lock: Path) -> None:
    lines = lock.read_text(encoding="utf-8").splitlines()

    assert [
        line for line in lines if not (PINNED.match(line) or HASH.match(line) or COMMENT.match(line))
    ] == []


@pytest.mark.parametrize(
    ("lock", "needed"),
    [
        ("requirements.txt", PROJECT["project"]["dependencies"]),
        ("requirements-test.txt", PROJECT["dependency-groups"]["test"]),
        ("requirements-browser.txt", PROJECT["dependency-groups"]["browser"]),
        ("requirements-postgresql.txt", PROJECT["dependency-groups"]["postgresql"]),
        ("requirements-bench.txt", PROJECT["dependency-groups"]["bench"]),
    ],
)
def test_lock_names_everything_needed(lock: str, needed: list[str]) -> None:
    names = {re.split(r"[^a-z0-9-]", requirement.lower())[0] for requirement in needed}

    assert names - set(versions(ROOT / lock)) == set()


def test_locks_agree_on_every_version() -> None:
    names = ("", "-test", "-browser", "-postgresql", "-bench")
    run, test, *others = (versions(ROOT / f"requirements{name}.txt") for name in names)

    assert {name: test.get(name) for name in run} == run
    for other in others:
        assert {name: other[name] for name in other if name in test} == {
            name: test[name] for name in test if name in other
        }


def test_lock_names_every_extra_that_its_packages_ask_for() -> None:
    """Since pip may choose the newest release for `package[extra]`, for which no hash stands here."""
    lines = (ROOT / "requirements-test.txt").read_text(encoding="utf-8").splitlines()
    pins = filter(None, map(PINNED.match, lines))
    extras = {pin[1]: set((pin[2] or "").split(",")) for pin in pins}
    needs = [
        need
        for package in distributions()
        for extra in extras.get(canonicalize_name(package.name), ())
        for need in map(Requirement, package.requires or ())
        if need.extras and (need.marker is None or need.marker.evaluate({"extra": extra}))
    ]

    assert "coverage" in {need.name for need in needs}
    assert [str(need) for need in needs if not need.extras <= extras[canonicalize_name(need.name)]] == []


def versions(lock: Path) -> dict[str, list[str]]:
    """The versions of every package in a lock file; several if they depend on the version of Python."""
    found: dict[str, list[str]] = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if pinned := PINNED.match(line):
            found.setdefault(pinned[1], []).append(pinned[3])
    return found
