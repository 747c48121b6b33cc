"""The fourteen irregularities, each with its question graph."""

from __future__ import annotations

from typing import Final

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Graph
from scorekeeper.referee.graphs.deal import DEAL
from scorekeeper.referee.graphs.extra_discard import EXTRA_DISCARD
from scorekeeper.referee.graphs.illegal_draw import ILLEGAL_DRAW
from scorekeeper.referee.graphs.illegal_laydown import ILLEGAL_LAYDOWN
from scorekeeper.referee.graphs.may_i import MAY_I
from scorekeeper.referee.graphs.missing_score import MISSING_SCORE
from scorekeeper.referee.graphs.out_of_turn import OUT_OF_TURN
from scorekeeper.referee.graphs.player_left import PLAYER_LEFT
from scorekeeper.referee.graphs.premature_discard import PREMATURE_DISCARD
from scorekeeper.referee.graphs.resume import RESUME
from scorekeeper.referee.graphs.scoring_error import SCORING_ERROR
from scorekeeper.referee.graphs.stock_out import STOCK_OUT
from scorekeeper.referee.graphs.wild_swap import WILD_SWAP
from scorekeeper.referee.graphs.wrong_count import WRONG_COUNT

_ALL: Final = (
    OUT_OF_TURN,
    ILLEGAL_DRAW,
    WRONG_COUNT,
    MAY_I,
    PREMATURE_DISCARD,
    EXTRA_DISCARD,
    ILLEGAL_LAYDOWN,
    WILD_SWAP,
    DEAL,
    STOCK_OUT,
    SCORING_ERROR,
    MISSING_SCORE,
    PLAYER_LEFT,
    RESUME,
)
GRAPHS: Final[dict[Irregularity, Graph]] = {graph.irregularity: graph for graph in _ALL}
