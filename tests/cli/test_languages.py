"""Commands speak the language of the terminal: their help, what they print, and why they end."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
import pytest

from scorekeeper import paths
from scorekeeper.cli.common import Option, commands
from scorekeeper.language import ENGLISH, speak, speaking
from scorekeeper.web.http.languages import wanted
from tests.support.commands import Command
from tests.support.escapes import escaped, longer
from tests.support.languages import LONG, compiled, lengthened, pseudo, pseudo_languages

TERMINAL = {"LC_ALL": "en_XA.UTF-8"}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of languages with the longer one."""
    (tmp_path / f"{LONG}.mo").write_bytes(made())
    monkeypatch.setattr(paths, "LANGUAGES", tmp_path)
    yield
    speak(ENGLISH)


@cache
def made() -> bytes:
    return compiled(pseudo(LONG, lengthened))


def every(command: click.Command) -> Iterator[click.Command]:
    yield command
    if isinstance(command, click.Group):
        for below in command.commands.values():
            yield from every(below)


def test_help_of_every_command_is_translated() -> None:
    with speaking(longer()):
        found = [one.help for one in every(commands)]
        found += [
            parameter.help
            for one in every(commands)
            for parameter in one.params
            if isinstance(parameter, Option)
        ]
        short = [one.get_short_help_str(200) for one in every(commands)]

    assert len(found) > 15
    assert [text for text in (*found, *short) if escaped(text or "")] == []
    assert not any((one.help or "⟦").startswith("⟦") for one in every(commands))


@pytest.mark.parametrize(
    ("arguments", "environ", "values"),
    [
        (("user", "list"), {}, []),
        (("user", "reset", "a@b.example"), {}, ["a@b.example"]),
        (("scorer-link", "12345"), {}, []),
        (("league", "export", "12345", "/tmp/6"), {}, []),
        (("restore", "/1/2"), {}, []),
        (("backup", "/1/2"), {}, []),
        (("run",), {"PORT": "77777"}, ["PORT"]),
        (("run",), {"SCOREKEEPER_GAMES": "7"}, ["SCOREKEEPER_GAMES", "everyone", "nights", "organisers"]),
    ],
)
def test_what_a_command_says_is_translated(
    scorekeeper: Command, arguments: tuple[str, ...], environ: dict[str, str], values: list[str]
) -> None:
    said = scorekeeper(*arguments, **TERMINAL, **environ)

    text = (said.output + said.error).strip()
    assert text.startswith("⟦")
    assert escaped(text, but=["/tmp", *values]) == []


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "en_XA.UTF-8"}, LONG),
        ({"LANG": "ar@latin"}, "ar-XB"),
        ({"LANG": "en_XA.UTF-8", "LC_ALL": "en_GB"}, "en"),
        ({"LANG": "en_GB", "LC_MESSAGES": "en_XA"}, LONG),
    ],
)
def test_a_terminal_names_its_language(environ: dict[str, str], code: str) -> None:
    assert wanted(environ, (ENGLISH, *pseudo_languages())).code == code
