"""What tables agreed where the rules are silent: in this game and those before it, on this phone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Select, bindparam, or_, select

from scorekeeper.models import EntryRow, GameRow, PrecedentRow, ScorerRightRow
from scorekeeper.models.engine import reading

MOST_SHOWN: Final = 20


@dataclass(frozen=True, slots=True)
class PrecedentLine:
    """One agreement, as of `rules.rulings.Precedent`; `here` if it is of the game that asks."""

    entry: int
    at: datetime
    time_zone: str
    clause: str | None
    question: str
    irregularity: str | None
    choice: str | None
    agreed: str
    here: bool


def _chain() -> Select[tuple[str | None]]:
    """The game that asks, the one whose seats it plays again, the one before that, and so on."""
    chain = select(bindparam("game_id").label("id")).cte("chain", recursive=True)
    chain = chain.union(
        select(GameRow.previous_game)
        .join(chain, GameRow.id == chain.c.id)
        .where(GameRow.previous_game.is_not(None))
    )
    return select(chain.c.id)


_MINE: Final = select(ScorerRightRow.game_id).where(
    ScorerRightRow.device == bindparam("device"), ScorerRightRow.revoked_at.is_(None)
)
_PRECEDENTS: Final = (
    select(
        PrecedentRow.entry,
        EntryRow.at,
        GameRow.time_zone,
        PrecedentRow.clause,
        PrecedentRow.question,
        PrecedentRow.irregularity,
        PrecedentRow.choice,
        PrecedentRow.agreed,
        (PrecedentRow.game_id == bindparam("game_id")).label("here"),
    )
    .join(EntryRow, (EntryRow.game_id == PrecedentRow.game_id) & (EntryRow.number == PrecedentRow.entry))
    .join(GameRow, GameRow.id == PrecedentRow.game_id)
    .where(
        GameRow.deleted_at.is_(None),
        or_(PrecedentRow.game_id.in_(_MINE), PrecedentRow.game_id.in_(_chain())),
    )
    .order_by(EntryRow.at.desc(), EntryRow.number.desc(), EntryRow.game_id)
    .limit(MOST_SHOWN)
)
_ON_CLAUSES: Final = _PRECEDENTS.where(PrecedentRow.clause.in_(bindparam("clauses", expanding=True)))


def precedents_for(
    device: str | None, game_id: str | None, *, clauses: Sequence[str] | None = None
) -> tuple[PrecedentLine, ...]:
    """The newest agreements that this phone, or the players of this game, have made; newest first.

    `clauses`: only those on one of them. None for a phone or a game that is not there.
    """
    if clauses is not None and not clauses:
        return ()
    asked = {"device": device or "", "game_id": game_id or ""}
    with reading() as connection:
        if clauses is None:
            rows = connection.execute(_PRECEDENTS, asked).all()
        else:
            rows = connection.execute(_ON_CLAUSES, {**asked, "clauses": list(clauses)}).all()
    return tuple(PrecedentLine(*row) for row in rows)
