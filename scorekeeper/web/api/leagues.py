"""Standings, games and players of the leagues that can be read without an account."""

from collections.abc import Sequence
from datetime import date
from functools import partial, wraps
from typing import Any, ClassVar, Final

from flask import request
from marshmallow import fields

from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import PRESETS, Method, RankedPlayer, Ranking, Unit
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.services.leagues.queries.games import GameFilter, GamesPage, State, games_page
from scorekeeper.services.leagues.queries.leagues import LeagueHead, league_head
from scorekeeper.services.leagues.queries.players import PlayerPage, player_page
from scorekeeper.services.leagues.queries.seasons import (
    SeasonPlayer,
    current_season,
    season_lines,
    season_standings,
)
from scorekeeper.web.api import openapi
from scorekeeper.web.api.openapi import View, parameter
from scorekeeper.web.api.problems import refusal
from scorekeeper.web.http import clock, headers, schemas
from scorekeeper.web.http.access import Rule, stated
from scorekeeper.web.http.parsing import NotADay, parse_day, parse_whole_or
from scorekeeper.web.leagues.columns import COLUMNS

blueprint = openapi.Blueprint("leagues", "/leagues", "Leagues that anyone can see")
_SEASON: Final = parameter("season", "The name of a season, such as 2026.")
_ON: Final = parameter("on", "As of the end of a day: 2026-03-01. Today, if left out.", format="date")
_PAGE: Final = parameter("page", "From 1; beyond the last one, the last one.", type="integer", minimum=1)


class RankingSchema(schemas.ResponseSchema):
    way = schemas.choice_of(*Method, attribute="method")
    unit = schemas.choice_of(*Unit)
    best_of = schemas.whole_or_null(description="How many of the best count; null where all do.")
    worst = schemas.whole(description="How many of the worst do not count.")
    min_games = schemas.whole(description="Games or evenings needed for a place at the end.")
    bonus = schemas.whole(description="Points for each evening, where places earn points.")
    tie_breaks = fields.List(fields.String(), required=True)
    late = schemas.choice_of(*Late)
    substitutes = schemas.choice_of(*Substitutes)
    guests = schemas.yes_no(description="Guests count like members.")
    place_points = schemas.by_name(
        fields.List(fields.Integer()), "Points by place, best first, for each number of players."
    )

    def get_place_points(self, ranking: Ranking) -> dict[int, Sequence[int]]:
        return {seats: ranking.points_at(seats) for seats in PRESETS}


class TallySchema(schemas.ResponseSchema):
    """The numbers of a player, as the columns of a season's table declare them."""

    class Meta:
        include: ClassVar = {column.field: column.api_field() for column in COLUMNS}

    compared = schemas.whole(
        description="Games scored by the league’s own rules: only these are in totals and averages."
    )
    total = schemas.exact(description="The sum of the totals compared, also those that clause 8.3 sets.")


class LineSchema(TallySchema):
    rank = schemas.whole_or_null(description="null: too few games for a place.")
    provisional = schemas.yes_no(description="It may get lost: more games are needed by the end.")
    player = schemas.whole("number", description="The number of the player in addresses.")
    name = schemas.text()
    value = schemas.number_or_null(description="What the ranking compares first; null: no game compares.")

    def get_attribute(self, obj: tuple[RankedPlayer, SeasonPlayer], attr: str, default: Any) -> Any:
        """The value of a field of the line, of its player, or of the tally of its games."""
        line, person = obj
        source = next((part for part in (person, line) if hasattr(part, attr)), line.tally)
        return super().get_attribute(source, attr, default)


class SeasonSchema(schemas.ResponseSchema):
    name = schemas.text("season.name")
    first_day = schemas.text("season.starts_on", format="date")
    last_day = schemas.text("season.last_day", format="date")
    over = schemas.yes_no("is_over", description="Its last day is past, or it is closed.")
    closed_at = schemas.moment_or_null()
    ranking = schemas.nested(RankingSchema)


class StandingsSchema(schemas.ResponseSchema):
    """The table of a season."""

    league = schemas.text("league.slug")
    name = schemas.text("league.name")
    season = schemas.nested(SeasonSchema, "table")
    seasons = schemas.texts(description="All seasons of the league, newest first.")
    on = schemas.text_or_null("table.on", format="date")
    left_out = schemas.whole(
        "table.left_out", description="Games scored by other rules: not in totals and averages."
    )
    standings = schemas.many(LineSchema, description="Best first; players without a place last.")


class LeagueSeatSchema(schemas.ResponseSchema):
    player = schemas.whole_or_null()
    name = schemas.text()
    total = schemas.exact()
    posted = schemas.yes_no(description="Made by clause 8.3.")
    rank = schemas.whole()


