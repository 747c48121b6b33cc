"""The numbers of a player, declared once for tables and their order, the page of the player, CSV and API.

To add a number that is made of the results that are kept: a property of `Tally`, and a column here.
"""

from collections.abc import Callable, Mapping
from dataclasses import KW_ONLY, dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Final

from scorekeeper.language import N_, Sentence, Spoken, _, ngettext
from scorekeeper.rules.leagues.ranking import Method, RankedPlayer, Ranking
from scorekeeper.rules.names import folded
from scorekeeper.rules.rulesets.ruleset import Wins
from scorekeeper.rules.tallies import Tally
from scorekeeper.services.leagues.queries.players import CountedGame, PlayerPage, matches
from scorekeeper.services.leagues.queries.seasons import SeasonStandings
from scorekeeper.web.http.formats import exactly, fixed, percent, share
from scorekeeper.web.http.schemas import exact_or_null, number, number_or_null, whole

_MISSING: Final = "–"
_LAST: Final = float("inf")


@dataclass(frozen=True, slots=True)
class Column:
    """One number of a player.

    `name` is its name in addresses, `attribute` that of `Tally`, `field` that in the API. `heading` is above
    it in a table, `label` beside it elsewhere, and `text` writes it. All games of the player made it, unless
    `games` says which did, below the heading `games_heading`.
    """

    name: str
    attribute: str
    field: str
    heading: Sentence
    label: Sentence
    api_type: Callable[..., Any]
    text: Callable[[Any], str]
    _: KW_ONLY
    description: str = ""
    # Made of totals and points: the best is the lowest or the highest, as the league plays.
    of_totals: bool = False
    # The ranking whose value this number is where every game counts.
    value_of: Method | None = None
    games: Callable[[PlayerPage], tuple[CountedGame, ...]] | None = None
    games_heading: Sentence | None = None

    def value(self, tally: Tally) -> Fraction | int | None:
        """The number itself; None where no game made it."""
        number: Fraction | int | None = getattr(tally, self.attribute)
        return number

    def written(self, tally: Tally) -> str:
        """The number for people."""
        number = self.value(tally)
        return _MISSING if number is None else self.text(number)

    def has_games(self, tally: Tally) -> bool:
        """Whether games of their own are behind the number of this player."""
        number = self.value(tally)
        return self.games is not None and number is not None and (self.of_totals or number > 0)

    def api_field(self) -> Any:
        """The field of the API that holds the number."""
        description = {"description": self.description} if self.description else {}
        return self.api_type(self.attribute, **description)

    def lowest_first(self, wins: Wins) -> bool:
        """Whether the lowest number is the best one where this total wins."""
        return self.of_totals and wins is Wins.LOWEST

    def decides(self, ranking: Ranking) -> bool:
        """Whether a season ranks by this very number."""
        return self.value_of is ranking.method and not ranking.drops

    def order(self, tally: Tally, *, wins: Wins) -> Fraction | float:
        """A key that sorts the best number first and a missing one last."""
        number = self.value(tally)
        if number is None:
            return _LAST
        return number if self.lowest_first(wins) else -number


@dataclass(frozen=True, slots=True)
class Value:
    """The number that decides in a ranking: its heading in the table, its label elsewhere."""

    heading: str
    label: str
    text: Callable[[Fraction], str]

    def written(self, value: Fraction | None) -> str:
        """The number of a player for people; None where no game made it."""
        return _MISSING if value is None else self.text(value)


def _won(page: PlayerPage) -> tuple[CountedGame, ...]:
    return tuple(game for game in page.games if game.result.rank == 1)


def _best(page: PlayerPage) -> tuple[CountedGame, ...]:
    best = page.tally.best if page.tally else None
    return tuple(
        game for game in page.games if game.compared and game.result.total == best and not game.result.posted
    )


def _went_out(page: PlayerPage) -> tuple[CountedGame, ...]:
    return tuple(game for game in page.games if game.result.outs)


