"""Static files out of memory, under addresses that carry a digest of the whole tree.

One digest for all: a module graph changes its address together, and an update never serves last month's CSS.
"""

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from flask import Flask, Response, abort, current_app

from scorekeeper.web.http.headers import accepts_gzip

# What is sent as one file each: what all pages need, and what a table in play, the first page, that of a new
# game, most others or those of leagues add.
_FELT: Final = ("css/play/cards.css", "css/play/felt.css")
_BUNDLES: Final = {
    "css/app.css": ("css/tokens.css", "css/base.css", "css/components/"),
    "css/play.css": ("css/play/",),
    "css/first.css": ("css/home.css", "css/play/ask.css", *_FELT),
    "css/new.css": ("css/seating.css", "css/shared/name-chips.css", *_FELT),
    "css/pages.css": ("css/shared/", "css/pages/", "css/play/", "css/score.css"),
    "css/leagues.css": ("css/shared/", "css/leagues/", "css/play/", "css/home.css"),
}
# The list of what pages need that are shown without a network.
OFFLINE: Final = "offline.json"
_OFFLINE_STYLES: Final = ("css/score.css", *(path for path in _BUNDLES if path != "css/leagues.css"))
_COMPRESSIBLE: Final = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_FOREVER: Final = "max-age=31536000, immutable"
_TYPES: Final = {
    ".css": "text/css",
    ".js": "text/javascript",
    ".json": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
}
_COMMENT: Final = re.compile(rb"/\*.*?\*/", re.DOTALL)
_INDENT: Final = re.compile(rb"\s*\n\s*")
# White space that says nothing in CSS.
_AROUND: Final = re.compile(rb"\s*([{};,>])\s*|(?<=:)\s+")
_SCRIPT_COMMENT: Final = re.compile(rb"^\s*(//.*|/\*\*(?:[^*]|\*(?!/))*\*/)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Asset:
    """One static file: its bytes, and these bytes compressed where that makes them fewer."""

    body: bytes
    compressed: bytes | None
    mimetype: str


@dataclass(frozen=True, slots=True)
class StaticTree:
    """All static files by path, and the digest (12 hex digits) that stands for all of them."""

    digest: str
    files: dict[str, Asset]

    def url(self, path: str) -> str:
        """The address of a file; KeyError if there is none, so that a misspelt name is found by any test."""
        if path not in self.files:
            raise KeyError(path)
        return f"/static/{self.digest}/{path}"


def load_tree(folder: Path) -> StaticTree:
    """Read a folder of static files; the CSS becomes one file for all and one for each kind of page."""
    files = (file for file in folder.rglob("*") if file.is_file())
    bodies = {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}
    bundles = {
        bundle: b"\n".join(bodies[path] for part in parts for path in sorted(bodies) if path.startswith(part))
        for bundle, parts in _BUNDLES.items()
    }
    bodies |= bundles
    slim = {path: _slim(path, body) for path, body in sorted(bodies.items())}
    slim[OFFLINE] = json.dumps(
        [path for path in slim if path.startswith("js/") or path in _OFFLINE_STYLES]
    ).encode()
    digest = hashlib.sha256()
    for path, body in slim.items():
        digest.update(f"{path}\0{len(body)}\0".encode() + body)
    return StaticTree(digest.hexdigest()[:12], {path: _asset(path, body) for path, body in slim.items()})


def init_app(app: Flask, *, folder: Path) -> None:
    """Serve `folder` and give templates `static_url(path)`."""
    tree = load_tree(folder)
    app.extensions["static_tree"] = tree
    app.add_url_rule("/static/<digest>/<path:path>", "static", _serve)
    app.jinja_env.globals["static_url"] = tree.url


def static_tree(app: Flask) -> StaticTree:
    """The tree that `init_app` loaded."""
    tree: StaticTree = app.extensions["static_tree"]
    return tree


def _serve(digest: str, path: str) -> Response:
    tree = static_tree(current_app)
    asset = tree.files.get(path)
    if digest != tree.digest or asset is None:
        abort(404)
    compress = asset.compressed is not None and accepts_gzip()
    response = Response(asset.compressed if compress else asset.body, mimetype=asset.mimetype)
    response.headers["Cache-Control"] = _FOREVER
    if compress:
        response.headers["Content-Encoding"] = "gzip"
    if asset.compressed is not None:
        response.headers["Vary"] = "Accept-Encoding"
    return response


def _slim(path: str, body: bytes) -> bytes:
    """Remove white space and comments; a script keeps its lines, and comments that share one with code."""
    if path.endswith(".css"):
        return _AROUND.sub(rb"\1", _COMMENT.sub(b"", body)).replace(b";}", b"}").strip()
    if path.endswith(".js"):
        return _INDENT.sub(b"\n", _SCRIPT_COMMENT.sub(b"", body)).strip()
    return body


def _asset(path: str, body: bytes) -> Asset:
    mimetype = _TYPES.get(Path(path).suffix, "application/octet-stream")
    small = gzip.compress(body, 9, mtime=0) if mimetype.startswith(_COMPRESSIBLE) else None
    return Asset(body, small if small is not None and len(small) < len(body) else None, mimetype)
