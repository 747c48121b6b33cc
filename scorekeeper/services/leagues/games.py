"""Games of a league: starting one in a league night, and striking one that should not count, undoably."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import Connection, select, update

from scorekeeper.models import GameRow, LeagueGameRow, LeagueRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import names
from scorekeeper.rules.entries import Started
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation, refuse
from scorekeeper.rules.fold import fold
from scorekeeper.rules.leagues.league import EntryKind
from scorekeeper.rules.rulesets.chosen import Chosen
from scorekeeper.rules.rulesets.in_force import patched
from scorekeeper.services.common.actor import Actor
from scorekeeper.services.games import invitations, rights
from scorekeeper.services.games import log as entries
from scorekeeper.services.games.codec import decode_chosen
from scorekeeper.services.games.invitations import Invitation
from scorekeeper.services.leagues import joining, log, organisers, results, seasons
from scorekeeper.services.leagues.joining import Membership
from scorekeeper.services.leagues.night_addresses import Night, by_key

LONGEST_REASON: Final = 200


class NotInLeague(LookupError):
    """The league has no such game."""


def start(
    night: Night, event: Started, *, now: datetime, device: str | None, previous: str | None = None
) -> str:
    """Start a game of the league of a night, now and by its house rules; the new id.

    StateViolation once the night is over, or has another address; RuleViolation as of `joining.start_game`,
    and for a table that the season cannot rank.
    """
    with writing() as connection:
        standing = by_key(night.league_id, night.key)
        # It may have ended, or got another address, since its page was asked for.
        if standing is None or not standing.is_open(now) or standing.token != night.token:
            raise StateViolation(Fault(FaultCode.NIGHT_OVER))
        league = connection.execute(
            select(LeagueRow.ruleset, LeagueRow.time_zone).where(LeagueRow.id == night.league_id)
        ).one()
        chosen = _agreed(decode_chosen(league.ruleset), event)
        event = replace(
            event,
            started_at=now,
            time_zone=league.time_zone,
            rules=chosen.rules,
            variants=chosen.variants,
            changes=dict(chosen.changes),
        )
        season_id = seasons.season_for(connection, night.league_id, now)
        seasons.refuse_table(connection, season_id, seats=len(event.players))
        membership = Membership(night.league_id, season_id, night.id)
        game_id = joining.start_game(event, membership, now=now, device=device, previous=previous)
        actor = Actor(None, now)
        log.append(connection, night.league_id, EntryKind.GAME_STARTED, actor, game=game_id, night=night.key)
    return game_id


def strike(league_id: int, game_id: str, reason: str, *, actor: Actor) -> None:
    """Let a game count nowhere, for a reason in one line. NotInLeague, RuleViolation.

    Nothing happens if it is struck for this reason already; with another one it is refused.
    """
    reason = names.clean(reason)
    refuse(_reason_faults(reason))
    with writing() as connection:
        struck_at, struck_for = _struck(connection, league_id, game_id)
        if struck_at is not None and struck_for == reason:
            return
        if struck_at is not None:
            raise RuleViolation(Fault(FaultCode.GAME_STRUCK))
        _set_struck(connection, game_id, at=actor.now, reason=reason)
        log.append(connection, league_id, EntryKind.GAME_STRUCK, actor, game=game_id)


def bring_back(league_id: int, game_id: str, *, actor: Actor) -> None:
    """Let a struck game count again. Nothing happens if it does already. NotInLeague, RuleViolation."""
    with writing() as connection:
        struck_at, _ = _struck(connection, league_id, game_id)
        if struck_at is None:
            return
        _set_struck(connection, game_id, at=None, reason=None)
        seasons.refuse_unranked(connection, game_id)
        log.append(connection, league_id, EntryKind.GAME_BACK, actor, game=game_id)


def invite_scorer(league_id: int, game_id: str, *, actor: Actor, alone: bool = False) -> Invitation:
    """Offer the right to score a game of the league to one more phone, for as long as the account runs it.

    `alone`: first all other rights to score it end for good, those of programs too. NotInLeague, also for an
    account that does not run the league any more.
    """
    with writing() as connection:
        # A game of another league is refused; a struck one may be scored.
        _struck(connection, league_id, game_id)
        if actor.account_id not in organisers.account_ids(connection, league_id):
            raise NotInLeague(game_id)
        if alone:
            invitations.end_everything(connection, game_id, now=actor.now)
            log.append(connection, league_id, EntryKind.SCORERS_ENDED, actor, game=game_id)
        log.append(connection, league_id, EntryKind.SCORER_INVITED, actor, game=game_id)
        return invitations.add(connection, game_id, now=actor.now, account_id=actor.account_id)


def _agreed(chosen: Chosen, event: Started) -> Chosen:
    """The rules of the league, with what the table agreed on where they leave an end or points open."""
    rules = chosen.rules
    ends = rules.ends
    is_open = {"ends": not (ends.hands or ends.target or ends.session), "points": rules.points is None}
    said = {name: event.changes[name] for name in is_open if is_open[name] and name in event.changes}
    return replace(chosen, changes=patched(chosen.changes, said))


def _reason_faults(reason: str) -> Iterator[Fault]:
    if not names.letters(reason):
        yield Fault(FaultCode.TEXT_EMPTY, "/reason")
    if len(reason) > LONGEST_REASON:
        yield Fault(FaultCode.TEXT_TOO_LONG, "/reason", values=(("most", LONGEST_REASON),))
    if not names.is_readable(reason):
        yield Fault(FaultCode.TEXT_UNREADABLE, "/reason")


def _struck(connection: Connection, league_id: int, game_id: str) -> tuple[datetime | None, str | None]:
    """When and why a game of this league was struck, None and None if it was not; NotInLeague."""
    row = connection.execute(
        select(LeagueGameRow.struck_at, LeagueGameRow.struck_reason)
        .join(GameRow, GameRow.id == LeagueGameRow.game_id)
        .where(
            LeagueGameRow.game_id == game_id,
            LeagueGameRow.league_id == league_id,
            GameRow.deleted_at.is_(None),
        )
    ).first()
    if row is None:
        raise NotInLeague(game_id)
    return row.struck_at, row.struck_reason


def _set_struck(connection: Connection, game_id: str, *, at: datetime | None, reason: str | None) -> None:
    connection.execute(
        update(LeagueGameRow)
        .where(LeagueGameRow.game_id == game_id)
        .values(struck_at=at, struck_reason=reason)
    )
    results.rewrite(connection, game_id, game=fold(entries.load(connection, game_id)))
    rights.bump(connection, game_id)
