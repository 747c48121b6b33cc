"""Correcting a recorded hand: the questions of section 15, and the clause of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, request
from wtforms import Form, StringField
from wtforms.validators import AnyOf, Length, Optional

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import ErrorKind, HandScored
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.game import Hand
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import HandPage, hand_page
from scorekeeper.services.games.recording import Correction
from scorekeeper.web.games import access, sheet_form
from scorekeeper.web.games.conflicts import TwoVersions, two_versions
from scorekeeper.web.games.sheet_form import ReadSheet
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.fields import NotANumber, one_line, whole, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, malformed
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint(
    "corrections", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>/correction"
)


@blueprint.get("")
@access.scorer
def correction(game_id: str, number: int) -> Answer:
    found = _recorded(game_id, number)
    values = {
        **sheet_form.written(found.hand.went_out, found.hand.given),
        **charges_written(found.hand),
        **filled_in(request.args, found.hand),
    }
    return _correction_page(found, values=values, errors=NO_ERRORS, seen=found.head.version)


@blueprint.post("")
@access.scorer
def correct(game_id: str, number: int) -> Answer:
    """Correct a recorded hand, as section 15 allows; the clause is shown either way."""
    found = _recorded(game_id, number)
    form = CorrectionForm(request.form)
    sheet = sheet_form.read(request.form, seats=found.numbers)
    charges, wrong = charges_in(request.form, found.hand)
    errors: Errors = {**form_errors.malformed(sheet.malformed), **form.unreadable(), **wrong}
    seen = whole_or(request.form.get("seen"), default=0)
    values = {
        **sheet_form.typed(request.form, seats=found.numbers),
        **form.typed(),
        **charges_typed(request.form, found.hand),
    }
    if not errors:
        corrected = form.correction(number, sheet, charges=charges)
        try:
            with form_errors.caught(fields=sheet.fields) as errors:
                recording.correct(game_id, corrected, now=clock.now(), device=device.known(), seen=seen)
                said = f"correction-{clause_of(corrected.kind)}"
                return responses.see("games.table", game_id=game_id, said=said)
        except StaleVersion:
            return _compared_page(_recorded(game_id, number), sheet=sheet, values=values, charges=charges)
    return _correction_page(found, values=values, errors=errors, seen=seen)


def _recorded(game_id: str, number: int) -> HandPage:
    """A recorded hand; UnknownGame if there is no such game any more, else StateViolation."""
    found = hand_page(game_id, number)
    if found is None:
        recording.current(game_id)
        raise StateViolation(Fault(FaultCode.HAND_NOT_PLAYED, values=(("hand", number),)))
    return found


def _correction_page(
    page: HandPage,
    *,
    values: dict[str, str],
    errors: Errors,
    seen: int,
    versions: TwoVersions | None = None,
) -> Answer:
    """The form of a correction; `seen` is the version of the game that its sender has seen."""
    return responses.page(
        "games/correction.html",
        errors=errors,
        status=409 if versions else None,
        page=page,
        values=values,
        pack=sheet_form.pack(page.head.decks),
        seen=seen,
        versions=versions,
    )


def _compared_page(
    page: HandPage, *, sheet: ReadSheet, values: dict[str, str], charges: dict[int, int]
) -> Answer:
    """The form with the sheet recorded by somebody else beside the typed one.

    A correction sent twice finds its own sheet recorded and leads to the game.
    """
    offered = HandScored(page.hand.number, sheet.went_out, sheet.scores)
    charged = {line.seat: line.charge for line in page.hand.given}
    if same_sheet(page.hand, offered) and charged == {**charged, **charges}:
        return responses.see("games.table", game_id=page.head.id, said="hand-again")
    versions = two_versions(
        recording.current(page.head.id), saved=page.hand, offered=offered, charges=charges
    )
    errors = form_errors.malformed({form_errors.WHOLE: "stale"})
    return _correction_page(page, values=values, errors=errors, seen=page.head.version, versions=versions)


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

    def unreadable(self) -> Errors:
        """The fields that could not be read, with a sentence each."""
        self.validate()
        return malformed({name: _CODES.get(name, "choice") for name in self.errors})

    def typed(self) -> dict[str, str]:
        """The chosen and typed values, to show them again."""
        return {name: str(field.data) for name, field in self._fields.items() if field.data}

    def correction(self, hand: int, sheet: ReadSheet, *, charges: Mapping[int, int]) -> Correction:
        """The correction that the form describes; the answer to a question left open is None."""
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
    """The charges of rulings in a recorded hand as fields of its form (12.5)."""
    return {_charge(line.seat): str(line.charge) for line in hand.given if line.charge}


def charges_typed(form: Mapping[str, str], hand: Hand) -> dict[str, str]:
    """The typed values of the fields of charges, to show them again."""
    return {name: form[name] for name in (_charge(line.seat) for line in hand.given) if name in form}


def filled_in(query: Mapping[str, str], hand: Hand) -> dict[str, str]:
    """The values that the address of the form gives: charges, and answers of the table."""
    answers = {name: query[name] for name in _ANSWERED if name in query}
    return {**charges_typed(query, hand), **answers}


def charges_in(form: Mapping[str, str], hand: Hand) -> tuple[dict[int, int], Errors]:
    """The charges of a form by seat, 0 for an empty field; and the fields that are not numbers."""
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
