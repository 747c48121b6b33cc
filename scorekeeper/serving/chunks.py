"""A body whose chunks cannot be read is the fault of whoever sent it, and answered with 400."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment


class Chunks:
    """Stands in front of an application, to which such a body looks like one that broke off."""

    def __init__(self, application: WSGIApplication) -> None:
        self._application = application

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        environ["wsgi.input"] = _Body(environ["wsgi.input"])
        return self._application(environ, start_response)


class _Body:
    def __init__(self, body: Any) -> None:
        self._body = body

    def read(self, size: int) -> bytes:
        from gunicorn.http.errors import ParseException

        try:
            piece: bytes = self._body.read(size)
        except ParseException as error:
            raise OSError(str(error)) from error
        return piece
