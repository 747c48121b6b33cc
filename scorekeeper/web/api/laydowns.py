"""The lay-down checker: whether melds are right, and whether a heap of cards meets a contract."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

import marshmallow as ma
from marshmallow import fields

from scorekeeper.rules.cards import Card, card_of
from scorekeeper.rules.checks import MOST_HANDS, by_rules
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.heap import MOST, HeapAnswer, Missing
from scorekeeper.rules.laydown import MOST_LAID, LaydownCheck
from scorekeeper.rules.melds import (
    MeldCheck,
    MeldKind,
    MeldRules,
    TableMeld,
    cards_to_lay_off,
    cards_to_swap,
)
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.common.faults import UnknownGame
from scorekeeper.services.games import recording
from scorekeeper.web.api import openapi
from scorekeeper.web.api.bodies import Text, Whole
from scorekeeper.web.api.game_requests import RulesSchema
from scorekeeper.web.api.problems import SHAPES
from scorekeeper.web.api.rules import rules_asked
from scorekeeper.web.http import schemas
from scorekeeper.web.http.addresses import is_game_id
from scorekeeper.web.laydown.checks import (
    MOST_MELDS,
    Asked,
    Checked,
    Subject,
    check_in_turn,
    faults_of,
)
from scorekeeper.web.laydown.verdicts import left_open

blueprint = openapi.Blueprint(
    "api_laydowns", __name__, url_prefix="/api/v1/laydown-checks", description="The lay-down checker"
)
_EXAMPLE: Final = {"hand": 1, "melds": [["7S", "7H", "JK"], ["QC", "QC", "QD", "AH"]]}
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
        fields.List(Text(metadata={"examples": ["10H", "JK"]}), metadata={"minItems": 1}),
        metadata={"minItems": 1, "maxItems": MOST_MELDS, "description": f"{MOST_LAID} cards at most."},
    )
    cards = fields.List(
        Text(metadata={"examples": ["10H", "JK"]}),
        metadata={"minItems": 1, "maxItems": MOST},
    )
    hand = Whole(
        load_default=None,
        allow_none=True,
        metadata={
            "minimum": 1,
            "maximum": MOST_HANDS,
            "description": "The hand whose contract is to be met. Without it, any sets and runs will do; "
            "with a game, it is the hand that is being played.",
        },
    )
    game = Text(metadata={"description": "The id of a game, for its rules, hand and decks."})

    @ma.validates_schema(pass_original=True, skip_on_field_errors=False)
    def in_one_form(self, _members: dict[str, Any], original: Any, **_kwargs: Any) -> None:
        names = set(original) if isinstance(original, dict) else set()
        if len({"melds", "cards"} & names) != 1:
            raise ma.ValidationError(SHAPES["either-cards"])
        if "game" in names and names & RulesSchema().fields.keys():
            raise ma.ValidationError(SHAPES["either-rules"])


class FoundFaultSchema(schemas.ResponseSchema):
    code = schemas.text()
    clause = schemas.text_or_null(description="The clause that says so, or that the rules leave it open.")
    cards = fields.List(fields.Integer(), required=True, metadata={"description": "By position, from 0."})


class ContractFaultSchema(FoundFaultSchema):
    """A fault of the melds together."""

    melds = fields.List(fields.Integer(), required=True, metadata={"description": "By position, from 0."})


_STANDS_FOR: Final[dict[str, Any]] = {
    "required": True,
    "metadata": {"description": "The wild cards by position: in a set the rank, in a run the card."},
}
_LAY_OFFS: Final = {"description": "Of a right meld: the cards that may be added to it (5.6)."}
_SWAPS: Final = {
    "description": "Of a right meld: the cards that may be swapped for each of its wild cards, by position "
    "(3.10). Whether the freed card has a place on the table is not asked."
}


class ReadingSchema(schemas.ResponseSchema):
    """One way to read a meld."""

    kind = schemas.one_of(*MeldKind)
    of = schemas.text(
        description="The rank of the set, empty if it is one of wild cards; the suit of the run."
    )
    stands_for = fields.Dict(keys=fields.String(), values=fields.String(), **_STANDS_FOR)
    lay_offs = schemas.texts(**_LAY_OFFS)
    swaps = fields.Dict(
        keys=fields.String(), values=fields.List(fields.String()), required=True, metadata=_SWAPS
    )


class MeldSchema(schemas.ResponseSchema):
    """One set or run. Of several readings, the first says what wild cards stand for and which cards fit."""

    kind = schemas.one_of_or_null(*MeldKind)
    legal = schemas.yes_no()
    cards = schemas.texts(description="In the order in which they are laid.")
    stands_for = fields.Dict(keys=fields.String(), values=fields.String(), **_STANDS_FOR)
    readings = fields.List(
        fields.Nested(ReadingSchema), metadata={"description": "All of them, where there are several."}
    )
    lay_offs = fields.List(fields.String(), metadata=_LAY_OFFS)
    swaps = fields.Dict(keys=fields.String(), values=fields.List(fields.String()), metadata=_SWAPS)
    faults = schemas.many(FoundFaultSchema)
    stays = fields.List(
        fields.Integer(),
        metadata={"description": "Of a wrong meld: its largest right part; the rest goes back (14.1)."},
    )


class MissingSchema(schemas.ResponseSchema):
    """A meld that one more card would complete."""

    kind = schemas.one_of(*MeldKind)
    of = schemas.text(description="The rank of the set, the suit of the run.")
    cards = schemas.texts(description="Each of these cards would do. A joker stands for any wild card.")


class LaydownCheckSchema(schemas.ResponseSchema):
    """The answer of the rules. A heap has the melds that leave the fewest points, and the cards left."""

    legal = schemas.yes_no(description="Of a heap: whether the contract can be met with some of its cards.")
    melds = schemas.many(MeldSchema)
    faults = schemas.many(ContractFaultSchema)
    left_open = schemas.texts(description="The clauses by which the rules are silent on such cards.")
    left = fields.List(fields.String(), metadata={"description": "Of a heap: the cards that stay in hand."})
    points = fields.Integer(metadata={"description": "Of a heap: what these cards count."})
    missing = fields.List(
        fields.Nested(MissingSchema), metadata={"description": "Of a heap: how one more card would do."}
    )

    def get_melds(self, checked: Checked) -> list[dict[str, Any]]:
        if isinstance(checked.found, LaydownCheck):
            rules = MeldRules.of(checked.asked.rules)
            pairs = zip(checked.asked.melds, checked.found.melds, strict=True)
            return [_meld(cards, found, rules) for cards, found in pairs]
        return [
            {
                "kind": meld.kind,
                "legal": True,
                "cards": list(map(str, meld.cards)),
                "stands_for": _stands_for(meld.stands_for),
                "faults": [],
            }
            for meld in checked.found.melds
        ]

    def get_faults(self, checked: Checked) -> list[dict[str, Any]]:
        if not isinstance(checked.found, LaydownCheck):
            return []
        return [
            {"code": fault.code, "clause": fault.clause, "cards": [], "melds": list(fault.melds)}
            for fault in checked.found.faults
        ]

    def get_left_open(self, checked: Checked) -> tuple[str, ...]:
        return left_open(checked)

    def get_left(self, checked: Checked) -> list[str] | None:
        heap = _heap(checked)
        return None if heap is None else list(map(str, heap.left))

    def get_points(self, checked: Checked) -> int | None:
        heap = _heap(checked)
        return None if heap is None else heap.points

    def get_missing(self, checked: Checked) -> list[dict[str, Any]] | None:
        heap = _heap(checked)
        return None if heap is None else list(map(_missing, heap.missing))


@blueprint.operation(
    "",
    method="POST",
    body=LaydownSchema,
    example=_EXAMPLE,
    answer=LaydownCheckSchema,
    within=(openapi.judges_heaps,),
    versioned=False,
)
def check_laydown(told: dict[str, Any]) -> Checked:
    """Whether melds are right and meet the contract of a hand, or how a heap meets it best.

    A heap that can be laid in too many ways is refused with `too-many-ways`. One heap is looked at at a time:
    another one is answered `busy` meanwhile, and may be sent again. The cards are kept nowhere.
    """
    rules, players, present = _rules(told)
    is_heap = "cards" in told
    groups = (told["cards"],) if is_heap else told["melds"][: MOST_MELDS + 1]
    unread: list[Fault] = []
    melds = tuple(
        tuple(_cards(group, rules, at="/cards" if is_heap else f"/melds/{index}", unread=unread))
        for index, group in enumerate(groups)
    )
    hand = told["hand"] or present
    faults = [*_hand_faults(told["hand"], rules), *unread]
    subject = Subject.HEAP if is_heap else Subject.MELDS
    asked = Asked(subject, melds, rules, hand, players)
    refuse([*by_rules(faults, rules=rules), *(() if faults else faults_of(asked))])
    return check_in_turn(asked)


def _rules(told: dict[str, Any]) -> tuple[Ruleset, int | None, int | None]:
    """The rules to check by; of a game also its players and the hand that is being played."""
    if "game" in told:
        if not is_game_id(told["game"]):
            raise UnknownGame(told["game"])
        game = recording.current(told["game"])
        return game.rules, len(game.setup.players), game.hand.number if game.hand else None
    return rules_asked(told), None, None


def _hand_faults(hand: int | None, rules: Ruleset) -> Iterator[Fault]:
    most = len(rules.contracts) or MOST_HANDS
    if hand is not None and not 1 <= hand <= most:
        yield Fault(FaultCode.HAND_UNKNOWN, "/hand", "4.1", (("most", most),))


def _cards(texts: Sequence[str], rules: Ruleset, *, at: str, unread: list[Fault]) -> Iterator[Card]:
    for place, text in enumerate(texts[: MOST_LAID + 1]):
        try:
            yield card_of(text, pack=rules.pack)
        except ValueError:
            values = (("card", text[:_LONGEST_SHOWN]), ("example", _NO_CARD))
            unread.append(Fault(FaultCode.CARD_UNKNOWN, f"{at}/{place}", None, values))


def _meld(cards: tuple[Card, ...], found: MeldCheck, rules: MeldRules) -> dict[str, Any]:
    readings = [_reading(TableMeld(cards, reading), rules) for reading in found.readings]
    first = readings[0] if readings else {"stands_for": {}}
    return {
        **first,
        "kind": found.kind,
        "legal": found.legal,
        "cards": list(map(str, cards)),
        "readings": readings if len(readings) > 1 else None,
        "faults": [
            {"code": fault.code, "clause": fault.clause, "cards": list(fault.cards)} for fault in found.faults
        ],
        "stays": None if found.legal else list(found.stays),
    }


def _reading(meld: TableMeld, rules: MeldRules) -> dict[str, Any]:
    swaps = cards_to_swap(meld, rules)
    return {
        "kind": meld.reading.kind,
        "of": meld.reading.of,
        "stands_for": _stands_for(meld.reading.stands_for),
        "lay_offs": list(map(str, cards_to_lay_off(meld, rules))),
        "swaps": {str(at): list(map(str, paid)) for at, paid in swaps.items()},
    }


def _stands_for(places: Iterable[tuple[int, Card]]) -> dict[str, str]:
    return {str(at): str(card) for at, card in places}


def _heap(checked: Checked) -> HeapAnswer | None:
    return None if isinstance(checked.found, LaydownCheck) else checked.found


def _missing(missing: Missing) -> dict[str, Any]:
    return {"kind": missing.kind, "of": missing.of, "cards": list(map(str, missing.cards))}
