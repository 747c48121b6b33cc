"""Versions, settings and advice for an installation, and a check of its database.

Does everything stored follow from the histories? Every game is replayed and compared with its tables.
"""

import platform
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import PackageNotFoundError, version

from flask import Flask
from sqlalchemy import select
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

import scorekeeper
from scorekeeper.config import Settings
from scorekeeper.language import _
from scorekeeper.models import LeagueRow, SavedRulesetRow
from scorekeeper.models.engine import reading
from scorekeeper.rules.faults import Violation
from scorekeeper.rules.fold import fold
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games import log, projection, rulesets
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.games.projection import Difference
from scorekeeper.services.leagues import results
from scorekeeper.services.maintenance import backups, health, schema

LIBRARIES = (
    *("argon2-cffi", "babel", "flask", "flask-smorest", "segno", "sqlalchemy", "waitress", "webauthn"),
    *("wtforms", "zxcvbn", "psycopg"),
)


@dataclass(frozen=True, slots=True)
class ConsistencyReport:
    """The number of games checked, the sentences about each that is wrong, and what a newer release wrote.

    `damage` is a fault of the file that SQLite found.
    """

    games: int
    wrong: Mapping[str, Sequence[str]]
    newer: tuple[str, ...] = ()
    damage: str | None = None

    @property
    def sound(self) -> bool:
        """Whether neither damage nor a game was found that is wrong or cannot be read."""
        return not (self.damage or self.wrong or self.newer)


def versions() -> Iterator[tuple[str, str]]:
    """The program, Python, the system and the libraries: name and version of each."""
    yield "scorekeeper", scorekeeper.__version__
    yield "python", platform.python_version()
    yield "system", platform.platform()
    yield "sqlite", sqlite3.sqlite_version
    for name in LIBRARIES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, _("not installed")


def shown_settings(settings: Settings) -> Iterator[tuple[str, str]]:
    """Every setting by the name of its variable, without passwords."""
    yield "SCOREKEEPER_DATA", str(settings.data)
    yield "SCOREKEEPER_DATABASE", make_url(settings.database_url).render_as_string(hide_password=True)
    yield "PORT", str(settings.port)
    yield "SCOREKEEPER_HOST", settings.host
    yield "SCOREKEEPER_PUBLIC_URL", settings.public_url or "-"
    yield "SCOREKEEPER_TRUSTED_PROXIES", str(settings.trusted_proxies)
    yield "SCOREKEEPER_HOSTS", " ".join(settings.hosts) or "-"
    yield "SCOREKEEPER_HSTS", str(settings.hsts_days)
    yield "SCOREKEEPER_LOG", "json" if settings.log_as_json else "text"
    yield "SCOREKEEPER_CONTACT", settings.contact or "-"
    yield "SCOREKEEPER_SIGN_UP", "open" if settings.sign_up else "closed"
    yield "SCOREKEEPER_GAMES", settings.games
    yield "SCOREKEEPER_MAIL", settings.mail.shown if settings.mail else "-"
    yield "SCOREKEEPER_MAIL_FROM", settings.mail.sender if settings.mail else "-"
    yield "SCOREKEEPER_BACKUPS", str(settings.backups)
    yield "SCOREKEEPER_OFFLINE", "on" if settings.offline else "off"


def advice(settings: Settings, environ: Mapping[str, str]) -> Iterator[str]:
    """A sentence for variables that are no settings, settings that clash, and a disk that is nearly full."""
    setting_names = [name for name, _shown in shown_settings(settings)]
    for name in sorted(environ):
        if name.startswith("SCOREKEEPER_") and name not in setting_names:
            yield _("{name} is no setting, and changes nothing.").format(name=name)
    if (left := health.low_space(settings)) is not None:
        sentence = _(
            "Only {left} MB are free on the disk with {data}. Make room, or soon nothing can be saved."
        )
        yield sentence.format(left=left, data=settings.data)
    if (settings.public_url or "").startswith("https://") and not settings.trusted_proxies:
        yield _(
            "SCOREKEEPER_PUBLIC_URL begins with https://, but no proxy is trusted. "
            "Cookies go out unprotected, and all phones share one limit. "
            "Set SCOREKEEPER_TRUSTED_PROXIES to the number of proxies in front, usually 1."
        )


def examine(app: Flask) -> ConsistencyReport:
    """Check the database of `app` and every game in it; OperatorError if it is not of this release.

    No game is checked if the file is so damaged that games cannot be read.
    """
    schema.require_current(app)
    file = app.extensions["database_file"]
    damage = backups.fault_in(file.path) if file else None
    with app.app_context():
        try:
            return replace(check_every_game(), damage=damage)
        except (SQLAlchemyError, sqlite3.Error):
            if not damage:
                raise
            return ConsistencyReport(games=0, wrong={}, damage=damage)


def check_every_game() -> ConsistencyReport:
    """Replay every game of the current application's database, deleted ones too, and read all other rules."""
    games = log.game_ids()
    wrong, newer = dict[str, list[str]](), list[str]()
    for game in games:
        try:
            if sentences := _check(game):
                wrong[game] = sentences
        except WrittenByNewer as unread:
            newer.append(_("game {game}: “{field}”").format(game=game, field=unread.field))
    return ConsistencyReport(games=len(games), wrong=wrong, newer=(*newer, *_newer_rules()))


def _newer_rules() -> Iterator[str]:
    """A sentence for each saved set of rules, and each league's, that a newer release wrote."""
    with reading() as session:
        keys = session.scalars(select(SavedRulesetRow.key).order_by(SavedRulesetRow.key)).all()
        leagues = session.execute(select(LeagueRow.slug, LeagueRow.ruleset).order_by(LeagueRow.slug)).all()
    for key in keys:
        try:
            rulesets.base_of(key)
        except WrittenByNewer as unread:
            yield _("saved rules {key}: “{field}”").format(key=key, field=unread.field)
    for slug, chosen in leagues:
        try:
            decode_chosen(chosen)
        except WrittenByNewer as unread:
            yield _("league {league}: “{field}”").format(league=slug, field=unread.field)


def _check(game: str) -> list[str]:
    """A sentence for each row that differs from the history of a game, or one if that cannot be replayed."""
    try:
        differences = (*projection.differences(game), *_league_differences(game))
    except WrittenByNewer:
        raise
    except (Violation, LookupError, ValueError, TypeError) as error:
        unreadable = _("game {game}: its history can't be followed ({reason})")
        return [unreadable.format(game=game, reason=f"{type(error).__name__}: {error}")]
    sentence = _("game {game}: {table} {key}: stored {stored}, but must be {expected}")
    return [
        sentence.format(game=game, **{name: _in_words(value) for name, value in asdict(row).items()})
        for row in differences
    ]


def _in_words(value: str | tuple[object, ...] | None) -> str:
    if isinstance(value, str):
        return value
    words = {"None": "-", "True": _("yes"), "False": _("no")}
    return ", ".join(words.get(str(member), str(member)) for member in value or ("-",))


def _league_differences(game_id: str) -> Iterator[Difference]:
    """Results of a league game that differ from its history; none for a game without a league."""
    with reading() as session:
        stored = results.stored(session, game_id)
        expected = results.expected(session, game_id, game=fold(log.load_any(session, game_id)))
    for seat in sorted(stored.keys() | expected.keys()):
        if stored.get(seat) != expected.get(seat):
            yield Difference("result", (seat,), stored.get(seat), expected.get(seat))
