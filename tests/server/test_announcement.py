"""The terminal shows the right addresses, and a code that a camera reads on any background."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from flask import Flask

from scorekeeper.config import Settings
from scorekeeper.models import engine
from scorekeeper.server.announcement import announcement, qr_lines


@pytest.fixture
def settings(app: Flask) -> Settings:
    return replace(app.extensions["settings"], port=8123, host="192.0.2.7")


def test_announcement_names_both_addresses_the_folder_and_a_command_for_the_first_account(
    app: Flask, settings: Settings
) -> None:
    lines = announcement(app, settings, terminal=False).splitlines()

    assert lines[:5] == [
        "",
        "  On this computer: http://192.0.2.7:8123",
        "  On phones:        http://192.0.2.7:8123",
        f"  Your scores:      {settings.data}",
        "",
    ]
    assert lines[-4:] == [
        "  To run a league, you need an account. To make the first one, type:",
        "  .venv/bin/python -m scorekeeper user add MAIL NAME",
        "",
        "Scorekeeper is running. To stop it, press Ctrl+C.",
    ]


def test_a_terminal_gets_the_link_to_the_first_account(app: Flask, settings: Settings) -> None:
    link = announcement(app, settings, terminal=True).splitlines()[-3]

    assert link.startswith("  http://192.0.2.7:8123/account/links/")


def test_a_database_that_takes_no_link_is_announced_and_logged(
    app: Flask, settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(engine, "BUSY_MILLISECONDS", 100)
    with app.app_context(), engine.writing(), ThreadPoolExecutor() as pool:
        shown = pool.submit(announcement, app, settings, terminal=True).result()

    assert "account" not in shown
    assert shown.endswith("Scorekeeper is running. To stop it, press Ctrl+C.")
    assert [record.message[:15] for record in caplog.records] == ["No link to the "]


@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
def test_this_computer_has_a_name_of_its_own(app: Flask, settings: Settings, host: str) -> None:
    shown = announcement(app, replace(settings, host=host), terminal=False)

    assert "  On this computer: http://localhost:8123\n" in shown
    assert ("  On phones:        no network found\n" in shown) >= (host == "127.0.0.1")


@pytest.mark.parametrize("colours", [False, True])
def test_qr_code_is_as_high_as_it_is_wide_and_framed_in_light_on_any_background(colours: bool) -> None:
    lines = qr_lines("http://192.0.2.7:8123", colours=colours)
    begin, end = ("\x1b[38;5;231;48;5;16m", "\x1b[0m") if colours else ("", "")

    assert len(lines) == 15
    assert lines[0] == f"{begin}{'█' * 29}{end}"
    assert {len(line) for line in lines} == {len(begin) + 29 + len(end)}
