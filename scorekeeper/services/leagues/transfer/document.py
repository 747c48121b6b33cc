"""The file of a league: the shape of each part, declared once for reading and for writing.

Reading is strict and never converts a type; a part that is not as declared is refused with a JSON pointer.
docs/league-format.md describes the file for people; docs/league.schema.json, for programs, is made from these
declarations by `python -m tests.support.league_schema`. In `extra_json_schema` stands what is checked later.
"""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Annotated, Any, Final, TypeVar

import msgspec
from msgspec import UNSET, Meta, Raw, Struct

from scorekeeper.rules import names
from scorekeeper.rules.checks import EARLIEST_YEAR
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method, Ranking, TieBreak, Unit
from scorekeeper.rules.leagues.seasons import Season
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games.codec import KINDS, NOTES, dumps
from scorekeeper.services.leagues.players import key_of_erased

FORMAT: Final = "scorekeeper-league"
VERSION: Final = 1
# More than any event or house rules need: longer ones are not even parsed.
LONGEST_PAYLOAD: Final = 64 * 1024
LARGEST_NUMBER: Final = 2**31 - 1
LONGEST_TEXT: Final = 2_000
A_DAY: Final = timedelta(days=1)
_LONGEST_POINTER: Final = 200
_YEARS: Final = range(EARLIEST_YEAR, 3000)

# PostgreSQL cannot store a zero character.
_NO_ZERO: Final = r"\A[^\x00]*\Z"
Moment = Annotated[datetime, Meta(tz=True)]
Number = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
Positive = Annotated[Number, Meta(extra_json_schema={"exclusiveMinimum": 0})]
AnyNumber = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Text = Annotated[str, Meta(max_length=LONGEST_TEXT, pattern=_NO_ZERO)]
Name = Annotated[str, Meta(max_length=names.MOST_CODE_POINTS, pattern=_NO_ZERO)]
JsonObject = Annotated[Raw, Meta(extra_json_schema={"type": "object"})]
Key = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{16,22}\Z")]
GAME_ID: Final = re.compile(r"\A[A-Za-z0-9_-]{16,32}\Z")
GameId = Annotated[str, Meta(pattern=GAME_ID.pattern)]
_NOTES: Final = dict.fromkeys(name for names in NOTES.values() for name in names)
NoteName = Annotated[str, Meta(pattern=rf"\A(?:{'|'.join(_NOTES)})\Z")]
FormId = Annotated[str, Meta(pattern=r"\A[A-Za-z0-9_-]{22}\Z")]
NumberOfPlayers = Annotated[str, Meta(pattern=r"\A[1-9][0-9]?\Z")]


