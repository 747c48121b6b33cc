"""Downloads of a league: its numbers as tables for its readers, all of its data for its organisers."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from fractions import Fraction
from typing import Final

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from scorekeeper.language import N_, _
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.leagues.leagues import slug_of
from scorekeeper.services.leagues.queries.games import SpreadsheetRow, game_rows, hand_rows, place_points
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import SeasonStandings, season_lines, season_standings
from scorekeeper.services.leagues.transfer import export
from scorekeeper.web.http import responses
from scorekeeper.web.http.responses import Cell
from scorekeeper.web.leagues.access import league_organiser, league_page, league_reader
from scorekeeper.web.leagues.columns import COLUMNS
from scorekeeper.web.leagues.seasons import today_in

blueprint = Blueprint("league_exports", __name__, url_prefix="/leagues/<slug>")
# What each row says first, whatever it has the numbers of.
_GAME: Final = (N_("Season"), N_("Night"), N_("Date"), N_("Table"), N_("Game ID"))
_SCORE: Final = (N_("Points"), N_("Points held"), N_("Gave no score"), N_("Went out"), N_("Counts"))
_HANDS: Final = (*_GAME, N_("Hand"), N_("Dealer"), N_("Player"), *_SCORE)
_TOTAL: Final = (N_("Total"), N_("Gave no score"), N_("Hands played"), N_("Hands won"), N_("Counts"))
_GAMES: Final = (*_GAME, N_("Player"), N_("Place"), N_("Place points"), *_TOTAL)
_DIGITS: Final = 4


@blueprint.get("/exports")
@league_reader
def exports(league: LeagueHead) -> ResponseReturnValue:
    """The list of files that can be downloaded."""
    decimals = "comma" if request.args.get(responses.DECIMALS) == "comma" else None
    return league_page("leagues/exports.html", league, seasons=season_lines(league.id), decimals=decimals)


@blueprint.get("/hands.csv")
@league_reader
def hands(league: LeagueHead) -> Response:
    """Download a table with a row for each player of each hand."""
    return responses.csv_file(_hands(league), name=_name(league, "hands.csv"))


@blueprint.get("/games.csv")
@league_reader
def games(league: LeagueHead) -> Response:
    """Download a table with a row for each player of each game."""
    return responses.csv_file(_games(league), name=_name(league, "games.csv"))


@blueprint.get("/seasons/<season:season>.csv")
@league_reader
def season(league: LeagueHead, season: str) -> Response:
    """The table of a season with today's results."""
    table = responses.or_404(season_standings(league.id, season, today=today_in(league)))
    return responses.csv_file(_standings(table), name=_name(league, f"{slug_of(season)}.csv"))


@blueprint.get("/league.json")
@league_organiser
def whole(league: LeagueHead) -> Response:
    """The whole league as JSON; only organisers may read precedents and the reasons for striking games."""
    name = _name(league, "league.json")
    return responses.download(export.exported(league.id), mimetype="application/json", name=name)


def _name(league: LeagueHead, what: str) -> str:
    """The name of a file: whose it is, what is in it, and not the secret in the address of some leagues."""
    return f"{slug_of(league.name)}-{what}"


def _hands(league: LeagueHead) -> Iterator[tuple[Cell, ...]]:
    yield tuple(map(_, _HANDS))
    for game, row in _numbered(hand_rows(league.id)):
        flags = map(_yes, (row.posted, row.out, row.counts))
        yield (*game, row.hand, row.dealer, row.player, row.points, _number(row.held), *flags)


def _games(league: LeagueHead) -> Iterator[tuple[Cell, ...]]:
    yield tuple(map(_, _GAMES))
    for game, row in _numbered(game_rows(league.id)):
        numbers = (_yes(row.posted), row.hands, row.outs, _yes(row.counts))
        yield (*game, row.player, row.rank, _number(place_points(row)), row.total, *numbers)


def _numbered(rows: Iterable[SpreadsheetRow]) -> Iterator[tuple[tuple[Cell, ...], SpreadsheetRow]]:
    """What each row says of its game, and the row; the games of a day are its tables, as they began."""
    last = None
    tables: dict[str, int] = {}
    for row in rows:
        day, night = (_day(moment, row) for moment in (row.started_at, row.night))
        if day != last:
            last, tables = day, {}
        table = tables.setdefault(row.game, len(tables) + 1)
        yield (row.season, night, day, table, row.game), row


def _standings(table: SeasonStandings) -> Iterator[tuple[Cell, ...]]:
    yield tuple(map(_, (N_("Place"), N_("Player"), N_("Value"), *(column.label for column in COLUMNS))))
    for line in table.lines:
        numbers = (column.value(line.tally) for column in COLUMNS)
        yield (line.rank or "", table.people[line.player].name, _number(line.value), *map(_number, numbers))


def _number(value: Fraction | int | None) -> Cell:
    """A number for a spreadsheet: whole or rounded; None is an empty cell."""
    if value is None:
        return ""
    rounded = round(float(value), _DIGITS)
    return int(rounded) if rounded.is_integer() else rounded


def _day(moment: datetime | None, row: SpreadsheetRow) -> str:
    return "" if moment is None else local_day(moment, time_zone=row.time_zone).isoformat()


def _yes(value: bool) -> str:
    return "yes" if value else "no"
