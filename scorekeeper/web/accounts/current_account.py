"""Who is signed in on this browser, and who was before. Pages for watchers never ask."""

from __future__ import annotations

import re
from typing import Final

from flask import Response, g

from scorekeeper.services.accounts import known_browsers, sessions
from scorekeeper.services.accounts.sessions import SignedIn
from scorekeeper.web.http import clock, cookies

COOKIE: Final = "account"
# It stays when somebody signs out.
BROWSER_COOKIE: Final = "browser"
_LIFETIME: Final = int(sessions.LASTS.total_seconds())
_BROWSER_LIFETIME: Final = int(known_browsers.KNOWN_FOR.total_seconds())
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)


def signed_in() -> SignedIn | None:
    """Who is signed in, None for nobody; the answer then varies by the cookie."""
    if "signed_in" not in g:
        shown = token()
        g.signed_in = sessions.who(shown, now=clock.now()) if shown else None
    found: SignedIn | None = g.signed_in
    return found


def token() -> str | None:
    """What the browser shows, valid or not."""
    g.account_asked = True
    return _shown(COOKIE)


def browser() -> str | None:
    """What the browser got when somebody signed in with it before; None for one without."""
    return _shown(BROWSER_COOKIE)


def welcome(fresh: str) -> None:
    """Give the browser the token of a fresh sign-in with this answer, and know it the next time."""
    g.account_cookie = fresh
    me = sessions.who(fresh, now=clock.now())
    if me is not None:
        g.browser_cookie = known_browsers.remember(me.account_id, browser(), now=clock.now())


def forget() -> None:
    """Let the browser forget its token."""
    g.account_cookie = None


def send(response: Response) -> Response:
    """Send or take back the cookie, and tell which answers depend on it."""
    if "account_cookie" in g:
        cookies.write(response, COOKIE, g.account_cookie, seconds=_LIFETIME)
    if "browser_cookie" in g:
        cookies.write(response, BROWSER_COOKIE, g.browser_cookie, seconds=_BROWSER_LIFETIME)
    if g.get("account_asked"):
        response.vary.add("Cookie")
    return response


def _shown(cookie: str) -> str | None:
    shown = cookies.read(cookie) or ""
    return shown if _SHAPE.fullmatch(shown) else None
