"""The sheet of one hand as form fields: `went_out`, and for each seat points, counted cards, or no score.

Which fields there are follows from the rules of the hand: `rummy` and `sum` only where they ask for them.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, ClassVar, Final

from wtforms import BooleanField, HiddenField, RadioField, StringField
from wtforms.fields.core import UnboundField
from wtforms.validators import Optional, ValidationError

from scorekeeper.language import N_, _, pgettext
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.entries import GivenScore, HandScored
from scorekeeper.rules.faults import Fault
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset, ScoreForm
from scorekeeper.rules.rulings import EffectKind, WaitingEffect
from scorekeeper.rules.sheets import MOST_TYPED
from scorekeeper.services.games.recording import Expected
from scorekeeper.web.http import messages
from scorekeeper.web.http.forms import Form, HiddenWholeField, WholeField
from scorekeeper.web.http.parsing import parse_whole_or

NOBODY: Final = "nobody"
_LABELS: Final = {"A": N_("Aces"), "joker": N_("Jokers")}
_OF_SEAT: Final = re.compile("(points|missing|not_given|charge|cards_[0-9AJKQa-z-]{1,6})-([0-9]{1,3})")
_MOST_FIELDS: Final = 400
_UNKNOWN: Final = -1
_FEW_COUNTERS: Final = 6
# Fields of text: scripts read what is typed even if it is no number.
TYPED: Final = {"type": "text", "inputmode": "numeric", "maxlength": 9}
_NUMBER: Final = UnboundField(WholeField, None, [Optional()], render_kw=TYPED)
_TICK: Final = UnboundField(BooleanField)


class SheetForm(Form):
    """One hand's sheet. `waited` is the mark of the effects that its page showed.

    The fields of a seat, such as `points-0` and `cards_10-K-0`, are those that are sent or have a value, and
    those that `add_fields` makes. `below` are the fields that stand under those of the seats.
    """

    below: ClassVar[Sequence[str]] = ("sum",)

    went_out = StringField()
    rummy = BooleanField()
    sum = WholeField(_l("The winner’s points"), [Optional()], render_kw=TYPED)
    attempt = HiddenWholeField(default=0)
    waited = HiddenField()

    def process(self, formdata: Any = None, *args: Any, **values: Any) -> None:
        super().process(formdata, *args, **values)
        self._filled_with = formdata, values
        self.add_fields(islice(filter(_OF_SEAT.fullmatch, formdata or values), _MOST_FIELDS))
        # The first fault of a page is that of the first field.
        self._fields |= {name: self._fields.pop(name) for name in self.below if name in self._fields}

    def add_fields(self, names: Iterable[str]) -> None:
        """Make the fields of seats that are not there yet, and fill them in like the others."""
        formdata, values = self._filled_with
        for name in names:
            if name not in self:
                options = {"name": name, "prefix": ""}
                unbound: UnboundField[Any] = _TICK if name.startswith("not_given") else _NUMBER
                self._fields[name] = self.meta.bind_field(self, unbound, options)
                self._fields[name].process(formdata, values.get(name))

    def validate_went_out(self, _field: StringField) -> None:
        if self.winner == _UNKNOWN:
            raise ValidationError(messages.unreadable("winner"))

    def add_faults(self, faults: Iterable[Fault]) -> None:
        """Say each fault beside its field: a pointer into the scores leads to a field of that seat."""
        seats = [line.seat for line in self.scores]
        super().add_faults(replace(fault, pointer=_in_form(fault.pointer, seats)) for fault in faults)

    def has_any(self, kinds: Iterable[str], *, seat: int) -> bool:
        """Whether a field of these kinds is filled in, or wrong, at a seat."""
        fields = [self[f"{kind}-{seat}"] for kind in kinds]
        return any(field.data or field.errors for field in fields)

    @property
    def winner(self) -> int | None:
        """The seat that went out; None: nobody did."""
        return None if self.went_out.data == NOBODY else parse_whole_or(self.went_out.data, default=_UNKNOWN)

    @property
    def scores(self) -> tuple[GivenScore, ...]:
        """What is typed for each seat; an empty line of who went out is left out."""
        values: dict[int, dict[str, Any]] = {}
        for field in self:
            if (match := _OF_SEAT.fullmatch(field.name)) and match[1] != "charge":
                values.setdefault(int(match[2]), {})[match[1]] = field.data
        lines = (_line(seat, line) for seat, line in values.items())
        winner = self.winner
        return tuple(line for line in lines if line.seat != winner or line != GivenScore(line.seat))

    @property
    def expected(self) -> Expected:
        """The game that the page of the form showed."""
        return Expected(attempt=self.attempt.data, waiting=self.waited.data)

    def event(self, hand: int) -> HandScored:
        """The sheet as what happened in that hand."""
        return HandScored(hand, self.winner, self.scores, self.sum.data, rummy=self.rummy.data)


class ChoiceForm(SheetForm):
    """This phone's sheet of a hand that is saved with another one, and which of them is kept."""

    choice = RadioField(choices={"keep": "", "mine": ""})
    seen = HiddenWholeField(default=0)


