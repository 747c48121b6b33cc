"""The leagues there are, founding one, and what everybody reads of one: games, records, history."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import partial
from itertools import groupby
from typing import Any, Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from markupsafe import Markup

from scorekeeper.language import N_, Sentence, Spoken, _
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method, lead_of
from scorekeeper.rules.leagues.seasons import local_day
from scorekeeper.services.common import idempotency
from scorekeeper.services.leagues.leagues import found_league
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.games import GameFilter, State, games_page
from scorekeeper.services.leagues.queries.history import HistoryLine, history_page
from scorekeeper.services.leagues.queries.leagues import (
    LeagueHead,
    league_by_id,
    league_head,
    league_home,
    leagues_page,
    summaries,
)
from scorekeeper.services.leagues.queries.records import USUAL_MIN, Record, records_of, records_page
from scorekeeper.services.leagues.queries.seasons import closed_standings, shown_season
from scorekeeper.web.accounts import current_account
from scorekeeper.web.accounts.current_account import sign_in_required
from scorekeeper.web.http import clock, formats, responses
from scorekeeper.web.http.access import anyone
from scorekeeper.web.http.formats import spoken_day
from scorekeeper.web.http.forms import sent_text
from scorekeeper.web.http.parsing import parse_whole
from scorekeeper.web.leagues import columns
from scorekeeper.web.leagues.access import actor, league_page, league_reader
from scorekeeper.web.leagues.forms import GamesForm, NewLeagueForm, RecordsForm

blueprint = Blueprint("leagues", __name__, url_prefix="/leagues")
TOP: Final = 10
# A long list of leagues names no leaders further down.
MOST_SUMMARIES: Final = 12
_MOST_MIN: Final = 1_000
RECORDS: Final[Mapping[Record, Sentence]] = Spoken(
    {
        Record.LOWEST: N_("Lowest total in one game"),
        Record.HIGHEST: N_("Highest total in one game"),
        Record.OUTS: N_("Most hands won in one game"),
        Record.MARGIN: N_("Biggest win, in points ahead of second place"),
        Record.STREAK: N_("Longest winning streak"),
        Record.WINS: N_("Most games won"),
        Record.GAMES: N_("Most games"),
        Record.HAND: N_("Highest score in one hand"),
    }
)
# By kind; of who can see the league and of how a season ranks by what was set.
SENTENCES: Final[Mapping[EntryKind | Visibility | Method, Sentence]] = Spoken(
    {
        EntryKind.FOUNDED: N_("The league was created"),
        EntryKind.RENAMED: N_("The league is now called {name}"),
        EntryKind.HOUSE_RULES: N_("The house rules changed for all games started after this"),
        EntryKind.TIME_ZONE: N_("The league’s time zone is now {zone}"),
        EntryKind.ORGANISER_ADDED: N_("Someone new runs the league"),
        EntryKind.ORGANISER_GONE: N_("Someone stopped running the league"),
        EntryKind.PLAYER_ADDED: N_("{player} joined the league"),
        EntryKind.PLAYER_RENAMED: N_("A player is now called {player}"),
        EntryKind.PLAYER_RETIRED: N_("{player} retired"),
        EntryKind.PLAYER_BACK: N_("{player} is back"),
        EntryKind.PLAYER_MERGED: N_("{player} was merged with {other}"),
        EntryKind.PLAYER_PARTED: N_("{player} is a separate player again"),
        EntryKind.PLAYER_ERASED: N_("A player’s name was erased"),
        EntryKind.PLAYER_REMOVED: N_("A player who was added by mistake was removed"),
        EntryKind.PLAYER_GUEST: N_("{player} is now a guest"),
        EntryKind.PLAYER_MEMBER: N_("{player} is now a member"),
        EntryKind.SEASON_SET: N_("Season {season} was set up"),
        EntryKind.SEASON_GONE: N_("Season {season} was removed. Its games count in other seasons"),
        EntryKind.SEASON_CLOSED: N_("Season {season} was closed"),
        EntryKind.SEASON_OPENED: N_("Season {season} was opened again"),
        EntryKind.NIGHT_PLANNED: N_("A league night was planned for {night}"),
        EntryKind.NIGHT_OPENED: N_("The league night opened"),
        EntryKind.NIGHT_RENEWED: N_("The league night on {night} has a new link"),
        EntryKind.GAME_STARTED: N_("A game started"),
        EntryKind.GAME_JOINED: N_("A game was added to the league"),
        EntryKind.GAME_COUNTED: N_("A game now counts"),
        EntryKind.GAME_CHANGED: N_("A game that counts was changed"),
        EntryKind.GAME_REOPENED: N_("A game doesn’t count for now"),
        EntryKind.GAME_STRUCK: N_("A game was removed and doesn’t count"),
        EntryKind.GAME_BACK: N_("A removed game counts again"),
        EntryKind.SCORERS_ENDED: N_("All phones and programs were stopped from scoring a game"),
        EntryKind.SCORER_INVITED: N_("Another phone was invited to score a game"),
        EntryKind.IMPORTED: N_("A file was imported. Games in it: {games}"),
        EntryKind.IMPORT_UNDONE: N_("An import was undone. Games in it: {games}"),
        EntryKind.NIGHT_ENDED: N_("The league night ended"),
        Visibility.PUBLIC: N_("Everyone can now see the league"),
        Visibility.LINK: N_("Anyone with the link can now see the league"),
        Visibility.PRIVATE: N_("Only organisers can now see the league"),
        Method.AVERAGE: N_("Season {season} now ranks by average total"),
        Method.BEATEN: N_("Season {season} now ranks by opponents beaten"),
        Method.PLACES: N_("Season {season} now ranks by points for places"),
        Method.TOTALS: N_("Season {season} now ranks by the best totals, added up"),
    }
)
_CANCELLED: Final = N_("The league night on {night} was cancelled")
_UNKNOWN: Final = Markup("–")
_NAME: Final = Markup("<bdi>{}</bdi>")
_FROM_PAYLOAD: Final = ("season", "name", "zone", "games")


@blueprint.get("")
@anyone
def index() -> ResponseReturnValue:
    """Public leagues, and those that the signed-in account runs."""
    account = current_account.signed_in()
    page = leagues_page(account.account_id if account else None)
    named = [*page.mine, *page.public][:MOST_SUMMARIES]
    return league_page(
        "leagues/index.html", None, page=page, summaries=summaries(named, now=clock.now()), account=account
    )


@blueprint.route("/new", methods=["GET", "POST"])
@sign_in_required
def new() -> ResponseReturnValue:
    """Found a league, which the signed-in account runs. A form sent twice founds one."""
    founder, form = actor(), NewLeagueForm(visibility="public")
    if form.validate_on_submit():
        with form.catching_faults():
            route, caller, key = str(request.endpoint), f"account {founder.account_id}", sent_text()
            founded = idempotency.once(
                partial(_found, form, founder), route=route, caller=caller, key=key, body=b"", now=founder.now
            )
            league = responses.or_404(league_by_id(int(founded.body)))
            return responses.see("leagues.home", slug=league.slug, news="league-founded")
    return league_page("leagues/new.html", None, form=form)


def _found(form: NewLeagueForm, founder: Actor) -> idempotency.StoredAnswer:
    slug = found_league(
        form.name.data,
        visibility=form.visibility.data,
        time_zone=form.time_zone.data or clock.server_zone(),
        actor=founder,
    )
    # Of a league that is read by its link, the slug is secret.
    return idempotency.StoredAnswer(303, str(responses.or_404(league_head(slug)).id))


@blueprint.get("/<slug>")
@league_reader
def home(league: LeagueHead) -> ResponseReturnValue:
    page = league_home(league, now=clock.now())
    table = page.standings
    return league_page(
        "leagues/home.html",
        league,
        page=page,
        lead=lead_of(table.lines) if table else None,
        value=columns.value_in(table.ranking) if table else None,
        columns=columns.COLUMNS[:2],
        top=TOP,
    )


@blueprint.get("/<slug>/seasons")
@league_reader
def season_now(league: LeagueHead) -> ResponseReturnValue:
    """To the table of the season that is on, or of the last in which a game counts."""
    season = responses.or_404(shown_season(league.id, day=local_day(clock.now(), time_zone=league.time_zone)))
    return responses.see("seasons.season", slug=league.slug, season=season.name)


@blueprint.get("/<slug>/games")
@league_reader
def games(league: LeagueHead) -> ResponseReturnValue:
    """All games, or those of a season, of a player, or of one kind."""
    form = GamesForm(request.args)
    filters = GameFilter(
        season=form.season.data or None,
        player=form.player.data or None,
        state=State(form.state.data) if form.state.data in list(State) else None,
    )
    page = games_page(league.id, filters, page=request.args.get("page", 1, type=parse_whole))
    return league_page("leagues/games.html", league, form=form, page=page, filters=filters)


@blueprint.get("/<slug>/records")
@league_reader
def records(league: LeagueHead) -> ResponseReturnValue:
    season = request.args.get("season") or None
    least = max(1, min(request.args.get("least", USUAL_MIN, type=parse_whole), _MOST_MIN))
    page = records_page(league.id, season=season, min_games=least)
    current = {line.record for line in page.lines}
    free = [RECORDS[record] for record in records_of(league.ruleset.rules.wins) if record not in current]
    return league_page(
        "leagues/records.html",
        league,
        form=RecordsForm(None, season=season, least=least),
        page=page,
        season=season,
        least=least,
        words=RECORDS,
        free=free,
    )


@blueprint.get("/<slug>/honours")
@league_reader
def honours(league: LeagueHead) -> ResponseReturnValue:
    """The first three of each closed season, newest first."""
    return league_page("leagues/honours.html", league, tables=closed_standings(league.id))


@blueprint.get("/<slug>/history")
@league_reader
def history(league: LeagueHead) -> ResponseReturnValue:
    page = history_page(league.id, page=request.args.get("page", 1, type=parse_whole))
    return league_page(
        "leagues/history.html",
        league,
        page=page,
        days=_by_day(page.lines, league.time_zone),
        today=formats.local(clock.now(), league.time_zone).date(),
        season_days=season_days,
        sentence=sentence,
    )


def _by_day(lines: Iterable[HistoryLine], time_zone: str) -> list[tuple[date, list[list[HistoryLine]]]]:
    """Each day with its lines; players that one organiser added one after the other are together."""
    days = groupby(lines, key=lambda line: formats.local(line.at, time_zone).date())
    return [(day, [list(run) for _, run in groupby(of_day, key=_run)]) for day, of_day in days]


def _run(line: HistoryLine) -> tuple[object, ...]:
    return (line.kind, line.by) if line.kind is EntryKind.PLAYER_ADDED else (line.number,)


def sentence(line: HistoryLine, *, time_zone: str) -> Markup:
    """The sentence of an entry, with its names in <bdi> elements."""
    return Markup(_pattern(line)).format_map(_values(line, time_zone=time_zone))


def season_days(line: HistoryLine) -> tuple[date, date] | None:
    """The first and the last day of a season that was set; None if an imported entry has no days."""
    try:
        first, after = (date.fromisoformat(line.payload[name]) for name in ("starts_on", "ends_on"))
        return first, after - timedelta(days=1)
    except (ValueError, OverflowError):
        return None


def _pattern(line: HistoryLine) -> str:
    match line.kind:
        case EntryKind.VISIBILITY:
            return str(SENTENCES[Visibility(line.payload["visibility"])])
        case EntryKind.RANKING_SET:
            return str(SENTENCES[Method(line.payload["ranking"]["method"])])
        case EntryKind.NIGHT_ENDED if line.night is not None and line.at < line.night:
            return _(_CANCELLED)
        case _:
            return str(SENTENCES[line.kind])


def _values(line: HistoryLine, *, time_zone: str) -> Mapping[str, Any]:
    """The names and dates of the sentence; a dash for an id that leads nowhere any more."""
    values: dict[str, Any] = defaultdict(lambda: _UNKNOWN)
    values |= {name: _NAME.format(line.payload[name]) for name in _FROM_PAYLOAD if name in line.payload}
    values |= zip(("player", "other"), (_NAME.format(name) for _number, name in line.names), strict=False)
    if line.night:
        values["night"] = spoken_day(line.night, time_zone)
    return values
