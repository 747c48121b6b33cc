"""The folders of templates, static files and migrations: in a wheel within the package, else above it."""

import os
from collections.abc import Mapping
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
CHECKOUT = PACKAGE.parent


def in_checkout() -> bool:
    """Whether the code runs from a checkout rather than from an installed wheel."""
    return not (PACKAGE / "templates").is_dir() and (CHECKOUT / "pyproject.toml").is_file()


def _beside(name: str) -> Path:
    return (CHECKOUT if in_checkout() else PACKAGE) / name


TEMPLATES = _beside("templates")
STATIC = _beside("static")
MIGRATIONS = _beside("migrations")
LANGUAGES = PACKAGE / "languages"
# What people type for a command of ours.
COMMAND = ".venv/bin/python -m scorekeeper" if in_checkout() else "scorekeeper"


def default_data_folder(environ: Mapping[str, str]) -> Path:
    """The data folder without SCOREKEEPER_DATA: `instance` in a checkout, else in the user's own data."""
    if in_checkout():
        return CHECKOUT / "instance"
    if os.name == "nt" and environ.get("LOCALAPPDATA"):
        return Path(environ["LOCALAPPDATA"]) / "Scorekeeper"
    shared = environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(shared) / "scorekeeper"
