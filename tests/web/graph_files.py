"""The pictures in docs/referee: `make pictures` draws them anew."""

from __future__ import annotations

from pathlib import Path

from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.words import Irregularity
from scorekeeper.web.graph_pictures import picture
from scorekeeper.web.graph_words import GraphWords

FOLDER = Path(__file__).parents[2] / "docs" / "referee"
COMMAND = "make pictures"


def drawn(irregularity: Irregularity) -> str:
    return picture(GRAPHS[irregularity], GraphWords(irregularity))


def file_of(irregularity: Irregularity) -> Path:
    return FOLDER / f"{irregularity}.svg"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for irregularity in Irregularity:
        file_of(irregularity).write_text(drawn(irregularity), encoding="utf-8")
        print(file_of(irregularity))
