"""What a cell of an old score book can mean: a heading, a date, points, the number of a hand.

The tables of words are those of the languages in which clubs are likely to keep their books. They read files,
and are no part of the product's own sentences.
"""

import re
from collections.abc import Iterable, Mapping, Set
from contextlib import suppress
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from babel.dates import get_day_names, get_month_names

from scorekeeper.rules.names import folded
from scorekeeper.rules.score_forms import Exact, exact

_HEADS: Final = {
    "date": "date day datum tag fecha dia data giorno jour dato dag den termin spieltag paiva pvm tarih",
    "id": "gameid",
    "game": "game spiel partie partita partida partia juego jeu spel spil hra gra match potje",
    "table": "table tbl tab tisch tavolo mesa tafel stol stolu stolik stul bord asztal masa"
    " tischnummer tischnr tablenumber group gruppe groupe grupo gruppo groep grupp skupina",
    "hand": "hand round deal runde mano manche main donne giro ronde kolo rozdani rozdanie rozdaniu geben"
    " ronda rodada mao tour vuelta volta"
    " hands kor el jako giv runda rozd delning utdelning omgang osztas leosztas tur krug ruka durchgang"
    " contract contrat contratto contrato kontrakt vertrag",
    "player": "player name spieler spielerin mitglied joueur jugador jugadora giocatore speler hrac gracz"
    " nom nombre nome naam namn navn jmeno jogador mitgl member players spelare jatekos oyuncu"
    " pelaaja spiller nev nimi isim socio membre medlem clen members mitglieder membres leden"
    " medlemmar tagok socios clenove hraci igrac mitspieler who wer kdo kto qui quien wie chi vem",
    "first name": "vorname prenom firstname givenname voornaam jmenokrestni imie",
    "family name": "nachname familienname surname lastname familyname cognome apellido prijmeni",
    "points": "points point punkte punkt pkt pts ptn pnt pt score scores puntos punti pontos body punkty"
    " punten poang pont puan pisteet puncte bodovi tocke pontuacao puntuacion puntaje punteggio",
    "total": "total totals final summe sum gesamt gesamtpunkte endstand totale somme suma totaal celkem razem"
    " ergebnis result endergebnis soucet summa osszesen toplam summen totaux check kontrolle"
    " yhteensa ialt spolu ukupno skupaj kokku tot ttl ges Σ",
    "penalty": "minuspunkte strafpunkte schlechtpunkte penaltypoints strafpunten trestnebody strafpoang"
    " strafpoint straffpoeng penalty penalties penalizacion penalita penalites penalidades rosszpont miese"
    " hibapont kaznenibodovi punktykarne cezapuani virhepisteet penalizare karapont",
    "place": "place rank platz rang position pos placement posto posicion plaats poradi miejsce stand lugar"
    " platzpunkte placepoints platzierung placering placeringspoang classement classifica finish rangliste"
    " tabela stav serietabell tabelle tabell general jahreswertung saisonwertung jahresrangliste"
    " ranking standings leaguetable clasificacion puesto klasyfikacja klassement zebricek gesamtwertung"
    " miesto mjesto poradie"
    " sija sijoitus sira derece plass helyezes statistik statistics statistiques statistika statistiky",
    "dealer": "dealer geber donneur repartidor mazziere deler",
    "out": "out aus ausgemacht wentout sorti gickut raus fertig klaar finito ferme chiuso zavrel hotovo"
    " koniec gemacht geschlossen schluss finished closed cerrado wyszedl wyszla skonczyl skonczyla"
    " uzavrel dohral fini uit cerro termino salio uscito klart slut ude kesz valmis",
    "posted": "posted gavenoscore",
    "held": "held pointsheld",
    "counts": "counts",
    "": "season saison night abend stagione temporada nr no number remark remarks note notes bemerkung"
    " bemerkungen winner sieger gewinner zwyciezca vitez ganador vincitore winnaar"
    " vainqueur vencedor comment handsplayed handswon percent prozent opmerking observaciones"
    " aanwezig anwesend present avond soiree serata vecer wieczor kvall aften ilta"
    " evening best beste running progr progressivo cumul zwischenstand"
    " card cards karte karten cartes carte cartas kaarten karty minuten minutes duration dauer"
    " joker jokers weekday wochentag sitz seat sitzplatz stuhl id playerid memberid",
}
# Only tables of a season have these.
_STATISTICS: Final = (
    "average avg schnitt durchschnitt moyenne media gem gemiddelde prumer srednia snitt atlag ortalama medel"
    " gemiddeld keskiarvo Ø attendance presenze presences asistencias teilnahmen ucast games"
    " gamesplayed played spiele partidas parties hry pocether wins siege"
)
_MEANING_OF: Final = {word: meaning for meaning, words in _HEADS.items() for word in words.split()} | (
    dict.fromkeys(_STATISTICS.split(), "")
)
# Words for sums that others are made of: "Zwischensumme", "Gesamtstand"; the longest begin no names.
_SUMS: Final = tuple(word for word in _HEADS["total"].split() if len(word) > 4 and word != "final")
_LONG_SUMS: Final = tuple(word for word in _SUMS if len(word) > 5)
_NAME_AND_WORD: Final = re.compile(r"(.+?)[\s:,–-]+([^\W\d_]+)")
# Where two have one word for two months, the later one counts: "listopad".
_LANGUAGES: Final = "hr sl et lv lt en de de_AT fr es it nl cs pl pt sk sv da nb fi hu ro tr"
_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBERED: Final = re.compile(r"(\D*?)[\s.:#-]*(\d{1,3})[.ªº°]?|(\d{1,3})[^\W\d]{0,2}°?[.\s]+(\D+)")
# With one of these a heading of players is none of names: "Member no.".
NUMBER_OF: Final = "no nr number nummer num cislo numer numero numara szam"
# Words that a heading may have beside those that say what it is.
_BESIDE: Final = (
    f"{NUMBER_OF} name of the der des du de after nach apres po na general jouees"
    " n c sz u za fur for pour which welcher grand"
)
_APART: Final = re.compile(r"[\s/?_–-]+")
_YEAR_FIRST: Final = re.compile(r"(\d{4})([-./ ])(\d{1,2})\2(\d{1,2})(?!\d)")
_YEAR_LAST: Final = re.compile(
    r"(?<!\d)(\d{1,2})(\. ?|[-/])(\d{1,2})(?:\2|\. ?| (?=\d{4}))(\d{4}|\d{2})(?!\d)"
)
_SLASHED: Final = re.compile(r"\d{1,2}/\d{1,2}")
_MONTH_AND_DAY: Final = re.compile(r"(?:[^\W\d_]{2,}[.,]* )?([^\W\d_]{3,})\.? (\d{1,2})(?:st|nd|rd|th)?")
# As `with_year` writes it: the day tells which of the two years it is, in each order.
_IN_SEASON: Final = re.compile(r"(?<!\d)(\d\d)/(\d\d)\. (\d{4})/\d\d(?!\d)")
# Wherever a word stands beside a day and a year: only some of the words are months.
_NAMED: Final = re.compile(
    r"(?<![^\W_])(?=(?:(\d{1,2})(?:st|nd|rd|th|er|º|°)?[\s.-]*(?:de )?([^\W\d_]{3,})"
    r"|([^\W\d_]{3,})[\s.]*(\d{1,2})(?:st|nd|rd|th)?(?!\d))"
    r"[\s.,-]+(?:de )?(\d{4}|\d{2}(?!,? \d{4}))(?!\d))"
)
_YEAR_NAMED: Final = re.compile(r"(?<!\d)(\d{4})\. ([^\W\d_]{3,})[. ]+(\d{1,2})(?!\d)")
# An evening until after midnight has the day on which it began: "9.-10. January".
_RANGE: Final = re.compile(
    r"([^\W\d_]*\.? ?)(?<![\d./-])(\d{1,2})(\.?)(\d{1,2}\.)?\s?[-–/]\s?(\d{1,2})"
    r"(?(4)\.\d{1,2}\.(?=\s?\d)|(?:\.(?=\d)|\.?(?=,? ?[^\W\d_]|, ?\d{4})))"
)
_DAY_ALONE: Final = re.compile(r"([^\W\d_]{2,12})\.?,? (\d{1,2})\.?")
_ROMAN: Final = re.compile(r"(?<!\d)(\d{1,2})[. ]+(I{1,3}|I?V|VI{1,3}|I?X|XI{1,2})[. ]+(?=\d{4})")
_ROMANS: Final = "I II III IV V VI VII VIII IX X XI XII"
_TOGETHER: Final = re.compile(r"(?:20|19)\d{6}")
_SERIAL: Final = re.compile(r"([2-6]\d{4})(?:\.\d+)?")
_NO_YEAR: Final = re.compile(
    r"(?:^|[^\W\d_]{2,}[.,]* |[,:] ?)"
    r"(\d{1,2}(?:\. ?(?:0?[1-9]|1[0-2])|(?:st|nd|rd|th)?\.? ?[^\W\d_]{3,})|\d\d/\d\d)\.?"
    r"(?=$|(?: ?[-–—,:|])? \(?[^\W\d_]+\.? ?\d\)?$|(?:,|,? [^\w\s.,])[^\d]+$|(?<=\.):? [^\W\d_])"
)
SEASON: Final = re.compile(r"(?<!\d)(20\d\d)(?:(?: ?[/–-] ?(?:20)?|\D{1,30}20)(\d\d))?(?!\d)")
_EPOCH: Final = date(1899, 12, 30)
_TIME: Final = re.compile(r"[T ,]+\d{1,2}:\d{2}(?::\d{2})?(?:\.\d+)?(?: ?[AaPp][Mm])?Z?\b")
_LONGEST_DATE: Final = 80
_LONGEST_WORD: Final = 60
MOST_POINTS: Final = 1_000_000
MOST_GAMES: Final = 3  # Whole ones beside each other, of an evening.
NOTHING: Final = frozenset({"", "-", "–", "—", "−", ".", "/"})
_ABSENT: Final = (
    "abs absent ausente assente afwezig fehlt abwesend left gone"
    " entschuldigt excused nothere novino poissa chybel omluven nieobecny"
)
_POINTS: Final = re.compile(
    r"(?i)([+\-−]?)(\d+(?:[.,'’ \u00a0\u2009\u202f]\d{3})*)([.,]\d+)?(?: (\d/[1-9]))?"
    r"(?:\s*(?:p|pt[se]?|pkt|punkte?|points?|punt[oi]s?|ptos)|\s*(?:tr\. ?)?b(?:od[yuů]?|\.)|\s+b)?\.?"
    r"\s*!*(?:\s*\([^()]*[^\d()][^()]*\))?"
)
_FRACTION: Final = re.compile(r"\W?\d+([.,])(?:\d{1,2}|\d{4,})\D*")
_SHARE: Final = re.compile(r"[-−]?\d+ \d/\d")
_BETWEEN: Final = re.compile(r"\s*[,;/+|]\s*|(?<=\d)\s*[-–]\s*(?=\d)|\s+")
# "T1" is a table, in "Mick T 5 0" T is none.
_TABLE: Final = re.compile(
    r"([Tt](?=\d)|(?<![^\W\d_] )[Tt](?=[. ]\d)|[^\W\d_]{2,})[\W_]{0,3}(\d{1,2}|[A-Z])\b"
)
_CONTRACT: Final = re.compile(r"\d ?[^\W\da-z_]|\d ?[x×+] ?\d|\d ([^\W\d_]{3,})|(?:Kein|Sans|Bez)\b")
# "2 – 1 trio 1 run", "Hand 1 (2x3)", "Game 1: two sets"; but no day.
_AND_CONTRACT: Final = re.compile(
    r"([^\W\d_]*)[. ]*(\d{1,2}) ?[.:()–-]+ ?\(?(?:\d ?(?:[x×+] ?\d|([^\W\d_]{3,}))|[^\d]+$)"
)
_DEALER: Final = re.compile(rf"(?i)^[▶►▷→●•]\s*|\s*\((?:D|{'|'.join(_HEADS['dealer'].split())})\)$")
DAY_FIRST: Final = "day-first"
MONTH_FIRST: Final = "month-first"
STARS: Final = "*★_xX "  # Who went out has one beside the points, or instead.
YES: Final = frozenset({"yes", "y", "x", "1", "true", "ja", "oui", "si", "*"})


