"""How often somebody may try what can be guessed: counted for the network that asks, and for the account."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from datetime import timedelta
from ipaddress import ip_address
from typing import Final

from flask import request

from scorekeeper.services.accounts.faults import AccountRefused
from scorekeeper.services.common import limits
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.web.http import clock

SIGN_IN_WITHIN: Final = timedelta(minutes=15)
SIGN_INS_OF_NETWORK: Final = 30
SIGN_INS_OF_ACCOUNT: Final = 10
MAIL_WITHIN: Final = timedelta(hours=1)
MAILS_OF_NETWORK: Final = 10
MAILS_TO_ADDRESS: Final = 3
_log: Final = logging.getLogger("scorekeeper.sign-in")


@contextmanager
def passwords(mail: str, *, known: str | None) -> Iterator[None]:
    """Let somebody try a password of an account, or of none; only wrong ones are counted. TooManyAttempts.

    `mail` as it is stored. `known` is a browser that the account knows. It has a counter of its own, so
    nobody else's wrong passwords keep it out: not those for this account, and not those of the same network.
    """
    whose = f"password:{keyed_text('tries', mail, *([known] if known else []))}"
    of_network = failures_of_network("sign-in", most=SIGN_INS_OF_NETWORK, within=SIGN_IN_WITHIN)
    with (
        nullcontext() if known else of_network,
        limits.failures(
            whose, now=clock.now(), most=SIGN_INS_OF_ACCOUNT, within=SIGN_IN_WITHIN, counts=_is_wrong
        ),
    ):
        yield


@contextmanager
def logged() -> Iterator[None]:
    """Write a line when a sign-in fails, for programs such as fail2ban.

    One that was not even tried, after too many, has another line: the password may have been right.
    """
    try:
        yield
    except AccountRefused:
        _log.warning("sign-in failed from %s", _address())
        raise
    except TooManyAttempts:
        _log.warning("sign-in refused after too many tries, from %s", _address())
        raise


def count_mail(mail: str) -> None:
    """One mail that somebody asked for; TooManyAttempts."""
    count_network("mail", most=MAILS_OF_NETWORK, within=MAIL_WITHIN)
    _count(f"mail-to:{keyed_text('tries', mail)}", most=MAILS_TO_ADDRESS, within=MAIL_WITHIN)


def count_network(what: str, *, most: int, within: timedelta) -> None:
    """One try of anybody in the network that asks; TooManyAttempts."""
    _count(_of_network(what), most=most, within=within)


def failures_of_network(what: str, *, most: int, within: timedelta) -> AbstractContextManager[None]:
    """Do what may fail so often for anybody in the network that asks: what succeeds is not counted.

    A whole club behind one address thus types right codes for as long as it likes. TooManyAttempts.
    """
    return limits.failures(_of_network(what), now=clock.now(), most=most, within=within)


def _is_wrong(error: Exception) -> bool:
    return not isinstance(error, AccountRefused) or error.of_password


def _address() -> str:
    try:
        return str(ip_address(request.remote_addr or ""))
    except ValueError:
        return "an unknown address"


def _of_network(what: str) -> str:
    return f"{what}:{limits.network_of(request.remote_addr or '')}"


def _count(key: str, *, most: int, within: timedelta) -> None:
    limits.spend(key, now=clock.now(), most=most, within=within)
