"""Where passkeys can work: under a host name of one's own, over TLS; and what a page asks a device for."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, current_app, request

from scorekeeper.config import Settings
from scorekeeper.services.accounts import passkeys
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.services.accounts.sessions import SignedIn
from scorekeeper.web.http import clock, device

# Browsers take it for safe, whatever it is reached by.
_THIS_MACHINE: Final = "localhost"


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page asks a device for: the challenge of the form, and the options of its script."""

    challenge: str
    options: str


def init_app(app: Flask, settings: Settings) -> None:
    """Where passkeys can work, load the library before the serving process is forked, with its memory."""
    if _public_site(settings) or settings.trusted_proxies:
        import webauthn  # noqa: F401


def site() -> Site | None:
    """What passkeys are bound to at the address of this request; None where they cannot work."""
    settings: Settings = current_app.extensions["settings"]
    if not settings.public_url:
        return _proxied_site(settings)
    found = _public_site(settings)
    return found if found and found.host == _host() else None


def to_make(me: SignedIn) -> Asked | None:
    """What the page of an account asks for; None where passkeys cannot work, or the sign-in is not fresh."""
    here = site()
    if here is None:
        return None
    options = passkeys.options_to_make(me, site=here, device=device.ensured(), now=clock.now())
    return Asked(*options) if options else None


def to_use() -> Asked | None:
    """What the page for signing in asks for; None where passkeys cannot work."""
    here = site()
    if here is None:
        return None
    return Asked(*passkeys.options_to_use(site=here, device=device.ensured(), now=clock.now()))


def _public_site(settings: Settings) -> Site | None:
    parts = urlsplit(settings.public_url or "")
    host = parts.hostname or ""
    if not (parts.scheme == "https" and _is_domain(host)) and host != _THIS_MACHINE:
        return None
    usual = {"http": 80, "https": 443}[parts.scheme]
    port = "" if parts.port in (None, usual) else f":{parts.port}"
    return Site(host, f"{parts.scheme}://{host}{port}")


def _proxied_site(settings: Settings) -> Site | None:
    host = _host()
    told = settings.trusted_proxies and request.is_secure and host in settings.hosts
    return Site(host, f"https://{request.host.lower()}") if told and _is_domain(host) else None


def _host() -> str:
    return urlsplit(f"//{request.host}").hostname or ""


def _is_domain(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return host.isascii() and "." in host.strip(".")
    return False
