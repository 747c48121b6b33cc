"""The page of the checker, with a game and without one. Its address holds the cards; nothing is stored."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final

from flask import Blueprint, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from wtforms import RadioField, SelectField, StringField, ValidationError

from scorekeeper.language import N_, _
from scorekeeper.referee.codes import Irregularity
from scorekeeper.rules.cards import SUITS, Card, card_of
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.heap import MOST
from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset
from scorekeeper.services.games.rulings import fitting
from scorekeeper.web.games import access
from scorekeeper.web.http import responses
from scorekeeper.web.http.forms import Form
from scorekeeper.web.laydown.checks import (
    Laydown,
    LaydownReport,
    Subject,
    check,
    check_or_refuse,
    laydown_faults,
    split_rows,
)
from scorekeeper.web.laydown.melds import draw_card
from scorekeeper.web.laydown.typed import EXAMPLES, LONGEST, OF_A_SUIT, Typed, melds_as_text, parse
from scorekeeper.web.laydown.verdicts import SUPERFLUOUS, Verdict, verdict_on
from scorekeeper.web.referee.disputes import MELDS, Values
from scorekeeper.web.referee.path import OFFENDER, PageLink, Venue, venue_of
from scorekeeper.web.rulesets.card_names import named_of, rank_name, sign, worded
from scorekeeper.web.rulesets.contracts import contract_name

blueprint = Blueprint("laydown", __name__)
# Where the cards are, and the most of them.
_SUBJECTS: Final = {Subject.MELDS: (N_("On the table"), MOST_LAID), Subject.HEAP: (N_("In my hand"), MOST)}
# Pieces of the text that are no cards, as told.
_MOST_PIECES: Final = 3


class LaydownForm(Form):
    """Cards as a text, where they are, and the hand whose contract is asked for, where hands have contracts.

    Cards that are only `picked` are in it, but not asked about.
    """

    pointers: ClassVar[Mapping[str, str]] = {"*": "cards"}

    cards = StringField(filters=[lambda text: (text or "")[:LONGEST]])
    subject = RadioField(name="as", choices={}, validate_choice=False)
    hand = SelectField(validate_choice=False)

    def __init__(self, rules: Ruleset, *, hand: int | None) -> None:
        super().__init__(request.args, cards=request.args.get("picked"), hand=hand)
        self.hand.choices = {str(n): contract_name(it) for n, it in enumerate(rules.contracts, start=1)}
        self.text = self.cards.data or ""
        self.is_asked = bool(self.cards.raw_data and self.text.strip())
        self.where = Subject.HEAP if self.subject.data == Subject.HEAP else Subject.MELDS
        self.number = int(self.hand.data) if self.hand.data in self.hand.choices else None

    def validate_cards(self, field: StringField) -> None:
        if field.raw_data and not self.is_asked:
            raise ValidationError(_("Tap or type what to check."))

    def validate_hand(self, field: SelectField) -> None:
        if field.data and field.choices and self.number is None:
            raise ValidationError(_("There’s no such hand in this game. Choose one."))


@blueprint.get("/laydown")
@blueprint.get("/games/<game:game_id>/laydown")
@access.watcher
def laydown(game_id: str | None = None) -> ResponseReturnValue:
    """The form, and what the rules say of the cards in the address. It is 422 if they cannot be checked."""
    venue = venue_of(game_id)
    form = LaydownForm(venue.rules, hand=present_hand(venue))
    typed = parse(form.text, pack=venue.rules.pack)
    question = _question(venue, typed, form)
    report = _report(question, typed, form)
    verdict = verdict_on(report, next_cards=True) if report else None
    return responses.page(
        "laydown/laydown.html",
        form=form,
        venue=venue,
        subjects=[
            (subject, worded(label, venue.rules), most) for subject, (label, most) in _SUBJECTS.items()
        ],
        picker=_picker(venue.rules),
        longest=LONGEST,
        unread=bool(form.cards.errors and typed.has_unread),
        verdict=verdict,
        back=_back(venue),
        again=url_for("laydown.laydown", game_id=game_id, **venue.carried),
        record=_record(venue, verdict, question),
    )


def address_of(question: Laydown, venue: Venue) -> str:
    """The address of the page that checks these cards, in a game for its present hand if for none."""
    values: dict[str, Any] = {
        "as": question.subject,
        "cards": melds_as_text(question.melds),
        "hand": question.hand,
    }
    return url_for("laydown.laydown", game_id=venue.game_id, **values, **venue.carried)


def laid_down(melds: Iterable[str], rules: Ruleset, hand: int | None, *, fault: str | None) -> Verdict | None:
    """The verdict on the melds in a ruling, each a text of its cards; None if one names anything else.

    `fault` is what the ruling says of them, a referee's answer.
    """
    typed = parse(" / ".join(melds), pack=rules.pack)
    if typed.has_unread or not typed.melds:
        return None
    question = Laydown(Subject.MELDS, typed.melds, rules, hand)
    return verdict_on(check(question), ruled_superfluous=fault == SUPERFLUOUS)


def _back(venue: Venue) -> PageLink:
    """The box with its answers if it led here, else the referee."""
    if venue.query:
        return PageLink(_("Ask"), url_for("rules.ask", game=venue.game_id, **venue.carried))
    return PageLink(_("Referee"), venue.index)


def present_hand(venue: Venue) -> int | None:
    """The hand that a game plays, or the last one it played; None without a game or contracts."""
    game = venue.game
    if game is None or not venue.rules.contracts:
        return None
    return game.hand.number if game.hand else len(game.hands) or None


def _question(venue: Venue, typed: Typed, form: LaydownForm) -> Laydown:
    players = None if venue.game is None else len(venue.game.setup.players)
    if form.where is Subject.HEAP:
        heap = (typed.cards,) if typed.cards else ()
        return Laydown(form.where, heap, venue.rules, form.number, players)
    return split_rows(Laydown(form.where, typed.melds, venue.rules, form.number, players))


def _report(question: Laydown, typed: Typed, form: LaydownForm) -> LaydownReport | None:
    """The answer of the rules; None where nothing is asked, or with the reasons beside the fields."""
    form.validate()
    if form.is_asked:
        form.add_faults(_faults(typed, question))
    report = check_or_refuse(question) if form.is_asked and not form.errors else None
    if isinstance(report, LaydownReport | None):
        return report
    form.cards.errors = report
    return None


def _faults(typed: Typed, question: Laydown) -> Iterator[Fault]:
    pack, ranks = question.rules.pack, " ".join(typed.bare)
    unread = [(FaultCode.CARD_UNKNOWN, word, _(EXAMPLES[pack])) for word in typed.unknown[:_MOST_PIECES]]
    if ranks:
        unread.append((FaultCode.CARD_WITHOUT_SUIT, ranks, _(OF_A_SUIT[pack]).format(ranks=ranks)))
    for code, card, example in unread:
        yield Fault(code, "/cards", None, (("card", card), ("example", example)))
    if not unread:
        yield from laydown_faults(question)


def _picker(rules: Ruleset) -> dict[str, Any]:
    """The keys to pick cards with: ranks, suits, whole cards that are often wanted; `cards` are all."""
    ranks = rules.ranks if rules.pack == "tiles" else (rules.ranks[-1], *rules.ranks[:-1])
    single = [name for name in rules.wild.cards if name != JOKER and name not in ranks]
    cards = [Card(rank, suit) for suit in SUITS for rank in ranks] + [Card(JOKER)] * bool(rules.jokers)
    return {
        "ranks": [(rank, rank_name(rank)) for rank in ranks],
        "suits": [(suit, sign(suit, pack=rules.pack), named_of(suit, pack=rules.pack)) for suit in SUITS],
        "wild": [draw_card(card_of(name, pack=rules.pack), pack=rules.pack) for name in single[:2]],
        "joker": bool(rules.jokers),
        "cards": [_keyed(card, rules) for card in cards],
    }


def _keyed(card: Card, rules: Ruleset) -> dict[str, str]:
    """A card as the script reads, names and draws it."""
    drawn = draw_card(card, pack=rules.pack)
    rank, kind = ("★", "wild") if card.is_joker else (card.rank, card.suit.lower())
    return {"code": str(card), "rank": rank, "kind": kind, "sign": drawn.sign, "name": drawn.spoken}


def _record(venue: Venue, verdict: Verdict | None, question: Laydown) -> list[PageLink]:
    """The ways to a ruling on wrong melds: a link for each player of the game who may have laid them.

    Each carries the cards, for whoever reads the ruling later.
    """
    if verdict is None or verdict.fault is None:
        return []
    game = venue.game
    if game is not None and (
        Irregularity.ILLEGAL_LAYDOWN not in fitting(game) or question.hand not in (None, present_hand(venue))
    ):
        return []
    melds = ((MELDS, melds_as_text([meld])) for meld in question.melds)
    known: Values = MultiDict([("fault", verdict.fault), *melds])
    if game is None or not access.may_write(str(venue.game_id)):
        return [PageLink(_("Ask the referee"), venue.address(Irregularity.ILLEGAL_LAYDOWN, known))]
    return [
        PageLink(seat.name, venue.address(Irregularity.ILLEGAL_LAYDOWN, known, but={OFFENDER: seat.number}))
        for seat in venue.players
    ]
