"""What tests share since making it takes longer than most of them: an application, compiled templates.

The shared application doesn't wait for the disk: nothing that it writes need outlive a loss of power.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from shutil import copy, rmtree
from sqlite3 import Connection
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import event

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database

# The folder of the compiled templates, which the processes of commands share, too.
compiled: Path | None = None


class Reused:
    """An application over a data folder that has the same path for every test.

    `over` resets its settings and extensions, so that each test gets it as it was made, and `prepared`.
    """

    def __init__(self, prepared: Callable[[Flask], object] | None = None) -> None:
        self._prepared = prepared
        self._app: Flask | None = None
        self._config: dict[str, Any] = {}
        self._extensions: dict[str, Any] = {}

    def over(self, data: Path) -> Flask:
        if self._app is None:
            self._app = create_app(Settings(data=data))
            self._app.testing = True
            with self._app.app_context():
                event.listen(database.engine, "connect", _write_without_waiting)
            if self._prepared is not None:
                self._prepared(self._app)
            self._config = dict(self._app.config)
            self._extensions = dict(self._app.extensions)
        for kept, made in ((self._app.config, self._config), (self._app.extensions, self._extensions)):
            kept.clear()
            kept.update(made)
        assert self._app.extensions["settings"].data == data
        return self._app


def _write_without_waiting(connection: Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


def empty_anew(data: Path, template: Path) -> None:
    """Make `data` a fresh data folder: the empty database and the secret key of `template`, nothing else."""
    rmtree(data, ignore_errors=True)
    data.mkdir(parents=True)
    for name in (DATABASE_NAME, "secret-key"):
        copy(template / name, data)


def compile_templates_once(folder: Path) -> None:
    """Make the applications of this process keep compiled templates in `folder`, which may hold some."""
    global compiled
    folder.mkdir(exist_ok=True)
    compiled = folder
    cache = FileSystemBytecodeCache(str(folder))

    class Keeping(Environment):
        def __init__(self, app: Flask, **options: Any) -> None:
            super().__init__(app, bytecode_cache=cache, **options)

    Flask.jinja_environment = Keeping
