"""Rules, contracts, melds and heaps of cards at random, most of them near the border of what is right."""

from collections.abc import Sequence
from random import Random

from hypothesis import strategies as st
from msgspec.structs import replace

from scorekeeper.rules.cards import SUITS, Card, wild_cards
from scorekeeper.rules.rulesets.files import LAW, RULESETS
from scorekeeper.rules.rulesets.ruleset import JOKER, Contract, Ruleset, Runs, Sets, SpecialRun, Wild

_WILD_CARDS = (("joker", "AH", "AD"), ("joker", "AH", "AD", "2"), ("joker",), ())
_CONTRACTS = (
    *LAW.contracts,
    None,
    Contract(),
    Contract(sets=1),
    Contract(runs=1),
    Contract(at_once=True),
    Contract(sets=1, runs=1, at_once=True),
    Contract(sets=2, at_once=True, discard="never"),
    Contract(special=(SpecialRun(cards=5, starts=("A", "4")),)),
    Contract(sets=1, special=(SpecialRun(cards=6, pure=True),)),
)


def rules_at_random(random: Random) -> Ruleset:
    """One of the rulesets, or the law with every value about melds drawn anew."""
    if random.random() < 0.3:
        return random.choice(list(RULESETS.values()))
    return replace(
        LAW,
        sets=Sets(
            fewest=random.choice((3, 3, 3, 2, 4)),
            most=random.choice((None, None, 4)),
            suits=random.choice(("any", "any", "different")),
        ),
        runs=Runs(
            fewest=random.choice((3, 4, 4, 5)),
            most=random.choice((None, 13, 6)),
            ace=random.choice(("low", "high-or-low", "high-or-low", "around")),
        ),
        wild=Wild(
            cards=random.choice(_WILD_CARDS),
            in_place=random.random() < 0.7,
            adjacent=random.random() < 0.7,
            most=random.choice(("half", "half", None)),
        ),
        opening=random.choice((None, None, None, 30)),
        points=random.choice((LAW.points, LAW.points, None)),
        discard_to_go_out=random.choice(("must", "may", "never")),
    )


def contract_at_random(random: Random, *, most_melds: int = 3) -> Contract | None:
    """A contract of the law or a small one of other kinds, or none."""
    few = [each for each in _CONTRACTS if each is None or each.sets + each.runs <= most_melds]
    return random.choice(few)


def deck(rules: Ruleset, *, ranks: Sequence[str] = (), suits: str = SUITS) -> list[Card]:
    """Each card once, of these ranks and suits, and a joker if there are wild cards."""
    cards = [Card(rank, suit) for rank in ranks or rules.ranks for suit in suits]
    return cards + [Card(JOKER)] * bool(rules.wild.cards)


def meld_at_random(random: Random, rules: Ruleset, *, wild: float = 0.2) -> list[Card]:
    """Cards in the order of a set or run, some of them wild; right, if there are not too many wild ones."""
    if random.random() < 0.5:
        return set_at_random(random, rules, wild=wild)
    return run_at_random(random, rules, wild=wild)


def set_at_random(random: Random, rules: Ruleset, *, wild: float = 0.2, longer: int = 2) -> list[Card]:
    """Cards of one rank, some of them wild."""
    rank = random.choice(rules.ranks)
    size = rules.sets.fewest + random.randint(0, longer)
    return [_or_wild(random, rules, Card(rank, random.choice(SUITS)), wild) for _ in range(size)]


def run_at_random(random: Random, rules: Ruleset, *, wild: float = 0.2, longer: int = 3) -> list[Card]:
    """Cards of one suit in sequence, rising or falling, some of them wild."""
    row = (*rules.ranks[-1:], *rules.ranks)
    size = min(rules.runs.fewest + random.randint(0, longer), len(rules.ranks))
    start = random.randint(0, len(row) - size)
    suit = random.choice(SUITS)
    cards = [_or_wild(random, rules, Card(rank, suit), wild) for rank in row[start : start + size]]
    return cards[:: random.choice((1, -1))]


def _or_wild(random: Random, rules: Ruleset, card: Card, share: float) -> Card:
    if rules.wild.cards and random.random() < share:
        return random.choice(sorted(wild_cards(rules)))
    return card


def spoilt(random: Random, rules: Ruleset, cards: Sequence[Card]) -> list[Card]:
    """Cards with one small change, that may or may not make them wrong."""
    cards = list(cards)
    at = random.randrange(len(cards))
    match random.randrange(6):
        case 0:
            cards[at] = random.choice(deck(rules))
        case 1:
            cards.insert(at, random.choice(deck(rules)))
        case 2:
            del cards[at]
        case 3:
            cards.insert(at, random.choice(cards))
        case 4:
            cards.insert(at, _or_wild(random, rules, cards[at], 1.0))
        case _:
            random.shuffle(cards)
    return cards


def heap_at_random(
    random: Random, rules: Ruleset, contract: Contract | None, *, size: int, wild: float = 0.2
) -> list[Card]:
    """So many cards among which the melds of the contract may well be, shuffled."""
    contract = contract or Contract(sets=random.randint(0, 1), runs=1)
    cards: list[Card] = []
    for _ in range(contract.sets):
        cards += set_at_random(random, rules, wild=wild, longer=1)
    for _ in range(contract.runs + len(contract.special)):
        cards += run_at_random(random, rules, wild=wild, longer=1)
    near = deck(rules, suits="".join(sorted({card.suit for card in cards})) or "S")
    random.shuffle(cards)
    cards += [random.choice(near) for _ in range(size - len(cards))]
    cards = cards[:size]
    random.shuffle(cards)
    return cards


@st.composite
def heaps(draw: st.DrawFn, rules: Ruleset, *, most: int) -> list[Card]:
    """Up to so many cards of few ranks and suits, so that much of it fits together."""
    ranks = (*rules.ranks[-1:], *rules.ranks)
    low = draw(st.integers(0, len(ranks) - 4))
    near = deck(
        rules, ranks=ranks[low : low + draw(st.integers(2, 6))], suits="SH"[: draw(st.integers(1, 2))]
    )
    return draw(st.lists(st.sampled_from(near + near[-1:]), max_size=most))
