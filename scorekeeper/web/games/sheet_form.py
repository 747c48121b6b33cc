"""The sheet of one hand as form fields: `went_out`, and for each seat points, counted cards, or no score."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from scorekeeper.language import N_, _, pgettext
from scorekeeper.rules.cards import (
    MISSING_CARD_POINTS,
    PER_DECK,
    POINTS,
    POINTS_PER_DECK,
    CardValue,
    HeldCards,
    most_points,
)
from scorekeeper.rules.entries import GivenScore
from scorekeeper.rules.rulings import EffectKind, WaitingEffect
from scorekeeper.web.http.fields import NotANumber, whole
from scorekeeper.web.http.form_errors import SAME_NAMES, WHOLE

NOBODY: Final = "nobody"
COUNTS: Final = dict(zip(("low", "ten", "ace", "joker"), CardValue, strict=True))
_LABELS: Final = {"low": "2–9", "ten": "10–K", "ace": N_("Aces"), "joker": N_("Jokers")}
_LINE: Final = ("points", *COUNTS, "missing", "not_given")
_FIELD: Final = re.compile(rf"(?:{'|'.join(_LINE)})-([0-9]{{1,3}})")
_MOST_SEATS: Final = 20


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet as typed, with new charges by seat (12.5); `malformed` has a code for each unreadable field."""

    went_out: int | None
    scores: tuple[GivenScore, ...]
    charges: Mapping[int, int]
    malformed: Mapping[str, str]

    @property
    def fields(self) -> dict[str, str]:
        """The fields that pointers into the sheet mean, as of `form_errors.Fields`."""
        fields = {"/scores": WHOLE}
        for index, score in enumerate(self.scores):
            pointer, seat = f"/scores/{index}", score.seat
            fields |= {f"{pointer}/cards/{card.value}": f"{name}-{seat}" for name, card in COUNTS.items()}
            fields[f"{pointer}/missing"] = f"missing-{seat}"
            fields |= dict.fromkeys((pointer, f"{pointer}/*"), f"points-{seat}")
        return {**fields, **SAME_NAMES}


@dataclass(frozen=True, slots=True)
class Counter:
    """The field that counts one kind of card: the points of one, and how many the pack has."""

    name: str
    label: str
    points: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Pack:
    """The points of all cards in play, and what can be counted: each value of card, and missing ones.

    `most` are the points of the dearest cards that one player can be dealt. With cards won by a may-I a hand
    can be worth more.
    """

    points: int
    most: int
    counters: tuple[Counter, ...]


def pack(decks: int, *, dealt: int) -> Pack:
    """The pack of so many decks, of which each player is dealt so many cards (2.1, 2.3, 7.1, 7.3)."""
    counters = (
        Counter(name, _(_LABELS[name]), POINTS[value], PER_DECK[value] * decks)
        for name, value in COUNTS.items()
    )
    missing = Counter("missing", pgettext("cards", "Missing"), MISSING_CARD_POINTS, most=None)
    most = most_points(dealt, decks=decks)
    return Pack(POINTS_PER_DECK * decks, most, (*counters, missing))


def seats_in(form: Iterable[str]) -> tuple[int, ...]:
    """The seats for which a form has fields, in its order."""
    found = (_FIELD.fullmatch(name) for name in form)
    return tuple(dict.fromkeys(int(match[1]) for match in found if match))[:_MOST_SEATS]


def read(form: Mapping[str, str], *, seats: Iterable[int] = (), charged: Iterable[int] = ()) -> ReadSheet:
    """Read the sheet of `seats`, and of other seats that the form has fields for.

    Counted cards are read where no points were typed; charges only of the seats `charged`, empty for 0.
    """
    malformed: dict[str, str] = {}
    went_out = _went_out(form.get("went_out", ""), malformed=malformed)
    lines = [_line(form, seat=seat, malformed=malformed) for seat in dict.fromkeys((*seats, *seats_in(form)))]
    scores = tuple(line for line in lines if line.seat != went_out or line != GivenScore(line.seat))
    charges = {
        seat: _number(form, charge_field(seat), malformed=malformed) or 0
        for seat in charged
        if charge_field(seat) in form
    }
    return ReadSheet(went_out, scores, charges, malformed)


def written(went_out: int | None, scores: Iterable[GivenScore]) -> dict[str, str]:
    """The values of the fields for a recorded sheet, charges included."""
    values = {"went_out": NOBODY if went_out is None else str(went_out)}
    for score in scores:
        values.update(_line_values(score) if score.seat != went_out else {})
        values.update({charge_field(score.seat): str(score.charge)} if score.charge else {})
    return values


def preselected(waiting: Iterable[WaitingEffect]) -> dict[str, str]:
    """The first values of the fields of a sheet: nobody went out, or no score, where a ruling says so."""
    effects = [line.effect for line in waiting]
    nobody = any(effect.kind is EffectKind.HAND_ENDS for effect in effects)
    silent = {f"not_given-{effect.seat}": "1" for effect in effects if effect.kind is EffectKind.NO_SCORE}
    return {**({"went_out": NOBODY} if nobody else {}), **silent}


def waiting_field(waiting: Iterable[WaitingEffect]) -> str:
    """The value of a hidden field that tells which waiting effects the form was shown with."""
    return " ".join(f"{line.entry}.{line.line}" for line in waiting)


def charge_field(seat: int) -> str:
    """The field of what rulings charge a seat for missing cards (12.5)."""
    return f"charge-{seat}"


def _went_out(text: str, *, malformed: dict[str, str]) -> int | None:
    if text == NOBODY:
        return None
    try:
        return whole(text)
    except NotANumber:
        malformed["went_out"] = "winner"
        return None


def _line(form: Mapping[str, str], *, seat: int, malformed: dict[str, str]) -> GivenScore:
    points = _number(form, f"points-{seat}", malformed=malformed)
    counts = {name: _number(form, f"{name}-{seat}", malformed=malformed) for name in COUNTS}
    missing = _number(form, f"missing-{seat}", malformed=malformed) or 0
    line = GivenScore(seat, points=points, missing=missing, not_given=bool(form.get(f"not_given-{seat}")))
    counted = any(number is not None for number in counts.values()) or missing
    if points is None and counted:
        return replace(line, cards=HeldCards(**{name: number or 0 for name, number in counts.items()}))
    return line


def _number(form: Mapping[str, str], name: str, *, malformed: dict[str, str]) -> int | None:
    text = form.get(name, "").strip()
    if not text:
        return None
    try:
        return whole(text)
    except NotANumber as wrong:
        malformed[name] = str(wrong)
        return None


def _line_values(score: GivenScore) -> dict[str, str]:
    seat = score.seat
    if score.not_given:
        return {f"not_given-{seat}": "1"}
    if score.cards is None:
        return {} if score.points is None else {f"points-{seat}": str(score.points)}
    numbers = zip(COUNTS, score.cards.by_value().values(), strict=True)
    return {
        f"{name}-{seat}": str(number) for name, number in (*numbers, ("missing", score.missing)) if number
    }
