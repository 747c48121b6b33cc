"""The games of an old score book, whole: who sat where, their scores in each hand, their totals.

`read` is the door: from the content of a file and what somebody has answered to games, questions and faults.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import chain, groupby, pairwise, takewhile
from typing import Final

from scorekeeper.rules import names
from scorekeeper.rules.score_forms import Exact, sum_of
from scorekeeper.scorebooks import bg_stats, blocks, cells, chat, reading, tables
from scorekeeper.scorebooks.book import BookGame, BookReading, Evening, ReadBook, ScoreCell
from scorekeeper.scorebooks.faults import FileFault, FileFaultCode, ImportRefused, grouped
from scorekeeper.scorebooks.people import WhoIs, codes_in, legend, people_of
from scorekeeper.scorebooks.tables import Table

# The answers that are names of people; all others are of the reading.
NAME: Final = "name "
_NUMBER: Final = re.compile(r"\d+")
_WORD: Final = re.compile(r"[^\W\d_]+")
# A day with its year, or with two dots.
_DAY: Final = re.compile(r"^.{0,40}?(?:\b(?:19|20)\d\d\b|\b\d{1,2}\. ?\d{1,2}\.)")
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_FIRST_NUMBER: Final = re.compile(r"\b\d{1,2}\b")
_FEW: Final = 3
_SHORT_TITLE: Final = 2
# Points of single hands fall in nearly every second step.
_STEPS_TO_A_SLIP: Final = 20
_Scores = Mapping[str, ScoreCell]


def read(content: bytes, *, answers: Mapping[str, str], known: Sequence[tuple[str, str]] = ()) -> ReadBook:
    """The games in a file; ImportRefused if it is none that can be read.

    `answers` are those of `reading.read`, "year" for days without one ("2025", "2025/26"), and for a name,
    after `NAME`, what `people_of` takes; `known` are the names in the league, each with the person's.
    """
    source = [] if content.lstrip()[:1] == b"{" else [*map(reading.with_days, tables.tables(content))]
    if season := answers.get("year"):
        source = [reading.with_years(table, season=season) for table in source]
    texts = [row.cells for table in source for row in table.rows]
    gathered = partial(_gathered, content, answers=answers, known=known, texts=texts)
    sheets = reading.without_members(source)
    proven = blocks.proven(sheets)
    if proven is None:
        return _with_unread(gathered(source), source)
    needed = {table.name for table in reading.of_games(sheets)}
    others = [sheet for sheet in proven.others if sheet.name in needed]
    books: list[ReadBook] = []
    with suppress(ImportRefused):
        books.append(_with_unread(gathered(source), source))
        has_all = others or proven.unknown or _has(books[0], proven.table) or _has_more(books[0], proven)
        if not _open(books[0]) and has_all:
            return books[0]
    with suppress(ImportRefused):
        more = answers if others else {**answers, "running": "no"}
        read = gathered([proven.table, *others], is_proven=not others, answers=more)
        book = _with_unread(read, source)
        book.faults = grouped([*book.faults, *_beside(book, proven, others)])
        books = [book, *(other for other in books if _has(other, proven.table))]
    if not books:
        raise ImportRefused.because(FileFaultCode.EMPTY)
    return min(books, key=_open)


def _beside(book: ReadBook, proven: blocks.Proven, others: Iterable[Table]) -> Iterator[FileFault]:
    """The faults beside what proves itself: rows that don't, and sheets of which nothing was read."""
    # Without totals of their own these may be differences of totals so far.
    bare = (game for game in book.games if all(score.is_blank for score in game.evening.hands[0].values()))
    yield from _falls(bare) if book.is_proven else ()
    for row in proven.unknown:
        yield FileFault(FileFaultCode.UNKNOWN, row.number)
    for sheet in others:
        if sheet.name in book.without_games:
            yield FileFault(FileFaultCode.NO_SCORES, sheet.rows[0].number)


def _falls(games: Iterable[BookGame]) -> Iterator[FileFault]:
    """A fault for each total so far that is lower than the one before it."""
    for game in games:
        for seat, name in enumerate(game.players):
            before: Exact = 0
            for score in (hand[seat] for hand in game.hands if seat in hand):
                total = before + score.points
                if total < before:
                    values: Mapping[str, str | Exact] = {"name": name, "last": before, "points": total}
                    yield FileFault(FileFaultCode.FALLS, score.row, values=values)
                before = total


