"""The table page for many watchers: its tag, and rendered pages kept for a while.

A tag holds everything the page depends on: our static files, the game's version, the version of its rights,
whether this phone may write, and since or until when the page is true, if time alone decides that. Rights
change their version, so a tag never outlives a right.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import Final

from flask import Response, current_app

from scorekeeper.web.http.assets import static_tree

_TAG: Final = re.compile(r'"([0-9a-f]+)\.(\d+)\.(\d+)\.[rw](?:\.s(\d{1,12}))?(?:\.u(\d{1,12}))?"')
_DIGEST_LENGTH: Final = 8
# Seconds that no clock reaches.
_NEVER: Final = 10**12
_MOST_KEPT: Final = 200
FRESH: Final = "no-cache"
PER: Final = "Cookie"


class PageCache:
    """The newest pages of one process, rendered and compressed, for those who only watch."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, *, tag: str) -> bytes | None:
        """The page kept under this tag."""
        with self._lock:
            found = self._pages.get((game_id, tag))
            if found is not None:
                self._pages.move_to_end((game_id, tag))
            return found

    def keep(self, game_id: str, *, tag: str, page: bytes) -> None:
        """Keep a compressed page; the ones unused for longest go."""
        with self._lock:
            self._pages[game_id, tag] = page
            while len(self._pages) > _MOST_KEPT:
                self._pages.popitem(last=False)


def page_cache() -> PageCache:
    """This application's cache."""
    cache: PageCache = current_app.extensions.setdefault("page_cache", PageCache())
    return cache


def tag_of(
    version: tuple[int, int], *, may_write: bool, since: datetime | None = None, until: datetime | None = None
) -> str:
    """The tag of the table page at this version of the game and of its rights.

    It is true from `since` on: a clock that was ahead may have been put right. And it is true `until` then.
    """
    digest = static_tree(current_app).digest[:_DIGEST_LENGTH]
    time = "".join(
        f".{letter}{int(moment.timestamp())}"
        for letter, moment in (("s", since), ("u", until))
        if moment is not None
    )
    return f'"{digest}.{version[0]}.{version[1]}.{"w" if may_write else "r"}{time}"'


def known_tag(sent: str, *, version: tuple[int, int], digest: str, at: datetime) -> str | None:
    """The tag among those a browser sent that names this very version, whoever it was made for."""
    wanted = (digest[:_DIGEST_LENGTH], str(version[0]), str(version[1]))
    return next(
        (
            match[0]
            for match in _TAG.finditer(sent)
            if match.group(1, 2, 3) == wanted
            and int(match[4] or 0) <= at.timestamp() < int(match[5] or _NEVER)
        ),
        None,
    )


def kept(game_id: str, *, tag: str) -> Response | None:
    """The page that was kept under this tag, if there is one."""
    page = page_cache().get(game_id, tag=tag)
    if page is None:
        return None
    headers = {
        "Content-Encoding": "gzip",
        "ETag": f"W/{tag}",
        "Cache-Control": FRESH,
        "Vary": f"Accept-Encoding, {PER}",
    }
    return Response(page, mimetype="text/html", headers=headers)


def tagged(response: Response, *, tag: str) -> Response:
    """A page that is asked for anew each time, and told apart by phone."""
    response.headers["ETag"] = f"W/{tag}"
    response.headers["Cache-Control"] = FRESH
    response.vary.add(PER)
    return response
