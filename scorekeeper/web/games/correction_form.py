"""What section 15 asks before a recorded hand is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wtforms import Form, StringField
from wtforms.validators import AnyOf, Length, Optional

from scorekeeper.rules.entries import ErrorKind
from scorekeeper.rules.game import Hand
from scorekeeper.services.games.recording import Correction
from scorekeeper.web.games.sheet_form import ReadSheet
from scorekeeper.web.http.fields import NotANumber, one_line, whole
from scorekeeper.web.http.refusals import Errors, malformed

LONGEST_REASON: Final = 200
_ANSWERS: Final = {"yes": True, "no": False}
_ANSWERED: Final = ("kind", "mixed", "disputed_before", "agreed")
_CODES: Final[Mapping[str, str]] = {"kind": "kind", "reason": "reason"}


class CorrectionForm(Form):  # type: ignore[misc]
    """Kind of error, the questions of its clause, and a reason in the table's own words."""

    kind = StringField(validators=[AnyOf([kind.value for kind in ErrorKind])])
    mixed = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    disputed_before = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    agreed = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    reason = StringField(validators=[Length(max=LONGEST_REASON)])

    def refusals(self) -> Errors:
        """The fields that could not be read, with a sentence each."""
        self.validate()
        return malformed({name: _CODES.get(name, "choice") for name in self.errors})

    def typed(self) -> dict[str, str]:
        """What was chosen and typed, to show it again."""
        return {name: str(field.data) for name, field in self._fields.items() if field.data}

    def correction(self, hand: int, sheet: ReadSheet, *, charges: Mapping[int, int]) -> Correction:
        """The correction asked for; a question that nobody answered stays None."""
        return Correction(
            hand,
            sheet.scores,
            ErrorKind(self.kind.data),
            went_out=sheet.went_out,
            mixed=_answer(self.mixed.data),
            disputed_before=_answer(self.disputed_before.data),
            agreed=_answer(self.agreed.data),
            reason=one_line(self.reason.data),
            charges=charges,
        )


def charges_written(hand: Hand) -> dict[str, str]:
    """What rulings charge in a recorded hand, as fields of its form (12.5)."""
    return {_charge(line.seat): str(line.charge) for line in hand.given if line.charge}


def charges_typed(form: Mapping[str, str], hand: Hand) -> dict[str, str]:
    """What stands in the fields of charges, to show it again."""
    return {name: form[name] for name in (_charge(line.seat) for line in hand.given) if name in form}


def filled_in(query: Mapping[str, str], hand: Hand) -> dict[str, str]:
    """What an address has filled in already: charges, and answers that the table has given before."""
    answers = {name: query[name] for name in _ANSWERED if name in query}
    return {**charges_typed(query, hand), **answers}


def charges_in(form: Mapping[str, str], hand: Hand) -> tuple[dict[int, int], Errors]:
    """The charges that they say by seat, none where a field is empty; and the fields that are no numbers."""
    found: dict[int, int] = {}
    wrong: dict[str, str] = {}
    for seat in (line.seat for line in hand.given if _charge(line.seat) in form):
        try:
            found[seat] = whole(form[_charge(seat)].strip() or "0")
        except NotANumber as unread:
            wrong[_charge(seat)] = str(unread)
    return found, malformed(wrong)


def _charge(seat: int) -> str:
    return f"charge-{seat}"


def _answer(text: str | None) -> bool | None:
    return _ANSWERS.get(text or "")
