"""The table of facts, written a second time from the specification, and what it makes of any facts given.

It knows nothing of the question graphs: what is asked, and what is refused, follows from this table alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from tests.support.graph_paths import COUNTS, POINTS, some_claims

Given = dict[str, object]
YES_NO = ("yes", "no")
SEEN = ("0", "1", "2 or more")
CARDS = ("1", "2 or more")


@dataclass(frozen=True)
class Row:
    """A fact, the values tried for it (all that are listed, some of what is counted), and when it is asked.

    `together`: names of the claims, whose values only make sense with one another.
    """

    fact: str
    values: tuple[object, ...]
    when: Callable[[Given], bool] = lambda given: True
    together: bool = False


def when(**wanted: str | tuple[str, ...]) -> Callable[[Given], bool]:
    """Whether each of these facts is given, with that value or one of those."""
    allowed = {fact: (value,) if isinstance(value, str) else value for fact, value in wanted.items()}
    return lambda given: all(given.get(fact) in values for fact, values in allowed.items())


def can_still_be_undone(given: Given) -> bool:
    return given["discarded"] == "no" and given.get("in_hand") != "yes"


def matters_by_how_many(given: Given) -> bool:
    if given["moment"] == "in-play":
        return True
    return given["moment"] == "other-went-out" and given["direction"] == "too-few"


def each_once(values: Iterable[object]) -> tuple[object, ...]:
    found: list[object] = []
    for value in values:
        if value not in found:
            found.append(value)
    return tuple(found)


_CLAIMS = tuple(some_claims())
_SEATS, _IN_TURN, _CLAIMANTS = (each_once(column) for column in zip(*_CLAIMS, strict=True))
TABLE: dict[str, tuple[Row, ...]] = {
    "out-of-turn": (
        Row("discarded", YES_NO),
        Row("drew", ("nothing", "stock", "discard"), when(discarded="no")),
        Row("in_hand", YES_NO, when(drew="stock")),
        Row("cards_seen", SEEN, when(drew="stock", in_hand="no")),
        Row("laid_cards", YES_NO, can_still_be_undone),
    ),
    "illegal-draw": (
        Row("discarded", YES_NO),
        Row("in_hand", YES_NO, when(discarded="no")),
        Row("cards_seen", SEEN, when(in_hand="no")),
    ),
    "premature-discard": (Row("next_has_drawn", YES_NO),),
    "no-discard": (Row("next_has_drawn", YES_NO),),
    "take-back": (Row("what", ("discard", "draw", "laid-this-turn", "laid-earlier")),),
    "silent-matter": (
        Row(
            "matter",
            (
                "wrong-dealer",
                "who-cuts",
                "taken-card-discarded",
                "playable-card-discarded",
                "card-shown",
                "card-count",
                "pile-looked-through",
                "stock-counted",
                "slow-play",
                "absent-player",
                "advice",
            ),
        ),
    ),
    "extra-discard": (
        Row("next_turn_over", YES_NO),
        Row("next_took_one", YES_NO, when(next_turn_over="no")),
    ),
    "wrong-count": (
        Row("moment", ("before-first-draw", "in-play", "other-went-out", "offender-went-out")),
        Row("direction", ("too-many", "too-few"), when(moment=("in-play", "other-went-out"))),
        Row("by", COUNTS, matters_by_how_many),
    ),
    "deal": (
        Row("cause", ("exposed-in-dealing", "face-up-in-pack", "wrong-number", "wrong-pack")),
        Row("cards", CARDS, when(cause=("exposed-in-dealing", "face-up-in-pack"))),
        Row("has_drawn", YES_NO, when(cause="wrong-number")),
    ),
    "illegal-laydown": (
        Row("fault", ("superfluous-cards", "wrong-meld", "contract-not-met", "not-allowed-now")),
        Row("others_added", YES_NO, when(fault="superfluous-cards")),
        Row("why", ("not-gone-down", "after-claim", "out-of-turn"), when(fault="not-allowed-now")),
    ),
    "scoring-error": (
        Row("kind", ("miscount", "scoresheet")),
        Row("mixed", YES_NO, when(kind="miscount")),
        Row("disputed_before", YES_NO, when(kind="scoresheet")),
    ),
    "stock-out": (Row("time", ("first", "second")),),
    "may-i": (
        Row("wanted_by_player_in_turn", YES_NO),
        Row("has_drawn", YES_NO, when(wanted_by_player_in_turn="no")),
        Row("seats", _SEATS, when(has_drawn="no"), together=True),
        Row("in_turn", _IN_TURN, when(has_drawn="no"), together=True),
        Row("claimants", _CLAIMANTS, when(has_drawn="no"), together=True),
    ),
    "wild-swap": (
        Row("meld", ("run", "set")),
        Row("regular_turn", YES_NO, when(meld="run")),
        Row("gone_down", YES_NO, when(meld="run")),
        Row("exact_card", YES_NO, when(meld="run")),
        Row("from_hand", YES_NO, when(meld="run")),
    ),
    "player-left": (Row("other_totals", POINTS),),
    "missing-score": (Row("other_scores", POINTS),),
    "resume": (
        Row("all_agreed", YES_NO),
        Row("all_present", YES_NO),
        Row("same_seats", YES_NO),
        Row("same_year", YES_NO),
    ),
}


@cache
def allowed(irregularity: str) -> tuple[Given, ...]:
    """Every whole combination of facts that the table allows, in the order of the table."""
    return tuple(given for given in _extended({}, TABLE[irregularity]) if _is_one_claim(given))


def tried(irregularity: str) -> Iterator[Given]:
    """Each fact left out, or given with each of its values: every combination, allowed or not."""
    yield from _tried(TABLE[irregularity])


def expected_faults(irregularity: str, given: Given, *, wrong: dict[str, str] | None = None) -> set[str]:
    """The faults expected of facts that are not allowed, each as `code pointer`.

    `wrong` are the faults of values that no question has; a fact so given leaves open what it should be.
    """
    wrong = wrong or {}
    right = {fact: value for fact, value in given.items() if fact not in wrong}
    open_still = [whole for whole in allowed(irregularity) if _agree(whole, right)]
    askable = {fact for whole in open_still for fact in whole}
    asked = given.keys() & askable
    fitting = [whole for whole in open_still if asked <= whole.keys()] or open_still
    needed = set.intersection(*(set(whole) for whole in fitting)) - given.keys()
    return {
        *(f"fact-needed /facts/{fact}" for fact in needed),
        *(f"fact-not-asked /facts/{fact}" for fact in given.keys() - askable),
        *(fault for fact, fault in wrong.items() if fact in askable),
    }


def _agree(whole: Given, right: Given) -> bool:
    return all(whole[fact] == value for fact, value in right.items() if fact in whole)


def _extended(given: Given, rows: tuple[Row, ...]) -> Iterator[Given]:
    if not rows:
        yield given
    elif not rows[0].when(given):
        yield from _extended(given, rows[1:])
    else:
        for value in rows[0].values:
            yield from _extended({**given, rows[0].fact: value}, rows[1:])


def _is_one_claim(given: Given) -> bool:
    return "seats" not in given or (given["seats"], given["in_turn"], given["claimants"]) in _CLAIMS


def _tried(rows: tuple[Row, ...]) -> Iterator[Given]:
    if not rows:
        yield {}
        return
    for others in _tried(rows[1:]):
        yield others
        for value in rows[0].values[: 1 if rows[0].together else None]:
            yield {rows[0].fact: value, **others}
