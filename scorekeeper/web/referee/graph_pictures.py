"""Draws each question graph as an SVG picture, from the data that the judge follows.

A tree from the top down, as wide as a small phone: framed questions, under each its answers, under each
answer the next question or, shaded, the ruling with its clauses. Inline answers join those of their screen.
For languages from right to left it is mirrored.
The colours are those of paper unless the style sheet of a page says otherwise.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from html import escape
from typing import Final

from scorekeeper.language import N_, _
from scorekeeper.referee import sentences
from scorekeeper.referee.graph import (
    Claims,
    Conditions,
    Count,
    Graph,
    Node,
    OneOf,
    Outcome,
    PointsList,
    Question,
)
from scorekeeper.web.http.languages import direction

WIDTH: Final = 360
MARGIN: Final = 8
STEP: Final = 16
PADDING: Final = 7
LINE: Final = 17
GAP: Final = 7
FONT: Final = 13
CLAUSES_FONT: Final = 11
SPINE: Final = 6
BASELINE: Final = 13
HANGING: Final = 12
DASH: Final = "–"
DESCRIPTION: Final = N_(
    "A tree of questions. Under each question stand its answers, and under each answer what follows: "
    "the next question, or the ruling with the clauses it rests on."
)

# Widths of letters in parts of the font size, wide enough for the fonts of phones and computers.
_NARROW: Final = frozenset("iljtfrI.,:;’'!|()[] ")
_BROAD: Final = frozenset("mwMW@%—~")
_BOLD: Final = 1.08


@dataclass(slots=True)
class _Sheet:
    """The drawing so far, and how far down it reaches."""

    mirrored: bool = False
    y: int = MARGIN
    elements: list[str] = field(default_factory=list)

    def question(self, heading: str, items: tuple[str, ...], *, depth: int) -> None:
        left = _left(depth) + PADDING
        room = WIDTH - MARGIN - PADDING - left
        heads = _wrapped(heading, width=room, bold=True)
        listed = [_wrapped(item, width=room - HANGING) for item in items]
        height = LINE * (len(heads) + sum(map(len, listed))) + 2 * PADDING - 4
        self._box("question", _left(depth), height, 'fill="none" stroke="currentColor" stroke-opacity=".5"')
        top = self.y + PADDING - 2
        self._text("question", heads, left, top, 'font-weight="600"')
        top += LINE * len(heads)
        for lines in listed:
            self._text("dash", (DASH,), left, top)
            self._text("question", lines, left + HANGING, top)
            top += LINE * len(lines)
        self.y += height

    def answer(self, text: str, *, depth: int) -> int:
        """Write an answer; the height at which a line leads to it."""
        left = _left(depth)
        self.y += GAP
        lines = _wrapped(text, width=WIDTH - MARGIN - left - 4)
        self._text("answer", lines, left + 4, self.y)
        middle = self.y + LINE // 2
        self.y += LINE * len(lines) + 2
        return middle

    def outcome(self, text: str, clauses: tuple[str, ...], *, depth: int) -> None:
        left = _left(depth)
        width = WIDTH - MARGIN - left - 2 * PADDING
        lines, numbers = _wrapped(text, width=width), _wrapped(" · ".join(clauses), width=width)
        height = LINE * (len(lines) + len(numbers)) + 2 * PADDING - 4
        self._box("outcome", left, height, 'fill="currentColor" fill-opacity=".1"')
        top = self.y + PADDING - 2
        self._text("outcome", lines, left + PADDING, top)
        size = f'font-size="{CLAUSES_FONT}"'
        self._text("clauses", numbers, left + PADDING, top + LINE * len(lines), size)
        self.y += height

    def lines(self, start: int, ends: list[int], *, depth: int) -> None:
        """A line from a question down to all that hangs on it."""
        left = _left(depth) + SPINE
        spine, branch = self._across(left), self._across(_left(depth + 1))
        ticks = "".join(f"M{spine} {end}H{branch}" for end in ends)
        self.elements.append(
            f'<path class="lines" d="M{spine} {start}V{ends[-1]}{ticks}" fill="none" stroke="currentColor"'
            ' stroke-opacity=".5"/>'
        )

    def _across(self, left: int) -> int:
        """Where something begins, counted from the side at which lines of this language begin."""
        return WIDTH - left if self.mirrored else left

    def _box(self, kind: str, left: int, height: int, colours: str) -> None:
        width = WIDTH - MARGIN - left
        edge = MARGIN if self.mirrored else left
        place = f'x="{edge}" y="{self.y}" width="{width}" height="{height}"'
        self.elements.append(f'<rect class="{kind}" {place} rx="6" {colours}/>')

    def _text(self, kind: str, lines: tuple[str, ...], left: int, top: int, font: str = "") -> None:
        edge = self._across(left)
        spans = " ".join(
            f'<tspan x="{edge}" y="{top + BASELINE + LINE * index}">{escape(line, quote=False)}</tspan>'
            for index, line in enumerate(lines)
        )
        self.elements.append(f'<text class="{kind}" fill="currentColor"{font and " " + font}>{spans}</text>')


def picture(graph: Graph) -> str:
    """The whole graph as one SVG element, to stand in a page or in a file of its own."""
    sheet = _Sheet(mirrored=direction() == "rtl")
    _draw(sheet, graph.first, depth=0)
    height = sheet.y + MARGIN
    name = f"graph-{graph.irregularity}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph-picture" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="group"'
        f' aria-labelledby="{name}" aria-describedby="{name}-how"'
        f' color="#15201a" font-family="system-ui, sans-serif" font-size="{FONT}">',
        f'<title id="{name}">{escape(graph.headline, quote=False)}</title>',
        f'<desc id="{name}-how">{escape(_(DESCRIPTION), quote=False)}</desc>',
        f'<rect class="paper" width="{WIDTH}" height="{height}" fill="#fff"/>',
    )
    return "\n".join((*head, *sheet.elements, "</svg>\n"))


def _draw(sheet: _Sheet, node: Node, *, depth: int) -> None:
    if isinstance(node, Outcome):
        sheet.outcome(str(node.text_without_facts or node.text), node.clauses, depth=depth)
        return
    if isinstance(node, Conditions | Claims):
        sheet.question(node.title, tuple(sentences.texts_of(node).values()), depth=depth)
    else:
        sheet.question(node.question, (), depth=depth)
    start, ends = sheet.y, []
    for answer, below in _branches(node):
        if answer:
            ends.append(sheet.answer(answer, depth=depth + 1))
        else:
            sheet.y += GAP
            ends.append(sheet.y + PADDING + LINE // 2)
        _draw(sheet, below, depth=depth + 1)
    sheet.lines(start, ends, depth=depth)


def _branches(question: Question) -> Iterator[tuple[str, Node]]:
    """Every answer with what it leads to; an empty one where there is only one way on."""
    match question:
        case OneOf(answers=answers):
            for answer in answers:
                if answer.inline and isinstance(answer.then, OneOf):
                    yield from _branches(answer.then)
                else:
                    yield answer.text, answer.then
        case Conditions(conditions=conditions, met=met, unmet=unmet):
            clauses = dict.fromkeys(number for condition in conditions for number in condition.clauses)
            yield _(sentences.ALL_MET), met
            yield _(sentences.NOT_ALL_MET), replace(unmet, clauses=tuple(clauses))
        case PointsList(enough=enough, short=short):
            yield _(sentences.ENOUGH_NUMBERS), enough
            yield _(sentences.TOO_FEW_NUMBERS), short
        case Count(then=then) | Claims(then=then):
            yield "", then


def _left(depth: int) -> int:
    return MARGIN + STEP * depth


def _wrapped(text: str, *, width: int, bold: bool = False) -> tuple[str, ...]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.extend(_pieces(word, width=width, bold=bold))
    return tuple(lines)


def _pieces(word: str, *, width: int, bold: bool) -> Iterator[str]:
    """A word, in pieces if a line has no room for it; some languages write no spaces."""
    while _width(word, bold=bold) > width:
        length = next(n for n in range(len(word) - 1, 0, -1) if _width(word[:n], bold=bold) <= width)
        yield word[:length]
        word = word[length:]
    yield word


def _width(text: str, *, bold: bool) -> float:
    return FONT * (_BOLD if bold else 1) * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if char in _NARROW:
        return 0.39
    if char in _BROAD or unicodedata.east_asian_width(char) in "WF":
        return 1.0
    return 0.7 if char.isupper() else 0.62
