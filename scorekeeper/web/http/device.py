"""Which phone this is: a random id in a long-lived cookie that we signed; only a hash of the id is kept.

The cookie is set by pages that lead to writing; a page for watchers never asks for it. An id that somebody
invented belongs to no phone. Without a valid signature an id counts only if its hash ever got a right to a
game, since nobody but that phone knows such an id. So phones stay known whose id was signed by a former
secret key; they get a signed cookie for that id.

What a browser has chosen of how it draws pages is in a cookie of its own, which is classes of each page.

Under https the names of all cookies carry the prefix `__Host-`, so that only this server can set them.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from flask import Flask, Response, current_app, g, request

from scorekeeper.services.common.signing import digest, keyed_text

COOKIE: Final = "device"
DISPLAY_COOKIE: Final = "display"
STYLES: Final = ("four-suits", "more-contrast")
LIFETIME: Final = 400 * 24 * 60 * 60
PREFIX: Final = "__Host-"
_SHAPE: Final = re.compile(r"([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})", re.ASCII)
_BYTES: Final = 32


@dataclass(frozen=True, slots=True)
class _Shown:
    """The id in the browser's cookie, and whether the cookie is signed and protected as ours are."""

    identity: str
    sound: bool

    @property
    def hash(self) -> str:
        return digest(self.identity)


def init_app(app: Flask) -> None:
    """Send the cookie with answers that need it; other signed ids count once `believe` says which."""
    app.extensions["known_devices"] = lambda _hash: False
    app.after_request(_send)


def believe(app: Flask, is_known: Callable[[str], bool]) -> None:
    """Accept an id without a right signature if `is_known` knows its hash."""
    app.extensions["known_devices"] = is_known


def known() -> str | None:
    """The hash (64 hex digits) of this phone's id, or None for a browser that has none of ours."""
    if "device" not in g:
        cookie = _shown()
        is_known: Callable[[str], bool] = current_app.extensions["known_devices"]
        if cookie is not None and (cookie.sound or is_known(cookie.hash)):
            _accept(cookie)
        else:
            g.device = None
    hashed: str | None = g.device
    return hashed


def shown() -> str | None:
    """The hash of the id in the cookie, signed or not: for a form whose token proves that it is ours."""
    cookie = _shown()
    return None if cookie is None else cookie.hash


def accept_shown() -> None:
    """Accept the id in the cookie: the phone sent a form that was made for this id."""
    cookie = _shown()
    if cookie is not None:
        _accept(cookie)


def ensured() -> str:
    """The hash of this phone's id; a browser without an id gets one with this answer."""
    hashed = known()
    if hashed is None:
        g.device_cookie = secrets.token_urlsafe(_BYTES)
        g.device = digest(g.device_cookie)
        return str(g.device)
    cookie = _shown()
    if cookie is not None:
        g.setdefault("device_cookie", cookie.identity)
    return hashed


def sign_identity(identity: str, *, protected: bool = False) -> str:
    """The value of the cookie: an id and its signature, another one for the protected cookie."""
    return f"{identity}.{_signature(identity, protected=protected)}"


def read_cookie(name: str) -> str | None:
    """The value that the browser sent, None without one.

    Under https only the protected cookie counts: a neighbouring subdomain or plain HTTP could set the other.
    """
    return request.cookies.get(_name(name))


def write_cookie(
    response: Response, name: str, value: str | None, *, seconds: int, hidden: bool = True
) -> None:
    """Set a cookie for that many seconds, hidden from scripts; None removes it."""
    response.set_cookie(
        _name(name),
        value or "",
        max_age=seconds if value else 0,
        path="/",
        secure=request.is_secure,
        httponly=hidden,
        samesite="Lax",
    )


def styles() -> tuple[str, ...]:
    """The styles that this browser has chosen; what the cookie says besides is ignored."""
    words = (read_cookie(DISPLAY_COOKIE) or "").split(".")
    return tuple(style for style in STYLES if style in words)


def _name(cookie: str) -> str:
    return PREFIX + cookie if request.is_secure else cookie


def _send(response: Response) -> Response:
    """Set the cookie if this request asks for it, and mark the answers that vary by it."""
    identity = g.get("device_cookie")
    if identity is not None:
        value = sign_identity(identity, protected=request.is_secure)
        write_cookie(response, COOKIE, value, seconds=LIFETIME)
        if request.is_secure and COOKIE in request.cookies:
            response.delete_cookie(COOKIE, path="/", httponly=True, samesite="Lax")
    if g.get("device_asked"):
        response.vary.add("Cookie")
    return response


def _accept(cookie: _Shown) -> None:
    g.device = cookie.hash
    if not cookie.sound:
        g.device_cookie = cookie.identity


def _shown() -> _Shown | None:
    """Read the protected cookie; under https, if there is none, the one set before there was https."""
    g.device_asked = True
    value = read_cookie(COOKIE)
    if value is not None or not request.is_secure:
        return _read(value, protected=request.is_secure)
    plain = _read(request.cookies.get(COOKIE), protected=False)
    # A neighbouring subdomain could set it to an id that it got from us by https: such ids do not count.
    return _Shown(plain.identity, sound=False) if plain and plain.sound else None


def _read(value: str | None, *, protected: bool) -> _Shown | None:
    match = _SHAPE.fullmatch(value or "")
    if match is None:
        return None
    signature = _signature(match[1], protected=protected)
    return _Shown(match[1], sound=hmac.compare_digest(match[2], signature))


def _signature(identity: str, *, protected: bool) -> str:
    return keyed_text("device", "protected" if protected else "plain", identity)
