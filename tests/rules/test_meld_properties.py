"""What holds for any cards that are laid as a meld, by any rules (section 3, 14.1)."""

from itertools import pairwise

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.rules.cards import SUITS, Card
from scorekeeper.rules.melds import (
    MeldKind,
    MeldRules,
    Reading,
    TableMeld,
    cards_to_lay_off,
    cards_to_swap,
    check_meld,
)
from scorekeeper.rules.melds.tables import ROUND
from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.examples import examples
from tests.support.meld_notation import by

JOKER = Card("joker")
RULES = [
    by(),
    by(wild={"in_place": False}),
    by(wild={"adjacent": False}),
    by(wild={"cards": ["joker", "AH", "AD", "2"]}),
    by("basic", runs={"ace": "around"}),
    *(by(ruleset) for ruleset in list(RULESETS)[1:]),
]


@st.composite
def melds(draw: st.DrawFn, size: int = 9) -> tuple[MeldRules, list[Card]]:
    """Rules, and cards that have a good chance of being a meld or nearly one."""
    rules = draw(st.sampled_from(RULES))
    ranks = rules.rules.ranks
    suit = draw(st.sampled_from(SUITS))
    start = draw(st.integers(0, len(ranks) - 1))
    row = [Card(ranks[(start + step) % len(ranks)], suit) for step in range(draw(st.integers(2, size)))]
    alike = [Card(ranks[start], draw(st.sampled_from(SUITS))) for _ in row]
    wild = st.sampled_from([*sorted(rules.wild), JOKER])
    strange = st.builds(Card, st.sampled_from(ranks), st.sampled_from(SUITS))
    laid = [
        draw(st.one_of(st.just(card), st.just(card), wild, strange))
        for card in draw(st.sampled_from([row, alike]))
    ]
    return rules, draw(st.sampled_from([laid, laid[::-1], draw(st.permutations(laid))]))


@settings(max_examples=examples(600))
@forall(melds())
def test_cards_to_lay_off_are_exactly_those_that_make_a_longer_meld_right(
    laid: tuple[MeldRules, list[Card]],
) -> None:
    rules, row = laid  # 3.6a, 3.9, 5.6
    for reading in check_meld(row, rules).readings:
        onto = in_order(row, reading)
        meld = TableMeld(tuple(row), reading)
        right = {card for card in pack(rules) if lengthens(card, onto, rules)}
        assert sorted(cards_to_lay_off(meld, rules)) == sorted(right)


def pack(rules: MeldRules) -> list[Card]:
    return [JOKER, *(Card(rank, suit) for rank in rules.rules.ranks for suit in SUITS)]


def in_order(row: list[Card], reading: Reading) -> TableMeld:
    """The meld as it lies on the table: a run that was named in odd order from low to high."""
    steps = {after - before for before, after in pairwise(reading.places)}
    if steps <= {1} or steps <= {-1}:
        return TableMeld(tuple(row), reading)
    places, cards = zip(*sorted(zip(reading.places, row, strict=True)), strict=True)
    return TableMeld(cards, reading._replace(places=places))


def lengthens(card: Card, onto: TableMeld, rules: MeldRules) -> bool:
    """Whether the meld is right with the card at either end, and the other cards keep their places."""
    for at in (0, len(onto.cards)):
        for reading in check_meld([*onto.cards[:at], card, *onto.cards[at:]], rules).readings:
            others = reading.places[:at] + reading.places[at + 1 :]
            steps = {after - before for before, after in pairwise(reading.places)}
            if (
                (reading.kind, reading.of) == (onto.reading.kind, onto.reading.of)
                and [place % ROUND for place in others] == [place % ROUND for place in onto.reading.places]
                and (steps <= {1} or steps <= {-1})
            ):
                return True
    return False


@settings(max_examples=examples(200))
@forall(melds())
def test_cards_to_swap_are_all_that_a_wild_card_can_be_taken_for(laid: tuple[MeldRules, list[Card]]) -> None:
    rules, row = laid  # 3.10, 3.11
    table = MeldRules.of(replace(rules.rules, wild=replace(rules.rules.wild, swap="hand")))
    for one in (rules, table):
        for reading in check_meld(row, one).readings:
            meld = TableMeld(tuple(row), reading)
            named = cards_to_swap(meld, one)
            for at in range(len(row)):
                taken = {card for card in pack(one) if frees(card, at, meld, one)}
                assert sorted(named.get(at, ())) == sorted(taken)


def frees(card: Card, at: int, meld: TableMeld, rules: MeldRules) -> bool:
    """Whether a wild card stands for this one, and the meld is right with it, as one natural card more."""
    value = dict(meld.reading.stands_for).get(at)
    if value is None or rules.rules.wild.swap is None:
        return False
    if meld.reading.kind is MeldKind.RUN:
        return card == value
    if rules.rules.wild.swap == "runs-to-table" or card in rules.wild or card.rank != value.rank:
        return False
    return check_meld([*meld.cards[:at], card, *meld.cards[at + 1 :]], rules, kind=MeldKind.SET).legal
