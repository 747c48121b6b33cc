"""Why a file cannot be imported, in sentences, and where in the file."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.language import N_, Sentence, _, ngettext
from scorekeeper.scorebooks.book import BookReading, ReadBook
from scorekeeper.scorebooks.cells import DAY_FIRST, MONTH_FIRST, MOST_GAMES, SEASON
from scorekeeper.scorebooks.faults import FileFault, SheetLine
from scorekeeper.scorebooks.faults import FileFaultCode as Code
from scorekeeper.scorebooks.games import NAME
from scorekeeper.scorebooks.people import LEAVE_OUT, NEW, WhoIs
from scorekeeper.services.leagues.transfer.book_plan import WITHOUT
from scorekeeper.web.http import messages
from scorekeeper.web.http.formats import plain

_LONGEST: Final = 400
_MOST_HANDS: Final = 20
_YEARS: Final = 10
REASONS: Final[Mapping[Code, Sentence]] = {
    Code.NOT_TEXT: N_("Choose a spreadsheet, or a table as text. We can’t read this file."),
    Code.NOT_CSV: N_("This cell doesn’t end. It is far too long, or a quotation mark is missing."),
    Code.NOT_A_WORKBOOK: N_("Save the table as .xlsx, .ods or CSV again. This spreadsheet is damaged."),
    Code.TOO_LARGE: N_("Keep only the scores. The file is far too large."),
    Code.NOT_JSON: N_("The file is damaged or incomplete."),
    Code.NOT_A_LEAGUE: N_(
        "Choose a file that was downloaded from a league, or a CSV. This isn’t a league file."
    ),
    Code.NEWER: N_("Upgrade this Scorekeeper first. A newer one wrote this file."),
    Code.NO_SCORES: N_("Say which column has the points. We found no scores in this table."),
    Code.EMPTY: N_("We found no games. Give each column a heading: date, hand, a player’s name."),
    Code.DATE: N_("“{cell}” isn’t a date, or there’s no such day. Write it like 2026-11-20."),
    Code.NO_DATE: N_("Add the day of this game. Only games can come in, not the table of a season."),
    Code.NO_NAME: N_("This score has no player."),
    Code.DATES: N_("“{cell}” can mean two days. Say whether the day or the month comes first."),
    Code.YEAR: N_("“{cell}” has no year. Say which year or season it is."),
    Code.HAND: N_("“{cell}” isn’t a hand. Hands are numbered from 1."),
    Code.POINTS: N_("“{cell}” isn’t a number of points. Write a whole number."),
    Code.SUM: N_("The scores above add up to {sum}, not to {given}."),
    Code.TOTAL: N_("{name}’s hands add up to {sum}, not to {given}."),
    Code.UNKNOWN: N_("We can’t make out the game in this row. Check its numbers."),
    Code.FALLS: N_("{name}’s total falls from {last} to {points}."),
    Code.TWICE: N_("{name} already has this score of the game in another row."),
    Code.HAND_MISSING: N_("Hand {hand} of this game is missing."),
    Code.JOINED_LATE: N_(
        "Score this game in Scorekeeper instead. {name} joins at hand {hand}, "
        "and a table has no column for a starting score."
    ),
    Code.DEALER: N_("{name} is the dealer, but has no score in the first hand."),
    Code.MET_THEMSELVES: N_("Two seats of this game belong to the same person."),
    Code.SHAPE: N_("This value isn’t what a league file has here."),
    Code.FIELD_UNKNOWN: N_("This server doesn’t know “{field}”. If a newer one wrote it, upgrade first."),
    Code.TOO_LATE: N_("This date is too far ahead. The latest is {last}."),
    Code.OTHER_LEAGUE: N_("This file belongs to another league."),
    Code.OTHERS_LEAGUE: N_("This league is already here, and other organisers run it."),
    Code.SLUG_TAKEN: N_("Another league here has the address “{slug}”."),
    Code.SEASON_CLOSED: N_(
        "Open season {name} again first. It’s closed, and its table doesn’t change. New games in it: {games}."
    ),
    Code.GAME_DIFFERS: N_(
        "This game is already here, with a different history. If an import brought it, undo that first."
    ),
    Code.GAME_ELSEWHERE: N_("This game is already here, but not in this league."),
    Code.PLAYER_DIFFERS: N_("Another player here is called {name}."),
    Code.BUSY: N_("Try again. The league changed at the same time."),
    Code.ASKS: N_("Answer the questions first."),
    Code.NO_LEAGUE: N_("Open a league first, then import a table of scores there."),
}


LAYOUTS: Final = {
    "proven": N_("Each game was found by its numbers, not by headings. The table shows what we read."),
    "score": N_("Each row is one player’s points in one hand."),
    "hands": N_("Each row is one player’s game, with a column for each hand."),
    "name": N_("Each player has a column."),
    "games": N_("Each row is one player’s totals, with a column for each game. Single hands aren’t known."),
    "total": N_("Each row is one player’s total. Single hands aren’t known."),
}
# The parts of a reading that have few answers: a title, and what each answer means.
PARTS: Final[Mapping[str, tuple[Sentence, Mapping[str, Sentence]]]] = {
    "dates": (
        N_("Dates"),
        {DAY_FIRST: N_("Dates begin with the day."), MONTH_FIRST: N_("Dates begin with the month.")},
    ),
    "blank": (
        N_("If a score is blank"),
        {"0": N_("A blank means 0 points."), "absent": N_("A blank means the player left.")},
    ),
    "running": (
        N_("What the scores are"),
        {"no": N_("Scores are for one hand."), "yes": N_("Scores are totals so far.")},
    ),
    "repeats": (
        N_("If a date or another cell is blank"),
        {"no": N_("It’s left empty."), "yes": N_("Blanks repeat the cell above.")},
    ),
}
# What a table has many columns of.
SCORES: Final = frozenset(("name", *(f"hand {number}" for number in range(1, _MOST_HANDS + 1))))
COLUMNS: Final = {
    "": N_("Skip this column"),
    "date": N_("Date"),
    "table": N_("Table"),
    "game": N_("Game"),
    "id": N_("ID of the game"),
    "hand": N_("Number of the hand"),
    "player": N_("Player"),
    "first name": N_("First name"),
    "family name": N_("Family name"),
    "day": N_("Totals of this day"),
    "points": N_("Points"),
    "total": N_("Total"),
    "name": N_("This player’s points"),
    "dealer": N_("Dealer"),
    "out": N_("Went out"),
    "posted": N_("Gave no score"),
    "held": N_("Points held"),
    "counts": N_("Counts"),
    "place": N_("Place or place points"),
    **{f"game {number}": N_("Total of game {number}") for number in range(1, MOST_GAMES + 1)},
} | {f"hand {number}": N_("Hand {number}") for number in range(1, _MOST_HANDS + 1)}


def column(meaning: str) -> str:
    """What a column is."""
    return _(COLUMNS[meaning]).format(number=meaning[5:])


def parts(book: ReadBook) -> Iterator[tuple[str, str, str, list[tuple[str, str]]]]:
    """Each part of a reading: its name, its title, how it is read, and every way to read it.

    What blanks mean is no part where there are none.
    """
    widest = max((len(row.cells) for row in book.rows), default=0)
    has_blanks = any("" in row.cells or len(row.cells) < widest for row in book.rows)
    for name, (title, ways) in PARTS.items():
        if name in ("blank", "repeats") and not has_blanks:
            continue
        value = getattr(book.reading, name)
        now = {True: "yes", False: "no"}.get(value, value)
        yield name, _(title), now, [(way, _(text)) for way, text in ways.items()]


def games(reading: BookReading) -> list[tuple[str, str]]:
    """The games of which a file has plays, as answers."""
    return [(name, name) for name in reading.games]


def years(this: int) -> list[tuple[str, str]]:
    """The years and seasons that a book may be of, the newest first, each as it is answered and shown."""
    of_each = (
        year for last in range(this, this - _YEARS, -1) for year in (str(last), f"{last - 1}/{last % 100:02}")
    )
    return [(year, year) for year in of_each]


def answers_in(form: Mapping[str, str]) -> dict[str, str]:
    """The answers that a preview's form holds."""
    answers = {name: form[name] for name, (_title, ways) in PARTS.items() if form.get(name) in ways}
    for name, value in form.items():
        is_column = name.startswith("column ") and value in COLUMNS
        is_year = name == "year" and SEASON.fullmatch(value)
        if is_column or is_year or ((name == "game" or name.startswith(NAME)) and value):
            answers[name[:_LONGEST]] = value[:_LONGEST]
    return answers | ({WITHOUT: "yes"} if WITHOUT in form else {})


