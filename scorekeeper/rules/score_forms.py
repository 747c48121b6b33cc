"""From counts to scores: what the sheet writes for each seat, by the form of the ruleset (rulesets, part 3).

A count is what a seat still holds, in points of cards. Scores are exact: a share that is not whole is a
Fraction.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from scorekeeper.rules.rulesets.ruleset import Block, ScoreForm, Scoring

Exact = int | Fraction


def exact(value: Exact) -> Exact:
    """The number as a whole one if it is whole."""
    return value.numerator if value.denominator == 1 else value


def sum_of(values: Iterable[Exact]) -> Exact:
    """The exact sum, as a whole number if it is whole."""
    return exact(sum(values))


def sum_of_two_highest(values: Iterable[Exact]) -> Exact | None:
    """The points posted for a missing score (8.5) or total (8.3); None without two values (8.6, 8.4)."""
    highest = sorted(values, reverse=True)[:2]
    return exact(highest[0] + highest[1]) if len(highest) == 2 else None


def written(value: Exact) -> int | str:
    """The number as JSON has it: whole, or as a fraction in lowest terms such as "-67/2"."""
    return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"


def scores_of(
    counts: Mapping[int, int], *, went_out: int | None, rummy: bool, scoring: Scoring
) -> dict[int, Exact]:
    """The score of each seat in `counts`, which holds 0 for the seat that went out."""
    if went_out is None:
        return _blocked(counts, scoring=scoring)
    times = scoring.rummy_times if rummy else 1
    others = {seat: times * count for seat, count in counts.items() if seat != went_out}
    bonus = bonus_of(scoring, rummy=rummy)
    if scoring.form is ScoreForm.HELD:
        return {**others, went_out: -bonus}
    pays = scoring.form is ScoreForm.ZERO_SUM
    return {**{seat: -pays * count for seat, count in others.items()}, went_out: sum(others.values()) + bonus}


def bonus_of(scoring: Scoring, *, rummy: bool) -> int:
    """What the winner of a hand gets besides, 0 for nothing."""
    if rummy and scoring.rummy_bonus is not None:
        return scoring.rummy_bonus
    return scoring.out_bonus


def differences(counts: Mapping[int, int]) -> int:
    """What all counts together are above the lowest one."""
    return sum(counts.values()) - min(counts.values(), default=0) * len(counts)


def _blocked(counts: Mapping[int, int], *, scoring: Scoring) -> dict[int, Exact]:
    if scoring.block is Block.DIFFERENCES:
        return _shared(counts, pays=scoring.form is ScoreForm.ZERO_SUM)
    sign = 1 if scoring.block is Block.HELD else -1
    return {seat: sign * count for seat, count in counts.items()}


def _shared(counts: Mapping[int, int], *, pays: bool) -> dict[int, Exact]:
    """The seats with the lowest count share all differences; the others pay theirs, or nothing."""
    lowest = min(counts.values())
    lucky = [seat for seat, count in counts.items() if count == lowest]
    share = exact(Fraction(differences(counts), len(lucky)))
    return {seat: share if count == lowest else (lowest - count) * pays for seat, count in counts.items()}
