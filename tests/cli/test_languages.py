"""Commands speak the language of the terminal: their help, and what they print."""

from pathlib import Path

import pytest

from scorekeeper import paths
from scorekeeper.cli.common import CliOption, commands
from scorekeeper.language import ENGLISH, speaking
from tests.support.commands import Command
from tests.support.escapes import LONG, escaped
from tests.support.languages import write_catalogue

NO_ACCOUNTS = "There are no accounts yet. To make one, type `scorekeeper user add MAIL NAME`."


def test_help_of_every_command_is_translated() -> None:
    every = [commands, *commands.commands.values()]
    every += [below for one in every[1:] for below in getattr(one, "commands", {}).values()]
    options = [option for one in every for option in one.params if isinstance(option, CliOption)]
    with speaking(LONG):
        said = [one.help or "" for one in (*every, *options)] + [one.get_short_help_str(200) for one in every]

    assert len(said) > 15
    assert [text for text in said if escaped(text)] == []


@pytest.mark.parametrize(
    ("named", "said"), [("de_AT.UTF-8", "Keine."), ("fr_FR", "There"), ("C.UTF-8", "There")]
)
def test_commands_speak_the_language_of_the_terminal(
    scorekeeper: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, named: str, said: str
) -> None:
    monkeypatch.setattr(paths, "LANGUAGES", tmp_path)
    write_catalogue(tmp_path, "de", {NO_ACCOUNTS: "Keine."})

    with speaking(ENGLISH):
        told = scorekeeper("user", "list", LC_MESSAGES=named)

    assert (told.output + told.error).startswith(said)