def _streak(page: PlayerPage) -> tuple[CountedGame, ...]:
    return page.games[: page.tally.streak] if page.tally else ()


# fmt: off
COLUMNS: Final = (
    # name, attribute of Tally, field of the API, heading, label, type in the API, text
    Column("games", "games", "games", N_("Games"), N_("Games played"), whole, str),
    Column("won", "won", "wins", N_("Wins"), N_("Games won"), number, share,
           description="Players who share a win each get an equal part of it (1.3a).",
           games=_won, games_heading=N_("Games won, including shared wins")),
    Column("average", "average_total", "average_total", N_("Average"), N_("Average points per game"),
           number_or_null, fixed, of_totals=True, value_of=Method.AVERAGE),
    Column("best", "best", "best_total", N_("Best game"), N_("Points in the best game"), exact_or_null,
           exactly, of_totals=True, games=_best, games_heading=N_("Best game"),
           description="The best total, without posted ones (8.3)."),
    Column("hand", "average_per_hand", "average_per_hand", N_("Per hand"), N_("Average points per hand"),
           number_or_null, fixed, of_totals=True, description="Only hands that were played."),
    Column("outs", "outs", "hands_out", N_("Hands won"), N_("Hands won"), whole, str,
           description="Hands won by going out.", games=_went_out, games_heading=N_("Games with a hand won")),
    Column("beaten", "share_beaten", "opponents_beaten", N_("% beaten"), N_("Opponents beaten"), number,
           percent, description="A share from 0 to 1, averaged over games.", value_of=Method.BEATEN),
    Column("streak", "streak", "streak", N_("Streak"), N_("Wins in a row up to now"), whole, str,
           description="The latest wins in a row, including shared wins.",
           games=_streak, games_heading=N_("Current winning streak")),
)
# fmt: on
BY_NAME: Final[Mapping[str, Column]] = {column.name: column for column in COLUMNS}
WITH_GAMES: Final[Mapping[str, Column]] = {column.name: column for column in COLUMNS if column.games}
# The orders of a table by their names in addresses, as they are offered; the first is the usual one.
SORTS: Final[Mapping[str, Sentence]] = Spoken(
    {"rank": N_("Place"), "name": N_("Name"), **{column.name: column.label for column in COLUMNS}}
)


def value_in(ranking: Ranking) -> Value:
    """The number that decides in this ranking."""
    if ranking.method is Method.PLACES:
        return Value(_("Points"), _("Points for places"), share)
    if ranking.method is not Method.TOTALS:
        column = next(column for column in COLUMNS if column.value_of is ranking.method)
        # Averages that are nearly equal are told apart by a second decimal.
        text = partial(fixed, places=2) if ranking.method is Method.AVERAGE else column.text
        label = _("{number}, of what counts") if ranking.drops else "{number}"
        return Value(_(column.heading), label.format(number=_(column.label)), text)
    games = ranking.best_of or 1
    if games == 1 and ranking.wins is Wins.LOWEST:
        return Value(_("Lowest"), _("Lowest total"), exactly)
    if games == 1:
        return Value(_("Highest"), _("Highest total"), exactly)
    heading = ngettext("Best {count}", "Best {count}", games).format(count=games)
    label = ngettext("Best {count}, added up", "Best {count}, added up", games).format(count=games)
    return Value(heading, label, exactly)


def sorted_lines(table: SeasonStandings, *, sort: str, search: str) -> tuple[RankedPlayer, ...]:
    """The lines whose names contain `search`, best first by `sort`; equal ones as the season ranks them."""
    lines = [line for line in table.lines if matches(table.people[line.player].name, search)]
    if sort == "name":
        lines.sort(key=lambda line: folded(table.people[line.player].name))
    elif column := BY_NAME.get(sort):
        lines.sort(key=lambda line: column.order(line.tally, wins=table.ranking.wins))
    return tuple(lines)
