"""The referee of one venue as data, so that a page can follow it without a network (static/js/walker.js).

In goes a venue: the rules in force, and a game with its seats or none. Out comes JSON whose screens and
rulings are those of the pages, in the reader's language: every answer is followed and every ruling judged
here, so the script knows no rule. What cannot be said beforehand is a placeholder in a text: the players by
their roles, the points of typed numbers, the number of the hand.

- A screen has the `answers` of one tap: text, values, and the node they lead to. Typed numbers lead to
  `short`, or to `enough` by the plural form of their points; claims to `then`, in the `order` of seats by the
  player in turn. Where the offender is asked for first, the path so far says it by `offenderFirst`.
- A ruling has its lines, and `rows` that ask for players; `meant` are the roles that follow from these, and
  the `seats` of the whole say whose they are.
- Only claims depend on the hand: `hands` are the nodes from a hand on, also those of hands to come.

It can be wrong where the game went on: somebody left, the year of a break ended. The server judges anew.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from itertools import permutations, product
from typing import Any, Final

from markupsafe import Markup

from scorekeeper.language import Plural, _, current
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.effects import effects_of
from scorekeeper.referee.facts import Facts, wrong_values
from scorekeeper.referee.graph import (
    NO,
    YES,
    Claims,
    Conditions,
    Count,
    OneOf,
    Option,
    Outcome,
    PointsList,
    Question,
)
from scorekeeper.referee.graphs import GRAPHS, graph_of
from scorekeeper.referee.judge import claims_in_order, follow
from scorekeeper.referee.roles import named_by, seats_in_role, spoken_of
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.game import Status
from scorekeeper.rules.rulings import Effect
from scorekeeper.services.games.rulings import Bound, dealer_of
from scorekeeper.web.games.ruling_text import placeholders
from scorekeeper.web.http.formats import apart, listed, plain_row, plural_forms
from scorekeeper.web.http.messages import fault_text
from scorekeeper.web.referee.disputes import CHOICE, Values, dispute_from
from scorekeeper.web.referee.next_steps import count_after
from scorekeeper.web.referee.path import (
    OFFENDER,
    Venue,
    bound_at,
    claims_step,
    facts_at,
    is_settled_at_once,
    step_text,
)
from scorekeeper.web.referee.questions import (
    MOST_TAPPED,
    Asking,
    answers_of,
    asking,
    asks_offender_first,
    incomplete,
    offender,
)
from scorekeeper.web.referee.ruling_page import page_of

Json = dict[str, Any]
_MOST_LISTED: Final = 8
_FOLLOWING: Final = (Who.NEXT, Who.PASSED_OVER, Who.DEALER)


def compiled(venue: Venue, among: Iterable[Irregularity], *, may_write: bool) -> Json:
    """The whole referee of a venue: every irregularity `among` which it may be, and who sits at the table."""
    places = [Markup("{{{}}}").format(place) for place in range(_MOST_LISTED)]
    return {
        "language": current().code,
        "index": venue.index,
        "version": venue.game.version if venue.game else 0,
        "hand": venue.hand or 0,
        "mayWrite": may_write,
        "players": _players(venue),
        "seats": _seats(venue),
        "lists": [listed(places[:length]) for length in range(_MOST_LISTED + 1)],
        "comma": plain_row(("", "")),
        "roles": {who: placeholders(who) for who in Who},
        "irregularities": {
            code: {
                "headline": graph_of(code, venue.rules).headline,
                "unnamed": {who: sentences.unnamed(code, who) for who in Who},
                "known": GRAPHS[code].known_next,
                "offenderFirst": _("It’s {offender}") if venue.game and GRAPHS[code].offender_first else "",
                "hands": list(_hands(venue, code, may_write=may_write)),
            }
            for code in among
        },
    }


def cited(data: object) -> Iterator[str]:
    """Every number of a clause in compiled data."""
    if isinstance(data, dict):
        yield from data.get("clauses", ())
        yield from (note["number"] for note in data.get("notes", ()))
        data = list(data.values())
    for below in data if isinstance(data, list | tuple) else ():
        yield from cited(below)


def _players(venue: Venue) -> Json:
    """How players are called, also where a sentence begins; without a game the positions that may claim."""
    if venue.game is not None:
        return {str(seat.number): [apart(seat.name)] * 2 for seat in venue.players}
    positions = enumerate(map(_, sentences.POSITIONS))
    return {str(number): [name, name[:1].upper() + name[1:]] for number, name in positions if number}


def _seats(venue: Venue) -> Json:
    """Whose the roles are that follow from others, by the seats of these: {"next": {"offender=0": [1]}}."""
    game = venue.game
    # Who has stopped playing with all others is next to nobody.
    if game is None or len(game.playing) == 1:
        return {}
    playing = game.playing if game.rules.direction == "clockwise" else game.playing[::-1]
    single = [{who: seat} for who in (Who.OFFENDER, Who.IN_TURN) for seat in playing]
    pairs = [{Who.OFFENDER: seat, Who.IN_TURN: other} for seat, other in permutations(playing, 2)]
    return {
        who: {
            _key(named): seats_in_role(who, named=named, playing=playing, dealer=dealer_of(game))
            for named in by
        }
        for who, by in zip(_FOLLOWING, (single, pairs, ({},)), strict=True)
    }


def _key(named: dict[Who, int]) -> str:
    return " ".join(f"{who}={seat}" for who, seat in named.items())


def _hands(venue: Venue, code: Irregularity, *, may_write: bool) -> Iterator[tuple[int, Json]]:
    """What is asked first, from a hand on; not where it is the same as in the hand before."""
    before = _Compiler(venue, code, may_write).node(Values())
    yield venue.hand or 0, before
    game = venue.game
    if game is None or game.hand is None or code is not Irregularity.MAY_I:
        return
    for number in range(game.hand.number + 1, len(venue.rules.contracts) + 1):
        later = replace(venue, game=replace(game, hand=replace(game.hand, number=number)))
        if (node := _Compiler(later, code, may_write).node(Values())) != before:
            yield number, node
            before = node


@dataclass(frozen=True, slots=True)
class _Compiler:
    """Compiles one irregularity, from what the values of an address lead to down to its rulings."""

    venue: Venue
    code: Irregularity
    may_write: bool

    def node(self, values: Values) -> Json:
        """A screen or a ruling, with all below."""
        venue, code = self.venue, self.code
        if asks_offender_first(venue, code, values):
            return self._offender_first(values)
        facts = facts_at(venue, dispute_from(code, values, game=venue.game))
        at = follow(code, facts, rules=venue.rules).at
        if isinstance(at, Outcome) or is_settled_at_once(venue, code):
            return self._ruling(values)
        shown = asking(venue, code, values, question=at, facts=facts)
        legends = dict(zip(("legend", "legendOfOthers"), shown.legends, strict=False))
        screen = {
            "kind": shown.kind,
            "title": shown.title,
            "hint": shown.hint,
            "layout": "side-by-side" if shown.kind == "count" else "",
            "form": {shown.kind: True, **legends} if shown.fields or shown.others else None,
            "fields": [asdict(field) for field in shown.fields],
            "others": [asdict(field) for field in shown.others],
        }
        return screen | self._below(at, shown, values=values, facts=facts)

    def _after(self, values: Values, answers: Facts) -> Json:
        below = Values(values)
        for name, value in answers.items():
            below.setlist(name, list(value) if isinstance(value, list) else [str(value)])
        return self.node(below)

    def _offender_first(self, values: Values) -> Json:
        answers = [
            (seat.name, answer, self._after(values, answer))
            for seat in self.venue.players
            for answer in ({OFFENDER: str(seat.number)},)
        ]
        return {"kind": "choices", "title": offender(self.venue, self.code).title, "answers": answers}

    def _below(self, at: Question, shown: Asking, *, values: Values, facts: Facts) -> Json:
        """What the answers to a question lead to, and what its form needs."""
        match at:
            case OneOf():
                ways = [(text, given) for text, given in answers_of(at)]
            case Count(fact=fact):
                numbers = range(1, MOST_TAPPED + 1)
                ways = [(sentences.answer(at, number), {fact: str(number)}) for number in numbers]
            case Conditions():
                names = [field.name for field in shown.fields]
                switched = [dict(zip(names, on, strict=True)) for on in product((YES, NO), repeat=len(names))]
                ways = [(step_text(at, facts={**facts, **on}, by_position=False), on) for on in switched]
            case PointsList():
                return self._typed(at, values=values)
            case Claims():
                return self._claimed(at, shown, values=values)
        return {"answers": [(text, given, self._after(values, given)) for text, given in ways]}

    def _typed(self, at: PointsList, *, values: Values) -> Json:
        fault = wrong_values(at, facts={at.fact: [-1]}, rules=self.venue.rules)[0]
        return {
            "fact": at.fact,
            "enough": {form: self._after(values, {at.fact: [str(n), "0"]}) for form, n in plural_forms()},
            "short": self._after(values, {at.fact: ["0"]}),
            "fault": fault_text(fault),
            "none": _(sentences.NOTHING_GIVEN),
        }

    def _claimed(self, at: Claims, shown: Asking, *, values: Values) -> Json:
        turns = [field.value for field in shown.fields] or [""]
        claimants = [field.value for field in shown.others]
        seats = list(dict.fromkeys((*turns, *claimants)))
        fault = Fault(FaultCode.CLAIMS_IN_TURN, "", "5.2a", (("name", "{in_turn}"),))
        return {
            "order": {turn: claims_in_order(seats, in_turn=turn, claimants=claimants) for turn in turns},
            "then": self._after(values, {at.in_turn: turns[0], at.claimants: claimants[-1]}),
            "step": claims_step(by_position=not shown.fields),
            "incomplete": incomplete(self.venue, at, Values({at.in_turn: ""})),
            "fault": fault_text(fault),
        }

    def _ruling(self, values: Values) -> Json:
        venue = self.venue
        bound = bound_at(venue, dispute_from(self.code, values, game=venue.game))
        ruling = bound.ruling
        options = ruling.choice.options if ruling.choice else ()
        page = page_of(venue, bound, values=values, names=None, may_write=self.may_write)
        everyone = spoken_of(ruling)
        now = self._now(bound, values)
        return {
            "rests": page.rests_on,
            "quotes": ruling.quotes,
            "addsNothing": page.adds_nothing,
            "reasons": page.reasons,
            "chooser": page.chooser,
            "options": [
                {
                    "code": option.code,
                    "name": shown.name,
                    "then": shown.then,
                    "settled": {k: v for k, v in self._now(bound, values, option).items() if v != now[k]},
                }
                for option, shown in zip(options, page.options, strict=True)
            ],
            "mayChoose": any(option.address for option in page.options),
            "isSilent": ruling.silent,
            "clauses": ruling.clauses,
            "notes": [
                {"number": note.clause, "question": note.question, "choices": note.choices}
                for note in page.notes
            ],
            "house": page.house,
            "rows": [{"name": row.name, "question": row.question} for row in page.rows],
            "unnamed": bound.unnamed,
            "meant": {who: named_by(who, everyone=everyone) for who in everyone if who in _FOLLOWING},
            "claims": bool(ruling.claims),
            "mayAgree": bool(page.silent and (page.options or ruling.silent)),
            "points": next((order.points for order in ruling.remedies if order.points is not None), None),
            **now,
        }

    def _now(self, bound: Bound, values: Values, option: Option | None = None) -> Json:
        """What is said once an option is chosen, or while none is, what follows, and how it is saved."""
        venue, ruling, roles = self.venue, bound.ruling, list(Who)
        code = option.code if option else None
        chosen = Values([*values.items(multi=True), (CHOICE, code or "")])
        page = page_of(venue, bound, values=chosen, names=None, may_write=self.may_write)
        is_playing = venue.game is not None and venue.game.status is Status.PLAYING
        is_undecided = ruling.choice is not None and option is None
        changes = effects_of(ruling, choice=code, seats=lambda who: (roles.index(who),), rules=venue.rules)
        return {
            "text": "" if ruling.quotes else page.headline,
            "lines": [
                {"remedy": line.ordered.remedy, "who": line.ordered.who, "text": line.text}
                for line in page.lines
            ],
            "see": next((by.see for by in (*ruling.remedies, option) if by and by.see), None),
            "count": count_after(ruling, code),
            "offers": [
                (who, _effect_text(change, who))
                for change in changes
                for who in (None if change.seat is None else roles[change.seat],)
                if is_playing
            ],
            "look": "plain" if is_undecided else "primary",
            "mayWriteInstead": is_undecided and ruling.silent,
        }


def _effect_text(change: Effect, who: Who | None) -> str:
    """What a button says that applies an effect; the player and the hand are placeholders."""
    text = sentences.EFFECTS[change.kind]
    template = text.of(change.points) if isinstance(text, Plural) else text
    name = f"{{{placeholders(who)[0]}}}" if who else ""
    return template.replace("{points}", str(change.points)).replace("{name}", name)
