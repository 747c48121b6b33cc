"""Correcting a recorded hand: the questions of section 15, and the clause of the answer."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from wtforms import RadioField
from wtforms.validators import InputRequired, ValidationError

from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.corrections import clause_of
from scorekeeper.rules.entries import ErrorKind
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation
from scorekeeper.rules.rulesets.ruleset import Incomplete
from scorekeeper.rules.scoring import same_sheet
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import HandPage, hand_page
from scorekeeper.services.games.recording import Correction
from scorekeeper.web.games import access
from scorekeeper.web.games.hands import TwoVersions, two_versions
from scorekeeper.web.games.sheet_form import SheetForm, charge_field, form_values, layout_of
from scorekeeper.web.http import clock, messages, responses
from scorekeeper.web.http.formats import plain
from scorekeeper.web.http.forms import HiddenWholeField, TextField
from scorekeeper.web.http.parsing import one_line

blueprint = Blueprint(
    "corrections", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>/correction"
)
LONGEST_REASON: Final = 200
# What each answer to “What went wrong?” says by section 15.
_ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "typed": {"kind": ErrorKind.SCORESHEET, "disputed_before": False, "agreed": True},
    "counted": {"kind": ErrorKind.MISCOUNT, "mixed": False},
    "agreed": {"kind": ErrorKind.AGREED, "agreed": True},
}
# The answers that leave the score as it is, by the clause that says so.
_STAYS: Final = {"mixed": "15.1", "disputed": "15.3a"}


class CorrectionForm(SheetForm):
    """Another sheet, what went wrong, and a reason in free words."""

    below = ("answer", "reason")

    seen = HiddenWholeField(default=0)
    answer = RadioField(
        validators=[InputRequired(_l("Choose what went wrong."))],
        choices=dict.fromkeys([*_ANSWERS, *_STAYS], ""),
    )
    reason = TextField(_l("Reason (optional)"))

    def __init__(self, page: HandPage, *args: Any, **values: Any) -> None:
        """The form for a recorded hand."""
        super().__init__(*args, **values)
        layout = layout_of(page.hand.rules, hand=page.hand.number, players=page.head.players)
        self.add_fields(f"{kind}-{seat}" for seat in page.numbers for kind in layout.kinds)

    def validate_reason(self, field: TextField) -> None:
        if len(field.data) > LONGEST_REASON:
            raise ValidationError(messages.unreadable("reason"))

    def charges(self, page: HandPage) -> dict[int, int]:
        """The new charges by seat, 0 for an empty field; the seats without a field keep theirs (12.5)."""
        fields = {line.seat: charge_field(line.seat) for line in page.hand.lines}
        return {seat: self[name].data or 0 for seat, name in fields.items() if name in self}

    def correction(self, page: HandPage) -> Correction:
        """The correction to this sheet."""
        return Correction(
            page.hand.number,
            self.scores,
            went_out=self.winner,
            rummy=self.rummy.data,
            reason=one_line(self.reason.data),
            charges=self.charges(page),
            **_ANSWERS[self.answer.data],
        )


@blueprint.route("", methods=["GET", "POST"])
@access.scorer
def correction(game_id: str, number: int) -> ResponseReturnValue:
    """Correct a recorded hand, as section 15 allows; the clause is shown either way.

    The address of the form may fill in charges and say what went wrong.
    """
    page = _recorded(game_id, number)
    if request.method == "GET":
        values = form_values(page.hand.went_out, page.hand.lines, rummy=page.hand.rummy)
        filled_in = [charge_field(line.seat) for line in page.hand.lines]
        values |= {name: request.args[name] for name in filled_in if name in request.args}
        return _correction_page(page, CorrectionForm(page, None, seen=page.head.version, **values))
    form = CorrectionForm(page)
    if clause := _STAYS.get(form.answer.data):
        return responses.see("games.table", game_id=game_id, news=f"stays-{clause}", hand=number)
    try:
        if form.validate_on_submit():
            change = form.correction(page)
            with form.catching_faults():
                recording.correct(
                    game_id, change, now=clock.now(), origin=access.origin(), seen=form.seen.data
                )
                news = f"correction-{clause_of(change.kind, rules=page.head.rules)}"
                return responses.see("games.table", game_id=game_id, news=news, hand=number)
    except StaleVersion:
        return _compared_page(_recorded(game_id, number), form)
    return _correction_page(page, form)


def _recorded(game_id: str, number: int) -> HandPage:
    """A recorded hand; UnknownGame if there is no such game any more, else StateViolation."""
    page = hand_page(game_id, number)
    if page is None:
        recording.current(game_id)
        raise StateViolation(Fault(FaultCode.HAND_NOT_PLAYED, values=(("hand", number),)))
    return page


def _correction_page(
    page: HandPage, form: CorrectionForm, *, versions: TwoVersions | None = None
) -> ResponseReturnValue:
    return responses.page(
        "games/correction.html",
        status=409 if versions else None,
        page=page,
        form=form,
        answer=_answer(page),
        layout=layout_of(page.hand.rules, hand=page.hand.number, players=page.head.players),
        recorded={score.seat: score.points if score.posted else score.held for score in page.hand.scores},
        scores={score.seat: plain(score.points) for score in page.hand.scores},
        versions=versions,
    )


def _answer(page: HandPage) -> str | None:
    """The answer that a ruling or P-5 gives without the question; None: the outcome depends on it."""
    if page.head.rules.incomplete is Incomplete.PLAIN:
        return "agreed"
    answer = request.args.get("answer")
    return answer if answer in _ANSWERS else None


def _compared_page(page: HandPage, form: CorrectionForm) -> ResponseReturnValue:
    """The form beside the sheet that somebody else recorded; the game if that sheet is the very same."""
    offered, charges = form.event(page.hand.number), form.charges(page)
    before = {line.seat: line.charge for line in page.hand.lines}
    if same_sheet(page.hand, offered, rules=page.hand.rules) and before == {**before, **charges}:
        return responses.see("games.table", game_id=page.head.id, news="hand-again", hand=page.hand.number)
    game = recording.current(page.head.id)
    versions = two_versions(game, saved=page.hand, offered=offered, charges=charges)
    form.seen.data = page.head.version
    form.add_error("", "stale")
    return _correction_page(page, form, versions=versions)
