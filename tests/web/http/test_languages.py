"""The language of a page: chosen on the phone, else by the browser; kept pages and tags know it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from fractions import Fraction

import pytest
from babel.messages.catalog import Catalog
from jinja2 import nodes
from markupsafe import Markup

from scorekeeper.language import ENGLISH, Language, current, speaking
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.web.http import formats, languages, messages
from tests.support.club import Club, account
from tests.support.escapes import escaped, longer
from tests.support.languages import LONG, MIRRORED, accented, compiled, lengthened, pseudo
from tests.support.phones import Phone
from tests.support.speaking import with_languages

GERMAN = Language("de", ENGLISH.texts)


@pytest.fixture
def app(data):
    """An application with two more languages."""
    yield from with_languages(data)


@pytest.fixture
def spanish(app):
    """Adds Spanish of a whole continent, in which the table page has other words for each number."""

    def installed(number):
        catalogue = Catalog()
        catalogue.add("Deal", context="a verb", string=f"Reparte {number}")
        languages.install(app, (languages.of_catalogue("es-419", compiled(catalogue)),))

    return installed


def read(phone, path="/rules", *, accept="", chosen=None):
    if chosen is not None:
        phone.client.set_cookie("language", chosen)
    return phone.get(path, headers={"Accept-Language": accept})


@pytest.mark.parametrize(
    ("accept", "chosen", "spoken"),
    [
        ("", None, "en"),
        ("fr, de;q=0.5", None, "en"),
        (f"fr, {LONG};q=0.5", None, LONG),
        (f"{MIRRORED}, en;q=0.5", None, MIRRORED),
        (f"en, {LONG};q=0.5", None, "en"),
        (f"en, {LONG};q=0.5", LONG, LONG),
        (LONG, "en", "en"),
        (LONG, "xx", LONG),
    ],
)
def test_a_page_is_in_the_language_that_was_chosen_or_is_asked_for(app, accept, chosen, spoken):
    page = read(Phone(app), accept=accept, chosen=chosen)

    assert f'<html lang="{spoken}"' in page.text
    assert ('dir="rtl"' in page.text) == (spoken == MIRRORED)
    assert (lengthened("Play out of turn") in page.text) == (spoken == LONG)
    assert {"Accept-Language", "Cookie"} <= set(page.vary)
    assert current() is ENGLISH


@pytest.mark.parametrize(
    ("accept", "code"),
    [
        ("en-US, de;q=0.9", "en"),
        ("de-AT, en-US;q=0.8, en;q=0.6", "de"),
        ("pt-PT, pt;q=0.9, en;q=0.8", "pt-BR"),
        ("PT-br, de;q=0.9", "pt-BR"),
        ("de-CH", "de-CH"),
        ("de;q=0, pt;q=0.1", "pt-BR"),
        ("*", "en"),
    ],
)
def test_the_best_language_or_its_relative_comes_before_one_that_is_known_exactly(app, accept, code):
    languages.install(app, tuple(Language(one, ENGLISH.texts) for one in ("de-CH", "de", "pt-BR")))

    assert languages.asked(app, {"HTTP_ACCEPT_LANGUAGE": accept}).code == code


def test_language_is_chosen_by_its_own_name_and_remembered(app):
    phone = Phone(app)
    assert 'href="/language"' in phone.get("/").text
    page = phone.get("/language")
    assert 'value="ar-XB" lang="ar-XB" dir="rtl">العربية</button>' in page.text
    assert 'value="en" lang="en" aria-current="true" dir="ltr">English</button>' in page.text

    answer = phone.post("/language", {"language": LONG})

    assert (answer.status_code, answer.location) == (303, "/")
    cookie = phone.client.get_cookie("language")
    assert (cookie.value, cookie.max_age, cookie.http_only) == (LONG, 365 * 24 * 60 * 60, False)
    assert answer.headers["Set-Cookie"].endswith("SameSite=Lax")
    assert f'<html lang="{LONG}"' in read(phone, accept="en").text
    assert accented("a cookie in your browser") in read(phone, "/privacy").text


def test_language_that_is_none_of_ours_is_not_remembered(app):
    phone = Phone(app)
    phone.get("/language")

    assert phone.post("/language", {"language": "xx"}).status_code == 400
    assert phone.client.get_cookie("language") is None
    assert app.test_client().post("/language", data={"language": LONG}).status_code == 400


def test_programs_are_answered_in_english(app):
    assert "⟦" not in read(Phone(app), "/api/v1/rules/9.1", accept=LONG).text


def test_error_page_is_in_the_language_of_who_reads(app):
    page = read(Phone(app), "/nowhere", accept=LONG)

    assert page.status_code == 404
    assert lengthened("All games") in page.text


def test_watched_page_is_kept_for_each_language(app, scorer, game):
    watcher = Phone(app)
    here, there = (read(watcher, f"/games/{game}", accept=accept) for accept in ("en", LONG))
    assert 'lang="en"' in here.text
    assert f'lang="{LONG}"' in there.text
    assert here.headers["ETag"] != there.headers["ETag"]

    for _time in range(2):
        for page, other, accept in ((here, "en", LONG), (there, LONG, "en")):
            tag = {"If-None-Match": page.headers["ETag"]}
            same = watcher.get(f"/games/{game}", headers={**tag, "Accept-Language": other})
            assert same.status_code == 304
            assert {"Accept-Language", "Cookie"} <= set(same.vary)
            changed = watcher.get(f"/games/{game}", headers={**tag, "Accept-Language": accept})
            assert (changed.status_code, f'lang="{accept}"' in changed.text) == (200, True)


def test_mended_translation_makes_pages_new(app, game, statements, spanish):
    watcher = Phone(app)
    spanish(1)
    with app.app_context():
        paths = (f"/games/{game}", f"/leagues/{Club(account()).slug}/players")
    tags = [read(watcher, path, accept="es-MX").headers["ETag"] for path in paths]

    def again(path, tag):
        return watcher.get(path, headers={"If-None-Match": tag, "Accept-Language": "es-MX"})

    statements.clear()
    assert again(paths[0], tags[0]).status_code == 304
    assert len(statements) == 1
    assert again(paths[1], tags[1]).status_code == 304
    spanish(2)
    assert [again(*one).status_code for one in zip(paths, tags, strict=True)] == [200, 200]


def test_catalogues_of_a_folder_are_read_by_their_names(tmp_path):
    (tmp_path / "en-XA.mo").write_bytes(compiled(pseudo(LONG, lengthened)))

    (found,) = languages.read(tmp_path)

    with speaking(found):
        assert messages.low_space(3) == lengthened(
            "Make room on this server's disk, or tell the person "
            "who runs it. Only {megabytes} MB are left. When it's full, nobody can save."
        ).format(megabytes=3)
    assert languages.read(tmp_path / "none") == ()


def test_every_sentence_of_the_catalogue_is_translated(app):
    catalogue = messages.of(app)
    with app.app_context(), speaking(longer()):
        said = [messages.fault(Fault(code)) for code in FaultCode if code in catalogue.faults]
        said += [messages.unreadable(code) for code in catalogue.unreadable]
        said += [messages.news(code, {}) for code in catalogue.news]
        shown = [messages.http_error(404, code) for code in catalogue.errors]
        shown += [messages.http_error(status, None) for status in (*messages.HTTP_ERRORS, 418, 500)]
        shown += [messages.outage(failure) for failure in messages.OUTAGES]
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

    assert len(imported) > 20
    assert said == []


def test_dates_and_numbers_follow_the_language():
    at = datetime(2026, 3, 1, 17, 5, tzinfo=UTC)
    assert formats.spoken_moment(at) == "1 March 2026, 17:05"
    assert formats.listed([Markup("<b>A</b>")] * 3) == "<b>A</b>, <b>A</b> and <b>A</b>"
    with speaking(GERMAN):
        assert formats.spoken_moment(at) == "1. März 2026, 17:05"
        assert formats.spoken_date(date(2026, 3, 1)) == "1. März 2026"
        assert formats.decimal(Fraction(1234, 10)) == "123,4"
        assert formats.fixed(Fraction(1, 3), 2) == "0,33"
        assert formats.percent(Fraction(1, 2)) == "50,0\xa0%"
        assert formats.listed([Markup("A"), Markup("B")]) == "A und B"
        assert formats.place("Europe/Prague") == "Prag"


@pytest.mark.parametrize(
    ("code", "written"), [("en", "1 March 2026"), (LONG, "March 1, 2026"), (MIRRORED, "1 مارس 2026")]
)
def test_a_language_that_nobody_knows_is_written_as_its_next_relative(code, written):
    with speaking(Language(code, ENGLISH.texts) if code != "en" else ENGLISH):
        assert formats.spoken_date(date(2026, 3, 1)) == written
        assert languages.direction() == ("rtl" if code == MIRRORED else "ltr")
        assert formats.share(Fraction(5, 2)) == ("\u20662½\u2069" if code == MIRRORED else "2½")
