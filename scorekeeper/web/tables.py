"""The table page for many watchers: its tag, its 304 after one look-up, and rendered pages kept for a while.

A tag holds everything the page depends on: our static files, the game's version, the version of its rights,
and whether this phone may write. Rights change their version, so a tag never outlives a right.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from threading import Lock
from typing import Final

from flask import Response, current_app, request

from scorekeeper.web.assets import static_tree

_TAG: Final = re.compile(r'"([0-9a-f]+)\.(\d+)\.(\d+)\.([rw])"')
_MOST_KEPT: Final = 200


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


def tag_of(version: tuple[int, int], *, may_write: bool) -> str:
    """The tag of the table page at this version of the game and of its rights."""
    digest = static_tree(current_app).digest[:8]
    return f'"{digest}.{version[0]}.{version[1]}.{"w" if may_write else "r"}"'


def is_known(version: tuple[int, int]) -> bool:
    """Whether the browser has this very page already."""
    digest = static_tree(current_app).digest[:8]
    wanted = (digest, str(version[0]), str(version[1]))
    sent = request.headers.get("If-None-Match", "")
    return any(match.group(1, 2, 3) == wanted for match in _TAG.finditer(sent))


def known_tag() -> str:
    """The tag that the browser sent."""
    match = _TAG.search(request.headers.get("If-None-Match", ""))
    return match.group(0) if match else ""


def kept(game_id: str, *, tag: str) -> Response | None:
    """The page that was kept under this tag, if there is one."""
    page = page_cache().get(game_id, tag=tag)
    if page is None:
        return None
    response = Response(page, mimetype="text/html", headers={"Content-Encoding": "gzip"})
    response.vary.add("Accept-Encoding")
    return tagged(response, tag=tag)


def tagged(response: Response, *, tag: str) -> Response:
    """A page that is asked for anew each time, and told apart by phone."""
    response.headers["ETag"] = f"W/{tag}"
    response.headers["Cache-Control"] = "no-cache"
    response.vary.add("Cookie")
    return response
