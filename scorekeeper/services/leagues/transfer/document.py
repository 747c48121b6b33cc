"""The file of a league: the shape of each part, declared once for reading and for writing.

Reading is strict and never converts a type; a part that is not as declared is refused with a JSON pointer.
docs/league-format.md describes the file for people; docs/league.schema.json, for programs, is made from these
declarations by `python -m tests.support.league_schema`. In `extra_json_schema` stands what is checked later.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta, Raw, Struct

from scorekeeper.rules import names
from scorekeeper.rules.checks import EARLIEST_YEAR
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.leagues.ranking import Method, Ranking, TieBreak, Unit
from scorekeeper.rules.leagues.seasons import Season, address_of
from scorekeeper.rules.results import Late, Substitutes
from scorekeeper.rules.rulesets.in_force import not_of_shape
from scorekeeper.scorebooks.faults import FileFaultCode, ImportRefused
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games.codec import KINDS, NOTES
from scorekeeper.services.leagues.players import key_of_erased

# More than any event or house rules need: longer ones are not even parsed.
LONGEST_PAYLOAD: Final = 64 * 1024
LARGEST_NUMBER: Final = 2**31 - 1
LONGEST_TEXT: Final = 2_000
A_DAY: Final = timedelta(days=1)
_LONGEST_POINTER: Final = 200
_Shape = TypeVar("_Shape")
# What is wrong with a file that has something else at the pointers that tell what it is.
_OF_HEAD: Final = {
    "": FileFaultCode.NOT_A_LEAGUE,
    "/format": FileFaultCode.NOT_A_LEAGUE,
    "/version": FileFaultCode.NEWER,
}
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

    @property
    def unique(self) -> set[object]:
        """What no other player of the league has."""
        return {self.key, self.number, self.name_key}


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
    def unique(self) -> set[object]:
        """What no other season of the league has."""
        return {self.key, names.key(address_of(self.name))}

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

    @property
    def unique(self) -> set[object]:
        """What no other night of the league has."""
        return {self.key}


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


class _Head(Struct, frozen=True):
    """The members that tell whether a JSON file is a league, and of a version that can be read."""

    format: Literal["scorekeeper-league"]
    version: Literal[1]


class Document(_Head, frozen=True, forbid_unknown_fields=True):
    """The file of a Scorekeeper league; it is written with its members in this order."""

    league: LeaguePart
    players: Annotated[list[PlayerPart], Meta(max_length=5_000)]
    seasons: Annotated[list[SeasonPart], Meta(max_length=500)]
    nights: Annotated[list[NightPart], Meta(max_length=10_000)]
    games: Annotated[list[GamePart], Meta(max_length=100_000)]
    history: Annotated[list[LeagueEntry], Meta(max_length=500_000)]


# Seat, total and rank of each seat; a total that is a fraction is a text.
_FRACTION: Final = r"\A-?[0-9]{1,9}/[1-9][0-9]{0,8}\Z"
_TOTALS: Final = list[tuple[AnyNumber, AnyNumber | Annotated[str, Meta(pattern=_FRACTION)], AnyNumber]]
# What a member of a payload of the league's history is, whatever the kind, and which members each kind has.
_MEMBERS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("player", "into", "entry", "games", "players", "last"), AnyNumber),
    **dict.fromkeys(
        ("name", "rules", "zone", "season", "starts_on", "ends_on", "night", "game", "file"), Text
    ),
    "was": _TOTALS,
    "totals": _TOTALS,
    "visibility": Visibility,
    "moved": list[AnyNumber],
    "ranking": RankingPart,
}
_KINDS: Final = {
    "": "organiser-added organiser-gone",
    "visibility": "founded visibility",
    "name": "renamed",
    "rules": "house-rules",
    "zone": "time-zone",
    "player": "player-added player-renamed player-retired player-back player-erased player-removed "
    "player-guest player-member",
    "player into moved": "player-merged",
    "player moved": "player-parted",
    "season starts_on ends_on": "season-set",
    "season": "season-gone season-closed season-opened",
    "season ranking": "ranking-set",
    "night": "night-planned night-opened night-ended night-renewed",
    "game night": "game-started",
    "game": "game-joined game-struck game-back scorers-ended scorer-invited",
    "game entry was totals": "game-counted game-changed game-reopened",
    "file games players": "imported",
    "games players last": "import-undone",
}
PAYLOADS: Final[Mapping[EntryKind, type[Struct]]] = {
    EntryKind(kind): shape
    for members, kinds in _KINDS.items()
    for shape in [
        msgspec.defstruct(
            "Payload",
            [(name, _MEMBERS[name]) for name in members.split()],
            frozen=True,
            forbid_unknown_fields=True,
        )
    ]
    for kind in kinds.split()
}


def read(text: str) -> Document:
    """The document in a JSON text; ImportRefused at the first place that is not as declared."""
    decoded(text, _Head)
    return decoded(text, Document)


def decoded(text: str | Raw, shape: type[_Shape], *, pointer: str = "") -> _Shape:
    """The value of a JSON text, which stands at a pointer; ImportRefused if it is not of this shape."""
    try:
        return msgspec.json.decode(text, type=shape)
    except msgspec.ValidationError as error:
        unfit = not_of_shape(str(error))
        raise shape_refused(pointer + unfit.pointer, field=unfit.stranger) from None
    except (msgspec.DecodeError, RecursionError):
        raise ImportRefused.because(FileFaultCode.NOT_JSON, pointer=pointer) from None


def members_of(raw: Raw, *, pointer: str) -> dict[str, Any]:
    """The members of an object that was not parsed yet; ImportRefused if it is none, or far too long."""
    if len(bytes(raw)) > LONGEST_PAYLOAD:
        raise shape_refused(pointer)
    return decoded(raw, dict[str, Any], pointer=pointer)


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


def shape_refused(pointer: str, *, field: str | None = None) -> ImportRefused:
    """A refusal of what stands at a pointer: it is not as the format says, or a field that we don't know."""
    pointer = pointer[:_LONGEST_POINTER]
    if field is not None:
        shown = WrittenByNewer(field).field
        return ImportRefused.because(FileFaultCode.FIELD_UNKNOWN, pointer=pointer, field=shown)
    if pointer in _OF_HEAD:
        return ImportRefused.because(_OF_HEAD[pointer])
    return ImportRefused.because(FileFaultCode.SHAPE, pointer=pointer)
