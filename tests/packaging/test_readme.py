"""Proves that the documents name every command and setting."""

import re

from scorekeeper.cli.main import commands
from scorekeeper.config import from_environment
from scorekeeper.services.maintenance.doctor import shown_settings
from tests.support.servers import ROOT

RUNNING = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")


def test_every_command_is_described() -> None:
    assert [name for name in commands.commands if f"`scorekeeper {name}" not in RUNNING] == []


def test_every_setting_is_described() -> None:
    settings = {name for name, _ in shown_settings(from_environment({}))}

    assert set(re.findall(r"^\| `([A-Z_]+)` \|", RUNNING, re.MULTILINE)) == settings
