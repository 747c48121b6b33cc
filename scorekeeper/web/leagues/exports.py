"""Downloads of a league: its numbers as tables for its readers, all of its data for its organisers."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final

from flask import Blueprint, Response, request
from flask.typing import ResponseReturnValue

from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.leagues.leagues import slug_of
from scorekeeper.services.leagues.queries.games import SpreadsheetRow, game_rows, hand_rows
from scorekeeper.services.leagues.queries.leagues import LeagueHead
from scorekeeper.services.leagues.queries.seasons import SeasonStandings, season_lines, season_standings
from scorekeeper.services.leagues.transfer import export
from scorekeeper.web.http import responses
from scorekeeper.web.http.responses import Cell
from scorekeeper.web.leagues.access import league_organiser, league_reader
from scorekeeper.web.leagues.columns import COLUMNS
from scorekeeper.web.leagues.pages import league_page
from scorekeeper.web.leagues.seasons import today_in

blueprint = Blueprint("league_exports", __name__, url_prefix="/leagues/<slug>")
_HANDS: Final = (
    *("season", "date", "game", "hand", "dealer", "player"),
    *("points", "held", "posted", "out", "counts"),
)
_GAMES: Final = ("season", "date", "game", "player", "rank", "total", "posted", "hands", "out", "counts")
_SEASON: Final = (
    "rank",
    "player",
    "value",
    *(column.csv_heading or column.label.lower() for column in COLUMNS),
)
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
    yield _HANDS
    for row in hand_rows(league.id):
        day, flags = _day(row), map(_yes, (row.posted, row.out, row.counts))
        held_cards = "" if row.held is None else row.held
        yield (row.season, day, row.game, row.hand, row.dealer, row.player, row.points, held_cards, *flags)


def _games(league: LeagueHead) -> Iterator[tuple[Cell, ...]]:
    yield _GAMES
    for row in game_rows(league.id):
        day = _day(row)
        numbers = (_yes(row.posted), row.hands, row.outs, _yes(row.counts))
        yield (row.season, day, row.game, row.player, row.rank, row.total, *numbers)


def _standings(table: SeasonStandings) -> Iterator[tuple[Cell, ...]]:
    yield _SEASON
    for line in table.lines:
        numbers = (column.value(line.tally) for column in COLUMNS)
        yield (line.rank or "", table.people[line.player].name, _number(line.value), *map(_number, numbers))


def _number(value: Fraction | int | None) -> Cell:
    """A number for a spreadsheet: whole or rounded; None is an empty cell."""
    if value is None:
        return ""
    rounded = round(float(value), _DIGITS)
    return int(rounded) if rounded.is_integer() else rounded


def _day(row: SpreadsheetRow) -> str:
    return local_day(row.started_at, time_zone=row.time_zone).isoformat()


def _yes(value: bool) -> str:
    return "yes" if value else "no"
