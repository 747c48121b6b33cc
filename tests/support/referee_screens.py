"""The referee's screens as a thumb meets them without JavaScript: links, switches, chips, number fields."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from urllib.parse import parse_qsl, urlencode, urlsplit

from tests.support.phones import Phone

Pairs = tuple[tuple[str, str], ...]
ENDLESS = 9
NUMBERS = ((), ("0",), ("45", "0", "120"), ("5", "5"))


@dataclass
class Field:
    """One field of a form."""

    name: str
    value: str
    kind: str
    on: bool


@dataclass
class Screen(HTMLParser):
    """One page: where it is, what can be tapped, and what a ruling orders."""

    path: str
    html: str
    status: int
    answers: list[str] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    headlines: list[str] = field(default_factory=list)
    remedies: list[tuple[str, str]] = field(default_factory=list)
    clauses: list[str] = field(default_factory=list)
    go_on: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    verdicts: int = 0
    action: str = ""

    def __post_init__(self) -> None:
        super().__init__()
        self._within: list[str] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        classes = attributes.get("class", "").split()
        if tag == "section":
            self._within.append(attributes.get("aria-labelledby", ""))
        elif tag == "ol":
            self._within.append(attributes.get("class", ""))
        elif tag == "form":
            self.action = (
                attributes.get("action", self.action) if attributes.get("method") == "get" else self.action
            )
        if tag == "h1" and "verdict" in classes:
            self.verdicts += 1
        if "data-remedy" in attributes:
            self.remedies.append((attributes["data-remedy"], attributes["data-who"]))
        if tag == "input" and self.verdicts == 0 and attributes.get("type") != "search":
            kind = attributes.get("type", "text")
            self.fields.append(
                Field(attributes["name"], attributes.get("value", ""), kind, "checked" in attributes)
            )
        if tag == "a":
            self._link(attributes["href"], classes)

    def handle_endtag(self, tag: str) -> None:
        if tag in ("section", "ol") and self._within:
            self._within.pop()

    def _link(self, href: str, classes: Sequence[str]) -> None:
        if "answer" in classes:
            self.answers.append(href)
        elif "list-link" in classes:
            self.headlines.append(href)
        elif "said-so-far" in self._within:
            self.said.append(href)
        elif "because" in self._within and "chip" in classes:
            self.clauses.append(href.partition("#c")[2])
        elif "primary" in classes and "/referee/" in href:
            self.go_on.append(href)

    @property
    def is_ruling(self) -> bool:
        return self.verdicts == 1

    @property
    def facts(self) -> Pairs:
        """The answers in the address."""
        return tuple(parse_qsl(urlsplit(self.path).query, keep_blank_values=True))

    def sent(self, filled: Mapping[str, Sequence[str]]) -> str:
        """The address of its form with these values: the switches that stay on, the texts of fields."""
        left = {name: list(values) for name, values in filled.items()}
        pairs = []
        for one in self.fields:
            if one.kind == "text":
                pairs.append((one.name, left[one.name].pop(0) if left.get(one.name) else ""))
            elif one.kind == "hidden" or one.value in left.get(one.name, ()):
                pairs.append((one.name, one.value))
        return f"{self.action}?{urlencode(pairs)}"


def opened(phone: Phone, path: str) -> Screen:
    """The page at an address, past the redirect to its short form."""
    answer = phone.get(path)
    if answer.status_code == 302:
        path = answer.location
        answer = phone.get(path)
    return Screen(path, answer.text, answer.status_code)


def walked(phone: Phone, start: str) -> Iterator[tuple[int, Screen]]:
    """Every ruling that can be reached from a screen, with the number of screens answered before it."""
    todo = [(0, start)]
    while todo:
        answered, path = todo.pop()
        screen = opened(phone, path)
        assert screen.status == 200, path
        assert answered < ENDLESS, path
        if screen.is_ruling:
            yield answered, screen
        else:
            todo.extend((answered + 1, address) for address in dict.fromkeys(answers_of(screen)))


def answers_of(screen: Screen) -> Iterator[str]:
    """Every address that can be tapped or filled in, with the answers that matter."""
    yield from screen.answers
    kinds = {one.kind for one in screen.fields}
    names = list(dict.fromkeys(one.name for one in screen.fields if one.kind != "hidden"))
    if kinds & {"radio"}:
        yield from (screen.sent({"in_turn": [turn], "claimants": claims}) for turn, claims in CLAIMED)
    elif "claimants" in names:
        yield from (screen.sent({"claimants": claims}) for _, claims in CLAIMED)
    elif "checkbox" in kinds:
        for switches in product((["yes"], []), repeat=len(names)):
            yield screen.sent(dict(zip(names, switches, strict=True)))
    elif names == ["by"]:
        yield screen.sent({"by": ["11"]})
    elif names:
        yield from (screen.sent({names[0]: numbers}) for numbers in NUMBERS)


CLAIMED = (("0", ["1"]), ("2", ["1", "3"]), ("3", ["1", "2"]))
