"""No sessions: nothing of a visit is kept but the cookie of `device`, so no request pays for opening one."""

from __future__ import annotations

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SessionInterface


class NoSessions(SessionInterface):
    """A request finds Flask's null session, which refuses to be written."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return None


def init_app(app: Flask) -> None:
    """Open no session for any request."""
    app.session_interface = NoSessions()
