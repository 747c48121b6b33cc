"""What a ruleset in force may not say, and what it says that a table should know (rulesets, part 1.2)."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.rulesets.in_force import Changes, names
from scorekeeper.rules.rulesets.ruleset import JOKER, Block, Incomplete, Ruleset, ScoreForm, Wins

_WINS: Final = {
    ScoreForm.HELD: Wins.LOWEST,
    ScoreForm.COLLECT: Wins.HIGHEST,
    ScoreForm.ZERO_SUM: Wins.HIGHEST,
}
_BLOCKS: Final = {
    ScoreForm.HELD: (Block.HELD,),
    ScoreForm.COLLECT: (Block.DIFFERENCES, Block.LOSE),
    ScoreForm.ZERO_SUM: (Block.DIFFERENCES,),
}


_Values = tuple[tuple[str, str | int], ...]


@dataclass(frozen=True, slots=True)
class _Check:
    """Something that cannot be: when, where it is told, which fields can cause it, what to say of it."""

    is_wrong: Callable[[Ruleset, Sequence[int]], object]
    pointer: str
    fields: tuple[str, ...]
    topic: str | None = None
    values: Callable[[Ruleset, Sequence[int]], _Values] = lambda _ruleset, _players: ()


def _covered(ruleset: Ruleset) -> Counter[str]:
    """How many classes each rank of the pack is in; the joker, if there is any."""
    return Counter(rank for ranks in ruleset.classes.values() for rank in ranks)


def _ranks_without_class(ruleset: Ruleset, _players: Sequence[int]) -> list[str]:
    if ruleset.points is None:
        return []
    covered = _covered(ruleset)
    return [rank for rank in (*ruleset.ranks, *([JOKER] if ruleset.jokers else [])) if rank not in covered]


def _ranks_twice(ruleset: Ruleset, _players: Sequence[int]) -> list[str]:
    return [rank for rank, number in _covered(ruleset).items() if number > 1]


def _classes_without_rank(ruleset: Ruleset, _players: Sequence[int]) -> list[str]:
    return [key for key, ranks in ruleset.classes.items() if not ranks]


def _named(
    cards_of: Callable[[Ruleset, Sequence[int]], list[str]],
) -> Callable[[Ruleset, Sequence[int]], _Values]:
    return lambda ruleset, players: (("cards", ", ".join(cards_of(ruleset, players))),)


def _is_worthless(ruleset: Ruleset, _players: Sequence[int]) -> bool:
    return ruleset.points is not None and not any(ruleset.points.values())


def _too_many_players(ruleset: Ruleset, players: Sequence[int]) -> list[int]:
    """The numbers of players to whom a hand deals the whole pack, or more."""
    most = max(ruleset.deal.by_hand or (0,))
    return [
        number
        for number in players
        if (most or ruleset.cards_dealt(1, players=number)) * number + ruleset.deal.starter_extra
        >= ruleset.pack_size(number)
    ]


def _smallest_pack(ruleset: Ruleset, players: Sequence[int]) -> _Values:
    number = _too_many_players(ruleset, players)[0]
    return (("players", number), ("pack", ruleset.pack_size(number)))


def _has_hand_without_contract(ruleset: Ruleset, _players: Sequence[int]) -> bool:
    hands = ruleset.ends.hands
    return bool(ruleset.contracts) and (hands is None or hands > len(ruleset.contracts))


def _has_bonus(ruleset: Ruleset) -> bool:
    return bool(ruleset.score.out_bonus or ruleset.score.rummy_bonus)


_POINTS: Final = ("points", "jokers")
_BONUS: Final = ("score.form", "score.out_bonus", "score.rummy_bonus")
_CHECKS: Final = {
    FaultCode.CLASS_MISSING: _Check(
        _ranks_without_class, "/changes/points", _POINTS, values=_named(_ranks_without_class)
    ),
    FaultCode.CLASS_TWICE: _Check(_ranks_twice, "/changes/points", _POINTS, values=_named(_ranks_twice)),
    FaultCode.CLASS_UNKNOWN: _Check(
        _classes_without_rank, "/changes/points", _POINTS, values=_named(_classes_without_rank)
    ),
    FaultCode.POINTS_ALL_ZERO: _Check(_is_worthless, "/changes/points", _POINTS),
    FaultCode.PACK_TOO_SMALL: _Check(
        _too_many_players,
        "/changes/deal",
        ("deal.cards", "deal.by_hand", "deal.starter_extra", "decks", "jokers"),
        topic="pack",
        values=_smallest_pack,
    ),
    FaultCode.HANDS_WITHOUT_CONTRACT: _Check(
        _has_hand_without_contract,
        "/changes/ends/hands",
        ("ends.hands", "contracts"),
        values=lambda ruleset, _: (("most", len(ruleset.contracts)),),
    ),
    FaultCode.FORM_WINS: _Check(
        lambda ruleset, _: ruleset.wins is not _WINS[ruleset.score.form],
        "/changes/wins",
        ("score.form", "wins"),
    ),
    FaultCode.FORM_BLOCK: _Check(
        lambda ruleset, _: ruleset.score.block not in _BLOCKS[ruleset.score.form],
        "/changes/score/block",
        ("score.form", "score.block"),
    ),
    FaultCode.FORM_BONUS: _Check(
        lambda ruleset, _: ruleset.score.form is ScoreForm.ZERO_SUM and _has_bonus(ruleset),
        "/changes/score",
        _BONUS,
    ),
    FaultCode.POSTED_NOT_POSSIBLE: _Check(
        lambda ruleset, _: (
            ruleset.incomplete is Incomplete.POSTED
            and (ruleset.score.form is not ScoreForm.HELD or _has_bonus(ruleset))
        ),
        "/changes/incomplete",
        ("incomplete", *_BONUS),
    ),
}


def problems(
    ruleset: Ruleset,
    *,
    players: int | None = None,
    variants: Sequence[tuple[str, Changes]] = (),
    changes: Changes | None = None,
) -> Iterator[Fault]:
    """What cannot be in this ruleset in force, each with the value of the request that caused it.

    `variants` are the adopted ones with their changes, in order, and `changes` the table's own. Without
    `players` every number inside the rules is looked at, and the end may be left open.
    """
    numbers = _numbers(ruleset, players)
    for code, check in _CHECKS.items():
        if check.is_wrong(ruleset, numbers):
            fallback = "/players" if code is FaultCode.PACK_TOO_SMALL and players else check.pointer
            pointer = cause(check.fields, variants=variants, changes=changes or {}, pointer=check.pointer)
            values = check.values(ruleset, numbers)
            yield Fault(code, pointer or fallback, ruleset.cites.get(check.topic or ""), values)
    if players is not None and ruleset.ends.is_open:
        yield Fault(FaultCode.ENDS_NOT_AGREED, "/changes/ends", ruleset.cites.get("ends"))


@dataclass(frozen=True, slots=True)
class Warned:
    """What a table should know, and may do all the same; `hands` are those with such a contract, rising."""

    code: FaultCode
    pointer: str
    hands: tuple[int, ...] = ()


def warnings(ruleset: Ruleset, *, players: int | None = None) -> Iterator[Warned]:
    """What a table should know of this ruleset, each once; it has no `problems`."""
    beyond, above = _hard_hands(ruleset, _numbers(ruleset, players))
    if beyond:
        yield Warned(FaultCode.CONTRACT_BEYOND_REACH, "/changes/contracts", beyond)
    if above:
        yield Warned(FaultCode.CONTRACT_ABOVE_DEAL, "/changes/contracts", above)
    if players is not None and not ruleset.players.fewest <= players <= ruleset.players.most:
        yield Warned(FaultCode.OUTSIDE_PLAYERS, "/players")
    if ruleset.points is None:
        yield Warned(FaultCode.VALUES_UNKNOWN, "/changes/points")


def _hard_hands(ruleset: Ruleset, players: Iterable[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The hands whose contract is beyond a player's reach, and those whose contract is above the deal."""
    contracts = len(ruleset.contracts)
    beyond, above = set[int](), set[int]()
    for hand in range(1, min(ruleset.ends.hands or contracts, contracts) + 1):
        for number in players:
            cards = ruleset.fewest_cards(hand, players=number) or 0
            if cards > min(ruleset.reach(hand, players=number), ruleset.pack_size(number)):
                beyond.add(hand)
            elif cards > ruleset.cards_dealt(hand, players=number):
                above.add(hand)
    return tuple(sorted(beyond)), tuple(sorted(above - beyond))


def _numbers(ruleset: Ruleset, players: int | None) -> Sequence[int]:
    return range(ruleset.players.fewest, ruleset.players.most + 1) if players is None else (players,)


def cause(
    fields: Sequence[str], *, variants: Sequence[tuple[str, Changes]], changes: Changes, pointer: str
) -> str | None:
    """What of a request names one of these fields: its changes, at `pointer`, or the last such variant."""
    if any(names(changes, field) for field in fields):
        return pointer
    named = [i for i, (_, patch) in enumerate(variants) if any(names(patch, field) for field in fields)]
    return f"/variants/{named[-1]}" if named else None
