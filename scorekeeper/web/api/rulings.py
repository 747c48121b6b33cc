"""Disputes in a game: recording a ruling, what it left open, and what the table agrees."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from scorekeeper.referee.codes import Irregularity, OptionCode, Who
from scorekeeper.rules.entries import Agreed
from scorekeeper.rules.faults import Fault, FaultCode, RuleViolation
from scorekeeper.rules.game import Game
from scorekeeper.services.games import recording, rulings
from scorekeeper.services.games.rulings import Bound, Dispute
from scorekeeper.web.api import headers, operations, response_schemas, ruling_requests, ruling_responses
from scorekeeper.web.api.fields import Asked, Told
from scorekeeper.web.api.games import current
from scorekeeper.web.api.referee import ruling_document
from scorekeeper.web.http import clock
from scorekeeper.web.referee.agreements import open_clauses
from scorekeeper.web.referee.path import Place
from scorekeeper.web.referee.ruling_page import names_of

blueprint = operations.Blueprint(
    "api_rulings", __name__, url_prefix="/api/v1/games/<game:game_id>", description="Disputes in a game"
)


def _event(
    rule: str,
    *,
    body: type[Asked],
    example: Mapping[str, Any],
    answer: type[Told] = response_schemas.GameSchema,
) -> Callable[[operations.View], operations.View]:
    within = (headers.by_scorer, headers.once(), operations.writes)
    return blueprint.operation(rule, method="POST", body=body, example=example, answer=answer, within=within)


@_event(
    "/rulings",
    body=ruling_requests.RecordedDisputeSchema,
    answer=ruling_responses.RecordedRulingSchema,
    example={
        "irregularity": "wrong-count",
        "facts": {"moment": "other-went-out", "direction": "too-few", "by": 2},
        "roles": {"offender": 2},
        "apply": True,
    },
)
def record_ruling(asked: dict[str, Any], game_id: str) -> Any:
    """Record a ruling. Roles that are not said stay unnamed, and nothing binds them."""
    dispute = _dispute(asked)
    written = rulings.rule(game_id, lambda _game: dispute, now=clock.now(), seen=headers.seen(), partly=True)
    document = _ruling(game_id, written.before, written.bound)
    document |= {"choice": written.event.choice, "applied": bool(written.event.effects)}
    game = current(game_id)
    told_now = {"entry": written.recorded.entry, "version": game["version"], "game": game}
    return document | told_now, headers.etag(game["version"])


@_event("/settlements", body=ruling_requests.OpenLineSchema, example={"entry": 5, "line": 0})
def settle_duty(line: tuple[int, int], game_id: str) -> Any:
    """A duty that a ruling laid down was done once."""
    rulings.settle(game_id, line, now=clock.now(), seen=headers.seen())
    return _after(game_id)


@_event("/cancellations", body=ruling_requests.OpenLineSchema, example={"entry": 5, "line": 0})
def cancel_effect(line: tuple[int, int], game_id: str) -> Any:
    """An effect that waits for the sheet is given up."""
    rulings.drop(game_id, line, now=clock.now(), seen=headers.seen())
    return _after(game_id)


@_event(
    "/agreements",
    body=ruling_requests.AgreementSchema,
    example={"clause": "6.3", "question": "When is the stock out?", "agreed": "When nobody can draw."},
)
def record_agreement(event: Agreed, game_id: str) -> Any:
    """Write down what the table agrees where the rules are silent."""
    if event.clause is not None and event.clause not in open_clauses():
        raise RuleViolation(Fault(FaultCode.CLAUSE_NOT_OPEN, "/clause"))
    recording.record(game_id, event, now=clock.now(), seen=headers.seen())
    return _after(game_id)


def _after(game_id: str) -> Any:
    document = current(game_id)
    return document, headers.etag(document["version"])


def _dispute(asked: dict[str, Any]) -> Dispute:
    if faults := tuple(_unknown(asked)):
        raise RuleViolation(*faults)
    return Dispute(
        Irregularity(asked["irregularity"]),
        asked["facts"],
        roles={Who(role): seat for role, seat in asked["roles"].items()},
        choice=None if asked["choice"] is None else OptionCode(asked["choice"]),
        apply=asked["apply"],
        agreed=asked["agreed"],
    )


def _unknown(asked: dict[str, Any]) -> Iterator[Fault]:
    """What is said in no word of the referee."""
    if asked["irregularity"] not in set(Irregularity):
        allowed = ", ".join(Irregularity)
        values = (("fact", "irregularity"), ("allowed", allowed))
        yield Fault(FaultCode.FACT_VALUE, "/irregularity", values=values)
    for role in asked["roles"]:
        if role not in set(Who):
            pointer = "/roles/" + role.replace("~", "~0").replace("/", "~1")
            yield Fault(FaultCode.FACT_UNKNOWN, pointer, values=(("fact", role),))
    if asked["choice"] is not None and asked["choice"] not in set(OptionCode):
        yield Fault(FaultCode.CHOICE_UNKNOWN, "/choice")


def _ruling(game_id: str, game: Game, bound: Bound) -> dict[str, Any]:
    names = names_of(Place(game_id, game), bound)
    roles = {role.value: seat for role, seat in bound.named.items()}
    return ruling_document(bound.ruling, names=names) | {"roles": roles}
