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


def outside(path: str) -> str | None:
    """The whole address of `path` for other phones; None if this machine has no network address."""
    base = _base(current_app.extensions["settings"])
    return f"{base}{path}" if base else None


def qr_code(address: str) -> Markup:
    """An address as an inline SVG, dark on white in dark mode too."""
    return Markup(segno.make(address, error="m").svg_inline(border=4, light="#fff", omitsize=True))


def network_address() -> str | None:
    """This machine's address in its network, as other phones see it; None without a network."""
    for probe in _PROBES:
        with suppress(OSError), closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as sock:
            # Nothing is sent: connecting a datagram socket only asks for the route.
            sock.connect((probe, 9))
            found = str(sock.getsockname()[0])
            if _reachable(found):
                return found
    return None


def _base(settings: Settings) -> str | None:
    if settings.public_url:
        return settings.public_url
    if settings.trusted_proxies or _host_is_configured(settings):
        return request.host_url.rstrip("/")
    address = network_address()
    return f"http://{address}:{settings.port}" if address else None


def _host_is_configured(settings: Settings) -> bool:
    return request.host.rpartition(":")[0] in settings.hosts or request.host in settings.hosts


def _reachable(address: str) -> bool:
    found = ip_address(address)
    return not (found.is_loopback or found.is_unspecified)
