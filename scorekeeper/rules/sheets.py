"""The faults of one hand's sheet, all at once (rulesets, 3.4; clauses 7.1, 7.2a, 7.3a, 8.5)."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.entries import GivenScore, HandScored, Sheet
from scorekeeper.rules.faults import Fault, FaultCode, pointer_step
from scorekeeper.rules.rulesets.ruleset import Block, Incomplete, Ruleset, ScoreForm
from scorekeeper.rules.score_forms import differences, scores_of
from scorekeeper.rules.scoring import count_of, given_count

MOST_TYPED: Final = 9_999
_FIVES: Final = 5
_Values = tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class SheetRules:
    """What a sheet is checked by: the rules of its hand, and how many players the pack was made for."""

    rules: Ruleset
    players: int

    def clause(self, topic: str) -> str | None:
        """The clause that a fault about this topic names."""
        return self.rules.cites.get(topic)

    def law(self, clause: str) -> str | None:
        """A clause of the rulebook, where its sections 9 to 15 are law."""
        return clause if self.rules.is_law else None


def sheet_faults(event: Sheet, *, by: SheetRules, names: Mapping[int, str]) -> tuple[Fault, ...]:
    """Every fault of a sheet for the seats in `names`; pointers lead into the request."""
    lines = [
        (
            f"/scores/{index}",
            score,
            list(_line_faults(score, at=f"/scores/{index}", event=event, by=by, names=names)),
        )
        for index, score in enumerate(event.scores)
        if score.seat in names
    ]
    counted = [
        (at, score)
        for at, score, faults in lines
        if score.seat != event.went_out and not any(fault.code in _UNREADABLE for fault in faults)
    ]
    faults = (
        *_seat_faults(event, names=names, by=by),
        *(fault for _, _, line_faults in lines for fault in line_faults),
        *_pack_faults(counted, by=by),
        *_rummy_faults(event, by=by),
    )
    return faults or tuple(_sum_faults(event, by=by))


_UNREADABLE: Final = frozenset(
    {
        FaultCode.SCORE_MISSING,
        FaultCode.SCORE_AMBIGUOUS,
        FaultCode.OUT_NOT_GIVEN,
        FaultCode.POINTS_NEGATIVE,
        FaultCode.CARDS_NEGATIVE,
        FaultCode.CARDS_WITHOUT_VALUES,
        FaultCode.CARD_CLASS_UNKNOWN,
        FaultCode.MISSING_NOT_RULED,
    }
)


def _seat_faults(event: Sheet, *, names: Mapping[int, str], by: SheetRules) -> Iterator[Fault]:
    if event.went_out is not None and event.went_out not in names:
        yield Fault(FaultCode.SEAT_UNKNOWN, "/went_out", values=(("seat", event.went_out),))
    seen: set[int] = set()
    for index, score in enumerate(event.scores):
        if score.seat not in names:
            yield Fault(FaultCode.SEAT_UNKNOWN, f"/scores/{index}/seat", values=(("seat", score.seat),))
        elif score.seat in seen:
            yield Fault(FaultCode.SEAT_TWICE, f"/scores/{index}/seat", values=(("name", names[score.seat]),))
        seen.add(score.seat)
    for seat, name in names.items():
        if seat not in seen and seat != event.went_out:
            yield Fault(FaultCode.SCORE_MISSING, "/scores", by.clause("given"), (("name", name),))


def _line_faults(
    score: GivenScore, *, at: str, event: Sheet, by: SheetRules, names: Mapping[int, str]
) -> Iterator[Fault]:
    """The faults of one line: those that leave it unreadable, or else those of what it says."""
    values: _Values = (("name", names[score.seat]),)
    out = score.seat == event.went_out
    unreadable = list(_unreadable(score, at=at, out=out, by=by, values=values))
    yield from unreadable
    if not unreadable:
        yield from _number_faults(score, at=at, by=by)
        yield from (
            _out_faults(score, at=at, by=by, values=values)
            if out
            else _held_faults(score, at=at, went_out=event.went_out, by=by, values=values)
        )
        yield from _charge_faults(score, at=at, out=out, by=by, values=values)


def _unreadable(score: GivenScore, *, at: str, out: bool, by: SheetRules, values: _Values) -> Iterator[Fault]:
    ways = (score.points is not None) + (score.cards is not None) + score.not_given
    if out and score.not_given:
        yield Fault(FaultCode.OUT_NOT_GIVEN, at, by.clause("out"), values)
    if not out and ways == 0:
        yield Fault(FaultCode.SCORE_MISSING, f"{at}/points", by.clause("given"), values)
    if not out and ways > 1:
        yield Fault(FaultCode.SCORE_AMBIGUOUS, at, values=values)
    if score.points is not None and score.points < 0:
        yield Fault(FaultCode.POINTS_NEGATIVE, f"{at}/points", by.clause("count"))
    if score.missing < 0:
        yield Fault(FaultCode.CARDS_NEGATIVE, f"{at}/missing")
    if score.missing > 0 and by.rules.missing_card is None:
        yield Fault(FaultCode.MISSING_NOT_RULED, f"{at}/missing", by.clause("missing"))
    if score.cards is not None:
        yield from _card_faults(score.cards, at=f"{at}/cards", by=by)


def _card_faults(cards: Mapping[str, int], *, at: str, by: SheetRules) -> Iterator[Fault]:
    if by.rules.points is None:
        yield Fault(FaultCode.CARDS_WITHOUT_VALUES, at, by.clause("count"))
    for key, number in cards.items():
        if by.rules.points is not None and key not in by.rules.points:
            pointer = at + pointer_step(key)
            yield Fault(FaultCode.CARD_CLASS_UNKNOWN, pointer, by.clause("count"), (("cards", key),))
        if number < 0:
            yield Fault(FaultCode.CARDS_NEGATIVE, at + pointer_step(key))


def _number_faults(score: GivenScore, *, at: str, by: SheetRules) -> Iterator[Fault]:
    if score.missing and score.cards is None:
        yield Fault(FaultCode.MISSING_WITHOUT_CARDS, f"{at}/missing", by.clause("missing"))
    if score.points is None:
        return
    if by.rules.points is None and score.points > MOST_TYPED:
        yield Fault(FaultCode.POINTS_TOO_LARGE, f"{at}/points", by.clause("count"), (("most", MOST_TYPED),))
    step = by.rules.step
    if score.points % step:
        code = FaultCode.POINTS_NOT_FIVES if step == _FIVES else FaultCode.POINTS_NOT_STEP
        values: _Values = (("points", score.points), ("step", step))
        yield Fault(code, f"{at}/points", by.clause("step"), values)


def _out_faults(score: GivenScore, *, at: str, by: SheetRules, values: _Values) -> Iterator[Fault]:
    if score.points or any((score.cards or {}).values()) or (score.cards is not None and score.missing):
        yield Fault(FaultCode.OUT_NOT_ZERO, f"{at}/points", by.clause("out"), values)


def _held_faults(
    score: GivenScore, *, at: str, went_out: int | None, by: SheetRules, values: _Values
) -> Iterator[Fault]:
    if score.not_given:
        if by.rules.incomplete is Incomplete.PLAIN:
            yield Fault(FaultCode.NOT_GIVEN_PLAIN, f"{at}/not_given", by.clause("given"), values)
        return
    holds_nothing = score.cards is not None and not any(score.cards.values()) and not score.missing
    if holds_nothing or (given_count(score, rules=by.rules) == 0 and not by.rules.can_hold_nothing):
        code = FaultCode.ZERO_NOBODY_OUT if went_out is None else FaultCode.ZERO_NOT_OUT
        yield Fault(code, f"{at}/points", by.clause("out"), values)


def _charge_faults(
    score: GivenScore, *, at: str, out: bool, by: SheetRules, values: _Values
) -> Iterator[Fault]:
    if out and score.charge:
        yield Fault(FaultCode.OUT_CHARGED, "/went_out", by.law("12.5"), values)
    if score.missing and score.charge:
        charged: _Values = (("points", score.charge),)
        yield Fault(FaultCode.MISSING_CHARGED, f"{at}/missing", by.law("12.5"), charged)
    if score.charge < 0 or score.charge % (by.rules.missing_card or score.charge + 1):
        each: _Values = (("each", by.rules.missing_card or 0),)
        yield Fault(FaultCode.CHARGE_NOT_TENS, f"{at}/charge", by.law("12.5"), each)


def _pack_faults(lines: list[tuple[str, GivenScore]], *, by: SheetRules) -> Iterator[Fault]:
    """A fault at the line with which all lines together exceed the pack."""
    rules, players = by.rules, by.players
    pack_size, pack_points = rules.pack_size(players), rules.pack_points(players)
    points = cards = 0
    held: Counter[str] = Counter()
    for at, score in lines:
        line = score.cards or {}
        for key, number in line.items():
            most = rules.cards_of(key, players=players)
            if held[key] <= most < held[key] + number:
                yield _over(FaultCode.CARDS_OVER_PACK, f"{at}/cards/{key}", most, by=by)
            held[key] += number
        missing = score.missing if score.cards is not None else 0
        charged = score.charge // rules.missing_card if rules.missing_card else 0
        more_cards = sum(line.values()) + missing + charged
        if cards <= pack_size < cards + more_cards:
            field = "missing" if score.missing else "charge"
            yield _over(FaultCode.CARDS_OVER_PACK, f"{at}/{field}", pack_size, by=by)
        cards += more_cards
        worth = sum((rules.points or {})[key] * number for key, number in line.items())
        more = worth if score.points is None else score.points
        if rules.points is not None and points <= pack_points < points + more:
            yield _over(FaultCode.POINTS_OVER_PACK, f"{at}/points", pack_points, by=by)
        points += more


def _over(code: FaultCode, pointer: str, most: int, *, by: SheetRules) -> Fault:
    return Fault(code, pointer, by.clause("pack"), (("most", most),))


def _rummy_faults(event: Sheet, *, by: SheetRules) -> Iterator[Fault]:
    score = by.rules.score
    if event.rummy and event.went_out is None:
        yield Fault(FaultCode.RUMMY_NOBODY_OUT, "/rummy", by.clause("rummy"))
    if event.rummy and score.rummy_bonus is None and score.rummy_times == 1:
        yield Fault(FaultCode.RUMMY_NOT_RULED, "/rummy", by.clause("rummy"))
    if isinstance(event, HandScored) and event.sum is not None and not _has_sum(event, rules=by.rules):
        yield Fault(FaultCode.SUM_NOT_ASKED, "/sum", by.clause("sum"))


def _has_sum(event: HandScored, *, rules: Ruleset) -> bool:
    if rules.score.form is ScoreForm.HELD:
        return False
    return event.went_out is not None or rules.score.block is Block.DIFFERENCES


def _sum_faults(event: Sheet, *, by: SheetRules) -> Iterator[Fault]:
    """A fault if the sum that the table made is not that of a sheet without any other fault."""
    if not isinstance(event, HandScored) or event.sum is None:
        return
    counts = {line.seat: count_of(line, rules=by.rules) or 0 for line in event.normalised().scores}
    if event.went_out is None:
        right = differences(counts)
    else:
        scores = scores_of(counts, went_out=event.went_out, rummy=event.rummy, scoring=by.rules.score)
        right = int(scores[event.went_out])
    if event.sum != right:
        values: _Values = (("sum", event.sum), ("right", right))
        yield Fault(FaultCode.SUM_DIFFERS, "/sum", by.clause("sum"), values)