class Part(Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A part of the file; every member is required."""


class LeaguePart(Part, frozen=True):
    """The league itself; `ruleset` are its rules as JSON: the id of a ruleset, variants and changes."""

    key: Key
    slug: Annotated[str, Meta(max_length=80, pattern=r"\A[a-z0-9]+(?:-[a-z0-9]+)*\Z")]
    name: Name
    visibility: Visibility
    time_zone: Annotated[str, Meta(max_length=64, description="IANA name")]
    ruleset: JsonObject
    created_at: Moment


class PlayerPart(Part, frozen=True):
    """A player; `person` is the key of the player whose name is shown."""

    key: Key
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    name: Name
    person: Key
    guest: bool
    retired_at: Moment | None
    erased_at: Moment | None
    created_at: Moment

    @property
    def name_key(self) -> str:
        """The text by which a league finds the player: that of the name, or one that no name has."""
        return key_of_erased(self.number) if self.erased_at else names.key(self.name)


class RankingPart(Part, frozen=True):
    """How a season ranks; place points are those that differ from the usual ones."""

    method: Method
    min_games: Positive
    best_of: Positive | None
    place_points: Annotated[
        dict[NumberOfPlayers, list[Annotated[AnyNumber, Meta(extra_json_schema={"exclusiveMinimum": -1})]]],
        Meta(description="Points by place, best first, for each number of players"),
    ]
    unit: Unit
    worst: AnyNumber
    bonus: AnyNumber
    tie_breaks: Annotated[list[TieBreak], Meta(max_length=10)]
    late: Late
    substitutes: Substitutes
    guests: bool


class SeasonPart(Part, frozen=True):
    """A season with its ranking; `own` is false for a calendar year."""

    key: Key
    name: Name
    own: bool
    starts_on: date
    ends_on: Annotated[date, Meta(description="First day after the season")]
    ranking: RankingPart
    closed_at: Moment | None

    @property
    def days(self) -> Season:
        return Season(self.name, self.starts_on, self.ends_on, self.own)

    @property
    def rules(self) -> Ranking:
        return msgspec.convert(msgspec.to_builtins(self.ranking), Ranking, str_keys=True)


class NightPart(Part, frozen=True):
    """A league night."""

    key: Key
    opened_at: Moment
    closes_at: Moment
    ended_at: Moment | None


class GameEntry(Part, frozen=True):
    """An entry of a game; `payload` is JSON with numbers for names, `notes` are its free texts by member.

    `form_id` is what the phone that wrote it called its form.
    """

    number: Positive
    at: Moment
    kind: Annotated[str, Meta(max_length=16, extra_json_schema={"enum": list(KINDS)})]
    payload: JsonObject
    notes: dict[NoteName, Text]
    form_id: FormId | None


class GamePart(Part, frozen=True):
    """A game; `players` are the keys of the players whose numbers stand in its entries, by number."""

    id: GameId
    season: Key
    night: Key | None
    previous: GameId | None
    joined_at: Moment
    struck_at: Moment | None
    struck_reason: Annotated[str, Meta(max_length=400, pattern=_NO_ZERO)] | None
    players: Annotated[list[Key], Meta(max_length=2_000)]
    # Each is played through after all before it.
    entries: Annotated[list[GameEntry], Meta(max_length=2_000, extra_json_schema={"minItems": 1})]


class LeagueEntry(Part, frozen=True):
    """A line of the league's own history; `payload` is JSON whose shape depends on the kind."""

    number: Positive
    at: Moment
    kind: EntryKind
    payload: JsonObject


class Document(Part, frozen=True):
    """The file of a Scorekeeper league; it is written with its members in this order."""

    format: Annotated[str, Meta(extra_json_schema={"const": FORMAT})]
    version: Annotated[int, Meta(extra_json_schema={"const": VERSION})]
    league: LeaguePart
    players: Annotated[list[PlayerPart], Meta(max_length=5_000)]
    seasons: Annotated[list[SeasonPart], Meta(max_length=500)]
    nights: Annotated[list[NightPart], Meta(max_length=10_000)]
    games: Annotated[list[GamePart], Meta(max_length=100_000)]
    history: Annotated[list[LeagueEntry], Meta(max_length=500_000)]


class _Head(Struct, frozen=True):
    """The members that tell whether a JSON file is a league, and of a version that can be read."""

    format: Annotated[str, Meta(max_length=100)]
    version: int


def _payload(**members: Any) -> type[Struct]:
    return msgspec.defstruct("Payload", list(members.items()), frozen=True, forbid_unknown_fields=True)


_PLAYER: Final = _payload(player=AnyNumber)
_GAME: Final = _payload(game=Text)
_NIGHT: Final = _payload(night=Text)
_VISIBILITY: Final = _payload(visibility=Visibility)
# Seat, total and rank of each seat; a total that is a fraction is a text.
_FRACTION: Final = r"\A-?[0-9]{1,9}/[1-9][0-9]{0,8}\Z"
_TOTALS: Final = list[tuple[AnyNumber, AnyNumber | Annotated[str, Meta(pattern=_FRACTION)], AnyNumber]]
_COUNTED: Final = _payload(game=Text, entry=AnyNumber, was=_TOTALS, totals=_TOTALS)
PAYLOADS: Final[Mapping[EntryKind, type[Struct]]] = {
    EntryKind.FOUNDED: _VISIBILITY,
    EntryKind.RENAMED: _payload(name=Text),
    EntryKind.VISIBILITY: _VISIBILITY,
    EntryKind.HOUSE_RULES: _payload(rules=Text),
    EntryKind.TIME_ZONE: _payload(zone=Text),
    EntryKind.ORGANISER_ADDED: _payload(),
    EntryKind.ORGANISER_GONE: _payload(),
    EntryKind.PLAYER_ADDED: _PLAYER,
    EntryKind.PLAYER_RENAMED: _PLAYER,
    EntryKind.PLAYER_RETIRED: _PLAYER,
    EntryKind.PLAYER_BACK: _PLAYER,
    EntryKind.PLAYER_MERGED: _payload(player=AnyNumber, into=AnyNumber, moved=list[AnyNumber]),
    EntryKind.PLAYER_PARTED: _payload(player=AnyNumber, moved=list[AnyNumber]),
    EntryKind.PLAYER_ERASED: _PLAYER,
    EntryKind.PLAYER_REMOVED: _PLAYER,
    EntryKind.PLAYER_LINKED: _PLAYER,
    EntryKind.PLAYER_GUEST: _PLAYER,
    EntryKind.PLAYER_MEMBER: _PLAYER,
    EntryKind.SEASON_SET: _payload(season=Text, starts_on=Text, ends_on=Text),
    EntryKind.SEASON_GONE: _payload(season=Text),
    EntryKind.SEASON_CLOSED: _payload(season=Text),
    EntryKind.SEASON_OPENED: _payload(season=Text),
    EntryKind.RANKING_SET: _payload(season=Text, ranking=RankingPart),
    EntryKind.NIGHT_PLANNED: _NIGHT,
    EntryKind.NIGHT_OPENED: _NIGHT,
    EntryKind.NIGHT_ENDED: _NIGHT,
    EntryKind.NIGHT_RENEWED: _NIGHT,
    EntryKind.GAME_STARTED: _payload(game=Text, night=Text),
    EntryKind.GAME_JOINED: _GAME,
    EntryKind.GAME_COUNTED: _COUNTED,
    EntryKind.GAME_CHANGED: _COUNTED,
    EntryKind.GAME_REOPENED: _COUNTED,
    EntryKind.GAME_STRUCK: _GAME,
    EntryKind.GAME_BACK: _GAME,
    EntryKind.SCORERS_ENDED: _GAME,
    EntryKind.SCORER_INVITED: _GAME,
    EntryKind.IMPORTED: _payload(file=Text, games=AnyNumber, players=AnyNumber),
    EntryKind.IMPORT_UNDONE: _payload(games=AnyNumber, players=AnyNumber, last=AnyNumber),
}


def read(text: str) -> Document:
    """The document in a JSON text; ImportRefused at the first place that is not as declared."""
    head = _decoded(text, _Head)
    if head.format != FORMAT:
        raise ImportRefused.because(FileFaultCode.NOT_A_LEAGUE)
    if head.version != VERSION:
        raise ImportRefused.because(FileFaultCode.NEWER)
    document = _decoded(text, Document)
    if path := _repeated_in(json.loads(text, object_pairs_hook=_repeated, parse_int=str)):
        raise ImportRefused.because(FileFaultCode.KEY_TWICE, pointer="".join(f"/{step}" for step in path))
    return document


def payload_of(entry: LeagueEntry, *, pointer: str) -> str:
    """The payload of a line of the history as canonical JSON; ImportRefused if it is not that of its kind."""
    try:
        return dumps(msgspec.to_builtins(msgspec.json.decode(entry.payload, type=PAYLOADS[entry.kind])))
    except msgspec.ValidationError as error:
        if stranger := _STRANGER.match(str(error)):
            raise unknown_field(stranger[1], pointer=f"{pointer}/payload") from None
        raise shape_refused(f"{pointer}/payload") from None


def members_of(raw: Raw, *, pointer: str) -> dict[str, Any]:
    """The members of an object that was not parsed yet; ImportRefused if it is none, or far too long."""
    if len(bytes(raw)) > LONGEST_PAYLOAD:
        raise ImportRefused.because(FileFaultCode.PART_TOO_LONG, pointer=pointer)
    try:
        return msgspec.json.decode(raw, type=dict[str, Any])
    except (msgspec.ValidationError, RecursionError):
        raise shape_refused(pointer) from None


def require_times(part: Part, *, pointer: str, now: datetime, ahead: timedelta = A_DAY) -> None:
    """Refuse a part with a moment of an impossible year, or too far `ahead` of `now`."""
    for name in part.__struct_fields__:
        moment = getattr(part, name)
        if not isinstance(moment, datetime):
            continue
        if moment.year not in _YEARS:
            raise shape_refused(f"{pointer}/{name}")
        if moment > now + ahead:
            last = (now + ahead).date().isoformat()
            raise ImportRefused.because(FileFaultCode.TOO_LATE, pointer=f"{pointer}/{name}", last=last)


def dumped(value: object) -> str:
    """A part, or a plain value, as canonical JSON."""
    return json.dumps(value, default=_plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def shape_refused(pointer: str) -> ImportRefused:
    """A refusal of the value at a pointer, which is not what the format says."""
    return ImportRefused(FileFault(FileFaultCode.SHAPE, pointer=pointer))


def unknown_field(field: str, *, pointer: str) -> ImportRefused:
    """A refusal of a field that this release does not know, in the object at a pointer."""
    shown = WrittenByNewer(field).field
    return ImportRefused.because(FileFaultCode.FIELD_UNKNOWN, pointer=pointer, field=shown)


def _plain(value: object) -> object:
    match value:
        case Struct():
            members = msgspec.structs.asdict(value)
            return {name: member for name, member in members.items() if member is not UNSET}
        case Raw():
            return json.loads(bytes(value))
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
    raise TypeError(f"{type(value)} is no part of the file")


_Shape = TypeVar("_Shape", bound=Struct)
_AT: Final = re.compile(r"(?P<problem>.*?)(?: - at (?:`key` in )?`\$(?P<path>.*)`)?", re.DOTALL)
_STEP: Final = re.compile(r"\.([^.\[\]]+)|\[(\d+)\]")
_MEMBER: Final = re.compile(r"Object missing required field `(.*)`", re.DOTALL)
_STRANGER: Final = re.compile(r"Object contains unknown field `(.*?)`(?: - at |\Z)", re.DOTALL)
_BYTE: Final = re.compile(r"\(byte (\d+)\)")


def _decoded(text: str, shape: type[_Shape]) -> _Shape:
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.ValidationError as error:
        raise ImportRefused(_shape_fault(str(error))) from None
    except msgspec.DecodeError as error:
        raise ImportRefused(FileFault(FileFaultCode.NOT_JSON, line=_line_of(str(error), text))) from None
    except RecursionError:
        raise ImportRefused.because(FileFaultCode.NOT_JSON) from None


def _repeated(members: list[tuple[str, object]]) -> tuple[object, ...]:
    """The path of the first member that an object has twice, of which msgspec reads the last; else empty."""
    names: set[str] = set()
    for name, value in members:
        path = () if name in names else _repeated_in(value)
        if path or name in names:
            return (name, *path)
        names.add(name)
    return ()


def _repeated_in(value: object) -> tuple[object, ...]:
    """The path in a value that `json` made of such paths for its objects."""
    if isinstance(value, list):
        paths = ((index, *path) for index, part in enumerate(value) if (path := _repeated_in(part)))
        return next(paths, ())
    return value if isinstance(value, tuple) else ()


def _shape_fault(message: str) -> FileFault:
    """The fault that a message of the library means; its path becomes a pointer."""
    match = _AT.fullmatch(message)
    problem, path = (match["problem"], match["path"]) if match else (message, None)
    pointer = "".join(f"/{name or index}" for name, index in _STEP.findall(path or ""))[:_LONGEST_POINTER]
    if stranger := _STRANGER.match(problem):
        return unknown_field(stranger[1], pointer=pointer).faults[0]
    # The document itself is no object, or one with other members.
    if path in (None, ".format", ".version"):
        return FileFault(FileFaultCode.NOT_A_LEAGUE)
    if member := _MEMBER.fullmatch(problem):
        pointer += f"/{member[1]}"
    return FileFault(FileFaultCode.SHAPE, pointer=pointer[:_LONGEST_POINTER])


def _line_of(message: str, text: str) -> int:
    """The line of an error in the syntax: that of its byte, or the last one if the text breaks off."""
    at = _BYTE.search(message)
    before = text.encode()[: int(at[1])] if at else text.rstrip().encode()
    return before.count(b"\n") + 1
