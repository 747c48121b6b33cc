"""The pictures in docs/referee: `make pictures` draws them anew."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graphs import GRAPHS
from tests.support.graph_pictures import picture

FOLDER = Path(__file__).parents[2] / "docs" / "referee"
INDEX = FOLDER / "README.md"
COMMAND = "make pictures"
INTRODUCTION = """# The referee's question graphs

Each picture is drawn from the data that the judge follows (`scorekeeper/referee/graphs/`), in the words
of the screens. `make pictures` draws them anew; a test compares them with the code. All rulings, one line for
each path: [tests/referee/rulings.txt](../../tests/referee/rulings.txt), written by `make rulings`.
"""


def drawn(irregularity: Irregularity) -> str:
    return picture(GRAPHS[irregularity])


def file_of(irregularity: Irregularity) -> Path:
    return FOLDER / f"{irregularity}.svg"


def index() -> str:
    """The page that shows all pictures."""
    shown = ((graph.headline, file_of(one).name) for one, graph in GRAPHS.items())
    chapters = (f"## {said}\n\n![The questions and rulings: {said}]({name})\n" for said, name in shown)
    return "\n".join((INTRODUCTION, *chapters))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for irregularity in Irregularity:
        file_of(irregularity).write_text(drawn(irregularity), encoding="utf-8")
    INDEX.write_text(index(), encoding="utf-8")
    print(f"{FOLDER}: {len(Irregularity)} pictures")
