"""Proves that the lock files name every needed package by version and hash, and that they agree."""

import re
import tomllib
from importlib.metadata import distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.support.servers import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PINNED = re.compile(
    r"^([a-z0-9-]+)(?:\[([a-z,]+)\])?==([^\s;]+)((?: ; [^\\]+)?) \\\n    --hash=sha256:", re.MULTILINE
)


def pins(name: str) -> list[re.Match[str]]:
    """What a lock file pins: package, extras, version and marker, each with a hash."""
    return list(PINNED.finditer((ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")))


def test_locks_name_everything_needed_with_a_hash() -> None:
    for lock, needed in (
        ("run", PROJECT["project"]["dependencies"]),
        ("dev", [*PROJECT["project"]["dependencies"], *PROJECT["dependency-groups"]["dev"]]),
    ):
        names = {canonicalize_name(Requirement(requirement).name) for requirement in needed}
        assert names - {pin[1] for pin in pins(lock)} == set()


def test_whoever_develops_runs_what_users_run() -> None:
    run, dev = ({(pin[1], pin[3]) for pin in pins(lock)} for lock in ("run", "dev"))

    assert run - dev == set()


def test_lock_names_every_extra_that_its_packages_ask_for() -> None:
    """Since pip may choose the newest release for `package[extra]`, for which no hash stands here."""
    extras = {pin[1]: set((pin[2] or "").split(",")) for pin in pins("dev")}
    needs = [
        need
        for package in distributions()
        for extra in extras.get(canonicalize_name(package.name), ())
        for need in map(Requirement, package.requires or ())
        if need.extras and (need.marker is None or need.marker.evaluate({"extra": extra}))
    ]

    assert "coverage" in {need.name for need in needs}
    assert [str(need) for need in needs if not need.extras <= extras[canonicalize_name(need.name)]] == []
