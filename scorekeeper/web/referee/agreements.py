"""Agreements of a table where the rules are silent: recorded, and shown when the question comes back."""

from textwrap import shorten
from typing import Final

from flask import Blueprint, request
from flask.typing import ResponseReturnValue
from wtforms import SelectField, StringField

from scorekeeper.language import _, in_each_language
from scorekeeper.language import lazy_gettext as _l
from scorekeeper.referee.effects import READ_MORE_WIDELY
from scorekeeper.rulebook import Clause, Mark, book
from scorekeeper.rules.entries import Agreed
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.services.common.faults import StaleVersion
from scorekeeper.services.games import recording
from scorekeeper.services.games.queries.precedents import Agreement, precedents_for
from scorekeeper.web.games import access
from scorekeeper.web.games.seats import record_now
from scorekeeper.web.http import device, responses
from scorekeeper.web.http.forms import Form, HiddenWholeField
from scorekeeper.web.http.parsing import one_line

blueprint = Blueprint("agreements", __name__, url_prefix="/games/<game:game_id>/agreements")
MOST_IN_BOOK: Final = 200
MOST_LETTERS: Final = 50
# The law's clause on manners, which is open at any table.
_MANNERS: Final = "5.10"


class AgreementForm(Form):
    """What a table agreed on a clause that the rules leave open, or on something else."""

    seen = HiddenWholeField(default=0)
    clause = SelectField(_l("What is it about?"), default="", choices={})
    question = StringField(_l("What was the question?"), filters=[one_line])
    agreed = StringField(_l("What did you decide?"), filters=[one_line])


@blueprint.get("")
@access.watcher
def agreements(game_id: str) -> ResponseReturnValue:
    """The agreements of this game and of others that this phone has seen."""
    recording.current(game_id)
    return responses.page(
        "referee/agreements.html",
        game_id=game_id,
        lines=precedents_for(device.known(), game_id),
        may_write=access.may_write(game_id),
    )


@blueprint.get("/new")
@access.scorer
def new(game_id: str) -> ResponseReturnValue:
    """The form, empty or with the clause and question in the address."""
    seen = recording.current(game_id).version
    return _new_page(_offering(AgreementForm(data=request.args.to_dict(), seen=seen), game_id), game_id)


@blueprint.post("")
@access.scorer
def record(game_id: str) -> ResponseReturnValue:
    """Record an agreement."""
    form = _offering(AgreementForm(), game_id)
    if form.validate_on_submit():
        event = Agreed(form.clause.data or None, form.question.data or "", form.agreed.data or "")
        try:
            with form.catching_faults():
                record_now(game_id, event, seen=form.seen.data)
                return responses.see("games.table", game_id=game_id, news="agreed")
        except StaleVersion as stale:
            form.add_error("", "ruled-late")
            form.seen.data = stale.current
    return _new_page(form, game_id)


@in_each_language
def open_clauses(ruleset: str = LAW.id) -> dict[str, Clause]:
    """The clauses that leave something to the table, by number: those of a ruleset, and then the law's."""
    return {
        clause.number: clause
        for name in dict.fromkeys((ruleset, LAW.id))
        for clause in book(name).clauses
        if clause.mark is Mark.SILENT or clause.number == READ_MORE_WIDELY
    }


def clauses_offered(ruleset: str) -> dict[str, Clause]:
    """The open clauses of a ruleset by number, with the law's on manners where it has none of its own."""
    manners = RULESETS[ruleset].cites.get(_MANNERS, _MANNERS)
    numbers = {clause.number for clause in book(ruleset).clauses} | {manners}
    return {number: clause for number, clause in open_clauses(ruleset).items() if number in numbers}


def by_clause(phone: str | None, game_id: str | None, *, ruleset: str = LAW.id) -> dict[str, list[Agreement]]:
    """The agreements that a phone may read, by the clause that each is about."""
    agreements: dict[str, list[Agreement]] = {}
    for line in precedents_for(phone, game_id, clauses=open_clauses(ruleset), most=MOST_IN_BOOK):
        agreements.setdefault(str(line.clause), []).append(line)
    return agreements


def _offering(form: AgreementForm, game_id: str) -> AgreementForm:
    """The form with the clauses to choose from, and the one that its address names."""
    number, ruleset = form.clause.data, recording.current(game_id).rules.id
    clauses = clauses_offered(ruleset)
    if number in open_clauses(ruleset):
        clauses.setdefault(number, open_clauses(ruleset)[number])
    form.clause.choices = {"": _("Something else")} | {
        clause.number: f"{clause.number} {_title(clause)}" for clause in clauses.values()
    }
    return form


def _title(clause: Clause) -> str:
    """What an open clause is about, in few words: the beginning of what the rules don't say."""
    text = clause.opening.removeprefix(_("The rules don’t say")).strip().removesuffix(".")
    return shorten(text[:1].upper() + text[1:], MOST_LETTERS, placeholder="…")


def _new_page(form: AgreementForm, game_id: str) -> ResponseReturnValue:
    clauses = open_clauses(recording.current(game_id).rules.id).keys() & {form.clause.data}
    before = precedents_for(device.known(), game_id, clauses=clauses)
    return responses.page("referee/agreement.html", game_id=game_id, form=form, before=before)
