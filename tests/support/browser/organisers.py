"""Organisers for browser tests: the first account of a server, and more browsers signed in to it."""

import hashlib
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

from playwright.sync_api import APIRequestContext, BrowserContext, Page

from scorekeeper.app import create_app
from scorekeeper.config import DATABASE_NAME, Settings
from scorekeeper.models.base import db as database
from scorekeeper.services.accounts import registration
from tests.support.browser.games import form_token, post_form
from tests.support.servers import Server

MAIL, NAME, PASSWORD = "olga@example.org", "Olga", "three trios and a run"
RESET_TOKEN = "R" * 32


def first_link(server: Server) -> str | None:
    """The path where the first account is made, as on a terminal; None once there is one."""
    app = create_app(Settings(data=server.data))
    with app.app_context():
        link = registration.offer_first(now=datetime.now(UTC))
        database.engine.dispose()
    return f"/account/links/{link.token}" if link else None


def organise(on: Page | BrowserContext, server: Server) -> None:
    """Sign this browser in to the first account of the server; it is made when nobody has."""
    link = first_link(server)
    if link is None:
        return sign_in(on)
    return _send(on.request, link, {"mail": MAIL, "name": NAME, "password": PASSWORD})


def sign_in(on: Page | BrowserContext) -> None:
    """Sign this browser in to the first account."""
    _send(on.request, "/account/sign-in", {"mail": MAIL, "password": PASSWORD})


def allow_reset(server: Server) -> None:
    """Let the link of `RESET_TOKEN` set a new password of that account, once."""
    tomorrow = (datetime.now(UTC) + timedelta(days=1)).strftime("%Y-%m-%d %H:%M:%S.%f")
    link = (hashlib.sha256(RESET_TOKEN.encode()).hexdigest(), "reset", 1, tomorrow)
    with closing(sqlite3.connect(server.data / DATABASE_NAME, timeout=20)) as connection, connection:
        connection.execute(
            "INSERT INTO one_time_link (token_hash, purpose, account_id, expires_at) VALUES (?, ?, ?, ?)",
            link,
        )


def _send(request: APIRequestContext, path: str, values: dict[str, str]) -> None:
    post_form(request, path, {"csrf_token": form_token(request), **values})
