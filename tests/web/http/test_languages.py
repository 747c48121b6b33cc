"""The language of a page: chosen on the phone, else by the browser; kept pages and tags know it."""

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from jinja2 import nodes
from markupsafe import Markup

from scorekeeper.language import ENGLISH, Language, current, speaking, translated
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.web.http import formats, languages, messages
from tests.support.escapes import LONG, MIRRORED, SPOKEN, accented, escaped, lengthened
from tests.support.languages import write_catalogue
from tests.support.phones import Phone
from tests.support.referee_forms import SHORT, rule

GERMAN = Language("de", ENGLISH.texts)


@pytest.fixture
def app(app):
    """An application with two more languages."""
    app.extensions["languages"] = SPOKEN
    return app


def read(phone, path="/rules", *, accept="", chosen=None):
    if chosen is not None:
        phone.client.set_cookie("language", chosen)
    return phone.get(path, headers={"Accept-Language": accept})


@pytest.mark.parametrize(
    ("accept", "chosen", "spoken"),
    [
        ("", None, "en"),
        ("fr, de;q=0.5", None, "en"),
        ("fr, el;q=0.5", None, "el"),
        ("ar-EG, en;q=0.5", None, "ar"),
        ("en, el;q=0.5", None, "en"),
        ("en, el;q=0.5", "el", "el"),
        ("el", "en", "en"),
        ("el", "xx", "el"),
    ],
)
def test_a_page_is_in_the_language_that_was_chosen_or_is_asked_for(app, accept, chosen, spoken):
    page = read(Phone(app), accept=accept, chosen=chosen)

    assert f'<html lang="{spoken}"' in page.text
    assert ('dir="rtl"' in page.text) == (spoken == MIRRORED.code)
    assert (lengthened("Play out of turn") in page.text) == (spoken == LONG.code)
    assert {"Accept-Language", "Cookie"} <= set(page.vary)
    assert current() is ENGLISH


def test_catalogues_of_a_folder_are_read_by_their_names(tmp_path):
    write_catalogue(tmp_path, "pt_BR", {"Yes": "Sim"})

    english, brazilian = languages.read_languages(tmp_path).values()

    assert (english, brazilian.code, brazilian.texts.gettext("Yes")) == (ENGLISH, "pt-BR", "Sim")


def test_language_is_chosen_by_its_own_name_and_remembered(app):
    phone = Phone(app)
    page = phone.get("/display")
    assert 'value="ar" lang="ar" dir="rtl">العربية</button>' in page.text
    assert 'value="en" lang="en" aria-current="true" dir="ltr">English</button>' in page.text

    answer = phone.post("/display", {"language": LONG.code})

    assert (answer.status_code, answer.location) == (303, "/")
    cookie = phone.client.get_cookie("language")
    assert (cookie.value, cookie.max_age, cookie.http_only) == (LONG.code, 365 * 24 * 60 * 60, False)
    assert f'<html lang="{LONG.code}"' in read(phone, accept="en").text
    assert accented("a cookie in your browser") in read(phone, "/privacy").text


def test_language_that_is_none_of_ours_is_not_remembered(app):
    phone = Phone(app)
    phone.get("/display")

    assert phone.post("/display", {"language": "xx"}).status_code == 422
    assert phone.client.get_cookie("language") is None


def test_programs_and_files_are_english(app, scorer, game):
    rule(scorer, game, SHORT)
    for path in ("/api/v1/rules/9.1", f"/games/{game}/game.json"):
        answer = read(scorer, path, accept=LONG.code)
        assert answer.status_code == 200
        assert "⟦" not in str(answer.json)


def test_watched_page_is_kept_for_each_language(app, scorer, game):
    watcher = Phone(app)
    here, there = (read(watcher, f"/games/{game}", accept=accept) for accept in ("en", "el"))
    assert here.headers["ETag"] != there.headers["ETag"]

    for page, other, accept in ((here, "en", "el"), (there, "el", "en")):
        tag = {"If-None-Match": page.headers["ETag"]}
        same = watcher.get(f"/games/{game}", headers={**tag, "Accept-Language": other})
        assert same.status_code == 304
        assert {"Accept-Language", "Cookie"} <= set(same.vary)
        changed = watcher.get(f"/games/{game}", headers={**tag, "Accept-Language": accept})
        assert (changed.status_code, f'lang="{accept}"' in changed.text) == (200, True)


def test_every_sentence_of_the_catalogue_is_translated(app):
    catalogue = messages.catalogue_of(app)
    with app.app_context(), speaking(LONG):
        said = [messages.fault_text(Fault(code)) for code in FaultCode if code in catalogue.faults]
        said += [messages.unreadable(code) for code in catalogue.unreadable]
        said += [messages.news_text(code, {}) for code in catalogue.news]
        shown = [messages.http_error_text(404, code) for code in catalogue.errors]
        shown += [messages.http_error_text(status, None) for status in (*messages.HTTP_ERRORS, 418, 500)]
        shown += [translated(text) for text in messages.OUTAGES.values()]
    said += [text for one in shown for text in (one.title, one.sentence)]

    assert len(said) > 250
    assert [text for text in said if escaped(text)] == []


def test_imported_templates_say_sentences_in_macros_alone(app):
    """Outside of macros a sentence is made once, in the language of whoever asks first."""
    sources = [
        app.jinja_env.loader.get_source(app.jinja_env, name)[0] for name in app.jinja_env.list_templates()
    ]
    trees = dict(zip(app.jinja_env.list_templates(), map(app.jinja_env.parse, sources), strict=True))
    imported = {found.template.value for tree in trees.values() for found in tree.find_all(nodes.FromImport)}
    said = [
        f"{name}:{call.lineno}"
        for name in imported
        for part in trees[name].body
        if not isinstance(part, nodes.Macro)
        for call in part.find_all(nodes.Call)
        if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext", "pgettext")
    ]

    assert len(imported) > 10
    assert said == []


def test_dates_and_numbers_follow_the_language():
    at = datetime(2026, 3, 1, 17, 5, tzinfo=UTC)
    assert formats.spoken_moment(at) == "1 March 2026, 17:05"
    assert formats.listed([Markup("<b>A</b>")] * 3) == "<b>A</b>, <b>A</b> and <b>A</b>"
    with speaking(GERMAN):
        assert formats.spoken_moment(at) == "1. März 2026, 17:05"
        assert formats.decimal(Fraction(1234, 10)) == "123,4"
        assert formats.percent(Fraction(1, 2)) == "50,0\xa0%"
        assert formats.listed([Markup("A"), Markup("B")]) == "A und B"
        assert formats.zone_city("Europe/Prague") == "Prag"
    with speaking(MIRRORED):
        assert formats.spoken_date(date(2026, 3, 1)) == "1 مارس 2026"
        assert formats.share(Fraction(5, 2)) == "\u20662½\u2069"
