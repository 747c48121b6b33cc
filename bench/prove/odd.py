"""Odd values, and forms and headers that are right except for a few of them."""

import re
from html import unescape
from random import Random
from typing import NamedTuple
from urllib.parse import urlencode

TEXTS = (
    *("", " ", "0", "-1", "-0", "1.0", "1.5", "1e400", "٢٥", "²", "null", "NaN", "true", "on", "[]", "{}"),
    *("9" * 20, "9" * 400, "9" * 5000, "\0", "a\0b", "\ud800", "\udfff\ud800", "\ud7ff\ufffe\uffff"),
    *("\u202eabc\u202c", "\u2066x", "\u3164", "\u2800", "\u200b", "\u00ad", "\ufeff", "e\u0301" * 100),
    *("🃏" * 50, "👩‍👩‍👧‍👦", "é" * 300, "x" * 3000, "x" * 70_000, "\r\n", "a\nb\tc", "\x1b[31m", "\x7f"),
    *("' OR 1=1 --", '"; DROP TABLE game; --', "<script>alert(1)</script>", "{{7*7}}", "${7*7}", "%s%n"),
    *("../../..", "%00", "%2e%2e%2f", "https://evil.example/", "//evil.example", "javascript:alert(1)"),
    *("2026-02-30", "2026-11-20T25:61", "0000-00-00", "9999-12-31", "10000-01-01", "Mars/Phobos"),
    *("olga@example.org", "a@b", "@", "=1+1", "CON", "Ana", "ana", "ANA ", "Ben, Cem", "1.1", "out-of-turn"),
)
HEADERS = {
    "Accept": ("*/*", "text/html", "application/json", "\xff", "q=;;"),
    "Accept-Encoding": ("gzip", "identity", "br, gzip;q=0", "gzip;q=abc", "*"),
    "Accept-Language": ("de", "x" * 3000, "en;q=2,,;"),
    "Content-Encoding": ("gzip", "identity", "br"),
    "Cookie": ("device", "device=", "device=" + "x" * 30, "=;=;", "account=" + "A" * 43, "device=\xff"),
    "Forwarded": ("for=1.2.3.4;proto=https",),
    "Host": ("localhost", "evil.example", "localhost:99999", "[::1", "x" * 300, "a..b", "127.0.0.1"),
    "If-Modified-Since": ("yesterday", "Thu, 01 Jan 1970 00:00:00 GMT", "9" * 40),
    "If-None-Match": ("*", '"1"', 'W/"x.1.1.r"', '"' + "9" * 5000),
    "Origin": ("null", "https://evil.example"),
    "Range": ("bytes=0-1", "bytes=9-1", "bytes=-99999999999999999999", "lines=1"),
    "Referer": ("https://evil.example/", "http://[::1"),
    "Sec-Fetch-Site": ("cross-site", "same-origin"),
    "X-Forwarded-For": ("1.2.3.4", "1.2.3.4, x", "::1"),
    "X-Forwarded-Proto": ("https", "gopher"),
}
KINDS = (
    *("application/x-www-form-urlencoded", "application/x-www-form-urlencoded; charset=utf-16"),
    *("application/json", "application/json; charset=latin-1", "application/problem+json", "text/plain", ""),
    *("multipart/form-data", "multipart/form-data; boundary=x", "multipart/form-data; boundary=" + "y" * 300),
)
_PLAUSIBLE = (
    *("", "", "0", "1", "5", "25", "45", "110", "Ana", "Ida", "Oda", "1", "2026-11-20", "2026-11-20T19:00"),
    *("olga@example.org", "three trios and a run", "Europe/Prague", "because", "1.1", "Spring"),
)
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "TRACE", "PROPFIND")
Fields = list[tuple[str, str]]
_TAG = re.compile(r"<(form|input|button|select|option|textarea)\b([^>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')


class Form(NamedTuple):
    """A form of a page: its target, the fields it sends unchanged, and the further fields of its choices."""

    action: str
    method: str
    fields: Fields
    choices: Fields


def forms_of(page: str) -> list[Form]:
    """All forms of a page, in order."""
    forms: list[Form] = []
    select = ""
    for tag, written in _TAG.findall(page):
        given = {name: unescape(value) for name, value in _ATTRIBUTE.findall(written)}
        name = given.get("name", "")
        if tag == "form":
            forms.append(Form(given.get("action", ""), given.get("method", "get").upper(), [], []))
        elif tag == "select":
            select = name
        elif forms and (name or tag == "option"):
            kind = given.get("type", "")
            is_choice = tag in ("option", "button") or kind in ("radio", "checkbox", "submit")
            is_on = re.search(" (checked|selected)", written) is not None
            value = given.get("value", "on" if kind == "checkbox" else "")
            fields = forms[-1].choices if is_choice and not is_on else forms[-1].fields
            fields.append((select if tag == "option" else name, value))
    return forms


def filled(form: Form, *, rng: Random) -> Fields:
    """Fields as a person could send them: some choices made, empty fields filled in."""
    fields = [(name, value or rng.choice(_PLAUSIBLE)) for name, value in form.fields]
    chosen = [pair for pair in form.choices if rng.random() < 0.5]
    return [*fields, *chosen]


def spoiled(fields: Fields, *, rng: Random) -> Fields:
    """The fields with some of them wrong, missing, doubled, swapped or unknown; the token mostly stays."""
    found = list(fields)
    for _ in range(rng.choice((0, 1, 1, 1, 2, 3, 6))):
        if not found:
            return [(rng.choice(TEXTS), rng.choice(TEXTS))]
        at = rng.randrange(len(found))
        name = found[at][0]
        if name == "csrf_token" and rng.random() < 0.9:
            continue
        change = rng.randrange(7)
        if change <= 2:
            found[at] = (name, rng.choice(TEXTS))
        elif change == 3:
            found.pop(at)
        elif change == 4:
            found.append((name, rng.choice([rng.choice(TEXTS), found[at][1]])))
        elif change == 5:
            found[at] = (name, rng.choice(found)[1])
        else:
            found.append(
                (rng.choice((rng.choice(TEXTS), name + "-0", name + "-99", name + "[]")), rng.choice(TEXTS))
            )
    return found


def encoded(fields: Fields) -> str:
    """Fields in the encoding of a form, lone surrogates included."""
    return urlencode(fields, encoding="utf-8", errors="surrogatepass")


def multipart(fields: Fields, *, rng: Random) -> tuple[bytes, str]:
    """Fields in the encoding of a form with a file, and its content type."""
    parts = b""
    for name, value in fields:
        file = f'; filename="{name}.csv"' if rng.random() < 0.3 else ""
        head = f'Content-Disposition: form-data; name="{name}"{file}\r\n\r\n'
        parts += b"--limit\r\n" + _bytes(head) + _bytes(value) + b"\r\n"
    return parts + rng.choice((b"--limit--\r\n", b"")), "multipart/form-data; boundary=limit"


def headers(rng: Random) -> dict[str, str]:
    """Usually no headers, sometimes odd ones."""
    names = rng.sample(list(HEADERS), rng.choice((0, 0, 0, 0, 1, 1, 2, 4)))
    return {name: rng.choice(HEADERS[name]) for name in names}


def _bytes(value: str) -> bytes:
    return value.encode("utf-8", "surrogatepass")
