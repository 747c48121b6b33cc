"""The rules that games are started by: files, and the sets that tables saved under a name."""

from __future__ import annotations

import secrets
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Annotated, Any, Final

import msgspec
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import OperationalError

from scorekeeper.models import SavedRulesetRow
from scorekeeper.models.engine import reading, writing
from scorekeeper.rules.checks import seating_faults, state_faults
from scorekeeper.rules.entries import RulesChanged, Started
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation, StateViolation, refuse
from scorekeeper.rules.fold import taken_back
from scorekeeper.rules.names import clean, faults_in
from scorekeeper.rules.rule_changes import change_of
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.files import RULESETS, Chosen, naming_faults
from scorekeeper.rules.rulesets.in_force import (
    NotOfShape,
    change_faults,
    difference,
    in_force,
    patched,
    without_clashes,
)
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.common.faults import WrittenByNewer
from scorekeeper.services.games import recording
from scorekeeper.services.games.codec import dumps, known_to_this_release, rules_of
from scorekeeper.services.games.log import PROGRAM, Origin

FORMAT: Final = "scorekeeper-ruleset/1"
KEPT_UNUSED: Final = timedelta(days=365)
_KEY_BYTES: Final = 16
# How often the time of the latest use is stored.
_USED_EVERY: Final = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class BaseRules:
    """Rules under an id or a key, on which a request builds: a file alone, or a saved set.

    `rules` are in force by `chosen`; `saved` is its document, None for a file.
    """

    chosen: Chosen
    rules: Ruleset
    saved: Mapping[str, Any] | None = None

    def faults(self, *, variants: Sequence[str], changes: Mapping[str, Any]) -> tuple[Fault, ...]:
        """What leaves no ruleset in force on top of these rules."""
        return tuple(change_faults(self.rules, variants=variants, changes=changes))

    def problems(
        self,
        adopted: BaseRules,
        *,
        variants: Sequence[str],
        changes: Mapping[str, Any],
        players: int | None = None,
    ) -> tuple[Fault, ...]:
        """What cannot be in the rules that these variants and changes make of them."""
        named = [(variant, self.rules.variants[variant].changes) for variant in variants]
        return tuple(problems(adopted.rules, players=players, variants=named, changes=changes))

    def with_changes(self, *, variants: Sequence[str], changes: Mapping[str, Any]) -> BaseRules:
        """These rules with more variants and changes, which have no `faults`; NotOfShape."""
        rules = in_force(self.rules, variants=variants, changes=changes)
        all_variants = tuple(dict.fromkeys((*self.chosen.variants, *variants)))
        chosen = Chosen(self.chosen.ruleset, all_variants, patched(self.chosen.changes, changes))
        return BaseRules(chosen if _says(chosen, rules) else _saying(rules, by=chosen), rules)


def _says(chosen: Chosen, rules: Ruleset) -> bool:
    """Whether a choice makes these rules, although a later variant comes before an earlier change."""
    try:
        return not naming_faults(chosen) and chosen.rules == rules
    except NotOfShape:
        return False


def _saying(rules: Ruleset, *, by: Chosen) -> Chosen:
    """A choice that makes these rules, by as many variants of another one as go together."""
    file = RULESETS[by.ruleset]
    variants = without_clashes(file, by.variants)
    return Chosen(by.ruleset, variants, difference(in_force(file, variants=variants), rules))


def base_of(name: str) -> BaseRules:
    """The rules with this id or key; RuleViolation if there are none, WrittenByNewer."""
    if name in RULESETS:
        return BaseRules(Chosen(name), RULESETS[name])
    document = saved(name)
    if document is None:
        raise RuleViolation(Fault(FaultCode.RULESET_UNKNOWN, "/ruleset", values=(("ruleset", name),)))
    return _base_in(document)


def use(name: str, *, now: datetime) -> BaseRules:
    """The rules with this id or key, of which a form is filled or a game made; errors as of `base_of`.

    Saved rules are kept for another year.
    """
    base = base_of(name)
    if base.saved is not None:
        row = SavedRulesetRow
        outdated = ~row.used_at.between(now - _USED_EVERY, now + _USED_EVERY)
        # Where nothing can be saved, a page is shown all the same: the next one can store the time.
        with suppress(OperationalError), writing() as session:
            session.execute(update(row).where(row.key == name, outdated).values(used_at=now))
    return base


def remove_unused(now: datetime) -> None:
    """Remove saved rules that nobody used for a year. Games and leagues have their own copies of them."""
    with writing() as session:
        session.execute(delete(SavedRulesetRow).where(SavedRulesetRow.used_at <= now - KEPT_UNUSED))


def bases_of(keys: Iterable[str]) -> dict[str, BaseRules]:
    """The saved rules of these keys, in their order, without those unknown or written by a newer release."""
    keys = tuple(keys)
    query = select(SavedRulesetRow.key, SavedRulesetRow.document).where(SavedRulesetRow.key.in_(keys))
    with reading() as session:
        documents = dict(session.execute(query).all())
    bases: dict[str, BaseRules] = {}
    for key in filter(documents.__contains__, keys):
        with suppress(WrittenByNewer):
            bases[key] = _base_in(msgspec.json.decode(documents[key]))
    return bases


def _base_in(document: Mapping[str, Any]) -> BaseRules:
    content = _document_in(document)
    chosen = Chosen(content.ruleset, content.variants, content.changes)
    return BaseRules(chosen, rules_of(chosen), document)


