"""Addresses that another phone can open: the configured public one, or this machine's in its network.

Never `localhost`, and never made from a Host name or a proxy's header that nobody configured.
"""

from __future__ import annotations

import socket
from contextlib import closing, suppress
from ipaddress import ip_address
from typing import Final

import segno
from flask import current_app, request
from markupsafe import Markup

from scorekeeper.config import Settings

_PROBES: Final = ("192.0.2.1", "10.255.255.255")
_EVERYWHERE: Final = ("0.0.0.0", "::")


def outside(path: str) -> str | None:
    """The whole address of `path` for other phones; None if they cannot reach this machine."""
    settings: Settings = current_app.extensions["settings"]
    if not settings.public_url and _host_is_believed(settings):
        return request.host_url.rstrip("/") + path
    base = for_phones(settings)
    return f"{base}{path}" if base else None


def for_phones(settings: Settings) -> str | None:
    """The public address if one is configured, else that in the network; None if phones cannot reach it."""
    if settings.public_url:
        return settings.public_url
    found = network_address() if settings.host in _EVERYWHERE else settings.host
    if found is None or not _is_reachable(found):
        return None
    return f"http://[{found}]:{settings.port}" if ":" in found else f"http://{found}:{settings.port}"


def qr_code(address: str) -> Markup:
    """An address as an inline SVG, dark on white in dark mode too."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(border=4, light="#fff", omitsize=True))


def network_address() -> str | None:
    """This machine's address in its network, as other phones see it; None without a network."""
    for probe in _PROBES:
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as sock:
            # Nothing is sent: connecting a datagram socket only asks for the route.
            sock.connect((probe, 9))
            found = str(sock.getsockname()[0])
            if _is_reachable(found):
                return found
    return None


def _host_is_believed(settings: Settings) -> bool:
    name = request.host.rpartition(":")[0] or request.host
    return name in settings.hosts and _is_reachable(name)


def _is_reachable(host: str) -> bool:
    try:
        found = ip_address(host)
    except ValueError:
        return host != "localhost"
    return not (found.is_loopback or found.is_unspecified)
