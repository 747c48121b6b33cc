"""The table page for many watchers: its tag, a cache of rendered pages, and answers to polls before Flask.

Watchers ask every few seconds whether a game has changed. If not, one look-up by the database driver answers;
Flask would take 2.6 times as much processor time. If so, rendering the page would take 5.4 times as much as
sending a cached one.

A tag holds everything the page depends on: our static files, the game's version, the version of its rights,
whether this phone may write, its language, and from or until when the page is valid, if time decides that.
Rights change their version, so a tag becomes invalid with the right it was made for.
"""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, current_app
from werkzeug.wrappers import Request

from scorekeeper.language import ENGLISH, current
from scorekeeper.services.games.queries.head import look_up
from scorekeeper.web.http import clock, languages
from scorekeeper.web.http.addresses import GameConverter
from scorekeeper.web.http.assets import static_tree

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

_TAG: Final = re.compile(
    r'"([0-9a-f]+)\.(\d+)\.(\d+)\.[rw]\.([A-Za-z-]+)(?:\.s(\d{1,12}))?(?:\.u(\d{1,12}))?"'
)
_DIGEST_LENGTH: Final = 8
# Seconds that no clock reaches.
_NEVER: Final = 10**12
_MOST_KEPT: Final = 200
_FRESH: Final = "no-cache"
_TABLE_PAGE: Final = re.compile(f"/games/({GameConverter.regex})")


def init_app(app: Flask) -> None:
    """Cache the table pages of `app`, and answer their polls in front of it."""
    app.extensions["page_cache"] = PageCache()
    app.wsgi_app = Polls(  # type: ignore[method-assign]
        app.wsgi_app,
        version_of=look_up(app),
        digest=static_tree(app).digest,
        language_of=lambda environ: languages.asked(app, Request(environ)).code,
        now=lambda: clock.of(app),
    )


class PageCache:
    """The newest pages of one process, rendered and compressed, for phones that only watch."""

    def __init__(self) -> None:
        self._pages: OrderedDict[tuple[str, str], bytes] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, *, tag: str) -> bytes | None:
        """The cached page of this tag, or None."""
        with self._lock:
            found = self._pages.get((game_id, tag))
            if found is not None:
                self._pages.move_to_end((game_id, tag))
            return found

    def keep(self, game_id: str, *, tag: str, page: bytes) -> None:
        """Cache a compressed page, and drop those unused for longest beyond 200."""
        with self._lock:
            self._pages[game_id, tag] = page
            while len(self._pages) > _MOST_KEPT:
                self._pages.popitem(last=False)


def page_cache() -> PageCache:
    """This application's cache."""
    cache: PageCache = current_app.extensions["page_cache"]
    return cache


def tag_of(
    version: tuple[int, int], *, may_write: bool, since: datetime | None = None, until: datetime | None = None
) -> str:
    """The tag of the table page at this version of the game and of its rights.

    It is valid from `since` on, as a clock that was ahead may have been corrected, and up to `until`.
    """
    digest = static_tree(current_app).digest[:_DIGEST_LENGTH]
    time = "".join(
        f".{letter}{int(moment.timestamp())}"
        for letter, moment in (("s", since), ("u", until))
        if moment is not None
    )
    return f'"{digest}.{version[0]}.{version[1]}.{"w" if may_write else "r"}.{current().code}{time}"'


def known_tag(
    sent: str, *, version: tuple[int, int], digest: str, at: datetime, language: str = ENGLISH.code
) -> str | None:
    """The first tag that a browser sent for this version and language, with the right to write or without."""
    wanted = (digest[:_DIGEST_LENGTH], str(version[0]), str(version[1]), language)
    return next(
        (
            match[0]
            for match in _TAG.finditer(sent)
            if match.group(1, 2, 3, 4) == wanted
            and int(match[5] or 0) <= at.timestamp() < int(match[6] or _NEVER)
        ),
        None,
    )


def kept(game_id: str, *, tag: str) -> Response | None:
    """The answer from the cache under this tag, or None."""
    page = page_cache().get(game_id, tag=tag)
    if page is None:
        return None
    response = Response(page, mimetype="text/html", headers={"Content-Encoding": "gzip"})
    response.vary.add("Accept-Encoding")
    return tagged(response, tag=tag)


def tagged(response: Response, *, tag: str) -> Response:
    """Mark a page as one that browsers revalidate each time, and that varies by phone."""
    response.headers["ETag"] = f"W/{tag}"
    response.headers["Cache-Control"] = _FRESH
    response.vary.update(languages.VARY)
    return response


class Polls:
    """A WSGI application that answers 304 to browsers with the newest table page, and passes on the rest."""

    def __init__(
        self,
        application: WSGIApplication,
        *,
        version_of: Callable[[str], tuple[int, int] | None],
        digest: str,
        language_of: Callable[[WSGIEnvironment], str],
        now: Callable[[], datetime],
    ) -> None:
        self._application = application
        self._version_of = version_of
        self._digest = digest
        self._language_of = language_of
        self._now = now

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        tag = self._known_tag(environ)
        if tag is None:
            return self._application(environ, start_response)
        headers = [("ETag", f"W/{tag}"), ("Cache-Control", _FRESH), ("Vary", ", ".join(languages.VARY))]
        start_response("304 NOT MODIFIED", headers)
        return []

    def _known_tag(self, environ: WSGIEnvironment) -> str | None:
        sent: str = environ.get("HTTP_IF_NONE_MATCH", "")
        page = _TABLE_PAGE.fullmatch(environ["PATH_INFO"]) if sent else None
        if page is None or environ["REQUEST_METHOD"] not in ("GET", "HEAD"):
            return None
        version = self._version_of(page[1])
        if version is None:
            return None
        language = self._language_of(environ)
        return known_tag(sent, version=version, digest=self._digest, language=language, at=self._now())
