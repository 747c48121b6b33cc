"""Cookies that only this server can set: under https their names carry the prefix `__Host-`."""

from __future__ import annotations

from typing import Final

from flask import Response, request

_PREFIX: Final = "__Host-"


def read(name: str) -> str | None:
    """The value that the browser sent, None without one.

    Under https only the protected cookie counts: a neighbouring subdomain or plain HTTP could set the other.
    """
    return request.cookies.get(_name(name))


def read_unprotected(name: str) -> str | None:
    """The value of the cookie without prefix: set over plain HTTP, or by a release from before the prefix."""
    return request.cookies.get(name)


def write(response: Response, name: str, value: str | None, *, seconds: int) -> None:
    """Set a cookie for that many seconds; None removes it."""
    response.set_cookie(
        _name(name),
        value or "",
        max_age=seconds if value else 0,
        path="/",
        secure=request.is_secure,
        httponly=True,
        samesite="Lax",
    )


def forget_unprotected(response: Response, name: str) -> None:
    """Remove, under https, the cookie that was set without protection."""
    response.delete_cookie(name, path="/", httponly=True, samesite="Lax")


def _name(name: str) -> str:
    return _PREFIX + name if request.is_secure else name
