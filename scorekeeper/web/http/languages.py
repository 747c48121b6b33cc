"""Which language a page is in: the one chosen on this phone, else the first that the browser asks for.

English is always there; another language is a compiled catalogue in the folder of languages, where gettext
looks for it. Programs are always answered in English: they go by codes, and the version of a game remains the
tag of its document.
"""

from collections.abc import Iterable, Mapping
from datetime import timedelta
from functools import cache
from gettext import translation
from pathlib import Path
from typing import Final

from babel import Locale, default_locale, negotiate_locale
from flask import Flask, Response, current_app, request

from scorekeeper import language
from scorekeeper.language import ENGLISH, Language
from scorekeeper.web.http import device
from scorekeeper.web.http.addresses import FOR_PROGRAMS

COOKIE: Final = "language"
REMEMBERED_FOR: Final = timedelta(days=365)
DOMAIN: Final = "scorekeeper"
VARY: Final = ("Accept-Language", "Cookie")


def init_app(app: Flask, *, folder: Path) -> None:
    """Let pages be read in English and in the languages of a folder."""
    app.extensions["languages"] = read_languages(folder)
    app.before_request(_speak)
    app.after_request(_vary)
    app.teardown_request(lambda _error: language.speak(ENGLISH))
    app.add_template_global(language.current, "language")
    app.add_template_global(locale, "locale")
    app.add_template_global(lambda: len(installed(app)) > 1, "has_languages")
    app.jinja_env.add_extension("jinja2.ext.i18n")
    app.jinja_env.policies["ext.i18n.trimmed"] = True
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        language._, language.ngettext, newstyle=False, pgettext=language.pgettext
    )


def read_languages(folder: Path) -> dict[str, Language]:
    """English, and the languages whose compiled catalogues lie in a folder, as gettext wants it, by code."""
    catalogues = sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.mo"))
    names = [path.parts[-3] for path in catalogues]
    others = [Language(name.replace("_", "-"), translation(DOMAIN, folder, [name])) for name in names]
    return {language.code: language for language in (ENGLISH, *others)}


def installed(app: Flask) -> Mapping[str, Language]:
    """Every language that pages can be read in, by its code."""
    languages: Mapping[str, Language] = app.extensions["languages"]
    return languages


def best(accepted: Iterable[str], languages: Mapping[str, Language]) -> Language:
    """The first accepted language that we have, "de" also for "de-AT"; else English."""
    return languages.get(negotiate_locale(accepted, languages, sep="-") or "", ENGLISH)


def of_terminal(folder: Path) -> Language:
    """The language that the environment of a terminal names."""
    return best([(default_locale("LC_MESSAGES") or "").replace("_", "-")], read_languages(folder))


def locale() -> Locale:
    """How the reader's language writes dates, numbers and lists."""
    code = language.current().code
    # British, for the order of a date and the clock of 24 hours.
    return locale_of("en-GB" if code == ENGLISH.code else code)


@cache
def locale_of(code: str) -> Locale:
    """What Babel knows of a language by its code."""
    return Locale.parse(code, sep="-")


def _speak() -> None:
    if request.path.startswith(FOR_PROGRAMS):
        return
    languages = installed(current_app)
    chosen = device.read_cookie(COOKIE)
    language.speak(languages.get(chosen or "") or best(request.accept_languages.values(), languages))


def _vary(response: Response) -> Response:
    if response.mimetype == "text/html" and len(installed(current_app)) > 1:
        response.vary.update(VARY)
    return response
