"""The sheet of one hand as form fields: `went_out`, and for each seat points, counted cards, or no score.

Which fields there are follows from the rules of the hand: `rummy` and `sum` only where they ask for them.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

from scorekeeper.language import N_, _, pgettext
from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset, ScoreForm
from scorekeeper.rules.rulings import EffectKind, WaitingEffect
from scorekeeper.rules.sheets import MOST_TYPED
from scorekeeper.web.http.fields import NotANumber, whole
from scorekeeper.web.http.form_errors import SAME_NAMES, WHOLE

NOBODY: Final = "nobody"
_LABELS: Final = {"A": N_("Aces"), "joker": N_("Jokers")}
_COUNT: Final = re.compile("cards_([0-9AJKQa-z-]{1,6})-([0-9]{1,3})")
_FIELD: Final = re.compile("(?:points|missing|not_given|cards_[0-9AJKQa-z-]{1,6})-([0-9]{1,3})")
_MOST_SEATS: Final = 20
_FEW_COUNTERS: Final = 6


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """A sheet as typed, with new charges by seat (12.5); `malformed` has a code for each unreadable field.

    `rummy` and `sum` as of `HandScored`.
    """

    went_out: int | None
    scores: tuple[GivenScore, ...]
    charges: Mapping[int, int]
    malformed: Mapping[str, str]
    rummy: bool = False
    sum: int | None = None

    def scored(self, hand: int) -> HandScored:
        """The sheet as what happened in that hand."""
        return HandScored(hand, self.went_out, self.scores, self.sum, rummy=self.rummy)

    @property
    def fields(self) -> dict[str, str]:
        """The fields that pointers into the sheet mean, as of `form_errors.Fields`."""
        fields = {"/scores": WHOLE}
        for index, score in enumerate(self.scores):
            pointer, seat = f"/scores/{index}", score.seat
            fields |= {f"{pointer}/cards/{key}": count_field(key, seat) for key in score.cards or ()}
            fields[f"{pointer}/missing"] = f"missing-{seat}"
            fields |= dict.fromkeys((pointer, f"{pointer}/*"), f"points-{seat}")
        return {**fields, **SAME_NAMES}


@dataclass(frozen=True, slots=True)
class Counter:
    """The field that counts one class of cards: the points of one, and how many the pack has."""

    name: str
    label: str
    points: int
    most: int | None


@dataclass(frozen=True, slots=True)
class Asked:
    """What a sheet asks for by the rules of its hand.

    `points` are those of all cards in play, None while their values are not known. `most` are those of the
    dearest cards that one player can be dealt: with cards won by a claim a hand can be worth more. `counters`
    are the classes of cards, and the missing ones last.
    """

    rules: Ruleset
    points: int | None
    most: int
    counters: tuple[Counter, ...]

    @property
    def pack(self) -> str:
        """The points of the pack, then how many cards of each class it has, for the keypad."""
        most = (counter.most for counter in self.counters if counter.most is not None)
        return ",".join(map(str, (self.points or "Infinity", *most)))

    @property
    def scoring(self) -> str:
        """How the sheet makes scores of counts, as JSON for the script that shows it."""
        score = self.rules.score
        return json.dumps(
            {
                "form": score.form,
                "block": score.block,
                "times": score.rummy_times,
                "bonus": score.out_bonus,
                "rummyBonus": score.rummy_bonus,
            }
        )

    @property
    def no_score(self) -> bool:
        """Whether a player may give no score (8.5)."""
        return self.rules.incomplete is Incomplete.POSTED

    @property
    def rummy(self) -> bool:
        """Whether it matters that the winner went out with all cards at once."""
        return self.rules.score.rummy_bonus is not None or self.rules.score.rummy_times > 1

    @property
    def sum(self) -> bool:
        """Whether the table may check its own sum."""
        return self.rules.score.form is not ScoreForm.HELD

    @property
    def pays(self) -> bool:
        """Whether the sheet can write anything else than the counts."""
        return self.sum or self.rummy or self.rules.score.out_bonus > 0

    @property
    def extends(self) -> bool:
        """Whether its keypad needs more than the plainest one, where anybody may give no score."""
        return self.pays or not self.no_score or self.rules.can_hold_nothing

    @property
    def more(self) -> bool:
        """Whether the sheet shows more than the plainest one: other scores, or many classes of cards."""
        return self.pays or self.many

    @property
    def many(self) -> bool:
        """Whether there are so many counters that they stand in two columns."""
        return len(self.counters) > _FEW_COUNTERS


def asked(rules: Ruleset, *, hand: int, players: int) -> Asked:
    """What the sheet of this hand asks for in a game that began with so many players."""
    if rules.points is None:
        return Asked(rules, None, MOST_TYPED, ())
    held = {key: rules.cards_of(key, players=players) for key in rules.classes}
    counters = [Counter(f"cards_{key}", _label(key), rules.points[key], most) for key, most in held.items()]
    if rules.missing_card is not None:
        counters.append(Counter("missing", pgettext("cards", "Missing"), rules.missing_card, most=None))
    dearest = _dearest(rules.points, held, cards=rules.cards_dealt(hand, players=players))
    return Asked(rules, rules.pack_points(players), dearest, tuple(counters))


def _label(key: str) -> str:
    return _(_LABELS[key]) if key in _LABELS else key.replace("-", "–")


def _dearest(values: Mapping[str, int], held: Mapping[str, int], *, cards: int) -> int:
    """The points of so many cards of the pack, if they are its dearest ones."""
    points = 0
    for key in sorted(held, key=lambda key: -values[key]):
        points += values[key] * min(cards, held[key])
        cards -= min(cards, held[key])
    return points


def read(form: Mapping[str, str], *, seats: Iterable[int] = (), charged: Iterable[int] = ()) -> ReadSheet:
    """Read the sheet of `seats`, and of other seats that the form has fields for.

    Charges are read only of the seats `charged`, empty for 0.
    """
    malformed: dict[str, str] = {}
    went_out = _went_out(form.get("went_out", ""), malformed=malformed)
    named = dict.fromkeys(int(match[1]) for match in map(_FIELD.fullmatch, form) if match)
    everyone = dict.fromkeys((*seats, *islice(named, _MOST_SEATS)))
    lines = [_line(form, seat=seat, malformed=malformed) for seat in everyone]
    scores = tuple(line for line in lines if line.seat != went_out or line != GivenScore(line.seat))
    charges = {
        seat: _number(form, charge_field(seat), malformed=malformed) or 0
        for seat in charged
        if charge_field(seat) in form
    }
    rummy, own_sum = bool(form.get("rummy")), _number(form, "sum", malformed=malformed)
    return ReadSheet(went_out, scores, charges, malformed, rummy, own_sum)


def written(went_out: int | None, scores: Iterable[GivenScore], *, rummy: bool = False) -> dict[str, str]:
    """The values of the fields for a recorded sheet, charges included."""
    values = {"went_out": NOBODY if went_out is None else str(went_out), **({"rummy": "1"} if rummy else {})}
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


def count_field(key: str, seat: int) -> str:
    """The field of how many cards of a class a seat holds."""
    return f"cards_{key}-{seat}"


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
    counts = {
        match[1]: _number(form, name, malformed=malformed)
        for name in form
        if (match := _COUNT.fullmatch(name)) and int(match[2]) == seat
    }
    missing = _number(form, f"missing-{seat}", malformed=malformed) or 0
    line = GivenScore(seat, points=points, missing=missing, not_given=bool(form.get(f"not_given-{seat}")))
    counted = any(number is not None for number in counts.values())
    if counted or (missing and points is None):
        return replace(line, cards={key: number for key, number in counts.items() if number})
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
    counts = {count_field(key, seat): number for key, number in score.cards.items()}
    return {
        name: str(number) for name, number in (counts | {f"missing-{seat}": score.missing}).items() if number
    }