def plain(head: str) -> str:
    """A heading without case, accents, blanks and signs."""
    return "".join(_WORD.findall(folded(head)))


@lru_cache(maxsize=8192)
def meaning_of(head: str) -> str | None:
    """What a heading says of its column: "hand 3" for the column of one hand, "" if we need none of it.

    None: we do not know the word, so that it may be a name.
    """
    if len(head) > _LONGEST_WORD:
        return None
    words, number = _before_contract(head) or number_in(head)
    if number and plain(words) in {"", "h", "r", "g", *_HEADS["hand"].split()}:
        return f"hand {number}"
    # Together "hra č.", the number of a game, would be "hráč", a player; without its sign "Ø" an O.
    several = _meaning_of_words(words)
    together = _MEANING_OF.get(plain(head), _MEANING_OF.get(plain(words)))
    return _MEANING_OF.get(head, together if several is None else several)


def _before_contract(head: str) -> tuple[str, int] | None:
    """The word and the number of a hand before its contract."""
    match = _AND_CONTRACT.match(head)
    is_contract = match is not None and (match[1] or match[3] or match[0][-1].isdigit())
    if match is None or not is_contract or folded(match[3] or "") in _months() or dates_of(head):
        return None
    return match[1], int(match[2])


def without_dealer(cell: str) -> str:
    """A name without what says who dealt: "Peg (D)", "▶ Peg"."""
    return _DEALER.sub("", cell)


