"""Proves that every text of a template is marked for translation, whatever branch it stands on."""

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from scorekeeper.paths import TEMPLATES

GETTEXT = {"_", "gettext", "ngettext", "pgettext"}
READ = {"alt", "aria-description", "aria-label", "aria-roledescription", "label", "placeholder", "title"}
# Elements that hold names, or what people type and programs read; blocks that fill in a tag.
VERBATIM = {"bdi", "code", "pre", "script", "style"}
IN_TAGS = {"main_attributes", "main_class"}
# Names of ours and of formats, letters of cards and the sign of a sum; commands, addresses, examples; what a
# script fills in.
NEEDS_NONE = re.compile(
    r"\b(Scorekeeper|CSV|JSON|[A-ZΣ])\b|\bscorekeeper [a-z ]+|/[a-z/-]+|Europe/Prague|ARMC GT9F"
    r"|^(Ana|Ben|Cem)$|\{\w+\}"
)
# Where a tag is put together of pieces, its attributes stand alone.
ATTRIBUTES = re.compile(r'[\w-]+="[^"]*"?|\b(checked|disabled|hidden|open|required|selected)\b')
# Several words, or one that begins a sentence: a code is neither.
SENTENCE = re.compile(r"[^\W\d_][,;:]? [^\W\d_]|^[A-Z][a-z]")
# In the place of what is marked, or is a value.
VALUE = " \ufffc "
JINJA = Environment(extensions=["jinja2.ext.i18n"])
FILES = [path for path in sorted(TEMPLATES.rglob("*.*")) if path.suffix in (".html", ".txt")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(TEMPLATES)))
def test_every_text_of_a_template_is_marked(path: Path) -> None:
    tree = JINJA.parse(path.read_text(encoding="utf-8"))
    texts = [part for text in _Reader(_written(tree)).texts for part in ATTRIBUTES.sub("", text).split(VALUE)]
    texts = [NEEDS_NONE.sub("", text.strip()) for text in texts]

    assert [text for text in texts if re.search(r"[^\W\d_]", text)] == []
    assert [text for text in _constants(tree) if SENTENCE.search(NEEDS_NONE.sub("", text))] == []


def _written(tree: nodes.Template) -> str:
    """What a template writes itself, with all its branches one after the other."""
    blocks = [block for block in tree.find_all(nodes.Block) if block.name in IN_TAGS]
    in_tags = {id(output) for block in blocks for output in block.find_all(nodes.Output)}
    outputs = (output for output in tree.find_all(nodes.Output) if id(output) not in in_tags)
    parts = (part for output in outputs for part in output.nodes)
    return "".join(part.data if isinstance(part, nodes.TemplateData) else VALUE for part in parts)


def _constants(tree: nodes.Template) -> list[str]:
    """The texts in expressions that are not marked; what is compared, keys and classes are for programs."""
    calls = (call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name))
    marked = [call for call in calls if call.node.name in GETTEXT]
    compared = (*tree.find_all(nodes.Operand), *(pair.key for pair in tree.find_all(nodes.Pair)))
    classes = (word for word in tree.find_all(nodes.Keyword) if word.key == "class")
    for_programs = (*marked, *compared, *classes)
    left_out = {id(text) for node in for_programs for text in (node, *node.find_all(nodes.Const))}
    constants = (text for text in tree.find_all(nodes.Const) if isinstance(text.value, str))
    return [text.value for text in constants if id(text) not in left_out]


class _Reader(HTMLParser):
    """Collects what people read or hear of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.verbatim: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.texts += [value for name, value in attrs if value and _is_read(name, value)]
        if tag in (*VERBATIM, *self.verbatim[-1:]) or (tag != "input" and ("translate", "no") in attrs):
            self.verbatim.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self.verbatim[-1:]:
            self.verbatim.pop()

    def handle_data(self, data: str) -> None:
        if not self.verbatim:
            self.texts.append(data)


def _is_read(name: str, value: str) -> object:
    return name in READ or (name.startswith("data-") and name != "data-behaviour" and SENTENCE.search(value))
