"""The referee: what went wrong, one question a screen, the ruling, and how many cards to hold (12.7a); with a
game and without one.

The address holds all answers: going back takes one back, and a ruling can be sent to others as a link.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Final

from flask import Blueprint, abort, redirect, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import HiddenField, StringField

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Outcome, asked_by
from scorekeeper.referee.judge import follow, penalty_of
from scorekeeper.referee.jurisdiction import catalogue, must_be_here
from scorekeeper.rulebook import clause
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import Fault, RuleViolation, Violation
from scorekeeper.rules.game import Game
from scorekeeper.rules.rulesets.in_force import NotOfShape
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games.queries.ahead import NAMES
from scorekeeper.services.games.queries.precedents import MATTER, precedents_for
from scorekeeper.services.games.rulings import fitting, must_fit
from scorekeeper.web.games import access, rule_choice
from scorekeeper.web.games.ahead import NEW
from scorekeeper.web.games.house_rules import changes_by_clause
from scorekeeper.web.http import addresses, clock, device, responses
from scorekeeper.web.http.forms import Form, HiddenWholeField
from scorekeeper.web.http.parsing import one_line, parse_whole
from scorekeeper.web.referee.agreements import by_clause
from scorekeeper.web.referee.disputes import Values, dispute_from, path_values
from scorekeeper.web.referee.offline import cited, compiled
from scorekeeper.web.referee.path import (
    PageLink,
    Venue,
    bound_at,
    facts_at,
    first_step,
    is_settled_at_once,
    steps,
    venue_of,
)
from scorekeeper.web.referee.questions import Asking, asking, asks_offender_first, incomplete, offender
from scorekeeper.web.referee.ruling_page import names_in_ruling, offers, page_of
from scorekeeper.web.referee.search import kinds

blueprint = Blueprint("referee", __name__)
# How many cards a player should hold, by taps.
MOST_MAY_IS: Final = 20
MAY_IS: Final = "may_is"
LAID: Final = "laid"
DEALT: Final = "dealt"
# As the law has it, and by a house rule (2.3a).
_CARDS_DEALT: Final = (12, 11)


class RulingForm(Form):
    """A ruling to be recorded in the game as it was seen, with what the table decided.

    `answers` is the path of the question graph that led to it, as its address has it.
    """

    pointers: ClassVar[Mapping[str, str]] = {"/choice": "agreed"}

    irregularity = HiddenField()
    seen = HiddenWholeField(default=0)
    apply = HiddenField()
    agreed = StringField(filters=[one_line])
    answers: MultiDict[str, str]

    def process(self, formdata: Any = None, *args: Any, **values: Any) -> None:
        super().process(formdata, *args, **values)
        self.answers = MultiDict(formdata)


@blueprint.get("/referee")
@blueprint.get("/games/<game:game_id>/referee")
@access.watcher
def index(game_id: str | None = None) -> ResponseReturnValue:
    """What can go wrong, or can in the state of the game."""
    venue = venue_of(game_id)
    return responses.page(
        "referee/index.html",
        venue=venue,
        kinds=kinds(_offered(venue), rules=venue.rules),
        may_write=_may_write(venue),
    )


@blueprint.get("/referee/offline")
@blueprint.get("/games/<game:game_id>/referee/offline")
@blueprint.get("/games/new/referee/offline", endpoint="offline_new", defaults={"game_id": NEW})
@access.watcher
def offline(game_id: str | None = None) -> ResponseReturnValue:
    """Every question and ruling on one page, which needs no network once it is open.

    That of a game that may start is by the rules of its form, and names nobody.
    """
    venue = Venue(NEW, file=_chosen()) if game_id == NEW else replace(venue_of(game_id), query="")
    data = compiled(venue, _offered(venue), may_write=_may_write(venue))
    return responses.page(
        "referee/offline.html",
        venue=venue,
        kinds=kinds(_offered(venue), rules=venue.rules),
        data=data,
        clauses=[clause(number) for number in dict.fromkeys(cited(data))],
        changed=changes_by_clause(venue.rules),
        agreed=by_clause(device.known(), game_id, ruleset=venue.rules.id),
        form=RulingForm(None),
    )


@blueprint.get("/referee/cards")
@blueprint.get("/games/<game:game_id>/referee/cards")
@access.watcher
def cards(game_id: str | None = None) -> ResponseReturnValue:
    """How many cards a player should hold; where the rules don't say, what they say of a wrong number."""
    venue = venue_of(game_id)
    if not venue.can_count:
        return redirect(venue.wrong_count)
    count = card_count(request.args, venue=venue)
    return responses.page("referee/cards.html", venue=venue, count=count)


