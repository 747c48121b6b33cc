"""Which forms are accepted: with a CSRF token of ours, and as small as a score sheet unless a file may come.

WTForms checks the token, once for each request and before its view, so that no view can forget it: of a
`TokenForm`, as `CSRFProtect` of Flask-WTF does. A token holds for one phone and never expires: a scoring
page left open overnight still saves. The API is exempt: it reads no cookie.
"""

import hmac
import secrets
from collections.abc import Callable
from hashlib import sha256
from typing import Final, ParamSpec, TypeVar

from flask import Flask, abort, current_app, request
from wtforms.csrf.core import CSRF, CSRFTokenField
from wtforms.form import BaseForm, Form
from wtforms.validators import ValidationError

from scorekeeper.web.http import device
from scorekeeper.web.http.addresses import FOR_PROGRAMS

P = ParamSpec("P")
R = TypeVar("R")
_SAFE: Final = ("GET", "HEAD", "OPTIONS")
_SALT_BYTES: Final = 8
# Bytes of a file and of the form around it. A league of about 7,000 games fits, whose rows take 200 MB until
# they are written.
LARGEST_FORM: Final = 16 * 1024 * 1024 + 64 * 1024


def init_app(app: Flask) -> None:
    """Check every form; give templates `csrf_token()`."""
    app.before_request(_check)
    app.jinja_env.globals.update(csrf_token=make_token)


class PhoneToken(CSRF):
    """A token for this phone, another one each time: salt and signature in hex."""

    def generate_csrf_token(self, csrf_token_field: CSRFTokenField) -> str:
        if csrf_token_field.raw_data is not None:
            # The token of a form that was sent is only checked.
            return ""
        salt = secrets.token_hex(_SALT_BYTES)
        return salt + _signature(salt, device.ensured())

    def validate_csrf_token(self, form: BaseForm, field: CSRFTokenField) -> None:
        """ValidationError for a token that is none of ours for the id in the cookie, signed or not."""
        phone, value = device.shown(), field.data or ""
        salt = value[: 2 * _SALT_BYTES]
        if phone is None or not hmac.compare_digest(
            value.encode(), (salt + _signature(salt, phone)).encode()
        ):
            raise ValidationError


class TokenForm(Form):
    """What is part of every form of our pages: the token."""

    csrf_token: CSRFTokenField

    class Meta:
        csrf = True
        csrf_class = PhoneToken


def make_token() -> str:
    """A fresh token for this phone."""
    return str(TokenForm().csrf_token.current_token)


def takes_file(is_allowed: Callable[[], bool]) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Let the form of a view bring a file, in a request for which `is_allowed` says so."""

    def marked(view: Callable[P, R]) -> Callable[P, R]:
        view.may_bring_file = is_allowed  # type: ignore[attr-defined]
        return view

    return marked


def _check() -> None:
    """Refuse (400) a form without a token of ours for this phone."""
    if request.method in _SAFE or request.routing_exception or request.path.startswith(FOR_PROGRAMS):
        return
    _allow_upload()
    if not TokenForm(request.form).validate():
        abort(400, "form-not-ours")
    # Only the phone of this id was ever given such a token: that is as good as a signed cookie.
    device.accept_shown()


def _allow_upload() -> None:
    """Raise the limits of a request that may bring a file, before anything reads its form."""
    view = current_app.view_functions.get(request.endpoint or "")
    is_allowed: Callable[[], bool] = getattr(view, "may_bring_file", lambda: False)
    if request.method != "POST" or not is_allowed():
        return
    if (request.content_length or 0) > LARGEST_FORM:
        abort(413, "file-too-large")
    request.max_content_length = LARGEST_FORM
    # A piece of a file that is read at once counts as a field until its end is seen.
    request.max_form_memory_size = LARGEST_FORM


def _signature(salt: str, phone: str) -> str:
    key: bytes = current_app.config["SECRET_KEY"]
    return hmac.new(key, f"csrf:{salt}:{phone}".encode(), sha256).hexdigest()
