"""`scorekeeper league`: exports a league as one file, and imports one, or an old score book."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Final, TextIO

import click

from scorekeeper.cli.accounts import no_account
from scorekeeper.cli.common import commands, current_application, now, option
from scorekeeper.config import Settings
from scorekeeper.errors import OperatorError
from scorekeeper.language import N_, NOTHING, _, ngettext
from scorekeeper.services.accounts import registration
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.leagues.queries.leagues import league_head
from scorekeeper.services.leagues.transfer import export, importing
from scorekeeper.services.leagues.transfer.faults import FileFaultCode, ImportRefused
from scorekeeper.services.leagues.transfer.plan import Plan
from scorekeeper.web.leagues import import_messages

_MOST_SHOWN: Final = 50
# What else the page for importing offers, and the command by an option.
_OPTIONS: Final = {
    FileFaultCode.NO_LEAGUE: N_("This is a score book. Say which league it belongs to: --league SLUG"),
    FileFaultCode.NO_ORGANISER: N_("Say which account will run the new league: --organiser MAIL"),
}
# No account has this number.
_ANY_ACCOUNT: Final = 0


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
@option("--league", "slug", metavar="SLUG", help=N_("For a score book: the league it belongs to."))
@option("--organiser", metavar="MAIL", help=N_("For a new league: the account that will run it."))
@option("--check", is_flag=True, help=N_("Show what would happen, and change nothing."))
@click.pass_obj
def bring_in(settings: Settings, file: Path, slug: str | None, organiser: str | None, check: bool) -> None:
    """Import a league, or an old score book.

    FILE is a league (JSON) or a score book (CSV). It is imported whole or not at all.
    """
    content = file.read_bytes()
    with current_application(settings) as app, app.app_context():
        into = _id_of(slug) if slug else None
        account_id = _account(organiser) if organiser else _ANY_ACCOUNT if check else None
        actor = Actor(account_id, now())
        planner = importing.planner(content, into=into, actor=actor, trusted=True)
        plan = importing.dry_run(planner)
        _refuse(plan)
        click.echo(_summary(plan))
        if plan.league and account_id == _ANY_ACCOUNT:
            click.echo(
                _("The file is good. To import it, say which account will run the league: --organiser MAIL")
            )
        if check or plan.changes_nothing:
            return
        try:
            importing.run_import(planner, actor=actor, plan=plan)
        except ImportRefused as refused:
            raise OperatorError(import_messages.sentence(refused.faults[0])) from refused
    click.echo(_("Everything is imported."))


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


def _refuse(plan: Plan) -> None:
    for fault in plan.faults[:_MOST_SHOWN]:
        place = import_messages.place(fault)
        sentence = _(_OPTIONS.get(fault.code, NOTHING)) or import_messages.sentence(fault)
        click.echo(f"{place}: {sentence}" if place else sentence, err=True)
    if plan.faults:
        raise OperatorError(
            ngettext(
                "One thing is wrong with the file. Nothing was imported.",
                "{faults} things are wrong with the file. Nothing was imported.",
                plan.fault_count,
            ).format(faults=plan.fault_count)
        )


def _summary(plan: Plan) -> str:
    sentence = _("games left out, as the file says they don't count: {games}")
    left_out = [sentence.format(games=plan.left_out)] if plan.left_out else []
    if plan.changes_nothing:
        return "\n".join(
            [_("Everything in the file is here already. There is nothing to import."), *left_out]
        )
    lines = [
        (_("New league: {name}") if plan.league else _("League: {name}")).format(name=plan.name),
        _("games: {new} new, {known} here already").format(new=plan.games, known=plan.existing_games),
        _("players: {new} new, {known} here already").format(
            new=len(plan.players), known=plan.existing_players
        ),
        *left_out,
    ]
    if plan.unfinished:
        sentence = _("unfinished games, which don't count: {games}")
        lines.append(sentence.format(games=len(plan.unfinished)))
    if plan.discarded:
        sentence = _("games that don't count by the rules: {games}")
        lines.append(sentence.format(games=len(plan.discarded)))
    return "\n".join(lines)


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
