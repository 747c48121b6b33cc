"""`scorekeeper run`: serving the scores."""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import click

from scorekeeper.cli.common import commands, upgrade_database
from scorekeeper.config import Settings
from scorekeeper.server import data_folder, logs, serve
from scorekeeper.services.maintenance import doctor

_log = logging.getLogger(__name__)


@commands.command()
@click.pass_obj
def run(settings: Settings) -> None:
    """Start the server for this computer and for phones near it. Ctrl+C stops it.

    It prints the address to open. The environment variable PORT sets another port than 8000.
    """
    with ready_to_serve(settings) as listener:
        serve.serve(settings, listener)


@contextmanager
def ready_to_serve(settings: Settings) -> Iterator[socket.socket]:
    """A socket that listens, with the log set up, the data folder locked and the database upgraded."""
    logs.set_up(settings)
    data_folder.prepare(settings)
    for sentence in doctor.advice(settings, os.environ):
        _log.warning("%s", sentence)
    with (
        data_folder.alone_in(settings.data, port=settings.port, host=settings.host),
        serve.listening(settings.port, host=settings.host) as listener,
    ):
        upgrade_database(settings)
        yield listener
