"""A game as one JSON document, for the export of its page and for the API. A schema declares each member."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from scorekeeper.referee.codes import Remedy
from scorekeeper.rules.game import Score, Statistics, Status
from scorekeeper.rules.rulesets.checks import Warned, warnings
from scorekeeper.rules.rulesets.ruleset import Incomplete, ScoreForm, Wins
from scorekeeper.rules.rulings import EffectKind
from scorekeeper.rules.score_forms import Exact, differences
from scorekeeper.services.games.queries.head import GameHead
from scorekeeper.services.games.queries.precedents import Agreement, own_precedents
from scorekeeper.services.games.queries.table import HandScores, SeatStanding, TablePage, table_page
from scorekeeper.services.games.rulesets import adopted
from scorekeeper.web.games.ruling_text import OpenLine, open_lines
from scorekeeper.web.http.formats import local
from scorekeeper.web.http.schemas import (
    ResponseSchema,
    choice_of,
    exact,
    exact_or_null,
    many,
    mapping,
    nested,
    text,
    text_or_null,
    texts,
    whole,
    whole_or_null,
    wholes,
    wholes_or_null,
    yes_no,
)
from scorekeeper.web.rulesets.words import warning


@dataclass(frozen=True, slots=True)
class GameDocument:
    """A game and its precedents, from which `GameSchema` dumps the document.

    `news` is what a request has just made of the game.
    """

    table: TablePage
    precedents: tuple[Agreement, ...]
    variants: tuple[str, ...]
    changes: Mapping[str, Any]
    news: Mapping[str, Any] = field(default_factory=dict)

    @property
    def version(self) -> int:
        return self.table.head.version


class SpecialRunSchema(ResponseSchema):
    kind = text()
    cards = whole()
    starts = texts()
    pure = yes_no(description="Without wild cards.")


class ContractSchema(ResponseSchema):
    sets = whole()
    runs = whole()
    special = many(SpecialRunSchema, description="Melds with sizes of their own.")
    at_once = yes_no(description="Nothing is laid down before the whole hand can be.")
    discard = text_or_null(description="Whether the last card is discarded; null: as in the other hands.")


class SeatSchema(ResponseSchema):
    seat = whole("number")
    name = text()
    left_after = whole_or_null(description="The last hand that this player finished, or null while playing.")
    first_hand = whole()
    start_score = whole_or_null(description="Of a player who joined late (8.7a).")


class CurrentHandSchema(ResponseSchema):
    number = whole("hand.number")
    contract = nested(ContractSchema, "hand.contract", null=True)
    fewest_cards = whole_or_null(description="The fewest cards that meet the contract.")
    cards_dealt = whole()
    dealer = whole_or_null("hand.dealer", description="null if nobody deals.")
    starter = whole_or_null("hand.starter")
    last = yes_no(description="Whether the game ends after this hand.")

    def get_fewest_cards(self, head: GameHead) -> int | None:
        return None if head.hand is None else head.fewest_cards(head.hand.number)

    def get_cards_dealt(self, head: GameHead) -> int:
        return head.cards_dealt(head.hand.number if head.hand else 1)

    def get_last(self, head: GameHead) -> bool:
        return head.hand is not None and head.hand.number == head.last_hand


class ScoreSchema(ResponseSchema):
    seat = whole()
    points = exact(description="What the sheet says for this seat.")
    held = whole_or_null(description="What the seat still held, in points of cards; null: not given.")
    posted = yes_no(description="Set by clause 8.5, as the player gave no score.")
    charge = whole(required=False, description="What of the points a ruling charged (12.5), if any.")

    def get_charge(self, score: Score) -> int | None:
        return score.charge or None


class HandSchema(ResponseSchema):
    number = whole()
    dealer = whole_or_null(description="null if nobody deals.")
    starter = whole_or_null()
    went_out = whole_or_null(description="null if nobody went out, as the stock ran out twice (6.2).")
    rummy = yes_no(description="Whether the winner went out with all cards at once.")
    bonus = whole(description="What the winner got besides.")
    pot = exact_or_null(
        description="What the winner got, or what is shared if nobody went out; null: nobody collects."
    )
    scores = many(ScoreSchema)

    def get_scores(self, hand: HandScores) -> list[Score]:
        return [score for score in hand.scores if score is not None]

    def get_pot(self, hand: HandScores) -> Exact | None:
        if hand.rules.score.form is ScoreForm.HELD:
            return None
        scores = [score for score in hand.scores if score is not None]
        if hand.went_out is None:
            return differences({score.seat: score.held or 0 for score in scores})
        return next(score.points for score in scores if score.seat == hand.went_out)


class EndsSchema(ResponseSchema):
    """When the game is over; each can be left open."""

    hands = whole_or_null(description="After so many hands.")
    target = whole_or_null(description="As soon as a total has reached it.")
    session = yes_no(description="As soon as the table says so.")


class WarningSchema(ResponseSchema):
    """What a table should know of its rules, and may do all the same."""

    code = text()
    pointer = text()
    clause = text_or_null()
    detail = text()
    hands = wholes(required=False, description="The hands it is about.")

    def get_clause(self, _warned: Warned) -> None:
        return None

    def get_detail(self, warned: Warned) -> str:
        return warning(warned)

    def get_hands(self, warned: Warned) -> list[int] | None:
        return list(warned.hands) or None


class StandingSchema(ResponseSchema):
    seat = whole("number")
    name = text()
    total = exact()
    posted = yes_no(description="Set by clause 8.3, as the player left early.")
    rank = whole()


class _OpenLineSchema(ResponseSchema):
    def get_text(self, line: OpenLine) -> str:
        return line.text.striptags()


class DutySchema(_OpenLineSchema):
    """A duty that still binds a seat, or the whole table (null), so many times."""

    entry = whole("open.entry")
    line = whole("open.line")
    duty = choice_of(*Remedy, attribute="open.duty.code")
    seat = whole_or_null("open.duty.seat")
    times = whole("open.duty.times")
    clause = text()
    text = text()


class WaitingSchema(_OpenLineSchema):
    """An effect that waits for the sheet of the current hand."""

    entry = whole("open.entry")
    line = whole("open.line")
    effect = choice_of(*EffectKind, attribute="open.effect.kind")
    seat = whole_or_null("open.effect.seat")
    points = whole("open.effect.points")
    clause = text()
    text = text()


class PrecedentSchema(ResponseSchema):
    """An agreement in this game where the rules are silent."""

    entry = whole()
    at = text(format="date-time")
    clause = text_or_null()
    question = text()
    irregularity = text_or_null()
    choice = text_or_null()
    agreed = text()

    def get_at(self, line: Agreement) -> str:
        return local(line.at, line.time_zone).isoformat()


class GameSchema(ResponseSchema):
    """A whole game as it stands."""

    id = text("table.head.id")
    version = whole(description="Also the ETag.")
    ruleset = text("table.head.rules.id")
    ruleset_name = text("table.head.rules.name")
    variants = texts(description="Variants of the ruleset that the game is played by.")
    changes = mapping(description="The table’s own changes, as a JSON Merge Patch.")
    score_form = choice_of(*ScoreForm, attribute="table.head.rules.score.form")
    wins = choice_of(*Wins, attribute="table.head.rules.wins")
    ends = nested(EndsSchema, "table.head.rules.ends")
    incomplete = choice_of(*Incomplete, attribute="table.head.rules.incomplete")
    step = whole("table.head.rules.step", description="Every count is a multiple of it.")
    warnings = many(WarningSchema, description="What the table should know of its rules.")
    status = choice_of(*Status, attribute="table.head.status")
    started_at = text(format="date-time")
    finished_at = text_or_null(format="date-time")
    time_zone = text("table.head.time_zone")
    decks = whole("table.head.decks")
    cards_dealt = whole()
    first_dealer = whole("table.head.first_dealer")
    seats = many(SeatSchema, "table.seats", description="In seating order, clockwise.")
    hand = nested(CurrentHandSchema, null=True)
    hands = many(HandSchema, "table.hands")
    standings = many(StandingSchema, description="Best first.")
    winners = wholes_or_null(description="Seats that won; null while the game runs.")
    statistics = choice_of(*Statistics, attribute="table.head.statistics")
    last_entry = whole_or_null("table.head.last_entry", description="The entry that you can undo.")
    duties = many(DutySchema, description="What a ruling still asks of players.")
    waiting = many(WaitingSchema, description="What waits until the current hand is scored.")
    precedents = many(
        PrecedentSchema, description="Your decisions in this game that the rules don’t cover, newest first."
    )

    def get_hand(self, game: GameDocument) -> GameHead | None:
        return None if game.table.head.hand is None else game.table.head

    def get_winners(self, game: GameDocument) -> list[int] | None:
        if game.table.head.status is not Status.FINISHED:
            return None
        return sorted(seat.number for seat in game.table.seats if seat.won)

    def get_warnings(self, game: GameDocument) -> list[Warned]:
        return list(warnings(game.table.head.rules, players=game.table.head.players))

    def get_cards_dealt(self, game: GameDocument) -> int:
        head, hands = game.table.head, game.table.hands
        if head.hand is None and hands:
            return hands[-1].rules.cards_dealt(hands[-1].number, players=head.players)
        return head.cards_dealt(head.hand.number if head.hand else 1)

    def get_started_at(self, game: GameDocument) -> str:
        return local(game.table.head.started_at, game.table.head.time_zone).isoformat()

    def get_finished_at(self, game: GameDocument) -> str | None:
        head = game.table.head
        return None if head.finished_at is None else local(head.finished_at, head.time_zone).isoformat()

    def get_standings(self, game: GameDocument) -> list[SeatStanding]:
        return sorted(game.table.seats, key=lambda seat: seat.rank)

    def get_duties(self, game: GameDocument) -> list[OpenLine]:
        return open_lines(game.table.duties, game.table.seats)

    def get_waiting(self, game: GameDocument) -> list[OpenLine]:
        return open_lines(game.table.waiting, game.table.seats)


def game_document(game_id: str) -> GameDocument | None:
    """Read the document of a game; None when the game is unknown or deleted."""
    table = table_page(game_id)
    if table is None:
        return None
    chosen = adopted(game_id)
    return GameDocument(table, own_precedents(game_id), chosen.variants, chosen.changes)
