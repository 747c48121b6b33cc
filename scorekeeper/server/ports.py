"""Is the port free? Asked before serving, since a shared port would let two servers answer in turn."""

from __future__ import annotations

import errno
import os
import socket

from scorekeeper.errors import Trouble


def require_free(port: int, *, host: str) -> None:
    """Raise Trouble if `host`:`port` cannot be listened on."""
    listening(port, host=host).close()


def listening(port: int, *, host: str) -> socket.socket:
    """A socket that listens on `host`:`port`, and shares it with no other; Trouble if there cannot be one."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except OSError as error:
        raise Trouble(f"SCOREKEEPER_HOST is {host!r}, which is no address of this machine.") from error
    listener = socket.socket(family, kind)
    if os.name == "posix":
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen()
    except OSError as error:
        listener.close()
        raise Trouble(_reason(error, port=port, host=host)) from error
    return listener


def _reason(error: OSError, *, port: int, host: str) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} is in use by another program: stop it, or set PORT to another one."
    if error.errno == errno.EACCES:
        return f"Port {port} is reserved for the administrator: choose one above 1023, as in PORT=8000."
    return f"Nothing can listen on {host}, port {port} ({error.strerror}): set SCOREKEEPER_HOST or PORT."