@lru_cache(maxsize=8192)
def is_sum(cell: str) -> bool:
    """Whether a cell calls its row one of sums: "Total", "Zwischensumme", "Total de la soirée"."""
    first, *others = cell.split() or [""]
    word = plain(first)
    is_phrase = not any(other.istitle() and meaning_of(other) is None for other in others)
    is_made_of_it = word.endswith(_SUMS) or word.startswith(_LONG_SUMS) or meaning_of(first) == "total"
    return meaning_of(cell) == "total" or (is_phrase and is_made_of_it)


def is_average(cell: str) -> bool:
    """Whether a cell calls its row one of averages: "Schnitt des Abends"."""
    first, *others = cell.split() or [""]
    return bool(others) and is_statistic(first)


def is_statistic(head: str) -> bool:
    """Whether a column is one of a whole season: how many games, what average."""
    return not {head, plain(head)}.isdisjoint(_STATISTICS.split())


def name_and_meaning(cell: str) -> tuple[str, str | None]:
    """A name, and what the word behind it says: "Wolf, Anna" and "total" in "Wolf, Anna - Total"."""
    match = _NAME_AND_WORD.fullmatch(cell)
    return (match[1], meaning_of(match[2])) if match else (cell, None)


def number_in(head: str) -> tuple[str, int]:
    """What stands beside the number in a heading such as "M3", and the number; 0 if there is none."""
    match = _NUMBERED.fullmatch(head.strip())
    if match is None:
        return head, 0
    return (match[1], int(match[2])) if match[2] else (match[4], int(match[3]))


