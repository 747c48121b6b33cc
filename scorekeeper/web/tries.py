"""How often somebody may try what can be guessed: counted for the network that asks, and for the account."""

from __future__ import annotations

from datetime import timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from flask import request

from scorekeeper.services import limits
from scorekeeper.services.secret import keyed_text
from scorekeeper.web import clock

SIGN_IN_WITHIN: Final = timedelta(minutes=15)
SIGN_INS_OF_NETWORK: Final = 30
SIGN_INS_OF_ACCOUNT: Final = 10
MAIL_WITHIN: Final = timedelta(hours=1)
MAILS_OF_NETWORK: Final = 10
MAILS_TO_ADDRESS: Final = 3
_ONE_HOUSEHOLD: Final = 64


def count_sign_in(mail: str) -> None:
    """One try with a password; TooManyAttempts. `mail` as it is stored, whether it has an account or not."""
    count_network("sign-in", most=SIGN_INS_OF_NETWORK, within=SIGN_IN_WITHIN)
    _count(f"password:{keyed_text('tries', mail)}", most=SIGN_INS_OF_ACCOUNT, within=SIGN_IN_WITHIN)


def count_mail(mail: str) -> None:
    """One mail that somebody asked for; TooManyAttempts."""
    count_network("mail", most=MAILS_OF_NETWORK, within=MAIL_WITHIN)
    _count(f"mail-to:{keyed_text('tries', mail)}", most=MAILS_TO_ADDRESS, within=MAIL_WITHIN)


def count_network(what: str, *, most: int, within: timedelta) -> None:
    """One try of anybody in the network that asks; TooManyAttempts."""
    _count(f"{what}:{network_of(request.remote_addr or '')}", most=most, within=within)


def network_of(address: str) -> str:
    """What of an address one household shares: all of it, or the first half of a long one."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:100]
    if not isinstance(found, IPv6Address):
        return address
    return str(found.ipv4_mapped or ip_network((found, _ONE_HOUSEHOLD), strict=False).network_address)


def _count(key: str, *, most: int, within: timedelta) -> None:
    limits.spend(key, now=clock.now(), most=most, within=within)
