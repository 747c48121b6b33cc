"""A league to export and import, and the faults of its changed file."""

import json

import pytest

from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.transfer import importing
from scorekeeper.web.leagues import import_messages
from tests.support.club import Club, account
from tests.support.elsewhere import elsewhere, plan_of, text_of


@pytest.fixture
def club(olga):
    """A league with one game that counts."""
    club = Club(olga)
    club.play("Ana Ben Cem Dee")
    return club


@pytest.fixture
def read(club, template, now):
    """Change the file of the club and plan its import elsewhere: code and pointer of each fault."""

    def read(change):
        document = json.loads(text_of(club.league_id))
        change(document)
        with elsewhere(template):
            account()
            plan = plan_of(json.dumps(document), now=now)
        for fault in plan.faults:
            f"{import_messages.place(fault)} {import_messages.sentence(fault)}".encode()
        return [((fault.rule or fault).code.value, fault.pointer) for fault in plan.faults]

    return read


@pytest.fixture
def look(club, now):
    """Plan the import of a score book into the club."""

    def look(text):
        content = text if isinstance(text, bytes) else text.encode()
        return importing.dry_run(
            importing.planner(content, into=club.league_id, actor=Actor(club.account_id, now))
        )

    return look
