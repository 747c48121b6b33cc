"""What a ruleset says: every value of one game, and what follows from the values.

A value left out has its default, and None is only ever a default. msgspec checks types and ranges when a
ruleset is read; what values may not say together is the matter of `checks`.
"""

from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from math import gcd
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct

RANKS: Final = {
    "cards": ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"),
    "tiles": tuple(str(number) for number in range(1, 14)),
}
JOKER: Final = "joker"
SUITS: Final = 4

_Players = Annotated[int, Meta(ge=2, le=12)]
_Decks = Annotated[int, Meta(ge=1, le=12)]
_Dealt = Annotated[int, Meta(ge=1, le=30)]
_Smallest = Annotated[int, Meta(ge=2, le=13)]
_CardPoints = Annotated[int, Meta(ge=0, le=500)]
_Bonus = Annotated[int, Meta(ge=0, le=1_000)]
# No table counts further.
_MOST: Final = 100_000
_Count = Annotated[int, Meta(ge=0, le=_MOST)]
_Some = Annotated[int, Meta(ge=1, le=_MOST)]
_Word = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"\A[^\x00-\x1f\x7f]*\Z")]
_RANK: Final = r"(?:[2-9]|1[0-3]?|[AJQK])"
_Wild = Annotated[str, Meta(pattern=rf"\A(?:joker|{_RANK}[SHDC]?)\Z")]
_Rank = Annotated[str, Meta(pattern=rf"\A{_RANK}\Z")]
_Hand = Annotated[str, Meta(pattern=r"\A(?:[1-9][0-9]?|1[0-9][0-9]|200)\Z")]
_Discard = Literal["must", "may", "never"]


class ScoreForm(StrEnum):
    """What the sheet writes: what each player holds, what the winner collects, or what each loser pays."""

    HELD = "held"
    COLLECT = "collect"
    ZERO_SUM = "zero-sum"


class Block(StrEnum):
    """What the sheet writes for a hand that nobody goes out of."""

    HELD = "held"
    DIFFERENCES = "differences"
    LOSE = "lose"


class Wins(StrEnum):
    """Which total wins."""

    LOWEST = "lowest"
    HIGHEST = "highest"

    @property
    def sign(self) -> int:
        """Totals are multiplied by it so that the lower one is better."""
        return 1 if self is Wins.LOWEST else -1


class Incomplete(StrEnum):
    """What happens without a score or a player: it is posted by section 8, or the plain clauses P hold."""

    POSTED = "posted"
    PLAIN = "plain"


class Values(Struct, frozen=True, forbid_unknown_fields=True):
    """Some values of a ruleset that belong together."""


class PlayersAllowed(Values, frozen=True):
    """Numbers of players inside the rules."""

    fewest: _Players = 2
    most: _Players = 12

    def __post_init__(self) -> None:
        if self.fewest > self.most:
            raise ValueError("`fewest` is above `most`")


class Deal(Values, frozen=True):
    """The cards dealt, and by whom. `cards` is one number, or pairs of players and cards in rising order."""

    cards: _Dealt | tuple[tuple[_Players, _Dealt], ...]
    by_hand: Annotated[tuple[_Dealt, ...], Meta(min_length=1, max_length=200)] | None = None
    starter_extra: Annotated[int, Meta(ge=0, le=5)] = 0
    dealer: bool = True
    first: Literal["high-card", "low-card", "random", "high-tile"] | None = None

    def __post_init__(self) -> None:
        _must_rise(self.cards, "cards")

    @property
    def fewest(self) -> int:
        """The fewest cards that anybody is dealt in any hand, whoever plays."""
        each = (self.cards,) if isinstance(self.cards, int) else (cards for _players, cards in self.cards)
        return min(self.by_hand or each)


class SpecialRun(Values, frozen=True):
    """A run of a size of its own; `pure` is without wild cards."""

    cards: Annotated[int, Meta(ge=2, le=14)]
    kind: Literal["run"] = "run"
    starts: Annotated[tuple[_Rank, ...], Meta(max_length=14)] = ()
    pure: bool = False


class Contract(Values, frozen=True):
    """The melds that one hand asks for; any melds, if it asks for none.

    `at_once`: nothing is laid before the whole hand can be. `discard` None is that of the ruleset.
    """

    sets: Annotated[int, Meta(ge=0, le=10)] = 0
    runs: Annotated[int, Meta(ge=0, le=10)] = 0
    special: Annotated[tuple[SpecialRun, ...], Meta(max_length=5)] = ()
    at_once: bool = False
    discard: _Discard | None = None

    @property
    def is_named(self) -> bool:
        """Whether it names the melds that it asks for."""
        return bool(self.sets or self.runs or self.special)


