"""Correcting a recorded hand: the questions of section 15, and the clause of the answer."""

from typing import Any, Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from wtforms import RadioField
from wtforms.validators import InputRequired, Optional, ValidationError

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
from scorekeeper.web.http import clock, device, messages, responses
from scorekeeper.web.http.formats import plain
from scorekeeper.web.http.forms import HiddenWholeField, TextField
from scorekeeper.web.http.parsing import one_line

blueprint = Blueprint(
    "corrections", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>/correction"
)
LONGEST_REASON: Final = 200
_ANSWERS: Final = {"yes": True, "no": False}
_ANSWERED: Final = ("kind", "mixed", "disputed_before", "agreed")


class AnswerField(RadioField):
    """Yes, no, or no answer yet."""

    def __init__(self, label: Any, **kwargs: Any) -> None:
        choices = {"yes": _l("Yes"), "no": _l("No")}
        super().__init__(label, [Optional()], choices=choices, **kwargs)

    @property
    def answer(self) -> bool | None:
        return _ANSWERS.get(self.data)


class CorrectionForm(SheetForm):
    """Another sheet, the kind of error, the questions of its clause, and a reason in free words."""

    below = ("kind", "mixed", "disputed_before", "agreed", "reason")

    seen = HiddenWholeField(default=0)
    kind = RadioField(
        _l("What went wrong?"),
        [InputRequired(_l("Choose what went wrong."))],
        choices={
            "miscount": _l("Cards were counted wrong"),
            "scoresheet": _l("The score sheet is wrong"),
        },
        render_kw={
            "hints": {
                "miscount": _l("Someone counted or added up their cards wrong."),
                "scoresheet": _l("The count was right. The score is wrong here, or it’s missing."),
            }
        },
    )
    mixed = AnswerField(_l("Are those cards mixed with others yet?"))
    disputed_before = AnswerField(_l("Did anyone argue about this score before?"))
    agreed = AnswerField(_l("Does everyone agree to this change?"))
    reason = TextField(_l("Reason (optional)"))

    def __init__(self, page: HandPage, *args: Any, **values: Any) -> None:
        """The form for a recorded hand; without its kind where only agreement is asked (P-5)."""
        super().__init__(*args, **values)
        if page.head.rules.incomplete is Incomplete.PLAIN:
            del self.kind
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
        """The correction to this sheet; the answer to a question left open is None."""
        return Correction(
            page.hand.number,
            self.scores,
            ErrorKind(self.kind.data) if self.kind else None,
            went_out=self.winner,
            rummy=self.rummy.data,
            mixed=self.mixed.answer,
            disputed_before=self.disputed_before.answer,
            agreed=self.agreed.answer,
            reason=one_line(self.reason.data),
            charges=self.charges(page),
        )


@blueprint.get("")
@access.scorer
def correction(game_id: str, number: int) -> ResponseReturnValue:
    """The form of a correction; its address may fill in charges and answers."""
    page = _recorded(game_id, number)
    values = form_values(page.hand.went_out, page.hand.lines, rummy=page.hand.rummy)
    filled_in = (*_ANSWERED, *(charge_field(line.seat) for line in page.hand.lines))
    values |= {name: request.args[name] for name in filled_in if name in request.args}
    return _correction_page(page, CorrectionForm(page, None, seen=page.head.version, **values))


@blueprint.post("")
@access.scorer
def correct(game_id: str, number: int) -> ResponseReturnValue:
    """Correct a recorded hand, as section 15 allows; the clause is shown either way."""
    page = _recorded(game_id, number)
    form = CorrectionForm(page)
    try:
        if form.validate_on_submit():
            change = form.correction(page)
            with form.catching_faults():
                recording.correct(
                    game_id, change, now=clock.now(), device=device.known(), seen=form.seen.data
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
        layout=layout_of(page.hand.rules, hand=page.hand.number, players=page.head.players),
        recorded={score.seat: score.points if score.posted else score.held for score in page.hand.scores},
        scores={score.seat: plain(score.points) for score in page.hand.scores},
        versions=versions,
    )


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
