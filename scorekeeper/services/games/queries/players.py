"""The players at one phone's tables: names used before, and the results of each name. It needs no account."""

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import groupby
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import Row, and_, bindparam, case, func, or_, select

from scorekeeper.models import EntryRow, GameRow, HandRow, ScoreRow, ScorerRightRow, SeatRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.game import Played, Statistics
from scorekeeper.rules.names import key
from scorekeeper.rules.results import Result
from scorekeeper.rules.rulesets.ruleset import Ruleset, Wins
from scorekeeper.rules.tallies import Nemesis, Tally, longest_streak, nemesis, tally
from scorekeeper.services.games.codec import measure_of, rules_in
from scorekeeper.services.games.projection import WHEN_PLAYED

_ID_LENGTH: Final = 16


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody else at the table, with the rank in that game."""

    name: str
    rank: int


@dataclass(frozen=True, slots=True)
class PlayedGame(Played):
    """One counted game of a player. `best_hand` is the lowest count in a hand in which another went out.

    It is None where there is no such hand; scores posted by 8.5 are left out. `compared`: it was scored as
    most of the newest games were.
    """

    id: str
    rules: Ruleset
    name: str
    result: Result
    compared: bool
    best_hand: int | None
    opponents: tuple[Opponent, ...]


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One name in the counted games of a device, which are newest first; `id` names it in addresses.

    `longest_streak` is the most wins in a row, `nemesis` who finished ahead most often, by `Nemesis.player`
    the id of that name.
    """

    id: str
    name: str
    tally: Tally
    longest_streak: int
    best_hand: int | None
    nemesis: Nemesis | None
    games: tuple[PlayedGame, ...]


@dataclass(frozen=True, slots=True)
class PlayersPage:
    """Everybody in the counted games of a device by their ids: most wins first, then the best average.

    Totals and points are only of the games that were scored as most of the newest were, by `rules`, which are
    None without a game; `left_out` is how many games were not.
    """

    people: dict[str, PlayerStatistics]
    rules: Ruleset | None
    left_out: int


_MINE: Final = (
    (ScorerRightRow.device == bindparam("device"))
    & ScorerRightRow.revoked_at.is_(None)
    & GameRow.deleted_at.is_(None)
)
# So many of the newest games tell who plays together here.
NEWEST_GAMES: Final = 10
_NAMES: Final = (
    select(SeatRow.game_id, SeatRow.name)
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .where(_MINE)
    .order_by(GameRow.created_at.desc(), GameRow.id, SeatRow.position)
)
_WENT_OUT: Final = HandRow.went_out == SeatRow.number
_OTHER_WENT_OUT: Final = and_(
    ScoreRow.posted.is_(False), or_(HandRow.went_out.is_(None), HandRow.went_out != SeatRow.number)
)
# Who left without a posted total has no result (P-2), nor who came late (8.7a).
_PLACED: Final = (SeatRow.left_after.is_(None) | SeatRow.posted) & SeatRow.start_score.is_(None)
_RESULTS: Final = (
    select(
        GameRow.id,
        *WHEN_PLAYED,
        SeatRow.number,
        SeatRow.name,
        SeatRow.total,
        SeatRow.posted,
        SeatRow.rank,
        func.coalesce(func.sum(ScoreRow.points), 0).label("points"),
        func.count(ScoreRow.hand).label("hands"),
        func.coalesce(func.sum(case((_WENT_OUT, 1), else_=0)), 0).label("outs"),
        func.min(case((_OTHER_WENT_OUT, ScoreRow.held))).label("best_hand"),
    )
    .join(GameRow, GameRow.id == SeatRow.game_id)
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .outerjoin(ScoreRow, and_(ScoreRow.game_id == SeatRow.game_id, ScoreRow.seat == SeatRow.number))
    .outerjoin(HandRow, and_(HandRow.game_id == ScoreRow.game_id, HandRow.number == ScoreRow.hand))
    .where(_MINE, GameRow.statistics != Statistics.PENDING.value, _PLACED)
    .group_by(GameRow.id, SeatRow.game_id, SeatRow.number)
    .order_by(GameRow.started_at.desc(), GameRow.id, SeatRow.position)
)
_RULES: Final = (
    select(GameRow.id, EntryRow.payload)
    .join(ScorerRightRow, ScorerRightRow.game_id == GameRow.id)
    .join(EntryRow, and_(EntryRow.game_id == GameRow.id, EntryRow.number == GameRow.rules_entry))
    .where(_MINE, GameRow.statistics != Statistics.PENDING.value)
    .order_by(GameRow.started_at.desc(), GameRow.id)
)


