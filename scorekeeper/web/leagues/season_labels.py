"""The words of standings and records: what the columns are called, and what a record is of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scorekeeper.rules.leagues.ranking import Way
from scorekeeper.services.leagues.queries.records import Record

# What stands above the number that decides.
VALUES: Final[Mapping[Way, str]] = {
    Way.AVERAGE: "Average",
    Way.BEATEN: "Beaten",
    Way.PLACES: "Points",
    Way.BEST: "Best sum",
}

WAYS: Final[Mapping[Way, str]] = {
    Way.AVERAGE: "Average total",
    Way.BEATEN: "Opponents beaten",
    Way.PLACES: "Points for places",
    Way.BEST: "Sum of the best games",
}

HINTS: Final[Mapping[Way, str]] = {
    Way.AVERAGE: "The lowest average of all games leads.",
    Way.BEATEN: "The share of opponents left behind; tables of 4 and of 8 compare.",
    Way.PLACES: "Each place is worth points; equal totals share those of their places.",
    Way.BEST: "The lowest totals of each player are added up; the other games are dropped.",
}

SORTS: Final[Mapping[str, str]] = {
    "rank": "Rank",
    "name": "Name",
    "games": "Games",
    "won": "Wins",
    "average": "Average total",
    "best": "Best total",
    "hand": "Average per hand",
    "outs": "Hands gone out",
    "beaten": "Opponents beaten",
    "streak": "Wins in a row",
}

# The games behind a number, as a heading above them.
ONLY: Final[Mapping[str, str]] = {
    "won": "Games won or shared",
    "best": "Games with the best total",
    "outs": "Games with a hand gone out",
    "streak": "The latest wins in a row",
}

RECORDS: Final[Mapping[Record, str]] = {
    Record.LOWEST: "Lowest total in a game",
    Record.OUTS: "Most hands gone out in a game",
    Record.MARGIN: "Biggest win, in points ahead of the second",
    Record.STREAK: "Most wins in a row",
    Record.WINS: "Most games won",
    Record.GAMES: "Most games",
    Record.HAND: "Highest score in one hand",
}
