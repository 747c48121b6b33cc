"""What section 15 asks before a recorded hand is corrected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wtforms import Form, StringField
from wtforms.validators import AnyOf, Length, Optional

from scorekeeper.rules.entries import ErrorKind
from scorekeeper.services.corrections import Correction
from scorekeeper.web.forms.sheets import ReadSheet
from scorekeeper.web.forms.texts import one_line
from scorekeeper.web.refusals import Errors, misshapen

LONGEST_REASON: Final = 200
_ANSWERS: Final = {"yes": True, "no": False}
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
        return misshapen({name: _CODES.get(name, "choice") for name in self.errors})

    def typed(self) -> dict[str, str]:
        """What was chosen and typed, to show it again."""
        return {name: str(field.data) for name, field in self._fields.items() if field.data}

    def correction(self, hand: int, sheet: ReadSheet) -> Correction:
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
        )


def _answer(text: str | None) -> bool | None:
    return _ANSWERS.get(text or "")
