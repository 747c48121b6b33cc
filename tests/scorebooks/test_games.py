"""Old score books in the layouts that clubs have: whoever reads them carefully reads the same games."""

import json
from contextlib import suppress
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorekeeper.scorebooks import games
from scorekeeper.scorebooks.faults import ImportRefused
from tests.support import layouts

BOOKS = Path(__file__).parent / "books"
CLUB = json.loads((BOOKS / "expected.json").read_text(encoding="utf-8"))["games"]
ONE = ("2025-10-02", 9, [("Anna Berger", 95), ("Bernd Huber", 100), ("Jürgen Wolf", 135)], 7, False)
FIRST = date(2025, 9, 11)
WITHOUT_HANDS = (layouts.total_rows, layouts.total_pairs, layouts.chat)


def read(content, **answers):
    book = games.read(content, answers=answers)
    return book, [game.as_json(hands=7) for game in book.games]


def seated(game):
    """A game with its players by name, as some layouts tell no order."""
    order = sorted(range(len(game["players"])), key=lambda seat: game["players"][seat])
    hands = game["hands"] and [[hand[seat] for seat in order] for hand in game["hands"]]
    totals = [(game["players"][seat], game["totals"][seat]) for seat in order]
    return str(game["date"]), str(game["table"]), totals, hands


@pytest.mark.parametrize("name", sorted(path.name for path in BOOKS.glob("0*")))
def test_a_club_reads_its_whole_book(name):
    who = {"name V. Novak": "Vera Novak", "name Peter L.": "Peter Lang"}
    book, games = read((BOOKS / name).read_bytes(), **who)

    expected = [game | {"hands": None} if "totals" in name else game for game in CLUB]
    assert [seated(game) for game in games] == [seated(game) for game in expected]
    if "column-per-player" not in name:
        assert [game["players"] for game in games] == [game["players"] for game in CLUB]
    assert (book.faults, book.ambiguous, book.who) == ([], [], ())
    assert not any(game["ended_early"] for game in games)


@pytest.mark.parametrize("path", sorted((BOOKS / "small").iterdir()), ids=lambda path: path.stem)
def test_one_difference_from_our_own_layout(path):
    book, (game,) = read(path.read_bytes())

    told = (game["date"], game["table"], seated(game)[2], len(game["hands"]), game["ended_early"])
    totals = {"Anna Berger": 95, "Bernd Huber": 65, "Jürgen Wolf": 130}
    expected = (*ONE[:2], list(totals.items()), 6, True) if path.stem == "six-hands" else ONE
    assert (told, book.faults) == (expected, [])


@st.composite
def clubs(draw):
    """Some evenings of a club: games with a date, a table, players, hands and totals."""
    games = []
    for evening in range(draw(st.integers(1, 3))):
        for table in range(1, draw(st.integers(1, 2)) + 1):
            names = draw(st.permutations(["Anna Berger", "Bernd Huber", "Jürgen Wolf", "Zoë Groß", "Li Wu"]))
            names = names[: draw(st.integers(2, 5))]
            hands = [_hand(draw, len(names)) for _ in range(7)]
            totals = [sum(hand[seat] for hand in hands) for seat in range(len(names))]
            game = {"date": FIRST + timedelta(days=7 * evening), "table": table, "players": names}
            games.append(game | {"hands": hands, "totals": totals})
    return games


def _hand(draw, players):
    winner = draw(st.integers(0, players - 1))
    points = draw(st.lists(st.integers(1, 30), min_size=players, max_size=players))
    return [0 if seat == winner else 5 * score for seat, score in enumerate(points)]


@given(clubs(), st.data())
def test_a_book_reads_the_same_in_every_layout(games, data):
    layout = data.draw(st.sampled_from(layouts.LAYOUTS), label="layout")
    dates = "british" if layout is layouts.chat else data.draw(st.sampled_from(sorted(layouts.DATES)))
    points = data.draw(st.sampled_from([str, "{},0".format, "{} P".format]), label="points")

    def day(moment):
        return layouts.written(moment, dates)

    if layout is layouts.evening:
        evenings = {
            day(d): list(layout(list(g), day=day, points=points))
            for d, g in groupby(games, itemgetter("date"))
        }
        rows = [row for evening in evenings.values() for row in evening]
        contents = [layouts.xlsx(evenings), layouts.ods(evenings), layouts.as_text(rows).encode("utf-16")]
    else:
        rows = list(layout(games, day=day, points=str if layout is layouts.chat else points))
        contents = [
            layouts.xlsx({"1": rows}),
            layouts.ods({"1": rows}),
            layouts.as_text(rows).encode("cp1252"),
        ]
        contents += [layouts.as_text(rows, sign="\t").encode(), layouts.as_text(rows, sign=",").encode()]

    book, told = read(
        data.draw(st.sampled_from(contents), label="file"),
        dates="month-first" if dates == "american" else "day-first",
    )

    expected = [game | {"hands": None} if layout in WITHOUT_HANDS else game for game in games]
    assert [seated(game) for game in told] == [seated(game) for game in expected]
    assert (book.faults, book.ambiguous) == ([], [])


def test_dates_that_can_be_read_in_two_orders_are_asked_once():
    rows = "date,player,total\n3/4/2025,Anna,50\n3/4/2025,Ben,20\n"

    book, _ = read(rows.encode())
    assert [(fault.kind, fault.lines) for fault in book.ambiguous] == [("dates", (2, 3))]
    _, (game,) = read(rows.encode(), dates="month-first")
    assert game["date"] == "2025-03-04"
    _, games = read((rows + "25/4/2025,Anna,50\n").encode())
    assert [game["date"] for game in games] == ["2025-04-03", "2025-04-25"]


@pytest.mark.parametrize("short", ["Anna", "AB", "A.B."])
def test_a_name_is_asked_for_only_where_it_may_be_another(short):
    rows = [f"2025-09-11,{t},{n},{p}" for t, n, p in [(1, short, 5), (1, "Ben", 0), (2, "Anna Berger", 0)]]
    content = "\n".join(["date,table,player,total", *rows, "2025-09-11,2,Peter,20"]).encode()

    book, _ = read(content)
    assert [(who.name, who.people) for who in book.who] == [(short, ("Anna Berger",))]
    for answer, players in (("Anna Berger", "Anna Berger"), ("new", short), ("leave out", "Ben")):
        book, games = read(content, **{f"name {short}": answer})
        assert (book.who, games[0]["players"][0]) == ((), players)


def test_of_two_names_in_a_family_none_is_a_misspelt_other_one():
    names = ("Len Abbott", "Glenys Abbott", "Glenis Abbott")
    rows = [f"2025-09-11,{table},{name},5" for table, name in enumerate(names)]

    book, _ = read("\n".join(["date,table,player,total", *rows]).encode())
    assert [(who.name, who.people) for who in book.who] == [("Glenis Abbott", ("Glenys Abbott",))]


def test_a_message_after_midnight_is_of_the_evening_before():
    lines = ["13/01/2025, 23:50 - Ana: Table 1", "14/01/2025, 00:10 - Ana: Ana 25, Ben 40"]
    lines += ["14/01/2025, 11:10 pm - Ana: Table 1: Ana 5, Ben 10"]

    _, played = read("\n".join(lines).encode())
    assert [(game["date"], game["table"]) for game in played] == [("2025-01-13", 1), ("2025-01-14", 1)]


def test_a_correction_that_says_what_was_wrong_stays_at_its_table():
    lines = ["[12.09.25, 22:00] Ana: T1: Ana 25, Ben 40", "T2: Cem 15, Eva 20"]
    lines += ["[12.09.25, 22:10] Ana: Correction: Ben 30, not 40"]

    _, played = read("\n".join(lines).encode())
    assert [(game["players"], game["totals"]) for game in played] == [
        (["Ana", "Ben"], [25, 30]),
        (["Cem", "Eva"], [15, 20]),
    ]


@pytest.mark.parametrize(("name", "is_asked"), [("Trev Madox", True), ("Trev v.d. Maddox", False)])
def test_whoever_plays_a_hand_of_another_one_may_be_that_one(name, is_asked):
    first = "Trev Maddox" if is_asked else "Trev van der Maddox"
    hands = [(1, first, 5), (1, "Ben", 0), (2, name, 10), (2, "Ben", 0), (3, first, 0), (3, "Ben", 5)]
    rows = [f"2025-09-11,{hand},{player},{points}" for hand, player, points in hands]

    book, (game,) = read("\n".join(["date,hand,player,points", *rows]).encode())
    assert [(who.name, who.people) for who in book.who] == ([(name, (first,))] if is_asked else [])
    assert is_asked or game["totals"] == [15, 5]


def test_a_table_above_is_one_of_its_day():
    game = "Player;Total\nAna;25\nBen;40\n"

    _, played = read(f"9.1.2025\nTable 1\n{game}Table 2\n{game}16.1.2025\n{game}".encode())
    assert [(game["date"], game["table"]) for game in played] == [
        ("2025-01-09", 1),
        ("2025-01-09", 2),
        ("2025-01-16", 1),
    ]


def test_a_letter_behind_a_name_in_a_chat_is_no_table():
    _, (game,) = read(b"9 January 2025\nTable 2 tonight\nMick T: 5 0 25\nAna: 0 10 5\n")

    assert (game["table"], game["players"], game["totals"]) == (2, ["Mick T", "Ana"], [30, 15])


def test_a_row_of_sums_that_disagrees_is_a_fault():
    content = b"date,hand,player,points\n2025-09-11,1,Anna,0\n,,Ben,25\n,,Sum,30\n"

    assert [(fault.kind, fault.lines) for fault in read(content)[0].faults] == [("sum", (4,))]


@pytest.mark.parametrize("total", ["total", "Tot.", "Grand total"])
def test_points_and_a_total_that_differ_are_a_fault_until_one_is_left_out(total):
    content = f"date,player,points,{total}\n2025-01-09,Anna,10,25\n2025-01-09,Ben,40,40\n".encode()

    assert [(fault.kind, fault.lines) for fault in read(content)[0].faults] == [("total", (2,))]
    book, (game,) = read(content, **{"column points": "place"})
    assert (game["totals"], book.faults) == ([25, 40], [])


def test_a_table_of_standings_is_no_game():
    content = "Tabelle, Stand 2.4.2025\nRang;Name;Spiele;Minuspunkte\n1;Anna;7;1250\n2;Ben;7;1400\n"

    assert [(fault.kind, fault.lines) for fault in read(content.encode())[0].faults] == [("no-date", (3, 4))]


def test_points_above_all_headings_are_a_fault():
    content = b"9.1.2025\nAnna;25;0\nBen;0;10\n\nName;H1;H2\nAnna;5;0\nBen;0;10\n"

    assert [(fault.kind, fault.lines) for fault in read(content)[0].faults] == [("name-empty", (2, 3))]


def test_each_part_of_a_reading_can_be_answered():
    content = b"Tag;Wer;Erste;Zweite\n11.9.2025;Anna;5;\n11.9.2025;Ben;0;25\n"
    answers = {"column Erste": "hand 1", "column Zweite": "hand 2"}

    assert read(content, **answers)[1][0]["hands"] == [[5, 0], [0, 25]]
    assert read(content, **answers, blank="absent")[1][0]["hands"] == [[5, 0], [None, 25]]


