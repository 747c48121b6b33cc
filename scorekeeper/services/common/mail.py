"""Sending mail by the configured SMTP server."""

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from functools import partial
from ipaddress import ip_address
from typing import Final

from scorekeeper.config import MailServer

_PATIENCE_SECONDS: Final = 20


class NotSent(Exception):
    """The mail server did not take the letter."""


def send(server: MailServer, *, to: str, subject: str, text: str) -> None:
    """Send a letter; NotSent. The password goes to another machine only over an encrypted connection."""
    context = ssl.create_default_context()
    connect = partial(smtplib.SMTP_SSL, context=context) if server.tls else smtplib.SMTP
    try:
        letter = _letter(server, to=to, subject=subject, text=text)
        with connect(server.host, server.port, timeout=_PATIENCE_SECONDS) as connection:
            _open(connection, server, context)
            connection.send_message(letter, server.sender, [to])
    except (OSError, ValueError, smtplib.SMTPException) as error:
        raise NotSent(str(error)) from error


def _letter(server: MailServer, *, to: str, subject: str, text: str) -> EmailMessage:
    letter = EmailMessage()
    letter["From"] = server.sender
    letter["To"] = to
    letter["Subject"] = subject
    letter["Date"] = formatdate()
    letter["Message-ID"] = make_msgid(domain=server.sender.rpartition("@")[2])
    letter["Auto-Submitted"] = "auto-generated"
    letter.set_content(text)
    return letter


def _open(connection: smtplib.SMTP, server: MailServer, context: ssl.SSLContext) -> None:
    connection.ehlo_or_helo_if_needed()
    encrypted = server.tls
    if not encrypted and connection.has_extn("starttls"):
        connection.starttls(context=context)
        encrypted = True
    if server.user is None:
        return
    if not (encrypted or _is_this_machine(server.host)):
        raise NotSent("the server offers no encryption, so it is told no password")
    connection.login(server.user, server.password or "")


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
