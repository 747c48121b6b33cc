"""The security headers of every answer, and which proxies and Host names are trusted."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from typing import Final
from urllib.parse import SplitResult, urlsplit

from flask import Flask, Request, Response, abort, current_app, request
from flask.sessions import SecureCookieSession, SessionInterface
from werkzeug.middleware.proxy_fix import ProxyFix

from scorekeeper.config import Settings
from scorekeeper.web.http.cache_headers import is_hidden

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
_FOR_PARTS: Final = {"X-Content-Type-Options": "nosniff"}
# The policy of a page holds for the files that it loads. A picture can also be opened by itself, as a
# document: it may do nothing at all.
_BY_TYPE: Final = {
    "text/css": _FOR_PARTS,
    "text/javascript": _FOR_PARTS,
    "image/svg+xml": {**_FOR_PARTS, "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'"},
}
_DAY: Final = 24 * 60 * 60


class _NoSessions(SessionInterface):
    """A request finds Flask's null session, which refuses to be written: nothing is kept in a session."""

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        return None


def init_app(app: Flask, settings: Settings) -> None:
    """Trust the configured proxies; if Host names are configured, refuse others. Open no sessions."""
    app.session_interface = _NoSessions()
    app.extensions["unlisted_paths"] = ()
    app.after_request(_add_headers)
    # Else `//` in an address is answered by a redirect that carries whatever Host the request named.
    app.url_map.merge_slashes = False
    if settings.trusted_proxies:
        n = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=n, x_proto=n, x_host=n)  # type: ignore[method-assign]
        app.before_request(_plain_http_watch(app, urlsplit(settings.public_url or "")))
    if settings.hosts:
        app.before_request(_host_check(_known_hosts(settings)))


def keep_unlisted(app: Flask, *prefixes: str) -> None:
    """Ask search engines not to list pages whose path begins so."""
    app.extensions["unlisted_paths"] += prefixes


def _add_headers(response: Response) -> Response:
    """Tell the browser what a page may do, and search engines what they may not list."""
    response.headers.extend(_BY_TYPE.get(response.mimetype or "", _HEADERS))
    settings: Settings = current_app.extensions["settings"]
    if settings.hsts_days and request.is_secure:
        response.headers["Strict-Transport-Security"] = f"max-age={settings.hsts_days * _DAY}"
    unlisted: tuple[str, ...] = current_app.extensions["unlisted_paths"]
    if request.path.startswith(unlisted) or is_hidden(response):
        response.headers["X-Robots-Tag"] = "noindex"
    return response


def _known_hosts(settings: Settings) -> frozenset[str]:
    public = urlsplit(settings.public_url or "").hostname
    return frozenset({*settings.hosts, "localhost", *([public] if public else [])})


def _plain_http_watch(app: Flask, public: SplitResult) -> Callable[[], None]:
    """Log, once, that a request to the https address came by plain http.

    A redirect would go round in circles behind a proxy that does not say what the phone came by.
    """
    warned = public.scheme != "https"

    def watch() -> None:
        nonlocal warned
        if warned or request.is_secure or urlsplit(f"//{request.host}").hostname != public.hostname:
            return
        warned = True
        app.logger.warning(
            "A request to the public address came by plain http: let the proxy redirect those to https, "
            "or, if it does, send X-Forwarded-Proto."
        )

    return watch


def _host_check(known: frozenset[str]) -> Callable[[], None]:
    def check() -> None:
        host = urlsplit(f"//{request.host}").hostname or ""
        if host not in known and not _is_address(host):
            abort(400, "bad-host")

    return check


def _is_address(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
