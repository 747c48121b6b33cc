"""An API client, and a game of four. A module shares one data folder: every test has games of its own."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.support.api_client import Api, Document, Sitting
from tests.support.reused import Reused, fresh_data


@pytest.fixture(scope="module")
def data(template: Path) -> Iterator[Path]:
    with fresh_data(template) as data:
        yield data


@pytest.fixture(scope="module")
def app(data: Path, reused: Reused) -> Iterator[Flask]:
    with reused.over(data) as app:
        yield app


@pytest.fixture(autouse=True)
def clock(app: Flask) -> Iterator[None]:
    """Put the clock of the application back after a test that sets it."""
    before = app.extensions["clock"]
    yield
    app.extensions["clock"] = before


@pytest.fixture(scope="module")
def document(app: Flask) -> Document:
    return Document(app.test_client())


@pytest.fixture
def api(client: FlaskClient, document: Document) -> Api:
    return Api(client, document)


@pytest.fixture
def game(api: Api) -> Sitting:
    return api.start()


@pytest.fixture
def rule(game: Sitting) -> Callable[..., TestResponse]:
    """Record a ruling in the game."""

    def send(irregularity: str, facts: dict[str, object], **said: Any) -> TestResponse:
        headers = said.pop("headers", {})
        return game.post("rulings", {"irregularity": irregularity, "facts": facts, **said}, headers=headers)

    return send
