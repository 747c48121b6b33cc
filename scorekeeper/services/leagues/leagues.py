"""Founding a league and changing what it is: its name, who reads it, its house rules and its time zone."""

import re
import secrets
import string
import unicodedata
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Final
from zoneinfo import available_timezones

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.models import LeagueGameRow, LeagueRow, OrganiserRow
from scorekeeper.models.engine import writing
from scorekeeper.rules import names
from scorekeeper.rules.faults import Fault, FaultCode, refuse
from scorekeeper.rules.leagues.league import EntryKind, Visibility
from scorekeeper.rules.rulesets.files import Chosen, faults_in, naming_faults
from scorekeeper.services.games import rights
from scorekeeper.services.games.codec import encode_chosen
from scorekeeper.services.leagues import log, seasons
from scorekeeper.services.leagues.log import Actor

KEY_BYTES: Final = 16
LINK_LETTERS: Final = 10
_LONGEST_SLUG: Final = 60
# A name that would stand where a page has its address, or be empty there.
TAKEN_SLUGS: Final = frozenset({"", "new", "imports"})


def found_league(name: str, *, visibility: str, time_zone: str, actor: Actor) -> str:
    """Found a league that the account runs; its slug, made from its name. RuleViolation with every fault."""
    name = names.clean(name)
    time_zone = _canonical(time_zone)
    refuse([*_name_faults(name), *zone_faults(time_zone)])
    with writing() as session:
        slug = _free_slug(session, name, visibility=Visibility(visibility))
        league = LeagueRow(
            key=secrets.token_urlsafe(KEY_BYTES),
            slug=slug,
            name=name,
            visibility=visibility,
            time_zone=time_zone,
            ruleset=encode_chosen(Chosen()),
            version=0,
            created_at=actor.now,
        )
        session.add(league)
        session.flush()
        session.add(OrganiserRow(league_id=league.id, account_id=actor.account_id, since=actor.now))
        seasons.season_for(session, league.id, actor.now)
        log.append(session, league.id, EntryKind.FOUNDED, actor, visibility=visibility)
    return slug


def rename_league(league_id: int, name: str, *, actor: Actor) -> None:
    """Call the league otherwise; its address stays. RuleViolation."""
    name = names.clean(name)
    refuse(_name_faults(name))
    with writing() as session:
        league = session.get_one(LeagueRow, league_id)
        if league.name != name:
            league.name = name
            _make_pages_old(session, league_id)
            log.append(session, league_id, EntryKind.RENAMED, actor, name=name)


def set_visibility(league_id: int, visibility: str, *, actor: Actor) -> str:
    """Choose who reads the league; its slug, which is a new one with every change."""
    with writing() as session:
        league = session.get_one(LeagueRow, league_id)
        if league.visibility == visibility:
            return league.slug
        _make_pages_old(session, league_id)
        return _move(session, league, visibility=Visibility(visibility), actor=actor)


def renew_link(league_id: int, *, actor: Actor) -> str:
    """A new secret slug for a league that is read by its link; that of others stays."""
    with writing() as session:
        league = session.get_one(LeagueRow, league_id)
        if league.visibility != Visibility.LINK:
            return league.slug
        return _move(session, league, visibility=Visibility.LINK, actor=actor)


def set_ruleset(league_id: int, chosen: Chosen, *, actor: Actor) -> None:
    """The rules with which all games of the league start from now on. RuleViolation, NotOfShape."""
    refuse(naming_faults(chosen))
    refuse(faults_in(chosen))
    with writing() as session:
        league, rules = session.get_one(LeagueRow, league_id), encode_chosen(chosen)
        if league.ruleset != rules:
            league.ruleset = rules
            log.append(session, league_id, EntryKind.HOUSE_RULES, actor, rules=rules)


def set_time_zone(league_id: int, time_zone: str, *, actor: Actor) -> None:
    """Where the league plays: on the clock there a year begins, and its games move with it. RuleViolation."""
    time_zone = _canonical(time_zone)
    refuse(zone_faults(time_zone))
    with writing() as session:
        league = session.get_one(LeagueRow, league_id)
        if league.time_zone != time_zone:
            league.time_zone = time_zone
            seasons.refile(session, league_id)
            log.append(session, league_id, EntryKind.TIME_ZONE, actor, zone=time_zone)


def slug_of(name: str) -> str:
    """A name as a part of an address; empty if nothing of it can stand there."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain))[:_LONGEST_SLUG].strip("-")


def _move(session: Session, league: LeagueRow, *, visibility: Visibility, actor: Actor) -> str:
    """Give a league a new slug, read by those whom `visibility` says; the slug."""
    slug = _free_slug(session, league.name, visibility=visibility)
    league.visibility, league.slug = visibility.value, slug
    log.append(session, league.id, EntryKind.VISIBILITY, actor, visibility=visibility.value)
    return slug


def _free_slug(session: Session, name: str, *, visibility: Visibility) -> str:
    slugs = _slugs(slug_of(name), visibility=visibility)
    taken = select(LeagueRow.id)
    return next(slug for slug in slugs if session.scalar(taken.where(LeagueRow.slug == slug)) is None)


def _slugs(base: str, *, visibility: Visibility) -> Iterator[str]:
    # What only some may read has no address that others could meet with one of theirs.
    if visibility is not Visibility.PUBLIC:
        while True:
            letters = "".join(secrets.choice(string.ascii_lowercase) for _ in range(LINK_LETTERS))
            yield f"{base or 'league'}-{letters}"
    if base not in TAKEN_SLUGS:
        yield base
    for number in count(2 if base not in TAKEN_SLUGS else 1):
        yield f"{base or 'league'}-{number}"


def _make_pages_old(session: Session, league_id: int) -> None:
    games = select(LeagueGameRow.game_id).where(LeagueGameRow.league_id == league_id)
    rights.bump_all(session, games)


def _name_faults(name: str) -> Iterator[Fault]:
    for fault in names.faults_in([name], pointer="/name"):
        nameless = fault.code is FaultCode.NAME_EMPTY
        yield replace(fault, code=FaultCode.LEAGUE_NAMELESS) if nameless else fault


def _canonical(time_zone: str) -> str:
    """The name of a time zone as its list has it, whatever its letters' case; others stay as they are."""
    key = time_zone.casefold()
    return next((zone for zone in available_timezones() if zone.casefold() == key), time_zone)


def zone_faults(time_zone: str) -> Iterator[Fault]:
    if time_zone not in available_timezones():
        yield Fault(FaultCode.TIME_ZONE_UNKNOWN, "/time_zone")
