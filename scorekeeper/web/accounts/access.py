"""The rule of routes that need an account."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from flask import Response, abort, redirect, request, url_for

from scorekeeper.web.accounts import current_account
from scorekeeper.web.http import addresses
from scorekeeper.web.http.access import Rule, stated

P = ParamSpec("P")
R = TypeVar("R")


def sign_in_required(view: Callable[P, R]) -> Callable[P, R | Response]:
    """Let only signed-in browsers call the view; others sign in first, and their forms get 403."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R | Response:
        return view(*args, **kwargs) if current_account.signed_in() else to_sign_in()

    return stated(guarded, Rule.ACCOUNT)


def to_sign_in() -> Response:
    """Redirect to the page for signing in, which leads back to this request; 403 for a form."""
    if request.method not in ("GET", "HEAD"):
        abort(403, "account-needed")
    return redirect(url_for("accounts.sign_in", next=addresses.current_path()), 303)  # type: ignore[return-value]
