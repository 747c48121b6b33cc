"""Addresses: the shapes of what varies in them, paths to come back to, and those that other phones can open.

An address for other phones is the configured public one, or this machine's in its network: never
`localhost`, and never made from a Host name or a proxy's header that nobody configured.
"""

import re
import socket
from contextlib import closing, suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import Flask, request
from markupsafe import Markup
from werkzeug.routing import BaseConverter, IntegerConverter, UnicodeConverter

from scorekeeper import config
from scorekeeper.config import Settings
from scorekeeper.rules.leagues.seasons import address_of

# What addresses for programs begin with: they send no cookie, and read documents in English.
FOR_PROGRAMS: Final = "/api/"
# Addresses of documentation and of private networks: somewhere beyond this machine.
_PROBES: Final = ("192.0.2.1", "10.255.255.255")
_EVERYWHERE: Final = ("0.0.0.0", "::")
_LONGEST_PATH: Final = 500
# Browsers take `//` and `/\` for the beginning of another host.
_OWN_PATH: Final = re.compile(r"/(?:[^/\\\s\x00-\x1f\x7f][^\\\s\x00-\x1f\x7f]*)?")


class GameConverter(BaseConverter):
    """The unguessable id of a game; anything of another shape is no address of ours (404)."""

    regex = "[A-Za-z0-9_-]{16,32}"


class TokenConverter(BaseConverter):
    """The secret of an invitation; anything of another shape is no address of ours (404)."""

    regex = "[A-Za-z0-9_-]{16,100}"


class NumberConverter(IntegerConverter):
    """A number from 0 that any database can hold: ASCII digits, without leading zeros."""

    regex = "0|[1-9][0-9]{0,8}"


class SeasonConverter(UnicodeConverter):
    """The name of a season, in which nothing stands for a part of an address."""

    def to_url(self, value: str) -> str:
        return super().to_url(address_of(value))


def init_app(app: Flask) -> None:
    """Let routes use the converters `game`, `token`, `number` and `season`, and templates draw addresses."""
    app.add_template_filter(qr_code)
    app.url_map.converters.update(
        game=GameConverter, token=TokenConverter, number=NumberConverter, season=SeasonConverter
    )


def is_game_id(text: str) -> bool:
    """Whether a text that was not matched by a route has the shape of a game's id."""
    return re.fullmatch(GameConverter.regex, text) is not None


def own_path(text: str | None) -> str | None:
    """The text if it is a path on this server that a redirect may lead to; None for everything else."""
    return text if text and len(text) <= _LONGEST_PATH and _OWN_PATH.fullmatch(text) else None


def current_path() -> str | None:
    """The path of this request with its query, to come back to after a sign-in."""
    query = request.query_string.decode("ascii", "replace")
    return own_path(f"{request.path}?{query}" if query else request.path)


def page_before() -> str | None:
    """The path of the page whose form sent this request, to come back to; None if it is not known."""
    try:
        before = urlsplit(request.referrer or "")
    except ValueError:
        return None
    if before.netloc != request.host:
        return None
    return own_path(f"{before.path}?{before.query}" if before.query else before.path)


def outside(path: str) -> str | None:
    """The whole address of `path` for other phones; None if they cannot reach this machine."""
    settings = config.current()
    if not settings.public_url and _host_is_believed(settings):
        return request.host_url.rstrip("/") + path
    base = for_phones(settings)
    return f"{base}{path}" if base else None


def for_phones(settings: Settings) -> str | None:
    """The public address if one is configured, else that in the network; None if phones cannot reach it."""
    if settings.public_url:
        return settings.public_url
    host = network_address() if settings.host in _EVERYWHERE else settings.host
    if host is None or not is_reachable(host):
        return None
    return f"http://[{host}]:{settings.port}" if ":" in host else f"http://{host}:{settings.port}"


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
            address = str(sock.getsockname()[0])
            if is_reachable(address):
                return address
    return None


def host_name() -> str:
    """The Host of this request, in small letters and without its port; empty if it is none."""
    return urlsplit(f"//{request.host}").hostname or ""


def ip_of(host: str) -> IPv4Address | IPv6Address | None:
    """The IP address that a text is, or None."""
    with suppress(ValueError):
        return ip_address(host)
    return None


def is_reachable(host: str) -> bool:
    """Whether a host can be another machine than this one."""
    address = ip_of(host)
    return host != "localhost" if address is None else not (address.is_loopback or address.is_unspecified)


def _host_is_believed(settings: Settings) -> bool:
    name = host_name()
    # As browsers send it: an IPv6 address is configured with its brackets.
    return (f"[{name}]" if ":" in name else name) in settings.hosts and is_reachable(name)