@blueprint.get("/referee/<irregularity>")
@blueprint.get("/games/<game:game_id>/referee/<irregularity>")
@access.watcher
def settle(irregularity: str, game_id: str | None = None) -> ResponseReturnValue:
    """The page for the answers in the address; repeated answers are removed by a redirect."""
    venue, wrong = venue_of(game_id), irregularity_of(irregularity)
    values = path_values(wrong, request.args)
    if any(len(request.args.getlist(name)) > len(texts) for name, texts in values.lists()):
        return redirect(venue.address(wrong, values))
    return _answered(venue, wrong, values, RulingForm())


def ruling_again(game_id: str, irregularity: Irregularity, form: RulingForm) -> ResponseReturnValue:
    """The page of a dispute that could not be recorded, with its faults."""
    return _answered(venue_of(game_id), irregularity, path_values(irregularity, form.answers), form)


def irregularity_of(code: str, *, status: int = 404) -> Irregularity:
    """The irregularity of this code; if there is none, an answer with this status."""
    try:
        return Irregularity(code)
    except ValueError:
        abort(status)


def _answered(
    venue: Venue, irregularity: Irregularity, values: Values, form: RulingForm
) -> ResponseReturnValue:
    must_be_here(irregularity, rules=venue.rules)
    if venue.game is not None:
        must_fit(venue.game, irregularity)
    if asks_offender_first(venue, irregularity, values):
        so_far = [first_step(venue, irregularity)]
        return _question_page(venue, irregularity, offender(venue, irregularity), so_far=so_far, form=form)
    try:
        return _reached_page(venue, irregularity, values, form=form)
    except Violation as violation:
        return _refused_page(venue, irregularity, values, faults=violation.faults)


def _reached_page(
    venue: Venue,
    irregularity: Irregularity,
    values: Values,
    *,
    form: RulingForm,
    refused: Values | None = None,
) -> ResponseReturnValue:
    """The screen or the ruling that `values` lead to; its fields show what was `refused`, if anything was."""
    dispute = dispute_from(irregularity, values, game=venue.game)
    facts = facts_at(venue, dispute)
    path = follow(irregularity, facts, rules=venue.rules)
    so_far = steps(venue, irregularity, values, path=path, facts=facts)
    if not isinstance(path.at, Outcome) and not is_settled_at_once(venue, irregularity):
        shown = asking(venue, irregularity, refused or values, question=path.at, facts=facts)
        if not form.errors and (sentence := incomplete(venue, path.at, values)):
            form.form_errors = [sentence]
        return _question_page(venue, irregularity, shown, so_far=so_far, form=form)
    bound, may_write = bound_at(venue, dispute), _may_write(venue)
    names = names_in_ruling(venue, bound)
    page = page_of(venue, bound, values=values, names=names, may_write=may_write)
    agreed = precedents_for(device.known(), venue.game_id, clauses=page.silent)
    matter = dict(bound.ruling.facts).get(MATTER)
    return responses.page(
        "referee/ruling.html",
        form=form,
        venue=venue,
        irregularity=irregularity,
        steps=so_far,
        page=page,
        changed=changes_by_clause(venue.rules),
        bound=bound,
        values=values,
        may_write=may_write,
        offers=offers(venue, bound),
        agreed_before=[line for line in agreed if matter is None or line.matter in (None, matter)],
        link=addresses.outside(replace(venue, query="").address(irregularity, values)),
        **responses.news(rules=venue.rules),
    )


