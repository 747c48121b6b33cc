"""Where passkeys can work (a host name of our own, over TLS), and the options a page hands to a device."""

from typing import Final
from urllib.parse import urlsplit

from flask import request

from scorekeeper import config
from scorekeeper.config import Settings
from scorekeeper.services.accounts import passkeys
from scorekeeper.services.accounts.passkeys import Options, Site
from scorekeeper.services.accounts.sessions import SignedIn
from scorekeeper.web.http import clock, device
from scorekeeper.web.http.addresses import host_name, ip_of

# Browsers treat this host as safe, with TLS and without.
_THIS_MACHINE: Final = "localhost"


def site() -> Site | None:
    """The site that passkeys are bound to at the address of this request; None where they cannot work."""
    settings = config.current()
    if not settings.public_url:
        return _proxied_site(settings)
    site = _public_site(settings)
    return site if site and site.host == host_name() else None


def registration(me: SignedIn) -> Options | None:
    """Options to make a passkey; None where passkeys cannot work, or the sign-in is not fresh."""
    if (bound_to := site()) is None:
        return None
    return passkeys.registration_options(me, site=bound_to, device=device.ensured(), now=clock.now())


def authentication() -> Options | None:
    """Options to sign in by a passkey; None where passkeys cannot work."""
    if (bound_to := site()) is None:
        return None
    return passkeys.authentication_options(site=bound_to, device=device.ensured(), now=clock.now())


def _public_site(settings: Settings) -> Site | None:
    public = urlsplit(settings.public_url or "")
    host = public.hostname or ""
    if not (public.scheme == "https" and _is_domain(host)) and host != _THIS_MACHINE:
        return None
    usual = {"http": 80, "https": 443}[public.scheme]
    port = "" if public.port in (None, usual) else f":{public.port}"
    return Site(host, f"{public.scheme}://{host}{port}")


def _proxied_site(settings: Settings) -> Site | None:
    host = host_name()
    trusted = settings.trusted_proxies and request.is_secure and host in settings.hosts
    return Site(host, f"https://{request.host.lower()}") if trusted and _is_domain(host) else None


def _is_domain(host: str) -> bool:
    return ip_of(host) is None and host.isascii() and "." in host.strip(".")
