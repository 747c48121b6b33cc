"""Long beginnings of tests, played once in a process: later tests get a copy of the database."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from flask import Flask

from scorekeeper.config import DATABASE_NAME

P = ParamSpec("P")
T = TypeVar("T")


def played_once(play: Callable[Concatenate[Flask, P], T]) -> Callable[Concatenate[Flask, P], T]:
    """Make `play` leave and return the same whenever its application, time and database are the same."""
    kept: dict[object, tuple[T, sqlite3.Connection, dict[str, Any]]] = {}

    @wraps(play)
    def copied(app: Flask, *args: P.args, **options: P.kwargs) -> T:
        if app.extensions["database_file"] is None:
            return play(app, *args, **options)
        with closing(sqlite3.connect(app.extensions["settings"].data / DATABASE_NAME)) as database:
            key = (app, app.extensions["clock"](), args, *options.items(), hash(database.serialize()))
            if key in kept:
                result, left, config = kept[key]
                left.backup(database)
                app.config.update(config)
            else:
                result, left = play(app, *args, **options), sqlite3.connect(":memory:")
                database.backup(left)
                kept[key] = result, left, dict(app.config)
        return deepcopy(result, {id(app): app})

    return copied
