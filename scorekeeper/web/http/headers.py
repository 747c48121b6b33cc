"""The headers of every answer, and which proxies and Host names are trusted.

Caches keep a page only for its own phone, and never without asking for it anew; answers that may be kept for
longer, or by everybody, say so themselves. Text is compressed for browsers that accept gzip.
"""

import gzip
from collections.abc import Callable
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, Response, abort, current_app, g, request
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper import __version__
from scorekeeper.config import Settings
from scorekeeper.web.http import addresses
from scorekeeper.web.http.access import Rule

REVALIDATED: Final = "private, no-cache"
NEVER_KEPT: Final = "no-store"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
# By the last of these a phone tells our pages from those of the network that it is in.
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Scorekeeper": __version__,
}
_OF_LOADED_FILES: Final = {"X-Content-Type-Options": "nosniff"}
# The policy of a page holds for the files that it loads. A picture can also be opened by itself, as a
# document: it may do nothing at all.
_BY_TYPE: Final = {
    "text/css": _OF_LOADED_FILES,
    "text/javascript": _OF_LOADED_FILES,
    "image/svg+xml": {
        **_OF_LOADED_FILES,
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    },
}
_DAY: Final = 24 * 60 * 60
_SIGNED_IN: Final = (Rule.ACCOUNT, Rule.LEAGUE_ORGANISER)
_GZIP_LEVEL: Final = 6
_FEWEST_COMPRESSED: Final = 500
_COMPRESSED_TYPES: Final = ("text/", "application/json", "application/problem+json")


def init_app(app: Flask, settings: Settings) -> None:
    """Trust the configured proxies; if Host names are configured, refuse others."""
    app.extensions["secret_paths"] = app.extensions["unlisted_paths"] = ()
    app.after_request(_complete)
    if settings.hsts_days:
        app.after_request(partial(_insist_on_https, days=settings.hsts_days))
    # Else `//` in an address is answered by a redirect that carries whatever Host the request named.
    app.url_map.merge_slashes = False
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
    if settings.hosts:
        app.before_request(_host_check(settings))


def keep_secret(app: Flask, *prefixes: str) -> None:
    """Let nothing keep pages whose path begins so: the address or the page gives a right, or is private."""
    app.extensions["secret_paths"] += prefixes


def keep_unlisted(app: Flask, *prefixes: str) -> None:
    """Ask search engines not to list pages whose path begins so."""
    app.extensions["unlisted_paths"] += prefixes


def hide(*, hidden: bool) -> None:
    """State whether the subject of this page is hidden from search engines and caches."""
    g.hidden = hidden


def accepts_gzip() -> bool:
    """Whether the browser of this request unpacks gzip."""
    return request.accept_encodings["gzip"] > 0


def _complete(response: Response) -> Response:
    # The answer about something hidden is the same as that about something that does not exist.
    hidden: bool = g.get("hidden", response.status_code == 404)
    _say_what_may_be_kept(response, hidden=hidden)
    _protect(response, hidden=hidden)
    _compress(response)
    return response


def _say_what_may_be_kept(response: Response, *, hidden: bool) -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    secret: tuple[str, ...] = current_app.extensions["secret_paths"]
    if hidden or getattr(view, "rule", None) in _SIGNED_IN or request.path.startswith(secret):
        response.headers["Cache-Control"] = NEVER_KEPT
    response.headers.setdefault("Cache-Control", REVALIDATED)


def _protect(response: Response, *, hidden: bool) -> None:
    """Tell the browser what a page may do, and search engines what they may not list."""
    # A worker answers to its own policy, as a page does.
    mimetype = "" if request.endpoint == "offline.worker" else response.mimetype or ""
    response.headers.extend(_BY_TYPE.get(mimetype, _HEADERS))
    if hidden or request.path.startswith(current_app.extensions["unlisted_paths"]):
        response.headers["X-Robots-Tag"] = "noindex"


def _insist_on_https(response: Response, *, days: int) -> Response:
    if request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={days * _DAY}"
    return response


def _compress(response: Response) -> None:
    if response.direct_passthrough or response.is_streamed or "Content-Encoding" in response.headers:
        return
    if not (response.mimetype or "").startswith(_COMPRESSED_TYPES):
        return
    body = response.get_data()
    if len(body) < _FEWEST_COMPRESSED:
        return
    response.vary.add("Accept-Encoding")
    if accepts_gzip():
        response.set_data(gzip.compress(body, _GZIP_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"


def _host_check(settings: Settings) -> Callable[[], None]:
    known = {*settings.hosts, "localhost", urlsplit(settings.public_url or "").hostname}

    def check() -> None:
        host = addresses.host_name()
        if host not in known and addresses.ip_of(host) is None:
            abort(400, "bad-host")

    return check
