"""The history page: every entry in order, the changes it made, and whether it was undone."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.models.engine import reading
from scorekeeper.rules.entries import (
    Arranged,
    Corrected,
    Dropped,
    Entry,
    Event,
    HandScored,
    Renamed,
    RulesChanged,
    Settled,
)
from scorekeeper.rules.fold import games, taken_back
from scorekeeper.rules.game import Game, Hand, VoidAttempt
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.rules.rulings import OpenDuty, WaitingEffect
from scorekeeper.rules.score_forms import Exact, exact
from scorekeeper.rules.scoring import count_of
from scorekeeper.services.games import log
from scorekeeper.services.games.queries.head import GameHead, read_head


@dataclass(frozen=True, slots=True)
class SheetScore:
    """One seat's points on a sheet; None when no score was given and none posted.

    `charge` is the part of the points that rulings added (12.5).
    """

    seat: int
    points: Exact | None
    posted: bool
    charge: int = 0


@dataclass(frozen=True, slots=True)
class SheetPoints:
    """A hand as one entry recorded it; `void` if it had to be played again (8.6)."""

    hand: int
    went_out: int | None
    void: bool
    scores: tuple[SheetScore, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """One change by an entry: of a seat's points, total or name, or without a seat, of who went out.

    `before` and `after` are points, a name or the number of a seat; None where there is none.
    """

    seat: int | None
    before: Exact | str | None
    after: Exact | str | None


@dataclass(frozen=True, slots=True)
class EntryEffects:
    """One entry and its effects. `after` is the game after it, `before` the one before; None of the first.

    `undone_by` is the number of the entry that undid it; `undone` the entry that it undid itself. `changes`
    are those of a correction, a new name or new rules; for a hand that was undone and entered again
    (`reentry`) they compare the two sheets. `ended` is the duty or effect of an earlier ruling that the entry
    settled or dropped.
    """

    entry: Entry
    before: Game | None
    after: Game
    undone_by: int | None
    undone: Entry | None
    sheet: SheetPoints | None
    changes: tuple[Change, ...]
    reentry: bool
    ended: OpenDuty | WaitingEffect | None = None

    @property
    def added(self) -> tuple[str, ...]:
        """Who took a seat by an arrangement."""
        if not isinstance(self.entry.event, Arranged):
            return ()
        return tuple(
            name for name, old in zip(self.names, self.entry.event.order, strict=True) if old is None
        )

    @property
    def removed(self) -> tuple[str, ...]:
        """Whose seat an arrangement took away."""
        return tuple(self.before.seats[number].name for number in self._gone) if self.before else ()

    @property
    def freed(self) -> tuple[str, ...]:
        """Those of `removed` to whom rulings still applied."""
        if self.before is None:
            return ()
        bound = {line.duty.seat for line in self.before.duties}
        bound |= {line.effect.seat for line in self.before.waiting}
        return tuple(self.before.seats[number].name for number in self._gone if number in bound)

    @property
    def _gone(self) -> tuple[int, ...]:
        """The seats that an arrangement took away, by their numbers before."""
        event = self.entry.event
        if self.before is None or not isinstance(event, Arranged):
            return ()
        return tuple(number for number in self.before.order if number not in event.order)

    @property
    def names(self) -> tuple[str, ...]:
        """Names by seat number, as they were after the entry."""
        return tuple(seat.name for seat in self.after.seats)


@dataclass(frozen=True, slots=True)
class HistoryPage:
    """A game and its entries, oldest first."""

    head: GameHead
    entries: tuple[EntryEffects, ...]


def history_page(game_id: str) -> HistoryPage | None:
    """All entries of a game; None when the game is unknown or deleted."""
    with reading() as session:
        head = read_head(session, game_id)
        if head is None:
            return None
        return HistoryPage(head, tuple(_effects(log.load(session, game_id))))


def _effects(entries: tuple[Entry, ...]) -> Iterator[EntryEffects]:
    undone_by = taken_back(entries)
    taken = {undoing: entries[number - 1] for number, undoing in undone_by.items()}
    sheets: dict[int, SheetPoints | None] = {}
    # For each hand the sheet that was undone last, which the next one is compared with.
    retracted: dict[int, SheetPoints | None] = {}
    before: Game | None = None
    for entry, after in zip(entries, games(entries), strict=True):
        event, undone = entry.event, taken.get(entry.number)
        sheet = sheets[entry.number] = _sheet(event, after)
        reentry = retracted.pop(event.hand, None) if isinstance(event, HandScored) else None
        if undone is not None and isinstance(undone.event, HandScored):
            retracted[undone.event.hand] = sheets[undone.number]
        if isinstance(event, Arranged) or (undone is not None and isinstance(undone.event, Arranged)):
            retracted.clear()
        corrected = before.hands[event.hand - 1] if before and isinstance(event, Corrected) else None
        earlier = _of_hand(corrected) if corrected else reentry
        yield EntryEffects(
            entry=entry,
            before=before,
            after=after,
            undone_by=undone_by.get(entry.number),
            undone=undone,
            sheet=sheet,
            changes=_renaming(event, before) or _totals(event) or _differences(earlier, sheet),
            reentry=reentry is not None,
            ended=_ended(event, before),
        )
        before = after


def _sheet(event: Event, after: Game) -> SheetPoints | None:
    if not isinstance(event, HandScored | Corrected):
        return None
    if event.hand <= len(after.hands):
        return _of_hand(after.hands[event.hand - 1])
    return _of_void(after.void[-1], rules=after.rules)


def _of_hand(hand: Hand) -> SheetPoints:
    scores = tuple(SheetScore(score.seat, score.points, score.posted, score.charge) for score in hand.scores)
    return SheetPoints(hand.number, hand.went_out, void=False, scores=scores)


def _of_void(attempt: VoidAttempt, *, rules: Ruleset) -> SheetPoints:
    scores = tuple(SheetScore(line.seat, count_of(line, rules=rules), posted=False) for line in attempt.lines)
    return SheetPoints(attempt.number, attempt.went_out, void=True, scores=scores)


def _ended(event: Event, before: Game | None) -> OpenDuty | WaitingEffect | None:
    if not isinstance(event, Settled | Dropped) or before is None:
        return None
    lines = before.duties if isinstance(event, Settled) else before.waiting
    return next(line for line in lines if (line.entry, line.line) == (event.entry, event.line))


def _renaming(event: Event, before: Game | None) -> tuple[Change, ...]:
    """The names that changed: of one seat, or in an arrangement."""
    if before is None:
        return ()
    if isinstance(event, Renamed):
        return (Change(event.seat, before.seats[event.seat].name, event.name),)
    if not isinstance(event, Arranged):
        return ()
    renamed = zip(event.order, event.names, strict=False)
    return tuple(
        Change(number, before.seats[old].name, name)
        for number, (old, name) in enumerate(renamed)
        if old is not None and before.seats[old].name != name
    )


def _totals(event: Event) -> tuple[Change, ...]:
    """The totals that other rules change at once."""
    if not isinstance(event, RulesChanged):
        return ()
    totals = zip(event.before, event.after, strict=True)
    return tuple(
        Change(seat, exact(Fraction(before)), exact(Fraction(after)))
        for seat, (before, after) in enumerate(totals)
        if before != after
    )


def _differences(earlier: SheetPoints | None, sheet: SheetPoints | None) -> tuple[Change, ...]:
    if earlier is None or sheet is None:
        return ()
    was = {score.seat: score.points for score in earlier.scores}
    now_is = {score.seat: score.points for score in sheet.scores}
    winner = (Change(None, earlier.went_out, sheet.went_out),) if earlier.went_out != sheet.went_out else ()
    return winner + tuple(
        Change(seat, was.get(seat), now_is.get(seat))
        for seat in sorted({*was, *now_is})
        if was.get(seat) != now_is.get(seat)
    )
