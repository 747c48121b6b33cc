"""The venue that asks the referee, and its path so far: each answer with the address that takes it back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from flask import abort, request, url_for
from markupsafe import Markup
from werkzeug.datastructures import MultiDict

from scorekeeper.language import _
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.facts import Facts
from scorekeeper.referee.graph import NO, Claims, Conditions, Count, OneOf, PointsList, Question, asked_by
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.judge import Path, judge_unasked
from scorekeeper.rulebook.vocabulary import LONGEST_QUERY
from scorekeeper.rules.game import Game, Seat
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import Irregularities, Ruleset
from scorekeeper.services.games import recording
from scorekeeper.services.games.rulings import Bound, Dispute, bind, facts_of, unbound
from scorekeeper.web.games.badges import Badge, badges_of
from scorekeeper.web.games.ruling_text import list_names
from scorekeeper.web.http import clock
from scorekeeper.web.http.formats import isolated, plain_row
from scorekeeper.web.http.parsing import one_line
from scorekeeper.web.referee.disputes import CHOICE, ROLE, Values

OFFENDER = ROLE.format(Who.OFFENDER)


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link by its text and address."""

    text: str
    address: str

    def __html__(self) -> Markup:
        return Markup('<a href="{}">{}</a>').format(self.address, self.text)


@dataclass(frozen=True, slots=True)
class Venue:
    """Where the referee is asked: in a game, or outside of any by the rules of a file.

    `asked` are the words that led here; they stay in every address until the ruling.
    """

    game_id: str | None = None
    game: Game | None = None
    file: Ruleset = LAW
    query: str = ""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game; without one those of the file."""
        return self.file if self.game is None else self.game.rules

    @property
    def hand(self) -> int | None:
        """The number of the hand being played; None outside of a game, and after its last hand."""
        return self.game.hand.number if self.game and self.game.hand else None

    @property
    def ruleset(self) -> str | None:
        """The id that addresses name: of a file other than the law."""
        return None if self.game is not None or self.file.is_law else self.file.id

    @property
    def carried(self) -> dict[str, Any]:
        """What every address and form carries beside the answers."""
        values = {"ruleset": self.ruleset, "q": self.query}
        return {name: value for name, value in values.items() if value}

    @property
    def players(self) -> tuple[Seat, ...]:
        """The seats still in the game, clockwise; none without a game."""
        return () if self.game is None else tuple(self.game.seats[seat] for seat in self.game.playing)

    @property
    def badges(self) -> dict[str, Badge]:
        """The badges of everybody in the game, by name; none without a game."""
        return {} if self.game is None else badges_of(self.game.seats)

    def address(
        self, irregularity: Irregularity, values: Values | None = None, *, but: Facts | None = None
    ) -> str:
        """The address of the page of an irregularity: its query has these values, but those in `but`."""
        query: Values = MultiDict(values)
        for name, value in (but or {}).items():
            query[name] = str(value)
        lists: dict[str, Any] = {**self.carried, **dict(query.lists())}
        return url_for("referee.settle", game_id=self.game_id, irregularity=irregularity.value, **lists)

    @property
    def index(self) -> str:
        """The address of the page that lists all irregularities."""
        return url_for("referee.index", game_id=self.game_id, **self.carried)

    @property
    def cards(self) -> str:
        """The address of the page that says how many cards to hold."""
        return url_for("referee.cards", game_id=self.game_id)

    @property
    def can_count(self) -> bool:
        """Whether it follows from the rules how many cards a player should hold."""
        referee = self.rules.referee
        return not (isinstance(referee, Irregularities) and Irregularity.WRONG_COUNT in referee.silent)

    @property
    def wrong_count(self) -> str:
        """The address that asks about a wrong number of cards."""
        return self.address(Irregularity.WRONG_COUNT)


def venue_of(game_id: str | None) -> Venue:
    """The venue of an address: a game, else the ruleset that it names; 404 if there is none such."""
    if game_id is not None:
        return Venue(game_id, recording.current(game_id), query=search_query())
    file = RULESETS.get(request.args.get("ruleset", LAW.id))
    return Venue(file=file, query=search_query()) if file else abort(404)


def search_query() -> str:
    """The question in the address, `?q=`, on one line and not too long."""
    return one_line(request.args.get("q"))[:LONGEST_QUERY].strip()


def is_settled_at_once(venue: Venue, irregularity: Irregularity) -> bool:
    """Whether the rules' own clauses or a house rule settle the irregularity, whatever the answers are."""
    return judge_unasked(irregularity, hand=venue.hand, rules=venue.rules) is not None


