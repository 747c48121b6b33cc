"""The lock of a data folder names the server that holds it."""

from pathlib import Path

import pytest

from scorekeeper.config import Settings
from scorekeeper.server import data_folder


@pytest.mark.parametrize("host", ["192.0.2.7", "::"])
def test_the_running_server_tells_its_port_and_host(tmp_path: Path, host: str) -> None:
    with data_folder.alone_in(tmp_path, port=8123, host=host):
        found = data_folder.running_settings(Settings(data=tmp_path))

    assert (found.port, found.host) == (8123, host)


def test_a_server_that_has_ended_tells_nothing(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=8001)
    assert data_folder.running_settings(settings) == settings
    with data_folder.alone_in(tmp_path, port=8123, host="192.0.2.7"):
        pass

    assert data_folder.running_settings(settings) == settings
    with data_folder.alone_in(tmp_path):
        pass


def test_a_program_that_serves_nothing_tells_nothing(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, port=8001)

    with data_folder.alone_in(tmp_path):
        assert data_folder.running_settings(settings) == settings
