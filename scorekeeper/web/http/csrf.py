"""Whether a form came from one of our own pages: a signed token that holds for one phone and never expires.

A scoring page left open overnight still saves. The API is not asked: it reads no cookie.
"""

from __future__ import annotations

import hmac
import secrets
from hashlib import sha256
from typing import Final

from flask import Flask, abort, current_app, request

from scorekeeper.web.http import device, uploads

FIELD: Final = "csrf_token"
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_SALT_BYTES: Final = 8


def init_app(app: Flask) -> None:
    """Check every form; give templates `csrf_token()`."""
    app.extensions["csrf_exempt"] = ()
    app.before_request(check)
    app.jinja_env.globals.update(csrf_token=token)


def exempt(app: Flask, *prefixes: str) -> None:
    """Let requests through whose path begins so: their views read no cookie."""
    app.extensions["csrf_exempt"] += prefixes


def token() -> str:
    """A fresh token for this phone: salt and signature in hex."""
    salt = secrets.token_hex(_SALT_BYTES)
    return salt + _signature(salt, device.ensured())


def check() -> None:
    """Refuse (400) a form without a token of ours for this phone."""
    exempt_paths: tuple[str, ...] = current_app.extensions["csrf_exempt"]
    if request.method in _SAFE or request.routing_exception or request.path.startswith(exempt_paths):
        return
    uploads.allow()
    phone = device.shown()
    given = request.form.get(FIELD, "")
    salt = given[: 2 * _SALT_BYTES]
    if phone is None or not hmac.compare_digest(given.encode(), (salt + _signature(salt, phone)).encode()):
        abort(400, "form-not-ours")
    # Only the phone of this id was ever given such a token: that is as good as a signed cookie.
    device.accept_shown()


def _signature(salt: str, phone: str) -> str:
    key: bytes = current_app.config["SECRET_KEY"]
    return hmac.new(key, f"csrf:{salt}:{phone}".encode(), sha256).hexdigest()
