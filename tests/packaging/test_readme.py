"""Proves that the documents name every command and setting, and the README the targets of make."""

import re

from scorekeeper.cli.main import commands
from scorekeeper.config import from_environment
from scorekeeper.services.maintenance.doctor import shown_settings
from tests.support.servers import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
RUNNING = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")


def test_every_command_is_described() -> None:
    assert [name for name in commands.commands if f"`scorekeeper {name}" not in RUNNING] == []


def test_every_setting_is_described() -> None:
    settings = {name for name, _ in shown_settings(from_environment({}))}

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", RUNNING, re.MULTILINE)) == settings


def test_readme_names_the_targets_of_make() -> None:
    targets = re.findall(r"^make (\w+) ", README, re.MULTILINE)

    assert targets == ["run", "test"]
    assert all(f"\n{target}:" in (ROOT / "Makefile").read_text(encoding="utf-8") for target in targets)


def test_nobody_is_told_to_install_the_program_of_another_project() -> None:
    documents = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))

    assert [
        path.name
        for path in documents
        if re.search(r"install '?scorekeeper\b", path.read_text(encoding="utf-8"))
    ] == []
