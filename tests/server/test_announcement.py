"""The terminal shows the right addresses, and a code that a camera reads on any background."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.server.announcement import announcement, first_account, local_address, qr_lines


@pytest.mark.parametrize(
    ("host", "here"),
    [
        ("0.0.0.0", "http://localhost:8000"),
        ("127.0.0.1", "http://localhost:8000"),
        ("192.0.2.7", "http://192.0.2.7:8000"),
    ],
)
def test_local_address_is_one_that_answers(tmp_path: Path, host: str, here: str) -> None:
    assert local_address(Settings(data=tmp_path, host=host)) == here


def test_announcement_names_both_addresses_and_the_folder(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=8123, host="192.0.2.7")

    assert announcement(settings, blocks=False, colours=False).splitlines() == [
        "",
        "  On this computer: http://192.0.2.7:8123",
        "  On phones:        http://192.0.2.7:8123",
        f"  Your scores:      {tmp_path}",
        "",
        "Scorekeeper is running. To stop it, press Ctrl+C.",
    ]


def test_announcement_tells_where_the_first_account_is_made(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, host="192.0.2.7")
    link = "http://192.0.2.7:8000/account/links/x"

    shown = announcement(settings, blocks=False, colours=False, first_account=link)

    assert shown.splitlines()[-4:-2] == [
        "  To run a league, you need an account. This link makes the first one, within a day:",
        f"  {link}",
    ]


def test_announcement_that_is_kept_names_a_command_for_the_first_account(app: Flask, now: datetime) -> None:
    settings = app.extensions["settings"]

    way = first_account(app, settings, now=now, by_link=False)

    assert announcement(settings, blocks=False, colours=False, first_account=way).splitlines()[-4:-2] == [
        "  To run a league, you need an account. To make the first one, type:",
        "  .venv/bin/python -m scorekeeper user add MAIL NAME",
    ]


def test_announcement_without_a_network_shows_no_code(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, host="127.0.0.1")

    shown = announcement(settings, blocks=True, colours=True)

    assert "  On phones:        no network found\n" in shown
    assert "█" not in shown


def test_qr_code_is_as_high_as_it_is_wide_and_framed_in_light() -> None:
    lines = qr_lines("http://192.0.2.7:8123", colours=False)

    assert {len(line) for line in lines} == {29}
    assert len(lines) == 15
    assert set(lines[0]) == {"█"}


def test_qr_code_in_colours_depends_on_no_background() -> None:
    lines = qr_lines("http://192.0.2.7:8123", colours=True)

    assert all(line.startswith("\x1b[38;5;231;48;5;16m") and line.endswith("\x1b[0m") for line in lines)
