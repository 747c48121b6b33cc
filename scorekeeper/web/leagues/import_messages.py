"""Why a file cannot be imported, in sentences, and where in the file."""

from collections.abc import Mapping
from typing import Final

from scorekeeper.language import N_, Plural, Sentence, _, ngettext
from scorekeeper.services.leagues.transfer.faults import FileFault
from scorekeeper.services.leagues.transfer.faults import FileFaultCode as Code
from scorekeeper.web.http import messages

REASONS: Final[Mapping[Code, Sentence | Plural]] = {
    Code.NOT_TEXT: N_("Save the table as “CSV UTF-8” and choose that file. This one isn’t a text file."),
    Code.NOT_CSV: N_("This cell doesn’t end. It is far too long, or a quotation mark is missing."),
    Code.NOT_JSON: N_("The file is damaged or incomplete here."),
    Code.NOT_A_LEAGUE: N_(
        "Choose a file that was downloaded from a league, or a CSV. This isn’t a league file."
    ),
    Code.NEWER: N_("Upgrade this Scorekeeper first. A newer one wrote this file."),
    Code.PART_TOO_LONG: N_("This is longer than any part of a league."),
    Code.EMPTY: N_("There is no row under the heading."),
    Code.TOO_MANY_ROWS: Plural(
        "Split the table. A file can have up to {most} row.",
        "Split the table. A file can have up to {most} rows.",
        by="most",
    ),
    Code.COLUMN_MISSING: N_("Name these columns in the first line: {columns}. Yours are: {heading}."),
    Code.COLUMN_TWICE: N_("The heading has the column “{column}” twice."),
    Code.NO_VALUE: N_("The column “{column}” is empty."),
    Code.DATE: N_("“{cell}” isn’t a date. Write it like 2026-11-20."),
    Code.HAND: N_("“{cell}” isn’t a hand. Hands are numbered from 1 to {last}."),
    Code.POINTS: N_("“{cell}” isn’t a number of points. Write a whole number."),
    Code.YES_OR_NO: N_("Write yes or no in the column “{column}”, not “{cell}”."),
    Code.LABEL: Plural(
        "A game’s label can have up to {most} letter.",
        "A game’s label can have up to {most} letters.",
        by="most",
    ),
    Code.TWICE: N_("{name} already has a score for hand {hand} of this game."),
    Code.HAND_MISSING: N_("Hand {hand} of this game is missing."),
    Code.SCORE_MISSING: N_("{name} has no score for hand {hand}, but has one for a later hand."),
    Code.JOINED_LATE: N_(
        "Score this game in Scorekeeper instead. {name} joins at hand {hand}, "
        "and a table has no column for a starting score."
    ),
    Code.DEALER: N_("{name} is the dealer, but has no score in the first hand."),
    Code.COUNTS: N_("Some rows of this game say that it counts, others say that it doesn’t."),
    Code.MET_THEMSELVES: N_("Two seats of this game belong to the same person."),
    Code.SHAPE: N_("This value isn’t what a league file has here."),
    Code.FIELD_UNKNOWN: N_("This server doesn’t know “{field}”. If a newer one wrote it, upgrade first."),
    Code.TOO_LATE: N_("This date is too far ahead. The latest is {last}."),
    Code.NOT_THE_SAME: N_("Scorekeeper would have saved this differently."),
    Code.ORDER: N_("The numbers have a gap here, or go back."),
    Code.KEY_TWICE: N_("This is in the file twice."),
    Code.KEY_UNKNOWN: N_("“{key}” isn’t anywhere else in the file."),
    Code.PERSON: N_("This player is merged with someone who isn’t in the file, or is merged too."),
    Code.SEASON_OF_DAY: N_("The game didn’t begin in this season."),
    Code.UNREADABLE_EVENT: N_("Scorekeeper never writes an entry like this."),
    Code.OTHER_LEAGUE: N_("This file belongs to another league."),
    Code.OTHERS_LEAGUE: N_("This league is already here, and other organisers run it."),
    Code.SLUG_TAKEN: N_("Another league here has the address “{slug}”."),
    Code.GAME_DIFFERS: N_("This game is already here, with a different history."),
    Code.GAME_ELSEWHERE: N_("This game is already here, but not in this league."),
    Code.KEY_ELSEWHERE: N_("“{key}” belongs to another league here."),
    Code.PLAYER_DIFFERS: N_("Another player here is called {name}."),
    Code.BUSY: N_("Try again. The league changed at the same time."),
    Code.NO_LEAGUE: N_("Open a league first, then import a table of scores there."),
    Code.NO_ORGANISER: N_("Say which account will run the new league."),
}


def sentence(fault: FileFault) -> str:
    """Say what is wrong, without the place."""
    if fault.rule is not None:
        return messages.fault_text(fault.rule)
    text, values = REASONS[fault.code], dict(fault.values)
    sentence = text.of(int(values[text.by])) if isinstance(text, Plural) else _(text)
    return sentence.format_map(values)


def place(fault: FileFault) -> str:
    """Say where in the file it is; empty for the whole file."""
    if fault.line is None:
        return fault.pointer
    if not fault.more:
        return _("Line {line}").format(line=fault.line)
    sentence = ngettext("Line {line} and {more} other", "Line {line} and {more} others", fault.more)
    return sentence.format(line=fault.line, more=fault.more)