def _meaning_of_words(head: str) -> str | None:
    """What a heading of several words says, all of which are known: "Player name", "Total points"."""
    several = [*map(plain, _APART.split(head))]
    words = [word for word in several if word not in {"", *_BESIDE.split()}]
    known = [_MEANING_OF.get(word) for word in words]
    # "Game id" is one word.
    if not known or None in known or "id" in words:
        return None
    if {*words} & {"running", "cumulative", "laufend", "laufende"}:
        return ""
    if {*known} == {"player"} and not {*NUMBER_OF.split()}.isdisjoint(several):
        return ""
    if len({*known} & {"player", "first name", "family name"}) > 1:
        return "player"
    return next((meaning for meaning in ("date", "place", "total") if meaning in known), known[-1])


@lru_cache(maxsize=8192)
def dates_of(cell: str) -> Mapping[str, date]:
    """The date in a cell by each order in which it can be read; none if it is no date."""
    text = _YEAR_NAMED.sub(r"\3 \2 \1", _TIME.sub("", _RANGE.sub(_began, cell[:_LONGEST_DATE])))
    text = _ROMAN.sub(lambda day: f"{day[1]}.{_ROMANS.split().index(day[2]) + 1}.", text)
    if match := _IN_SEASON.search(text):
        one, other, begin = map(int, match.groups())
        by_day, by_month = (_year_of(month, begin) for month in (other, one))
        return _dates({DAY_FIRST: (by_day, other, one), MONTH_FIRST: (by_month, one, other)})
    if match := _YEAR_FIRST.search(text):
        return _dates({DAY_FIRST: (match[1], match[3], match[4])})
    if match := _YEAR_LAST.search(text):
        first, sign, second, year = match.groups()
        orders = {DAY_FIRST: (year, second, first)}
        return _dates(orders if sign[0] == "." else orders | {MONTH_FIRST: (year, first, second)})
    for match in _NAMED.finditer(text):
        if month := _months().get(folded(match[2] or match[3])):
            return _dates({DAY_FIRST: (match[5], month, match[1] or match[4])})
    if _TOGETHER.fullmatch(text):
        return _dates({DAY_FIRST: (text[:4], text[4:6], text[6:])})
    if match := _SERIAL.fullmatch(text):
        return {DAY_FIRST: _EPOCH + timedelta(days=int(match[1]))}
    return {}


