"""The published schema of a league's file is that of its declarations, and refuses what an import refuses."""

import json

import jsonschema_rs
import pytest

from tests.support import league_schema
from tests.support.elsewhere import text_of

VALIDATOR = jsonschema_rs.validator_for(json.loads(league_schema.FILE.read_text()), validate_formats=True)


@pytest.fixture
def document(club):
    return json.loads(text_of(club.league_id))


def test_the_committed_schema_is_made_from_the_declarations():
    assert league_schema.FILE.read_text() == league_schema.text(), "run python -m tests.support.league_schema"


def test_schema_accepts_an_exported_file(document):
    assert VALIDATOR.is_valid(document)
