"""How times, numbers and shares are written for people: in the time zone of the game, not of the server."""

import unicodedata
from collections.abc import Iterable, Sequence
from copy import copy
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter
from typing import Final, Literal
from zoneinfo import ZoneInfo

from babel.core import get_global
from babel.dates import format_skeleton
from babel.lists import format_list
from babel.numbers import NumberPattern, get_plus_sign_symbol, parse_pattern
from flask import Flask
from markupsafe import Markup

from scorekeeper.language import N_, _, in_each_language, pgettext
from scorekeeper.rules.game import Played
from scorekeeper.web.http import clock
from scorekeeper.web.http.languages import locale

_RIGHT_TO_LEFT: Final = frozenset({"R", "AL", "AN"})
# Script-made sentences count no further.
_MOST_COUNTED: Final = 1000
_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_MINUS: Final = "\N{MINUS SIGN}"
_ISOLATE, _LEFT_TO_RIGHT, _POP_ISOLATE = "\u2068", "\u2066", "\u2069"
# Translators: between names or numbers that stand in a row, with the space behind it.
_COMMA: Final = N_(", ")
_GREENWICH: Final = frozenset({"UTC", "GMT", "UCT", "Universal", "Zulu"})
_SIGNS: Final = {Fraction(unicodedata.numeric(sign)).limit_denominator(8): sign for sign in "½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛"}


def init_app(app: Flask) -> None:
    """Give templates their filters and globals."""
    app.jinja_env.filters.update(
        moment=moment, day=day, played_on=played_on, place=zone_city, kind=kind, decimal=decimal, apart=apart
    )
    app.jinja_env.filters.update(minute=minute, share=share, fixed=fixed, percent=percent, date=spoken_date)
    app.jinja_env.filters.update(ordinal=ordinal, isolated=isolated, in_row=in_row, countable=countable)
    app.jinja_env.filters.update(plus=plus, exactly=exactly)
    app.jinja_env.globals.update(isolated=isolated, plural_forms=plural_forms)


def moment(at: datetime, time_zone: str = "UTC") -> Markup:
    """The minute, after its day unless it is of today, in a <time> element."""
    there, today = local(at, time_zone), local(clock.now(), time_zone).date()
    return _element(at, spoken_time(there) if there.date() == today else spoken_moment(there))


def minute(at: datetime, time_zone: str) -> Markup:
    """The minute without its day, in a <time> element."""
    return _element(at, spoken_time(local(at, time_zone)))


def zone_city(time_zone: str) -> str:
    """What people call the clock of a time zone: "Buenos Aires" for America/Argentina/Buenos_Aires."""
    city = time_zone.rpartition("/")[2].replace("_", " ")
    zone = locale().time_zones.get(get_global("zone_aliases").get(time_zone, time_zone), {})
    return _("Greenwich") if city in _GREENWICH else str(zone.get("city", city))


def day(at: datetime, time_zone: str = "UTC") -> Markup:
    """The day without the time, in a <time> element."""
    return _element(at, spoken_day(at, time_zone))


def played_on(game: Played, *, short: bool = False) -> Markup:
    """The day of a game in a <time> element, in few letters if it is `short`."""
    return _element(game.started_at, spoken_days(game, short=short).replace(" ", _NO_BREAK, 1))


def spoken_days(game: Played, *, short: bool = False) -> str:
    """The day on which a game began, on its own clock, however long it took; both days if it went on later.

    The year of a `short` one only if it is not this one.
    """
    moments = (game.started_at, game.resumed_at or game.started_at, clock.now())
    first, last, today = (local(at, game.time_zone).date() for at in moments)
    has_year = not short or (first.year, last.year) != (today.year, today.year)
    written = _date(last, short=short, has_year=has_year)
    if first == last:
        return written
    begun = _date(first, short=short, has_year=has_year and first.year != last.year)
    day = format_skeleton("d", first, locale=locale())
    is_same_month = (first.year, first.month) == (last.year, last.month)
    # Translators: the days of a game, as in "20 to 27 November 2026". {first} is the whole first day.
    sentence = _("{day} to {last}") if is_same_month else _("{first} to {last}")
    return sentence.format(day=day, first=begun, last=written)


def spoken_day(at: datetime, time_zone: str) -> str:
    """The day in words, without markup."""
    return spoken_date(local(at, time_zone))


def spoken_date(day: date) -> str:
    """A day of the calendar in words."""
    return str(locale().date_formats["long"].apply(day, locale()))


def spoken_time(moment: datetime) -> str:
    """The hour and minute of a moment."""
    return str(locale().time_formats["short"].apply(moment, locale()))


def spoken_moment(moment: datetime, *, year: bool = True) -> str:
    """A moment with its day in words, with or without the year."""
    day = spoken_date(moment) if year else format_skeleton("MMMMd", moment, locale=locale())
    return str(locale().datetime_formats["medium"]).format(spoken_time(moment), day)


def listed(items: Sequence[Markup], style: Literal["standard", "or"] = "standard") -> Markup:
    """Things as they are read out: "Ana, Ben and Cem"; in the style "or" one of them is meant."""
    return Markup(_list_of(len(items), style).format(*items))


def in_row(items: Iterable[str]) -> Markup:
    """Short things in a row, without an "and": "3 hands, 1 won"; what is empty is left out."""
    return Markup.escape(_(_COMMA)).join(item for item in items if item)


