"""Commands speak the language of the terminal."""

from pathlib import Path

import pytest

from scorekeeper import paths
from scorekeeper.language import ENGLISH, speaking
from tests.support.commands import Command
from tests.support.languages import write_catalogue

NO_ACCOUNTS = "There are no accounts yet. To make one, type `scorekeeper user add MAIL NAME`."


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
