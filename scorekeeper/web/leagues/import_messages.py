"""Why a file cannot be imported, in sentences, and where in the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scorekeeper.services.leagues.transfer.faults import FileFault
from scorekeeper.services.leagues.transfer.faults import FileFaultCode as Code
from scorekeeper.web.http import messages

REASONS: Final[Mapping[Code, str]] = {
    Code.NOT_TEXT: "Save the table as “CSV UTF-8” and choose that file. This one isn't a text file.",
    Code.NOT_CSV: "This cell doesn't end. It is far too long, or a quotation mark is missing.",
    Code.NOT_JSON: "The file is damaged or incomplete here.",
    Code.NOT_A_LEAGUE: "This isn't a league file.",
    Code.NEWER: "Upgrade this Scorekeeper first. A newer one wrote this file.",
    Code.LINE_TOO_LONG: "Write each score on its own line. This line has more than {most} letters.",
    Code.PART_TOO_LONG: "This is longer than any part of a league.",
    Code.EMPTY: "There is no row under the heading.",
    Code.TOO_MANY_ROWS: "Split the table. A file can have up to {most} rows.",
    Code.COLUMN_MISSING: "The heading has no column “{column}”.",
    Code.COLUMN_TWICE: "The heading has the column “{column}” twice.",
    Code.DATE: "“{cell}” isn't a date. Write it like 2026-11-20.",
    Code.HAND: "“{cell}” isn't a hand. Hands are numbered from 1 to {last}.",
    Code.POINTS: "“{cell}” isn't a number of points. Write a whole number.",
    Code.YES_OR_NO: "Write yes or no in the column “{column}”, not “{cell}”.",
    Code.LABEL: "A game's label can have up to {most} letters.",
    Code.TWICE: "{name} already has a score for hand {hand} of this game.",
    Code.HAND_MISSING: "Hand {hand} of this game is missing.",
    Code.SCORE_MISSING: "{name} has no score for hand {hand}, but has one for a later hand.",
    Code.JOINED_LATE: "Score this game in Scorekeeper instead. {name} joins at hand {hand}, "
    "and a table has no column for a starting score.",
    Code.DEALER: "{name} is the dealer, but has no score in the first hand.",
    Code.COUNTS: "Some rows of this game say that it counts, others say that it doesn't.",
    Code.MET_THEMSELVES: "Two seats of this game belong to the same person.",
    Code.SHAPE: "This value isn't what a league file has here.",
    Code.TOO_LATE: "This date is too far ahead. The latest is {last}.",
    Code.TOO_MANY: "A league can have up to {most} of these.",
    Code.NOT_THE_SAME: "Scorekeeper would have saved this differently.",
    Code.ORDER: "The numbers have a gap here, or go back.",
    Code.KEY_TWICE: "This is in the file twice.",
    Code.KEY_UNKNOWN: "“{key}” isn't anywhere else in the file.",
    Code.PERSON: "This player is merged with someone who isn't in the file, or is merged too.",
    Code.SEASON_OF_DAY: "The game didn't begin in this season.",
    Code.UNREADABLE_EVENT: "Scorekeeper never writes an entry like this.",
    Code.OTHER_LEAGUE: "This file belongs to another league.",
    Code.OTHERS_LEAGUE: "This league is already here, and other organisers run it.",
    Code.SLUG_TAKEN: "Another league here has the address “{slug}”.",
    Code.GAME_DIFFERS: "This game is already here, with a different history.",
    Code.GAME_ELSEWHERE: "This game is already here, but not in this league.",
    Code.KEY_ELSEWHERE: "“{key}” belongs to another league here.",
    Code.PLAYER_DIFFERS: "Another player here is called {name}.",
    Code.BUSY: "Try again. The league changed at the same time.",
    Code.NO_LEAGUE: "Open a league first, then import a table of scores there.",
    Code.NO_ORGANISER: "Say which account will run the new league.",
}


def sentence(fault: FileFault) -> str:
    """Say what is wrong, without the place."""
    if fault.rule is not None:
        return messages.fault(fault.rule)
    return REASONS[fault.code].format_map(dict(fault.values))


def place(fault: FileFault) -> str:
    """Say where in the file it is; empty for the whole file."""
    return f"Line {fault.line}" if fault.line is not None else fault.pointer