MORE = {
    "a number before the word, running totals": (
        "Datum;Stůl;Hráč;1. kolo;2. kolo;3. kolo\n12. 9. 2024;1;Jiří;0;25;40\n;;Věra;30;30;95\n"
        ";;Ota;15;45;45\n",
        [("2024-09-12", {"Jiří": 40, "Věra": 95, "Ota": 45})],
    ),
    "headings of several words": (
        'Game date,Table #,Player Name,Round 1,Round 2,Final Score\n9/25/2025,2,Amy,"1,005",0,"1,005"\n'
        "9/25/2025,2,Bob,0,20,20\n",
        [("2025-09-25", {"Amy": 1005, "Bob": 20})],
    ),
    "an unknown word with numbers": (
        "Date;Joueur;Z1;Z2;Total\n3 février 2025;Zoé;0*;25;25\n3 février 2025;Luc;40;0*;40\n",
        [("2025-02-03", {"Zoé": 25, "Luc": 40})],
    ),
    "an empty corner above the hands": (
        "Abend 4.10.2025\nTisch 1\n;Anna;Ben\nSpiel 1;0;25\nSpiel 2;15;0\nGesamt;15;25\n",
        [("2025-10-04", {"Anna": 15, "Ben": 25})],
    ),
    "the winner, the second": (
        "Datum;Sieger;Punkte;Zweiter;Punkte\n2.10.2025;Anna;10;Ben;20\n",
        [("2025-10-02", {"Anna": 10, "Ben": 20})],
    ),
    "messages of several days": (
        "[05.01.25, 22:14] Olga: Heute Tisch 2: Anna 45, Ben 20\n[12.01.25, 22:16] Olga: Anna 10, Ben 5\n",
        [("2025-01-05", {"Anna": 45, "Ben": 20}), ("2025-01-12", {"Anna": 10, "Ben": 5})],
    ),
    "a column for each day": (
        "Datum;11.09.2025;18.09.2025\nAnna;5;10\nBen;15;7\n",
        [("2025-09-11", {"Anna": 5, "Ben": 15}), ("2025-09-18", {"Anna": 10, "Ben": 7})],
    ),
    "names in two columns, days without a year": (
        "Saison 2025/26\nDatum;Vorname;Nachname;Summe\n15.1.;Anna;Berger;5\n15.1.;Ben;Huber;15\n",
        [("2026-01-15", {"Anna Berger": 5, "Ben Huber": 15})],
    ),
    "titles of several cells": (
        "Abend:;11.09.2025;\nHand;Anna;Ben\n1;5;0\n\nAbend:;18.09.2025;Tisch 2\n1;0;10\n",
        [("2025-09-11", {"Anna": 5, "Ben": 0}), ("2025-09-18", {"Anna": 0, "Ben": 10})],
    ),
    "sums without a word": (
        "Name;11.09.2025;18.09.2025\nAnna;5;10\nBen;15;7\n;20;17\n",
        [("2025-09-11", {"Anna": 5, "Ben": 15}), ("2025-09-18", {"Anna": 10, "Ben": 7})],
    ),
    "a star at a name": (
        "Date,Hand,Player,Points\n2025-09-11,1,Anna*,\n2025-09-11,1,Ben,25\n",
        [("2025-09-11", {"Anna": 0, "Ben": 25})],
    ),
    "a column of sums": (
        "Datum;Hand;Anna;Ben;Summe\n11.9.25;1;5;0;5\n11.9.25;2;0;10;10\n",
        [("2025-09-11", {"Anna": 5, "Ben": 10})],
    ),
    "two tables an evening without a column for them": (
        "Date,Hand,Player,Points\n2025-09-11,1,A,0\n,,B,5\n,2,A,5\n,,B,0\n,1,C,5\n,,D,0\n,2,C,0\n,,D,5\n",
        [("2025-09-11", {"A": 5, "B": 5}), ("2025-09-11", {"C": 5, "D": 5})],
    ),
    "a table under a title, no headings but the names": (
        "11.09.2025\n\nTisch 1\nName;H1;H2\nAnna;5;0\nBen;0;5\n\nTisch 2\nName;H1;H2\nCem;5;0\nDora;0;5\n",
        [("2025-09-11", {"Anna": 5, "Ben": 5}), ("2025-09-11", {"Cem": 5, "Dora": 5})],
    ),
    "a chat": (
        "[11.09.2025, 22:14:01] Olga: Tisch 1\nAnna 95\nBen: 100\n[18/09/2025, 22:14:01] Olga: see you!\n",
        [("2025-09-11", {"Anna": 95, "Ben": 100})],
    ),
    "days in words, a cross for who went out, rows of places": (
        "čtvrtek 9. ledna 2025\nKolo;Anna;Ben\n1.;X;25\n2.;15;X\nSoučet;15;25\nPořadí;2.;1.\n\n"
        "13. února 2025\nKolo;Anna;Ben\n1.;5;X\nSoučet;5;0\nPořadí;2.;1.\n",
        [("2025-01-09", {"Anna": 15, "Ben": 25}), ("2025-02-13", {"Anna": 5, "Ben": 0})],
    ),
    "a unit and a remark, a row of sums for each player": (
        "Data;Stolik;Rozdanie;Gracz;Punkty;Uwagi\n09.01.25;1;1;Anna;25 pkt;\n;;;Ben;0 pkt;dwa razy\n"
        ";;2;Anna;0 pkt;\n;;;Ben;5 pkt;\n;;Razem;Anna;25 pkt;\n;;Razem;Ben;5 pkt;\n",
        [("2025-01-09", {"Anna": 25, "Ben": 5})],
    ),
    "two tables side by side": (
        "Abend 14. März 2025\nTisch 1;;;;Tisch 2;;\nRunde;Anna;Ben;;Runde;Cem;Dora\n1;0;5;;1;10;0\n"
        "Total;0;5;;Total;10;0\n",
        [("2025-03-14", {"Anna": 0, "Ben": 5}), ("2025-03-14", {"Cem": 10, "Dora": 0})],
    ),
    "two evenings side by side, crosses for who was not there": (
        "9.1.2025;;;;16.1.2025;;;\nRunde;Anna;Ben;Cem;Runde;Anna;Ben;Cem\n1;0;5;x;1;x;10;0\n2;5;0;x;2;x;0;5\n",
        [("2025-01-09", {"Anna": 5, "Ben": 5}), ("2025-01-16", {"Ben": 10, "Cem": 5})],
    ),
    "points and places below each day": (
        "Name;9.1.2025;;16.1.2025;\n;Total;Platz;Total;Platz\nAnna;25;1;40;2\nBen;50;2;30;1\n",
        [("2025-01-09", {"Anna": 25, "Ben": 50}), ("2025-01-16", {"Anna": 40, "Ben": 30})],
    ),
    "names and points below each place": (
        "Datum;1.;;2.;\n;Spieler;Punkte;Spieler;Punkte\n9.1.2025;Anna;25;Ben;50\n",
        [("2025-01-09", {"Anna": 25, "Ben": 50})],
    ),
    "hands as 1ª, 2ª": (
        "Data;Mesa;Jogador;1ª;2ª\n45666;1;Anna;0;25\n45666;1;Ben;15;0\n",
        [("2025-01-09", {"Anna": 25, "Ben": 15})],
    ),
    "a column for each numbered game": (
        "Datum;Tafel;Speler;Spel 1;Spel 2;Gem.\n6 nov 2025;1;Jan;0;25;12,5\n;;Piet;15;0;7,5\n",
        [("2025-11-06", {"Jan": 25, "Piet": 15})],
    ),
    "games that somebody has no points in": (
        'Datum;"Spiel\nNr.";Anna;Ben\n9.1.2025;1;0,0;25,0\n;2;15,0;0,0\n;Summe;15,0;25,0\n',
        [("2025-01-09", {"Anna": 15, "Ben": 25})],
    ),
    "a chat with all kinds of remarks beside points": (
        "[09.01.25, 22:14] Olga: T1\nAnna: 25 0 (Joker) 20 5! = 50\nBen: 0 15 - 10\nCem: 30 (5 15 10 0)\n",
        [("2025-01-09", {"Anna": 50, "Ben": 25, "Cem": 30})],
    ),
    "notes with dots up to the points": (
        "Středa 9. 1. 2025, stůl 1\n  Anna Nová ........   25    –    5   celkem   30  (II)\n"
        "  Ben Malý .........    –   15    –   celkem   15  (I)\n",
        [("2025-01-09", {"Anna Nová": 30, "Ben Malý": 15})],
    ),
    "names in two columns, a weekday, a member's number, averages of the evening": (
        "Datum;Tag;Mitgl.-Nr.;Name;Vorname;Sp.1;Sp.2;Summe\n9.1.2025;Do;7;Roth;Anna;25;0;25\n"
        ";;8;Blau;Ben;0;15;15\n;;;;Schnitt des Abends;;;20\n",
        [("2025-01-09", {"Anna Roth": 25, "Ben Blau": 15})],
    ),
    "the totals so far below each player's points": (
        "9 januari 2025\nNaam;;1;2;3\nAnna;punten;25;0;10\n;stand;25;25;35\nBen;punten;0;15;0\n"
        ";stand;0;15;15\n",
        [("2025-01-09", {"Anna": 35, "Ben": 15})],
    ),
    "a chat about more than points": (
        "[09.01.25, 22:14] Olga: Anna 45, ich 20\n[09.01.25, 22:15] Anna: Olga hat glaub ich 10 zu viel\n"
        "[10.01.25, 08:15] Olga: wieder am 16.1. um 18:30, bis 20 Uhr\n"
        "[10.01.25, 08:16] Olga: Anna schuldet mir 5 Euro, das waren 10, Olga hat 15\n",
        [("2025-01-09", {"Anna": 45, "Olga": 20})],
    ),
    "a column for each day without a year": (
        "Saison 2025\nName;9.1.;23.9.;Abende;Schnitt\nAnna;5;10;2;7,5\nBen;15;;1;15\nCem;;0;1;0\n",
        [("2025-01-09", {"Anna": 5, "Ben": 15}), ("2025-09-23", {"Anna": 10, "Cem": 0})],
    ),
    "points and totals so far below each name": (
        "9 Ocak 2025\nHand;Anna;;Ben;\n;Punkte;Summe;Punkte;Summe\n1;0;0;5;5\n2;10;10;0;5\n",
        [("2025-01-09", {"Anna": 10, "Ben": 5})],
    ),
    "the year first, a line below for who went out": (
        "Dátum;Kör;Anna;Ben\n2025. január 9.;1. kör;_0_;25\u00a0p\n;2. kör;15\u00a0p;_0_\n",
        [("2025-01-09", {"Anna": 15, "Ben": 25})],
    ),
    "places and place points left of points": (
        "Datum;Bord;Placering;Spelare;Placeringspoäng;Poäng\n2025-01-14;1;1;Åsa;10;25\n2025-01-14;1;2;Bo;6;40\n",
        [("2025-01-14", {"Åsa": 25, "Bo": 40})],
    ),
    "place points beside penalty points": (
        "Datum;Tisch;Spieler;Punkte;Minuspunkte\n9.1.2025;1;Anna;10;25\n;;Ben;6;40\n",
        [("2025-01-09", {"Anna": 25, "Ben": 40})],
    ),
    "totals of numbered games": (
        "Date,Game,Player,Total\n2025-01-09,1,Anna,25\n,,Ben,40\n,2,Anna,35\n,,Ben,20\n",
        [("2025-01-09", {"Anna": 25, "Ben": 40}), ("2025-01-09", {"Anna": 35, "Ben": 20})],
    ),
    "penalty points and place points below each day": (
        "Name;9.1.2025;;16.1.2025;\n;Minuspunkte;Punkte;Minuspunkte;Punkte\nAnna;25;10;35;6\n"
        "Ben;40;6;20;10\n",
        [("2025-01-09", {"Anna": 25, "Ben": 40}), ("2025-01-16", {"Anna": 35, "Ben": 20})],
    ),
    "two whole games in columns, and what they add up to": (
        "Datum;Name;Spiel 1;Spiel 2;Gesamt\n9.1.2025;Anna;25;40;65\n;Ben;50;35;85\n",
        [("2025-01-09", {"Anna": 25, "Ben": 50}), ("2025-01-09", {"Anna": 40, "Ben": 35})],
    ),
    "a day in the corner above the hands, then another game": (
        "9.1.2025;Eero;Aino\n1. jako;0;25\nYhteensä;0;25\n\n;Aino;Eero\n1. jako;0;5\nYhteensä;0;5\n",
        [("2025-01-09", {"Eero": 0, "Aino": 25}), ("2025-01-09", {"Aino": 0, "Eero": 5})],
    ),
    "titles of a game and its day, a row of who went out": (
        "Game 1 - Thursday, January 9, 2025\nPlayer;Total;H1;H2\nAnn;25;25;0\nBen;5;0;5\n"
        "Went out;;Ben;Ann\n\n"
        "Game 2\nPlayer;Total;H1;H2\nAnn;5;0;5\nBen;25;25;0\nWent out;;Ann;Ben\n\n"
        "Game 1 - Thursday, January 16, 2025\nPlayer;Total;H1;H2\nAnn;5;0;5\nBen;25;25;0\n"
        "Went out;;Ann;Ben\n\n"
        "Game 2\nPlayer;Total;H1;H2\nAnn;0;0;0\nZoe;30;25;5\nWent out;;Ann;Ann\n",
        [
            ("2025-01-09", {"Ann": 25, "Ben": 5}),
            ("2025-01-09", {"Ann": 5, "Ben": 25}),
            ("2025-01-16", {"Ann": 5, "Ben": 25}),
            ("2025-01-16", {"Ann": 0, "Zoe": 30}),
        ],
    ),
    "an evening in each row, means below": (
        "Avond;Jan;Piet;Ans\n9 januari 2025;205;;310\n16 januari 2025;;1.005;95\nTotaal;205;1.005;405\n"
        "Gemiddeld;205,0;1.005,0;202,5\nAanwezig;1;1;2\n",
        [("2025-01-09", {"Jan": 205, "Ans": 310}), ("2025-01-16", {"Piet": 1005, "Ans": 95})],
    ),
    "contracts instead of numbers of hands": (
        "jeudi 9 janvier 2025\nContrat | Zoé | Luc | Sorti\n2T | 0 | 25 | Zoé\n1T1E | 15 | 0 | Luc\n"
        "2E | 0 | 5 | Zoé\n"
        "Total | 15 | 30 |\n",
        [("2025-01-09", {"Zoé": 15, "Luc": 30})],
    ),
    "months as titles of days, places above names": (
        "Stammtisch 2025\nTag;1. Platz;Pkt.;2. Platz;Pkt.\nJanuar\n9.;Anna;5;Ben;25\nFebruar\n"
        "6.;Ben;0;Anna;10\n",
        [("2025-01-09", {"Anna": 5, "Ben": 25}), ("2025-02-06", {"Ben": 0, "Anna": 10})],
    ),
    "names with points in brackets": (
        "Fecha;1º;2º\n23/01/2025;Ana (25);Iñaki (40)\n30/01/2025;Iñaki (5);Ana (30)\n",
        [("2025-01-23", {"Ana": 25, "Iñaki": 40}), ("2025-01-30", {"Iñaki": 5, "Ana": 30})],
    ),
    "a remark in brackets beside points": (
        "Datum;Name;Runde 1;Runde 2\n9.1.2025;Anna;45 (Joker);0\n;Ben;0;5\n",
        [("2025-01-09", {"Anna": 45, "Ben": 5})],
    ),
    "evenings until after midnight": (
        "Aften;Runde;Bo;Åse\n9.-10. januar 2025;1;0;25\n;I alt;0;25\n30./31.1.2025;1;5;0\n;I alt;5;0\n",
        [("2025-01-09", {"Bo": 0, "Åse": 25}), ("2025-01-30", {"Bo": 5, "Åse": 0})],
    ),
    "points and points so far below names over two columns": (
        "9.1.25\nMano;Pia;;Marco;\n;Punti;Progr.;Punti;Progr.\n1;*;0;25;25\n2;15;15;*;25\nTotale;15;;25;\n",
        [("2025-01-09", {"Pia": 15, "Marco": 25})],
    ),
    "a day below the headings, a remark in a row of its own": (
        "Omgång;Astrid;Eva;Gick ut\ntorsdag 9 januari 2025;;;\n1;X;25;Astrid\n2;5;X;Eva\n"
        "avbrutet, bussen gick;;;\n"
        "Summa;5;25;\n",
        [("2025-01-09", {"Astrid": 5, "Eva": 25})],
    ),
    "a day in words after a table": (
        "Tisch 2, Donnerstag, 16. Jänner 2025\nHand;Anna;Ben\n1;0;25\n",
        [("2025-01-16", {"Anna": 0, "Ben": 25})],
    ),
    "hands under a word of another language": (
        "Dátum;Leosztás;Aino;Eero\n9.1.2025;1;0;25\n;2;15;0\n;Összesen;15;25\n",
        [("2025-01-09", {"Aino": 15, "Eero": 25})],
    ),
    "tables under a word of another language": (
        "Dátum;Pöytä;Anna;Ben;Cem;Dora\n9.1.2025;1;10;25;;\n;2;;;15;30\n",
        [("2025-01-09", {"Anna": 10, "Ben": 25}), ("2025-01-09", {"Cem": 15, "Dora": 30})],
    ),
    "a column for each day in words without a year": (
        "Name;9. Januar;6. Februar\nAnna;25;35\nBen;40;20\nSaison 2025;;\n",
        [("2025-01-09", {"Anna": 25, "Ben": 40}), ("2025-02-06", {"Anna": 35, "Ben": 20})],
    ),
    "months with years as titles": (
        "Tag;Name;Punkte\nDezember 2024\n19.;Anna;25\n;Ben;40\nJanuar 2025\n9.;Anna;35\n;Ben;20\n",
        [("2024-12-19", {"Anna": 25, "Ben": 40}), ("2025-01-09", {"Anna": 35, "Ben": 20})],
    ),
    "an evening in each row below the word for players, means below": (
        "Spieler;Anna;Ben\n9.1.2025;25;40\n16.1.2025;35;\nSumme;60;40\nØ;30;40,5\n",
        [("2025-01-09", {"Anna": 25, "Ben": 40}), ("2025-01-16", {"Anna": 35})],
    ),
    "a season's table below the games": (
        "9.1.2025\nPlayer;H1;H2\nAnn;0;25\nBen;5;0\n\nLEAGUE TABLE\nPlace;Player;Games;Points;Avg\n"
        "1;Ben;1;5;5\n2;Ann;1;25;25\n",
        [("2025-01-09", {"Ann": 25, "Ben": 5})],
    ),
    "the number of a game before its day": (
        "Game 2 - 22 January 2025\nPlayer;H1;H2\nAnn;0;25\nBen;5;0\n\n"
        "Game 30 - 31 January 2025\nPlayer;H1;H2\nAnn;0;20\nBen;10;0\n",
        [("2025-01-22", {"Ann": 25, "Ben": 5}), ("2025-01-31", {"Ann": 20, "Ben": 10})],
    ),
    "a column for each contract, brackets for who went out, a ranking": (
        "Partida 1 - 9 de enero de 2025\nJugador;2T;1T+1E;2E;Total\nAna;(0);25;5;30\nIñaki;15;(0);(0);15\n"
        "\nCLASIFICACIÓN\nPuesto;Jugador;Puntos\n1;Iñaki;15\n2;Ana;30\n",
        [("2025-01-09", {"Ana": 30, "Iñaki": 15})],
    ),
    "contracts in words, a row for the winner": (
        "9 janvier 2025\nContrat;Zoé;Luc\n2 brelans;0;25\n1 brelan + 1 suite;★;40\n2 suites;15;0\n"
        "Winner:;Zoé;\n",
        [("2025-01-09", {"Zoé": 15, "Luc": 65})],
    ),
    "days with their weekdays and no year, a word for who was not there": (
        "Saison 2025/26\nJoueur;jeu. 18/12;jeu. 08/01\nZoé;260;210\nLuc;310;abs.\nEva;;5\n",
        [("2025-12-18", {"Zoé": 260, "Luc": 310}), ("2026-01-08", {"Zoé": 210, "Eva": 5})],
    ),
    "the month first in days of a season": (
        "Season 2025/26\nDate,Player,Total\n10/2,Ann,15\n10/2,Bob,40\n11/16,Ann,5\n11/16,Bob,0\n"
        "1/8,Ann,25\n1/8,Bob,10\n",
        [
            ("2025-10-02", {"Ann": 15, "Bob": 40}),
            ("2025-11-16", {"Ann": 5, "Bob": 0}),
            ("2026-01-08", {"Ann": 25, "Bob": 10}),
        ],
    ),
    "days of a season beside each other": (
        "Season 2025/26\nPlayer,9/10,16/10,8/1\nAnn,15,40,5\nBob,10,,0\nCy,5,0,20\n",
        [
            ("2025-10-09", {"Ann": 15, "Bob": 10, "Cy": 5}),
            ("2025-10-16", {"Ann": 40, "Cy": 0}),
            ("2026-01-08", {"Ann": 5, "Bob": 0, "Cy": 20}),
        ],
    ),
    "months before the days of a season": (
        "Season 2025-26\nPlayer,Oct 2,Oct. 16,Jan 8,Total\nAnn,15,40,5,60\nJan,10,,0,10\n",
        [
            ("2025-10-02", {"Ann": 15, "Jan": 10}),
            ("2025-10-16", {"Ann": 40}),
            ("2026-01-08", {"Ann": 5, "Jan": 0}),
        ],
    ),
    "the number of a game before a day with the month first": (
        '"Game 1 - Oct 9, 2025",\nRound,Ann,Bob\n1,0,25\n2,15,0\n"Game 2 - Oct 16, 2025",\n'
        "Round,Ann,Bob\n1,5,0\n2,0,40\n",
        [("2025-10-09", {"Ann": 15, "Bob": 25}), ("2025-10-16", {"Ann": 5, "Bob": 40})],
    ),
    "a line for each day of a season": (
        "Sezóna 2025/26\n2.10. Jan 15, Eva Malá 40\n8.1. Jan 5, Eva Malá 0\n",
        [("2025-10-02", {"Jan": 15, "Eva Malá": 40}), ("2026-01-08", {"Jan": 5, "Eva Malá": 0})],
    ),
    "short words above names and their points": (
        "Datum;S1;P1;S2;P2\n9.1.2025;Anna;15;Ben;40\n16.1.2025;Ben;0;Cem;25\n",
        [("2025-01-09", {"Anna": 15, "Ben": 40}), ("2025-01-16", {"Ben": 0, "Cem": 25})],
    ),
    "months above their days": (
        "Saison 2025/26\n;Oktober;;Januar;\nName;2;16;8;Summe\nAnna;15;;40;55\nBen;0;25;5;30\nCem;;10;0;10\n",
        [
            ("2025-10-02", {"Anna": 15, "Ben": 0}),
            ("2025-10-16", {"Ben": 25, "Cem": 10}),
            ("2026-01-08", {"Anna": 40, "Ben": 5, "Cem": 0}),
        ],
    ),
    "points and totals so far below names over two columns, twice": (
        "Datum:;9.1.2025\n;Jan;;Ans;\nRonde;ptn;stand;ptn;stand\n1;0;0;25;25\n2;15;15;0;25\n\n"
        "Datum:;16.1.2025\n;Piet;;Ans;\nRonde;ptn;stand;ptn;stand\n1;5;5;0;0\n2;0;5;10;10\n",
        [("2025-01-09", {"Jan": 15, "Ans": 25}), ("2025-01-16", {"Piet": 5, "Ans": 10})],
    ),
    "days side by side beside the names, then totals of the season": (
        ";9.1.2025;;;16.1.2025;;;;\nNamn;1;2;Summa;1;2;Summa;Totalt;Snitt\nÅsa;0;25;25;0;5;5;30;15\n"
        "Bo;5;0;5;;;;5;5\nEva;;;;10;0;10;10;10\n",
        [("2025-01-09", {"Åsa": 25, "Bo": 5}), ("2025-01-16", {"Åsa": 5, "Eva": 10})],
    ),
    "notes between the scores": (
        "Thu 9 Jan 2025 (stopped after hand 2, the lights went)\nBill: 90 40 = 130\nAnn: 0 0 = 0\n"
        "Winner Ann, won 2 in a row\n",
        [("2025-01-09", {"Bill": 130, "Ann": 0})],
    ),
    "a chat about when to come": (
        "[09.01.25, 17:31] Moni: Bin um 19:30 da\n[09.01.25, 22:41] Moni: Heute:\n1. Karl 130\n2. Moni 195\n"
        "[16.01.25, 22:41] Moni: Heute:\n1. Moni 5\n2. Karl 10\n3. Otto 15 (Gast)\n",
        [("2025-01-09", {"Karl": 130, "Moni": 195}), ("2025-01-16", {"Moni": 5, "Karl": 10, "Otto": 15})],
    ),
    "a word for who went out, a column of sums, places under an odd word": (
        "Date,Table,Contract,Ana,Ben,Check\n9.1.2025,1,2 sets,OUT,25,25\n,,1 set 1 run,15,OUT,15\n"
        ",,2 runs,5,OUT,5\n,,Total,20,25,45\n,,Prvenstvo,1,2,\n",
        [("2025-01-09", {"Ana": 20, "Ben": 25})],
    ),
    "a row for each score under Portuguese words": (
        "Data;Jogador;Rodada;Pontuação\n9.1.2025;Ana;1;0\n9.1.2025;Ben;1;25\n9.1.2025;Ana;2;15\n"
        "9.1.2025;Ben;2;0\n",
        [("2025-01-09", {"Ana": 15, "Ben": 25})],
    ),
    "two tables below each day, numbered players": (
        "Results 2025\n\n;;9.1.2025;;16.1.2025;Sum\nNr.;Member;table 1;table 2;table 1;\n1;Ana;25;;30;55\n"
        "2;Ben;40;;5;45\n3;Cem;;15;;15\n4;Dora;;20;;20\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-09", {"Cem": 15, "Dora": 20}),
            ("2025-01-16", {"Ana": 30, "Ben": 5}),
        ],
    ),
    "a chat with a hand in which nobody went out": (
        "".join(
            f"16/01/2025, 19:0{minute} - Olga: {text}\n"
            for minute, text in enumerate(
                (
                    "Hand 1: Ana out, Ben 25, Cem 10",
                    "Hand 2: nobody out, Ben 5, Cem 15, Ana 10",
                    "Hand 3: Ben out, Ana 5, Cem 20",
                    "Totals: Ana 15, Ben 30, Cem 45",
                )
            )
        ),
        [("2025-01-16", {"Ana": 15, "Ben": 30, "Cem": 45})],
    ),
    "a chat of hands in which nobody has 0, and some have less": (
        "".join(
            f"16/01/2025, 19:0{minute} - Olga: {text}\n"
            for minute, text in enumerate(
                (
                    "Hand 1: Ana 42, Ben -20, Cem 38",
                    "Hand 2: Ana -15, Ben 25, Cem 10",
                    "Hand 3: Ana 5, Ben 5, Cem -5",
                )
            )
        ),
        [("2025-01-16", {"Ana": 32, "Ben": 10, "Cem": 43})],
    ),
    "a chat in which losers have a minus, and winners a plus": (
        "9 January 2025\nAna +80, Ben -42, Cem: -38\n16 January 2025\nBen 94\nAna -57\nCem -37\n",
        [
            ("2025-01-09", {"Ana": 80, "Ben": -42, "Cem": -38}),
            ("2025-01-16", {"Ben": 94, "Ana": -57, "Cem": -37}),
        ],
    ),
    "points that winners share": (
        "Date,Hand,Ana,Ben,Cem\n2025-01-09,1,5 1/2,-11,5 1/2\n2025-01-09,2,-4,-5,9\n",
        [("2025-01-09", {"Ana": "3/2", "Ben": -16, "Cem": "29/2"})],
    ),
    "a chat with a dash before all points": (
        "9 January 2025\nAna -0, Ben -25 = 25, Cem 40\n16 January 2025\nAna -15, Ben -20\n",
        [("2025-01-09", {"Ana": 0, "Ben": 25, "Cem": 40}), ("2025-01-16", {"Ana": 15, "Ben": 20})],
    ),
    "two tables behind each day, how many played": (
        "Totals from October 2024 to March 2025\nPlayer;9 Jan T1;9 Jan T2;16 Jan (Table 1);Games;Sum\n"
        "Ana;25;;30;2;55\nBen;40;;5;2;45\n"
        "Cem;;15;;1;15\nDora;;20;;1;20\nPlayers;2;2;2;;\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-09", {"Cem": 15, "Dora": 20}),
            ("2025-01-16", {"Ana": 30, "Ben": 5}),
        ],
    ),
    "a total behind each name": (
        'Date,Tbl,Player,Hand #,Score\n1/9/2025,1,"Wolf, Ana",1,0\n,,,2,25\n,,"Wolf, Ana - Total",,25\n'
        '1/9/2025,1,"Roy, Ben",1,5\n,,,2,0\n,,"Roy, Ben - Total",,5\n1/23/2025,1,"Wolf, Ana",1,0\n'
        '1/23/2025,1,"Roy, Ben",1,40\n',
        [("2025-01-09", {"Ana Wolf": 25, "Ben Roy": 5}), ("2025-01-23", {"Ana Wolf": 0, "Ben Roy": 40})],
    ),
    "totals so far beside each name, months in Roman numbers": (
        "9 I 2025 r. (czwartek)\nRozdanie;Ala;Ala running;Jan;Jan running\n1;0;0;25;25\n2;15;15;0;25\n",
        [("2025-01-09", {"Ala": 15, "Jan": 25})],
    ),
    "a table in the corner, initials that are explained": (
        "HD = Hugh Doyle    EW = Eileen Walsh\n\nThu 9 January 2025\n\nTable 2   HD   EW\n2 sets    0    25\n"
        "1 set, 1 run   15   0\n",
        [("2025-01-09", {"Hugh Doyle": 15, "Eileen Walsh": 25})],
    ),
    "an evening without its year in the corner": (
        "Saison 2025\n\n1. Abig, Do 9.1.;Rundi 1;Rundi 2;Total\nVreni;-;25;25\nKöbi;5;-;5\n",
        [("2025-01-09", {"Vreni": 25, "Köbi": 5})],
    ),
    "winners first below a day and a table": (
        "Results 24/25\n\nSun 19/01/25, table 1:\n  1. Eileen 220\n  2. Agnes 285\n\n"
        "Sun 26-Jan-25, table 1:\n  1. Agnes 105\n  2. Eileen 110\n",
        [("2025-01-19", {"Eileen": 220, "Agnes": 285}), ("2025-01-26", {"Agnes": 105, "Eileen": 110})],
    ),
    "tables in a column of their own in each evening": (
        ";9.1.2025;;;;16.1.2025;;;\nMember;T;1;2;Sum;T;1;2;Sum\nAna;1;0;25;25;1;0;5;5\nBen;1;5;0;5;1;5;0;5\n"
        "Cem;2;10;0;10;;;;\nEva;2;0;10;10;;;;\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 5}),
            ("2025-01-09", {"Cem": 10, "Eva": 10}),
            ("2025-01-16", {"Ana": 5, "Ben": 5}),
        ],
    ),
    "a column that adds up the others, a row that adds up those above": (
        "Datum;Tisch;Hand;Ana;Ben;Eva;zusammen\n9.1.2025;1;1;0;25;1.005;1.030\n;;2;15;0;5;20\n;;3;5;10;0;15\n"
        ";;Abrechnung;20;35;1.010;1.065\n",
        [("2025-01-09", {"Ana": 20, "Ben": 35, "Eva": 1010})],
    ),
    "lines of names and points with commas": (
        "Scores 2025\n\nThu 9 Jan 2025\nTable 1\nAna Lind 0, 40, 50 = 90\nBen Roy 20, 5, 0 = 25\n",
        [("2025-01-09", {"Ana Lind": 90, "Ben Roy": 25})],
    ),
    "an empty corner above names": (
        "Jueves, 9 de enero de 2025\n\nMesa 1\n              1    2    3  Total\n"
        "Ana Lind      0   40   50     90\nBen Roy      20    5    0     25\n",
        [("2025-01-09", {"Ana Lind": 90, "Ben Roy": 25})],
    ),
    "headings, points and totals with single blanks": (
        "Ergebnisse vom 9. Jänner 2025, Tisch 1\nName 1 2 3 Total\nAna 0 40 50 90\nBen 20 5 0 25\n",
        [("2025-01-09", {"Ana": 90, "Ben": 25})],
    ),
    "points with strokes and dashes between them": (
        "Miércoles, 19 de febrero de 2025\nMesa 1\nAna Lind 20/5/15/125 = 165\nBen Roy 0-40-50-25 = 115\n",
        [("2025-02-19", {"Ana Lind": 165, "Ben Roy": 115})],
    ),
    "a heading for both names": (
        "Date;NOM Prénom;M1;M2;Total\n9.1.2025;ROY Zoé;0;25;25\n;LIND Eva;5;0;5\n",
        [("2025-01-09", {"Zoé Roy": 25, "Eva Lind": 5})],
    ),
    "tables side by side that begin in other columns": (
        "Vendredi 10 janvier 2025\nTable 1;;;;Table 2\nManche;Zoé;Luc;;Manche;Eva;Max\n1;0;25;;1;5;0\n"
        "2;15;0;;2;0;10\n\nVendredi 17 janvier 2025\nTable 1\nManche;Zoé;Luc;Eva;Max\n1;0;25;5;10\n"
        "2;15;0;5;10\n",
        [
            ("2025-01-10", {"Zoé": 15, "Luc": 25}),
            ("2025-01-10", {"Eva": 5, "Max": 10}),
            ("2025-01-17", {"Zoé": 15, "Luc": 25, "Eva": 10, "Max": 20}),
        ],
    ),
    "totals so far of somebody who left": (
        "9.1.2025\nRunde;Ana;Ben;Eva\n1;0;25;15\n2;15;25;30\n3;40;25;\n4;40;35;\nEndstand;40;35;30\n",
        [("2025-01-09", {"Ana": 40, "Ben": 35, "Eva": 30})],
    ),
    "a chat of hands, told after midnight": (
        "[09.01.25, 19:00] Ana: see you, 5 minutes late\n[10.01.25, 00:20] Ana: Last night (9 January)\n"
        "Ana 25, Ben 0\nAna 0, Ben 40\nAna 15, Ben 0\nTotal: Ana 40, Ben 40\n"
        "[16.01.25, 23:00] Ben: Table 2\nEl 1: Cem 0, Eva 5\nEl 2: Cem 30, Eva 0\nEl 3: Cem 0, Eva 20\n"
        "[16.01.25, 23:10] Ben: home at 20:30\n",
        [("2025-01-09", {"Ana": 40, "Ben": 40}), ("2025-01-16", {"Cem": 30, "Eva": 25})],
    ),
    "statistics under unknown words below the sums": (
        "Data;Ana;Rui;Zoé\n9.1.2025;25;40;\n16.1.2025;;15;30\n\nTotal;25;55;30\nJogos;1;2;1\n"
        "Média;25;27,5;30\nVitórias;1;1;0\n23.1.2025;5;20;\n",
        [
            ("2025-01-09", {"Ana": 25, "Rui": 40}),
            ("2025-01-16", {"Rui": 15, "Zoé": 30}),
            ("2025-01-23", {"Ana": 5, "Rui": 20}),
        ],
    ),
    "a table in the corner of names over two columns": (
        "9.1.2025\nTisch 1;AM;;WB;;UZ;\nRunde;Pkt.;Total;Pkt.;Total;Pkt.;Total\n1;25;25;–;0;5;5\n"
        "2;–;25;40;40;10;15\nRang;;2.;;3.;;1.\n\nTisch 2;CJ;;HR;;;\nRunde;Pkt.;Total;Pkt.;Total;;\n"
        "1;10;10;–;0;;\n2;–;10;30;30;;\n",
        [("2025-01-09", {"AM": 25, "WB": 40, "UZ": 15}), ("2025-01-09", {"CJ": 10, "HR": 30})],
    ),
    "a chat in Hungarian, tables by their places": (
        "2025. január 9., 1. asztal\n 1. Ana – 145 pont\n 2. Ben – 190 pont\n\n2025. január 9., 2. asztal\n"
        " 1. Cem – 25 pont\n 2. Eva – 35 pont\n",
        [("2025-01-09", {"Ana": 145, "Ben": 190}), ("2025-01-09", {"Cem": 25, "Eva": 35})],
    ),
    "titles over two cells below other headings": (
        "Data:;9.1.2025;Stół:;1\nRozdanie;Ala;Jan\n1;0;25\n\nData:;9.1.2025;Stół:;2\nRozdanie;Ewa;Max\n1;5;0\n",
        [("2025-01-09", {"Ala": 0, "Jan": 25}), ("2025-01-09", {"Ewa": 5, "Max": 0})],
    ),
    "thin blanks between thousands and before units": (
        "Date;Joueur;Total\n9.1.2025;Zoé;1\u202f580\u00a0pts\n;Luc;1\u2009005\u202fpts\n",
        [("2025-01-09", {"Zoé": 1580, "Luc": 1005})],
    ),
    "a name written in another way where it has nothing": (
        "Date;Table;Hand;Player;Points\n23/1/2025;1;1;NOVÁK JAN;\n23/1/2025;1;1;Eva Malá;15\n"
        "23/1/2025;1;2;Jan Novák;25\n23/1/2025;1;2;Eva Malá;0\n",
        [("2025-01-23", {"Jan Novák": 25, "Eva Malá": 15})],
    ),
    "units of other languages": (
        "Datum;Stůl;Hráč;1. kolo;2. kolo\n9.1.2025;1;Jan;70 b.;0\n;;Eva;0;1 045 bodů\n",
        [("2025-01-09", {"Jan": 70, "Eva": 1045})],
    ),
    "a chat of the morning after, and what is put right": (
        "[11.09.25, 22:10:00] Olga: Tisch 1\nAnna 0 25 40 = 65\nBen 15 0 5 = 20\n"
        "[12.09.25, 08:00:00] Olga: Korrektur, Tisch 1\nBen 15 0 10 = 25\n"
        "[19.09.25, 09:00:00] Olga: Ergebnis von gestern\nAnna 0 5 0 = 5\nBen 15 0 5 = 20\n",
        [("2025-09-11", {"Anna": 65, "Ben": 25}), ("2025-09-18", {"Anna": 5, "Ben": 20})],
    ),
    "sums under words with others, some of several columns, some with no names": (
        "Date;Table;Nom;Total;Nom;Total\n9/1/2025;1;Zoé;25;Luc;40\n;2;Eva;5;Max;10\n"
        "Total de la soirée;;;;;80\n16/1/2025;1;Zoé;0;Luc;15\nSub-total table 1;;;;;15\n"
        ";2;Eva;20;Max;0\nSub-total table 2;;;;;20\nTotal de la soirée;;;;;35\n\nTotal général;;;;;115\n",
        [
            ("2025-01-09", {"Zoé": 25, "Luc": 40}),
            ("2025-01-09", {"Eva": 5, "Max": 10}),
            ("2025-01-16", {"Zoé": 0, "Luc": 15}),
            ("2025-01-16", {"Eva": 20, "Max": 0}),
        ],
    ),
    "sums among the players, people called like sums": (
        "Datum;Tisch;Name;R1;R2;Gesamt\n9.1.2025;1;Suma Patel;0;25;25\n;;Sommer, Eva;5;0;5\n"
        ";;Zwischensumme;5;25;30\n;2;Cem;0;10;10\n;;Dora;15;0;15\n;;Zwischensumme;15;10;25\n"
        ";;Gesamtsumme;20;35;55\n",
        [("2025-01-09", {"Suma Patel": 25, "Eva Sommer": 5}), ("2025-01-09", {"Cem": 10, "Dora": 15})],
    ),
    "the lowest of each row, once miscounted": (
        "Date;Ana;Ben;Cup\n"
        + "".join(f"{day}.1.2025;25;{day};{day}\n" for day in range(10, 20))
        + "20.1.2025;25;20;15\n",
        [(f"2025-01-{day}", {"Ana": 25, "Ben": day}) for day in range(10, 21)],
    ),
    "the lowest, the highest and the sum of each row": (
        "Date;Low;High;Ana;Ben;Eva;Winner;Worst;Total\n9.1.2025;25;40;25;40;;Ana;40;65\n"
        "16.1.2025;5;30;30;;5;Eva;30;35\n23.1.2025;10;15;;10;15;Ben;15;25\nTotal;;;55;50;20;;;125\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-16", {"Ana": 30, "Eva": 5}),
            ("2025-01-23", {"Ben": 10, "Eva": 15}),
        ],
    ),
    "hands under a word for games with a short word for number, places and points for them": (
        "trestné body;hra č.;hráč;pořadí u stolu;body za pořadí;stůl;datum\n"
        "0,0;1;Zoé;1;5;1;9.1.2025\n45,0;2;Zoé;1;5;1;9.1.2025\n30,0;1;Jiří;2;3;1;9.1.2025\n"
        "15,0;2;Jiří;2;3;1;9.1.2025\n5,0;1;Eva;1;5;2;9.1.2025\n10,0;2;Eva;1;5;2;9.1.2025\n"
        "20,0;1;Jan;2;3;2;9.1.2025\n25,0;2;Jan;2;3;2;9.1.2025\n",
        [("2025-01-09", {"Zoé": 45, "Jiří": 45}), ("2025-01-09", {"Eva": 15, "Jan": 45})],
    ),
    "tables beside totals below days over two columns": (
        "Nr;Name;9.1.2025;;16.1.2025;16.1.2025;Spiele;Summe\n;;Tisch;Pkt;Tisch;Pkt;;\n1;Ana;1;25;2;5;2;30\n"
        "2;Ben;1;40;1;15;2;55\n3;Cem;2;15;2;10;2;25\n4;Eva;2;20;1;20;2;40\n;Summe;;100;;50;;150\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-09", {"Cem": 15, "Eva": 20}),
            ("2025-01-16", {"Ana": 5, "Cem": 10}),
            ("2025-01-16", {"Ben": 15, "Eva": 20}),
        ],
    ),
    "tables side by side, each the head of its names": (
        "Abend 9.1.2025\nTisch 1;Punkte;;Tisch 2;Punkte\nAna;25;;Cem;15\nBen;40;;Eva;20\n\n"
        "Sieger: Cem mit 15\n\n16.1.2025\nTisch 1;Punkte\nAna;5\nCem;10\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-09", {"Cem": 15, "Eva": 20}),
            ("2025-01-16", {"Ana": 5, "Cem": 10}),
        ],
    ),
    "sums so far, of an evening and of all, tables side by side below their titles": (
        "9.1.2025\nTafel 1;;;;Tafel 2;;\nRonde;Jan;Ans;;Ronde;Piet;Eva\n1;5;25;;1;10;20\nTussenstand;5;25;;"
        "Tussenstand;10;20\n2;0;10;;2;0;5\nTotaal;5;35;;Totaal;10;25\n\n"
        "16.1.2025\nTafel 1;;;;Tafel 2;;\nRonde;Jan;Ans;;Ronde;Piet;Eva\n1;5;15;;1;20;30\nTussenstand;5;15;;"
        "Tussenstand;20;30\n2;10;0;;2;0;25\nTotaal;15;15;;Totaal;20;55\n",
        [
            ("2025-01-09", {"Jan": 5, "Ans": 35}),
            ("2025-01-09", {"Piet": 10, "Eva": 25}),
            ("2025-01-16", {"Jan": 15, "Ans": 15}),
            ("2025-01-16", {"Piet": 20, "Eva": 55}),
        ],
    ),
    "a block for each player, the word for a sum beside it": (
        "Spielerin: Eva Roy\nDatum;Tisch;R1;R2;Summe\n9.1.2025;1;25;0;25\n16.1.2025;2;5;15;20\n"
        ";;;Summe;45\n\n"
        "Spieler: Jan Bos\nDatum;Tisch;R1;R2;Summe\n9.1.2025;1;0;30;30\n16.1.2025;2;20;0;20\n;;;Summe;50\n",
        [("2025-01-09", {"Eva Roy": 25, "Jan Bos": 30}), ("2025-01-16", {"Eva Roy": 20, "Jan Bos": 20})],
    ),
    "a list of all hands in a cell beside each player": (
        "Date,Table,Hands,Player 1,Points 1,Total 1,Player 2,Points 2,Total 2\n"
        '9 Jan 2025,1,3,Ana,"10, 0, 30",40,Ben,"0, 25, 0",25\n'
        '9 Jan 2025,2,2,Cem,"5, 0",5,Dora,"0, 15",15\n'
        '16 Jan 2025,1,3,Ana,"0, 105, 250",355,Eva,"20, 0, 0",20\n',
        [
            ("2025-01-09", {"Ana": 40, "Ben": 25}),
            ("2025-01-09", {"Cem": 5, "Dora": 15}),
            ("2025-01-16", {"Ana": 355, "Eva": 20}),
        ],
    ),
    "a row for each player with a list of all hands": (
        "Datum;Spieler;Punkte\n9.1.2025;Ana;10/0/1*\n;Ben;0-25-30\n",
        [("2025-01-09", {"Ana": 11, "Ben": 55})],
    ),
    "an empty corner above names beside their tables": (
        ";9.1.2025;;16.1.2025;\n;Tisch;Punkte;Tisch;Punkte\nAna;1;25;2;5\nBen;1;40;2;15\nCem;2;15;;\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-09", {"Cem": 15}),
            ("2025-01-16", {"Ana": 5, "Ben": 15}),
        ],
    ),
    "a line below the tables that names one of the players": (
        "9.1.2025\nSpieler;Punkte;;Spieler;Punkte\nEva Roy;25;;Max Lind;15\n"
        "Ben Huber;40;;Anna Berger;20\n\nTagessieger: Max Lind mit 15\n",
        [
            ("2025-01-09", {"Eva Roy": 25, "Ben Huber": 40}),
            ("2025-01-09", {"Max Lind": 15, "Anna Berger": 20}),
        ],
    ),
    "mostly words for who won or was not there, contracts, who is how far behind": (
        "Runde;Saison 2025/26\nDatum;Runde;Ana;Ben;Cem;Eva;Info\nDo 4.12.;1 (2x3);fehlt;raus;25;10;\n"
        ";2 (3+4);fehlt;5;raus;15;\n;Summe;;5;25;25;\n;Abstand;;0;20;20;\n"
        "Do 8.1.;1 (2x3);raus;fehlt;fehlt;30;\n;2 (3+4);15;fehlt;fehlt;raus;\n"
        ";Summe;15;;;30;\n;Abstand;0;;;15;\n",
        [("2025-12-04", {"Ben": 5, "Cem": 25, "Eva": 25}), ("2026-01-08", {"Ana": 15, "Eva": 30})],
    ),
    "the table of a season beside its evenings, which have their tables behind the day": (
        "Sezon 2025/26\n18.9. – stół 1;;;;Tabela po 1. wieczorze;;\nM.;Gracz;Punkty;;Lp.;Gracz;Pkt ligowe\n"
        "1;Ana;25;;1;Cem;10\n2;Ben;40;;2;Ana;10\n18.9. – stół 2;;;;3;Ben;6\nM.;Gracz;Punkty;;4;Eva;6\n"
        "1;Cem;15;;;;\n2;Eva;20;;;;\n",
        [("2025-09-18", {"Ana": 25, "Ben": 40}), ("2025-09-18", {"Cem": 15, "Eva": 20})],
    ),
    "a table of the season without headings beside its evenings": (
        "18.9.2025, Tisch 1;;;;Tabelle;;\nPlatz;Name;Punkte;;1;Cem;10\n1;Ana;25;;2;Ana;8\n2;Ben;40;;3;Ben;6\n"
        "18.9.2025, Tisch 2;;;;;;\nPlatz;Name;Punkte;;;;\n1;Cem;15;;;;\n2;Eva;20;;;;\n",
        [("2025-09-18", {"Ana": 25, "Ben": 40}), ("2025-09-18", {"Cem": 15, "Eva": 20})],
    ),
    "contracts in words, some without a number, a table of the season beside them": (
        "Date;9.1.2025;;Table A;;;;;;\nPlayer;2 trios;trio+run;2 runs;3 trios;Total;;Ladder;Played;Points\n"
        "Ana;0;25;5;0;30;;Ben;2;20\nBen;10;0;0;15;25;;Ana;2;16\n",
        [("2025-01-09", {"Ana": 30, "Ben": 25})],
    ),
    "hands with their contracts": (
        "Date;Player;1. 2x3;2 – 2 trios\n9.1.2025;Ana;0;25\n;Ben;10;0\n",
        [("2025-01-09", {"Ana": 25, "Ben": 10})],
    ),
    "how many played each evening, and who had least": (
        "Player;9.1.2025;16.1.2025;23.1.2025\nAna;25;10;5\nBen;40;;15\n"
        "Players on the night;2;1;2\nBest;25;10;5\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-16", {"Ana": 10}),
            ("2025-01-23", {"Ana": 5, "Ben": 15}),
        ],
    ),
    "how many played in a column, a word in most cells of one player": (
        "Date;Ana;Ben;Irena;Players;Winner\n9.1.2025;25;40;away;2;Ana\n16.1.2025;5;20;away;2;Ana\n"
        "23.1.2025;15;25;155;3;Ana\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40}),
            ("2025-01-16", {"Ana": 5, "Ben": 20}),
            ("2025-01-23", {"Ana": 15, "Ben": 25, "Irena": 155}),
        ],
    ),
    "a row for each game, each name with its points": (
        "Date;Table;Winner;2nd;3rd;Remarks\n9.1.2025;1;Ana Roy 25;Ben Bos (40);;\n"
        ";2;Cem Lind 15;Eva Huber 20;;late\n",
        [
            ("2025-01-09", {"Ana Roy": 25, "Ben Bos": 40}),
            ("2025-01-09", {"Cem Lind": 15, "Eva Huber": 20}),
        ],
    ),
    "crosses for who was not there": (
        "Date;Table;Ana;Ben;Cem;Eva;Ida\n9.1.2025;1;25;x;40;x;5\n;2;x;15;x;20;x\n",
        [("2025-01-09", {"Ana": 25, "Cem": 40, "Ida": 5}), ("2025-01-09", {"Ben": 15, "Eva": 20})],
    ),
    "names beside each other, in the first hand alone": (
        "Date;Hand;Player;Pts;Player;Pts\n9.1.2025;1;Ana;0;Ben;5\n;2;;10;;0\n16.1.2025;1;Cem;0;Eva;15\n;2;;20;;0\n",
        [("2025-01-09", {"Ana": 10, "Ben": 5}), ("2025-01-16", {"Cem": 20, "Eva": 15})],
    ),
    "a running total beside points": (
        "Date;Player;Hand;Points;Running total\n9.1.2025;Ana;1;0;0\n;Ana;2;25;25\n"
        ";Ben;1;10;10\n;Ben;2;0;10\n",
        [("2025-01-09", {"Ana": 25, "Ben": 10})],
    ),
    "standings as of a day around evenings, a season's table with more rows than hands": (
        "Datum;Ana;Ben;;Name;Spiele;Punkte\nStand 1.9.2024;210;300;;Ana;3;300\n9.1.2025;25;40;;Ben;2;350\n"
        "16.1.2025;5;10;;Cem;1;15\nStand 1.2.2025;240;350;;Eva;1;20\n",
        [("2025-01-09", {"Ana": 25, "Ben": 40}), ("2025-01-16", {"Ana": 5, "Ben": 10})],
    ),
    "a chat with the standings of the season": (
        "[09.01.25, 22:00] Ana: Table 1\nAna 25\nBen 40\n"
        "[09.01.25, 22:05] Ana: Season so far:\nAna 600\nBen 580\n[16.01.25, 22:00] Ben: Ana 5, Ben 10\n"
        "[16.01.25, 22:05] Ana: Standings\nAna 605\nBen 590\n",
        [("2025-01-09", {"Ana": 25, "Ben": 40}), ("2025-01-16", {"Ana": 5, "Ben": 10})],
    ),
    "an unknown word for totals so far below names": (
        "9.1.2025\nHand;Ana;;Ben;\n;Pts;xyz;Pts;xyz\n1;0;0;5;5\n2;10;10;0;5\n",
        [("2025-01-09", {"Ana": 10, "Ben": 5})],
    ),
    "places in words and the best hand below the totals": (
        "Date;9.1.2025;;\nHand;Ana;Ben;Cem\n1;0;25;10\n2;20;0;15\nTotal;20;25;25\nPlace;1st;2nd;2nd\n"
        "Best hand;0;0;10\n",
        [("2025-01-09", {"Ana": 20, "Ben": 25, "Cem": 25})],
    ),
    "hands under codes, which add up to a total": (
        "Date;Player;SS;SRR;RR;Total\n9.1.2025;Ana;0;25;5;30\n;Ben;10;0;0;10\n;Cem;5;5;5;15\n",
        [("2025-01-09", {"Ana": 30, "Ben": 10, "Cem": 15})],
    ),
    "hands in a column without a heading, a dash for who went out": (
        "Data;;Ana;Ben;Cem\n9.1.2025;1;-;5;\n;2;10;-;\n;3;15;-;\n;4;5;-;\n16.1.2025;1;;-;15\n;2;;5;-\n",
        [("2025-01-09", {"Ana": 30, "Ben": 5}), ("2025-01-16", {"Ben": 5, "Cem": 15})],
    ),
    "a total of 0 for who was not there": (
        "Date;Player;H1;H2;Total\n9.1.2025;Ana;0;25;25\n;Ben;-;;0\n;Cem;15;0;15\n",
        [("2025-01-09", {"Ana": 25, "Cem": 15})],
    ),
    "differences behind places, a heading above the first evening alone": (
        "Datum;Stůl;Hráč;1. kolo;2. kolo;3. kolo;Celkem;Poř.;Rozdíl\n9.1.2025;1;Ana;0;25;5;30;3.;+20\n"
        ";;Ben;10;0;15;25;2.;+15\n;;Cem;5;5;0;10;1.;\n;;;;;;;;\n"
        "16.1.2025;1;Ana;0;5;5;10;1.;\n;;Ben;10;0;15;25;3.;+15\n;;Cem;5;15;0;20;2.;+10\n",
        [
            ("2025-01-09", {"Ana": 30, "Ben": 25, "Cem": 10}),
            ("2025-01-16", {"Ana": 10, "Ben": 25, "Cem": 20}),
        ],
    ),
    "hands in a column of numbers, and their sums": (
        "Data;Nr;Ana;Ben;Cem\n9.1.2025;1;0;5;\n;2;10;0;\n;Suma;10;5;\n16.1.2025;1;;0;15\n;2;;5;0\n;Suma;;5;15\n",
        [("2025-01-09", {"Ana": 10, "Ben": 5}), ("2025-01-16", {"Ben": 5, "Cem": 15})],
    ),
    "marks for who dealt": (
        "9.1.2025\nHand;Ana (D);Ben\n1;0;5\n2;10;0\nTotal;10;5\n\n"
        "16.1.2025\nHand;Ana;▶ Ben\n1;0;15\n2;20;0\nTotal;20;15\n\n"
        "23.1.2025\nHand;Cem [rozd.];Ben\n1;0;15\n2;20;0\nTotal;20;15\n\n"
        "30.1.2025\nHand;Eva [rozd.];Ben (?)\n1;0;15\n2;20;0\nTotal;20;15\n",
        [
            ("2025-01-09", {"Ana": 10, "Ben": 5}),
            ("2025-01-16", {"Ana": 20, "Ben": 15}),
            ("2025-01-23", {"Cem": 20, "Ben": 15}),
            ("2025-01-30", {"Eva": 20, "Ben": 15}),
        ],
    ),
    "hands that are called games, in each a word for who went out": (
        "Datum;Spiel;Ana;Ben;Cem\n9.1.2025;1;raus;5;10\n;2;15;raus;5\n",
        [("2025-01-09", {"Ana": 15, "Ben": 5, "Cem": 15})],
    ),
    "words behind days without a year": (
        "RUMMY NIGHTS 2025\n\nThurs 6th March – at Ben's\nAna 25\nBen 40\n\n"
        "Thurs 13th March, at home\nAna 10\nBen 5\n",
        [("2025-03-06", {"Ana": 25, "Ben": 40}), ("2025-03-13", {"Ana": 10, "Ben": 5})],
    ),
    "hands won behind totals": (
        "Date;Ana;Ben;Cem\n9.1.2025;25 (1);40 (0);\n16.1.2025;;10 (2);5 (1)\n",
        [("2025-01-09", {"Ana": 25, "Ben": 40}), ("2025-01-16", {"Ben": 10, "Cem": 5})],
    ),
    "a word before each day": (
        "- Date: 9.1.2025\nAna: 25\nBen: 40\n\n- Date: 16.1.2025\nBen: 10\nCem: 5\n",
        [("2025-01-09", {"Ana": 25, "Ben": 40}), ("2025-01-16", {"Ben": 10, "Cem": 5})],
    ),
    "contracts behind the numbers of hands, a row of how often": (
        "id;Data;player_id;Giocatore;1: 2 tris;2: tris+scala;3: 3 tris;Totale\n"
        "1;9.1.2025;7;Ana;0;25;40;65\n2;9.1.2025;8;Ben;10;0;0;10\n;Presenze;;;;;;2\n",
        [("2025-01-09", {"Ana": 65, "Ben": 10})],
    ),
    "the points of all in one cell": (
        "Date,Result,Note\n9.1.2025,Ana 25 / Ben 40 / Cem 5,at home\n16.1.2025,Ana 5 / Ben 10,\n",
        [
            ("2025-01-09", {"Ana": 25, "Ben": 40, "Cem": 5}),
            ("2025-01-16", {"Ana": 5, "Ben": 10}),
        ],
    ),
    "a few hands with dashes between them": (
        "9.1.2025\nAna: 25-0-10 (35)\nBen: 0-15-0 (15)\n",
        [("2025-01-09", {"Ana": 35, "Ben": 15})],
    ),
    "initials that are words": (
        "Date;Hand;AB;NO;EL;UV\n9.1.2025;1;0;25;5;5\n;2;15;0;40;5\n;3;10;10;0;5\n",
        [("2025-01-09", {"AB": 25, "NO": 35, "EL": 45, "UV": 15})],
    ),
    "days in titles of two cells": (
        "Game 1;1/2/2025\nPlayer;1;2;Total\nAna;0;25;25\nBen;10;0;10\n\n"
        "Game 2;15/2/2025\nPlayer;1;2;Total\nAna;5;0;5\nCem;0;15;15\n",
        [("2025-02-01", {"Ana": 25, "Ben": 10}), ("2025-02-15", {"Ana": 5, "Cem": 15})],
    ),
    "places, a third player only once": (
        "Date;1st;2nd;3rd\n9.1.2025;Ana (25 p.);Ben (40 p.);\n16.1.2025;Ben (5 p.);Ana (10 p.);Cem (95 p.)\n",
        [("2025-01-09", {"Ana": 25, "Ben": 40}), ("2025-01-16", {"Ben": 5, "Ana": 10, "Cem": 95})],
    ),
    "hands of seven": (
        "Date;Hand;Ana;Ben\n9.1.2025;1/7;0;5\n;2/7;10;0\n",
        [("2025-01-09", {"Ana": 10, "Ben": 5})],
    ),
    "days below months": (
        "2025\nJanuary\n9th;Ana;Ben\nR1;0;5\nR2;10;0\n\n16th;Ana;Cem\nR1;0;15\nR2;5;0\n\n"
        "February\n1st;Ana;Ben\nR1;0;5\nR2;25;0\n",
        [
            ("2025-01-09", {"Ana": 10, "Ben": 5}),
            ("2025-01-16", {"Ana": 5, "Cem": 15}),
            ("2025-02-01", {"Ana": 25, "Ben": 5}),
        ],
    ),
    "no headings at all": (
        "11.09.2025;1;1;Anna;5\n11.09.2025;1;1;Ben;0\n11.09.2025;1;2;Anna;0\n11.09.2025;1;2;Ben;10\n",
        [("2025-09-11", {"Anna": 5, "Ben": 10})],
    ),
}


