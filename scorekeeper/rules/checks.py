"""What may be done next in a game: every event against the game it meets, all faults at once."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from string import ascii_lowercase
from typing import Final
from zoneinfo import ZoneInfo

from scorekeeper.rules import entries, names
from scorekeeper.rules.cards import is_card
from scorekeeper.rules.corrections import correction_faults
from scorekeeper.rules.entries import Event
from scorekeeper.rules.faults import Fault, FaultCode
from scorekeeper.rules.fold import arranged_seats
from scorekeeper.rules.game import Game, Status
from scorekeeper.rules.incomplete import is_year_over, resumption_faults
from scorekeeper.rules.laydown import MOST_LAID
from scorekeeper.rules.rule_changes import rule_change_faults
from scorekeeper.rules.rulesets.checks import problems
from scorekeeper.rules.rulesets.ruleset import Incomplete, Ruleset
from scorekeeper.rules.rulings import OF_A_SEAT, Duty, Effect, EffectKind
from scorekeeper.rules.scoring import charge_for
from scorekeeper.rules.sheets import SheetRules, sheet_faults
from scorekeeper.rules.standings import is_complete

EARLIEST_YEAR: Final = 1900
LARGEST_START_SCORE: Final = 9_995
FEWEST_RECORDED: Final = 2
MOST_RECORDED: Final = 12
MOST_HANDS: Final = 200
MOST_TARGET: Final = 100_000
LONGEST_AGREEMENT: Final = 300
CLOCK_TOLERANCE: Final = timedelta(minutes=5)

# What holds in place of the clauses of section 8, with their interpretations, where games are plain.
_PLAIN_CLAUSES: Final = {
    "8.1": "P-3",
    "8.2": "P-3",
    "8.3": "P-2",
    "8.4": "P-2",
    "8.5": "P-1",
    "8.6": "P-1",
    "8.7": "P-4",
}


def start_faults(event: entries.Started, *, now: datetime) -> tuple[Fault, ...]:
    """Every fault of the start of a game (1.2a, 2.2, 2.3a). `now` is aware."""
    adopted = [(variant, event.rules.variants[variant].changes) for variant in event.variants]
    faults = problems(event.rules, players=len(event.players), variants=adopted, changes=event.changes)
    return (*seating_faults(event, now=now), *by_rules(faults, rules=event.rules))


def seating_faults(event: entries.Started, *, now: datetime) -> tuple[Fault, ...]:
    """The faults of a start that have nothing to do with its rules. `now` is aware."""
    return by_rules((*_table_faults(event), *_time_faults(event, now=now)), rules=event.rules)


def state_faults(game: Game, event: Event, *, at: datetime) -> tuple[Fault, ...]:
    """What the state of the game forbids of an event: the first fault there is, and all of a ruling."""
    most = None if isinstance(event, entries.Ruled) else 1
    return by_rules(islice(_state_faults(game, event, at=at), most), rules=game.rules)


def rule_faults(game: Game, event: Event, *, at: datetime) -> tuple[Fault, ...]:
    """The faults by the rules of an event that the state of the game allows."""
    return by_rules(_rule_faults(game, event, at=at), rules=game.rules)


def by_rules(faults: Iterable[Fault], *, rules: Ruleset) -> tuple[Fault, ...]:
    """The faults with the clauses that hold by these rules; the rulebook has none where it is not the law."""
    return tuple(replace(fault, clause=clause_by(fault.clause, rules=rules)) for fault in faults)


def clause_by(clause: str | None, *, rules: Ruleset) -> str | None:
    """The clause that holds by these rules in place of one of the rulebook; None where none does."""
    if clause == "P-1" and rules.incomplete is Incomplete.POSTED:
        return "8.5"
    if clause is None or not clause[0].isdigit():
        return clause
    if clause.startswith(("8.", "15.")):
        plain = _PLAIN_CLAUSES.get(clause.rstrip(ascii_lowercase), "P-5")
        return plain if rules.incomplete is Incomplete.PLAIN else clause
    return clause if rules.is_law else None


def _rule_faults(game: Game, event: Event, *, at: datetime) -> tuple[Fault, ...]:
    match event:
        case entries.HandScored():
            sheet, charged = _sheet_faults(game, event), tuple(_ruled_otherwise(game, event))
            remaining = (fault for fault in sheet if not charged or fault.code is not FaultCode.SUM_DIFFERS)
            return (*remaining, *charged)
        case entries.Resumed():
            staying = tuple(game.seats[seat].name for seat in game.playing if seat not in event.without)
            faults = resumption_faults(event, names=staying, year_over=year_is_over(game, at=at))
            return (*_leaving_faults(game, event.without, pointer="/without/{}"), *faults)
        case _:
            check = _SMALL_CHECKS.get(type(event))
            return tuple(check(game, event)) if check else ()


def year_is_over(game: Game, *, at: datetime) -> bool:
    """Whether the calendar year in which the game started is over at its own place (8.2a, not by P-3)."""
    if game.rules.incomplete is Incomplete.PLAIN:
        return False
    return is_year_over(game.setup.started_at, at=at, time_zone=game.setup.time_zone)


def _table_faults(event: entries.Started) -> Iterator[Fault]:
    yield from names.faults_in(event.players, pointer="/players/{}")
    yield from _number_faults(len(event.players), rules=event.rules, pointer="/players")
    yield from _dealer_faults(event.first_dealer, players=len(event.players))
    if event.totals and len(event.totals) != len(event.players):
        yield Fault(FaultCode.SEAT_UNKNOWN, "/totals", values=(("seat", len(event.totals)),))


def _number_faults(players: int, *, rules: Ruleset, pointer: str) -> Iterator[Fault]:
    if players < FEWEST_RECORDED:
        clause = rules.cites.get("players")
        yield Fault(FaultCode.PLAYERS_TOO_FEW, pointer, clause, (("fewest", FEWEST_RECORDED),))
    if players > MOST_RECORDED:
        yield Fault(FaultCode.PLAYERS_TOO_MANY, pointer, "1.2a", (("most", MOST_RECORDED),))


def _dealer_faults(first_dealer: int, *, players: int) -> Iterator[Fault]:
    if not 0 <= first_dealer < max(1, players):
        yield Fault(FaultCode.DEALER_UNKNOWN, "/first_dealer", "2.2")


def _time_faults(event: entries.Started, *, now: datetime) -> Iterator[Fault]:
    if not _is_time_zone(event.time_zone):
        yield Fault(FaultCode.TIME_ZONE_UNKNOWN, "/time_zone")
    if event.started_at > now + CLOCK_TOLERANCE:
        yield Fault(FaultCode.START_IN_FUTURE, "/started_at")
    if event.started_at.year < EARLIEST_YEAR:
        yield Fault(FaultCode.START_TOO_EARLY, "/started_at", values=(("year", EARLIEST_YEAR),))


def _is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def _state_faults(game: Game, event: Event, *, at: datetime) -> Iterable[Fault]:
    if isinstance(event, entries.Departed):
        return _may_leave(game, event.seats, at=at)
    check = _STATE_CHECKS.get(type(event))
    return check(game, event) if check else ()


def _may_score(game: Game, event: entries.HandScored) -> Iterator[Fault]:
    yield from _must_be_playing(game)
    if len(game.hands) >= MOST_HANDS:
        yield Fault(FaultCode.HANDS_MOST, "", None, (("most", MOST_HANDS),))
    elif game.hand is not None and event.hand != game.hand.number:
        yield Fault(FaultCode.HAND_NOT_CURRENT, "", "4.2", (("hand", game.hand.number),))


def _may_correct(game: Game, event: entries.Corrected) -> Iterator[Fault]:
    if not 1 <= event.hand <= len(game.hands):
        yield Fault(FaultCode.HAND_NOT_PLAYED, "/hand", None, (("hand", event.hand),))


def _may_end(game: Game, _event: entries.Ended) -> Iterator[Fault]:
    yield from _must_be_playing(game)
    if game.rules.ends.session and not game.hands:
        yield Fault(FaultCode.ENDING_TOO_EARLY, "", game.rules.cites.get("ends"))


def _may_resume(game: Game, _event: entries.Resumed) -> Iterator[Fault]:
    if game.status is not Status.SUSPENDED:
        yield Fault(FaultCode.GAME_NOT_SUSPENDED, "", "8.1")


def _may_arrange(game: Game, _event: entries.Arranged) -> Iterator[Fault]:
    if not is_untouched(game):
        yield Fault(FaultCode.ARRANGED_TOO_LATE, "", "2.2")


def _must_be_playing(game: Game, _event: Event | None = None, *, pointer: str = "") -> Iterator[Fault]:
    if game.status is Status.FINISHED:
        yield Fault(FaultCode.GAME_FINISHED, pointer)
    if game.status is Status.SUSPENDED:
        yield Fault(FaultCode.GAME_SUSPENDED, pointer, "8.2")


def _may_leave(game: Game, seats: tuple[int, ...], *, at: datetime) -> Iterator[Fault]:
    if game.status is not Status.SUSPENDED:
        yield from _must_be_playing(game)
    elif set(seats) != set(game.playing) or not year_is_over(game, at=at):
        yield Fault(FaultCode.LEAVE_WHILE_SUSPENDED, "", "8.2a")


def _may_undo(game: Game, event: entries.Undone) -> Iterator[Fault]:
    last = game.standing_entries[-1]
    if last == game.standing_entries[0]:
        yield Fault(FaultCode.NOTHING_TO_UNDO)
    elif event.entry != last:
        yield Fault(FaultCode.ENTRY_NOT_LAST, "/entry", None, (("entry", last),))


def is_untouched(game: Game) -> bool:
    """Whether nobody has scored, left or joined yet: the table is still being set (8.7a)."""
    return not (game.hands or game.void or game.setup.totals) and all(
        is_complete(seat) for seat in game.seats
    )


def _sheet_faults(game: Game, event: entries.HandScored) -> list[Fault]:
    """The faults of a sheet, first of all the seats on it that have left."""
    at_table = {seat: game.seats[seat].name for seat in sorted(game.playing)}
    by = SheetRules(game.rules, players=len(game.setup.players))
    faults = [_seat_left(game, fault) or fault for fault in sheet_faults(event, by=by, names=at_table)]
    return sorted(faults, key=lambda fault: fault.code is not FaultCode.SEAT_LEFT)


def _seat_left(game: Game, fault: Fault) -> Fault | None:
    """What to say of a seat that is unknown to a sheet, because its player has left."""
    number = int(dict(fault.values)["seat"]) if fault.code is FaultCode.SEAT_UNKNOWN else -1
    if not 0 <= number < len(game.seats):
        return None
    return Fault(FaultCode.SEAT_LEFT, fault.pointer, "8.3a", (("name", game.seats[number].name),))


def _departure_faults(game: Game, event: entries.Departed) -> Iterator[Fault]:
    if not event.seats:
        yield Fault(FaultCode.NOBODY_LEAVES, "/seats", "8.3")
    yield from _leaving_faults(game, event.seats, pointer="/seats/{}")


def _leaving_faults(game: Game, seats: tuple[int, ...], *, pointer: str) -> Iterator[Fault]:
    for index, seat in enumerate(seats):
        at = pointer.format(index)
        if not 0 <= seat < len(game.seats):
            yield Fault(FaultCode.SEAT_UNKNOWN, at, values=(("seat", seat),))
        elif game.seats[seat].left_after is not None or seat in seats[:index]:
            yield Fault(FaultCode.SEAT_LEFT, at, "8.3a", (("name", game.seats[seat].name),))


def _arrival_faults(game: Game, event: entries.Joined) -> Iterator[Fault]:
    yield from names.faults_in((event.name,), pointer="/name", others=[seat.name for seat in game.seats])
    if not 0 <= event.after < len(game.seats):
        yield Fault(FaultCode.SEAT_UNKNOWN, "/after", values=(("seat", event.after),))
    if game.hands:
        yield from _start_score_faults(game.rules, event.start_score)
        yield from _number_faults(len(game.seats) + 1, rules=game.rules, pointer="/name")
        return
    if event.start_score:
        yield Fault(FaultCode.START_SCORE_TOO_EARLY, "/start_score", "8.7a")
    yield from _seated_faults(len(game.seats) + 1, rules=game.rules, pointer="/name")


def _start_score_faults(rules: Ruleset, start_score: int) -> Iterator[Fault]:
    is_below_zero = rules.incomplete is Incomplete.PLAIN and rules.scores_below_zero
    least = -LARGEST_START_SCORE if is_below_zero else 0
    most = min(LARGEST_START_SCORE, (rules.ends.target or MOST_TARGET) - 1)
    if start_score < least:
        yield Fault(FaultCode.START_SCORE_NEGATIVE, "/start_score", "8.7a", (("least", least),))
    if start_score > most:
        yield Fault(FaultCode.START_SCORE_TOO_LARGE, "/start_score", "8.7a", (("most", most),))


def _ending_faults(game: Game, event: entries.Ended) -> Iterator[Fault]:
    clause = game.rules.cites.get("ends")
    if not game.rules.ends.session:
        yield Fault(FaultCode.ENDING_NOT_SESSION, "", clause)
    if not event.agreed:
        yield Fault(FaultCode.ENDING_NOT_AGREED, "/agreed", clause)


def _suspension_faults(_game: Game, event: entries.Suspended) -> Iterator[Fault]:
    if not event.agreed:
        yield Fault(FaultCode.SUSPENSION_NOT_AGREED, "/agreed", "8.1")


def _rename_faults(game: Game, event: entries.Renamed) -> Iterator[Fault]:
    if not 0 <= event.seat < len(game.seats):
        yield Fault(FaultCode.SEAT_UNKNOWN, "/seat", values=(("seat", event.seat),))
        return
    others = [seat.name for seat in game.seats if seat.number != event.seat]
    yield from names.faults_in((event.name,), pointer="/name", others=others)
    if names.clean(event.name) == game.seats[event.seat].name:
        yield Fault(FaultCode.NAME_SAME, "/name", values=(("name", game.seats[event.seat].name),))


def _substitution_faults(game: Game, event: entries.Substituted) -> Iterator[Fault]:
    """A substitute is nobody who sits or began at another seat (8.7b)."""
    yield from absent_seat_faults(game, event.seat, pointer="/seat")
    if event.seat in game.playing:
        yield from _rename_faults(game, event)
        began = [seat.substitute_for for seat in game.seats if seat.number != event.seat]
        if names.key(event.name) in [names.key(name) for name in began if name]:
            yield Fault(FaultCode.NAME_TWICE, "/name", values=(("name", event.name),))


def _arrangement_faults(game: Game, event: entries.Arranged) -> Iterator[Fault]:
    wrong = tuple(_order_faults(game, event))
    yield from wrong
    if not wrong:
        seated = [seat.name for seat in arranged_seats(game, event)]
        yield from names.faults_in(seated, pointer="/names/{}")
    yield from _seated_faults(len(event.order), rules=game.rules, pointer="/order")
    yield from _dealer_faults(event.first_dealer or 0, players=len(event.order))


def _order_faults(game: Game, event: entries.Arranged) -> Iterator[Fault]:
    for index, old in enumerate(event.order):
        if old is None:
            continue
        if not 0 <= old < len(game.seats):
            yield Fault(FaultCode.SEAT_UNKNOWN, f"/order/{index}", values=(("seat", old),))
        elif old in event.order[:index]:
            name = game.seats[old].name
            yield Fault(FaultCode.SEAT_TWICE, f"/order/{index}", values=(("name", name),))
    if event.names and len(event.names) != len(event.order):
        yield Fault(FaultCode.ORDER_INCOMPLETE, "/names")


def _seated_faults(players: int, *, rules: Ruleset, pointer: str) -> Iterator[Fault]:
    """The faults of another number of players before the first score, by the rules in force."""
    yield from _number_faults(players, rules=rules, pointer=pointer)
    for fault in problems(rules, players=players):
        yield replace(fault, pointer=pointer)


def _ruling_faults(game: Game, event: entries.Ruled) -> Iterator[Fault]:
    """The faults of a ruling: players who are not at the table, more cards than the pack has, an effect that
    waits already, or melds of no cards.
    """
    for role, seat in event.roles:
        yield from absent_seat_faults(game, seat, pointer=f"/roles/{role}")
    for effect in event.effects:
        yield from _effect_faults(game, effect)
    for duty in event.duties:
        yield from _duty_faults(game, duty)
    yield from names.text_faults(event.agreed, pointer="/agreed", most=LONGEST_AGREEMENT, needed=False)
    yield from _meld_faults(game, event.melds)


def _meld_faults(game: Game, melds: tuple[tuple[str, ...], ...]) -> Iterator[Fault]:
    if sum(map(len, melds)) > MOST_LAID:
        yield Fault(FaultCode.CARDS_TOO_MANY, "/melds", values=(("most", MOST_LAID),))
        return
    for index, meld in enumerate(melds):
        if not meld:
            yield Fault(FaultCode.MELD_EMPTY, f"/melds/{index}")
        for place, card in enumerate(meld):
            if not is_card(card, pack=game.rules.pack):
                values = (("card", card[:20]), ("example", "7S, 10H, JK"))
                yield Fault(FaultCode.CARD_UNKNOWN, f"/melds/{index}/{place}", values=values)


def _agreement_faults(_game: Game, event: entries.Agreed) -> Iterator[Fault]:
    """The faults of an agreement: no text, or too much of it."""
    yield from names.text_faults(event.question, pointer="/question", most=LONGEST_AGREEMENT)
    yield from names.text_faults(event.agreed, pointer="/agreed", most=LONGEST_AGREEMENT)


def _ruled_otherwise(game: Game, event: entries.HandScored) -> Iterator[Fault]:
    """Faults if someone went out who is charged for missing cards (12.5), or whose hand the stock ended."""
    if event.went_out is None:
        return
    if charge_for(game.waiting, seat=event.went_out):
        name = game.seats[event.went_out].name
        yield Fault(FaultCode.WINNER_CHARGED, "/went_out", "12.5", (("name", name),))
    if EffectKind.HAND_ENDS in {line.effect.kind for line in game.waiting}:
        yield Fault(FaultCode.HAND_ENDED, "/went_out", game.rules.cites.get("block"))


def _may_settle(game: Game, event: entries.Settled) -> Iterator[Fault]:
    if (event.entry, event.line) not in ((duty.entry, duty.line) for duty in game.duties):
        yield Fault(FaultCode.DUTY_GONE, "/line")


def _may_drop(game: Game, event: entries.Dropped) -> Iterator[Fault]:
    if (event.entry, event.line) not in ((effect.entry, effect.line) for effect in game.waiting):
        yield Fault(FaultCode.WAITING_GONE, "/line")


def _may_rule(game: Game, event: entries.Ruled) -> Iterator[Fault]:
    if event.hand != (game.hand.number if game.hand else None):
        number = game.hand.number if game.hand else len(game.hands)
        yield Fault(FaultCode.HAND_NOT_CURRENT, "/hand", "4.2", (("hand", number),))
    if event.effects or event.duties:
        yield from _must_be_playing(game, pointer="/apply")


def _effect_faults(game: Game, effect: Effect) -> Iterator[Fault]:
    if effect.kind in OF_A_SEAT:
        yield from absent_seat_faults(game, effect.seat, pointer="/roles")
    if effect.kind is EffectKind.CHARGE:
        yield from _charge_faults(game, points=effect.points)
    if effect in (line.effect for line in game.waiting):
        yield Fault(FaultCode.WAITS_ALREADY, "/apply")


def _charge_faults(game: Game, *, points: int) -> Iterator[Fault]:
    """The faults of a charge (12.5): there is none for cards too few where the rules do not know them."""
    each = game.rules.missing_card
    if not each or points % each:
        yield Fault(FaultCode.CHARGE_NOT_TENS, "/apply", "12.5", (("each", each or 0),))
    else:
        yield from _pack_faults(game, cards=points // each)


def _duty_faults(game: Game, duty: Duty) -> Iterator[Fault]:
    if duty.seat is not None:
        yield from absent_seat_faults(game, duty.seat, pointer="/roles")
    yield from _pack_faults(game, cards=duty.times)


def _pack_faults(game: Game, *, cards: int) -> Iterator[Fault]:
    pack = game.rules.pack_size(len(game.setup.players))
    if cards > pack:
        yield Fault(FaultCode.CARDS_OVER_PACK, "/facts/by", "2.1", (("most", pack),))


def absent_seat_faults(game: Game, seat: int | None, *, pointer: str) -> Iterator[Fault]:
    """The fault of a seat that is not there, or whose player has left (8.3a)."""
    if seat is None or not 0 <= seat < len(game.seats):
        yield Fault(FaultCode.SEAT_UNKNOWN, pointer, values=(("seat", -1 if seat is None else seat),))
    elif seat not in game.playing:
        yield Fault(FaultCode.SEAT_LEFT, pointer, "8.3a", (("name", game.seats[seat].name),))


_STATE_CHECKS: Final[dict[type, Callable[..., Iterator[Fault]]]] = {
    entries.HandScored: _may_score,
    entries.Corrected: _may_correct,
    entries.Joined: _must_be_playing,
    entries.Substituted: _must_be_playing,
    entries.Suspended: _must_be_playing,
    entries.RulesChanged: _must_be_playing,
    entries.Ended: _may_end,
    entries.Resumed: _may_resume,
    entries.Arranged: _may_arrange,
    entries.Undone: _may_undo,
    entries.Ruled: _may_rule,
    entries.Settled: _may_settle,
    entries.Dropped: _may_drop,
}
_SMALL_CHECKS: Final[dict[type, Callable[..., Iterable[Fault]]]] = {
    entries.RulesChanged: rule_change_faults,
    entries.Corrected: correction_faults,
    entries.Departed: _departure_faults,
    entries.Joined: _arrival_faults,
    entries.Suspended: _suspension_faults,
    entries.Ended: _ending_faults,
    entries.Renamed: _rename_faults,
    entries.Substituted: _substitution_faults,
    entries.Arranged: _arrangement_faults,
    entries.Ruled: _ruling_faults,
    entries.Agreed: _agreement_faults,
}
