"""The games of an old score book, whole: who sat where, their scores in each hand, their totals.

`read` is the door: from the content of a file and what somebody has answered to games, questions and faults.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from scorekeeper.rules import names
from scorekeeper.scorebooks import bg_stats, reading, tables
from scorekeeper.scorebooks.book import BookGame, BookHand, Evening, ReadBook, Reading, ScoreCell
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, grouped
from scorekeeper.scorebooks.people import people_of

FIRST: Final = 1
# The answers that are names of people; all others are of the reading.
NAME: Final = "name "


def read(content: bytes, *, answers: Mapping[str, str], known: Sequence[tuple[str, str]] = ()) -> ReadBook:
    """The games in a file; ImportRefused if it is none that can be read.

    `answers` are those of `reading.read`, and for a name, after `NAME`, what `people_of` takes; `known` are
    the names in the league, each with the person's.
    """
    found = [] if content.lstrip()[:1] == b"{" else tables.tables(content)
    book = reading.read(found, answers=answers) if found else bg_stats.read(content, answers=answers)
    told = {name.removeprefix(NAME): told for name, told in answers.items() if name.startswith(NAME)}
    together = [{name for scores in game.hands.values() for name in scores} for game in book.evenings]
    people, questions = people_of(together, known=known, answers=told)
    gathered = [_Gathered(game, book.reading, people) for game in book.evenings]
    if "running" not in answers and _are_running(gathered):
        return read(content, answers={**answers, "running": "yes"}, known=known)
    for game in gathered:
        if game.seats:
            book.games.append(game.game())
            book.faults += game.faults
    book.ambiguous, book.who = grouped(book.ambiguous), questions
    if not (book.games or book.faults or book.asks):
        book.faults.append(FileFault(FileFaultCode.NO_SCORES))
    book.games.sort(key=lambda game: game.day)
    book.faults = grouped(sorted(book.faults, key=lambda fault: fault.line or 0))
    book.rows = found[0].rows if found else ()
    book.spellings = {
        name: person
        for name, person in people.items()
        if person and names.key(person) != names.key(name) and name not in told
    }
    return book


class _Gathered:
    """The scores of one evening at one table, by hand and person."""

    def __init__(self, evening: Evening, reading: Reading, people: Mapping[str, str | None]) -> None:
        self._evening, self._reading = evening, reading
        self.faults: list[FileFault] = []
        self._scores: dict[int, dict[str, ScoreCell]] = {}
        for hand, scores in sorted(evening.hands.items(), key=lambda item: item[0] or 0):
            named = self._scores.setdefault(hand or 0, {})
            for name, score in scores.items():
                person = people[name]
                if person is not None and named.setdefault(person, score) is not score:
                    self._fault(FileFaultCode.TWICE, score, name=person, hand=hand or 0)
        # Who has no points at all was not there; a hand without any was not played.
        sat = {person for named in self._scores.values() for person in named if _is_given(named[person])}
        everybody = dict.fromkeys(person for named in self._scores.values() for person in named)
        self.seats = tuple(person for person in everybody if person in sat)
        self._totals = self._scores.pop(0, {})
        self.hands = [hand for hand, named in self._scores.items() if any(map(_is_given, named.values()))]

    def game(self) -> BookGame:
        """The game of these scores, whose faults are found on the way."""
        for expected, hand in enumerate(self.hands, start=FIRST):
            if hand != expected:
                first = next(iter(self._scores[hand].values()))
                self._fault(FileFaultCode.HAND_MISSING, first, hand=expected)
                break
        hands = tuple(map(self._hand, self.hands))
        given = [self._totals[person].points if person in self._totals else None for person in self.seats]
        totals = [sum(hand.points[seat] or 0 for hand in hands) for seat in range(len(self.seats))]
        for person, told, total in zip(self.seats, given, totals, strict=True):
            if hands and told not in (None, total):
                self._fault(FileFaultCode.TOTAL, self._totals[person], name=person, given=told, sum=total)
        rows = {score.row for named in self._evening.hands.values() for score in named.values()}
        day, table = self._evening.day, self._evening.table
        return BookGame(
            day,
            table,
            self.seats,
            hands or None,
            tuple(totals if hands else (total or 0 for total in given)),
            tuple(sorted(rows)),
            tuple(self._first_row(person) for person in self.seats),
            self._evening.key or (day.isoformat(), table),
            self._evening.dealer,
            self._evening.counts,
        )

    def columns(self) -> Iterator[list[int]]:
        """The points of each person from hand to hand, if there are enough to see how they go."""
        for person in self.seats if len(self.hands) > 2 else ():
            scores = (self._scores[hand].get(person) for hand in self.hands)
            yield [score.points for score in scores if score and score.points is not None]

    def _hand(self, hand: int) -> BookHand:
        scores = tuple(self._scores[hand].get(person) for person in self.seats)
        points = tuple(None if self._has_left(p, hand) else self._points(p, hand) for p in self.seats)
        out = (seat for seat, score in enumerate(scores) if score and score.out)
        return BookHand(scores, points, next(out, None))

    def _points(self, person: str, hand: int) -> int:
        points = self._scores[hand][person].points or 0
        index = self.hands.index(hand)
        if not self._reading.running or not index:
            return points
        before = self._scores[self.hands[index - 1]].get(person)
        return points - (before.points or 0 if before else 0)

    def _has_left(self, person: str, hand: int) -> bool:
        """Whether there are no more scores of a person, though a blank would mean 0 where nobody has 0."""
        return person not in self._scores[hand] or all(
            person not in named
            or (
                not _is_given(named[person])
                and (self._reading.blank == "absent" or any(score.points == 0 for score in named.values()))
            )
            for named in (self._scores[later] for later in self.hands if later >= hand)
        )

    def _first_row(self, person: str) -> int:
        told = (self._totals, *self._scores.values())
        return min(named[person].row for named in told if person in named)

    def _fault(self, code: FileFaultCode, score: ScoreCell, **values: str | int) -> None:
        self.faults.append(FileFault(code, score.row, values=values))


def _is_given(score: ScoreCell) -> bool:
    return score.points is not None or score.posted


def _are_running(games: Sequence[_Gathered]) -> bool:
    """Whether nobody's points ever fall from hand to hand: these are totals so far."""
    columns = [column for game in games for column in game.columns()]
    return (
        len(columns) > 1
        and all(column == sorted(column) for column in columns)
        and any(len({*column}) > 2 for column in columns)
    )
