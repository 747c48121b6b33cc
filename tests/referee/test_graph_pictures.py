"""The pictures of the question graphs: all of each graph, in place, the same in docs."""

from __future__ import annotations

from dataclasses import fields, is_dataclass, replace
from xml.etree import ElementTree

import pytest

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import OneOf, Outcome, nodes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.sentences import texts_of
from tests.support.graph_files import COMMAND, FOLDER, INDEX, drawn, file_of, index
from tests.support.graph_pictures import WIDTH, picture

EACH = pytest.mark.parametrize("irregularity", Irregularity)
SVG = "{http://www.w3.org/2000/svg}"
ALLOWED = {
    "svg": {"class", "viewBox", "width", "height", "role", "aria-labelledby", "aria-describedby"}
    | {"color", "font-family", "font-size"},
    "title": {"id"},
    "desc": {"id"},
    "rect": {"class", "x", "y", "width", "height", "rx", "fill", "fill-opacity", "stroke", "stroke-opacity"},
    "path": {"class", "d", "fill", "stroke", "stroke-opacity"},
    "text": {"class", "fill", "font-weight", "font-size"},
    "tspan": {"x", "y"},
}


LOUD = '</desc><script>alert(1)</script> "so" & ]]> ' + "on and " * 12
SENTENCES = ("headline", "question", "title", "statement", "text", "text_without_facts")


def loud(value):
    """A graph in which every sentence is long and full of signs."""
    if isinstance(value, tuple):
        return tuple(map(loud, value))
    if not is_dataclass(value):
        return value
    changed = {field.name: loud(getattr(value, field.name)) for field in fields(value)}
    changed |= {name: LOUD for name in SENTENCES if name in changed}
    return replace(value, **changed)


PICTURES = [picture(graph) for graph in GRAPHS.values()] + [picture(loud(graph)) for graph in GRAPHS.values()]
OF_EACH = pytest.mark.parametrize("svg", PICTURES, ids=[*GRAPHS, *(f"loud {one}" for one in GRAPHS)])


def shapes(svg):
    """Every element but the root, by its kind."""
    return [(element.tag.removeprefix(SVG), element) for element in ElementTree.fromstring(svg).iter()][1:]


def texts(svg, kind):
    """The texts of one kind, a string for each."""
    found = [element for tag, element in shapes(svg) if tag == "text" and element.get("class") == kind]
    return [" ".join("".join(element.itertext()).split()) for element in found]


@EACH
def test_picture_shows_every_question_answer_and_ruling(irregularity):
    graph, svg = GRAPHS[irregularity], drawn(irregularity)
    below = list(nodes(graph.first))
    inline = {
        id(answer.then)
        for node in below
        if isinstance(node, OneOf)
        for answer in node.answers
        if answer.inline
    }
    questions = [node for node in below if not isinstance(node, Outcome) and id(node) not in inline]
    asked = [text for node in questions for text in texts_of(node).values()]
    answers = [
        answer.text
        for node in below
        if isinstance(node, OneOf)
        for answer in node.answers
        if not answer.inline
    ]
    ruled = [node.text_without_facts or node.text for node in below if isinstance(node, Outcome)]

    assert sorted(ruled) == sorted(texts(svg, "outcome"))
    assert set(asked) <= set(texts(svg, "question"))
    assert set(answers) <= set(texts(svg, "answer"))
    assert len(ruled) >= 2
    assert "{" not in svg


@EACH
def test_picture_cites_the_clauses_of_every_ruling(irregularity):
    cited = {number for text in texts(drawn(irregularity), "clauses") for number in text.split(" · ")}
    graph = GRAPHS[irregularity]
    own = {number for node in nodes(graph.first) if isinstance(node, Outcome) for number in node.clauses}

    assert own <= cited
    assert all(text for text in texts(drawn(irregularity), "clauses"))


def test_refusal_cites_the_clauses_of_every_condition():
    assert texts(drawn(Irregularity.RESUME), "clauses") == ["8.1 · 8.2", "8.1 · 8.1a · 8.2 · 8.2a"]


@EACH
def test_picture_says_what_it_is(irregularity):
    root = ElementTree.fromstring(drawn(irregularity))
    said = {element.get("id"): element.text for element in root if element.get("id")}

    assert said[root.get("aria-labelledby")] == GRAPHS[irregularity].headline
    assert said[root.get("aria-describedby")].startswith("A tree of questions.")


@OF_EACH
def test_picture_holds_nothing_that_a_strict_policy_forbids(svg):

    for element in ElementTree.fromstring(svg).iter():
        assert set(element.attrib) <= ALLOWED[element.tag.removeprefix(SVG)]


@OF_EACH
def test_boxes_and_texts_follow_one_another_inside_the_picture(svg):
    height = int(ElementTree.fromstring(svg).get("height"))
    down = 0
    boxes = 0
    for tag, shape in shapes(svg):
        if tag == "rect" and shape.get("class") != "paper":
            left, top, width, tall = (int(shape.get(name)) for name in ("x", "y", "width", "height"))
            assert top >= down
            assert left >= 8
            assert left + width == WIDTH - 8
            down, boxes = top + tall, boxes + 1
        if tag == "tspan" and shape.text != "–":
            assert 0 < int(shape.get("y")) < height
    assert down + 8 == height
    assert boxes >= 3


@EACH
def test_lines_lead_to_every_answer(irregularity):
    paths = [shape.get("d") for tag, shape in shapes(drawn(irregularity)) if tag == "path"]
    ticks = sum(path.count("H") for path in paths)
    ruled = len(texts(drawn(irregularity), "outcome"))

    assert ticks == len(paths) - 1 + ruled


@EACH
def test_picture_in_docs_is_drawn_from_the_graph_as_it_is_now(irregularity):
    assert file_of(irregularity).read_text(encoding="utf-8") == drawn(irregularity), COMMAND


def test_docs_hold_these_pictures_and_show_them_all():
    names = {f"{irregularity}.svg" for irregularity in Irregularity}

    assert {path.name for path in FOLDER.glob("*.svg")} == names
    assert INDEX.read_text(encoding="utf-8") == index(), COMMAND
