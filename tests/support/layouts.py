"""Writes made-up score books in the layouts that clubs have, as texts and as workbooks."""

import io
import zipfile
from xml.sax.saxutils import escape

MONTHS = (
    *("Januar", "Februar", "März", "April", "Mai", "Juni"),
    *("Juli", "August", "September", "Oktober", "November", "Dezember"),
)
DATES = {
    "iso": "{y:04}-{m:02}-{d:02}",
    "german": "{d:02}.{m:02}.{y:04}",
    "short": "{d}.{m}.{yy:02}",
    "british": "{d:02}/{m:02}/{y:04}",
    "american": "{m}/{d}/{y:04}",
    "words": "{d}. {month} {y:04}",
    "spreadsheet": "{y:04}-{m:02}-{d:02} 00:00:00",
}


def written(day, style):
    """Write a day as people do."""
    return DATES[style].format(
        y=day.year, yy=day.year % 100, m=day.month, d=day.day, month=MONTHS[day.month - 1]
    )


def score_rows(games, *, day, points=str):
    yield ["Datum", "Tisch", "Runde", "Name", "Punkte"]
    for game in games:
        for number, hand in enumerate(game["hands"], 1):
            for name, score in zip(game["players"], hand, strict=True):
                yield [day(game["date"]), str(game["table"]), str(number), name, points(score)]


def player_rows(games, *, day, points=str, sums=True):
    """A row for each player of a game, which holds its date and table in the first one only."""
    hands = max(len(game["hands"]) for game in games)
    yield ["Date", "Table", "Player", *(f"H{number}" for number in range(1, hands + 1)), *["Total"] * sums]
    for game in games:
        for seat, name in enumerate(game["players"]):
            first = [day(game["date"]), str(game["table"])] if seat == 0 else ["", ""]
            scores = [points(hand[seat]) for hand in game["hands"]]
            total = [str(game["totals"][seat])] * sums
            yield [*first, name, *scores, *[""] * (hands - len(scores)), *total]


def player_columns(games, *, day, points=str):
    names = sorted({name for game in games for name in game["players"]})
    yield ["Datum", "Tisch", "Spiel", *names]
    for game in games:
        for number, hand in enumerate(game["hands"], 1):
            scores = dict(zip(game["players"], map(points, hand), strict=True))
            yield [
                day(game["date"]),
                str(game["table"]),
                f"{number}. Spiel",
                *(scores.get(n, "") for n in names),
            ]


def running_rows(games, *, day, points=str):
    for row in player_rows(games, day=day, points=int, sums=False):
        scores = row[3:]
        if scores[0] != "H1":
            scores = [str(sum(scores[: n + 1])) if cell != "" else "" for n, cell in enumerate(scores)]
        yield [*row[:3], *scores]


def total_rows(games, *, day, points=str):
    yield ["Abend", "Tisch", "Spieler", "Ergebnis", "Platz"]
    for game in games:
        for seat, name in enumerate(game["players"]):
            place = 1 + sum(total < game["totals"][seat] for total in game["totals"])
            yield [day(game["date"]), str(game["table"]), name, points(game["totals"][seat]), f"{place}."]


def total_pairs(games, *, day, points=str):
    most = max(len(game["players"]) for game in games)
    yield ["Date", "Table", *(head for n in range(1, most + 1) for head in (f"Player {n}", f"Points {n}"))]
    for game in games:
        pairs = zip(game["players"], map(points, game["totals"]), strict=True)
        yield [day(game["date"]), str(game["table"]), *(cell for pair in pairs for cell in pair)]


def evening(games, *, day, points=str):
    """One evening: a title, and below it a block for each table."""
    yield [f"Clubabend {day(games[0]['date'])}"]
    for game in games:
        yield []
        yield [f"Tisch {game['table']}"]
        yield ["Hand", *game["players"]]
        for number, hand in enumerate(game["hands"], 1):
            yield [str(number), *map(points, hand)]
        yield ["Summe", *map(str, game["totals"])]


def chat(games, *, day, points=str):
    for game in games:
        scores = [f"{n} {t}" for n, t in zip(game["players"], game["totals"], strict=True)]
        yield [f"[{day(game['date'])}, 22:14:05] Olga: Tisch {game['table']}: {', '.join(scores)}"]


LAYOUTS = (score_rows, player_rows, player_columns, running_rows, total_rows, total_pairs, evening, chat)


def as_text(rows, *, sign=";", end="\r\n"):
    def quoted(cell):
        return '"{}"'.format(cell.replace('"', '""')) if sign in cell or '"' in cell else cell

    return end.join(sign.join(map(quoted, row)) for row in rows) + end


def xlsx(sheets):
    """A workbook of these sheets by name, with texts and numbers in their cells."""
    names = "".join(
        f'<sheet name="{escape(name)}" sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(sheets, 1)
    )
    kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    space = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    links = "".join(
        f'<Relationship Id="r{n}" Type="{kind}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(sheets) + 1)
    )
    relations = "http://schemas.openxmlformats.org/package/2006/relationships"
    main = f'<Relationship Id="r1" Type="{kind}/officeDocument" Target="xl/workbook.xml"/>'
    files = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{relations}">{main}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{space}" xmlns:r="{kind}"><sheets>{names}</sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{relations}">{links}</Relationships>',
    }
    for number, rows in enumerate(sheets.values(), 1):
        cells = "".join(_xlsx_row(n, row) for n, row in enumerate(rows, 1))
        files[f"xl/worksheets/sheet{number}.xml"] = (
            f'<worksheet xmlns="{space}"><sheetData>{cells}</sheetData></worksheet>'
        )
    return packed(files)


def _xlsx_row(number, row):
    cells = "".join(
        f'<c r="{chr(65 + place)}{number}"><v>{cell}</v></c>'
        if cell.isdigit()
        else f'<c r="{chr(65 + place)}{number}" t="inlineStr"><is><t>{escape(cell)}</t></is></c>'
        for place, cell in enumerate(row)
        if cell
    )
    return f'<row r="{number}">{cells}</row>'


def ods(sheets, *, empty_rows=1_000_000):
    """An OpenDocument workbook; as LibreOffice does, it ends in a million empty rows."""
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    filler = '<table:table-cell table:number-columns-repeated="16384"/>'
    body = "".join(
        f'<table:table table:name="{escape(name)}">'
        + "".join(
            f"<table:table-row>{''.join(cell.format(escape(c)) for c in row)}{filler}</table:table-row>"
            for row in rows
        )
        + f'<table:table-row table:number-rows-repeated="{empty_rows}">{filler}</table:table-row>'
        + "</table:table>"
        for name, rows in sheets.items()
    )
    space = "urn:oasis:names:tc:opendocument:xmlns"
    content = (
        f'<office:document-content xmlns:office="{space}:office:1.0" xmlns:table="{space}:table:1.0"'
        f' xmlns:text="{space}:text:1.0"><office:body><office:spreadsheet>{body}'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    return packed({"mimetype": kind, "META-INF/manifest.xml": manifest, "content.xml": content})


def packed(files):
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return content.getvalue()
