"""`scorekeeper league`: exports a league as one file, and imports one, or an old score book."""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any, Final, NoReturn, TextIO

import click

from scorekeeper.cli.accounts import no_account
from scorekeeper.cli.common import commands, current_application, now
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import _, ngettext
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.scorebooks import games, tables
from scorekeeper.scorebooks.book import ReadBook
from scorekeeper.scorebooks.cells import DAY_FIRST, MONTH_FIRST
from scorekeeper.scorebooks.faults import FileFault, ImportRefused, grouped
from scorekeeper.scorebooks.people import LEAVE_OUT, NEW
from scorekeeper.services.accounts import registration
from scorekeeper.services.leagues.log import Actor
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.leagues.transfer import export, importing
from scorekeeper.services.leagues.transfer.importing import Planner
from scorekeeper.services.leagues.transfer.plan import Plan
from scorekeeper.web.leagues import import_messages

_MOST_SHOWN: Final = 50
_FAULTY: Final = 1
_ASKING: Final = 2


@commands.group()
def league() -> None:
    """Export and import leagues."""


@league.command("export")
@click.argument("slug")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.pass_obj
def take_out(settings: Settings, slug: str, file: Path) -> None:
    """Write a whole league to one file.

    SLUG is the end of the league's address: for /leagues/thursday-club it is thursday-club.
    """
    with current_application(settings) as app, app.app_context():
        league_id = _id_of(slug)
        with _replacing(file) as written:
            for piece in export.exported(league_id):
                written.write(piece)
    click.echo(_("The whole league is in {file}").format(file=file))


@league.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--league", "slug", metavar="SLUG", help="For a score book: the league it belongs to.")
@click.option("--organiser", metavar="MAIL", help="For a new league: the account that will run it.")
@click.option("--check", is_flag=True, help="Show what would happen, and change nothing.")
@click.option("--json", "as_json", is_flag=True, help="With --check: print what was read as JSON.")
@click.option("--dates", type=click.Choice([DAY_FIRST, MONTH_FIRST]), help="What comes first in dates.")
@click.option("--year", metavar="YEAR", help="For days without a year: 2025, or the season 2025/26.")
@click.option(
    "--names",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Who is who: a table of the names in the book and of those in the league.",
)
@click.option("--game", help="The game to take, if the file has several.")
@click.option("--without-faults", is_flag=True, help="Leave out the games that can't be read.")
@click.pass_obj
def bring_in(
    settings: Settings,
    /,
    file: Path,
    slug: str | None,
    organiser: str | None,
    check: bool,
    as_json: bool,
    **options: Path | str | bool | None,
) -> None:
    """Import a league, or an old score book.

    FILE is a league, a score book in a spreadsheet or as text, or a file of BG Stats. It is imported whole or
    not at all. Exits with 1 if something is wrong with the file, with 2 if there are questions.
    """
    content = file.read_bytes()
    answers = _answers(options)
    if slug is None and not importing.is_league(content):
        if check and as_json:
            _print(*_read(content, answers))
        raise OperatorError(_("This is a score book. Say which league it belongs to: --league SLUG"))
    with current_application(settings) as app, app.app_context():
        into = _id_of(slug) if slug else None
        actor = Actor(_account(organiser) if organiser else None, now())
        planner = importing.planner(content, into=into, actor=actor, trusted=True, answers=answers)
        plan = importing.dry_run(planner)
        if check and as_json:
            _print(plan.book, plan.faults, games=plan.as_json())
        _refuse(plan)
        click.echo(_summary(plan))
        if plan.league and not organiser:
            missing = _("Say which account will run the new league: --organiser MAIL")
            if not check:
                raise OperatorError(missing)
            click.echo(missing)
        if check or plan.changes_nothing:
            return
        _run(planner, actor, plan)
    click.echo(_("Everything is imported."))


def _run(planner: Planner, actor: Actor, plan: Plan) -> None:
    try:
        importing.run_import(planner, actor=actor, plan=plan)
    except ImportRefused as refused:
        raise OperatorError(import_messages.sentence(refused.faults[0])) from refused


@contextmanager
def _replacing(file: Path) -> Iterator[TextIO]:
    """Write a file that replaces another one when it is whole; an exception changes nothing."""
    if file.exists() and not file.is_file():
        with file.open("w", encoding="utf-8", newline="\n") as device:
            yield device
        return
    file = file.resolve()
    beside = file.with_name(f".{file.name}.{token_hex(4)}")
    try:
        with beside.open("x", encoding="utf-8", newline="\n") as written:
            yield written
            written.flush()
            os.fsync(written.fileno())
        beside.replace(file)
    finally:
        beside.unlink(missing_ok=True)