def plain_row(items: Iterable[object]) -> str:
    """Numbers or answers in a row, without markup."""
    return _(_COMMA).join(map(str, items))


def isolated(name: str) -> Markup:
    """A name in its own direction of writing, for a sentence on a page."""
    return Markup("<bdi>{}</bdi>").format(name)


def apart(name: str) -> str:
    """Isolate a name written from right to left, so that it does not reorder the numbers beside it."""
    written = map(unicodedata.bidirectional, name)
    return name if _RIGHT_TO_LEFT.isdisjoint(written) else f"{_ISOLATE}{name}{_POP_ISOLATE}"


def kind(event: object) -> str:
    """The name of an event's type: "HandScored", "Undone", ..."""
    return type(event).__name__


@in_each_language
def decimal(number: Fraction, places: int = 1) -> str:
    """A number with a decimal point, without useless zeros; halves are rounded up."""
    return _number(_rounded(number, places), parse_pattern(f"0.{'#' * places}"))


def plain(number: Fraction | int) -> str:
    """A score or total as files have it, exact: "15", "-33 1/2"."""
    whole, part = divmod(abs(Fraction(number)), 1)
    text = " ".join(str(value) for value in (whole, part) if value) or "0"
    return f"-{text}" if number < 0 else text


def exactly(number: Fraction | int) -> str:
    """A score or total as people read it, exact: "15", "−33 1/2". It never breaks or turns round."""
    text = plain(number).replace(" ", _NO_BREAK).replace("-", _MINUS)
    return text if text.isdecimal() else _in_order(text)


def plus(number: Fraction | int) -> str:
    """A number that is added, or taken away below 0: "+15", "−33 1/2"."""
    return exactly(number) if number < 0 else f"{get_plus_sign_symbol(locale())}{exactly(number)}"


def local(at: datetime, time_zone: str) -> datetime:
    """A moment on the clock of a time zone."""
    return at.astimezone(ZoneInfo(time_zone))


def _date(day: date, *, short: bool, has_year: bool) -> str:
    if has_year and not short:
        return spoken_date(day)
    skeleton = f"{'y' if has_year else ''}{'MMMd' if short else 'MMMMd'}"
    return format_skeleton(skeleton, day, locale=locale())


def _element(at: datetime, text: str) -> Markup:
    return Markup('<time datetime="{}">{}</time>').format(at.isoformat(), text)


def share(number: Fraction | int) -> str:
    """A number with its exact part: 3, 1½, ⅓, 2 7/12. Its parts stay in this order in any language."""
    whole, part = divmod(abs(Fraction(number)), 1)
    sign = _SIGNS.get(part)
    text = f"{whole or ''}{sign}" if sign else plain(whole + part)
    text = f"{_MINUS}{text}" if number < 0 else text
    if not part and number >= 0:
        return text
    return _in_order(text)


def _in_order(text: str) -> str:
    """The parts of a number in this order, also where the language runs from right to left."""
    return f"{_LEFT_TO_RIGHT}{text}{_POP_ISOLATE}" if locale().text_direction == "rtl" else text


@in_each_language
def fixed(number: Fraction | int, places: int = 1) -> str:
    """A number with so many decimals, so that numbers below each other compare; halves are rounded up."""
    return _number(_rounded(number, places), parse_pattern(f"0.{'0' * places}"))


@in_each_language
def ordinal(number: int) -> str:
    """A place as people say it: 1st, 2nd, 3rd."""
    # Translators: a place by its number, in each form that your language has for such numbers.
    forms = {
        "zero": pgettext("ordinal zero", "{number}th"),
        "one": pgettext("ordinal one", "{number}st"),
        "two": pgettext("ordinal two", "{number}nd"),
        "few": pgettext("ordinal few", "{number}rd"),
        "many": pgettext("ordinal many", "{number}th"),
        "other": pgettext("ordinal other", "{number}th"),
    }
    return forms[locale().ordinal_form(number)].format(number=number)


def countable(number: Fraction | int) -> int:
    """The number that chooses a plural form: a whole one itself, for a fraction, also 1½, that of several."""
    return number.numerator + number.denominator - 1


@in_each_language
def plural_forms(step: int = 1, *, least: int = 1) -> tuple[tuple[str, int], ...]:
    """Each plural form, and a number that has it, for sentences that a script chooses by their numbers.

    Of the numbers from `least` only the multiples of `step`.
    """
    numbers = {locale().plural_form(number): number for number in range(_MOST_COUNTED, least - 1, -step)}
    return tuple(sorted(numbers.items(), key=itemgetter(1)))


@in_each_language
def percent(part: Fraction) -> str:
    """A share of one as a percentage with one decimal."""
    pattern = copy(locale().percent_formats[None])
    pattern.frac_prec = (1, 1)
    return _number(_rounded(part * 100, 1).scaleb(-2), pattern)


def _rounded(number: Fraction | int, places: int) -> Decimal:
    """A number with so many decimals; halves are rounded up."""
    return Decimal(int((Fraction(number) * 10**places * 2 + 1) // 2)).scaleb(-places)


def _number(value: Decimal, pattern: NumberPattern) -> str:
    return str(pattern.apply(value, locale()))


@in_each_language
def _list_of(length: int, style: Literal["standard", "or"]) -> str:
    return str(format_list([f"{{{place}}}" for place in range(length)], style, locale=locale()))
