"""The shapes of what is told of leagues: standings, games, players."""

from __future__ import annotations

from typing import Any

from marshmallow import fields

from scorekeeper.rules.game import Statistics, Status
from scorekeeper.rules.leagues.ranking import Way
from scorekeeper.services.leagues.queries.games import State
from scorekeeper.web.api.fields import Told
from scorekeeper.web.api.schema_parts import (
    many,
    one_of,
    text,
    text_or_null,
    texts,
    whole,
    whole_or_null,
    yes_no,
)


def number(**metadata: Any) -> fields.Float:
    return fields.Float(required=True, metadata=metadata)


def number_or_null(**metadata: Any) -> fields.Float:
    return fields.Float(required=True, allow_none=True, metadata=metadata)


class RankingSchema(Told):
    way = one_of(*Way)
    best_of = whole_or_null(description="How many of the best games count; null where all do.")
    min_games = whole(description="Games before a rank.")
    place_points = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.Integer()),
        required=True,
        metadata={"description": "Points by place, best first, for each number of players."},
    )


class TallySchema(Told):
    games = whole()
    wins = number(description="A shared win counts as a part of one (1.3a).")
    total = whole(description="The sum of all totals, those posted by 8.3 too.")
    average_total = number()
    best_total = whole_or_null(description="Of totals that were not posted.")
    average_per_hand = number_or_null(description="Without hands that were not played.")
    hands_out = whole(description="Hands gone out.")
    opponents_beaten = number(description="A share from 0 to 1, averaged over games.")
    streak = whole(description="Wins in a row at the end, shared ones too.")


class LineSchema(TallySchema):
    rank = whole_or_null(description="null: too few games for a rank.")
    player = whole(description="The number of the player in addresses.")
    name = text()
    value = number(description="What decides first, by the way to rank.")


class SeasonSchema(Told):
    name = text()
    first_day = text(format="date")
    last_day = text(format="date")
    ranking = fields.Nested(RankingSchema, required=True)


class StandingsSchema(Told):
    """The table of a season."""

    league = text()
    name = text()
    season = fields.Nested(SeasonSchema, required=True)
    seasons = texts(description="All seasons of the league, newest first.")
    on = fields.String(required=True, allow_none=True, metadata={"format": "date"})
    standings = many(LineSchema, description="Best first; those without a rank last.")


class LeagueSeatSchema(Told):
    player = whole_or_null()
    name = text()
    total = whole()
    posted = yes_no(description="Made by clause 8.3.")
    rank = whole()


class LeagueGameSchema(Told):
    id = text()
    season = text()
    status = one_of(*Status)
    statistics = one_of(*Statistics)
    state = one_of(*State)
    struck_reason = text_or_null(description="Why the organiser struck it.")
    started_at = text(format="date-time")
    finished_at = fields.String(required=True, allow_none=True, metadata={"format": "date-time"})
    seats = many(LeagueSeatSchema, description="In seating order.")


class LeagueGamesSchema(Told):
    """One page of the games of a league, newest first."""

    games = many(LeagueGameSchema)
    number = whole(description="How many there are on all pages.")
    page = whole()
    pages = whole()


class PlayedSchema(Told):
    id = text()
    season = text()
    started_at = text(format="date-time")
    total = whole()
    posted = yes_no(description="Made by clause 8.3.")
    rank = whole()
    seats = whole(description="How many played.")
    wins = number()
    hands_out = whole()
    opponents_beaten = number()
    points = number_or_null(description="For the place, where a season is asked for that counts them.")
    dropped = yes_no(description="Not among the best games that count.")


class LeaguePlayerSchema(Told):
    """A player and all games that count."""

    player = whole(description="The number of the person; of a merged player, that of the one it is now.")
    name = text()
    retired = yes_no()
    erased = yes_no()
    season = text_or_null()
    rank = whole_or_null()
    tally = fields.Nested(TallySchema, required=True, allow_none=True)
    games = many(PlayedSchema, description="Newest first.")
