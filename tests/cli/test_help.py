"""The help of the command, and its sentences for files that it cannot open."""

import pytest

from tests.support.commands import Command


@pytest.mark.parametrize("group", [(), ("db",), ("league",), ("user",)])
def test_help_says_in_one_line_what_each_command_does(scorekeeper: Command, group: tuple[str, ...]) -> None:
    shown = scorekeeper(*group, "--help", COLUMNS="80")

    assert (shown.code, shown.error) == (0, "")
    lines = shown.output.partition("Commands:\n")[2].splitlines()
    assert lines
    assert [line for line in lines if not line.endswith(".") or line.endswith("...")] == []


def test_a_file_that_is_not_there_is_named(scorekeeper: Command) -> None:
    refused = scorekeeper("league", "import", "/not/there.json")

    assert (refused.code, refused.output) == (1, "")
    assert refused.error == "Error: /not/there.json: No such file or directory."