def names_before(device: str) -> tuple[str, ...]:
    """Every name used in the games of a device once: who played most of the newest games first.

    Of those who played as many of them, the players of the newest game come first.
    """
    with reading() as session:
        seats = session.execute(_NAMES, {"device": device}).all()
    newest = set(list(dict.fromkeys(seat.game_id for seat in seats))[:NEWEST_GAMES])
    played = Counter(key(seat.name) for seat in seats if seat.game_id in newest)
    names: dict[str, str] = {}
    for seat in seats:
        names.setdefault(key(seat.name), seat.name)
    return tuple(sorted(names.values(), key=lambda name: -played[key(name)]))


def id_of(name: str) -> str:
    """The id of a name in addresses; equal for names that read alike. A name itself may hold any letters."""
    return sha256(key(name).encode()).hexdigest()[:_ID_LENGTH]


def players_page(device: str) -> PlayersPage:
    """The players of a device's counted games: those in which two have a result (8.4, 8.7a)."""
    with reading() as session:
        rows = session.execute(_RESULTS, {"device": device}).all()
        rules_entries = session.execute(_RULES, {"device": device}).all()
    placed = {game: tuple(seats) for game, seats in groupby(rows, key=attrgetter("id"))}
    played = {game: rules_in(payload) for game, payload in rules_entries if len(placed.get(game, ())) > 1}
    measures = {game: measure_of(rules) for game, rules in played.items()}
    newest = [*measures.values()][:NEWEST_GAMES]
    # Of equally many the first.
    usual = max(newest, key=newest.count, default=None)
    rules = next((played[game] for game, measure in measures.items() if measure == usual), None)
    wins = rules.wins if rules else Wins.LOWEST
    by_id: defaultdict[str, list[PlayedGame]] = defaultdict(list)
    for game_id in played:
        for game in _games(placed[game_id], rules=played[game_id], compared=measures[game_id] == usual):
            by_id[id_of(game.name)].append(game)
    players = sorted((_player(name_id, games, wins) for name_id, games in by_id.items()), key=_order(wins))
    left_out = sum(measure != usual for measure in measures.values())
    return PlayersPage({player.id: player for player in players}, rules, left_out)


def _order(wins: Wins) -> Callable[[PlayerStatistics], tuple[Any, ...]]:

    def order(player: PlayerStatistics) -> tuple[Any, ...]:
        average = player.tally.average_total
        return -player.tally.won_parts, average is None, wins.sign * (average or 0), key(player.name)

    return order


def _games(seats: Sequence[Row[*tuple[Any, ...]]], *, rules: Ruleset, compared: bool) -> list[PlayedGame]:
    """One game, as each of its players sees it."""
    ranks = sorted(seat.rank for seat in seats)
    return [
        PlayedGame(
            id=seat.id,
            rules=rules,
            started_at=seat.started_at,
            resumed_at=seat.resumed_at,
            time_zone=seat.time_zone,
            name=seat.name,
            result=Result(
                seat=seat.number,
                total=seat.total,
                posted=seat.posted,
                rank=1 + ranks.index(seat.rank),
                sharers=ranks.count(seat.rank),
                seats=len(seats),
                points=seat.points,
                hands=seat.hands,
                outs=seat.outs,
            ),
            compared=compared,
            best_hand=seat.best_hand,
            opponents=tuple(Opponent(other.name, other.rank) for other in seats if other is not seat),
        )
        for seat in seats
    ]


def _player(name_id: str, games: Sequence[PlayedGame], wins: Wins) -> PlayerStatistics:
    oldest_first = [game.result for game in reversed(games)]
    alike = [game for game in games if game.compared]
    rivals = (
        (game.result.rank, {id_of(other.name): other.rank for other in game.opponents}) for game in games
    )
    return PlayerStatistics(
        id=name_id,
        name=games[0].name,
        tally=tally(oldest_first, compared=[game.result for game in alike], wins=wins),
        longest_streak=longest_streak(game.rank for game in oldest_first),
        best_hand=min((game.best_hand for game in alike if game.best_hand is not None), default=None),
        nemesis=nemesis(rivals),
        games=tuple(games),
    )
