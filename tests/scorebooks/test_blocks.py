"""Blocks of games that prove themselves, under headings that nobody knows."""

from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorekeeper.scorebooks import games
from tests.support import layouts

NAMES = ("Anna Berger", "Bernd Huber", "Cem Kaya", "Dora Lang", "Eva Maier", "Finn Novak")
FIRST = date(2025, 9, 11)


def read(text):
    book = games.read(text.encode(), answers={})
    assert (book.faults, book.ambiguous, book.who) == ([], [], ())
    return [
        (game.evening.day.isoformat(), dict(zip(game.players, points(game), strict=True)))
        for game in book.games
    ]


def points(game):
    return [[hand[seat].points for hand in game.hands if seat in hand] for seat in range(len(game.players))]


def evenings(chance):
    """One to three games, each of four to six players, with a nought in each hand."""
    played = {}
    for week in range(chance.randint(1, 3)):
        names = chance.sample(NAMES, chance.randint(4, 6))
        hands = [[5 * chance.randint(1, 40) for _ in names] for _ in range(chance.randint(4, 7))]
        for hand in hands:
            hand[chance.randrange(len(names))] = 0
        day = (FIRST + timedelta(days=7 * week)).isoformat()
        played[day] = dict(zip(names, map(list, zip(*hands, strict=True)), strict=True))
    return played


@given(
    seed=st.integers(0, 10**6),
    across=st.booleans(),
    sums=st.booleans(),
    running=st.booleans(),
    places=st.booleans(),
    before=st.booleans(),
    nought=st.sampled_from(["0", "x", "–", "*"]),
)
def test_no_heading_is_needed(seed, across, sums, running, places, before, nought):
    played, rows = evenings(Random(seed)), []
    for day, players in played.items():
        lines = []
        for hand in range(len(next(iter(players.values())))):
            own = [its[hand] for its in players.values()]
            so_far = [sum(its[: hand + 1]) for its in players.values()]
            lines.append(
                [
                    f"Qwx {hand + 1}",
                    *(map(str, so_far) if running else (str(n) if n else nought for n in own)),
                ]
            )
        totals = [sum(its) for its in players.values()]
        added = [["Zzk", *map(str, totals)]] * sums
        lines = [*added, *lines] if before and not running else [*lines, *added]
        lines += [["Vrk", *(str(1 + sum(other < total for other in totals)) for total in totals)]] * places
        block = [["", *players], *lines]
        rows += [[day], *(block if across else map(list, zip(*block, strict=True))), []]

    assert read(layouts.as_text(rows)) == [*played.items()]


