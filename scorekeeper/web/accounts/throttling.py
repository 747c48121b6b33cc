"""How often a password may be tried and a mail sent: counted for each network and each account."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import timedelta
from typing import Final

from scorekeeper.rules.faults import FaultCode, RuleViolation
from scorekeeper.services.common import limits
from scorekeeper.services.common.faults import TooManyAttempts
from scorekeeper.services.common.signing import keyed_text
from scorekeeper.web.http import clock
from scorekeeper.web.http.access import client_address, count_network, failures_of_network

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
    nobody else's wrong passwords keep it out: not those for this account, and not those of its network.
    """
    key = f"password:{keyed_text('tries', mail, *([known] if known else []))}"
    of_network = failures_of_network("sign-in", most=SIGN_INS_OF_NETWORK, within=SIGN_IN_WITHIN)
    with (
        nullcontext() if known else of_network,
        limits.failures(
            key, now=clock.now(), most=SIGN_INS_OF_ACCOUNT, within=SIGN_IN_WITHIN, counts=_is_wrong
        ),
    ):
        yield


@contextmanager
def logged() -> Iterator[None]:
    """Log a line when a sign-in fails, for programs such as fail2ban.

    Once there were too many, a password is not even checked and may be right: that has another line.
    """
    try:
        yield
    except (RuleViolation, TooManyAttempts) as error:
        what = "failed" if isinstance(error, RuleViolation) else "refused after too many tries,"
        _log.warning("sign-in %s from %s", what, client_address())
        raise


def count_mail(mail: str) -> None:
    """Count one mail that somebody asked for; TooManyAttempts for the network or the address."""
    count_network("mail", most=MAILS_OF_NETWORK, within=MAIL_WITHIN)
    key = f"mail-to:{keyed_text('tries', mail)}"
    limits.count_attempt(key, now=clock.now(), most=MAILS_TO_ADDRESS, within=MAIL_WITHIN)


def _is_wrong(error: Exception) -> bool:
    """Whether a wrong password was the fault, rather than the shape of a field."""
    wrong = {FaultCode.PASSWORD_WRONG, FaultCode.NOT_TOGETHER}
    return not isinstance(error, RuleViolation) or any(fault.code in wrong for fault in error.faults)
