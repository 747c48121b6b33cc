"""Proves that every event comes back as it was written, as old games store it, and that damage is refused."""

import json
from datetime import UTC, datetime

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Dropped,
    ErrorKind,
    GivenScore,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    Settled,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulings import Duty, Effect, EffectKind, Remedied
from scorekeeper.services.games.codec import GameName, decode, encode, with_names

NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
NUMBERS = st.integers(-5, 500)
SEATS = st.integers(0, 11)
SCORES = st.builds(
    GivenScore,
    SEATS,
    points=st.none() | NUMBERS,
    cards=st.none() | st.dictionaries(TEXTS, NUMBERS, max_size=3),
    missing=st.integers(0, 20),
    not_given=st.booleans(),
    charge=st.integers(0, 60),
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
FACTS = st.one_of(TEXTS, NUMBERS, NAMES, SEVERAL)


PLAYERS = st.dictionaries(NUMBERS, TEXTS).map(
    lambda names: [GameName(text, player_id) for player_id, text in names.items()]
)


def tuples(strategy):
    return st.lists(strategy, max_size=3).map(tuple)


EVENTS = st.one_of(
    st.builds(
        Started,
        NAMES,
        SEATS,
        MOMENTS,
        time_zone=TEXTS,
        rules=tuples(st.sampled_from([*LAW.variants])).map(lambda names: in_force(LAW, variants=names)),
        variants=tuples(TEXTS),
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
    st.builds(Arranged, tuples(st.none() | SEATS), st.none() | SEATS, NAMES),
    st.builds(with_names, st.builds(Arranged, SEVERAL), PLAYERS),
    st.builds(with_names, st.just(Started((), 0, NOON)), PLAYERS),
    st.builds(with_names, st.builds(Resumed, st.booleans(), st.just(())), PLAYERS),
    st.builds(Joined, TEXTS, SEATS, NUMBERS, player_id=NUMBERS),
    st.builds(Renamed, SEATS, TEXTS, player_id=NUMBERS),
    st.builds(Agreed, st.none() | TEXTS, TEXTS, TEXTS),
    st.builds(Undone, st.integers(1, 99)),
    st.builds(Settled, st.integers(1, 99), SEATS),
    st.builds(Dropped, st.integers(1, 99), SEATS),
    st.builds(
        Ruled,
        st.none() | st.integers(1, 7),
        TEXTS,
        tuples(st.tuples(TEXTS, FACTS)),
        TEXTS,
        roles=st.dictionaries(TEXTS, SEATS, max_size=3).map(lambda roles: tuple(sorted(roles.items()))),
        choice=st.none() | TEXTS,
        effects=tuples(st.builds(Effect, st.sampled_from(EffectKind), st.none() | SEATS, NUMBERS)),
        duties=tuples(st.builds(Duty, TEXTS, st.none() | SEATS, NUMBERS)),
        precedent=st.none() | TEXTS,
        agreed=TEXTS,
        remedies=tuples(st.builds(Remedied, TEXTS, TEXTS, st.none() | NUMBERS, SEVERAL)),
        clauses=NAMES,
    ),
)


@forall(EVENTS)
def test_an_event_comes_back_as_it_was_written(event):
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
            HandScored(1, None, (GivenScore(0, cards={"2-9": 3, "10-K": 1, "A": 0, "joker": 2}, missing=1),)),
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
        (
            Resumed(agreed=True, seats=("Ana", "Ben"), without=(2,)),
            "resumption",
            '{"agreed":true,"seats":[0,1],"without":[2]}',
        ),
        (Renamed(1, "Benno"), "rename", '{"name":2,"seat":1}'),
        (Arranged((1, 0), first_dealer=1), "arrangement", '{"first_dealer":1,"order":[1,0]}'),
        (
            Arranged((1, None), names=("Ben", "Eve")),
            "arrangement",
            '{"first_dealer":null,"names":[1,2],"order":[1,null]}',
        ),
        (Undone(7), "undo", '{"entry":7}'),
        (Settled(5, 0), "done", '{"entry":5,"line":0}'),
        (Dropped(5, 1), "dropped", '{"entry":5,"line":1}'),
        (Agreed("8.2", "Late?", "We wait"), "agreement", '{"clause":"8.2"}'),
        (
            Ruled(
                2,
                "wrong-count",
                (("moment", "other-went-out"), ("by", 2), ("points", (5, 10)), ("claimants", ())),
                "kept",
                roles=(("in-turn", 1), ("offender", 0)),
                choice="replay",
                effects=(Effect(EffectKind.CHARGE, 0, 20),),
                duties=(Duty("expose", 0),),
                precedent="6.3",
                agreed="We wait",
                remedies=(Remedied("charge", "offender", 20, (0,)),),
                clauses=("12.5",),
            ),
            "ruling",
            '{"choice":"replay","clauses":["12.5"],"duties":[{"code":"expose","seat":0,"times":1}],'
            '"effects":[{"kind":"charge","points":20,"seat":0}],'
            '"facts":[["moment","other-went-out"],["by",2],["points",[5,10]],["claimants",[]]],"hand":2,'
            '"irregularity":"wrong-count","outcome":"kept","precedent":"6.3",'
            '"remedies":[{"code":"charge","points":20,"seats":[0],"who":"offender"}],'
            '"roles":{"in-turn":1,"offender":0}}',
        ),
    ],
)
def test_the_format_of_the_history_stays(event, kind, payload):
    written = encode(event, {0: GameName("Ana"), 1: GameName("Ben")})

    assert (written.kind, written.payload) == (kind, payload)


