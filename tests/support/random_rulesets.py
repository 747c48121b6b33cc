"""Rulesets made at random, and games played by them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st

from scorekeeper.rules.entries import Ended, Entry, GivenScore, HandScored, Started
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.game import Game
from scorekeeper.rules.history import append, start
from scorekeeper.rules.rulesets.ruleset import JOKER, RANKS, Incomplete, Ruleset
from tests.support.own_rules import TOPICS
from tests.support.score_notation import NOW

FORMS = {
    "held": ("lowest", ("held",)),
    "collect": ("highest", ("differences", "lose")),
    "zero-sum": ("highest", ("differences",)),
}

Values = dict[str, Any]


def by_players(values: st.SearchStrategy[int]) -> st.SearchStrategy[Any]:
    """A number, or pairs of players and numbers in rising order of players."""
    players = st.lists(st.integers(2, 12), min_size=1, max_size=4, unique=True).map(sorted)
    pairs = players.flatmap(lambda at: st.tuples(*[st.tuples(st.just(number), values) for number in at]))
    return values | pairs


@st.composite
def values_of_rulesets(draw: st.DrawFn) -> Values:
    """Values of a ruleset that says nothing that cannot be, for any number of players."""
    form = draw(st.sampled_from(sorted(FORMS)))
    wins, blocks = FORMS[form]
    bonus = st.just(0) if form == "zero-sum" else st.sampled_from((0, 10, 1_000))
    score = {
        "form": form,
        "block": draw(st.sampled_from(blocks)),
        "out_bonus": draw(bonus),
        "rummy_bonus": draw(st.none() | bonus),
        "rummy_times": draw(st.integers(1, 4)),
    }
    may_post = form == "held" and not (score["out_bonus"] or score["rummy_bonus"])
    pack, jokers = draw(st.sampled_from(sorted(RANKS))), draw(st.integers(0, 3))
    contracts = draw(st.lists(_CONTRACTS, max_size=5))
    return {
        "id": "random",
        "name": "Random Rummy",
        "source": "chance",
        "prefix": "XX",
        "pack": pack,
        "jokers": jokers,
        **draw(_PACKS),
        "direction": draw(st.sampled_from(("clockwise", "counterclockwise"))),
        "contracts": contracts,
        "may_i": draw(st.none() | _CLAIMS),
        "discard_to_go_out": draw(_DISCARDS),
        "points": draw(st.none() | _points(pack, jokers=jokers)),
        "missing_card": draw(st.none() | st.integers(0, 500)),
        "score": score,
        "wins": wins,
        "ends": draw(_ends(contracts)),
        "incomplete": draw(st.sampled_from(("plain", "posted") if may_post else ("plain",))),
        "cites": {topic: f"XX-{topic}" for topic in TOPICS},
    }


@st.composite
def _points(draw: st.DrawFn, pack: str, *, jokers: int) -> dict[str, int]:
    """The values of classes: the ranks of the pack cut into ranges, not all of them worth nothing."""
    ranks = RANKS[pack]
    cuts = draw(st.lists(st.integers(1, len(ranks) - 1), unique=True, max_size=4).map(sorted))
    bounds = zip([0, *cuts], [*cuts, len(ranks)], strict=True)
    keys = [ranks[a] if b - a == 1 else f"{ranks[a]}-{ranks[b - 1]}" for a, b in bounds]
    worth = draw(st.sampled_from((1, 5, 10)))
    points = {key: worth * draw(st.integers(0, 20)) for key in [*keys, *([JOKER] if jokers else [])]}
    return points if any(points.values()) else {**points, keys[0]: worth}


_DISCARDS = st.sampled_from(("must", "may", "never"))
_CONTRACTS = st.fixed_dictionaries(
    {
        "sets": st.integers(0, 10),
        "runs": st.integers(0, 10),
        "special": st.lists(st.fixed_dictionaries({"cards": st.integers(2, 14)}), max_size=1),
        "at_once": st.booleans(),
        "discard": st.none() | _DISCARDS,
    }
)
_CLAIMS = st.fixed_dictionaries(
    {
        "word": st.just("Mine"),
        "priority": st.just("eldest"),
        "penalty": st.integers(0, 2),
        "most": st.none() | st.integers(0, 3),
        "limits": st.dictionaries(st.sampled_from("123"), st.integers(0, 3)),
    }
)


def _packs(*, decks: st.SearchStrategy[int], dealt: st.SearchStrategy[int]) -> st.SearchStrategy[Values]:
    deal = {
        "cards": by_players(dealt),
        "by_hand": st.none() | st.lists(dealt, min_size=1, max_size=5),
        "starter_extra": st.integers(0, 5),
        "dealer": st.booleans(),
    }
    return st.fixed_dictionaries({"decks": by_players(decks), "deal": st.fixed_dictionaries(deal)})


# A deck has 52 cards: three for each of twelve players, or fourteen from four decks.
_PACKS = _packs(decks=st.integers(1, 3), dealt=st.integers(1, 3)) | _packs(
    decks=st.integers(4, 12), dealt=st.integers(1, 14)
)


@st.composite
def _ends(draw: st.DrawFn, contracts: Sequence[Values]) -> Values:
    """An end that is agreed; with contracts there are no more hands than those."""
    hands = draw(st.integers(1, len(contracts) or 6))
    target, session = draw(st.none() | st.integers(1, 400)), draw(st.booleans())
    open_ended = not contracts and (target or session)
    return {
        "hands": draw(st.none() | st.just(hands)) if open_ended else hands,
        "target": target,
        "session": session,
    }


def started(rules: Ruleset, *, players: int) -> tuple[list[Entry], Game]:
    """A game by these rules before its first hand."""
    entry, game = start(Started(tuple(f"P{n}" for n in range(players)), 0, NOW, rules=rules), now=NOW)
    return [entry], game


def sheet(game: Game, random: Random) -> HandScored:
    """A sheet without fault for the current hand, of which there is one."""
    assert game.hand is not None
    seats = sorted(game.playing)
    went_out = random.choice([None, *seats])
    lines = tuple(_line(seat, game, random) for seat in seats if seat != went_out)
    score = game.rules.score
    ruled = score.rummy_bonus is not None or score.rummy_times > 1
    rummy = went_out is not None and ruled and random.random() < 0.4
    return HandScored(game.hand.number, went_out, lines, rummy=rummy)


def _line(seat: int, game: Game, random: Random) -> GivenScore:
    """What a seat holds: less than its share of the pack, so that all seats together hold less than it."""
    rules, players = game.rules, len(game.setup.players)
    if rules.incomplete is Incomplete.POSTED and random.random() < 0.1:
        return GivenScore(seat, not_given=True)
    if rules.points is None:
        return GivenScore(seat, points=random.randint(0, 60))
    key = random.choice(list(rules.points))
    share = rules.cards_of(key, players=players) // (2 * players)
    if share and random.random() < 0.5:
        missing = 0 if rules.missing_card is None else random.randint(0, 1)
        return GivenScore(seat, cards={key: random.randint(1, share)}, missing=missing)
    most = rules.pack_points(players) // players // rules.step
    return GivenScore(seat, points=rules.step * random.randint(0 if rules.can_hold_nothing else 1, most))


def played_on(entries: list[Entry], game: Game, seeds: Sequence[int]) -> Game:
    """The game after as many sheets as it takes, one for each seed; `entries` grow."""
    for seed in seeds:
        if game.hand is None:
            break
        entry, game = append(entries, sheet(game, Random(seed)), at=NOW)
        entries.append(entry)
    return game


def ended(entries: list[Entry], game: Game) -> Game:
    """The game after the table ended its session, if it can."""
    try:
        entry, game = append(entries, Ended(agreed=True), at=NOW)
    except Violation:
        return game
    entries.append(entry)
    return game
