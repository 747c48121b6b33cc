"""Events and house rules as JSON and back: one codec for the log, the files of leagues and the API.

The members of an event are those of its dataclass, and msgspec checks their types, without any conversion. In
the log a payload is canonical JSON in which names are numbers; names and free texts are rows of their own, so
that they can be erased although a history never changes. Games keep this format for ever: members may be
added, but none may change its meaning.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha256
from itertools import zip_longest
from typing import Any, Final, NamedTuple, TypeVar

import msgspec

from scorekeeper.rules import entries
from scorekeeper.rules.entries import Event, GivenScore
from scorekeeper.rules.rulesets.files import Chosen
from scorekeeper.rules.rulesets.in_force import NotOfShape, not_of_shape, values_of
from scorekeeper.rules.rulesets.ruleset import Ruleset, Wins
from scorekeeper.services.common.faults import WrittenByNewer

Json = dict[str, Any]
_AnyEvent = TypeVar("_AnyEvent", bound=Event)

_EVENTS: Final[dict[str, type[Event]]] = {
    "start": entries.Started,
    "hand": entries.HandScored,
    "correction": entries.Corrected,
    "departure": entries.Departed,
    "arrival": entries.Joined,
    "suspension": entries.Suspended,
    "resumption": entries.Resumed,
    "ending": entries.Ended,
    "rules": entries.RulesChanged,
    "rename": entries.Renamed,
    "substitution": entries.Substituted,
    "arrangement": entries.Arranged,
    "ruling": entries.Ruled,
    "done": entries.Settled,
    "dropped": entries.Dropped,
    "agreement": entries.Agreed,
    "undo": entries.Undone,
}
# What msgspec says of a word or a number that it does not take.
_BEYOND: Final = ("Invalid enum value", "` <= ", "` >= ")
KINDS: Final = tuple(_EVENTS)
_KIND_OF: Final[dict[type, str]] = {event: kind for kind, event in _EVENTS.items()}
# The id of a player is a member of an event, but stored with the name and never sent.
_PLAYER_IDS: Final = frozenset({"player_id", "player_ids"})
_MEMBERS: Final = {
    kind: frozenset(member.name for member in fields(event)) - _PLAYER_IDS for kind, event in _EVENTS.items()
}
# Members that are left out at their defaults: of sheets, and some that came later.
_LEFT_OUT: Final = {
    "start": ("totals",),
    "hand": ("rummy", "sum"),
    "correction": ("kind", "rummy", "mixed", "disputed_before", "agreed"),
    "resumption": ("without",),
    "arrangement": ("names",),
    "ruling": ("melds",),
}

_MEASURED: Final = ("points", "missing_card", "score", "wins", "ends")

# Members that the log keeps in rows of their own.
NAMES: Final = {
    "start": "players",
    "resumption": "seats",
    "arrival": "name",
    "rename": "name",
    "substitution": "name",
    "arrangement": "names",
}
NOTES: Final = {"correction": ("reason",), "ruling": ("agreed",), "agreement": ("question", "agreed")}


class GameName(NamedTuple):
    """A name in a game, with the id of the league's player; None if it is no league player's."""

    text: str
    player_id: int | None = None

    @property
    def bearer(self) -> str | int:
        """The player's id, or the text without one: it differs for any two names of one game."""
        return self.text if self.player_id is None else self.player_id


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """An event as the log stores it.

    `names` are those that its game did not have before, by number; `notes` are its free texts by member.
    """

    kind: str
    payload: str
    names: Mapping[int, GameName]
    notes: Mapping[str, str]


def encode(event: Event, names: Mapping[int, GameName]) -> StoredEvent:
    """The event as it is stored in a game whose names have these numbers."""
    kind, members = to_json(event)
    new: dict[int, GameName] = {}
    if spoken := names_in(event):
        numbers = _numbers(spoken, known=names, new=new)
        member = NAMES[kind]
        members[member] = numbers[0] if isinstance(members[member], str) else numbers
    notes = {note: members.pop(note, "") for note in NOTES.get(kind, ())}
    return StoredEvent(kind, dumps(members), new, {note: text for note, text in notes.items() if text})


def decode(kind: str, payload: str, names: Mapping[int, GameName], notes: Mapping[str, str]) -> Event:
    """The event of a stored payload; LookupError, TypeError or ValueError if it is damaged."""
    members = msgspec.json.decode(payload, type=Json)
    spoken: list[GameName] = []
    if (member := NAMES.get(kind)) in members:
        numbers = members[member]
        is_one = isinstance(numbers, int)
        spoken = [_name(number, names) for number in ([numbers] if is_one else numbers)]
        members[member] = spoken[0].text if is_one else [name.text for name in spoken]
    for note in NOTES.get(kind, ()):
        members[note] = notes.get(note, "")
    event = _from_json(kind, members)
    return with_names(event, spoken) if spoken else event


def to_json(event: Event) -> tuple[str, Json]:
    """The kind of an event, and its members with names and free texts as JSON values."""
    kind = _KIND_OF[type(event)]
    left_out = _at_defaults(event, _LEFT_OUT.get(kind, ())) | _PLAYER_IDS
    members = msgspec.to_builtins(event, builtin_types=(datetime,))
    members = {name: value for name, value in members.items() if name not in left_out}
    match event:
        case entries.Started(started_at=moment):
            members["started_at"] = moment.astimezone(UTC).isoformat()
        case entries.Ruled(roles=roles):
            members["roles"] = dict(roles)
        case entries.Sheet(scores=scores):
            for score, line in zip(members["scores"], scores, strict=True):
                for name in _at_defaults(line, score):
                    del score[name]
    return kind, members


