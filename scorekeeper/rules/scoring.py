"""One hand's sheet: its faults, and the points of each seat (sections 6, 7; 8.5, 8.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import Final

from scorekeeper.rules.cards import (
    CARDS_PER_DECK,
    MISSING_CARD_POINTS,
    PER_DECK,
    POINTS,
    POINTS_PER_DECK,
    CardValue,
    HeldCards,
)
from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Hand, Score, VoidAttempt
from scorekeeper.rules.incomplete import sum_of_two_highest
from scorekeeper.rules.rulings import WaitingEffect, charge_for

POINTS_STEP: Final = gcd(*POINTS.values())


def points_of(given: GivenScore) -> int | None:
    """The points of a score with its charge (7.1, 7.3a, 12.5a); None for a score not given."""
    points = given_points(given)
    return None if points is None else points + given.charge


def given_points(given: GivenScore) -> int | None:
    """The points as given, without charges of rulings; None for a score not given."""
    if given.cards is not None:
        return given.cards.points + MISSING_CARD_POINTS * given.missing
    return given.points


def points_by_seat(scores: Sequence[GivenScore]) -> dict[int, int | None]:
    """The points as given, by seat; None for a score not given."""
    return {score.seat: given_points(score) for score in scores}


def whole_sheet(went_out: int | None, scores: Sequence[GivenScore]) -> tuple[GivenScore, ...]:
    """The scores by seat number, with the 0 of the player who went out (7.2a) written down."""
    written = tuple(score for score in scores if score.seat != went_out)
    winner = () if went_out is None else (GivenScore(went_out, points=0),)
    return tuple(sorted((*written, *winner), key=lambda score: score.seat))


def with_charges(
    went_out: int | None, scores: Sequence[GivenScore], *, waiting: Sequence[WaitingEffect]
) -> tuple[GivenScore, ...]:
    """The scores, each with the charge that waits for its seat, unless it has one already.

    A score not given gets its charge too, for when it is given later (8.5a).
    """
    return tuple(
        score
        if score.seat == went_out
        else replace(score, charge=score.charge or charge_for(waiting, seat=score.seat))
        for score in scores
    )


def same_sheet(recorded: Hand | VoidAttempt, event: HandScored) -> bool:
    """Whether `event` has the winner and points of a recorded hand; card counts and charges do not matter."""
    offered = whole_sheet(event.went_out, event.scores)
    return recorded.went_out == event.went_out and points_by_seat(recorded.given) == points_by_seat(offered)


def charged(went_out: int | None, scores: Sequence[GivenScore]) -> tuple[Score, ...] | None:
    """Each seat's score, by seat number; None when the hand must be played again (8.6).

    A score not given posts the two highest given ones (8.5, 8.5a).
    """
    sheet = whole_sheet(went_out, scores)
    given = [points for points in map(points_of, sheet) if points is not None]
    posted = sum_of_two_highest(given)
    if posted is None and len(given) < len(sheet):
        return None
    return tuple(_score(line, posted=posted or 0) for line in sheet)


def sheet_faults(
    went_out: int | None, scores: Sequence[GivenScore], *, names: Mapping[int, str], decks: int
) -> tuple[Fault, ...]:
    """Every fault of a sheet for the seats in `names`; pointers lead into `went_out` and `scores`."""
    return (
        *_winner_faults(went_out, names=names),
        *_seat_faults(went_out, scores, names=names),
        *(
            fault
            for index, score in enumerate(scores)
            if score.seat in names
            for fault in _line_faults(score, went_out=went_out, pointer=f"/scores/{index}", names=names)
        ),
        *_pack_faults(scores, decks=decks),
    )


def _score(line: GivenScore, *, posted: int) -> Score:
    points = points_of(line)
    return Score(line.seat, posted if points is None else points, posted=points is None, given=line)


def _winner_faults(went_out: int | None, *, names: Mapping[int, str]) -> Iterator[Fault]:
    if went_out is not None and went_out not in names:
        yield Fault(FaultCode.SEAT_UNKNOWN, "/went_out", values=(("seat", went_out),))


def _seat_faults(
    went_out: int | None, scores: Sequence[GivenScore], *, names: Mapping[int, str]
) -> Iterator[Fault]:
    seen: set[int] = set()
    for index, score in enumerate(scores):
        if score.seat not in names:
            yield Fault(FaultCode.SEAT_UNKNOWN, f"/scores/{index}/seat", values=(("seat", score.seat),))
        elif score.seat in seen:
            yield Fault(FaultCode.SEAT_TWICE, f"/scores/{index}/seat", values=(("name", names[score.seat]),))
        seen.add(score.seat)
    for seat, name in names.items():
        if seat not in seen and seat != went_out:
            yield Fault(FaultCode.SCORE_MISSING, "/scores", "8.5", (("name", name),))


def _line_faults(
    score: GivenScore, *, went_out: int | None, pointer: str, names: Mapping[int, str]
) -> Iterator[Fault]:
    values: tuple[tuple[str, str | int], ...] = (("name", names[score.seat]),)
    forms_given = (score.points is not None) + (score.cards is not None) + score.not_given
    if score.seat == went_out:
        yield from _out_faults(score, pointer=pointer, values=values)
    elif forms_given == 0:
        yield Fault(FaultCode.SCORE_MISSING, f"{pointer}/points", "8.5", values)
    elif forms_given > 1:
        yield Fault(FaultCode.SCORE_AMBIGUOUS, pointer, values=values)
    elif given_points(score) == 0:
        nobody = went_out is None
        code = FaultCode.ZERO_NOBODY_OUT if nobody else FaultCode.ZERO_NOT_OUT
        yield Fault(code, f"{pointer}/points", "7.2a", values)
    yield from _number_faults(score, pointer=pointer)


def _out_faults(
    score: GivenScore, *, pointer: str, values: tuple[tuple[str, str | int], ...]
) -> Iterator[Fault]:
    if score.not_given:
        yield Fault(FaultCode.OUT_NOT_GIVEN, pointer, "7.2a", values)
    if given_points(score):
        yield Fault(FaultCode.OUT_NOT_ZERO, f"{pointer}/points", "7.2a", values)
    if score.charge:
        yield Fault(FaultCode.OUT_CHARGED, "/went_out", "12.5", values)


def _number_faults(score: GivenScore, *, pointer: str) -> Iterator[Fault]:
    if score.points is not None and score.points < 0:
        yield Fault(FaultCode.POINTS_NEGATIVE, f"{pointer}/points", "7.1")
    if score.points is not None and score.points % POINTS_STEP:
        yield Fault(FaultCode.POINTS_NOT_FIVES, f"{pointer}/points", "7.2a", (("points", score.points),))
    if score.missing < 0:
        yield Fault(FaultCode.CARDS_NEGATIVE, f"{pointer}/missing")
    if score.missing and score.cards is None:
        yield Fault(FaultCode.MISSING_WITHOUT_CARDS, f"{pointer}/missing", "7.3a")
    if score.missing and score.charge:
        yield Fault(FaultCode.MISSING_CHARGED, f"{pointer}/missing", "12.5", (("points", score.charge),))
    if score.charge < 0 or score.charge % MISSING_CARD_POINTS:
        yield Fault(FaultCode.CHARGE_NOT_TENS, f"{pointer}/charge", "12.5")
    if score.cards is not None:
        for value, number in score.cards.by_value().items():
            if number < 0:
                yield Fault(FaultCode.CARDS_NEGATIVE, f"{pointer}/cards/{value}")


def _pack_faults(scores: Sequence[GivenScore], *, decks: int) -> Iterator[Fault]:
    """A fault at the score with which all scores together exceed the pack (2.1)."""
    points = cards = 0
    held: Counter[CardValue] = Counter()
    for index, score in enumerate(scores):
        line = score.cards or HeldCards()
        for value, number in line.by_value().items():
            most = PER_DECK[value] * decks
            if held[value] <= most < held[value] + number:
                yield _over(FaultCode.CARDS_OVER_PACK, f"/scores/{index}/cards/{value}", most)
            held[value] += number
        missing = score.missing + score.charge // MISSING_CARD_POINTS
        if cards <= CARDS_PER_DECK * decks < cards + line.count + missing:
            field = "missing" if score.missing else "charge"
            yield _over(FaultCode.CARDS_OVER_PACK, f"/scores/{index}/{field}", CARDS_PER_DECK * decks)
        cards += line.count + missing
        more = score.points or line.points
        if points <= POINTS_PER_DECK * decks < points + more:
            yield _over(FaultCode.POINTS_OVER_PACK, f"/scores/{index}/points", POINTS_PER_DECK * decks)
        points += more


def _over(code: FaultCode, pointer: str, most: int) -> Fault:
    return Fault(code, pointer, "2.1", (("most", most),))
