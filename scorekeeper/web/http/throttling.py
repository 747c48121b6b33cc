"""How often anybody in the network that asks may try what can be guessed, or costs much. TooManyAttempts."""

from __future__ import annotations

from contextlib import AbstractContextManager
from datetime import timedelta
from ipaddress import ip_address

from flask import request

from scorekeeper.services.common import limits
from scorekeeper.web.http import clock


def count_network(what: str, *, most: int, within: timedelta) -> None:
    """Count one attempt of the network that asks; TooManyAttempts beyond `most`."""
    limits.count_attempt(_of_network(what), now=clock.now(), most=most, within=within)


def failures_of_network(what: str, *, most: int, within: timedelta) -> AbstractContextManager[None]:
    """Count failures alone of the network that asks; TooManyAttempts beyond `most`.

    So a whole club behind one address can type right codes without a limit.
    """
    return limits.failures(_of_network(what), now=clock.now(), most=most, within=within)


def client_address() -> str:
    """The address of the browser or program that asks, for the log."""
    try:
        return str(ip_address(request.remote_addr or ""))
    except ValueError:
        return "an unknown address"


def _of_network(what: str) -> str:
    return f"{what}:{limits.network_of(request.remote_addr or '')}"