def sentence(fault: FileFault) -> str:
    """Say what is wrong, without the place."""
    if fault.rule is not None:
        return messages.fault_text(fault.rule)
    values = {name: its if isinstance(its, str) else plain(its) for name, its in fault.values.items()}
    return _(REASONS[fault.code]).format_map(values)


def who_is(who: WhoIs) -> str:
    """Ask who a name means."""
    person, *others = who.people
    asks = (
        _("The file says “{name}”. Who is that?")
        if others
        else _("The file says “{name}”. Is that {person}?")
    )
    return asks.format(name=_together(who.name), person=person)


def people(who: WhoIs) -> list[tuple[str, str]]:
    """The answers to who a name means, the likeliest first."""
    return [
        *((name, name) for name in who.people),
        (NEW, _("New player")),
        (LEAVE_OUT, _("Leave their scores out")),
    ]


def name_answers(answers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """What was answered to who a name means: the answer's name, and a sentence."""
    says = {NEW: _("{name} is a new player."), LEAVE_OUT: _("{name}’s scores are left out.")}
    for key, person in answers.items():
        if key.startswith(NAME):
            sentence = says.get(person, _("{name} is {person}."))
            yield key, sentence.format(name=_together(key.removeprefix(NAME)), person=person)


def _together(name: str) -> str:
    """A name whose initial stays beside its neighbour."""
    return re.sub(r"(?<=\b\w\.) | (?=\w\.?$)", "\u00a0", name)


def place(fault: FileFault) -> str:
    """Say where in the file it is; empty for the whole file."""
    if fault.line is None:
        return fault.pointer
    more = len(fault.others)
    if isinstance(fault.line, SheetLine):
        sentence = ngettext(
            "“{sheet}”, row {line}, and {more} other", "“{sheet}”, row {line}, and {more} others", more
        )
        sentence = sentence if more else _("“{sheet}”, row {line}")
        return sentence.format(sheet=fault.line.sheet, line=fault.line.number, more=more)
    sentence = ngettext("Row {line} and {more} other", "Row {line} and {more} others", more)
    return (sentence if more else _("Row {line}")).format(line=fault.line, more=more)