EVENING = [("2025-09-11", {"Eva": [0, 20, 0], "Jan": [25, 0, 40], "Petr": [10, 15, 5]})]
BOOKS = {
    "averages below the sums, a winner behind each hand": (
        "Datum;11.9.2025;Stůl;1\nHra;Eva;Jan;Petr;Vítěz hry\n1;–;25;10;Eva\n2;20;–;15;Jan\n3;–;40;5;Eva\n"
        "Celkem;20;65;30;\nPrůměr;6,67;21,67;10;\n",
        EVENING,
    ),
    "sums and places before the hands, a word for who went out": (
        "11.9.2025\nHra;Eva;Jan;Petr\nCelkem;20;65;30\nMísto;1;3;2\n1;fertig;25;10\n2;20;fertig;15\n3;fertig;40;5\n",
        EVENING,
    ),
    "averages that are whole, cards and a place beside the sums": (
        "Datum;Tisch-Nr.;Hráč;Karty;1;2;3;Celkem;Průměr;Místo\n11.9.2025;1;Eva;7;0;20;0;20;20;1\n"
        ";;Jan;7;25;0!;40;65;30;3\n;;Petr;7;10;15;5;30;10;2\n",
        EVENING,
    ),
    "totals so far, an end, places": (
        "Tisch 1 – 11.9.2025\nStand nach;Eva;Jan;Petr\n1. Spiel;0;25;10\n2. Spiel;20;25;25\n"
        "3. Spiel;20;65;30\nEndstand;20;65;30\nPlatz;1;3;2\n",
        EVENING,
    ),
    "points and totals so far side by side": (
        "Day;Spot;Who;Hand 1;;Hand 2;;Hand 3;\n;;;pts;cum;pts;cum;pts;cum\n11 Sep 2025;1;Eva;x;0;20;20;x;20\n"
        ";;Jan;25;25;x;25;40;65\n;;Petr;10;10;15;25;5;30\n;;Sub-total;35;35;35;70;45;115\n",
        EVENING,
    ),
    "a half-way row and emphasis in Markdown": (
        "## 11 September 2025\n\n| | Eva | Jan | Petr |\n|:--|--:|--:|--:|\n| 1 | x | 25 | 10 |\n"
        "| 2 | 20 | x | 15 |\n| *after 2* | *20* | *25* | *25* |\n| 3 | x | 40 | 5 |\n"
        "| **Total** | **20** 🏆 | **65** | **30** |\n",
        EVENING,
    ),
    "one day above two tables": (
        "11.9.2025;;;;18.9.2025\nXy;;;;Xy\n;Eva;Jan;;;Eva;Jan\n1;0;5;;1;5;0\n2;10;0;;2;0;15\n3;0;5;;3;5;0\n\n"
        ";Ben;Cem\n1;0;5\n2;20;0\n3;0;5\n",
        [
            ("2025-09-11", {"Eva": [0, 10, 0], "Jan": [5, 0, 5]}),
            ("2025-09-11", {"Ben": [0, 20, 0], "Cem": [5, 0, 5]}),
            ("2025-09-18", {"Eva": [5, 0, 5], "Jan": [0, 15, 0]}),
        ],
    ),
    "names above points and totals so far": (
        "11.9.2025\n;Eva;;Jan;;Petr;\n;Pkt;Stand;Pkt;Stand;Pkt;Stand\n1;0;0;25;25;10;10\n2;20;20;0;25;15;25\n"
        "3;0;20;40;65;5;30\n",
        EVENING,
    ),
    "games side by side without a gap, codes beside their names": (
        "E;Eva Maier\nJ;Jan Novak\n\n;11.9.2025;;18.9.2025;\n;Table 1;;Table 1;\n;E;J;J;E\n"
        "1;0;5;5;0\n2;10;0;0;15\n3;0;5;5;0\nSum;10;10;10;15\n",
        [
            ("2025-09-11", {"Eva Maier": [0, 10, 0], "Jan Novak": [5, 0, 5]}),
            ("2025-09-18", {"Jan Novak": [5, 0, 5], "Eva Maier": [0, 15, 0]}),
        ],
    ),
    "a word for who was not there, beside days over several rows": (
        "11.9.2025;Eva;0;20;0\n;Jan;25;0;40\n;Petr;10;15;5\n18.9.2025;Eva;0;5;0\n;Jan;nieob.;;\n;Petr;5;0;15\n",
        [*EVENING, ("2025-09-18", {"Eva": [0, 5, 0], "Petr": [5, 0, 15]})],
    ),
    "places between hands and sums, the next game below them without a gap": (
        "11.9.2025\nTable 1\nQx;Eva;Jan;Petr\n1;*;25;10\n2;20;*;15\n3;___;40;5\nPlace;1.;3.;2.\nZk;20;65;30\n"
        "18.9.2025\nTable 1\nQx;Eva;Jan\n1;*;5\n2;15;*\nPlace;2.;1.\nZk;15;5\n",
        [*EVENING, ("2025-09-18", {"Eva": [0, 15], "Jan": [5, 0]})],
    ),
    "places, and how often each went out, behind hands without sums": (
        "11.9.2025\nDate;Qa;Qb;Qc;Zk;Vr;Xh\nEva;0;20;0;;1;2\nJan;25;0;40;;3;1\nPetr;10;15;5;;2;0\n",
        EVENING,
    ),
    "a word for who was not there, beside a day in each row": (
        "11.9.2025;Eva;0;20;0\n11.9.2025;Jan;25;0;40\n11.9.2025;Petr;10;15;5\n"
        "18.9.2025;Eva;0;5;0\n18.9.2025;Jan;nieob.;;\n18.9.2025;Petr;5;0;15\n",
        [*EVENING, ("2025-09-18", {"Eva": [0, 5, 0], "Petr": [5, 0, 15]})],
    ),
    "what was carried over, below the sum of numbered hands": (
        "11.9.2025\nHra;Eva;Jan;Petr\n1;0;25;10\n2;20;0;15\n3;0;40;5\nZk;20;65;30\nPx;210;300;185\nSt;230;365;215\n",
        EVENING,
    ),
    "a note with a number below numbered hands without sums": (
        "11.9.2025\nHra;Eva;Jan;Petr\n1;0;25;10\n2;20;0;15\n3;0;40;5\nUx;;150;\n",
        EVENING,
    ),
    "two hands alike": (
        "11.9.2025\n;Eva;Jan;Petr\n1;0;25;10\n2;0;25;10\n3;5;0;15\nSum;5;50;35\n",
        [("2025-09-11", {"Eva": [0, 0, 5], "Jan": [25, 25, 0], "Petr": [10, 10, 15]})],
    ),
    "who is in two tables of a day": (
        "11.9.2025;T1;Eva;0;20;0;20\n;;Jan;25;0;40;65\n;;Petr;10;15;5;30\n;;Zwischensumme;35;35;45;115\n"
        ";T2;Ann;0;5;0;5\n;;Ben;5;0;5;10\n;;Zwischensumme;5;5;5;15\n",
        [*EVENING, ("2025-09-11", {"Ann": [0, 5, 0], "Ben": [5, 0, 5]})],
    ),
}


