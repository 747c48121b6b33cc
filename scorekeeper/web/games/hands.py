"""One hand: scoring it, looking at it, choosing between two versions (sections 7, 8 and 15)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from flask import Blueprint, abort, render_template, request, url_for

from scorekeeper.language import _
from scorekeeper.rules.checks import clause_by
from scorekeeper.rules.corrections import clause_of, in_place_of
from scorekeeper.rules.entries import ErrorKind, HandScored
from scorekeeper.rules.faults import Fault, FaultCode, StateViolation, Violation
from scorekeeper.rules.game import Game, Hand, Status, VoidAttempt
from scorekeeper.rules.scoring import count_of, same_sheet
from scorekeeper.services.common.faults import HandConflict, StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.hands import ScoringPage, hand_page, scoring_page
from scorekeeper.services.games.queries.head import GameHead
from scorekeeper.services.games.recording import Correction, Expected
from scorekeeper.web.games import access, sheet_form
from scorekeeper.web.games.score_text import payments
from scorekeeper.web.http import clock, device, form_errors, responses
from scorekeeper.web.http.errors import refused
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.http.form_errors import NO_ERRORS, Errors
from scorekeeper.web.http.responses import Answer

blueprint = Blueprint("hands", __name__, url_prefix="/games/<game:game_id>/hands/<number:number>")


@blueprint.get("")
@access.watcher
def score(game_id: str, number: int) -> Answer:
    """The scoring page of the current hand, or the page of a recorded one."""
    found = responses.found(scoring_page(game_id))
    if found.head.hand is None or found.head.hand.number != number:
        return _recorded_page(found.head, number)
    if not access.may_write(game_id):
        access.refuse(game_id)
    if found.head.status is Status.SUSPENDED:
        raise StateViolation(Fault(FaultCode.GAME_SUSPENDED, clause=clause_by("8.2", rules=found.head.rules)))
    undone = found.undone
    values = (
        sheet_form.written(undone.went_out, undone.scores, rummy=undone.rummy)
        if undone
        else sheet_form.preselected(found.waiting)
    )
    return _score_page(found, number=number, values=values, errors=NO_ERRORS, handed_back=undone is not None)


@blueprint.post("")
@access.scorer
def save(game_id: str, number: int) -> Answer:
    """Record the hand; if it is refused, the form is shown again with the typed values."""
    sheet = sheet_form.read(request.form)
    if sheet.malformed:
        return _typed_page(game_id, number=number, errors=form_errors.malformed(sheet.malformed))
    try:
        saved = recording.record(
            game_id,
            sheet.scored(number),
            now=clock.now(),
            device=device.known(),
            expected=Expected(attempt=_attempt(), waiting=request.form.get("waited")),
        )
    except HandConflict as conflict:
        return _conflict_page(game_id, number=number, conflict=conflict)
    except Violation as refused:
        errors = form_errors.by_field(refused.faults, fields=sheet.fields)
        return _typed_page(game_id, number=number, errors=errors, status=form_errors.status(refused))
    return _after(saved, game_id=game_id, number=number)


@blueprint.post("/choice")
@access.scorer
def choice(game_id: str, number: int) -> Answer:
    """After two versions of a hand: keep the recorded one, or agree on the other (15.2)."""
    if request.form.get("choice") == "keep":
        return responses.see("games.table", game_id=game_id, said="hand-kept")
    recorded = hand_page(game_id, number)
    sheet = sheet_form.read(request.form, seats=recorded.numbers if recorded else ())
    if sheet.malformed or request.form.get("choice") != "mine":
        abort(400)
    seen = whole_or(request.form.get("seen"), default=0)
    offered = sheet.scored(number)
    try:
        if recorded is None:
            saved = _record_after_all(game_id, offered, seen=seen)
            return _after(saved, game_id=game_id, number=number)
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
        recording.correct(game_id, correction, now=clock.now(), device=device.known(), seen=seen)
    except StaleVersion:
        return _chosen_late_page(game_id, offered=offered)
    said = f"correction-{clause_of(correction.kind, rules=recorded.head.rules)}"
    return responses.see("games.table", game_id=game_id, said=said, hand=number)


def _attempt() -> int:
    """The attempt at the hand for which the sent form was made."""
    return whole_or(request.form.get("attempt"), default=0)


def _record_after_all(game_id: str, offered: HandScored, *, seen: int) -> recording.Recorded:
    """Record a sheet in place of the one that did not count (8.6)."""
    game = recording.current(game_id)
    void = next((attempt for attempt in reversed(game.void) if attempt.number == offered.hand), None)
    event = offered if void is None else in_place_of(void, offered)
    attempt = game.hand.attempt if game.hand else 0
    return recording.record(
        game_id, event, now=clock.now(), device=device.known(), expected=Expected(seen, attempt)
    )


def _after(saved: recording.Recorded, *, game_id: str, number: int) -> Answer:
    """Redirect to the table with the result of a sheet: recorded, recorded before, or to play again (8.6)."""
    said = "hand-replay" if saved.replay else "hand-again" if saved.again else "hand-saved"
    return responses.see("games.table", game_id=game_id, said=said, hand=number)


def _recorded_page(head: GameHead, number: int) -> Answer:
    game_id, current = head.id, head.hand
    found = hand_page(game_id, number)
    if found is not None:
        return render_template(
            "games/hand.html",
            page=found,
            asked=sheet_form.asked(found.hand.rules, hand=number, players=found.head.players),
            paid=payments(found.hand, {seat.number: seat.name for seat in found.seats}),
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
    return refused(form_errors.by_field((fault,), fields={}), status=409, back=(there, text))


def _typed_page(game_id: str, *, number: int, errors: Errors, status: int | None = None) -> Answer:
    """The scoring page with the typed values; only the refusal if another hand is the current one by now.

    It has no typed values if the seats have changed since: they would stand beside other players.
    """
    page = responses.found(scoring_page(game_id))
    hand = page.head.hand
    is_current = hand is not None and hand.number == number and page.head.status is Status.PLAYING
    if recording.is_reseated(game_id, hand=number, attempt=_attempt()):
        recorded = hand is None or hand.number > number
        code = FaultCode.HAND_RECORDED if recorded else FaultCode.HAND_RESEATED
        errors = form_errors.by_field([Fault(code, values=(("hand", number),))])
        if not is_current:
            return refused(errors, status=409)
        values = sheet_form.preselected(page.waiting)
        return _score_page(page, number=number, values=values, errors=errors, status=409)
    if not is_current:
        kept = _("Your scores for hand {number} are kept on this phone.").format(number=number)
        return refused(errors, status=409, kept=kept if hand and hand.number <= number else None)
    return _score_page(page, number=number, values=request.form, errors=errors, status=status)


def _score_page(
    page: ScoringPage,
    *,
    number: int,
    values: Mapping[str, str],
    errors: Errors,
    handed_back: bool = False,
    status: int | None = None,
) -> Answer:
    return responses.page(
        "games/score.html",
        errors=errors,
        status=status,
        score=page,
        values=values,
        handed_back=handed_back,
        asked=sheet_form.asked(page.head.rules, hand=number, players=page.head.players),
        ruled=sheet_form.preselected(page.waiting),
        waits=recording.waiting_mark(page.waiting),
        charges={seat.number: page.charge(seat.number) for seat in page.seats},
        **responses.news(),
    )


def _conflict_page(game_id: str, *, number: int, conflict: HandConflict) -> Answer:
    game = recording.current(game_id)
    versions = two_versions(game, saved=conflict.saved, offered=conflict.offered)
    return responses.page(
        "games/conflict.html",
        errors=NO_ERRORS,
        status=409,
        game_id=game_id,
        number=number,
        version=conflict.version,
        versions=versions,
        incomplete=game.rules.incomplete,
        typed={
            "attempt": str(_attempt()),
            **sheet_form.written(
                conflict.offered.went_out, conflict.offered.scores, rummy=conflict.offered.rummy
            ),
        },
    )


def _chosen_late_page(game_id: str, *, offered: HandScored) -> Answer:
    """The choice once more against the sheet recorded by now; the form to save again if it was undone.

    A choice sent twice finds its own sheet.
    """
    game, number = recording.current(game_id), offered.hand
    if recording.is_reseated(game_id, hand=number, attempt=_attempt()):
        return _typed_page(game_id, number=number, errors=NO_ERRORS)
    recorded: tuple[Hand | VoidAttempt, ...] = (*game.hands, *reversed(game.void))
    saved = next((one for one in recorded if one.number == number), None)
    if isinstance(saved, Hand) and same_sheet(saved, offered, rules=saved.rules):
        return responses.see("games.table", game_id=game_id, said="hand-again", hand=number)
    if saved is not None:
        rules = saved.rules if isinstance(saved, Hand) else game.rules
        conflict = HandConflict(saved, offered=offered, rules=rules, version=game.version)
        return _conflict_page(game_id, number=number, conflict=conflict)
    out_of_date = Fault(FaultCode.HAND_TAKEN_BACK, values=(("hand", number),))
    return _typed_page(game_id, number=number, errors=form_errors.by_field([out_of_date]), status=409)


@dataclass(frozen=True, slots=True)
class TwoVersions:
    """The recorded and the offered sheet of one hand, side by side.

    `lines` has a name and both counts for each seat, None for no score; `out` the names of the players who
    went out (None: nobody did), `rummy` whether with all cards at once. `void`: the recorded attempt did not
    count, and the hand is being played again (8.6).
    """

    lines: tuple[tuple[str, int | None, int | None], ...]
    out: tuple[str | None, str | None]
    rummy: tuple[bool, bool]
    void: bool


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
    charged = {line.seat: line.charge for line in saved.given} | dict(charges or {})
    sheet = offered.normalised().scores
    rules = saved.rules if isinstance(saved, Hand) else game.rules
    left = {line.seat: count_of(line, rules=rules) for line in saved.given}
    right = {
        line.seat: count_of(
            line if line.seat == offered.went_out else replace(line, charge=charged.get(line.seat, 0)),
            rules=rules,
        )
        for line in sheet
    }
    seats = [number for number in game.order if number in left or number in right]
    lines = tuple((game.seats[seat].name, left.get(seat), right.get(seat)) for seat in seats)
    names: dict[int | None, str] = {seat.number: seat.name for seat in game.seats}
    out = names.get(saved.went_out), names.get(offered.went_out)
    return TwoVersions(lines, out, (saved.rummy, offered.rummy), isinstance(saved, VoidAttempt))
