"""A recorded ruling as the history tells it, and the address at which the same answers are ruled on again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from flask import Flask
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.referee.words import Irregularity, OptionCode
from scorekeeper.rules.entries import Arranged, Ruled
from scorekeeper.services.reading.history import HistoryLine
from scorekeeper.web import binding
from scorekeeper.web import referee_words as words
from scorekeeper.web.disputes import CHOICE, ROLE, Values
from scorekeeper.web.referee_path import Place
from scorekeeper.web.referee_ruling import names_of
from scorekeeper.web.referee_words_chosen import option_texts

# Facts that name players; a claim is made by those who sit here, so `seats` are never asked in a game.
_SEATS: Final = "seats"
_NAMING: Final = ("in_turn", "claimants")


@dataclass(frozen=True, slots=True)
class RecordedRuling:
    """What the history shows of a ruling. `players` are those who were named, whoever did it first.

    `outcome` is None where this release no longer knows of such facts.
    """

    players: tuple[int, ...]
    outcome: Markup | None
    choice: Markup | None
    effects: tuple[Markup, ...]
    address: str


def init_app(app: Flask) -> None:
    """Let templates put recorded rulings into words."""
    app.jinja_env.globals.update(
        duty_lines=binding.duty_lines,
        waiting_lines=binding.waiting_lines,
        applied_lines=binding.applied_lines,
        recorded_ruling=recorded_ruling,
    )
    app.jinja_env.filters.update(headline=headline_of, option_name=option_name)


def headline_of(code: str) -> str:
    """What went wrong, by the code that the history keeps."""
    return words.headline(Irregularity(code)) if code in set(Irregularity) else code


def option_name(code: str, irregularity: str) -> Markup:
    """What was chosen, by the code that the history keeps."""
    if code not in set(OptionCode) or irregularity not in set(Irregularity):
        return Markup.escape(code)
    return Markup(option_texts(Irregularity(irregularity), OptionCode(code))[0])


def recorded_ruling(line: HistoryLine, later: Sequence[HistoryLine], game_id: str) -> RecordedRuling:
    """The ruling of a line of the history; `later` are the lines after it."""
    deed = line.entry.deed
    assert isinstance(deed, Ruled)
    seats = line.after.seats
    outcome = None
    if line.ruling is not None:
        names = names_of(Place(game_id, line.after), line.ruling)
        outcome = words.outcome(line.ruling.ruling, names=names)
    return RecordedRuling(
        players=tuple(dict.fromkeys(seat for _, seat in sorted(deed.roles, key=_offender_first))),
        outcome=outcome,
        choice=None if deed.choice is None else option_name(deed.choice, deed.irregularity),
        effects=tuple(
            words.applied(effect, name=None if effect.seat is None else seats[effect.seat].name)
            for effect in deed.effects
        ),
        address=_address(deed, Place(game_id, line.after), moved=_moves(later)),
    )


def _offender_first(role: tuple[str, int]) -> bool:
    return role[0] != "offender"


def _moves(later: Sequence[HistoryLine]) -> tuple[Arranged, ...]:
    """How the seats were arranged anew afterwards."""
    deeds = (line.entry.deed for line in later if line.undone_by is None)
    return tuple(deed for deed in deeds if isinstance(deed, Arranged))


def _address(deed: Ruled, place: Place, *, moved: Sequence[Arranged]) -> str:
    def now(seat: int) -> str:
        for arranged in moved:
            seat = arranged.order.index(seat)
        return str(seat)

    values: Values = MultiDict()
    for fact, value in deed.facts:
        if fact != _SEATS:
            said = value if isinstance(value, tuple) else (value,)
            texts = [now(int(one)) if fact in _NAMING else str(one) for one in said]
            values.setlist(fact, texts or [""])
    for role, seat in deed.roles:
        values[ROLE.format(role)] = now(seat)
    if deed.choice is not None:
        values[CHOICE] = deed.choice
    return place.address(Irregularity(deed.irregularity), values)