@pytest.mark.parametrize("kind", MORE)
def test_other_books_of_clubs(kind):
    content, expected = MORE[kind]

    book, games = read(content.encode())

    assert [
        (game["date"], dict(zip(game["players"], game["totals"], strict=True))) for game in games
    ] == expected
    assert (book.faults, book.ambiguous, book.who) == ([], [], ())


def test_a_score_in_a_sentence_of_a_chat_is_asked_about():
    chat = "9 January 2025\nT1: Ana 25, Ben 0\n16 January\nT1: Ana 0\nToday we have Ben 40\n"

    book, found = read(chat.encode())
    assert [(who.name, *who.people) for who in book.who] == [("Ben", "Today we have Ben")]
    assert [game["totals"] for game in found] == [[25, 0], [0, 40]]


@pytest.mark.parametrize(
    ("year", "days"),
    [("", []), ("2025", ["2025-01-08", "2025-09-11"]), ("2025/26", ["2025-09-11", "2026-01-08"])],
)
def test_the_year_of_days_that_have_none_is_asked_once(year, days):
    game = [["Player", "Total"], ["Ana", "0"], ["Ben", "25"]]
    book, found = read(layouts.xlsx({"11.9.": game, "8 Jan": game}), **{"year": year} if year else {})

    assert [game["date"] for game in found] == days
    assert [(fault.kind, len(fault.lines)) for fault in book.ambiguous] == ([] if year else [("year", 4)])
    assert (book.faults, book.without_games) == ([], ())


