"""Draws each question graph for docs/referee as an SVG picture, from the data that the judge follows.

A tree from the top down: framed questions, under each its answers, under each answer the next question or,
shaded, the ruling with its clauses.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape
from typing import Final

from scorekeeper.referee.graph import Graph
from scorekeeper.web.referee.question_tree import Tree, tree_of

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
DESCRIPTION: Final = (
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
        ticks = "".join(f"M{left} {end}H{_left(depth + 1)}" for end in ends)
        self.elements.append(
            f'<path class="lines" d="M{left} {start}V{ends[-1]}{ticks}" fill="none" stroke="currentColor"'
            ' stroke-opacity=".5"/>'
        )

    def _box(self, kind: str, left: int, height: int, colours: str) -> None:
        width = WIDTH - MARGIN - left
        place = f'x="{left}" y="{self.y}" width="{width}" height="{height}"'
        self.elements.append(f'<rect class="{kind}" {place} rx="6" {colours}/>')

    def _text(self, kind: str, lines: tuple[str, ...], left: int, top: int, font: str = "") -> None:
        spans = " ".join(
            f'<tspan x="{left}" y="{top + BASELINE + LINE * index}">{escape(line, quote=False)}</tspan>'
            for index, line in enumerate(lines)
        )
        self.elements.append(f'<text class="{kind}" fill="currentColor"{font and " " + font}>{spans}</text>')


def picture(graph: Graph) -> str:
    """The whole graph as one SVG element."""
    sheet = _Sheet()
    _draw(sheet, tree_of(graph), depth=0)
    height = sheet.y + MARGIN
    name = f"graph-{graph.irregularity}"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="graph-picture" viewBox="0 0 {WIDTH} {height}"'
        f' width="{WIDTH}" height="{height}" role="group"'
        f' aria-labelledby="{name}" aria-describedby="{name}-how"'
        f' color="#15201a" font-family="system-ui, sans-serif" font-size="{FONT}">',
        f'<title id="{name}">{escape(graph.headline, quote=False)}</title>',
        f'<desc id="{name}-how">{escape(DESCRIPTION, quote=False)}</desc>',
        f'<rect class="paper" width="{WIDTH}" height="{height}" fill="#fff"/>',
    )
    return "\n".join((*head, *sheet.elements, "</svg>\n"))


def _draw(sheet: _Sheet, tree: Tree, *, depth: int) -> None:
    if not tree.branches:
        sheet.outcome(tree.text, tree.clauses, depth=depth)
        return
    sheet.question(tree.text, tree.items, depth=depth)
    start, ends = sheet.y, []
    for branch in tree.branches:
        if branch.answer:
            ends.append(sheet.answer(branch.answer, depth=depth + 1))
        else:
            sheet.y += GAP
            ends.append(sheet.y + PADDING + LINE // 2)
        _draw(sheet, branch.then, depth=depth + 1)
    sheet.lines(start, ends, depth=depth)


def _left(depth: int) -> int:
    return MARGIN + STEP * depth


def _wrapped(text: str, *, width: int, bold: bool = False) -> tuple[str, ...]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and _width(longer, bold=bold) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return tuple(lines)


def _width(text: str, *, bold: bool) -> float:
    return FONT * (_BOLD if bold else 1) * sum(map(_letter, text))


def _letter(char: str) -> float:
    if char in _NARROW:
        return 0.39
    if char in _BROAD:
        return 1.0
    return 0.7 if char.isupper() else 0.62
