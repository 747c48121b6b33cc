"""An event as the fields of a JSON object, with all its names and texts, and back, without any loss.

What is not said is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, Final, cast

from scorekeeper.rules.cards import CardValue, HeldCards
from scorekeeper.rules.entries import (
    Agreed,
    Arranged,
    Corrected,
    Departed,
    Dropped,
    ErrorKind,
    Event,
    FactValue,
    GivenScore,
    HandScored,
    Joined,
    Renamed,
    Resumed,
    Ruled,
    Settled,
    Started,
    Suspended,
    Undone,
)
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.rules.rulings import Duty, Effect, EffectKind, Remedied

Json = dict[str, Any]


def to_json(event: Event) -> tuple[str, Json]:
    """The kind of an event and its fields."""
    kind, fields = _TO_JSON[type(event)]
    return kind, fields(event)


def from_json(kind: str, fields: Json) -> Event:
    """The event with these fields; KeyError, TypeError or ValueError if they are damaged."""
    return _FROM_JSON[kind](fields)


def _from_started(event: Started) -> Json:
    return {
        "players": event.players,
        "first_dealer": event.first_dealer,
        "started_at": event.started_at.astimezone(UTC).isoformat(),
        "time_zone": event.time_zone,
        "ruleset": event.ruleset,
        "house_rules": asdict(event.house_rules),
    }


def _to_started(said: Json) -> Started:
    return Started(
        players=tuple(said["players"]),
        first_dealer=said["first_dealer"],
        started_at=datetime.fromisoformat(said["started_at"]),
        time_zone=said["time_zone"],
        ruleset=said["ruleset"],
        house_rules=HouseRules(**said["house_rules"]),
    )


def _from_sheet(event: HandScored | Corrected) -> Json:
    return {
        "hand": event.hand,
        "went_out": event.went_out,
        "scores": [_from_score(score) for score in event.scores],
    }


def _from_score(score: GivenScore) -> Json:
    said: Json = {"seat": score.seat}
    if score.points is not None:
        said["points"] = score.points
    if score.cards is not None:
        said["cards"] = {value.value: number for value, number in score.cards.by_value().items()}
    if score.missing:
        said["missing"] = score.missing
    if score.not_given:
        said["not_given"] = True
    if score.charge:
        said["charge"] = score.charge
    return said


def _to_scores(said: Iterable[Json]) -> tuple[GivenScore, ...]:
    return tuple(
        GivenScore(
            score["seat"],
            score.get("points"),
            _to_cards(score["cards"]) if "cards" in score else None,
            score.get("missing", 0),
            score.get("not_given", False),
            score.get("charge", 0),
        )
        for score in said
    )


def _to_cards(said: Json) -> HeldCards:
    return HeldCards(*(said[value.value] for value in CardValue))


def _from_corrected(event: Corrected) -> Json:
    answers = {"mixed": event.mixed, "disputed_before": event.disputed_before, "agreed": event.agreed}
    asked = {question: answer for question, answer in answers.items() if answer is not None}
    return {**_from_sheet(event), **asked, "kind": event.kind.value, "reason": event.reason}


def _to_corrected(said: Json) -> Corrected:
    return Corrected(
        hand=said["hand"],
        went_out=said["went_out"],
        scores=_to_scores(said["scores"]),
        kind=ErrorKind(said["kind"]),
        mixed=said.get("mixed"),
        disputed_before=said.get("disputed_before"),
        agreed=said.get("agreed"),
        reason=said["reason"],
    )


def _from_ruled(event: Ruled) -> Json:
    return {
        "hand": event.hand,
        "irregularity": event.irregularity,
        # A list of pairs keeps the order in which the facts were asked.
        "facts": event.facts,
        "outcome": event.outcome,
        "remedies": [asdict(remedied) for remedied in event.remedies],
        "clauses": event.clauses,
        "roles": dict(event.roles),
        "choice": event.choice,
        "effects": [asdict(effect) for effect in event.effects],
        "duties": [asdict(duty) for duty in event.duties],
        "precedent": event.precedent,
        "agreed": event.agreed,
    }


def _to_ruled(said: Json) -> Ruled:
    return Ruled(
        hand=said["hand"],
        irregularity=said["irregularity"],
        facts=tuple((fact, _to_fact(value)) for fact, value in said["facts"]),
        outcome=said["outcome"],
        remedies=tuple(
            Remedied(r["code"], r["who"], r["points"], tuple(r["seats"])) for r in said["remedies"]
        ),
        clauses=tuple(said["clauses"]),
        roles=tuple(said["roles"].items()),
        choice=said["choice"],
        effects=tuple(Effect(EffectKind(e["kind"]), e["seat"], e["points"]) for e in said["effects"]),
        duties=tuple(Duty(**duty) for duty in said["duties"]),
        precedent=said["precedent"],
        agreed=said["agreed"],
    )


def _to_fact(value: Any) -> FactValue:
    return tuple(value) if isinstance(value, list) else cast(FactValue, value)


_TO_JSON: Final[dict[type, tuple[str, Callable[[Any], Json]]]] = {
    Started: ("start", _from_started),
    HandScored: ("hand", _from_sheet),
    Corrected: ("correction", _from_corrected),
    Departed: ("departure", asdict),
    Joined: ("arrival", asdict),
    Suspended: ("suspension", asdict),
    Resumed: ("resumption", asdict),
    Renamed: ("rename", asdict),
    Arranged: ("arrangement", asdict),
    Ruled: ("ruling", _from_ruled),
    Settled: ("done", asdict),
    Dropped: ("dropped", asdict),
    Agreed: ("agreement", asdict),
    Undone: ("undo", asdict),
}
_FROM_JSON: Final[dict[str, Callable[[Json], Event]]] = {
    "start": _to_started,
    "hand": lambda said: HandScored(said["hand"], said["went_out"], _to_scores(said["scores"])),
    "correction": _to_corrected,
    "departure": lambda said: Departed(tuple(said["seats"])),
    "arrival": lambda said: Joined(**said),
    "suspension": lambda said: Suspended(**said),
    "resumption": lambda said: Resumed(said["agreed"], tuple(said["seats"])),
    "rename": lambda said: Renamed(**said),
    "arrangement": lambda said: Arranged(tuple(said["order"]), said["first_dealer"]),
    "ruling": _to_ruled,
    "done": lambda said: Settled(**said),
    "dropped": lambda said: Dropped(**said),
    "agreement": lambda said: Agreed(**said),
    "undo": lambda said: Undone(**said),
}
