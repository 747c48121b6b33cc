"""What tables agreed where the rules are silent: in this game and those before it, on this phone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Integer, Select, bindparam, cast, func, or_, select

from scorekeeper.models import EntryRow, GameRow, LeagueGameRow, LeagueRow, PrecedentRow, ScorerRightRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import FactValue

MOST_OF_OTHERS: Final = 20
# The fact of a ruling that says which of many open matters it is about.
MATTER: Final = "matter"


@dataclass(frozen=True, slots=True)
class Agreement:
    """One agreement, as of `rules.rulings.Precedent`; `of_this_game`: made in the game that asks.

    `facts` are those of its ruling; none if it was written down without one.
    """

    entry: int
    at: datetime
    time_zone: str
    clause: str | None
    question: str
    irregularity: str | None
    choice: str | None
    agreed: str
    of_this_game: bool
    facts: tuple[tuple[str, FactValue], ...] = ()

    @property
    def matter(self) -> str | None:
        """The code of what its ruling was about, where an irregularity has many open matters."""
        matter = dict(self.facts).get(MATTER)
        return None if matter is None else str(matter)

    @property
    def content(self) -> tuple[str | None, ...]:
        """The clause, the question and the answer: equal for agreements that say the same."""
        return self.clause, self.question, self.irregularity, self.matter, self.choice, self.agreed


class _Payload(msgspec.Struct):
    """What the stored entry of an agreement says of its ruling."""

    facts: tuple[tuple[str, FactValue], ...] = ()


def _chain() -> Select[tuple[str | None]]:
    """The game that asks, the one whose seats it plays again, the one before that, and so on."""
    chain = select(cast(bindparam("game_id"), GameRow.id.type).label("id")).cte("chain", recursive=True)
    chain = chain.union(
        select(GameRow.previous_game)
        .join(chain, GameRow.id == chain.c.id)
        .where(GameRow.previous_game.is_not(None))
    )
    return select(chain.c.id)


_RIGHTS: Final = select(ScorerRightRow.game_id).where(
    ScorerRightRow.device == bindparam("device"), ScorerRightRow.revoked_at.is_(None)
)
_WRITES_HERE: Final = or_(bindparam("game_id") == "", bindparam("game_id").in_(_RIGHTS))
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
        (PrecedentRow.game_id == bindparam("game_id")).label("of_this_game"),
        EntryRow.payload,
    )
    .join(EntryRow, (EntryRow.game_id == PrecedentRow.game_id) & (EntryRow.number == PrecedentRow.entry))
    .join(GameRow, GameRow.id == PrecedentRow.game_id)
    .where(GameRow.deleted_at.is_(None))
    .order_by(EntryRow.at.desc(), EntryRow.number.desc(), EntryRow.game_id)
)
_OWN: Final = _PRECEDENTS.where(PrecedentRow.game_id == bindparam("game_id"))
_IN_CHAIN: Final = _PRECEDENTS.where(PrecedentRow.game_id.in_(_chain()))
_ITS_LEAGUE: Final = (
    select(LeagueGameRow.league_id).where(LeagueGameRow.game_id == bindparam("game_id")).scalar_subquery()
)
_OF_LEAGUE: Final = select(LeagueGameRow.game_id).where(
    LeagueGameRow.league_id == func.coalesce(bindparam("league_id", type_=Integer), _ITS_LEAGUE)
)
_IS_PUBLIC: Final = (
    select(LeagueRow.id)
    .join(LeagueGameRow, LeagueGameRow.league_id == LeagueRow.id)
    .where(LeagueGameRow.game_id == bindparam("game_id"), LeagueRow.visibility == "public")
    .exists()
)
_IN_LEAGUE: Final = _PRECEDENTS.where(
    PrecedentRow.game_id.in_(_OF_LEAGUE), PrecedentRow.game_id.not_in(_chain()), or_(_IS_PUBLIC, _WRITES_HERE)
).limit(bindparam("most"))
_ELSEWHERE: Final = _PRECEDENTS.where(
    PrecedentRow.game_id.in_(_RIGHTS),
    PrecedentRow.game_id.not_in(_chain()),
    PrecedentRow.game_id.not_in(_OF_LEAGUE),
    _WRITES_HERE,
).limit(bindparam("most"))


def own_precedents(game_id: str) -> tuple[Agreement, ...]:
    """The agreements made in one game, newest first."""
    with reading() as session:
        return _agreements(session.execute(_OWN, {"game_id": game_id}).all())


def precedents_for(
    device: str | None,
    game_id: str | None,
    *,
    clauses: Iterable[str] | None = None,
    most: int = MOST_OF_OTHERS,
    league_id: int | None = None,
) -> tuple[Agreement, ...]:
    """All agreements of this game and of those it plays again; then the newest of its league's other games;
    then the newest of the phone's other games: `most` of each. Newest first in every part.

    A phone that only watches sees neither those of its own other games nor those of a league that is not
    public. `clauses`: only those on one of them. `league_id` is the league of a game that is about to start.
    None for a phone or a game that is not there. Where the same was agreed more than once, only the first of
    these agreements is given.
    """
    parameters = {"device": device or "", "game_id": game_id or "", "most": most, "league_id": league_id}
    parts = [_IN_CHAIN, _IN_LEAGUE, _ELSEWHERE]
    if clauses is not None:
        wanted = [*clauses]
        parts = [part.where(PrecedentRow.clause.in_(wanted)) for part in parts if wanted]
    with reading() as session:
        agreements = _agreements([row for part in parts for row in session.execute(part, parameters)])
    first = {line.content: line for line in reversed(agreements)}
    return tuple(line for line in agreements if first[line.content] is line)


def _agreements(rows: Iterable[Any]) -> tuple[Agreement, ...]:
    """The agreements of rows whose last column is the payload of the entry."""
    decode = msgspec.json.Decoder(_Payload).decode
    return tuple(Agreement(*(*columns, decode(payload).facts)) for *columns, payload in rows)