@cache
def _months() -> Mapping[str, int]:
    """The months by their names and abbreviations."""
    return {
        folded(name).rstrip("."): month
        for language in _LANGUAGES.split()
        for width in ("wide", "abbreviated")
        for context in ("format", "stand-alone")
        for month, name in get_month_names(width, context=context, locale=language).items()
    } | {"sept": 9, "marz": 3}


def of_month(cell: str, month: str) -> str:
    """The day that "Thu 4" means in the sheet "September 2025"; as it is, if it means none."""
    match = _DAY_ALONE.fullmatch(cell)
    day = f"{match[2]}. {month}" if match and folded(match[1]) in _weekdays() else ""
    return day if dates_of(day) else cell


@cache
def _weekdays() -> Set[str]:
    """The abbreviations and names of weekdays."""
    return {
        folded(name).rstrip(".")
        for language in _LANGUAGES.split()
        for width in ("wide", "abbreviated", "short")
        for name in get_day_names(width, locale=language).values()
    }


def _began(evening: re.Match[str]) -> str:
    """An evening without the day after it; unless the first number is that of a game."""
    word, day, dot, month, after = evening.groups("")
    is_next_day = int(after) == int(day) + 1 or (int(after) == 1 and int(day) > 27)
    is_evening = is_next_day and meaning_of(word.strip(". ")) is None
    return f"{word}{day}{dot}{month}" if is_evening else evening[0]


def with_year(cell: str, *, season: str) -> str:
    """A day without a year as one of the season "2025", or "2025/26", which changes years in summer."""
    years, written = SEASON.search(season), _NO_YEAR.search(cell)
    day = f"{written[1]}. " if written else ""
    dates = dates_of(day + "2000")
    if years is None or written is None or not dates:
        return cell
    year: int | str = int(years[1])
    if years[2]:
        is_sure = "/" not in written[1]
        year = _year_of(dates[DAY_FIRST].month, int(years[1])) if is_sure else f"{years[1]}/{years[2]}"
    return f"{cell[: written.end(1)]}. {year}{cell[written.end() :]}"


def day_alone(cell: str) -> str:
    """A day as `with_year` takes it, "10/02" for "10/2", "2. Oct" for "Oct 2"; "" if a cell is none."""
    match = _MONTH_AND_DAY.fullmatch(cell)
    day = f"{match[2]}. {match[1]}" if match else "/".join(number.zfill(2) for number in cell.split("/"))
    return day if (match or _SLASHED.fullmatch(cell)) and dates_of(f"{day}. 2000") else ""


def _year_of(month: int, year: int) -> int:
    """The year of a month in the season that begins in the summer of a year."""
    return year + (month < 7)


