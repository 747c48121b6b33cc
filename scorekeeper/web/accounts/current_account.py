"""Who is signed in on this browser, who was before, and what the browser is called.

Pages for watchers never ask, so that their answers do not vary by cookies.
"""

import re
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from flask import Response, abort, after_this_request, g, redirect, request, url_for

from scorekeeper import config
from scorekeeper.config import Starters
from scorekeeper.language import N_
from scorekeeper.services.accounts import sessions
from scorekeeper.services.accounts.sessions import SignedIn, SigningBrowser
from scorekeeper.web.http import addresses, clock, device
from scorekeeper.web.http.access import Rule, stated

P = ParamSpec("P")
R = TypeVar("R")
COOKIE: Final = "account"
# This cookie stays when somebody signs out.
BROWSER_COOKIE: Final = "browser"
_LIFETIME: Final = int(sessions.LASTS.total_seconds())
_BROWSER_LIFETIME: Final = int(sessions.KNOWN_FOR.total_seconds())
_SHAPE: Final = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
# The first that is found counts: most browsers also name those they descend from.
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS: Final = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "ChromeOS"),
    ("Macintosh", "Mac"),
    ("Linux", "Linux"),
)
# Kept in English, and put into the reader's language where it is read.
_UNKNOWN: Final = N_("A browser")


def signed_in() -> SignedIn | None:
    """The account signed in on this browser, or None; the answer then varies by the cookie."""
    if "signed_in" not in g:
        cookie_token = token()
        g.signed_in = sessions.who(cookie_token, now=clock.now()) if cookie_token else None
    session: SignedIn | None = g.signed_in
    return session


def required() -> SignedIn:
    """The account signed in on this browser, in a view that `sign_in_required` guards."""
    me = signed_in()
    assert me is not None
    return me


def may_start(*, at_night: bool = False) -> bool:
    """Whether this browser may start a game and save rules; `at_night`: on a night whose address it has."""
    who = config.current().games
    if who is Starters.EVERYONE or (who is Starters.NIGHTS and at_night):
        return True
    return signed_in() is not None


def sign_in_required(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Let only signed-in browsers call the view; others sign in first, and their forms get 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        return view(*args, **kwargs) if signed_in() else to_sign_in()

    return stated(guarded, Rule.ACCOUNT)


def to_sign_in() -> Response:
    """Redirect to the page for signing in, which leads back to this request; 403 for a form."""
    if request.method not in ("GET", "HEAD"):
        abort(403, "account-needed")
    return redirect(url_for("accounts.sign_in", next=addresses.current_path()), 303)  # type: ignore[return-value]


def signing_in() -> SigningBrowser:
    """This browser, as it signs in now."""
    return SigningBrowser(browser_label(), clock.now(), token())


def token() -> str | None:
    """The sign-in token in the browser's cookie, valid or not; None for a browser without one."""
    after_this_request(_vary_by_cookie)
    return _shown(COOKIE)


def browser() -> str | None:
    """The token that this browser got when somebody first signed in with it; None for one without."""
    return _shown(BROWSER_COOKIE)


def known_browser(mail: str) -> str | None:
    """This browser's token if it was signed in before to the account with that mail address, as stored."""
    cookie_token = browser()
    return cookie_token if sessions.is_known_browser(mail, cookie_token) else None


def browser_label() -> str:
    """Name this browser in words its owner recognises, for the list of sign-ins and for letters."""
    return label(request.user_agent.string)


def label(user_agent: str) -> str:
    """Browser and system, as in "Firefox, Android"; never anything that the browser wrote itself."""
    known = (
        next((name for sign, name in names if sign in user_agent), "") for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(name for name in known if name) or _UNKNOWN


def welcome(fresh: str) -> None:
    """Send the browser the token of a fresh sign-in with this answer, and know the browser from now on."""
    _write(COOKIE, fresh, seconds=_LIFETIME)
    me = sessions.who(fresh, now=clock.now())
    if me is not None:
        token_of_browser = sessions.remember_browser(me.account_id, browser(), now=clock.now())
        _write(BROWSER_COOKIE, token_of_browser, seconds=_BROWSER_LIFETIME)


def forget() -> None:
    """Remove the sign-in token from the browser with this answer."""
    _write(COOKIE, None, seconds=_LIFETIME)


def _write(name: str, value: str | None, *, seconds: int) -> None:
    """Set a cookie with this answer, or remove it if `value` is None."""

    def write(response: Response) -> Response:
        device.write_cookie(response, name, value, seconds=seconds)
        return response

    after_this_request(write)


def _vary_by_cookie(response: Response) -> Response:
    response.vary.add("Cookie")
    return response


def _shown(cookie: str) -> str | None:
    cookie_token = device.read_cookie(cookie) or ""
    return cookie_token if _SHAPE.fullmatch(cookie_token) else None