def _open(book: ReadBook) -> int:
    """How many rows of a book are wrong, or ask something."""
    return len(book.who) + sum(len(fault.lines) for fault in [*book.faults, *book.ambiguous])


def _with_unread(book: ReadBook, source: Sequence[Table]) -> ReadBook:
    """The book with the sheets that have no games, and a fault for each sentence of a player and numbers.

    Such a sentence has several, of which none was read.
    """
    lines = {line for evening in book.evenings for line in evening.rows}
    players = {player for game in book.games for player in game.players}
    rows = [row for table in source for row in table.rows]
    # In a chat each line is a sentence.
    is_chat = any(chat.SENT.match(", ".join(row.cells)) for row in rows)
    is_chat = is_chat or any(row.number in lines and len(row.cells) == 1 for row in rows)
    for row in () if is_chat else (row for row in rows if len([*filter(None, row.cells)]) == 1):
        text = "".join(row.cells)
        if len(_NUMBER.findall(text)) > _FEW and any(player in text for player in players):
            book.faults.append(FileFault(FileFaultCode.POINTS, row.number, values={"cell": text}))
    odd = [*_odd_days(source)]
    below = {line for fault in odd for line in fault.lines}
    others = (
        fault
        for fault in book.faults
        if fault.code is not FileFaultCode.NO_DATE or below.isdisjoint(fault.lines)
    )
    book.faults = grouped([*others, *odd])
    lines.update(line for fault in [*book.faults, *book.ambiguous] for line in fault.lines)
    sheets = (table for table in source if lines.isdisjoint(row.number for row in table.rows))
    book.without_games = tuple(filter(None, (sheet.name for sheet in sheets)))
    return book


def _odd_days(source: Sequence[Table]) -> Iterator[FileFault]:
    """A fault for each cell that is written as days of the book are, but is none: "31.2.2025".

    Above a game it is a fault in the rows of the game, too.
    """
    texts = (cell for sheet in source for row in sheet.rows for cell in row.cells)
    days = Counter(_shape(cell) for cell in texts if _DAY.search(cell) and cells.dates_of(cell))
    for sheet in source:
        for place, row in enumerate(sheet.rows):
            like = (cell for cell in row.cells if _DAY.search(cell) and not cells.dates_of(cell))
            if odd := [cell for cell in like if days[_shape(cell)] > 1 or _would_be_day(cell)]:
                is_title = len([*filter(None, row.cells)]) <= _SHORT_TITLE
                below = sheet.rows[place + 1 :] if is_title else ()
                undated = takewhile(lambda row: not any(map(cells.dates_of, row.cells)), below)
                others = tuple(other.number for other in undated)
                yield FileFault(FileFaultCode.DATE, row.number, values={"cell": odd[0]}, others=others)


def _would_be_day(cell: str) -> bool:
    """Whether a cell is a day but for its number: "31 April 2025"."""
    return bool(_YEAR.search(cell) and cells.dates_of(_FIRST_NUMBER.sub("1", cell, count=1)))


def _shape(cell: str) -> str:
    """How a cell is written: "Thu 12 Jan 2025" as "a 0 a 0"."""
    return _NUMBER.sub("0", _WORD.sub("a", cell))


def _has(book: ReadBook, proven: Table) -> bool:
    """Whether a book has all games that prove themselves: by their days, totals and numbers of hands."""
    games = {(game.evening.day, len(game.hands), *sorted(game.totals)) for game in book.games}
    for (day, _label), rows in groupby(proven.rows[1:], key=lambda row: row.cells[:2]):
        points = [row.cells[3:-1] for row in rows]
        totals = (sum(cells.number_of(cell) or 0 for cell in its) for its in points)
        its = sum(map(any, zip(*points, strict=True))), *sorted(totals)
        if games.isdisjoint((each, *its) for each in cells.dates_of(day).values()):
            return False
    return True


