"""`scorekeeper copy`: all scores in another file; tests/postgresql has the way to PostgreSQL and back."""

from pathlib import Path

import pytest

from scorekeeper.server import data_folder
from tests.support.commands import Command, Played, queried

ALL = "SELECT * FROM entry ORDER BY game_id, number"


@pytest.mark.parametrize("from_backup", [False, True])
def test_copy_has_every_entry_and_says_who_is_signed_in(
    scorekeeper: Command, played: Played, data: Path, tmp_path: Path, from_backup: bool
) -> None:
    backup = [str(tmp_path / "backup")] * from_backup
    if from_backup:
        scorekeeper("backup", *backup)
    copy = tmp_path / "copy.sqlite"

    copied = scorekeeper("copy", *backup, "--to", str(copy))

    games, counts, phones = copied.output.splitlines()
    assert games == f"Games copied and replayed: {len(played)}"
    assert f"game {len(played)}," in counts
    assert ("Nobody is signed in there" in phones) == from_backup
    assert queried(copy, ALL) == queried(data / "scorekeeper.sqlite", ALL)
    assert not [*tmp_path.glob(".copying-*"), *data.glob(".restoring-*")]


def test_copy_beside_a_running_server_or_onto_a_file_is_refused(
    scorekeeper: Command, data: Path, tmp_path: Path
) -> None:
    (tmp_path / "there").touch()
    onto = scorekeeper("copy", "--to", str(tmp_path / "there"))
    with data_folder.alone_in(data, port=8123):
        beside = scorekeeper("copy", "--to", str(tmp_path / "new"))

    assert onto.error == f"Error: {tmp_path / 'there'} already exists. Choose another name."
    assert beside.error.startswith("Error: Scorekeeper is already running")
    assert (beside.code, (tmp_path / "new").exists()) == (1, False)