def _refused_page(
    venue: Venue, irregularity: Irregularity, values: Values, *, faults: tuple[Fault, ...]
) -> ResponseReturnValue:
    """The screen whose answer is wrong, with its faults; only the faults if another screen asks for it."""
    wrong = {fault.pointer.split("/")[2] for fault in faults if fault.pointer.startswith("/facts/")}
    right: Values = MultiDict((name, text) for name, text in values.items(multi=True) if name not in wrong)
    if wrong and wrong <= values.keys():
        try:
            facts = facts_at(venue, dispute_from(irregularity, right, game=venue.game))
            at = follow(irregularity, facts, rules=venue.rules).at
            if not isinstance(at, Outcome) and wrong <= {*asked_by(at)}:
                form = RulingForm(None)
                form.add_faults(faults)
                return _reached_page(venue, irregularity, right, form=form, refused=values)
        except Violation:
            pass
    plain = Form(None)
    plain.add_faults(faults)
    return responses.page("referee/refused.html", form=plain, venue=venue, irregularity=irregularity)


def _question_page(
    venue: Venue, irregularity: Irregularity, shown: Asking, *, so_far: list[PageLink], form: RulingForm
) -> ResponseReturnValue:
    return responses.page(
        "referee/question.html",
        form=form,
        venue=venue,
        irregularity=irregularity,
        steps=so_far,
        shown=shown,
        **responses.news(rules=venue.rules),
    )


def _chosen() -> Ruleset:
    """The rules that the form of a new game has chosen; 404 if they are none."""
    now = clock.now()
    try:
        return rule_choice.choice_in(request.args).started(Started(NAMES, 0, now), now=now).rules
    except (NotOfShape, RuleViolation):
        abort(404)


def _offered(venue: Venue) -> tuple[Irregularity, ...]:
    return catalogue(venue.rules) if venue.game is None else fitting(venue.game)


def _may_write(venue: Venue) -> bool:
    return venue.game_id is not None and access.may_write(venue.game_id)


@dataclass(frozen=True, slots=True)
class CardCount:
    """The tapped numbers: cards dealt, may-Is won, cards laid. A may-I won brings `for_each` cards."""

    dealt: int
    may_is: int
    laid: int
    for_each: int

    @property
    def before(self) -> int:
        """Cards to hold before the draw; one more after it."""
        return self.dealt + self.for_each * self.may_is - self.laid

    def address_of(self, **changed: int) -> dict[str, int]:
        """The query of the address with these values changed."""
        return {DEALT: self.dealt, MAY_IS: self.may_is, LAID: self.laid, **changed}

    @property
    def more_may_is(self) -> bool:
        return self.may_is < MOST_MAY_IS

    @property
    def fewer_may_is(self) -> bool:
        return self.may_is > 0 and self.before >= self.for_each


def card_count(values: Values, *, venue: Venue) -> CardCount:
    """The count in an address; a fresh one if more are laid than held, or a number is out of range."""
    rule = _dealt_by_rules(venue.game) if venue.game else _CARDS_DEALT[0]
    count = CardCount(
        dealt=rule if venue.game else values.get(DEALT, rule, type=parse_whole),
        may_is=values.get(MAY_IS, 0, type=parse_whole),
        laid=values.get(LAID, 0, type=parse_whole),
        for_each=1 + penalty_of(venue.rules),
    )
    fits = count.dealt in (rule, *_CARDS_DEALT) and 0 <= count.may_is <= MOST_MAY_IS and count.laid >= 0
    return count if fits and count.before >= 0 else CardCount(rule, 0, 0, count.for_each)


def _dealt_by_rules(game: Game) -> int:
    """The cards that each player got in the current hand, at the end in the last one."""
    number = game.hand.number if game.hand else max(1, len(game.hands))
    return game.rules.cards_dealt(number, players=len(game.setup.players))