def order_of(cell: str) -> str:
    """The only order in which a date can be read that is written so that it could have two; else ""."""
    match = _YEAR_LAST.search(cell[:_LONGEST_DATE])
    dates = dates_of(cell)
    return next(iter(dates)) if match and match[2][0] != "." and len(dates) == 1 else ""


def _dates(orders: Mapping[str, tuple[str | int | None, ...]]) -> dict[str, date]:
    dates = {}
    for order, (year, month, day) in orders.items():
        century = 2000 if len(str(year)) == 2 else 0
        with suppress(ValueError):
            dates[order] = date(int(year or 0) + century, int(month or 0), int(day or 0))
    return dates


def is_nothing(cell: str) -> bool:
    """Whether a cell says that there are no points: "-", "absent"."""
    return not cell.strip("-–—−./ ") or plain(cell) in _ABSENT.split()


def points_of(cell: str, *, decimals: str = "") -> Exact | None:
    """The points in a cell without stars, None if it says that there are none; ValueError if neither.

    `decimals` is the sign before a fraction; three digits after another sign are thousands. Only "16 1/2", as
    we write what winners share, is a part of a point: decimals are of averages.
    """
    if cell in NOTHING:
        return None
    match = _POINTS.fullmatch(cell)
    if match is None:
        if is_nothing(cell):
            return None
        raise ValueError(cell)
    sign, whole, fraction, part = match.groups()
    if decimals and decimals in whole:
        whole, _, rest = whole.rpartition(decimals)
        fraction = f".{rest}"
    if fraction and int(fraction[1:]):
        raise ValueError(cell)
    number = exact(int(re.sub(r"\D", "", whole)) + Fraction(part or 0))
    if number > MOST_POINTS:
        raise ValueError(cell)
    return -number if sign in ("-", "−") else number


@lru_cache(maxsize=8192)
def number_of(cell: str) -> int | None:
    """The points in a cell that may have a star; None if it has none."""
    try:
        points = points_of(cell.strip(STARS))
    except ValueError:
        return None
    return points if isinstance(points, int) else None


def is_number(cell: str) -> bool:
    """Whether a cell has points."""
    return number_of(cell) is not None


def listed(cell: str) -> list[str]:
    """The points in a cell with those of several hands: "25, 0, 40", "25/0/40"; none if it is another."""
    parts = [] if _SHARE.fullmatch(cell) else _BETWEEN.split(cell)
    numbers = [part.strip(STARS).lstrip("-−") for part in parts]
    # Numbers of telephones begin with a nought.
    is_list = len(parts) > 1 and all(n.isdecimal() and (n == "0" or n[0] != "0") for n in numbers)
    return parts if is_list and not dates_of(cell) else []


def is_contract(cell: str) -> bool:
    """Whether a cell is a contract in place of the number of a hand: "2T", "1 Set 1 Run", "2 brelans"."""
    match = _CONTRACT.match(cell)
    return match is not None and meaning_of(match[1] or "") not in ("hand", "game")


def without_star(cell: str, *, is_cross: bool) -> str:
    """The points in a cell without what marks who went out: a star, brackets around 0, a cross."""
    return "0" if cell in ("(0)", "[0]") else cell.strip(STARS if is_cross else "*★ ")


def hand_of(cell: str) -> int | None:
    """The number of a hand: "3", "3.", "Hand 3", "3. Runde"; None if it says none."""
    match = re.fullmatch(r"\D*?(\d{1,3})(?:[.,]0)?(?:: .*|\W*(?:[^\W\d].*)?)", cell)
    before = ("", int(match[1])) if match else _before_contract(cell)
    return before and before[1]


def table_in(text: str) -> str:
    """The number of the table in a text: "Table 2", "9.1.2025 (T1)"."""
    pairs = _TABLE.findall(text)
    return next((label for word, label in pairs if word in ("T", "t") or meaning_of(word) == "table"), "")


def decimals_in(cells: Iterable[str]) -> str:
    """The sign before the fractions of these cells: one that is followed by other than three digits."""
    fractions = (_FRACTION.fullmatch(cell) for cell in cells)
    return next((match[1] for match in fractions if match), "")
