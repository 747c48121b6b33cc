"""`scorekeeper scorer-link`, and what all commands do where there is nothing."""

import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.server import data_folder
from scorekeeper.services.games import invitations, rights
from tests.support.commands import Command, Outcome, Played
from tests.support.play import scorers


def test_scorer_link_gives_back_a_lost_right(scorekeeper: Command, app: Flask, played: Played) -> None:
    page = f"http://192.0.2.7:8000/games/{played[1]}/history?said=undone"
    made = scorekeeper("scorer-link", page, SCOREKEEPER_PUBLIC_URL="https://cards.example.org")

    address = made.output.splitlines()[1].strip()
    assert address.startswith("https://cards.example.org/join/")
    with app.app_context():
        accepted = invitations.accept(address.rpartition("/")[2], "d" * 64, now=datetime.now(UTC))
        assert accepted == played[1]
        assert rights.has_right(played[1], "d" * 64)


def test_scorer_link_alone_ends_every_other_right(scorekeeper: Command, app: Flask, played: Played) -> None:
    now = datetime.now(UTC)
    with app.app_context():
        invitations.accept(invitations.invite(played[1], now=now).token, "d" * 64, now=now)
        opened = invitations.invite(played[1], now=now, device="d" * 64)

    made = scorekeeper("scorer-link", "--alone", played[1])

    first, _, address, _ = made.output.splitlines()
    assert first == "No other phone or program can score this game now."
    with app.app_context():
        assert scorers(played[1]) == ()
        assert invitations.find(opened.token, now=now) is None
        assert invitations.find(address.rpartition("/")[2], now=datetime.now(UTC)) == played[1]


def test_scorer_link_leads_to_the_server_that_runs(scorekeeper: Command, data: Path, played: Played) -> None:
    with data_folder.alone_in(data, port=8123, host="192.0.2.7"):
        made = scorekeeper("scorer-link", played[1])

    assert made.output.splitlines()[1].startswith("  http://192.0.2.7:8123/join/")


def test_scorer_link_of_an_unknown_game_is_refused(scorekeeper: Command) -> None:
    refused = scorekeeper("scorer-link", "nowhere")

    assert refused == Outcome(
        1, "", "Error: There is no game 'nowhere' here. Copy the address of the game's page."
    )


def test_a_game_may_begin_like_an_option(scorekeeper: Command) -> None:
    refused = scorekeeper("scorer-link", "-" + "g" * 21)

    assert refused.error.startswith("Error: There is no game '-ggg")


@pytest.mark.usefixtures("next_release")
def test_scorer_link_of_an_older_database_says_what_to_do(scorekeeper: Command) -> None:
    refused = scorekeeper("scorer-link", "G" * 22)

    sentence = "Error: The database isn't of this release. Type `scorekeeper db upgrade` first."
    assert refused == Outcome(1, "", sentence)


@pytest.mark.parametrize("arguments", [("backup",), ("doctor",), ("scorer-link", "x"), ("user", "list")])
def test_commands_on_an_empty_folder_make_nothing(
    scorekeeper: Command, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    refused = scorekeeper(*arguments, SCOREKEEPER_DATA=str(tmp_path / "typo"))

    assert refused.code == 1
    assert refused.error.endswith(
        f"Error: There are no scores in {tmp_path / 'typo'}. "
        "Check that SCOREKEEPER_DATA names the right folder. "
        "To begin in a new folder, type `scorekeeper db upgrade`."
    )
    assert not (tmp_path / "typo").exists()


def test_commands_without_the_driver_of_their_database_say_what_to_install(
    scorekeeper: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As it is for most, who have no use for it.
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert scorekeeper("db", "upgrade", SCOREKEEPER_DATABASE="postgresql://somewhere/scores") == Outcome(
        1, "", "Error: PostgreSQL needs one more package: pip install 'psycopg[binary]'"
    )
