"""Which forms may bring a file, how large, and from whom: all others are as small as a score sheet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, ParamSpec, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import HTTPException

P = ParamSpec("P")
R = TypeVar("R")
# What surrounds the file in its form.
FORM_WITHOUT_FILE: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Upload:
    """The largest form in bytes, and whether this request may bring one."""

    largest_form: int
    is_allowed: Callable[[], bool]


def takes_file(upload: Upload) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let the form of a view bring a file."""

    def marked(view: Callable[P, R]) -> Callable[P, R]:
        view.upload = upload  # type: ignore[attr-defined]
        return view

    return marked


def may_come_to(app: Flask, path: str) -> bool:
    """Whether a form sent to `path`, in latin-1 as WSGI has it, may bring a file."""
    text = path.encode("latin-1").decode(errors="replace")
    try:
        endpoint, _ = app.url_map.bind("").match(text, method="POST")
    except HTTPException:
        return False
    return hasattr(app.view_functions[endpoint], "upload")


def allow() -> None:
    """Raise the limits of a request that may bring a file, before anything reads its form."""
    view = current_app.view_functions.get(request.endpoint or "")
    upload: Upload | None = getattr(view, "upload", None)
    if request.method != "POST" or upload is None or not upload.is_allowed():
        return
    if (request.content_length or 0) > upload.largest_form:
        abort(413, "file-too-large")
    request.max_content_length = upload.largest_form
    # A piece of a file that is read at once counts as a field until its end is seen.
    request.max_form_memory_size = upload.largest_form
