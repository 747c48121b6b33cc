"""One hand: scoring it, looking at it, choosing between two versions, correcting it (sections 7, 8, 15)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from flask import Blueprint, abort, render_template, request, url_for
from flask.typing import ResponseReturnValue
from wtforms import RadioField
from wtforms.validators import InputRequired, ValidationError

from scorekeeper.language import _
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.corrections import clause_of, in_place_of
from scorekeeper.rules.entries import ErrorKind, HandScored
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation, Violation
from scorekeeper.rules.game import Game, Hand, Status, VoidAttempt
from scorekeeper.rules.rulesets.ruleset import Incomplete
from scorekeeper.rules.scoring import count_of, same_sheet
from scorekeeper.services.common.faults import HandConflict, StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import HandPage, ScoringPage, hand_page, scoring_page
from scorekeeper.services.games.queries.head import GameHead
from scorekeeper.services.games.recording import Correction, Expected, Recorded
from scorekeeper.web.games import access, sheet_form
from scorekeeper.web.games.score_text import payments
from scorekeeper.web.games.sheet_form import ChoiceForm, SheetForm, charge_field, form_values, layout_of
from scorekeeper.web.http import clock, forms, messages, responses
from scorekeeper.web.http.errors import refusal_page
from scorekeeper.web.http.formats import plain
from scorekeeper.web.http.forms import HiddenWholeField, TextField
from scorekeeper.web.http.parsing import one_line

blueprint = Blueprint("hands", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>")
corrections = Blueprint(
    "corrections", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>/correction"
)
LONGEST_REASON: Final = 200
# What each answer to “What went wrong?” says by section 15.
_ANSWERS: Final[Mapping[str, Mapping[str, Any]]] = {
    "typed": {"kind": ErrorKind.SCORESHEET, "disputed_before": False, "agreed": True},
    "counted": {"kind": ErrorKind.MISCOUNT, "mixed": False},
    "agreed": {"kind": ErrorKind.AGREED, "agreed": True},
}
# The answers that leave the score as it is, by the clause that says so; static/js/pages.js has the same.
_STAYS: Final = {"mixed": "15.1", "disputed": "15.3a"}


@blueprint.get("")
@access.watcher
def score(game_id: str, number: int) -> ResponseReturnValue:
    """The scoring page of the current hand, or the page of a recorded one."""
    page = responses.or_404(scoring_page(game_id))
    if page.head.hand is None or page.head.hand.number != number:
        return _recorded_page(page.head, number)
    if not access.may_write(game_id):
        access.refuse_phone(game_id)
    if page.head.status is Status.SUSPENDED:
        raise StateViolation(Fault(FaultCode.GAME_SUSPENDED, clause=clause_by("8.2", rules=page.head.rules)))
    return fresh_page(page)


def fresh_page(page: ScoringPage) -> ResponseReturnValue:
    """The scoring page as nobody has typed on it, with the scores that an undo has handed back."""
    undone = page.undone
    values = (
        sheet_form.form_values(undone.went_out, undone.scores, rummy=undone.rummy)
        if undone
        else sheet_form.preselected(page.waiting)
    )
    return score_page(page, SheetForm(None, **values), handed_back=undone is not None)


@blueprint.post("")
@access.scorer
def save(game_id: str, number: int) -> ResponseReturnValue:
    """Record the hand; if it is refused, the form is shown again with the typed values."""
    form = SheetForm()
    if form.validate_on_submit():
        with form.catching_faults(Violation):
            result = recording.record(
                game_id, form.event(number), now=clock.now(), origin=access.origin(), expected=form.expected
            )
            return responses.see("games.table", game_id=game_id, news=f"hand-{result.outcome}", hand=number)
    return _typed_page(game_id, form, number=number)


@blueprint.errorhandler(HandConflict)
def conflict(error: HandConflict) -> ResponseReturnValue:
    """The two versions of a hand, where this request sends another one than the recorded (15.2)."""
    game_id, form, offered = str((request.view_args or {})["game_id"]), SheetForm(), error.offered
    game = recording.current(game_id)
    return responses.page(
        "games/conflict.html",
        status=409,
        game_id=game_id,
        number=offered.hand,
        version=error.version,
        versions=two_versions(game, saved=error.saved, offered=offered),
        incomplete=game.rules.incomplete,
        typed={
            "attempt": form.attempt.data,
            **sheet_form.form_values(offered.went_out, offered.scores, rummy=offered.rummy),
        },
    )


@blueprint.post("/choice")
@access.scorer
def choice(game_id: str, number: int) -> ResponseReturnValue:
    """After two versions of a hand: keep the recorded one, or agree on the other (15.2)."""
    form = ChoiceForm()
    if form.choice.data == "keep":
        return responses.see("games.table", game_id=game_id, news="hand-kept")
    if not form.validate_on_submit():
        abort(400)
    recorded = hand_page(game_id, number)
    form.add_fields(f"points-{seat}" for seat in (recorded.numbers if recorded else ()))
    sheet = form.event(number)
    try:
        if recorded is None:
            result = _record_after_all(game_id, sheet, seen=form.seen.data)
            return responses.see("games.table", game_id=game_id, news=f"hand-{result.outcome}", hand=number)
        # Everyone agreed on the second of two versions: an error on the sheet (15.2, P-5).
        correction = Correction(
            number,
            sheet.scores,
            ErrorKind.SCORESHEET,
            went_out=sheet.went_out,
            rummy=sheet.rummy,
            disputed_before=False,
            agreed=True,
            reason=_("Two phones had different scores for this hand."),
        )
        recording.correct(game_id, correction, now=clock.now(), origin=access.origin(), seen=form.seen.data)
    except StaleVersion:
        # As if it were sent for the first time: both versions again, or the form where the hand is open.
        return save(game_id=game_id, number=number)
    news = f"correction-{clause_of(correction.kind, rules=recorded.head.rules)}"
    return responses.see("games.table", game_id=game_id, news=news, hand=number)


def _record_after_all(game_id: str, sheet: HandScored, *, seen: int) -> Recorded:
    """Record a sheet in place of the one that did not count (8.6)."""
    game = recording.current(game_id)
    void = next((attempt for attempt in reversed(game.void) if attempt.number == sheet.hand), None)
    event = sheet if void is None else in_place_of(void, sheet)
    attempt = game.hand.attempt if game.hand else 0
    return recording.record(
        game_id, event, now=clock.now(), origin=access.origin(), expected=Expected(seen, attempt)
    )


def _recorded_page(head: GameHead, number: int) -> ResponseReturnValue:
    game_id, current = head.id, head.hand
    page = hand_page(game_id, number)
    if page is not None:
        return render_template(
            "games/hand.html",
            page=page,
            layout=sheet_form.layout_of(page.hand.rules, hand=number, players=page.head.players),
            paid=payments(page.hand, {seat.number: seat.name for seat in page.seats}),
            may_write=access.may_write(game_id),
        )
    if current is None:
        raise StateViolation(Fault(FaultCode.GAME_FINISHED))
    clause = clause_by("4.2", rules=head.rules)
    fault = Fault(FaultCode.HAND_NOT_CURRENT, clause=clause, values=(("hand", current.number),))
    if not access.may_write(game_id):
        raise StateViolation(fault)
    there = url_for("hands.score", game_id=game_id, number=current.number)
    text = _("Score hand {number}").format(number=current.number)
    return refusal_page({"": (forms.form_error(fault),)}, status=409, back=(there, text))


def _typed_page(game_id: str, form: SheetForm, *, number: int) -> ResponseReturnValue:
    """The scoring page with the typed values; only the refusal if another hand is the current one by now.

    It has no typed values if the seats have changed since: they would stand beside other players.
    """
    page = responses.or_404(scoring_page(game_id))
    hand = page.head.hand
    is_current = hand is not None and hand.number == number and page.head.status is Status.PLAYING
    if recording.is_reseated(game_id, hand=number, attempt=form.attempt.data):
        is_recorded = hand is None or hand.number > number
        code = FaultCode.HAND_RECORDED if is_recorded else FaultCode.HAND_RESEATED
        form = SheetForm(None, **sheet_form.preselected(page.waiting))
        form.add_faults([Fault(code, values=(("hand", number),))])
        form.status = 409
        return score_page(page, form) if is_current else refusal_page(form.errors, status=form.status)
    if not is_current:
        kept = _("Your scores for hand {number} are kept on this phone.").format(number=number)
        return refusal_page(form.errors, status=409, kept=kept if hand and hand.number <= number else None)
    return score_page(page, form)


def score_page(page: ScoringPage, form: SheetForm, *, handed_back: bool = False) -> ResponseReturnValue:
    hand = responses.or_404(page.head.hand)
    layout = sheet_form.layout_of(page.head.rules, hand=hand.number, players=page.head.players)
    form.add_fields(f"{kind}-{seat}" for seat in page.numbers for kind in layout.kinds)
    return responses.page(
        "games/score.html",
        score=page,
        form=form,
        handed_back=handed_back,
        layout=layout,
        ruled=sheet_form.preselected(page.waiting),
        waits=recording.waiting_mark(page.waiting),
        charges={seat: page.charge(seat) for seat in page.numbers},
        **responses.news(),
    )


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """Where the recorded and the offered sheet of one hand differ.

    `lines` has a name and both counts for each seat that differs, None for no score; `out` the names of the
    players who went out (None: nobody did), `rummy` whether with all cards at once. `void`: the recorded
    attempt did not count, and the hand is being played again (8.6).
    """

    lines: tuple[tuple[str, int | None, int | None], ...]
    out: tuple[str | None, str | None]
    rummy: tuple[bool, bool]
    void: bool

    @property
    def nobody(self) -> tuple[bool, bool]:
        """Whether by each sheet nobody went out."""
        return self.out[0] is None, self.out[1] is None


def two_versions(
    game: Game,
    *,
    saved: Hand | VoidAttempt,
    offered: HandScored,
    charges: Mapping[int, int] | None = None,
) -> TwoVersions:
    """Compare a recorded sheet with an offered one, both with the charges of rulings (12.5).

    The charges of the offered sheet are the recorded ones, unless `charges` has another for a seat.
    """
    charge_of = {line.seat: line.charge for line in saved.lines} | dict(charges or {})
    sheet = offered.normalised().scores
    rules = saved.rules if isinstance(saved, Hand) else game.rules
    left = {line.seat: count_of(line, rules=rules) for line in saved.lines}
    right = {
        line.seat: count_of(
            line if line.seat == offered.went_out else replace(line, charge=charge_of.get(line.seat, 0)),
            rules=rules,
        )
        for line in sheet
    }
    names: dict[int | None, str] = {seat.number: seat.name for seat in game.seats}
    out = names.get(saved.went_out), names.get(offered.went_out)
    lines = ((names[seat], left.get(seat), right.get(seat)) for seat in game.order)
    differing = tuple(line for line in lines if line[1] != line[2] or (out[0] != out[1] and line[0] in out))
    return TwoVersions(differing, out, (saved.rummy, offered.rummy), isinstance(saved, VoidAttempt))


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


@corrections.route("", methods=["GET", "POST"])
@access.scorer
def correction(game_id: str, number: int) -> ResponseReturnValue:
    """Correct a recorded hand, as section 15 allows; the clause is shown either way.

    The address of the form may fill in charges and say what went wrong.
    """
    page = _recorded(game_id, number)
    if request.method != "POST":
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
