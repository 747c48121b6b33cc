"""Which forms may bring a file, and how large: all others are as small as a score sheet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from flask import Flask, abort, current_app, request
from werkzeug.exceptions import HTTPException

from scorekeeper.services.leagues.transfer.files import LARGEST
from scorekeeper.web.accounts import current_account

P = ParamSpec("P")
R = TypeVar("R")
# The file, and around it what a form is made of.
LARGEST_FORM: Final = LARGEST + 64 * 1024


def takes_file(view: Callable[P, R]) -> Callable[P, R]:
    """For a form with a file, sent by somebody who is signed in."""
    view.takes_file = True  # type: ignore[attr-defined]
    return view


def may_come_to(app: Flask, path: str) -> bool:
    """Whether a form sent to `path`, in latin-1 as WSGI has it, may bring a file."""
    text = path.encode("latin-1").decode(errors="replace")
    try:
        endpoint, _ = app.url_map.bind("").match(text, method="POST")
    except HTTPException:
        return False
    return getattr(app.view_functions[endpoint], "takes_file", False)


def allow() -> None:
    """Let them pass, before anything reads the form."""
    view = current_app.view_functions.get(request.endpoint or "")
    if request.method != "POST" or not getattr(view, "takes_file", False):
        return
    if current_account.signed_in() is None:
        return
    if (request.content_length or 0) > LARGEST_FORM:
        abort(413, "file-too-large")
    request.max_content_length = LARGEST_FORM
    # A piece of a file that is read at once counts as a field until its end is seen.
    request.max_form_memory_size = LARGEST_FORM