@pytest.mark.parametrize(
    ("order", "days"),
    [("day-first", ["2025-11-06", "2026-02-10"]), ("month-first", ["2025-10-02", "2025-11-06"])],
)
def test_the_order_of_a_day_says_in_which_year_of_a_season_it_is(order, days):
    book = "Season 2025/26\nDate,Player,Total\n10/2,Ana,15\n10/2,Ben,40\n{0},Ana,5\n{0},Ben,0\n"
    content = book.format("6/11" if order == "day-first" else "11/6").encode()

    assert [(fault.kind, len(fault.lines)) for fault in read(content)[0].ambiguous] == [("dates", 4)]
    assert [game["date"] for game in read(content, dates=order)[1]] == days


@pytest.mark.parametrize(
    ("lines", "days"),
    [
        ("Table 1: Ana 25, Ben van Dam 40\nWell done Ben! See you in the Inn at 20, or in 3 weeks", ["09"]),
        ("T1: Ana 25, Ben van Dam 40\n16 January\nAna 25 and then Ben van Dam 40", ["09", "16"]),
        ("Table 1: 1. Ana 25 2. Ben van Dam 40\n1.2.\nT1: Ana 25 / Ben van Dam 40", ["09", "01"]),
    ],
    ids=["talk", "day", "places"],
)
def test_what_stands_around_scores_in_a_chat_is_no_player(lines, days):
    book, found = read(f"9 January 2025\n{lines}\n".encode())

    assert [game["date"][-2:] for game in found] == days
    assert {(*game["players"], *game["totals"]) for game in found} == {("Ana", "Ben van Dam", 25, 40)}
    assert book.faults == []


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("Total: Ana 40, Ben 45, Cem 30\n", "total"),
        ("Ana 5 0 = 15\n", "total"),
        ("[09.01.25, 23:10] Ben: Correction: Ana 5\n", "twice"),
    ],
)
def test_hands_in_a_chat_that_do_not_agree_are_a_fault(more, kind):
    hands = "Ana 25, Ben 0, Cem 5\nAna 0, Ben 40, Cem 10\nAna 15, Ben 0, Cem 15\n"

    book, _ = read(f"[09.01.25, 23:00] Ana: Table 1\n{hands}{more}".encode())
    assert kind in {fault.kind for fault in book.faults}


