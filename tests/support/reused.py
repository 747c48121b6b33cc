"""What tests share since making it takes longer than most of them: an application, compiled templates.

The shared application doesn't wait for the disk: nothing that it writes need outlive a loss of power.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copy
from sqlite3 import Connection
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache
from sqlalchemy import event

from scorekeeper import background
from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database

LONGEST_WAIT = 60.0
# The folder of the compiled templates, which the processes of commands share, too.
compiled: Path | None = None


class Reused:
    """An application that serves one data folder after another.

    `over` resets its settings and extensions, so that each test gets it as it was made, and `prepared`.
    """

    def __init__(
        self,
        prepared: Callable[[Flask], object] | None = None,
        *,
        make: Callable[[Path], Flask] | None = None,
    ) -> None:
        self._prepared = prepared
        self._make = make or (lambda data: create_app(Settings(data=data)))
        self._app: Flask | None = None
        self._config: dict[str, Any] = {}
        self._extensions: dict[str, Any] = {}

    @contextmanager
    def over(self, data: Path) -> Iterator[Flask]:
        """The application over `data`; at the end all that it does in the background has ended."""
        app = self._app = self._app or self._made(data)
        for kept, made in ((app.config, self._config), (app.extensions, self._extensions)):
            kept.clear()
            kept.update(made)
        app.extensions["settings"] = replace(app.extensions["settings"], data=data)
        with app.app_context():
            engine = database.engine
        # Its engine keeps what it compiled, and opens another file.
        app.extensions["database_file"].__init__(data / DATABASE_NAME)
        yield app
        assert background.finish(app, seconds=LONGEST_WAIT)
        engine.dispose()

    def _made(self, data: Path) -> Flask:
        app = self._make(data)
        app.testing = True
        with app.app_context():
            event.listen(database.engine, "connect", _write_without_waiting)
        if self._prepared is not None:
            self._prepared(app)
        self._config, self._extensions = dict(app.config), dict(app.extensions)
        return app


def _write_without_waiting(connection: Connection, _record: object) -> None:
    connection.execute("PRAGMA synchronous=OFF")


@contextmanager
def fresh_data(template: Path) -> Iterator[Path]:
    """A data folder that nothing else ever uses: the empty database and the secret key of `template`."""
    with TemporaryDirectory(dir=template.parent, ignore_cleanup_errors=True) as folder:
        data = Path(folder, "data")
        data.mkdir()
        for name in (DATABASE_NAME, "secret-key"):
            copy(template / name, data)
        yield data


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