def _has_more(book: ReadBook, proven: blocks.Proven) -> bool:
    """Whether a book has the games that prove themselves with more scores: a hand may add up by chance."""
    rows = proven.table.rows[1:]
    many = len({row.cells[:2] for row in rows})
    scores = sum(len(hand) for game in book.games for hand in game.hands)
    is_alike = len(book.games) == many and not book.reading.running
    return is_alike and scores > sum(len([*filter(None, row.cells[3:-1])]) for row in rows)


def _gathered(
    content: bytes,
    source: Sequence[Table],
    *,
    is_proven: bool = False,
    answers: Mapping[str, str],
    known: Sequence[tuple[str, str]],
    texts: Sequence[Sequence[str]],
) -> ReadBook:
    if is_proven:
        book = reading.walked(source, answers=answers)
    else:
        book = reading.read(source, answers=answers) if source else bg_stats.read(content, answers=answers)
    book.is_proven = is_proven
    together = [{*chain(*game.hands.values())} for game in book.evenings]
    book.rows = tuple(chain.from_iterable(table.rows for table in source))
    chosen = {name.removeprefix(NAME): chosen for name, chosen in answers.items() if name.startswith(NAME)}
    short = legend(texts) | codes_in(texts, {*chain(*together)})
    hands = [[*game.hands.values()] for game in book.evenings]
    people, questions = people_of(hands, known=known, answers={**short, **chosen})
    scoring = {people[name] for game in book.evenings for name in _scoring(game)}
    having = scoring | {name for _, name in known}
    gathered = [_Gathered(game, book.reading, people) for game in book.evenings]
    if "running" not in answers and _are_running(gathered):
        more = {**answers, "running": "yes"}
        read = _gathered(content, source, is_proven=is_proven, answers=more, known=known, texts=texts)
        read.faults = grouped([*read.faults, *_falls(read.games)])
        return read
    for game in gathered:
        if game.seats:
            book.games.append(game.game())
            book.faults += game.faults
    book.ambiguous, book.who = grouped(book.ambiguous), _of_players(questions, having, chain(*hands))
    if not (book.games or book.faults or book.asks):
        book.faults.append(FileFault(FileFaultCode.NO_SCORES))
    book.games = sorted(_without_summaries(book.games), key=lambda game: game.evening.day)
    book.faults = grouped(book.faults)
    others = {name: its for name, its in people.items() if its in scoring and name not in chosen}
    book.spellings = {name: its for name, its in others.items() if its and names.key(its) != names.key(name)}
    return book


def _without_summaries(played: Sequence[BookGame]) -> list[BookGame]:
    """The games without those of totals that tell once more what hands of the same day add up to."""
    totals = {
        (game.evening.day, *its)
        for game in played
        if game.hands
        for its in zip(game.players, game.totals, strict=True)
    }

    def is_summary(game: BookGame) -> bool:
        its = {(game.evening.day, *each) for each in zip(game.players, game.totals, strict=True)}
        return not game.hands and len(its & totals) * 2 > len(its)

    return [game for game in played if not is_summary(game)]


def _of_players(
    questions: Sequence[WhoIs], having: Collection[str | None], together: Iterable[Collection[str]]
) -> tuple[WhoIs, ...]:
    """The questions about people with points: who has none anywhere is nobody, or a line of talk.

    Of two names that may be one the rarer one is asked about.
    """
    times = Counter(chain(*together))
    pairs = {(who.name, person) for who in questions for person in who.people}

    def is_asked(name: str, person: str) -> bool:
        is_rarer = (times[name], name) < (times[person], person)
        return person in having and (is_rarer or (person, name) not in pairs)

    likely = (replace(who, people=tuple(p for p in who.people if is_asked(who.name, p))) for who in questions)
    return tuple(who for who in likely if who.name in having and who.people)


def _scoring(evening: Evening) -> set[str]:
    """The names with scores: others were not there, or are no names."""
    scores = chain.from_iterable(of_hand.values() for of_hand in evening.hands.values())
    return {score.player for score in scores if score.is_given}