def test_the_signs_of_an_id_are_kept():
    content = "date,game,hand,player,points\n2025-01-09,_aB-3_x__c_,1,Ana,0\n2025-01-09,_aB-3_x__c_,1,Ben,5\n"

    assert read(content.encode())[1][0]["table"] == "_aB-3_x__c_"


def test_accents_between_consonants_are_those_of_vowels():
    lines = [f"9.1.2025;{name};25" for name in ("Jörg Weiß", "Hélène Lefèvre", "Ana Muñoz")]
    content = "\r\n".join(["Datum;Spieler;Summe", *lines])

    assert read(content.encode("cp1252"))[1][0]["players"] == ["Jörg Weiß", "Hélène Lefèvre", "Ana Muñoz"]


@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman"])
@pytest.mark.parametrize(
    "names",
    [["Élodie Lefèvre", "François Noël", "Anaïs Roy"], ["Siobhán Roy", "Len Roe"]],
    ids=["many", "one"],
)
def test_a_few_accents_are_those_of_one_language(encoding, names):
    content = "\r".join(["Date;Joueur;Total", *(f"9 janvier 2025;{name};25" for name in names)])

    assert read(content.encode(encoding))[1][0]["players"] == names


def test_a_sheet_of_standings_is_no_evening():
    evening = [["Speler", "Totaal"], ["Jan", "25"], ["Piet", "0"]]

    book, games = read(layouts.xlsx({"Stand": evening, "do 9-1-25": evening}))
    assert ([game["date"] for game in games], book.faults, book.left_out) == (["2025-01-09"], [], 3)


