"""A club's evening: phones that watch tables, phones that save hands, and how long each waits for answers."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

LONGEST_ANSWER = 10.0
WATCH_EVERY = 2.0
SAVE_EVERY = 2.0
HANDS = 7
_JITTER = (0.7, 1.3)
_LONGEST_HEAD = 1 << 16


@dataclass(slots=True)
class Waits:
    """Response times in seconds; `refused` are saves with another answer, or none."""

    polls: list[float] = field(default_factory=list)
    saves: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    unanswered: int = 0
    pending: int = 0

    def add(self, other: Waits) -> None:
        """Add the times of another round."""
        self.polls += other.polls
        self.saves += other.saves
        self.refused += other.refused
        self.unanswered += other.unanswered


class Crowd:
    """`tables` phones that save a hand every other second, each watched by its share of `watchers`."""

    def __init__(self, port: int, *, tables: int, watchers: int, rng: Random) -> None:
        self.waits = Waits()
        self._port, self._rng = port, rng
        self._games: list[str] = [""] * tables
        self._watchers = watchers

    async def evening(self, rounds: Any) -> None:
        """Play and watch while the coroutine `rounds`, which reads `waits`, runs."""
        savers = [Phone(self._port) for _ in self._games]
        watchers = [Phone(self._port) for _ in range(self._watchers)]
        for table, phone in enumerate(savers):
            if not await self._start(table, phone):
                raise RuntimeError(f"no game could be started: {self.waits.refused}")
        tasks = [asyncio.create_task(self._save(*pair)) for pair in enumerate(savers)]
        tasks += [
            asyncio.create_task(self._watch(number % len(savers), phone))
            for number, phone in enumerate(watchers)
        ]
        try:
            await rounds
        finally:
            for task in tasks:
                task.cancel()
            ended = await asyncio.gather(*tasks, return_exceptions=True)
            for phone in (*savers, *watchers):
                phone.close()
            # Time to close connections.
            await asyncio.sleep(0.1)
        for one in ended:
            if isinstance(one, Exception):
                raise one

    async def _watch(self, table: int, phone: Phone) -> None:
        known = ""
        await asyncio.sleep(self._rng.uniform(0, WATCH_EVERY))
        while True:
            with self._waiting() as waits:
                began = time.monotonic()
                status, headers, _ = await phone.ask(
                    "GET", f"/games/{self._games[table]}", If_None_Match=known
                )
                waits.polls.append(time.monotonic() - began)
                waits.unanswered += status not in (200, 304)
            known = headers.get("etag", "")
            await asyncio.sleep(WATCH_EVERY * self._rng.uniform(*_JITTER))

    async def _save(self, table: int, phone: Phone) -> None:
        await asyncio.sleep(self._rng.uniform(0, SAVE_EVERY))
        while True:
            for hand in range(1, HANDS + 1):
                scores = [{"seat": seat, "points": 5 * self._rng.randint(1, 40)} for seat in (1, 2, 3)]
                path = f"/api/v1/games/{self._games[table]}/hands/{hand}"
                with self._waiting() as waits:
                    began = time.monotonic()
                    status, _, body = await phone.ask("PUT", path, {"went_out": 0, "scores": scores})
                    waits.saves.append(time.monotonic() - began)
                    if status != 200:
                        waits.refused.append(f"{status} {body[:200]!r}")
                await asyncio.sleep(SAVE_EVERY * self._rng.uniform(*_JITTER))
            while not await self._start(table, phone):
                await asyncio.sleep(SAVE_EVERY)

    @contextmanager
    def _waiting(self) -> Iterator[Waits]:
        """The times of the round in which a request is sent."""
        waits = self.waits
        waits.pending += 1
        yield waits
        waits.pending -= 1

    async def _start(self, table: int, phone: Phone) -> bool:
        phone.token = ""
        status, _, body = await phone.ask("POST", "/api/v1/games", {"players": ["Ana", "Ben", "Cem", "Dee"]})
        if status != 201:
            self.waits.refused.append(f"{status} {body[:200]!r}")
            return False
        started = json.loads(body)
        self._games[table], phone.token = started["id"], started["scorer_token"]
        return True


class Phone:
    """One persistent connection, reopened when it was closed."""

    def __init__(self, port: int) -> None:
        self.token = ""
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def ask(
        self, method: str, path: str, content: object = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; status 0 without an answer."""
        body = b"" if content is None else json.dumps(content).encode()
        if content is not None:
            headers |= {"Content_Type": "application/json", "Idempotency_Key": secrets.token_hex(16)}
            headers |= {"Content_Length": str(len(body))}
        else:
            headers["Accept_Encoding"] = "gzip"
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items() if value]
        request = "\r\n".join([*lines, "", ""]).encode() + body
        try:
            async with asyncio.timeout(LONGEST_ANSWER):
                return await self._insist(request)
        except (OSError, EOFError, TimeoutError, ValueError) as error:
            self.close()
            return 0, {}, repr(error).encode()

    def close(self) -> None:
        """Close the connection; the next request opens another one."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _insist(self, request: bytes) -> tuple[int, dict[str, str], bytes]:
        # The server may close a persistent connection at that moment: browsers then repeat the request once.
        if self._streams is not None:
            try:
                return await self._exchange(*self._streams, request)
            except (OSError, EOFError):
                self.close()
        self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        return await self._exchange(*self._streams, request)

    async def _exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, request: bytes
    ) -> tuple[int, dict[str, str], bytes]:
        writer.write(request)
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
        status = int(first.split()[1])
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int(await reader.readline(), 16):
                body += (await reader.readexactly(size + 2))[:-2]
            await reader.readline()
        elif status != 304:
            body = await reader.readexactly(int(headers.get("content-length", 0)))
        if headers.get("connection") == "close":
            self.close()
        return status, headers, body