def names_in(event: Event) -> list[GameName]:
    """The names of players that are members of an event."""
    match event:
        case entries.Joined() | entries.Renamed():
            return [GameName(event.name, event.player_id)]
        case entries.Started() | entries.Resumed() | entries.Arranged():
            texts = getattr(event, NAMES[_KIND_OF[type(event)]])
            return [GameName(*name) for name in zip_longest(texts, event.player_ids)]
        case _:
            return []


def with_names(event: _AnyEvent, names: Sequence[GameName]) -> _AnyEvent:
    """The event with these names, as many as `names_in` found in it, and their players if all have one."""
    texts = tuple(name.text for name in names)
    ids = tuple(name.player_id for name in names if name.player_id is not None)
    ids = ids if len(ids) == len(texts) else ()
    match event:
        case entries.Joined() | entries.Renamed():
            return replace(event, name=texts[0], player_id=names[0].player_id)
        case entries.Started() | entries.Resumed() | entries.Arranged():
            named: dict[str, Any] = {NAMES[_KIND_OF[type(event)]]: texts}
            return replace(event, player_ids=ids, **named)
        case _:
            return event


def dumps(value: object) -> str:
    """Canonical JSON: equal values have the same text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


@contextmanager
def known_to_this_release() -> Iterator[None]:
    """WrittenByNewer for rules with a ruleset, a field, a word or a number that this release does not know.

    So do changes of any value that this release refuses (NotOfShape). Values of another type stay a
    ValidationError.
    """
    try:
        yield
    except msgspec.ValidationError as error:
        unfit = not_of_shape(str(error))
        if unfit.stranger is None and not any(words in str(error) for words in _BEYOND):
            raise
        raise WrittenByNewer(_stranger(unfit)) from error
    except NotOfShape as unfit:
        raise WrittenByNewer(_stranger(unfit)) from unfit
    except KeyError as unknown:
        raise WrittenByNewer(str(unknown.args[0])) from unknown


def encode_chosen(chosen: Chosen) -> str:
    """A choice of rules as canonical JSON."""
    return dumps(msgspec.to_builtins(chosen))


@lru_cache(maxsize=256)
def decode_chosen(text: str) -> Chosen:
    """The choice of rules that was encoded; WrittenByNewer."""
    chosen = msgspec.json.decode(text, type=Chosen)
    rules_of(chosen)
    return chosen


def rules_of(chosen: Chosen) -> Ruleset:
    """The rules in force by a choice that was stored or shared; WrittenByNewer."""
    with known_to_this_release():
        return chosen.rules


def measure_of(rules: Ruleset) -> str:
    """What tells games that were scored alike: only their totals and points compare."""
    values = values_of(rules)
    measured = dumps({name: values[name] for name in _MEASURED})
    return sha256(measured.encode()).hexdigest()[:16]


@lru_cache(maxsize=256)
def default_measure(chosen: str) -> tuple[str, Wins]:
    """The measure of a league's default, as it is stored, and which total wins by it."""
    rules = decode_chosen(chosen).rules
    return measure_of(rules), rules.wins


class _Rules(msgspec.Struct):
    """What an entry that begins a game or changes its rules says of them."""

    rules: Ruleset


def rules_in(payload: str) -> Ruleset:
    """The rules in force by the stored entry of a start, or of a change of rules; WrittenByNewer."""
    with known_to_this_release():
        return msgspec.json.decode(payload, type=_Rules).rules


def _from_json(kind: str, members: Json) -> Event:
    """The event with these members; LookupError, TypeError or ValueError if they are damaged.

    A type is never converted: neither True nor 1.0 is the number 1. Members that no event of the kind has are
    refused; inside scores, effects and the like they are passed over.
    """
    if kind not in _EVENTS:
        raise WrittenByNewer(kind)
    if unknown := members.keys() - _MEMBERS[kind]:
        raise WrittenByNewer(", ".join(sorted(unknown)))
    if "roles" in members:
        members = {**members, "roles": [*dict(members["roles"]).items()]}
    with known_to_this_release():
        event: Event = msgspec.convert(members, _EVENTS[kind])
    if isinstance(event, entries.Ruled):
        lists = (value for _, value in event.facts if isinstance(value, tuple))
        if any(len(set(map(type, values))) > 1 for values in lists):
            raise TypeError("a fact lists either texts or numbers")
    return event


def _numbers(
    names: Sequence[GameName], *, known: Mapping[int, GameName], new: dict[int, GameName]
) -> list[int]:
    """A number for each name; names without a number get the next ones, and are added to `new`."""
    numbers = {name.bearer: number for number, name in known.items()}
    for name in names:
        if name.bearer not in numbers:
            numbers[name.bearer] = number = max(known, default=-1) + 1 + len(new)
            new[number] = name
    return [numbers[name.bearer] for name in names]


def _name(number: int, names: Mapping[int, GameName]) -> GameName:
    if type(number) is not int or number not in names:
        raise LookupError(f"there is no name {number}")
    return names[number]


def _at_defaults(value: Event | GivenScore, names: Collection[str]) -> set[str]:
    """Which of these members have their defaults."""
    defaults = {member.name: member.default for member in fields(value)}
    return {name for name in names if getattr(value, name) == defaults[name]}


def _stranger(unfit: NotOfShape) -> str:
    return unfit.stranger or unfit.pointer.strip("/").replace("/", ".")