@pytest.mark.parametrize(
    ("heads", "codes"),
    [(("Tagszám", "Tagszám"), "5 7"), (("Kürzel", "Spieler"), "ABe MüK"), (("Nr.", "Mitglied"), "9 10")],
)
@pytest.mark.parametrize("name", [["Név"], ["Vorname", "Nachname"]])
def test_codes_that_a_sheet_explains_stand_for_names(heads, codes, name):
    people = [["Ana Berger"], ["Kurt Müller"]] if len(name) < 2 else [["Ana", "Berger"], ["Kurt", "Müller"]]
    first, second = codes.split()
    members = [[heads[0], *name, "Belépett"], [first, *people[0], "2011"], [second, *people[1], "2012"]]
    games = [["Dátum", "Asztal", heads[1], "1.", "2.", "Összesen", "Helyezés"]]
    games += [["9.1.2025", "1", first, "25", "0", "25", "1"], ["", "", second, "0", "40", "40", "2"]]

    book, (game,) = read(layouts.xlsx({"Eredmények": games, "Lista": members}))
    assert (game["players"], game["totals"]) == (["Ana Berger", "Kurt Müller"], [25, 40])
    assert (book.faults, book.who) == ([], ())


@pytest.mark.parametrize("title", [["Speler:", "{}"], ["Naam: {}"], ["Seizoen"]])
@pytest.mark.parametrize("table", [["Tafel"], []])
def test_a_sheet_for_each_player_tells_who_it_is(title, table):
    sheets = {"Overzicht": [["Speler", "Punten"], ["Eva Roy", "45"], ["Jan Bos", "60"]]}
    for name, first, second in (("Eva Roy", ["25", "0"], ["5", "15"]), ("Jan Bos", ["0", "40"], ["20", "0"])):
        place = ["1" for _ in table]
        games = [["9-1-2025", *place, *first], ["16-1-2025", *place, *second]]
        above = [[cell.format(name) for cell in title], [], ["Datum", *table, "1e ronde", "2e ronde"]]
        sheets[name] = [*above, *games, [], ["Totaal"]]

    book, games = read(layouts.xlsx(sheets))
    assert [(game["date"], game["players"], game["totals"]) for game in games] == [
        ("2025-01-09", ["Eva Roy", "Jan Bos"], [25, 40]),
        ("2025-01-16", ["Eva Roy", "Jan Bos"], [20, 20]),
    ]
    assert book.faults == []


