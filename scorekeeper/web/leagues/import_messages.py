"""Why a file cannot be brought in, in sentences, and what came of one that could."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scorekeeper.services.leagues.transfer.faults import Bad, Why
from scorekeeper.web.http import messages

REASONS: Final[Mapping[Why, str]] = {
    Why.NOT_TEXT: "This is no text. Save the table as “CSV UTF-8” and choose that file.",
    Why.NOT_CSV: "A cell does not end here: it is far too long, or a quotation mark is missing.",
    Why.NOT_JSON: "The file breaks off or is damaged here.",
    Why.NOT_A_LEAGUE: "This is not the file of a league.",
    Why.NEWER: "A newer Scorekeeper wrote this file. Upgrade this one first.",
    Why.LINE_TOO_LONG: "This line has more than {most} letters. Write each score on a line of its own.",
    Why.PART_TOO_LONG: "What begins here is longer than any part of a league.",
    Why.EMPTY: "There is no row under the heading.",
    Why.TOO_MANY_ROWS: "More than {most} rows at once are too many. Divide the table.",
    Why.COLUMN_MISSING: "The heading has no column “{column}”.",
    Why.COLUMN_TWICE: "The heading has the column “{column}” twice.",
    Why.DATE: "“{cell}” is no day. Write it like 2026-11-20.",
    Why.HAND: "“{cell}” is no hand. It is a number from 1 to {last}.",
    Why.POINTS: "“{cell}” are no points. They are a whole number.",
    Why.YES_OR_NO: "“{cell}” in the column “{column}” is neither yes nor no.",
    Why.LABEL: "What a game is called has at most {most} letters.",
    Why.TWICE: "{name} has a score for hand {hand} of this game already.",
    Why.HAND_MISSING: "Hand {hand} of this game is missing.",
    Why.SCORE_MISSING: "{name} has no score for hand {hand}, but for a later one.",
    Why.JOINED_LATE: "{name} comes in at hand {hand}, and this table cannot tell a late joiner's start "
    "score: record this game by hand.",
    Why.DEALER: "{name} deals, but has no score in the first hand.",
    Why.COUNTS: "Some rows of this game say that it counts, others that it does not.",
    Why.MET_THEMSELVES: "Two seats of this game are one person.",
    Why.SHAPE: "What stands here is not what the format says.",
    Why.TOO_LATE: "This moment lies ahead: it may be {last} at the latest.",
    Why.TOO_MANY: "More than {most} of these are too many.",
    Why.NOT_THE_SAME: "Scorekeeper would have recorded this otherwise.",
    Why.ORDER: "The numbering has a gap or goes back here.",
    Why.KEY_TWICE: "This stands in the file twice.",
    Why.KEY_UNKNOWN: "“{key}” stands nowhere else in the file.",
    Why.PERSON: "Whoever this player is one person with is not in the file, or one person with another.",
    Why.SEASON_OF_DAY: "The game did not begin in this season.",
    Why.UNREADABLE_EVENT: "No Scorekeeper writes such an entry.",
    Why.OTHER_LEAGUE: "This is the file of another league.",
    Why.OTHERS_LEAGUE: "This league is here already, and others run it.",
    Why.SLUG_TAKEN: "Another league has the address “{slug}” here.",
    Why.GAME_DIFFERS: "The game is here already, with another history.",
    Why.GAME_ELSEWHERE: "The game is here already, but not in this league.",
    Why.KEY_ELSEWHERE: "“{key}” belongs to another league here.",
    Why.PLAYER_DIFFERS: "{name} is another player here.",
    Why.BUSY: "The league changed at the same moment, several times. Try once more.",
    Why.NO_LEAGUE: "A table of scores is brought into a league: open its page for this.",
    Why.NO_ORGANISER: "Say which account is to run the new league.",
}


def sentence(bad: Bad) -> str:
    """What is wrong, without the place."""
    if bad.fault is not None:
        return messages.fault(bad.fault)
    return REASONS[bad.why].format_map(dict(bad.values))


def place(bad: Bad) -> str:
    """Where in the file it is; empty for the whole."""
    return f"Line {bad.line}" if bad.line is not None else bad.pointer
