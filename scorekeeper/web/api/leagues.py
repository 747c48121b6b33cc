"""Leagues for programs: standings, games and players of those that need no account to be read."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC, date
from functools import wraps
from hashlib import sha256
from typing import Any, Final

from flask import Response, current_app, request

from scorekeeper import __version__
from scorekeeper.rules.leagues.league import Visibility
from scorekeeper.rules.leagues.ranking import Ranking, Way
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.rules.leagues.tallies import Tally
from scorekeeper.services.leagues.queries.games import LeagueGame, Wanted, games_page
from scorekeeper.services.leagues.queries.head import LeagueHead, league_head
from scorekeeper.services.leagues.queries.player import PlayedGame, player_page
from scorekeeper.services.leagues.queries.season import current, season_lines
from scorekeeper.services.leagues.queries.standings import season_standings
from scorekeeper.web.api import operations
from scorekeeper.web.api.league_responses import LeagueGamesSchema, LeaguePlayerSchema, StandingsSchema
from scorekeeper.web.api.problems import plain
from scorekeeper.web.http import cache_headers, clock
from scorekeeper.web.http.access import Rule, stated
from scorekeeper.web.http.assets import static_tree
from scorekeeper.web.http.fields import NotADay, NotANumber, day, whole

blueprint = operations.Blueprint(
    "api_leagues", __name__, url_prefix="/api/v1/leagues", description="Leagues that anybody may read"
)
Document = dict[str, Any]
_DIGEST_LENGTH: Final = 16


def _asks(name: str, description: str, **schema: Any) -> Document:
    return {"in": "query", "name": name, "schema": {"type": "string"} | schema, "description": description}


_SEASON: Final = _asks("season", "The name of a season, such as 2026.")
_ON: Final = _asks("on", "As of the end of a day: 2026-03-01. Today, if left out.", format="date")
_PAGE: Final = _asks("page", "From 1; beyond the last one, the last one.", type="integer", minimum=1)


def _of_league(view: operations.View) -> operations.View:
    """A view of a league that may be read by everybody who knows its address; a private one is unknown."""

    @wraps(view)
    def found(*, slug: str, **parts: Any) -> Any:
        league = league_head(slug)
        if league is None or league.visibility is Visibility.PRIVATE:
            raise plain(404, "unknown-league")
        cache_headers.hide(hidden=league.visibility is not Visibility.PUBLIC)
        return view(league, **parts)

    return stated(found, Rule.LEAGUE_READER)


def _unless_known(view: operations.View) -> operations.View:
    """A view of a league that is not called when the client has its newest version already."""

    @wraps(view)
    def answered(league: LeagueHead, **parts: Any) -> Any:
        on = _day()
        tag = _tag(league)
        headers = {"ETag": f'"{tag}"', "Cache-Control": "no-cache"}
        known = request.if_none_match
        if tag in known.as_set(include_weak=True):
            return Response(status=304, headers=headers)
        answer = view(league, on=on, **parts)
        return Response(status=304, headers=headers) if known.star_tag else (answer, headers)

    return answered


def _tag(league: LeagueHead) -> str:
    """All that an answer depends on: release, league, question, and the day, which says what season is on."""
    release = f"{__version__} {static_tree(current_app).digest}"
    asked = [request.path, *(request.args.get(name, "") for name in ("season", "on"))]
    told = "\n".join((release, league.key, str(_today(league)), *asked)).encode("utf-8", "surrogatepass")
    return f"{league.version}.{sha256(told).hexdigest()[:_DIGEST_LENGTH]}"


def _asked(
    *parameters: Document, responses: Mapping[str, str]
) -> Callable[[operations.View], operations.View]:
    documented: Callable[[operations.View], operations.View] = operations.Blueprint.doc(
        parameters=list(parameters), responses=responses
    )
    return documented


_BY_VERSION: Final = (
    _unless_known,
    _of_league,
    operations.reads,
    _asked(operations.IF_NONE_MATCH, _SEASON, _ON, responses={"422": "UNPROCESSABLE_ENTITY"}),
)


@blueprint.operation("/<slug>/standings", answer=StandingsSchema, within=_BY_VERSION)
def show_standings(league: LeagueHead, *, on: date | None) -> Document:
    """The table of a season; of the one that is on, if none is named."""
    seasons = season_lines(league.id)
    newest = current(seasons, day=_today(league))
    name = request.args.get("season") or (newest.name if newest else "")
    table = season_standings(league.id, name, on=on)
    if table is None:
        raise plain(404, "unknown-season")
    return {
        "league": league.slug,
        "name": league.name,
        "season": {
            "name": table.season.name,
            "first_day": table.season.starts_on.isoformat(),
            "last_day": table.season.last_day.isoformat(),
            "ranking": _ranking(table.ranking),
        },
        "seasons": [season.name for season in seasons],
        "on": on.isoformat() if on else None,
        "standings": [
            {
                "rank": line.rank,
                "player": table.people[line.player].number,
                "name": table.people[line.player].name,
                "value": float(line.value),
                **_tally(line.tally),
            }
            for line in table.lines
        ],
    }


@blueprint.operation("/<slug>/games", answer=LeagueGamesSchema, within=(_of_league,), versioned=False)
@_asked(_SEASON, _PAGE, responses={"404": "NOT_FOUND", "422": "UNPROCESSABLE_ENTITY"})
def show_league_games(league: LeagueHead) -> Document:
    """All games of a league or of a season, also those that do not count, 25 a page."""
    wanted = Wanted(season=request.args.get("season") or None)
    page = games_page(league.id, wanted, page=_page())
    if wanted.season is not None and wanted.season not in page.seasons:
        raise plain(404, "unknown-season")
    return {
        "games": [_game(game) for game in page.games],
        "number": page.number,
        "page": page.page,
        "pages": page.pages,
    }


@blueprint.operation("/<slug>/players/<number:player>", answer=LeaguePlayerSchema, within=_BY_VERSION)
def show_league_player(league: LeagueHead, player: int, *, on: date | None) -> Document:
    """A player with all games that count, or those of a season."""
    season = request.args.get("season") or None
    found = player_page(league.id, player, season=season, on=on, time_zone=league.time_zone)
    if found is None:
        raise plain(404, "unknown-player")
    return {
        "player": found.who.person,
        "name": found.who.name,
        "retired": found.who.retired,
        "erased": found.who.erased,
        "season": season,
        "rank": found.line.rank if found.line else None,
        "tally": _tally(found.tally) if found.tally else None,
        "games": [_played(game) for game in found.games],
    }


def _today(league: LeagueHead) -> date:
    return local_day(clock.now(), time_zone=league.time_zone)


def _day() -> date | None:
    text = request.args.get("on")
    try:
        return None if text is None else day(text)
    except NotADay:
        raise plain(422, "bad-day") from None


def _page() -> int:
    try:
        number = whole(request.args.get("page", "1"))
    except NotANumber:
        raise plain(422, "bad-page") from None
    if number < 1:
        raise plain(422, "bad-page")
    return number


def _ranking(ranking: Ranking) -> Document:
    return {
        "way": ranking.way.value,
        "best_of": ranking.best_of if ranking.way is Way.BEST else None,
        "min_games": ranking.min_games,
        "place_points": {str(seats): list(points) for seats, points in sorted(ranking.place_points.items())},
    }


def _tally(tally: Tally) -> Document:
    per_hand = tally.average_per_hand
    return {
        "games": tally.games,
        "wins": float(tally.won),
        "total": tally.total,
        "average_total": float(tally.average_total),
        "best_total": tally.best,
        "average_per_hand": None if per_hand is None else float(per_hand),
        "hands_out": tally.outs,
        "opponents_beaten": float(tally.share_beaten),
        "streak": tally.streak,
    }


def _game(game: LeagueGame) -> Document:
    return {
        "id": game.id,
        "season": game.season,
        "status": game.status.value,
        "statistics": game.statistics.value,
        "state": game.state.value,
        "struck_reason": game.struck_reason,
        "started_at": game.started_at.astimezone(UTC).isoformat(),
        "finished_at": game.finished_at.astimezone(UTC).isoformat() if game.finished_at else None,
        "seats": [
            {name: getattr(seat, name) for name in ("player", "name", "total", "posted", "rank")}
            for seat in game.seats
        ],
    }


def _played(game: PlayedGame) -> Document:
    result = game.result
    return {
        "id": game.id,
        "season": game.season,
        "started_at": game.started_at.astimezone(UTC).isoformat(),
        "total": result.total,
        "posted": result.posted,
        "rank": result.rank,
        "seats": result.seats,
        "wins": float(result.won),
        "hands_out": result.outs,
        "opponents_beaten": float(result.beaten),
        "points": None if game.points is None else float(game.points),
        "dropped": game.dropped,
    }