def _answers(options: dict[str, Path | str | bool | None]) -> dict[str, str]:
    """The answers to the questions of a score book, as the options give them."""
    names = options.pop("names")
    answers = {option.partition("_")[0]: str(value) for option, value in options.items() if value}
    if not isinstance(names, Path):
        return answers
    content = names.read_bytes()
    if content.lstrip()[:1] == b"{":
        people = json.loads(content)
    else:
        rows = (row.cells for table in tables.tables(content) for row in table.rows)
        people = {cells[0]: cells[1] for cells in rows if len(cells) > 1 and cells[0]}
    return answers | {f"{games.NAME}{name}": str(person) for name, person in people.items()}


def _read(content: bytes, answers: dict[str, str]) -> tuple[ReadBook | None, list[FileFault]]:
    try:
        book = games.read(content, answers=answers)
    except ImportRefused as refused:
        return None, [*refused.faults]
    return book, book.faults


def _print(
    book: ReadBook | None, faults: Sequence[FileFault], *, games: list[dict[str, Any]] | None = None
) -> NoReturn:
    """Print what was read as JSON, and leave."""
    if games is None:
        games = [game.as_json(hands=LAW.ends.hands) for game in (book.games if book else ())]
    questions = _questions(book)
    listed = [
        {"kind": fault.kind, "rows": _rows(fault), "says": import_messages.sentence(fault)}
        for fault in grouped(faults)
    ]
    told = {"games": games, "questions": questions, "faults": listed}
    click.echo(json.dumps(told, ensure_ascii=False, indent=1))
    raise SystemExit(_ASKING if questions else _FAULTY if listed else 0)


def _questions(book: ReadBook | None) -> list[dict[str, Any]]:
    if book is None:
        return []
    orders, fixed = {"dates": [DAY_FIRST, MONTH_FIRST]}, [NEW, LEAVE_OUT]
    questions: list[dict[str, Any]] = [
        {"kind": fault.kind, "rows": _rows(fault), "says": import_messages.sentence(fault)}
        | {"options": orders.get(fault.kind, [])}
        for fault in book.ambiguous
    ]
    if book.asks_for_game:
        which = _("Which game is it?")
        questions.append({"kind": "game", "says": which, "options": [*book.reading.games]})
    return questions + [
        {"kind": "name", "name": who.name, "says": says, "options": [*who.people, *fixed]}
        for who in book.who
        for says in [import_messages.who_is(who)]
    ]


def _rows(fault: FileFault) -> list[int | str]:
    """The rows of a fault: numbers, or "October!5" where a workbook has several sheets."""
    return [line if isinstance(line, int) else str(line) for line in fault.lines]


def _refuse(plan: Plan) -> None:
    """Print what is wrong, or else the questions that are open, and leave; nothing if there is neither."""
    for fault in plan.faults[:_MOST_SHOWN]:
        place, sentence = import_messages.place(fault), import_messages.sentence(fault)
        click.echo(f"{place}: {sentence}" if place else sentence, err=True)
    if plan.faults:
        raise OperatorError(
            ngettext(
                "One thing is wrong with the file. Nothing was imported.",
                "{faults} things are wrong with the file. Nothing was imported.",
                len(plan.faults),
            ).format(faults=len(plan.faults))
        )
    questions = _questions(plan.book)
    for question in questions:
        click.echo(question["says"], err=True)
    if questions:
        click.echo(_("Answer with --dates, --year, --names and --game. Nothing was imported."), err=True)
        raise SystemExit(_ASKING)


def _summary(plan: Plan) -> str:
    counts = (
        (_("games left out, as the file says they don't count: {games}"), plan.left_out),
        (_("unfinished games, which don't count: {games}"), len(plan.unfinished)),
        (_("games with totals alone, as the rules give other points: {games}"), len(plan.without_hands)),
        (_("games that don't count by the rules: {games}"), len(plan.discarded)),
    )
    more = [sentence.format(games=games) for sentence, games in counts if games]
    if plan.changes_nothing:
        nothing = _("Everything in the file is here already. There is nothing to import.")
        return "\n".join([nothing, *more])
    lines = [
        (_("New league: {name}") if plan.league else _("League: {name}")).format(name=plan.name),
        _("games: {new} new, {known} here already").format(new=plan.games, known=plan.existing_games),
        _("players: {new} new, {known} here already").format(
            new=len(plan.people), known=plan.existing_players
        ),
    ]
    return "\n".join([*lines, *more])


def _id_of(slug: str) -> int:
    head = league_head(slug)
    if head is None:
        raise OperatorError(
            _(
                "There is no league {slug!r} here. It is the end of the league's address: /leagues/SLUG"
            ).format(slug=slug)
        )
    return head.id


def _account(mail: str) -> int:
    account = registration.find(mail)
    if account is None:
        raise no_account(mail)
    return account
