"""A mail server of the tests: takes every letter, and lets a test wait for it."""

from __future__ import annotations

import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import Message
from queue import Queue

LONGEST_WAIT = 20.0

PUBLIC_URL = "https://cards.example.org"
SENDER = "cards@example.org"


class Mailbox:
    """A mail server that listens on `port` of this machine; `commands` are the SMTP commands it received."""

    def __init__(self, *, refuses: bool = False) -> None:
        self.refuses = refuses
        self.commands: list[str] = []
        self._letters: Queue[tuple[str, Message]] = Queue()
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.port: int = self._server.server_address[1]

    def next(self) -> tuple[str, Message]:
        """The next letter and its recipients; fails if none comes."""
        return self._letters.get(timeout=LONGEST_WAIT)

    def take(self, to: str, letter: bytes) -> None:
        self._letters.put((to, message_from_bytes(letter)))

    @contextmanager
    def listening(self) -> Iterator[Mailbox]:
        thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()


REPLIES = {
    "EHLO": "250-here\r\n250 AUTH PLAIN",
    "AUTH": "235 welcome",
    "DATA": "354 go on",
    "QUIT": "221 bye",
}


def _handler(mailbox: Mailbox) -> type[socketserver.StreamRequestHandler]:
    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self._say("220 here")
            to = ""
            while line := self.rfile.readline().decode().strip():
                mailbox.commands.append(line)
                word = line.split()[0].upper()
                refused = word == "RCPT" and mailbox.refuses
                self._say("550 no" if refused else REPLIES.get(word, "250 ok"))
                if word == "RCPT":
                    to = line.partition("<")[2].partition(">")[0]
                if word == "DATA":
                    mailbox.take(to, self._letter())
                    self._say("250 ok")

        def _letter(self) -> bytes:
            return b"".join(iter(self.rfile.readline, b".\r\n"))

        def _say(self, text: str) -> None:
            self.wfile.write(f"{text}\r\n".encode())

    return Handler
