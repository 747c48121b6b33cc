"""The pictures of the question graphs in docs are those of the graphs as they are."""

from __future__ import annotations

import pytest

from scorekeeper.referee.codes import Irregularity
from tests.support.graph_files import COMMAND, FOLDER, INDEX, drawn, file_of, index

EACH = pytest.mark.parametrize("irregularity", Irregularity)


@EACH
def test_picture_in_docs_is_drawn_from_the_graph_as_it_is_now(irregularity):
    assert file_of(irregularity).read_text(encoding="utf-8") == drawn(irregularity), COMMAND


def test_docs_hold_these_pictures_and_show_them_all():
    names = {f"{irregularity}.svg" for irregularity in Irregularity}

    assert {path.name for path in FOLDER.glob("*.svg")} == names
    assert INDEX.read_text(encoding="utf-8") == index(), COMMAND
