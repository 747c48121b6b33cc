"""Correcting a recorded hand: the questions of section 15, and the clause of the answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from flask import Blueprint, request
from wtforms import Form, StringField
from wtforms.validators import AnyOf, Length, Optional

from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import ErrorKind
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.rulesets.ruleset import Incomplete
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import HandPage, hand_page
from scorekeeper.services.games.recording import Correction
from scorekeeper.web.games import access, sheet_form
from scorekeeper.web.games.hands import TwoVersions, two_versions
from scorekeeper.web.games.sheet_form import ReadSheet
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.fields import one_line, whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors, Malformed
from scorekeeper.web.http.formats import plain
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint(
    "corrections", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>/correction"
)
LONGEST_REASON: Final = 200
_ANSWERS: Final[Mapping[str | None, bool]] = {"yes": True, "no": False}
_ANSWERED: Final = ("kind", "mixed", "disputed_before", "agreed")


@blueprint.get("")
@access.scorer
def correction(game_id: str, number: int) -> Answer:
    """The form of a correction; its address may fill in charges and answers."""
    found = _recorded(game_id, number)
    filled_in = (*_ANSWERED, *map(sheet_form.charge_field, _given_seats(found)))
    values = sheet_form.written(found.hand.went_out, found.hand.given, rummy=found.hand.rummy)
    values |= {name: request.args[name] for name in filled_in if name in request.args}
    return _correction_page(found, values=values, errors=NO_ERRORS, seen=found.head.version)


@blueprint.post("")
@access.scorer
def correct(game_id: str, number: int) -> Answer:
    """Correct a recorded hand, as section 15 allows; the clause is shown either way."""
    found = _recorded(game_id, number)
    sheet = sheet_form.read(request.form, seats=found.numbers, charged=_given_seats(found))
    seen = whole_or(request.form.get("seen"), default=0)
    try:
        with form_errors.caught(fields=sheet.fields) as errors:
            correction = _form(found).correction(number, sheet)
            recording.correct(game_id, correction, now=clock.now(), device=device.known(), seen=seen)
            said = f"correction-{clause_of(correction.kind, rules=found.head.rules)}"
            return responses.see("games.table", game_id=game_id, said=said, hand=number)
    except StaleVersion:
        return _compared_page(_recorded(game_id, number), sheet=sheet)
    return _correction_page(found, values=request.form, errors=errors, seen=seen)


def _recorded(game_id: str, number: int) -> HandPage:
    """A recorded hand; UnknownGame if there is no such game any more, else StateViolation."""
    found = hand_page(game_id, number)
    if found is None:
        recording.current(game_id)
        raise StateViolation(Fault(FaultCode.HAND_NOT_PLAYED, values=(("hand", number),)))
    return found


def _form(page: HandPage) -> CorrectionForm:
    """The form sent; without its kind where only agreement is asked (P-5)."""
    form = CorrectionForm(request.form)
    if page.head.rules.incomplete is Incomplete.PLAIN:
        del form.kind
    return form


def _given_seats(page: HandPage) -> list[int]:
    return [line.seat for line in page.hand.given]


def _correction_page(
    page: HandPage,
    *,
    values: Mapping[str, str],
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
        asked=sheet_form.asked(page.hand.rules, hand=page.hand.number, players=page.head.players),
        seen=seen,
        recorded={score.seat: score.points if score.posted else score.held for score in page.hand.scores},
        scores={score.seat: plain(score.points) for score in page.hand.scores},
        versions=versions,
    )


def _compared_page(page: HandPage, *, sheet: ReadSheet) -> Answer:
    """The form with the sheet recorded by somebody else beside the typed one.

    A correction sent twice finds its own sheet recorded and leads to the game.
    """
    offered = sheet.scored(page.hand.number)
    charged = {line.seat: line.charge for line in page.hand.given}
    if same_sheet(page.hand, offered, rules=page.hand.rules) and charged == {**charged, **sheet.charges}:
        return responses.see("games.table", game_id=page.head.id, said="hand-again", hand=page.hand.number)
    versions = two_versions(
        recording.current(page.head.id), saved=page.hand, offered=offered, charges=sheet.charges
    )
    errors = form_errors.malformed({form_errors.WHOLE: "stale"})
    return _correction_page(
        page, values=request.form, errors=errors, seen=page.head.version, versions=versions
    )


class CorrectionForm(Form):
    """Kind of error, the questions of its clause, and a reason in the table's own words."""

    kind = StringField(validators=[AnyOf([kind.value for kind in ErrorKind])])
    mixed = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    disputed_before = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    agreed = StringField(validators=[Optional(), AnyOf(_ANSWERS)])
    reason = StringField(validators=[Length(max=LONGEST_REASON)])

    def correction(self, hand: int, sheet: ReadSheet) -> Correction:
        """The correction to this sheet, or Malformed; the answer to a question left open is None."""
        self.validate()
        unread = {name: name if name in ("kind", "reason") else "choice" for name in self.errors}
        if sheet.malformed or unread:
            raise Malformed({**sheet.malformed, **unread})
        return Correction(
            hand,
            sheet.scores,
            ErrorKind(self.kind.data) if self.kind else None,
            went_out=sheet.went_out,
            rummy=sheet.rummy,
            mixed=_ANSWERS.get(self.mixed.data),
            disputed_before=_ANSWERS.get(self.disputed_before.data),
            agreed=_ANSWERS.get(self.agreed.data),
            reason=one_line(self.reason.data),
            charges=sheet.charges,
        )
