"""Proves that every event comes back as it was written, and that one event has one text."""

from __future__ import annotations

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.cards import HeldCards
from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    ErrorKind,
    GivenScore,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.services.games.names import PlayerName
from scorekeeper.services.games.payloads import decode, encode

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-5, 500)
SEATS = st.integers(0, 11)
SCORES = st.builds(
    GivenScore,
    SEATS,
    points=st.none() | NUMBERS,
    cards=st.none() | st.builds(HeldCards, NUMBERS, NUMBERS, NUMBERS, NUMBERS),
    missing=st.integers(0, 20),
    not_given=st.booleans(),
)
SHEETS = {
    "hand": st.integers(1, 7),
    "went_out": st.none() | SEATS,
    "scores": st.lists(SCORES, max_size=8).map(tuple),
}
ANSWERS = st.none() | st.booleans()
SEVERAL = st.lists(SEATS, max_size=12).map(tuple)
NAMES = st.lists(TEXTS, max_size=12).map(tuple)
# A moment in the hour that clocks pass twice equals none in another zone, not even itself (PEP 495).
MOMENTS = st.datetimes(min_value=datetime(1900, 1, 2), timezones=st.timezones()).filter(  # noqa: DTZ001
    lambda moment: moment == moment.astimezone(UTC)
)
EVENTS = st.one_of(
    st.builds(
        Started,
        NAMES,
        SEATS,
        MOMENTS,
        time_zone=TEXTS,
        ruleset=TEXTS,
        house_rules=st.builds(HouseRules, cards_dealt=st.sampled_from([11, 12]), twos_wild=st.booleans()),
    ),
    st.builds(HandScored, **SHEETS),
    st.builds(
        Corrected,
        **SHEETS,
        kind=st.sampled_from(ErrorKind),
        mixed=ANSWERS,
        disputed_before=ANSWERS,
        agreed=ANSWERS,
        reason=TEXTS,
    ),
    st.builds(Departed, SEVERAL),
    st.builds(Joined, TEXTS, SEATS, NUMBERS),
    st.builds(Suspended, st.booleans()),
    st.builds(Resumed, st.booleans(), NAMES),
    st.builds(Renamed, SEATS, TEXTS),
    st.builds(Arranged, SEVERAL, SEATS),
    st.builds(Agreed, st.none() | TEXTS, TEXTS, TEXTS),
    st.builds(Undone, st.integers(1, 99)),
)


@forall(EVENTS)
def test_a_event_comes_back_as_it_was_written(event):
    written = encode(event, {})

    again = decode(written.kind, written.payload, written.names, written.notes)
    assert again == event
    assert encode(again, {}) == written


@pytest.mark.parametrize(
    ("event", "kind", "payload"),
    [
        (
            HandScored(3, 1, (GivenScore(0, points=45), GivenScore(2, not_given=True))),
            "hand",
            '{"hand":3,"scores":[{"points":45,"seat":0},{"not_given":true,"seat":2}],"went_out":1}',
        ),
        (
            HandScored(1, None, (GivenScore(0, cards=HeldCards(3, 1, 0, 2), missing=1),)),
            "hand",
            '{"hand":1,"scores":[{"cards":{"10-K":1,"2-9":3,"A":0,"joker":2},"missing":1,"seat":0}],"went_out":null}',
        ),
        (
            Corrected(2, 0, (), ErrorKind.MISCOUNT, mixed=False, reason="Ränke"),
            "correction",
            '{"hand":2,"kind":"miscount","mixed":false,"scores":[],"went_out":0}',
        ),
        (Departed((2, 3)), "departure", '{"seats":[2,3]}'),
        (Joined("Eve", after=3, start_score=120), "arrival", '{"after":3,"name":2,"start_score":120}'),
        (Suspended(agreed=True), "suspension", '{"agreed":true}'),
        (Resumed(agreed=True, seats=("Ana", "Ben")), "resumption", '{"agreed":true,"seats":[0,1]}'),
        (Renamed(1, "Benno"), "rename", '{"name":2,"seat":1}'),
        (Arranged((1, 0), first_dealer=1), "arrangement", '{"first_dealer":1,"order":[1,0]}'),
        (Undone(7), "undo", '{"entry":7}'),
    ],
)
def test_the_format_of_the_history_stays(event, kind, payload):
    written = encode(event, {0: "Ana", 1: "Ben"})

    assert (written.kind, written.payload) == (kind, payload)


def test_names_and_texts_are_kept_apart_from_the_payload():
    started = encode(Started(("Ana", "Ben"), 0, NOON), {})
    assert (json.loads(started.payload)["players"], started.names) == ([0, 1], {0: "Ana", 1: "Ben"})

    renamed = encode(Renamed(0, "Anna"), started.names)
    assert (renamed.names, encode(Renamed(0, "Ben"), started.names).names) == ({2: "Anna"}, {})

    agreed = encode(Agreed("8.2", "Ana is late?", "We wait"), {})
    assert (agreed.payload, agreed.notes) == (
        '{"clause":"8.2"}',
        {"question": "Ana is late?", "agreed": "We wait"},
    )
    assert encode(Corrected(1, 0, (), ErrorKind.MISCOUNT), {}).notes == {}


def test_a_name_of_a_player_is_the_players_whatever_it_reads():
    known = {0: PlayerName("Ana", 7), 1: PlayerName("Ana", 9)}

    assert encode(Renamed(0, PlayerName("Anna", 9)), known).payload == '{"name":1,"seat":0}'
    assert encode(Renamed(0, PlayerName("Ana", 8)), known).names == {2: "Ana"}


def test_a_name_without_a_row_is_damage():
    with pytest.raises(LookupError, match="there is no name 3"):
        decode("rename", '{"name":3,"seat":0}', {0: "Ana"}, {})


def test_a_start_is_written_in_utc():
    event = Started(("Ana", "Ben"), 1, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), "Asia/Tokyo")

    written = encode(event, {})

    assert (written.kind, json.loads(written.payload)["started_at"]) == ("start", "2026-12-31T23:30:00+00:00")