class LeagueGameSchema(schemas.ResponseSchema):
    id = schemas.text()
    season = schemas.text()
    status = schemas.choice_of(*Status)
    statistics = schemas.choice_of(*Statistics)
    state = schemas.choice_of(*State)
    struck_reason = schemas.text_or_null(description="Why an organiser removed it from the league.")
    started_at = schemas.moment()
    finished_at = schemas.moment_or_null()
    seats = schemas.many(LeagueSeatSchema, description="In seating order.")


class LeagueGamesSchema(schemas.ResponseSchema):
    """One page of the games of a league, newest first."""

    games = schemas.many(LeagueGameSchema)
    number = schemas.whole(description="How many games there are on all pages.")
    page = schemas.whole()
    pages = schemas.whole()


class PlayedSchema(schemas.ResponseSchema):
    id = schemas.text()
    season = schemas.text()
    started_at = schemas.moment()
    total = schemas.exact("result.total")
    compared = schemas.yes_no(description="Scored by the league’s own rules, so in totals and averages.")
    posted = schemas.yes_no("result.posted", description="Made by clause 8.3.")
    rank = schemas.whole("result.rank")
    seats = schemas.whole("result.seats", description="How many played.")
    wins = schemas.number("result.won")
    hands_out = schemas.whole("result.outs")
    opponents_beaten = schemas.number("result.beaten")
    points = schemas.number_or_null(description="Points for the place, in a season that counts them.")
    dropped = schemas.yes_no(description="Not among the best games that count.")


class LeaguePlayerSchema(schemas.ResponseSchema):
    """A player and all games that count."""

    player = schemas.whole(
        "who.person", description="The player’s number; after merging, the number of the player that stays."
    )
    name = schemas.text("who.name")
    retired = schemas.yes_no("who.retired")
    erased = schemas.yes_no("who.erased")
    season = schemas.text_or_null()
    rank = schemas.whole_or_null()
    tally = schemas.nested(TallySchema, null=True)
    games = schemas.many(PlayedSchema, description="Newest first.")

    def get_rank(self, page: PlayerPage) -> int | None:
        return page.line.rank if page.line else None


def _of_league(view: View) -> View:
    """Decorate a view: it gets its league, which must not be private."""

    @wraps(view)
    def with_league(*, slug: str, **arguments: Any) -> Any:
        league = league_head(slug)
        if league is None or league.visibility is Visibility.PRIVATE:
            raise refusal(404, "unknown-league")
        headers.hide(hidden=league.visibility is not Visibility.PUBLIC)
        return view(league, **arguments)

    return stated(with_league, Rule.LEAGUE_READER)


_operation = partial(blueprint.operation, within=(_of_league,))


@_operation("/<slug>/standings", answer=StandingsSchema, parameters=[_SEASON, _ON])
def show_standings(league: LeagueHead) -> dict[str, Any]:
    """The table of a season, by default of the current one."""
    today = local_day(clock.now(), time_zone=league.time_zone)
    newest = current_season(league.id, day=today)
    name = request.args.get("season") or (newest.name if newest else "")
    table = season_standings(league.id, name, on=_day(), today=today)
    if table is None:
        raise refusal(404, "unknown-season")
    return {
        "league": league,
        "table": table,
        "seasons": [season.name for season in season_lines(league.id)],
        "standings": [(line, table.people[line.player]) for line in table.lines],
    }


@_operation("/<slug>/games", answer=LeagueGamesSchema, parameters=[_SEASON, _PAGE])
def show_league_games(league: LeagueHead) -> GamesPage:
    """All games of a league or of a season, also those that do not count, 25 a page."""
    number = parse_whole_or(request.args.get("page", "1"), default=0)
    if number < 1:
        raise refusal(422, "bad-page")
    filters = GameFilter(season=request.args.get("season") or None)
    page = games_page(league.id, filters, page=number)
    if filters.season is not None and filters.season not in page.seasons:
        raise refusal(404, "unknown-season")
    return page


@_operation("/<slug>/players/<number:player>", answer=LeaguePlayerSchema, parameters=[_SEASON, _ON])
def show_league_player(league: LeagueHead, player: int) -> PlayerPage:
    """A player with all games that count, or those of a season."""
    season = request.args.get("season") or None
    today = local_day(clock.now(), time_zone=league.time_zone)
    page = player_page(league.id, player, season=season, on=_day(), today=today, time_zone=league.time_zone)
    if page is None:
        raise refusal(404, "unknown-player")
    return page


def _day() -> date | None:
    text = request.args.get("on")
    try:
        return None if text is None else parse_day(text)
    except NotADay:
        raise refusal(422, "bad-day") from None