@pytest.mark.parametrize("kind", BOOKS)
def test_blocks_as_clubs_have_them(kind):
    text, expected = BOOKS[kind]

    assert sorted(read(text), key=str) == sorted(expected, key=str)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("11.9.2025\n;Eva;Jan;Petr\n1;0;25;10\n2;20;0;15\n3;0;45;5\nZzk;20;65;30\nVrk;6,7;21,7;10\n", "Jan"),
        ("11.9.2025\n;1;2;3;Zzk\nEva;0;20;0;20\nJan;25;0;40;65\nPetr;10;15;5;35\n", "Petr"),
        ("11.9.2025\n;Ola;Dag;Per\n1;0;25;10\n2;20;0;15\n3;5;40;0\nSum;25;65;25\n", None),
        ("11.9.2025\n;Ola;Ina;Dag\n1;0;25;10\n2;20;0;15\n3;5;40;0\nSum;25;65;25\n", None),
    ],
)
def test_a_number_that_is_wrong_and_a_player_called_like_a_heading_are_faults(text, name):
    faults = games.read(text.encode(), answers={}).faults

    assert faults
    assert name is None or [(fault.kind, fault.values["name"]) for fault in faults] == [("total", name)]


def test_a_wrong_number_in_a_sheet_loses_no_game():
    sheets = {
        month: [line.split(",") for line in ("Thu 4.", ",Eva,Jan,Petr", "1,0,5,10", "2,10,0,5", sums)]
        for month, sums in {"January 2025": "Sum,10,5,15", "February 2025": "Sum,10,6,15"}.items()
    }
    rows = [["Date", "Table", "Player", "a", "b", "Sum"], ["2025-07-03", "1", "Eva", "0", "5", "5"]]
    rows += [["2025-07-03", "1", "Jan", "5", "0", "5"], ["2025-07-03", "1", "Petr", "10", "10", "20"]]

    book = games.read(layouts.xlsx(sheets | {"New way": rows}), answers={})

    assert [(fault.kind, *map(str, fault.lines)) for fault in book.faults] == [("total", "February 2025!2")]
    assert [game.evening.day.month for game in book.games] == [1, 2, 7]