class Sets(Values, frozen=True):
    """The size of a set, and whether its suits differ."""

    fewest: _Smallest = 3
    most: _Some | None = None
    suits: Literal["any", "different"] = "any"


class Runs(Values, frozen=True):
    """The size of a run, and where its ace is."""

    fewest: _Smallest = 3
    most: _Some | None = None
    ace: Literal["low", "high-or-low", "around"] = "low"


class Wild(Values, frozen=True):
    """Which cards are wild, and what they may do. A card is `joker`, a rank ("2") or a card ("AH")."""

    cards: Annotated[tuple[_Wild, ...], Meta(max_length=100)] = ()
    in_place: bool = True
    adjacent: bool = True
    most: Literal["half"] | None = None
    swap: Literal["runs-to-table", "table", "hand", "meld", "meld-both"] | None = None


class MayI(Values, frozen=True):
    """Claims of a discard out of turn; `limits` are those of single hands, by the number of the hand."""

    word: _Word = "May I?"
    priority: Literal["nearest-left", "first-caller", "eldest"] = "nearest-left"
    penalty: _Count = 1
    own_discard: bool = True
    most: _Count | None = None
    limits: dict[_Hand, _Count] = {}


class Turn(Values, frozen=True):
    """What a player may do in a turn; `seconds` is the time for it."""

    melds: _Some | None = None
    taken_card: bool = True
    out_from: _Some = 1
    own_meld_first: bool = True
    seconds: _Some | None = None


class Stock(Values, frozen=True):
    """How often the discard pile becomes the stock (None: any number, or not told), and if it is shuffled."""

    reuses: _Count | None = None
    shuffle: bool = False


class Scoring(Values, frozen=True):
    """How the sheet makes scores of counts."""

    form: ScoreForm = ScoreForm.HELD
    block: Block = Block.HELD
    out_bonus: _Bonus = 0
    rummy_bonus: _Bonus | None = None
    rummy_times: Annotated[int, Meta(ge=1, le=4)] = 1

    @property
    def adds(self) -> bool:
        """Whether everybody gets what they hold, and nothing else."""
        return self == Scoring()


class Ends(Values, frozen=True):
    """When the game is over: after so many hands, at a total, or as soon as the table says so."""

    hands: Annotated[int, Meta(ge=1, le=200)] | None = None
    target: Annotated[int, Meta(ge=1, le=100_000)] | None = None
    session: bool = False

    @property
    def is_open(self) -> bool:
        """Whether the table still has to say when the game is over."""
        return not (self.hands or self.target or self.session)


class Irregularities(Values, frozen=True):
    """What the clauses of the ruleset say themselves (`own`, by irregularity), which of them are silent where
    the law's advice does not fit (`silent`), and what it does not have (`none`).
    """

    own: dict[str, tuple[str, ...]] = {}
    silent: dict[str, str] = {}
    none: tuple[str, ...] = ()


class Variant(Values, frozen=True):
    """Another way to play, told by the source itself: changes as a JSON Merge Patch (RFC 7396)."""

    name: str
    changes: dict[str, Any]