def test_a_cover_has_the_year_of_all_sheets():
    heads = ["Hand", "Contract", "Ana", "Ben"]
    evening = [heads, ["1", "2T", "0", "25"], ["2", "T+S", "15", "0"], ["", "Total", "15", "25"]]

    book, (game,) = read(layouts.xlsx({"About": [["Rummy nights 2025"]], "Fri 10 Jan": evening}))
    assert (game["date"], game["hands"], book.faults) == ("2025-01-10", [[0, 25], [15, 0]], [])


def test_a_sheet_for_each_month_needs_only_days():
    heads = ["Giorno", "Tavolo", "Ana", "Ben"]
    sheets = {name: [heads, ["10", "1", "25", "40"]] for name in ("Gennaio 2025", "Febbraio 2025")}

    book, games = read(layouts.xlsx(sheets))
    assert ([game["date"] for game in games], book.faults) == (["2025-01-10", "2025-02-10"], [])


def test_sheets_beside_the_games_are_left_out():
    members = [
        ["Nr.", "Name", "Telefon", "Eintritt"],
        ["1", "Ana", "0170 1 22", "1.2.20"],
        ["2", "Ben", "", ""],
    ]
    numbers = [["Name", "Abende", "Schnitt"], ["Ana", "1", "15"], ["Ben", "1", "25"]]
    evening = [["Datum", "Runde", "Ana", "Ben"], ["9.1.2025", "1", "0", "25"], ["", "2", "15", "0"]]

    book, games = read(layouts.xlsx({"Spiele": evening, "Mitglieder": members, "Zahlen": numbers}))
    assert ([game["totals"] for game in games], book.faults, book.left_out) == ([[15, 25]], [], 6)