@pytest.mark.parametrize("heads", [("Hand", "Total"), ("Qwx", "Zzk")])
def test_a_total_so_far_that_falls_is_a_fault(heads):
    hand, total = heads
    game = "{}\n;Eva;Jan;Petr;Ida\n" + f"{hand} 1;0;5;10;20\n{hand} 2;15;5;{{}};30\n{hand} 3;35;25;25;30\n"
    game += f"{hand} 4;45;55;25;60\n{total};45;55;25;60\n\n"
    book = games.read((game.format("11.9.2025", 25) + game.format("18.9.2025", 35)).encode(), answers={})

    assert [(fault.kind, fault.values) for fault in book.faults] == [
        ("falls", {"name": "Petr", "last": 35, "points": 25})
    ]
    assert [each.totals for each in book.games] == [(45, 55, 25, 60)] * 2


def test_a_sheet_that_nobody_understands_is_a_fault_beside_those_that_prove_themselves():
    game = [row.split(",") for row in ("Thu 4.", ",Eva,Jan,Petr", "1,0,5,10", "2,10,0,5", "3,0,5,5")]
    rows = ("When,Who,a,b,c", "4.3.2025,Eva,0,15,5", "4.3.2025,Jan,5,20,0")
    odd = [row.split(",") for row in rows]
    sheets = {"January 2025": game, "March": odd}

    book = games.read(layouts.xlsx(sheets), answers={})

    assert [(fault.kind, *map(str, fault.lines)) for fault in book.faults] == [("no-scores", "March!1")]
    assert len(book.games) == 1


def test_a_game_that_proves_nothing_is_a_fault_beside_those_that_do():
    game = "{}\n;Qwx 1;Qwx 2;Qwx 3\nEva;0;15;5\nJan;5;0;10\nPetr;10;{};{}\n\n"
    text = game.format("11.9.2025", 5, 0) + game.format("18.9.2025", 5, 5)

    book = games.read(text.encode(), answers={})

    assert [(fault.kind, fault.lines) for fault in book.faults] == [("unknown", (9, 10, 11))]
    assert [each.totals for each in book.games] == [(20, 15, 15)]


@pytest.mark.parametrize(
    ("rows", "totals"),
    [
        # The last hand is nearly the sum of the others.
        ("Qwx 1;0;10;5/Qwx 2;15;0;10/Qwx 3;15;10;0", (30, 20, 15)),
        # The second hand is the first.
        ("Hand 1;0;10;5/Hand 2;0;10;5/Hand 3;5;0;10", (5, 20, 20)),
        # Minus points with totals are no totals so far.
        ("Hand 1;0;-20;-5/Hand 2;-15;0;-10/Hand 3;-5;-10;0/Total;-20;-30;-15", (-20, -30, -15)),
        # A unit of one letter.
        ("Hand 1;0b.;10b.;5b./Hand 2;5b.;0b.;10b./Total;5b.;10b.;15b.", (5, 10, 15)),
    ],
)
@pytest.mark.parametrize("is_turned", [False, True])
def test_what_adds_up_by_chance_loses_nothing(rows, totals, is_turned):
    lines = [["", "Eva", "Jan", "Petr"], *(row.split(";") for row in rows.split("/"))]
    lines = [*zip(*lines, strict=True)] if is_turned else lines
    text = "3.9.2025\n" + "".join(";".join(line) + "\n" for line in lines)

    book = games.read(text.encode(), answers={})

    assert ([game.totals for game in book.games], book.faults) == ([totals], [])


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize(("hand", "word"), [(1, "ill"), (3, "30 or 13?")])
def test_a_game_with_a_word_in_the_place_of_points_is_a_fault(is_turned, hand, word):
    hands = ["0 10 5", "15 30 5", "15 45 35", "45 45 35", "45 65 50", "60 65 60"]
    text = ""
    for day in ("3.9.2025", "10.9.2025"):
        lines = [
            ["", "Eva", "Jan", "Petr"],
            *([f"Qx {n}", *its.split()] for n, its in enumerate(hands, start=1)),
        ]
        lines[hand][2] = lines[hand][2] if text else word
        text += (
            f"{day}\n"
            + "".join("\t".join(line) + "\n" for line in (zip(*lines, strict=True) if is_turned else lines))
            + "\n"
        )

    book = games.read(text.encode(), answers={})

    bad = {line for fault in book.faults for line in fault.lines}
    whole = [game for game in book.games if bad.isdisjoint(game.evening.rows)]
    assert [game.totals for game in whole] == [(60, 65, 60)]
    assert bad


