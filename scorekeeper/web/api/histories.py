"""A history, and the sheet of one hand, as JSON documents in the words of the requests."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from scorekeeper.rules.entries import Entry, GivenScore, HandScored
from scorekeeper.rules.fold import taken_back
from scorekeeper.rules.game import Hand, VoidAttempt
from scorekeeper.rules.scoring import charged, said_points, whole_sheet
from scorekeeper.services.games.codec import dumps, to_json

Document = dict[str, Any]


def history(entries: Sequence[Entry]) -> list[Document]:
    """Every entry in its order; one that was taken back says by which entry."""
    undone_by = taken_back(entries)
    return [_entry(entry, undone_by=undone_by.get(entry.number)) for entry in entries]


def sheet(said: Hand | VoidAttempt | HandScored) -> Document:
    """One hand as it was said: counted cards with the points they are worth, null for a score not given.

    What rulings charge comes on top of the points.
    """
    if isinstance(said, HandScored):
        number, lines = said.hand, whole_sheet(said.went_out, said.scores)
    else:
        number, lines = said.number, said.given
    return {"number": number, "went_out": said.went_out, "scores": [_line(line) for line in lines]}


def _entry(entry: Entry, *, undone_by: int | None) -> Document:
    kind, event = to_json(entry.event)
    document: Document = {
        "entry": entry.number,
        "kind": kind,
        "at": entry.at.astimezone(UTC).isoformat(),
        "undone": undone_by is not None,
        "undone_by": undone_by,
        "deed": json.loads(dumps(event)),
    }
    if isinstance(entry.event, HandScored) and charged(entry.event.went_out, entry.event.scores) is None:
        document["replay"] = True
    return document


def _line(said: GivenScore) -> Document:
    document: Document = {"seat": said.seat, "points": said_points(said)}
    if said.cards is not None:
        cards = {value.value: number for value, number in said.cards.by_value().items()}
        document |= {"cards": cards, "missing": said.missing}
    if said.charge:
        document["charge"] = said.charge
    if said.not_given:
        document["not_given"] = True
    return document
