"""Proves that every text of a template is marked for translation, by the syntax tree of Jinja.

And that `_` is nothing else in a module where it is the mark: a function in which it is a variable, too,
fails at its first sentence.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

import scorekeeper
from scorekeeper.paths import TEMPLATES

GETTEXT = {"_", "gettext", "ngettext", "pgettext", "npgettext"}
READ = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "title"}
# Elements that hold names, or what people type and programs read; blocks that fill in a tag.
VERBATIM = {"bdi", "code", "pre", "script", "style"}
IN_TAGS = {"main_attributes", "main_class"}
# Names of ours and of formats, letters of cards and the sign of a sum; commands, addresses and examples.
NEEDS_NONE = re.compile(
    r"\b(Scorekeeper|CSV|JSON|[A-ZΣ])\b|\bscorekeeper [a-z ]+|/[a-z/-]+|Europe/Prague|ARMC GT9F"
    r"|^(Ana|Ben|Cem)$"
)
LETTERS = re.compile(r"[^\W\d_]")
# Where a tag is put together of pieces, its attributes stand alone.
ATTRIBUTES = re.compile(r'[\w-]+="[^"]*"?|\b(checked|disabled|hidden|open|required|selected)\b')
# Several words, or one that begins a sentence: a code is neither.
SENTENCE = re.compile(r"[^\W\d_][,;:]? [^\W\d_]|^[A-Z][a-z]")
# In the place of what is marked, or is a value.
VALUE = " \ufffc "
JINJA = Environment(extensions=["jinja2.ext.i18n"], trim_blocks=True, lstrip_blocks=True)
FILES = {
    str(path.relative_to(TEMPLATES)): path for path in sorted(TEMPLATES.rglob("*.*")) if path.suffix != ".pyc"
}


@pytest.mark.parametrize("name", FILES)
def test_every_text_of_a_template_is_marked(name: str) -> None:
    assert unmarked(FILES[name]) == []


def test_the_mark_of_sentences_is_never_a_variable() -> None:
    package = Path(scorekeeper.__file__).parent
    assert {
        f"{path.relative_to(package)}:{line}"
        for path in package.rglob("*.py")
        for line in rebound(path.read_text(encoding="utf-8"))
    } == set()


def rebound(source: str) -> Iterator[int]:
    """The lines of a module in which `_` becomes a variable although it is the mark of sentences."""
    tree = list(ast.walk(ast.parse(source)))
    imports = (node for node in tree if isinstance(node, ast.ImportFrom))
    if any(node.module == "scorekeeper.language" and "_" in [n.name for n in node.names] for node in imports):
        for node in tree:
            if isinstance(node, ast.arg) and node.arg == "_":
                yield node.lineno
            if isinstance(node, ast.Name) and node.id == "_" and not isinstance(node.ctx, ast.Load):
                yield node.lineno


def unmarked(path: Path) -> list[str]:
    """The texts of a template that are not marked."""
    tree = JINJA.parse(path.read_text(encoding="utf-8"))
    said = [text for text in _texts(tree, html=path.suffix == ".html") if LETTERS.search(text)]
    return list(dict.fromkeys([*said, *(text for text in _kept(tree) if SENTENCE.search(text))]))


def _texts(tree: nodes.Template, *, html: bool) -> Iterator[str]:
    """What a template writes itself: its text, and the attributes that people read or hear."""
    written = "".join(_written(tree))
    for text in _Reader(written).said if html else written.split(VALUE):
        yield from (NEEDS_NONE.sub("", part).strip() for part in ATTRIBUTES.sub("", text).split(VALUE))


def _written(node: nodes.Node) -> Iterator[str]:
    """Everything that a node writes, with all its branches one after the other."""
    if isinstance(node, nodes.TemplateData):
        yield node.data
    elif isinstance(node, nodes.Block) and node.name in IN_TAGS:
        return
    elif isinstance(node, nodes.Output):
        for one in node.nodes:
            yield from _written(one)
    elif isinstance(node, nodes.Expr):
        yield from (VALUE, *_shown(node), VALUE)
    else:
        for one in node.iter_child_nodes():
            if isinstance(one, nodes.Stmt):
                yield from _written(one)


def _shown(node: nodes.Node) -> Iterator[str]:
    """The texts that an expression shows: not what it looks at, or hands on."""
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, nodes.CondExpr):
        for one in (node.expr1, node.expr2):
            yield from _shown(one) if one else ()
    elif isinstance(node, nodes.Mod):
        # The values of a marked sentence.
        said = " ".join(str(text.value) for text in node.left.find_all(nodes.Const))
        for name, value in ((pair.key.as_const(), pair.value) for pair in node.right.find_all(nodes.Pair)):
            if not re.search(rf'(<code|translate="no")>%\({name}\)s<', said):
                yield from (VALUE, *_shown(value))
    elif isinstance(node, nodes.Concat | nodes.Add | nodes.Or):
        for one in node.iter_child_nodes():
            yield from (VALUE, *_shown(one))


def _kept(tree: nodes.Template) -> Iterator[str]:
    """Texts that are handed on: the arguments of macros and filters, and values that are set."""
    calls = (call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name))
    marked = [call for call in calls if call.node.name in GETTEXT]
    # What is compared, and the keys of tables, is for the program alone.
    compared = (*tree.find_all(nodes.Operand), *(pair.key for pair in tree.find_all(nodes.Pair)))
    left_out = {id(text) for node in (*marked, *compared) for text in (node, *node.find_all(nodes.Const))}
    for text in tree.find_all(nodes.Const):
        if isinstance(text.value, str) and id(text) not in left_out:
            yield NEEDS_NONE.sub("", text.value)


class _Reader(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.said: list[str] = []
        self.verbatim: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.said += [value for name, value in attrs if value and _is_read(name, value)]
        if tag in (*VERBATIM, *self.verbatim[-1:]) or (tag != "input" and ("translate", "no") in attrs):
            self.verbatim.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.verbatim[-1:]:
            self.verbatim.pop()

    def handle_data(self, data: str) -> None:
        if not self.verbatim:
            self.said.append(data)


def _is_read(name: str, value: str) -> object:
    return name in READ or (name.startswith("data-") and name != "data-behaviour" and SENTENCE.search(value))
