"""The sums over the games of one player: of a season, or of everything that a phone kept score of."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Final

from scorekeeper.rules.results import PARTS, Result
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.score_forms import Exact, sum_of

# Once is bad luck.
_NEMESIS_FROM: Final = 2


@dataclass(frozen=True, slots=True)
class Tally:
    """The games of one player, at least one. Exact sums, shares in `PARTS`; averages are made of them.

    Totals and points are those of the `compared` games, which were scored alike; all else is of all games.
    `total` includes totals posted by 8.3, `best` does not, as they are no records: None when all are posted.
    `streak` is how many of the latest games in a row were won, shared wins too.
    """

    games: int
    compared: int
    won_parts: int
    total: Exact
    best: Exact | None
    points: Exact
    hands: int
    outs: int
    beaten_parts: int
    streak: int

    @property
    def won(self) -> Fraction:
        """Games won; a shared win counts as its share (1.3a)."""
        return Fraction(self.won_parts, PARTS)

    @property
    def average_total(self) -> Fraction | None:
        """None where no game compares."""
        return Fraction(self.total, self.compared) if self.compared else None

    @property
    def average_per_hand(self) -> Fraction | None:
        """None where no game compares, or who left before the first hand was finished every time."""
        return Fraction(self.points, self.hands) if self.hands else None

    @property
    def share_beaten(self) -> Fraction:
        """Of all opponents, averaged over games, so that tables of 4 and of 8 compare."""
        return Fraction(self.beaten_parts, PARTS * self.games)


def tally(
    games: Sequence[Result],
    *,
    compared: Collection[Result] | None = None,
    wins: Wins = Wins.LOWEST,
) -> Tally:
    """The tally of one player's results, oldest first; ValueError without any.

    `compared` are those of them that were scored alike, None: all. `wins` says what is best.
    """
    if not games:
        raise ValueError("a tally needs a game")
    alike = games if compared is None else compared
    totals = [game.total for game in alike if not game.posted]
    return Tally(
        games=len(games),
        compared=len(alike),
        won_parts=sum(game.won_parts for game in games),
        total=sum_of(game.total for game in alike),
        best=(max if wins is Wins.HIGHEST else min)(totals, default=None),
        points=sum_of(game.points for game in alike),
        hands=sum(game.hands for game in alike),
        outs=sum(game.outs for game in games),
        beaten_parts=sum(game.beaten_parts for game in games),
        streak=sum(1 for _ in takewhile(lambda game: game.rank == 1, reversed(games))),
    )


def longest_streak(ranks: Iterable[int]) -> int:
    """The most games in a row that were won, shared wins too; `ranks` in the order they were played."""
    runs = groupby(ranks, key=lambda rank: rank == 1)
    return max((sum(1 for _ in run) for won, run in runs if won), default=0)


@dataclass(frozen=True, slots=True)
class Nemesis:
    """The opponent who finished ahead of a player most often: in `ahead` of the games they shared."""

    player: str
    ahead: int
    together: int


def nemesis(games: Iterable[tuple[int, Mapping[str, int]]]) -> Nemesis | None:
    """The nemesis of a player, who was behind them in two games at least; None without one.

    Each game has the player's own rank, and the ranks of the opponents by some key. Of those who were ahead
    equally often it is the one with the fewest games together, then the one who finished better in them.
    """
    ahead, together, ranks = Counter[str](), Counter[str](), Counter[str]()
    for own_rank, opponents in games:
        for opponent, rank in opponents.items():
            ahead[opponent] += rank < own_rank
            together[opponent] += 1
            ranks[opponent] += rank
    if not ahead:
        return None
    worst = min(ahead, key=lambda opponent: (-ahead[opponent], together[opponent], ranks[opponent], opponent))
    return Nemesis(worst, ahead[worst], together[worst]) if ahead[worst] >= _NEMESIS_FROM else None