class Ruleset(Values, frozen=True):
    """One complete set of rules.

    `playable_discard`: what comes of a call for a discard that fits on the table; no score depends on it.
    `referee` is the name of the law that the referee knows by heart, or what the clauses say themselves.
    """

    id: str
    name: str
    source: str
    prefix: str
    deal: Deal
    players: PlayersAllowed = PlayersAllowed()
    pack: Literal["cards", "tiles"] = "cards"
    decks: _Decks | tuple[tuple[_Players, _Decks], ...] = 1
    jokers: Annotated[int, Meta(ge=0, le=8)] = 0
    direction: Literal["clockwise", "counterclockwise"] = "clockwise"
    contracts: Annotated[tuple[Contract, ...], Meta(max_length=20)] = ()
    sets: Sets = Sets()
    runs: Runs = Runs()
    wild: Wild = Wild()
    opening: _Some | None = None
    may_i: MayI | None = None
    turn: Turn = Turn()
    stock: Stock = Stock()
    discard_to_go_out: _Discard = "may"
    playable_discard: Literal["caller-discards", "two-or-pile"] | None = None
    points: dict[str, _CardPoints] | None = None
    missing_card: _CardPoints | None = None
    score: Scoring = Scoring()
    wins: Wins = Wins.LOWEST
    ends: Ends = Ends()
    incomplete: Incomplete = Incomplete.PLAIN
    referee: str | Irregularities = Irregularities()
    cites: dict[str, str] = {}
    variants: dict[str, Variant] = {}

    def __post_init__(self) -> None:
        _must_rise(self.decks, "decks")

    @property
    def is_law(self) -> bool:
        """Whether the referee's rulings are the law of this ruleset, and not only its advice."""
        return isinstance(self.referee, str)

    @property
    def can_hold_nothing(self) -> bool:
        """Whether a seat that did not go out may count 0: some cards are worth nothing, or nobody knows."""
        return self.points is None or 0 in self.points.values()

    @property
    def scores_below_zero(self) -> bool:
        """Whether a score can be below 0."""
        score = self.score
        return score.form is not ScoreForm.HELD or bool(score.out_bonus or score.rummy_bonus)

    @property
    def ranks(self) -> tuple[str, ...]:
        """The ranks of the pack in order, without the joker."""
        return RANKS[self.pack]

    @property
    def classes(self) -> dict[str, tuple[str, ...]]:
        """The ranks of each class of cards that score alike, the joker last; none without points."""
        named = {key: self._ranks_of(key) for key in self.points or ()}
        order = (*self.ranks, JOKER)
        return dict(
            sorted(named.items(), key=lambda item: order.index(item[1][0]) if item[1] else len(order))
        )

    @property
    def step(self) -> int:
        """Every count is a multiple of it; 1 while the values of the cards are not known."""
        if self.points is None:
            return 1
        return gcd(*self.points.values(), self.missing_card or 0) or 1

    def decks_for(self, players: int) -> int:
        """Decks in the pack of so many players."""
        return by_players(self.decks, players=players)

    def cards_dealt(self, hand: int, *, players: int) -> int:
        """Cards that each player gets in this hand, from 1, without those that the starter gets more."""
        if self.deal.by_hand is not None:
            return self.deal.by_hand[min(hand, len(self.deal.by_hand)) - 1]
        return by_players(self.deal.cards, players=players)

    def contract(self, hand: int) -> Contract | None:
        """What this hand, from 1, asks for; None without contracts."""
        return self.contracts[hand - 1] if self.contracts else None

    def fewest_cards(self, hand: int, *, players: int) -> int | None:
        """The fewest cards that meet the contract of this hand; None if any melds do."""
        contract = self.contract(hand)
        if contract is None:
            return None
        melds = contract.sets * self.sets.fewest + contract.runs * self.runs.fewest
        cards = melds + sum(meld.cards for meld in contract.special)
        if cards == 0 and contract.at_once:
            return self.cards_dealt(hand, players=players)
        return cards or None

    def reach(self, hand: int, *, players: int) -> int:
        """The most cards that a player can have for the contract of this hand, by drawing and claiming."""
        claims = self.claims(hand)
        if claims is None:
            return self.pack_size(players)
        contract = self.contract(hand)
        discard = (contract and contract.discard) or self.discard_to_go_out
        taken = claims * (1 + self.may_i.penalty) if self.may_i else 0
        return self.cards_dealt(hand, players=players) + 1 + taken - (discard == "must")

    def claims(self, hand: int) -> int | None:
        """The most claims that a player has in this hand; None without limit."""
        return 0 if self.may_i is None else self.may_i.limits.get(str(hand), self.may_i.most)

    def pack_points(self, players: int) -> int:
        """The points of all cards in the pack of so many players; 0 without points."""
        values = self.points or {}
        return sum(values[key] * self.cards_of(key, players=players) for key in values)

    def cards_of(self, key: str, *, players: int) -> int:
        """How many cards of a class are in the pack of so many players."""
        each = sum(self.jokers if rank == JOKER else SUITS for rank in self._ranks_of(key))
        return each * self.decks_for(players)

    def pack_size(self, players: int) -> int:
        """Cards in the pack of so many players."""
        return self.decks_for(players) * (SUITS * len(self.ranks) + self.jokers)

    def _ranks_of(self, key: str) -> tuple[str, ...]:
        """The ranks of a class: one, a range such as 2-9, or the joker; none if the pack lacks it."""
        if key == JOKER and self.jokers:
            return (JOKER,)
        return _range_of(key, self.pack)


@lru_cache(maxsize=256)
def _range_of(key: str, pack: str) -> tuple[str, ...]:
    ranks = RANKS[pack]
    first, dash, last = key.partition("-")
    ends = (first, last if dash else first)
    if not set(ends) <= set(ranks):
        return ()
    low, high = map(ranks.index, ends)
    return ranks[low : high + 1]


def by_players(value: int | tuple[tuple[int, int], ...], *, players: int) -> int:
    """The value for so many players: the last pair not above them, or the first one."""
    if isinstance(value, int):
        return value
    return next((number for at, number in reversed(value) if at <= players), value[0][1])


def _must_rise(value: int | tuple[tuple[int, int], ...], field: str) -> None:
    if isinstance(value, tuple) and (
        not value or any(low >= high for (low, _), (high, _) in pairwise(value))
    ):
        raise ValueError(f"the players in the pairs of field `{field}` must rise")
