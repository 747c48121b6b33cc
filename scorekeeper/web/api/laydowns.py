"""The lay-down checker: whether melds are right, and whether a heap of cards meets a contract."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields

from scorekeeper.rules.cards import Card, card_of
from scorekeeper.rules.checks import MOST_HANDS, by_rules
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.heap import MOST
from scorekeeper.rules.laydown import MOST_LAID, LaydownCheck, LaydownFault
from scorekeeper.rules.melds import MeldCheck, MeldKind, MeldRules, TableMeld, cards_to_lay_off, cards_to_swap
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import recording
from scorekeeper.web.api import openapi
from scorekeeper.web.api.bodies import Members, WholeNumber
from scorekeeper.web.api.game_requests import RulesSchema
from scorekeeper.web.api.rules import hand_faults, rules_in_force
from scorekeeper.web.http import schemas
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.laydown.checks import (
    MOST_MELDS,
    Laydown,
    LaydownReport,
    Subject,
    check_in_turn,
    laydown_faults,
)
from scorekeeper.web.laydown.verdicts import left_open

blueprint = openapi.Blueprint("laydowns", "/laydown-checks", "The lay-down checker")
_NO_CARD: Final = "7S, 10H, JK"
_LONGEST_SHOWN: Final = 20


class LaydownSchema(RulesSchema):
    """Cards to check: `melds` as they are laid, or `cards`, a heap to lay down from.

    A card is its rank (A, 2 to 10, J, Q, K; tiles 1 to 13) and its suit S, H, D or C; the joker is JK. The
    colours of tiles are S black, H red, D blue and C orange. Runs are given as laid, low to high or high to
    low: a wild card stands for the card of its place. Natural cards that fit neither way are put in order
    first, and then the meld has every reading that is possible.
    """

    melds = fields.List(
        fields.List(fields.String(metadata={"examples": ["10H", "JK"]}), metadata={"minItems": 1}),
        metadata={"minItems": 1, "maxItems": MOST_MELDS, "description": f"{MOST_LAID} cards at most."},
    )
    cards = fields.List(
        fields.String(metadata={"examples": ["10H", "JK"]}),
        metadata={"minItems": 1, "maxItems": MOST},
    )
    hand = WholeNumber(
        load_default=None,
        metadata={
            "minimum": 1,
            "maximum": MOST_HANDS,
            "description": "The hand whose contract is to be met. Without it, any sets and runs will do; "
            "with a game, it is the hand that is being played.",
        },
    )
    game = fields.String(metadata={"description": "The id of a game, for its rules, hand and decks."})

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def in_one_form(self, _members: dict[str, Any], original: Any, **_kwargs: Any) -> None:
        names = set(original) if isinstance(original, dict) else set()
        if len({"melds", "cards"} & names) != 1:
            raise ma.ValidationError("Give either “melds” or “cards”.")
        if "game" in names and names & RulesSchema().fields.keys():
            raise ma.ValidationError("Give either “game”, or “ruleset”, “variants” and “changes”.")


_STANDS_FOR: Final = "The wild cards by position: in a set the rank, in a run the card."
_LAY_OFFS: Final = "Of a right meld: the cards that may be added to it (5.6)."
_SWAPS: Final = (
    "Of a right meld: the cards that may be swapped for each of its wild cards, by position (3.10). Whether "
    "the freed card has a place on the table is not asked."
)


class MeldFaultSchema(schemas.ResponseSchema):
    code = schemas.text()
    clause = schemas.text_or_null(description="The clause that says so, or that the rules leave it open.")
    cards = fields.List(
        fields.Integer(), required=True, dump_default=(), metadata={"description": "By position, from 0."}
    )


class ContractFaultSchema(MeldFaultSchema):
    """A fault of the melds together; it is about no single card."""

    melds = schemas.wholes(description="By position, from 0.")


class ReadingSchema(schemas.ResponseSchema):
    """One way to read a meld."""

    kind = schemas.choice_of(*MeldKind)
    of = schemas.text(
        description="The rank of the set, empty if it is one of wild cards; the suit of the run."
    )
    stands_for = schemas.by_name(fields.String(), _STANDS_FOR)
    lay_offs = schemas.texts(description=_LAY_OFFS)
    swaps = schemas.by_name(fields.List(fields.String()), _SWAPS)


class MeldSchema(schemas.ResponseSchema):
    """One set or run. Of several readings, the first says what wild cards stand for and which cards fit."""

    kind = schemas.choice_of(*MeldKind, null=True)
    legal = schemas.yes_no()
    cards = schemas.texts(description="In the order in which they are laid.")
    stands_for = schemas.by_name(fields.String(), _STANDS_FOR)
    readings = schemas.many(
        ReadingSchema, required=False, description="All of them, where there are several."
    )
    lay_offs = schemas.texts(required=False, description=_LAY_OFFS)
    swaps = schemas.by_name(fields.List(fields.String()), _SWAPS, required=False)
    faults = schemas.many(MeldFaultSchema)
    stays = schemas.wholes(
        required=False, description="Of a wrong meld: its largest right part; the rest goes back (14.1)."
    )


class MissingSchema(schemas.ResponseSchema):
    """A meld that one more card would complete."""

    kind = schemas.choice_of(*MeldKind)
    of = schemas.text(description="The rank of the set, the suit of the run.")
    cards = schemas.texts(description="Each of these cards would do. A joker stands for any wild card.")


class LaydownCheckSchema(schemas.ResponseSchema):
    """The answer of the rules. A heap has the melds that leave the fewest points, and the cards left."""

    legal = schemas.yes_no(description="Of a heap: whether the contract can be met with some of its cards.")
    melds = schemas.many(MeldSchema)
    faults = schemas.many(ContractFaultSchema)
    left_open = schemas.texts(description="The clauses by which the rules are silent on such cards.")
    left = schemas.texts("answer.left", required=False, description="Of a heap: the cards that stay in hand.")
    points = schemas.whole("answer.points", required=False, description="Of a heap: what these cards count.")
    missing = schemas.many(
        MissingSchema, "answer.missing", required=False, description="Of a heap: how one more card would do."
    )

    def get_melds(self, report: LaydownReport) -> list[dict[str, Any]]:
        if isinstance(report.answer, LaydownCheck):
            rules = MeldRules.of(report.question.rules)
            pairs = zip(report.question.melds, report.answer.melds, strict=True)
            return [_meld(cards, check, rules) for cards, check in pairs]
        return [
            {
                "kind": meld.kind,
                "legal": True,
                "cards": meld.cards,
                "stands_for": dict(meld.stands_for),
                "faults": (),
            }
            for meld in report.answer.melds
        ]

    def get_faults(self, report: LaydownReport) -> tuple[LaydownFault, ...]:
        return report.answer.faults if isinstance(report.answer, LaydownCheck) else ()

    def get_left_open(self, report: LaydownReport) -> tuple[str, ...]:
        return left_open(report)


@blueprint.operation("", method="POST", body=LaydownSchema, answer=LaydownCheckSchema)
def check_laydown(body: Members) -> LaydownReport:
    """Whether melds are right and meet the contract of a hand, or how a heap meets it best.

    A heap that can be laid in too many ways is refused with `too-many-ways`. One heap is looked at at a time:
    another one is answered `busy` meanwhile, and may be sent again. The cards are kept nowhere.
    """
    rules, players, present = _rules(body)
    is_heap = "cards" in body
    groups = (body["cards"],) if is_heap else body["melds"][: MOST_MELDS + 1]
    unread: list[Fault] = []
    melds = tuple(
        tuple(_cards(group, rules, at="/cards" if is_heap else f"/melds/{index}", unread=unread))
        for index, group in enumerate(groups)
    )
    faults = [*hand_faults(body["hand"], most=len(rules.contracts)), *unread]
    subject = Subject.HEAP if is_heap else Subject.MELDS
    question = Laydown(subject, melds, rules, body["hand"] or present, players)
    refuse([*by_rules(faults, rules=rules), *(() if faults else laydown_faults(question))])
    return check_in_turn(question)


def _rules(body: Members) -> tuple[Ruleset, int | None, int | None]:
    """The rules to check by; of a game also its players and the hand that is being played."""
    if "game" in body:
        if not is_game_id(body["game"]):
            raise UnknownGame(body["game"])
        game = recording.current(body["game"])
        return game.rules, len(game.setup.players), game.hand.number if game.hand else None
    return rules_in_force(body), None, None


def _cards(texts: Sequence[str], rules: Ruleset, *, at: str, unread: list[Fault]) -> Iterator[Card]:
    for place, text in enumerate(texts[: MOST_LAID + 1]):
        try:
            yield card_of(text, pack=rules.pack)
        except ValueError:
            values = (("card", text[:_LONGEST_SHOWN]), ("example", _NO_CARD))
            unread.append(Fault(FaultCode.CARD_UNKNOWN, f"{at}/{place}", None, values))


def _meld(cards: tuple[Card, ...], check: MeldCheck, rules: MeldRules) -> dict[str, Any]:
    readings = [_reading(TableMeld(cards, reading), rules) for reading in check.readings]
    return {
        **(readings[0] if readings else {"stands_for": {}}),
        "kind": check.kind,
        "legal": check.legal,
        "cards": cards,
        "readings": readings if len(readings) > 1 else None,
        "faults": check.faults,
        "stays": None if check.legal else check.stays,
    }


def _reading(meld: TableMeld, rules: MeldRules) -> dict[str, Any]:
    return {
        "kind": meld.reading.kind,
        "of": meld.reading.of,
        "stands_for": dict(meld.reading.stands_for),
        "lay_offs": cards_to_lay_off(meld, rules),
        "swaps": cards_to_swap(meld, rules),
    }
