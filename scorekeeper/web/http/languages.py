"""Which language a page is in: the one chosen on this phone, else the first that the browser asks for.

English is always there; another language is a compiled catalogue in the folder of languages. As long as there
is none, no request is asked and no answer varies. Programs are always answered in English: they go by codes,
and the version of a game remains the tag of its document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from gettext import GNUTranslations
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Final

from babel import Locale, UnknownLocaleError
from flask import Flask, Response, current_app, request
from werkzeug.wrappers import Request

from scorekeeper import language
from scorekeeper.language import ENGLISH, Language
from scorekeeper.web.http import device

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

COOKIE: Final = "language"
REMEMBERED_FOR: Final = timedelta(days=365)
_DIGEST_LENGTH: Final = 8
# British, for the order of a date and the clock of 24 hours.
_FORMS_OF_ENGLISH: Final = Locale("en", "GB")


def init_app(app: Flask, *, folder: Path) -> None:
    """Let pages be read in English and in the languages of a folder; give templates `language()`."""
    app.extensions["english_paths"] = ()
    app.add_template_global(language.current, "language")
    app.add_template_global(direction, "direction")
    app.add_template_global(lambda: len(installed(app)) > 1, "has_languages")
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language._, language.ngettext, newstyle=False, pgettext=language.pgettext
    )
    app.extensions["languages"] = {ENGLISH.code: ENGLISH}
    install(app, read(folder))


def read(folder: Path) -> tuple[Language, ...]:
    """The languages whose compiled catalogues lie in a folder, each named by its code, such as `pt-BR.mo`."""
    return tuple(of_catalogue(path.stem, path.read_bytes()) for path in sorted(folder.glob("*.mo")))


def of_catalogue(code: str, compiled: bytes) -> Language:
    """A language by its compiled catalogue."""
    digest = sha256(compiled).hexdigest()[:_DIGEST_LENGTH]
    return Language(code, GNUTranslations(BytesIO(compiled)), digest)


def install(app: Flask, languages: tuple[Language, ...]) -> None:
    """Let pages be read in these languages, too; the application must not have answered yet."""
    if languages and not varies(app):
        app.before_request(_speak)
        app.after_request(_vary)
        app.teardown_request(lambda _error: language.speak(ENGLISH))
    app.extensions["languages"] = {**installed(app), **{one.code: one for one in languages}}


def installed(app: Flask) -> Mapping[str, Language]:
    """Every language that pages can be read in, by its code."""
    found: Mapping[str, Language] = app.extensions["languages"]
    return found


def varies(app: Flask) -> tuple[str, ...]:
    """The headers by which a page varies, as there are several languages."""
    return ("Accept-Language", "Cookie") if len(installed(app)) > 1 else ()


def keep_english(app: Flask, *prefixes: str) -> None:
    """Answer in English under these prefixes: programs read there."""
    app.extensions["english_paths"] += prefixes


def wanted(environ: Mapping[str, str], languages: Sequence[Language]) -> Language:
    """The language among these that the environment of a terminal names: LC_ALL, LC_MESSAGES or LANG."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environ.get(name)), "")
    by_code = {one.code: one for one in languages}
    code = locale.partition(".")[0].partition("@")[0].replace("_", "-")
    return by_code[_best([code], by_code)]


def asked(app: Flask, environ: WSGIEnvironment) -> Language:
    """The language that a request asks for, in front of Flask as within it."""
    languages = installed(app)
    if len(languages) == 1:
        return ENGLISH
    sent = Request(environ)
    kept = sent.cookies.get(f"{device.PREFIX}{COOKIE}") or sent.cookies.get(COOKIE)
    accepted = (code for code, quality in sent.accept_languages if quality)
    return languages[kept if kept and kept in languages else _best(accepted, languages)]


def mark(of: Language) -> str:
    """What a tag says of the language of its page and of its translation: nothing for English."""
    return "" if of is ENGLISH else f".l{of.code}-{of.digest}"


def locale() -> Locale:
    """How the reader's language writes dates, numbers and lists."""
    now = language.current()
    return _FORMS_OF_ENGLISH if now is ENGLISH else _locale(now.code)


def own_locales(app: Flask) -> dict[str, Locale]:
    """How each language that pages can be read in writes its own name, by its code."""
    return {code: _locale(code) for code in installed(app)}


def direction() -> str:
    """Which way the reader's language runs: "ltr" or "rtl"."""
    return str(locale().text_direction)


def _best(accepted: Iterable[str], codes: Collection[str]) -> str:
    """The first accepted code that we have, or its next relative, as "pt" for "pt-PT"; else English."""
    for code in accepted:
        related = [one for one in codes if _primary(one) == _primary(code)]
        if related:
            return min(related, key=lambda one: (one.lower() != code.lower(), one))
    return ENGLISH.code


def _primary(code: str) -> str:
    return code.partition("-")[0].lower()


@cache
def _locale(code: str) -> Locale:
    try:
        return Locale.parse(code, sep="-")
    except (UnknownLocaleError, ValueError):
        return Locale.parse(code.partition("-")[0])


def _speak() -> None:
    if not request.path.startswith(current_app.extensions["english_paths"]):
        language.speak(asked(current_app, request.environ))


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html":
        response.vary.update(varies(current_app))
    return response