def facts_at(venue: Venue, dispute: Dispute) -> Facts:
    """The facts of a dispute, with those that the game holds; none where nothing is asked."""
    if venue.game is None and is_settled_at_once(venue, dispute.irregularity):
        return {}
    return dispute.facts if venue.game is None else facts_of(venue.game, dispute, now=clock.now())


def bound_at(venue: Venue, dispute: Dispute) -> Bound:
    """The ruling on a dispute, with the players of the game if there is one; errors as of `bind`."""
    if venue.game is None:
        return unbound(dispute, rules=venue.rules)
    return bind(venue.game, dispute, now=clock.now())


def without(values: Values, questions: Iterable[Question]) -> Values:
    """The values without the answers to these questions and without the choice after them."""
    dropped = {fact for question in questions for fact in asked_by(question)} | {CHOICE}
    return MultiDict((name, value) for name, value in values.items(multi=True) if name not in dropped)


def first_step(venue: Venue, irregularity: Irregularity) -> PageLink:
    """The first step, which names what went wrong."""
    return PageLink(graph_of(irregularity, venue.rules).headline, venue.index)


def steps(
    venue: Venue, irregularity: Irregularity, values: Values, *, path: Path, facts: Facts
) -> list[PageLink]:
    """The path so far: what went wrong, who it was where that is asked first, and each answer.

    Each links to its question, without the answers from there on. An answer that leads on to a question on
    the same screen is none.
    """
    links = [first_step(venue, irregularity)]
    if venue.game is not None and GRAPHS[irregularity].offender_first and OFFENDER in values:
        seat = next((seat for seat in venue.players if str(seat.number) == values[OFFENDER]), None)
        if seat is not None:
            named = Markup(_("It’s {offender}")).format(offender=isolated(seat.name))
            links.append(PageLink(named, venue.address(irregularity)))
    first = 0
    for number, question in enumerate(path.questions, start=1):
        if _leads_inline(question, facts):
            continue
        if any(fact in values for fact in asked_by(question)):
            text = step_text(question, facts=facts, by_position=venue.game is None)
            links.append(PageLink(text, venue.address(irregularity, without(values, path.questions[first:]))))
        first = number
    return links


def step_text(question: Question, *, facts: Facts, by_position: bool) -> str | Markup:
    """What the path so far says of the answers to a question."""
    match question:
        case OneOf(fact=fact) | Count(fact=fact):
            return sentences.answer(question, facts[fact])
        case PointsList(fact=fact):
            return plain_row(_listed(facts[fact])) or _(sentences.NOTHING_GIVEN)
        case Conditions(conditions=conditions):
            reasons = (condition.refusal for condition in conditions if facts[condition.fact] == NO)
            return " ".join(reasons) or _(sentences.ALL_MET)
        case Claims(in_turn=in_turn, claimants=claimants):
            return claims_step(by_position=by_position).format(
                in_turn=isolated(str(facts[in_turn])),
                claimants=list_names([str(name) for name in _listed(facts[claimants])]),
            )


def claims_step(*, by_position: bool) -> Markup:
    """The step that says whose turn it is, where names say that, and who claims."""
    by_name = _("{in_turn}’s turn; “May I” from {claimants}")
    return Markup(_("“May I” from {claimants}") if by_position else by_name)


def _leads_inline(question: Question, facts: Facts) -> bool:
    return isinstance(question, OneOf) and any(
        answer.inline for answer in question.answers if answer.value == facts[question.fact]
    )


def _listed(value: object) -> Sequence[object]:
    return value if isinstance(value, list | tuple) else ()
