"""Run the `scorekeeper` command; what goes wrong outside the program ends it with one sentence."""

import importlib
import os
import pkgutil
import sqlite3
import sys
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from scorekeeper import cli, config, paths
from scorekeeper.cli.common import commands
from scorekeeper.errors import OperatorError
from scorekeeper.language import _, speak
from scorekeeper.services.maintenance import health
from scorekeeper.web.http.languages import of_terminal

for _module in pkgutil.iter_modules(cli.__path__, f"{cli.__name__}."):
    importlib.import_module(_module.name)


def main() -> None:
    """Run the command in the terminal's language. A failure prints one sentence, and exits with code 1."""
    speak(of_terminal(paths.LANGUAGES))
    try:
        commands()
    except OperatorError as error:
        sys.exit(_error(str(error)))
    except (OSError, sqlite3.Error, SQLAlchemyError) as error:
        sys.exit(_error(_sentence(error)))
    except ModuleNotFoundError as error:
        if error.name != "psycopg":
            raise
        sys.exit(_error(_("PostgreSQL needs one more package: pip install 'psycopg[binary]'")))


def _error(sentence: str) -> str:
    return _("Error: {sentence}").format(sentence=sentence)


def _sentence(error: OSError | sqlite3.Error | SQLAlchemyError) -> str:
    settings = config.from_environment(os.environ)
    # What cannot be read or written may be somebody's own file, on another disk.
    if isinstance(error, OSError) and not Path(error.filename or "").is_relative_to(settings.data):
        return f"{error.filename}: {error.strerror}." if error.filename else f"{error.strerror or error}."
    plain = _("The database in {place} can't be used ({reason}).").format(
        place=settings.place, reason=health.reason(error)
    )
    return health.sentence(error, settings) or plain
