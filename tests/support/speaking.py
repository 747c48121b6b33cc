"""An application that speaks the pseudo-languages, too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from flask import Flask

from scorekeeper.web.http import languages
from tests.support.languages import pseudo_languages
from tests.support.reused import Reused

# Languages are installed before the first answer.
_speaking = Reused(lambda app: languages.install(app, pseudo_languages()))


def with_languages(data: Path) -> Iterator[Flask]:
    """For a fixture `app`."""
    with _speaking.over(data) as app:
        yield app
