"""The sentences of a league's history: one for each kind of line, with the names as they are today."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any, Final

from markupsafe import Markup

from scorekeeper.language import N_, Sentence, Spoken, _
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method
from scorekeeper.services.leagues.queries.history import HistoryLine
from scorekeeper.web.http.formats import spoken_day

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
        EntryKind.PLAYER_LINKED: N_("The link between {player} and an organiser changed"),
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
