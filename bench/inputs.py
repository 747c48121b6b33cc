"""What the largest input costs that each route accepts, beside a half of it: `python -m bench.inputs [PART]`.

Every page and every call of the API is asked, by who may; PART is a part of the addresses to ask alone. The
names of fields are those that the application looks up: its forms and queries take notes. Each field is
filled with each of `FILLERS`, and repeated; of bodies of the API, each member that the document names. What
costs 20 ms more than a short input is measured again, beside a half of it: the processor time, the least of
some repetitions. Left out are files, which may be larger.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from random import Random
from time import process_time
from typing import Any, Final, NamedTuple
from urllib.parse import quote_plus, urlencode, urlsplit

from flask import Flask, Request
from flask.testing import FlaskClient
from werkzeug.datastructures import ImmutableMultiDict

from bench.prove import odd
from bench.prove.installations import installation
from scorekeeper.app import LARGEST_REQUEST
from scorekeeper.models.base import db
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.in_force import values_of
from scorekeeper.services.games import programs
from tests.support.api_client import Document
from tests.support.league_cast import Cast, set_cast
from tests.support.routes import Route

# The head of a request may have 32 KiB: an address a little less.
LONGEST_QUERY: Final = 30_000
LARGEST_BODY: Final = LARGEST_REQUEST - 1_000
NOTABLE_MS: Final = 20.0
REPETITIONS: Final = 3
# Looked up in every form, and checked by its length before anything else.
_TOKEN: Final = "csrf_token"
FILLERS: Final = {
    "words": "who deals the cards ",
    "letters": "a",
    "digits": "9",
    "cards": "AH 5S JK ",
    "plus": "AH+",
    "commas": "1,",
    "brackets": "[",
    "accents": "e\u0301",
    "marks": "<&'-. ",
    "lines": "a\n",
}
WHO: Final = ("organiser", "scorer", "stranger")
Make = Callable[[int], Any]


class Notes(ImmutableMultiDict[str, str]):
    """A form or a query that notes the names that are looked up."""

    noted: Final[set[str]] = set()

    def __getitem__(self, key: str) -> str:
        self.noted.add(key)
        return super().__getitem__(key)

    def getlist(self, key: str, *more: Any) -> list[Any]:
        self.noted.add(key)
        return super().getlist(key, *more)

    def __contains__(self, key: object) -> bool:
        self.noted.add(str(key))
        return super().__contains__(key)


class NotedRequest(Request):
    parameter_storage_class = Notes


class Probe(NamedTuple):
    """A kind of input to a route: `send(size)` sends as much of it."""

    route: str
    what: str
    largest: int
    send: Callable[[int], object]


class Line(NamedTuple):
    """What a probe costs in milliseconds, with all of its input and with a half of it."""

    probe: Probe
    whole: float
    half: float


def main() -> None:
    """Measure, and print a line for each input whose cost can be seen."""
    part = "".join(sys.argv[1:])
    with installation(sign_up=True) as app:
        app.request_class = NotedRequest
        bench = Bench(app)
        lines, probes, route = [], 0, ""
        for probe in bench.probes(part):
            probes += 1
            if probe.route != route:
                bench.restore()
            route = probe.route
            if (line := measured(probe)) is not None:
                lines.append(line)
                print(_shown(line), flush=True)
    print(f"\n{probes:,} inputs to {len(bench.routes)} routes; the dearest:\n\n{HEAD}")
    for line in sorted(lines, key=lambda line: -line.whole)[:30]:
        print(_shown(line))


def measured(probe: Probe) -> Line | None:
    """What a probe costs; None where its size cannot be seen."""
    least = min(_ms(probe, 1) for _ in range(2))
    if _ms(probe, probe.largest) - least < NOTABLE_MS:
        return None
    whole, half = (
        min(_ms(probe, size) for _ in range(REPETITIONS)) for size in (probe.largest, probe.largest // 2)
    )
    return Line(probe, whole, half) if whole - least >= NOTABLE_MS else None


HEAD: Final = f"{'route':58} {'input':34} {'bytes':>7} {'ms':>7} {'half':>7} {'ratio':>6}"


def _shown(line: Line) -> str:
    sizes = f"{line.probe.largest:>7,} {line.whole:>7.0f} {line.half:>7.0f} {line.whole / line.half:>6.1f}"
    return f"{line.probe.route:58} {line.probe.what[:34]:34} {sizes}"


def _ms(probe: Probe, size: int) -> float:
    began = process_time()
    probe.send(size)
    return (process_time() - began) * 1000


class Bench:
    """A league, a night, two tables and phones of every role; its database is put back after each route."""

    def __init__(self, app: Flask) -> None:
        self._app, self._rng = app, Random(1)
        self._cast: Cast = set_cast(app)
        self._clients = [self._cast.phones[name].client for name in WHO]
        with app.app_context():
            self._token = programs.first_token(self._cast.game)
            db.session.remove()
            with db.engine.connect() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            db.engine.dispose()
        self._file = app.extensions["settings"].database_file
        self._kept = self._file.read_bytes()
        self.routes = [*self._cast.routes(), *self._cast.routes(calls=True)]
        self._document = Document(app.test_client())
        self._tokens = [self._cast.phones[name].fresh_token() for name in WHO]

    def restore(self) -> None:
        """Put the database back as it was."""
        with self._app.app_context():
            db.engine.dispose()
        for suffix in ("-wal", "-shm"):
            self._file.with_name(self._file.name + suffix).unlink(missing_ok=True)
        with open(self._file, "r+b") as file:
            file.write(self._kept)
            file.truncate()

    def probes(self, part: str) -> Iterator[Probe]:
        """Every kind of input to every route whose address has `part` in it."""
        forms = dict(self._forms())
        for route in self.routes:
            if part not in route.path:
                continue
            yield from self._queries(route)
            if route.path.startswith("/api/"):
                yield from self._bodies(route)
            elif route.method == "POST":
                yield from self._posts(route, forms.get(route.path, []))

    def _forms(self) -> Iterator[tuple[str, odd.Fields]]:
        """The forms of all pages, filled in as people could, by their targets."""
        for route in self.routes:
            if route.method != "GET" or route.path.startswith("/api/"):
                continue
            for client in self._clients:
                answer = self._send(client, route.path)
                if answer.status_code == 200 and answer.mimetype == "text/html":
                    for form in odd.forms_of(answer.text):
                        yield urlsplit(form.action or route.path).path, odd.filled(form, rng=self._rng)

    def _queries(self, route: Route) -> Iterator[Probe]:
        if route.method != "GET":
            return
        client = self._best(lambda client: self._send(client, route.path))
        names = self._looked_up(lambda: self._send(client, route.path))
        for name in sorted(names):
            for what, fields in _fillings(name):

                def send(size: int, fields: Make = fields) -> object:
                    return self._send(client, f"{route.path}?{fields(size)}")

                yield Probe(_name(route), f"{name}: {what}", LONGEST_QUERY, send)

    def _posts(self, route: Route, form: odd.Fields) -> Iterator[Probe]:
        who = next((i for i, client in enumerate(self._clients) if self._may(client, i, route, form)), 0)
        others = [pair for pair in form if pair[0] != _TOKEN]

        def post(fields: odd.Fields | str) -> Any:
            token = urlencode({_TOKEN: self._tokens[who]})
            body = f"{token}&{fields if isinstance(fields, str) else urlencode(fields)}"
            return self._send(
                self._clients[who],
                route.path,
                method="POST",
                data=body,
                content_type="application/x-www-form-urlencoded",
            )

        names = self._looked_up(lambda: post(others)) | self._looked_up(lambda: post(""))
        self.restore()
        for name in sorted(names - {_TOKEN}):
            rest = urlencode([pair for pair in others if pair[0] != name])
            for what, fields in _fillings(name):

                def send(size: int, fields: Make = fields, rest: str = rest) -> object:
                    return post(f"{rest}&{fields(size)}")

                yield Probe(_name(route), f"{name}: {what}", LARGEST_BODY - len(rest), send)

    def _bodies(self, route: Route) -> Iterator[Probe]:
        found = [
            (path, operation)
            for path, method, operation in self._document.operations()
            if method == route.method.lower() and _fits(path, route.path) and "requestBody" in operation
        ]
        for _path, operation in found[:1]:
            content = operation["requestBody"]["content"]["application/json"]
            example = content["example"]
            for pointer, schema in self._members(content["schema"]):
                for what, value in _values(pointer[-1], schema, self._resolved):

                    def send(size: int, at: Any = pointer, make: Any = value, body: Any = example) -> object:
                        return self._call(route, json.dumps(_with(body, at, make(size))))

                    yield Probe(_name(route), f"/{'/'.join(pointer)}: {what}", LARGEST_BODY - 1000, send)

    def _members(self, schema: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
        """Every member of a body that the document names, with its schema."""
        for name, told in self._resolved(schema).get("properties", {}).items():
            yield (*at, name), self._resolved(told)
            if len(at) < 2:
                yield from self._members(told, (*at, name))

    def _resolved(self, schema: Any) -> Any:
        for way in ("anyOf", "allOf", "oneOf"):
            if way in schema:
                return self._resolved(schema[way][0])
        if "$ref" not in schema:
            return schema
        document: Any = self._document.spec
        return self._resolved(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]])

    def _call(self, route: Route, body: str) -> object:
        return self._send(
            self._app.test_client(),
            route.path,
            method=route.method,
            data=body,
            content_type="application/json",
            headers={"Authorization": f"Bearer {self._token}"},
        )

    def _best(self, ask: Callable[[FlaskClient], Any]) -> FlaskClient:
        return next((client for client in self._clients if ask(client).status_code == 200), self._clients[0])

    def _may(self, client: FlaskClient, who: int, route: Route, form: odd.Fields) -> bool:
        sent = {**dict(form), _TOKEN: self._tokens[who]}
        answer = self._send(client, route.path, method="POST", data=sent)
        self.restore()
        return answer.status_code not in (403, 404)

    def _looked_up(self, ask: Callable[[], object]) -> set[str]:
        """The names that are looked up; of those that differ by numbers alone, one."""
        Notes.noted.clear()
        ask()
        return set({re.sub("[0-9]+", "0", name): name for name in Notes.noted}.values())

    def _send(self, client: FlaskClient, path: str, **more: Any) -> Any:
        """Ask from a network of its own, so that no limit is met."""
        address = ".".join(str(self._rng.randrange(1, 250)) for _ in range(4))
        answer = client.open(path, environ_overrides={"REMOTE_ADDR": address}, buffered=True, **more)
        answer.get_data()
        return answer


def _fillings(name: str) -> Iterator[tuple[str, Make]]:
    """What a field is filled with, as a query of about so many bytes."""
    for what, text in FILLERS.items():
        yield what, _text(name, lambda size, text=text: text * max(1, size // len(quote_plus(text))))  # type: ignore[misc]
    yield "list of others", lambda size: _list(f"{name}=v{n}" for n in range(max(1, size // (len(name) + 6))))
    yield "list of same", lambda size: _list([f"{name}=AH"] * max(1, size // (len(name) + 4)))
    if name == "changes":
        for rules in RULESETS.values():
            for at, value in _lists(values_of(rules)):
                yield f"{'/'.join(at)} of {rules.id}", _text(name, _as_json(_change(at, value)))


def _text(name: str, make: Make) -> Make:
    return lambda size: urlencode({name: make(size)})


def _as_json(make: Make) -> Make:
    # Quoting makes JSON about twice as long.
    return lambda size: json.dumps(make(size // 2), separators=(",", ":"))


def _list(fields: Iterable[str]) -> str:
    return "&".join(fields)


def _values(name: str, schema: Any, resolved: Callable[[Any], Any]) -> Iterator[tuple[str, Make]]:
    """What a member of a body is filled with, as a value of about so many bytes."""
    for what, text in FILLERS.items():
        yield what, _repeated(text)
    items = {"list": _item(schema, resolved), "list of texts": "AH", "list of lists": ["AH"], "list of 1": 1}
    for what, item in items.items():
        yield what, _repeated([item])
    yield "members", lambda size: {f"m{n}": n % 7 for n in range(max(1, size // 12))}
    yield "depth", lambda size: json.loads("[" * min(900, size) + "]" * min(900, size))
    if name == "changes":
        for rules in RULESETS.values():
            for at, value in _lists(values_of(rules)):
                yield f"{'/'.join(at)} of {rules.id}", _change(at, value)


def _repeated(value: Any) -> Make:
    length = len(json.dumps(value)) - (2 if isinstance(value, str) else 0)
    return lambda size: value * max(1, size // length)


def _change(at: tuple[str, ...], value: list[Any]) -> Make:
    longer = _repeated(value)
    return lambda size: _with({}, at, longer(size))


def _item(schema: Any, resolved: Callable[[Any], Any]) -> Any:
    """An item as the schema of a list has it."""
    found = resolved(schema.get("items", {}))
    properties = found.get("properties")
    if properties is None:
        return [_item(found, resolved)] if found.get("type") == "array" else 1
    return dict.fromkeys(found.get("required", properties), 1)


def _lists(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[Any]]]:
    if isinstance(value, list | tuple) and value:
        yield at, list(value)
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _lists(inner, (*at, str(name)))


def _with(body: Any, pointer: tuple[str, ...], value: Any) -> Any:
    """A copy of a body with another value at the pointer."""
    made = copy.deepcopy(body)
    place = made
    for name in pointer[:-1]:
        if not isinstance(place.get(name), dict):
            place[name] = {}
        place = place[name]
    place[pointer[-1]] = value
    return made


def _fits(pattern: str, path: str) -> bool:
    wanted, given = pattern.split("/"), path.split("/")
    return len(wanted) == len(given) and all(
        one.startswith("{") or one == other for one, other in zip(wanted, given, strict=True)
    )


def _name(route: Route) -> str:
    return f"{route.method} {route.endpoint}"


if __name__ == "__main__":
    main()