@pytest.mark.parametrize(
    ("text", "cell", "rows"),
    [
        (
            "Wed 8 Jan 2025\n;Ana;Ben\n1;0;25\n2;15;0\n\nWed 15 Jan 2025\n;Ana;Ben\n1;0;5\n2;10;0\n\n"
            "Wed 22 Jna 2025\n;Ana;Ben\n1;0;35\n2;20;0\n",
            "Wed 22 Jna 2025",
            (11, 12, 13, 14),
        ),
        ("Player;9.1.2025;30.1.2025;31.2.2025\nAna;25;5;10\nBen;40;15;0\n", "31.2.2025", (1,)),
        ("Thursday 31 April 2025\nAna 25\nBen 40\n", "Thursday 31 April 2025", (1, 2, 3)),
    ],
)
def test_a_day_that_never_was_is_a_fault_for_its_game(text, cell, rows):
    (fault,) = games.read(text.encode(), answers={}).faults

    assert (fault.kind, fault.values, fault.lines) == ("date", {"cell": cell}, rows)


def test_a_row_that_stands_twice_is_a_fault_and_no_second_game():
    rows = "9.1.2025;Ana;0;25\n9.1.2025;Ben;5;0\n9.1.2025;Ben;5;0\n9.1.2025;Cem;10;5\n"
    book = games.read(f"Date;Name;H1;H2\n{rows}".encode(), answers={})

    assert [(fault.kind, fault.lines) for fault in book.faults] == [("twice", (4,))]
    assert [game.totals for game in book.games] == [(25, 5, 15)]


@pytest.mark.parametrize("heads", [("Name", "Summe", "Name", "Summe"), ("Runde", "Ana", "Runde", "Cem")])
def test_a_sheet_of_games_without_their_day_is_a_fault(heads):
    rows = [["1", "0", "5"], ["2", "5", "0"]]
    dated, undated = ([*heads[:2], "Ben"], *rows), ([*heads[2:], "Ben"], *rows)

    book, _ = read(layouts.xlsx({"9.1.2025": [*dated], "Abend 2": [*undated]}))
    assert {fault.kind for fault in book.faults} == {"date"}


def test_a_blank_before_the_first_points_is_no_score():
    content = b"Date;Player;H1;H2\n9.1.2025;Anna;0;5\n;Ben;25;0\n;Cem;;10\n"

    assert read(content)[1][0]["hands"] == [[0, 25, None], [5, 0, 10]]


def test_bg_stats_gives_the_plays_of_one_game():
    plays = [
        {"gameRefId": 7, "playDate": "2025-09-11 20:15:00", "uuid": "a", "playerScores": [
            {"playerRefId": 1, "score": "0+25", "seatOrder": 2},
            {"playerRefId": 3, "score": "", "seatOrder": 3},
            {"playerRefId": 2, "score": "15+0", "seatOrder": 1}]},
        {"gameRefId": 8, "playDate": "2025-09-11 21:15:00", "playerScores": []},
        {"gameRefId": 7, "playDate": "2025-09-12 20:15:00", "ignored": True, "playerScores": []},
    ]  # fmt: skip
    file = {
        "games": [{"id": 7, "name": "Continental Rummy"}, {"id": 8, "name": "Chess"}],
        "players": [{"id": 1, "name": "Anna"}, {"id": 2, "name": "Ben"}, {"id": 3, "name": "Cem"}],
        "plays": plays,
    }

    assert read(json.dumps(file).encode())[1] == [
        {
            "date": "2025-09-11",
            "table": 1,
            "players": ["Ben", "Anna"],
            "hands": [[15, 0], [0, 25]],
            "totals": [15, 25],
            "ended_early": True,
        }
    ]


def _workbook(sheet):
    return layouts.packed(
        {
            "xl/worksheets/sheet1.xml": sheet,
            "[Content_Types].xml": "<Types/>",
            "content.xml": sheet,
        }
    )


TEXTS = [
    "", "Ana", "Ben", "Eva Novak", "Wolf, Jürgen", "Anna 25", "Ben (40)", "T1: Ana 25, Ben 0", "0", "5",
    "25*", "-", "x", "12,5", "25, 0, 40", "3/7", "145 (3)", "16 1/2", "Date", "Table", "Hand", "Player",
    "Points", "Total", "Place", "Dealer", "Summe", "id", "M1", "Hand 2", "2 Sets", "2x3", "fehlt",
    "Season 2025/26", "2025", "Tisch 1", "9.1.2025", "9.1.", "10/2", "10/16", "13/02/25", "9. Januar",
    "Oktober", "9.-10. Januar", "31.2.2025", "45932", "99999999999", "½",
]  # fmt: skip
VALUE = '<table:table-cell table:number-columns-repeated="1000" office:value-type="string"/>'
REPEATED = '<table:table-row table:number-rows-repeated="9999">'
HOSTILE = {
    "a photo": (b"\xff\xd8\xff\xe0\0\x10JFIF\0" * 100, "not-text"),
    "a line of 5 MB": (b"x" * 5_000_000, "not-text"),
    "a damaged workbook": (b"PK\x03\x04" + b"x" * 100, "not-a-workbook"),
    "a workbook of nothing": (layouts.packed({"a": "b"}), "not-a-workbook"),
    "a bomb": (layouts.packed({"xl/worksheets/sheet1.xml": " " * (65 << 20)}), "too-large"),
    "a cell far out": (_workbook('<c r="A1"/><c r="XFD1048576"/>'), "too-large"),
    "a cell that hides where it is": (_workbook('<c r="&#88;FD1048576"/>'), "too-large"),
    "repeated cells": (_workbook(f"<table:table >{REPEATED}{VALUE}"), "too-large"),
    "a long text in many cells": (_workbook(f'<t>{"x" * 40_000}</t>' + '<c r="Z9999"/>'), "too-large"),
}  # fmt: skip


@pytest.mark.parametrize("kind", HOSTILE)
def test_what_is_no_table_is_refused_for_one_reason(kind):
    content, reason = HOSTILE[kind]

    with pytest.raises(ImportRefused) as refused:
        read(content)
    assert [fault.kind for fault in refused.value.faults] == [reason]


@given(st.lists(st.lists(st.sampled_from(TEXTS), min_size=1, max_size=7), min_size=1, max_size=9))
@example([["Season 2025/26"], ["Date", "Player", "Total"], ["10/16", "Ana", "5"]])
@example([["2 Sets"], ["id", "Cem", "5", "7", "Summe"], ["Datum"], ["Eva"]])
@example([["Player", "Ben", "T1: Ana 25, Ben 0"], ["Dealer", "Ben", "M1"]])
def test_whatever_texts_a_table_has_it_is_read_or_refused(rows):
    with suppress(ImportRefused):
        games.read("\n".join(map("\t".join, rows)).encode(), answers={})


def test_a_formula_is_no_points():
    content = b"date,player,total\n2025-09-11,Anna,=1+1\n2025-09-11,Ben,5\n"

    assert [(fault.kind, fault.lines) for fault in read(content)[0].faults] == [("points", (2,))]
