"""`scorekeeper run`: serving the scores."""

from __future__ import annotations

import logging
import os
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
    with ready_to_serve(settings):
        serve.serve(settings)


@contextmanager
def ready_to_serve(settings: Settings) -> Iterator[None]:
    """Hold the lock of the data folder, with the log set up, the port free and the database upgraded."""
    logs.set_up(settings)
    data_folder.prepare(settings)
    for sentence in doctor.advice(settings, os.environ):
        _log.warning("%s", sentence)
    with data_folder.alone_in(settings.data, port=settings.port, host=settings.host):
        serve.require_free(settings.port, host=settings.host)
        upgrade_database(settings)
        yield
