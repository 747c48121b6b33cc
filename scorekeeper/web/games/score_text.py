"""The scores of a hand in words: a row of them, and who gets what where the sheet writes more than counts."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from scorekeeper.language import _, ngettext
from scorekeeper.rules.game import Hand, Score
from scorekeeper.rules.rulesets.ruleset import Block, ScoreForm
from scorekeeper.rules.score_forms import Exact, exact
from scorekeeper.services.games.queries.history import SheetScore
from scorekeeper.web.http.formats import exactly, in_row, isolated


def score_row(
    scores: Sequence[Score | SheetScore | None], names: Sequence[str], went_out: int | None
) -> Markup:
    """Each score with its player, by seat number in `names`; None did not play."""
    return in_row(
        _score(score, isolated(names[score.seat]), out=score.seat == went_out)
        for score in scores
        if score is not None
    )


def _score(score: Score | SheetScore, player: Markup, *, out: bool) -> Markup:
    if out:
        text = _("{player}\u00a0{points} (went out)")
    elif score.points is None:
        text = _("{player} no score")
    elif score.posted:
        text = _("{player}\u00a0{points} (gave no score)")
    elif score.charge:
        text = ngettext(
            "{player}\u00a0{points} (with {charge} for missing cards)",
            "{player}\u00a0{points} (with {charge} for missing cards)",
            score.charge,
        )
    else:
        text = _("{player}\u00a0{points}")
    points = "" if score.points is None else exactly(score.points)
    return Markup(text).format(player=player, points=points, charge=score.charge)


def payments(hand: Hand, names: Mapping[int, str]) -> tuple[Markup, ...]:
    """Sentences about who gets what, with the names of the players by seat number."""
    counts = {score.seat: score.held for score in hand.scores if score.held is not None}
    if hand.went_out is None:
        return tuple(_blocked(hand, counts, names=names))
    return tuple(_won(hand, counts, winner=names[hand.went_out]))


def _won(hand: Hand, counts: Mapping[int, int], *, winner: str) -> Iterator[Markup]:
    scoring = hand.rules.score
    times = scoring.rummy_times if hand.rummy else 1
    if scoring.form is not ScoreForm.HELD:
        parts = [count for seat, count in counts.items() if seat != hand.went_out]
        yield _gets(winner, _sum(parts, times=times, bonus=hand.bonus))
        return
    if hand.bonus:
        yield _gets(winner, exactly(-hand.bonus))
    if times > 1:
        text = ngettext(
            "The others’ points count {times} time.", "The others’ points count {times} times.", times
        )
        yield Markup(text).format(times=times)


def _blocked(hand: Hand, counts: Mapping[int, int], *, names: Mapping[int, str]) -> Iterator[Markup]:
    if hand.rules.score.block is not Block.DIFFERENCES:
        return
    lowest = min(counts.values())
    above = [count - lowest for count in counts.values() if count > lowest]
    lucky = [seat for seat, count in counts.items() if count == lowest]
    if not above:
        yield Markup.escape(_("Everyone holds the same points. Nobody gets anything."))
        return
    for seat in lucky:
        yield _gets(names[seat], _sum(above, shares=len(lucky)))


def _gets(name: str, how: str) -> Markup:
    return Markup(_("{player} gets {sum}")).format(
        player=isolated(name), sum=Markup('<span dir="ltr">{}</span>').format(how)
    )


def _sum(parts: Sequence[int], *, times: int = 1, bonus: int = 0, shares: int = 1) -> str:
    """A sum as people write it: "2 × (17 + 31) + 10 = 106"."""
    text = " + ".join(map(str, parts))
    if len(parts) > 1 and (times > 1 or shares > 1):
        text = f"({text})"
    text = f"{times} × {text}" if times > 1 else text
    text = f"{text} + {bonus}" if bonus else text
    text = f"{text} ÷ {shares}" if shares > 1 else text
    result: Exact = exact(Fraction(times * sum(parts) + bonus, shares))
    return text if text == exactly(result) else f"{text} = {exactly(result)}"
