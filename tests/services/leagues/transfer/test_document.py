"""The published schema of a league's file is that of its declarations, and refuses what an import refuses."""

from __future__ import annotations

import json

import jsonschema_rs
import pytest

from tests.support import league_schema
from tests.support.elsewhere import text_of

VALIDATOR = jsonschema_rs.validator_for(json.loads(league_schema.FILE.read_text()), validate_formats=True)
ENTRY = ("games", 0, "entries", 1)


@pytest.fixture
def document(club):
    return json.loads(text_of(club.league_id))


def test_the_committed_schema_is_made_from_the_declarations():
    assert league_schema.FILE.read_text() == league_schema.text(), "run python -m tests.support.league_schema"


def test_schema_accepts_an_exported_file(document):
    assert VALIDATOR.is_valid(document)


@pytest.mark.parametrize(
    ("value", "path"),
    [
        (2, ("version",)),
        ("other", ("format",)),
        (7, ("more",)),
        ("../x", ("league", "slug")),
        ("all", ("league", "visibility")),
        ({"cards_dealt": 3}, ("league", "house_rules")),
        ({"cards_dealt": 12, "other": True}, ("league", "house_rules")),
        ("yesterday", ("league", "created_at")),
        (0, ("players", 0, "number")),
        ("short", ("players", 0, "person")),
        (0, ("seasons", 0, "min_games")),
        (0, ("seasons", 0, "best_of")),
        ({"0": [1]}, ("seasons", 0, "place_points")),
        ({"4": [-1]}, ("seasons", 0, "place_points")),
        ("short", ("games", 0, "id")),
        (None, ("games", 0, "season")),
        ([], ("games", 0, "entries")),
        (0, (*ENTRY, "number")),
        ("dance", (*ENTRY, "kind")),
        ("text", (*ENTRY, "payload")),
        ({"reason": 7}, (*ENTRY, "notes")),
        ("sung", ("history", 0, "kind")),
        ([], ("history", 0, "payload")),
    ],
)
def test_schema_refuses_what_no_file_holds(document, value, path):
    part = document
    for name in path[:-1]:
        part = part[name]
    part[path[-1]] = value

    assert not VALIDATOR.is_valid(document)


def test_schema_refuses_a_missing_member(document):
    del document["nights"]

    assert not VALIDATOR.is_valid(document)
