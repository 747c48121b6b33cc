"""Which phone this is: one random id in a long-lived cookie, of which only a hash is ever stored.

The cookie is set by pages that lead to writing; a page for watchers never asks for it.
"""

from __future__ import annotations

import re
import secrets
from typing import Final

from flask import Response, g, request

from scorekeeper.services.rights import device_hash

COOKIE: Final = "device"
_LIFETIME: Final = 400 * 24 * 60 * 60
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{22,64}", re.ASCII)


def known() -> str | None:
    """The hash (64 hex digits) of this phone's id, or None for a browser that has none."""
    g.device_asked = True
    identity = request.cookies.get(COOKIE, "")
    return device_hash(identity) if _SHAPE.fullmatch(identity) else None


def ensured() -> str:
    """The hash of this phone's id; a browser without one gets one with this answer."""
    found = known()
    if found is not None:
        g.device_cookie = request.cookies[COOKIE]
        return found
    if "device_cookie" not in g:
        g.device_cookie = secrets.token_urlsafe(24)
    return device_hash(g.device_cookie)


def send(response: Response) -> Response:
    """Send the cookie with answers that need one, and tell which answers depend on it."""
    identity = g.get("device_cookie")
    if identity is not None:
        response.set_cookie(
            COOKIE, identity, max_age=_LIFETIME, secure=request.is_secure, httponly=True, samesite="Lax"
        )
    if g.get("device_asked"):
        response.vary.add("Cookie")
    return response
