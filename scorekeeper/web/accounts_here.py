"""Who is signed in on this browser: asked at most once per request, and never by a page for watchers."""

from __future__ import annotations

import re
from typing import Final

from flask import Response, g, request

from scorekeeper.services.accounts import signing
from scorekeeper.services.accounts.signing import SignedIn
from scorekeeper.web import clock

COOKIE: Final = "account"
_LIFETIME: Final = 400 * 24 * 60 * 60
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def signed_in() -> SignedIn | None:
    """Who is signed in, None for nobody; the answer then varies by the cookie."""
    if "signed_in" not in g:
        shown = token()
        g.signed_in = signing.who(shown, now=clock.now()) if shown else None
    found: SignedIn | None = g.signed_in
    return found


def token() -> str | None:
    """What the browser shows, valid or not."""
    g.account_asked = True
    shown = request.cookies.get(COOKIE, "")
    return shown if _SHAPE.fullmatch(shown) else None


def welcome(fresh: str) -> None:
    """Give the browser the token of a fresh sign-in with this answer."""
    g.account_cookie = fresh


def forget() -> None:
    """Let the browser forget its token."""
    g.account_cookie = None


def send(response: Response) -> Response:
    """Send or take back the cookie, and tell which answers depend on it."""
    if "account_cookie" in g:
        _set_cookie(response, g.account_cookie)
    if g.get("account_asked"):
        response.vary.add("Cookie")
    return response


def _set_cookie(response: Response, fresh: str | None) -> None:
    response.set_cookie(
        COOKIE,
        fresh or "",
        max_age=_LIFETIME if fresh else 0,
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )
