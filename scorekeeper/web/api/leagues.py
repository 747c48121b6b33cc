"""Standings, games and players of the leagues that can be read without an account."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import wraps
from hashlib import sha256
from typing import Any, ClassVar, Final

from flask import Response, current_app, request
from marshmallow import fields

from scorekeeper import __version__
from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import Method, RankedPlayer, Ranking
from scorekeeper.rules.leagues.seasons import Season, local_day
from scorekeeper.services.leagues.queries.games import GamesPage, State, Wanted, games_page
from scorekeeper.services.leagues.queries.leagues import LeagueHead, league_head
from scorekeeper.services.leagues.queries.player import PlayerPage, player_page
from scorekeeper.services.leagues.queries.seasons import (
    Person,
    SeasonStandings,
    current,
    season_lines,
    season_standings,
)
from scorekeeper.web.api import openapi
from scorekeeper.web.api.headers import View
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.http import clock, headers
from scorekeeper.web.http.access import Rule, stated
from scorekeeper.web.http.assets import static_tree
from scorekeeper.web.http.fields import NotADay, NotANumber, day
from scorekeeper.web.http.fields import whole as whole_number
from scorekeeper.web.http.schemas import (
    ResponseSchema,
    many,
    moment,
    moment_or_null,
    number,
    number_or_null,
    one,
    one_of,
    one_or_null,
    text,
    text_or_null,
    texts,
    whole,
    whole_or_null,
    yes_no,
)
from scorekeeper.web.leagues.columns import COLUMNS

blueprint = openapi.Blueprint(
    "api_leagues", __name__, url_prefix="/api/v1/leagues", description="Leagues that anybody may read"
)
_DIGEST_LENGTH: Final = 16


def _parameter(name: str, description: str, **schema: Any) -> openapi.Document:
    return {"in": "query", "name": name, "schema": {"type": "string"} | schema, "description": description}


_SEASON: Final = _parameter("season", "The name of a season, such as 2026.")
_ON: Final = _parameter("on", "As of the end of a day: 2026-03-01. Today, if left out.", format="date")
_PAGE: Final = _parameter("page", "From 1; beyond the last one, the last one.", type="integer", minimum=1)


@dataclass(frozen=True, slots=True)
class Standings:
    """The table of a season of a league, with all its seasons."""

    league: LeagueHead
    table: SeasonStandings
    seasons: Sequence[Season]


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings, and the person in it."""

    line: RankedPlayer
    person: Person


class RankingSchema(ResponseSchema):
    way = one_of(*Method, attribute="method")
    best_of = whole_or_null(description="How many of the best games count; null where all do.")
    min_games = whole(description="Games before a rank.")
    place_points = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Integer()),
        required=True,
        metadata={"description": "Points by place, best first, for each number of players."},
    )

    def get_best_of(self, ranking: Ranking) -> int | None:
        return ranking.best_of if ranking.method is Method.BEST else None

    def get_place_points(self, ranking: Ranking) -> dict[str, Sequence[int]]:
        return {str(seats): points for seats, points in sorted(ranking.place_points.items())}


class TallySchema(ResponseSchema):
    """The numbers of a player, as the columns of a season's table declare them."""

    class Meta:
        include: ClassVar = {column.field: column.api_field() for column in COLUMNS}

    total = whole(description="The sum of all totals, those posted by 8.3 too.")


class LineSchema(TallySchema):
    rank = whole_or_null(description="null: too few games for a rank.")
    player = whole("number", description="The number of the player in addresses.")
    name = text()
    value = number(description="What decides first, by the way to rank.")

    def get_attribute(self, obj: Standing, attr: str, default: Any) -> Any:
        """The value of a field of the line, of its player, or of the tally of its games."""
        source = next((part for part in (obj.person, obj.line) if hasattr(part, attr)), obj.line.tally)
        return super().get_attribute(source, attr, default)


class SeasonSchema(ResponseSchema):
    name = text("season.name")
    first_day = text("season.starts_on", format="date")
    last_day = text("season.last_day", format="date")
    ranking = one(RankingSchema)


class StandingsSchema(ResponseSchema):
    """The table of a season."""

    league = text("league.slug")
    name = text("league.name")
    season = one(SeasonSchema, "table")
    seasons = texts(description="All seasons of the league, newest first.")
    on = text_or_null("table.on", format="date")
    standings = many(LineSchema, description="Best first; those without a rank last.")

    def get_seasons(self, standings: Standings) -> list[str]:
        return [season.name for season in standings.seasons]

    def get_standings(self, standings: Standings) -> list[Standing]:
        table = standings.table
        return [Standing(line, table.people[line.player]) for line in table.lines]


class LeagueSeatSchema(ResponseSchema):
    player = whole_or_null()
    name = text()
    total = whole()
    posted = yes_no(description="Made by clause 8.3.")
    rank = whole()


class LeagueGameSchema(ResponseSchema):
    id = text()
    season = text()
    status = one_of(*Status)
    statistics = one_of(*Statistics)
    state = one_of(*State)
    struck_reason = text_or_null(description="Why the organiser struck it.")
    started_at = moment()
    finished_at = moment_or_null()
    seats = many(LeagueSeatSchema, description="In seating order.")


class LeagueGamesSchema(ResponseSchema):
    """One page of the games of a league, newest first."""

    games = many(LeagueGameSchema)
    number = whole(description="How many there are on all pages.")
    page = whole()
    pages = whole()


class PlayedSchema(ResponseSchema):
    id = text()
    season = text()
    started_at = moment()
    total = whole("result.total")
    posted = yes_no("result.posted", description="Made by clause 8.3.")
    rank = whole("result.rank")
    seats = whole("result.seats", description="How many played.")
    wins = number("result.won")
    hands_out = whole("result.outs")
    opponents_beaten = number("result.beaten")
    points = number_or_null(description="For the place, where a season is asked for that counts them.")
    dropped = yes_no(description="Not among the best games that count.")


class LeaguePlayerSchema(ResponseSchema):
    """A player and all games that count."""

    player = whole(
        "who.person",
        description="The number of the person; of a merged player, that of the one it is now.",
    )
    name = text("who.name")
    retired = yes_no("who.retired")
    erased = yes_no("who.erased")
    season = text_or_null()
    rank = whole_or_null()
    tally = one_or_null(TallySchema)
    games = many(PlayedSchema, description="Newest first.")

    def get_rank(self, page: PlayerPage) -> int | None:
        return page.line.rank if page.line else None


def _of_league(view: View) -> View:
    """Decorate a view: it gets its league, which must not be private."""

    @wraps(view)
    def found(*, slug: str, **arguments: Any) -> Any:
        league = league_head(slug)
        if league is None or league.visibility is Visibility.PRIVATE:
            raise refusal(404, "unknown-league")
        headers.hide(hidden=league.visibility is not Visibility.PUBLIC)
        return view(league, **arguments)

    return stated(found, Rule.LEAGUE_READER)


def _conditional(view: View) -> View:
    """Decorate a view of a league: the answer is 304, without a call, if the client has the newest one."""

    @wraps(view)
    def answered(league: LeagueHead, **arguments: Any) -> Any:
        on = _day()
        tag = _tag(league)
        headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
        client_has = request.if_none_match
        if tag in client_has.as_set(include_weak=True):
            return Response(status=304, headers=headers)
        answer = view(league, on=on, **arguments)
        return Response(status=304, headers=headers) if client_has.star_tag else (answer, headers)

    return answered


def _tag(league: LeagueHead) -> str:
    """A digest of all that an answer depends on; today is among it, since it decides the current season."""
    release = f"{__version__} {static_tree(current_app).digest}"
    query = [request.path, *(request.args.get(name, "") for name in ("season", "on"))]
    content = "\n".join((release, league.key, str(_today(league)), *query)).encode("utf-8", "surrogatepass")
    return f"{league.version}.{sha256(content).hexdigest()[:_DIGEST_LENGTH]}"


_BY_VERSION: Final = (
    _conditional,
    _of_league,
    openapi.reads,
    openapi.documented(422, parameters=[openapi.IF_NONE_MATCH, _SEASON, _ON]),
)


@blueprint.operation("/<slug>/standings", answer=StandingsSchema, within=_BY_VERSION)
def show_standings(league: LeagueHead, *, on: date | None) -> Standings:
    """The table of a season, by default of the current one."""
    seasons = season_lines(league.id)
    newest = current(seasons, day=_today(league))
    name = request.args.get("season") or (newest.name if newest else "")
    table = season_standings(league.id, name, on=on)
    if table is None:
        raise refusal(404, "unknown-season")
    return Standings(league, table, seasons)


@blueprint.operation("/<slug>/games", answer=LeagueGamesSchema, within=(_of_league,), versioned=False)
@openapi.documented(404, 422, parameters=[_SEASON, _PAGE])
def show_league_games(league: LeagueHead) -> GamesPage:
    """All games of a league or of a season, also those that do not count, 25 a page."""
    wanted = Wanted(season=request.args.get("season") or None)
    page = games_page(league.id, wanted, page=_page())
    if wanted.season is not None and wanted.season not in page.seasons:
        raise refusal(404, "unknown-season")
    return page


@blueprint.operation("/<slug>/players/<number:player>", answer=LeaguePlayerSchema, within=_BY_VERSION)
def show_league_player(league: LeagueHead, player: int, *, on: date | None) -> PlayerPage:
    """A player with all games that count, or those of a season."""
    season = request.args.get("season") or None
    found = player_page(league.id, player, season=season, on=on, time_zone=league.time_zone)
    if found is None:
        raise refusal(404, "unknown-player")
    return found


def _today(league: LeagueHead) -> date:
    return local_day(clock.now(), time_zone=league.time_zone)


def _day() -> date | None:
    text = request.args.get("on")
    try:
        return None if text is None else day(text)
    except NotADay:
        raise refusal(422, "bad-day") from None


def _page() -> int:
    try:
        number = whole_number(request.args.get("page", "1"))
    except NotANumber:
        raise refusal(422, "bad-page") from None
    if number < 1:
        raise refusal(422, "bad-page")
    return number