def test_names_and_texts_are_kept_apart_from_the_payload():
    started = encode(Started(("Ana", "Ben"), 0, NOON), {})
    ana, ben, anna = map(GameName, ("Ana", "Ben", "Anna"))
    assert (json.loads(started.payload)["players"], started.names) == ([0, 1], {0: ana, 1: ben})

    renamed = encode(Renamed(0, "Anna"), started.names)
    assert (renamed.names, encode(Renamed(0, "Ben"), started.names).names) == ({2: anna}, {})

    agreed = encode(Agreed("8.2", "Ana is late?", "We wait"), {})
    assert (agreed.payload, agreed.notes) == (
        '{"clause":"8.2"}',
        {"question": "Ana is late?", "agreed": "We wait"},
    )
    assert encode(Corrected(1, 0, (), ErrorKind.MISCOUNT), {}).notes == {}


def test_a_name_of_a_player_is_the_players_whatever_it_reads():
    known = {0: GameName("Ana", 7), 1: GameName("Ana", 9)}

    assert encode(Renamed(0, "Anna", player_id=9), known).payload == '{"name":1,"seat":0}'
    assert encode(Renamed(0, "Ana", player_id=8), known).names == {2: GameName("Ana", 8)}


@pytest.mark.parametrize(
    ("kind", "members", "unknown"),
    [
        ("rename", {"name": 0, "seat": 0, "player_id": 7}, "player_id"),
        ("resumption", {"agreed": True, "seats": [0], "player_ids": [7]}, "player_ids"),
    ],
)
def test_the_id_of_a_player_is_no_member_of_a_payload(kind, members, unknown):
    with pytest.raises(ValueError, match=f"has no {unknown}$"):
        decode(kind, json.dumps(members), {0: GameName("Ana", 9)}, {})


def test_players_are_those_of_all_names_or_of_none():
    some = with_names(Resumed(agreed=True, seats=("x", "y")), [GameName("Eve"), GameName("Ana", 1)])
    assert (some.seats, some.player_ids) == (("Eve", "Ana"), ())


@pytest.mark.parametrize("number", ["3", "true"])
def test_a_name_without_a_row_is_damage(number):
    with pytest.raises(LookupError, match="there is no name"):
        decode("rename", f'{{"name":{number},"seat":0}}', {0: GameName("Ana"), 1: GameName("Ben")}, {})


@pytest.mark.parametrize(
    ("kind", "payload"),
    [
        ("deal", "{}"),
        ("undo", "{}"),
        ("undo", '{"entry":true}'),
        ("undo", '{"entry":1.0}'),
        ("undo", '{"entry":"1"}'),
        ("undo", '{"entry":1,"reason":""}'),
        ("suspension", '{"agreed":1}'),
        ("departure", '{"seats":"12"}'),
        ("arrival", '{"after":1,"name":[0]}'),
        ("rename", '{"name":0.0,"seat":0}'),
        ("start", '{"first_dealer":0,"players":0,"started_at":"2026-11-20T12:00:00+00:00"}'),
        ("hand", '{"hand":1,"scores":[{"seat":false}],"went_out":null}'),
        ("hand", '{"hand":1,"scores":[{"cards":{"K":"1"},"seat":0}],"went_out":null}'),
        ("correction", '{"hand":1,"kind":"whim","scores":[],"went_out":null}'),
        ("ruling", '{"facts":[["points",[1,"2"]]],"hand":1,"irregularity":"","outcome":""}'),
    ],
)
def test_damage_is_refused(kind, payload):
    with pytest.raises((LookupError, TypeError, ValueError)):
        decode(kind, payload, {0: GameName("Ana")}, {})


def test_a_start_is_written_in_utc():
    event = Started(("Ana", "Ben"), 1, datetime(2026, 12, 31, 23, 30, tzinfo=UTC), "Asia/Tokyo")

    written = encode(event, {})

    assert (written.kind, json.loads(written.payload)["started_at"]) == ("start", "2026-12-31T23:30:00+00:00")