@pytest.mark.parametrize("is_turned", [False, True])
def test_who_once_has_as_much_as_all_others_plays_elsewhere_too(is_turned):
    plays = {
        "3.9.2025": ("Qx;0;10;5", "Qx;15;0;20", "Qx;25;5;0", "Zzk;40;15;25"),
        "10.9.2025": ("Qx;0;10;10", "Qx;15;0;15", "Qx;5;0;5", "Zzk;20;10;30"),
    }
    text = ""
    for day, rows in plays.items():
        lines = [["", "Eva", "Jan", "Petr"], *(row.split(";") for row in rows)]
        lines = [*zip(*lines, strict=True)] if is_turned else lines
        text += f"{day}\n" + "".join(";".join(line) + "\n" for line in lines) + "\n"

    book = games.read(text.encode(), answers={})

    assert [game.totals for game in book.games] == [(40, 15, 25), (20, 10, 30)]
    assert book.faults == []


def test_what_was_read_by_its_numbers_and_sheets_without_games_are_told():
    game = [["Thu 4."], ["Eva", "0", "10", "0"], ["Jan", "5", "0", "5"], ["Petr", "10", "5", "5"]]
    book = games.read(
        layouts.xlsx({"January 2025": game, "Phones": [["Eva", "0170 1"]], "February 2025": game}), answers={}
    )

    assert (book.is_proven, book.without_games, len(book.games)) == (True, ("Phones",), 2)


@pytest.mark.parametrize("title", [[], [["stůl 2"]]])
def test_the_day_of_a_sheet_of_a_month(title):
    rows = [["čt 4."], *title, ["hra", "Eva", "Jan"], ["1", "0", "5"], ["2", "10", "0"], ["3", "0", "5"]]

    book = games.read(layouts.xlsx({"Září 2025": rows, "Říjen 2025": rows}), answers={})

    assert [game.evening.day.isoformat() for game in book.games] == ["2025-09-04", "2025-10-04"]


def test_a_sentence_with_points_is_not_passed_over():
    table = "11.9.2025\n;Eva;Jan\n1;0;5\n2;10;0\n3;0;5\n\n"

    book = games.read(f"{table}18.9.2025\n- Eva had 0, 5, 10, which makes 15.\n".encode(), answers={})

    assert [(fault.kind, fault.lines) for fault in book.faults] == [("points", (8,))]


@pytest.mark.parametrize(
    "text",
    [
        # A total of a second evening is no block: nothing may be lost.
        "11.9.2025\n;Eva;Jan\n1;0;5\n2;10;0\n3;0;5\n\n18.9.2025\n;Eva;Jan\nSum;90;85\n",
        # Nor are evenings hands.
        "Name;11.9.2025;18.9.2025;25.9.2025;Sum\nEva;0;20;15;35\nJan;25;0;40;65\nPetr;10;15;0;25\n",
    ],
)
def test_what_proves_nothing_is_not_lost(text):
    book = games.read(text.encode(), answers={})

    assert book.faults or {game.evening.day.day for game in book.games} == {11, 18, 25}