@dataclass(frozen=True, slots=True)
class Counter:
    """The field that counts one class of cards: the points of one, and how many the pack has."""

    name: str
    label: str
    points: int
    most: int | None


@dataclass(frozen=True, slots=True)
class SheetLayout:
    """What a sheet asks for by the rules of its hand.

    `points` are those of all cards in play, None while their values are not known. `most` are those that a
    key offers, half of the dearest cards that one player can be dealt: more is rare, and typed. `counters`
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
    def kinds(self) -> tuple[str, ...]:
        """What the fields of each seat are about: `kind-0` is the name of a field of seat 0."""
        ticks = ("not_given",) if self.no_score else ()
        return ("points", *(counter.name for counter in self.counters), *ticks)

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


def layout_of(rules: Ruleset, *, hand: int, players: int) -> SheetLayout:
    """What the sheet of this hand asks for in a game that began with so many players."""
    if rules.points is None:
        return SheetLayout(rules, None, MOST_TYPED, ())
    held = {key: rules.cards_of(key, players=players) for key in rules.classes}
    counters = [Counter(f"cards_{key}", _label(key), rules.points[key], most) for key, most in held.items()]
    if rules.missing_card is not None:
        counters.append(Counter("missing", pgettext("cards", "Missing"), rules.missing_card, most=None))
    dearest = _dearest(rules.points, held, cards=rules.cards_dealt(hand, players=players))
    return SheetLayout(rules, rules.pack_points(players), dearest // 2, tuple(counters))


def _label(key: str) -> str:
    return _(_LABELS[key]) if key in _LABELS else key.replace("-", "–")


def _dearest(values: Mapping[str, int], held: Mapping[str, int], *, cards: int) -> int:
    """The points of so many cards of the pack, if they are its dearest ones."""
    points = 0
    for key in sorted(held, key=lambda key: -values[key]):
        points += values[key] * min(cards, held[key])
        cards -= min(cards, held[key])
    return points


def form_values(went_out: int | None, scores: Iterable[GivenScore], *, rummy: bool = False) -> dict[str, str]:
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
    no_scores = {f"not_given-{effect.seat}": "1" for effect in effects if effect.kind is EffectKind.NO_SCORE}
    return {**({"went_out": NOBODY} if nobody else {}), **no_scores}


def charge_field(seat: int) -> str:
    """The field of what rulings charge a seat for missing cards (12.5)."""
    return f"charge-{seat}"


def _line(seat: int, values: Mapping[str, Any]) -> GivenScore:
    """The score of a seat by what is typed: counted cards if any class has a number, also beside points."""
    points, missing = values.get("points"), values.get("missing") or 0
    counts = {
        kind: number for kind, number in values.items() if kind.startswith("cards_") and number is not None
    }
    cards = {kind.removeprefix("cards_"): number for kind, number in counts.items() if number}
    is_counted = counts or (missing and points is None)
    return GivenScore(seat, points, cards if is_counted else None, missing, bool(values.get("not_given")))


def _in_form(pointer: str, seats: Sequence[int]) -> str:
    """The pointer to a field of the form, where one leads into the scores of these seats."""
    match pointer.split("/"):
        case ["", "scores", index, *steps] if int(index) < len(seats):
            name = {"cards": "_".join(steps), "missing": "missing"}.get(steps[0] if steps else "", "points")
            return f"/{name}-{seats[int(index)]}"
        case ["", "scores", *_]:
            return ""
        case _:
            return pointer


def _line_values(score: GivenScore) -> dict[str, str]:
    seat = score.seat
    if score.not_given:
        return {f"not_given-{seat}": "1"}
    if score.cards is None:
        return {} if score.points is None else {f"points-{seat}": str(score.points)}
    counts = {f"cards_{key}-{seat}": number for key, number in score.cards.items()}
    return {
        name: str(number) for name, number in (counts | {f"missing-{seat}": score.missing}).items() if number
    }