def saved(key: str) -> dict[str, Any] | None:
    """The document of a saved set; None if there is none."""
    with reading() as session:
        row = session.get(SavedRulesetRow, key)
        return None if row is None else dict(msgspec.json.decode(row.document))


def from_file(content: bytes, *, now: datetime) -> str:
    """Save the rules of a file, which is a document of saved rules; the new key.

    NotADocument if it is anything else; RuleViolation or NotOfShape if its rules cannot be; WrittenByNewer.
    """
    try:
        document = _document_in(msgspec.json.decode(content.removeprefix(BOM_UTF8)))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise NotADocument from error
    base = base_of(document.ruleset)
    try:
        return save(document.name, base, variants=document.variants, changes=document.changes, now=now)
    except NotOfShape as unfit:
        if unfit.stranger is None:
            raise
        raise WrittenByNewer(unfit.stranger) from unfit


def save(
    name: str, base: BaseRules, *, variants: Sequence[str], changes: Mapping[str, Any], now: datetime
) -> str:
    """Save rules under a name; the new key, another one each time. RuleViolation or NotOfShape."""
    unnamed = tuple(faults_in((name,), pointer="/name"))
    if unusable := base.faults(variants=variants, changes=changes):
        refuse((*unnamed, *unusable))
    adopted = base.with_changes(variants=variants, changes=changes)
    refuse((*unnamed, *base.problems(adopted, variants=variants, changes=changes)))
    key = secrets.token_urlsafe(_KEY_BYTES)
    members = msgspec.to_builtins(adopted.chosen)
    document = dumps({"format": FORMAT, "name": clean(name), **members})
    with writing() as session:
        session.execute(insert(SavedRulesetRow).values(key=key, document=document, used_at=now))
    return key


def started(
    ruleset: str,
    event: Started,
    *,
    variants: Sequence[str] = (),
    changes: Mapping[str, Any] | None = None,
    now: datetime,
) -> Started:
    """The start of a game by rules of this id or key, with variants and changes.

    RuleViolation with every fault if that leaves no ruleset in force; NotOfShape.
    """
    base, unusable, changes = BaseRules(Chosen(), Chosen().rules), list[Fault](), changes or {}
    try:
        base = use(ruleset, now=now)
        unusable += base.faults(variants=variants, changes=changes)
    except RuleViolation as unknown:
        unusable += unknown.faults
    if unusable:
        refuse((*seating_faults(replace(event, rules=base.rules), now=now), *unusable))
    adopted = base.with_changes(variants=variants, changes=changes)
    return replace(
        event,
        rules=adopted.rules,
        variants=adopted.chosen.variants,
        changes=dict(adopted.chosen.changes),
    )


def change(
    game_id: str,
    *,
    variants: Sequence[str],
    changes: Mapping[str, Any],
    agreed: bool,
    preview: bool,
    now: datetime,
    origin: Origin = PROGRAM,
    seen: int | None = None,
) -> RulesChanged:
    """Play a game by other rules from the next hand on; a preview needs no agreement and records nothing.

    Errors as of `recording.record`, and NotOfShape.
    """
    with recording.changing(game_id, seen=seen, origin=origin) as game:
        if forbidden := state_faults(game, _UNTOLD, at=now):
            raise StateViolation(*forbidden)
        event = change_of(game, variants=variants, changes=changes, agreed=agreed or preview)
        if preview:
            recording.preview(game_id, event, now=now)
        else:
            recording.record(game_id, event, now=now, origin=origin)
        return event


def adopted(game_id: str) -> Chosen:
    """What the rules of a game are made of: those of its start, and the changes that were not undone."""
    entries = recording.entries(game_id)
    undone = taken_back(entries)
    chosen = Chosen()
    for entry in entries:
        match entry.event:
            case Started(rules=rules, variants=variants, changes=changes):
                chosen = Chosen(rules.id, variants, changes)
            case RulesChanged() as event if entry.number not in undone:
                chosen = _changed(chosen, event)
    return chosen


def _changed(chosen: Chosen, event: RulesChanged) -> Chosen:
    """A choice with the variants and changes of an event on top."""
    try:
        base = BaseRules(chosen, chosen.rules)
        return base.with_changes(variants=event.variants, changes=event.changes).chosen
    except (KeyError, NotOfShape):
        # The file of the ruleset is not what it was when the game began.
        changes = patched(chosen.changes, event.changes)
        return replace(chosen, variants=(*chosen.variants, *event.variants), changes=changes)


class NotADocument(ValueError):
    """A file holds no document of saved rules."""


class _Head(msgspec.Struct):
    """What every document of saved rules begins with, whichever release wrote it."""

    format: Annotated[str, msgspec.Meta(pattern=r"\Ascorekeeper-ruleset/[0-9]{1,9}\Z")]


class _Document(_Head, forbid_unknown_fields=True):
    """A document of saved rules, as it is shared."""

    name: str
    ruleset: str
    variants: tuple[str, ...] = ()
    changes: dict[str, Any] = {}


def _document_in(document: object) -> _Document:
    """What a document says; WrittenByNewer, or ValidationError if it is none."""
    head = msgspec.convert(document, _Head)
    if head.format != FORMAT:
        raise WrittenByNewer(head.format)
    with known_to_this_release():
        return msgspec.convert(document, _Document)


_UNTOLD: Final = RulesChanged(
    RULESETS[Chosen().ruleset], (), {}, agreed=True, before=(), after=(), finishes=False
)
