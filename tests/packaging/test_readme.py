"""Proves that the README names every command, setting and target."""

from __future__ import annotations

import re

from scorekeeper.cli.main import commands
from scorekeeper.config import from_environment
from scorekeeper.services.maintenance.doctor import shown_settings
from tests.support.servers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_readme_names_every_command() -> None:
    assert [name for name in commands.commands if f"scorekeeper {name}" not in README] == []


def test_readme_names_every_setting() -> None:
    settings = {name for name, _ in shown_settings(from_environment({}))}

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)) == settings


def test_readme_names_the_targets_of_make() -> None:
    targets = re.findall(r"^make (\w+) ", README, re.MULTILINE)

    assert targets == ["run", "test"]
    assert all(f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8") for target in targets)