class _Gathered:
    """The scores of one evening at one table, by hand and person."""

    def __init__(self, evening: Evening, reading: BookReading, people: Mapping[str, str | None]) -> None:
        self._evening, self._reading = evening, reading
        self.faults: list[FileFault] = []
        self._scores: dict[int, dict[str, ScoreCell]] = defaultdict(dict)
        for hand, scores in sorted(evening.hands.items()):
            for name, score in scores.items():
                person = people.get(name)
                if person is not None and self._scores[hand].setdefault(person, score) is not score:
                    self._fault(FileFaultCode.TWICE, score, name=person, hand=hand)
        # Who has no points at all was not there; a hand without any was not played.
        played = ((hand, scores) for hand, scores in self._scores.items() if hand and _is_played(scores))
        self._hands = dict(played)
        sat = {
            person
            for hand, scores in self._scores.items()
            for person, score in scores.items()
            if score.is_given and (hand or score.points or not self._hands)
        }
        self.seats = tuple(person for person in dict.fromkeys(chain(*self._scores.values())) if person in sat)

    def game(self) -> BookGame:
        """The game of these scores, whose faults are found on the way."""
        for expected, (hand, scores) in enumerate(self._hands.items(), start=1):
            if hand != expected:
                self._fault(FileFaultCode.HAND_MISSING, next(iter(scores.values())), hand=expected)
                break
        hands = [self._by_seat(index) for index in range(len(self._hands))]
        totals = [self._total(seat, hands) for seat in range(len(self.seats))]
        for person in self.seats:
            row = min(scores[person].row for scores in self._scores.values() if person in scores)
            faults = names.faults_in([person], pointer="")
            self.faults += (FileFault(FileFaultCode.RULES, row, rule=fault) for fault in faults)
        return BookGame(self._evening, self.seats, hands, tuple(totals))

    def columns(self) -> Iterator[list[Exact]]:
        """The points of each person from hand to hand, if there are enough to see how they go."""
        for person in self.seats if len(self._hands) > 2 else ():
            scores = (of_hand.get(person) for of_hand in self._hands.values())
            yield [score.points for score in scores if score and not score.is_blank]

    def _total(self, seat: int, hands: Sequence[Mapping[int, ScoreCell]]) -> Exact:
        """The total of a seat: what its hands add up to, or else what the book says."""
        score = self._scores[0].get(self.seats[seat])
        points = score.points if score else 0
        total = sum_of(hand[seat].points for hand in hands if seat in hand) if hands else points
        if score and not score.is_blank and total != points:
            self._fault(FileFaultCode.TOTAL, score, name=self.seats[seat], given=points, sum=total)
        return total

    def _by_seat(self, index: int) -> dict[int, ScoreCell]:
        """The scores of a hand by seat, with the points of this hand, of those who still have scores."""
        hands = [*self._hands.values()]
        before = hands[index - 1] if self._reading.running and index else {}
        return {
            seat: replace(score, points=score.points - (before[person].points if person in before else 0))
            for seat, person in enumerate(self.seats)
            if (score := hands[index].get(person))
            and any(self._has_score(person, scores) for scores in hands[index:])
            and any(self._has_score(person, scores) for scores in hands[: index + 1])
        }

    def _has_score(self, person: str, scores: _Scores) -> bool:
        """Whether a person has a score in a hand: a blank is one where it means 0, and nobody has 0."""
        score = scores.get(person)
        if score is None or score.is_given:
            return score is not None
        has_zero = any(other.points == 0 and not other.is_blank for other in scores.values())
        # A total so far is never blank for whoever still plays.
        return self._reading.blank != "absent" and not has_zero and not self._reading.running

    def _fault(self, code: FileFaultCode, score: ScoreCell, **values: str | Exact) -> None:
        self.faults.append(FileFault(code, score.row, values=values))


def _is_played(scores: _Scores) -> bool:
    return any(score.is_given for score in scores.values())


def _are_running(games: Sequence[_Gathered]) -> bool:
    """Whether nobody's points fall from hand to hand, but for a slip: these are totals so far."""
    columns = [column for game in games for column in game.columns()]
    falls = [now < last for column in columns for last, now in pairwise(column)]
    return (
        len(columns) > 1
        and sum(falls) * _STEPS_TO_A_SLIP <= len(falls)
        and any(len({*column}) > 2 for column in columns)
    )
