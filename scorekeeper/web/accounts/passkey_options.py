"""Where passkeys can work (a host name of our own, over TLS), and the options a page hands to a device."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Flask, request

from scorekeeper import config
from scorekeeper.config import Settings
from scorekeeper.services.accounts import passkeys
from scorekeeper.services.accounts.passkeys import Site
from scorekeeper.services.accounts.sessions import SignedIn
from scorekeeper.web.http import clock, device

# Browsers treat this host as safe, with TLS and without.
_THIS_MACHINE: Final = "localhost"


@dataclass(frozen=True, slots=True)
class PasskeyOptions:
    """The challenge in a passkey form, and the options in JSON that its script hands to the device."""

    challenge: str
    options: str


def init_app(app: Flask, settings: Settings) -> None:
    """Where passkeys can work, load their library before the fork, so that processes share its memory."""
    if _public_site(settings) or settings.trusted_proxies:
        import webauthn  # noqa: F401


def site() -> Site | None:
    """The site that passkeys are bound to at the address of this request; None where they cannot work."""
    settings = config.current()
    if not settings.public_url:
        return _proxied_site(settings)
    found = _public_site(settings)
    return found if found and found.host == _host() else None


def registration(me: SignedIn) -> PasskeyOptions | None:
    """Options to make a passkey; None where passkeys cannot work, or the sign-in is not fresh."""
    bound_to = site()
    if bound_to is None:
        return None
    options = passkeys.registration_options(me, site=bound_to, device=device.ensured(), now=clock.now())
    return PasskeyOptions(*options) if options else None


def authentication() -> PasskeyOptions | None:
    """Options to sign in by a passkey; None where passkeys cannot work."""
    bound_to = site()
    if bound_to is None:
        return None
    return PasskeyOptions(
        *passkeys.authentication_options(site=bound_to, device=device.ensured(), now=clock.now())
    )


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
    trusted = settings.trusted_proxies and request.is_secure and host in settings.hosts
    return Site(host, f"https://{request.host.lower()}") if trusted and _is_domain(host) else None


def _host() -> str:
    return urlsplit(f"//{request.host}").hostname or ""


def _is_domain(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return host.isascii() and "." in host.strip(".")
    return False
