"""Proves that the files, commands and settings that the README names exist."""

from __future__ import annotations

import re

import pytest

from scorekeeper.cli.main import commands
from scorekeeper.config import from_environment
from scorekeeper.services.maintenance.doctor import shown_settings
from tests.support.servers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
LINK = re.compile(r"\]\(([^)#:]+)\)|src=\"([^\":]+)\"")


@pytest.mark.parametrize("document", ["README.md", "CHANGELOG.md", "docs/decisions.md", "docs/deploying.md"])
def test_links_lead_to_files(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    linked = [a or b for a, b in LINK.findall(text)]

    assert [link for link in linked if not (ROOT / document).parent.joinpath(link).is_file()] == []


def test_readme_names_every_command() -> None:
    assert [name for name in commands.commands if f"scorekeeper {name}" not in README] == []


def test_readme_names_every_setting() -> None:
    settings = {name for name, _ in shown_settings(from_environment({}))}

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", README, re.MULTILINE)) == settings


def test_readme_names_the_targets_of_make() -> None:
    targets = re.findall(r"^make (\w+) ", README, re.MULTILINE)

    assert targets == ["run", "test"]
    assert all(f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8") for target in targets)
