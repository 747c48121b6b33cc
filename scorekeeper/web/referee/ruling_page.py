"""The page of a ruling: what to do, who chooses, why, and what the rules leave open."""

from collections.abc import Iterator, Set
from dataclasses import dataclass
from typing import Final

from markupsafe import Markup

from scorekeeper.language import _
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Basis, Irregularity, Remedy, Who
from scorekeeper.referee.effects import READ_MORE_WIDELY, adds_nothing
from scorekeeper.referee.graph import Note
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import house_rule_sentence
from scorekeeper.referee.judge import Ordered, Ruling
from scorekeeper.referee.roles import may_be_named, to_be_named
from scorekeeper.rulebook import Clause, Mark, clause
from scorekeeper.rules.game import Status
from scorekeeper.rules.rulesets.files import LAW, UnknownRuleset
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.services.games.rulings import Bound
from scorekeeper.web.games import ruling_text
from scorekeeper.web.games.ruling_text import Names
from scorekeeper.web.referee.disputes import CHOICE, ROLE, Values
from scorekeeper.web.referee.next_steps import LeadsOn, going_on, leads_of
from scorekeeper.web.referee.path import PageLink, Venue

# These say no more than what can be chosen.
OFFERING: Final = (
    Remedy.NEXT_TAKES_OR_BURIES,
    Remedy.MAY_DEMAND_RE_DEAL,
    Remedy.DRAW_FROM_STOCK,
    Remedy.TAKE_BACK_ONE_DISCARD,
    Remedy.TAKE_BACK_OTHER_DISCARD,
    Remedy.RULES_SILENT,
)


@dataclass(frozen=True, slots=True)
class PlayerQuestion:
    """A question for the player of a role, by its name in an address; `chosen` and `others` are seats."""

    question: str
    name: str
    chosen: int | None
    others: Set[int]


@dataclass(frozen=True, slots=True)
class RemedyLine:
    """One remedy and the players whom it concerns."""

    ordered: Ordered
    text: Markup
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Offered:
    """One option, the address that chooses it, and the irregularity that comes next then.

    There is no address where the rules are silent and this phone cannot save what the table decides.
    """

    name: Markup
    then: Markup
    address: str
    chosen: bool
    see: Irregularity | None


@dataclass(frozen=True, slots=True)
class RulingPage:
    """What the page shows beside the ruling itself. `go_on` leads to the irregularity to ask about next."""

    headline: Markup
    rests_on: str
    adds_nothing: bool
    rows: tuple[PlayerQuestion, ...]
    lines: tuple[RemedyLine, ...]
    reasons: tuple[str, ...]
    chooser: Markup | None
    options: tuple[Offered, ...]
    clauses: tuple[Clause, ...]
    notes: tuple[Note, ...]
    house: tuple[str, ...]
    leads: tuple[LeadsOn, ...]
    go_on: PageLink | None

    @property
    def silent(self) -> tuple[str, ...]:
        """The clauses on which the table may have an earlier agreement."""
        numbers = (
            clause.number
            for clause in self.clauses
            if clause.mark is Mark.SILENT or clause.number == READ_MORE_WIDELY
        )
        return (*numbers, *(note.clause for note in self.notes))


def page_of(
    venue: Venue, bound: Bound, *, values: Values, names: Names | None, may_write: bool
) -> RulingPage:
    """The page of a ruling, with the `names` so far; None: placeholders in their stead."""
    ruling = bound.ruling
    may_choose = may_write or not ruling.silent
    options = tuple(_options(venue, ruling, values=values, names=names, may_choose=may_choose))
    chosen = [option for option in options if option.chosen]
    decided = Markup(_("The rules don’t cover this. Your decision:"))
    leading = (option.then if option.see else decided for option in chosen if option.see or ruling.silent)
    known = GRAPHS[ruling.irregularity].known_next
    sees = (*(ordered.see for ordered in ruling.remedies), *(option.see for option in chosen))
    after = next(filter(None, sees), None)
    return RulingPage(
        headline=next(leading, ruling_text.outcome_text(ruling, names=names)),
        rests_on=rests_on(ruling, venue.rules),
        adds_nothing=venue.game is not None and adds_nothing(ruling, rules=venue.rules),
        rows=tuple(_rows(venue, bound)),
        lines=tuple(_lines(venue, ruling, chosen=next(iter(chosen), None), names=names)),
        reasons=sentences.reasons(ruling.irregularity, dict(ruling.facts)),
        chooser=None if ruling.choice is None else ruling_text.choice_text(ruling, names=names),
        options=options,
        clauses=tuple(_clause(number, venue.rules) for number in ruling.clauses),
        notes=tuple(sentences.note(ruling.irregularity, number) for number in ruling.notes),
        house=tuple(_house_rule(rule, ruling, venue=venue) for rule in ruling.house),
        leads=tuple(leads_of(venue, bound, values=values, may_write=may_write)),
        go_on=going_on(venue, known, to=after, values=values) if after else None,
    )


def _house_rule(rule: str, ruling: Ruling, *, venue: Venue) -> str:
    if ruling.basis is Basis.OWN:
        return ruling_text.table_rule(rule, venue.rules)
    return house_rule_sentence(rule, ruling.irregularity, hand=venue.hand, rules=venue.rules)


def _clause(number: str, rules: Ruleset) -> Clause:
    """A clause by its number; UnknownRuleset if only a newer release has those of these rules."""
    try:
        return clause(number)
    except KeyError:
        raise UnknownRuleset(rules.id) from None


def rests_on(ruling: Ruling, rules: Ruleset) -> str:
    """Whose words an answer is, where it is not a ruling by the rules of the game; else empty.

    A ruling that no rules cover says so itself.
    """
    if ruling.silent:
        return ""
    if ruling.basis is Basis.OWN and ruling.house:
        return _("Your table’s own rule:")
    if ruling.quotes:
        return _("{game} says:").format(game=_(rules.name))
    if ruling.basis is Basis.ADVICE:
        text = _("The rules of {game} don’t cover this. {other} would do this:")
        advice = text.format(game=_(rules.name), other=_(LAW.name))
        if ruling.irregularity is Irregularity.PREMATURE_DISCARD and rules.deal.starter_extra:
            first = _(
                "The player who goes first gets more cards at the start, "
                "and doesn’t draw in their first turn."
            )
            return f"{first} {advice}"
        return advice
    return ""


def offers(venue: Venue, bound: Bound) -> tuple[Markup, ...]:
    """The labels of the effects that recording the ruling can have, while a hand is being played."""
    game = venue.game
    if game is None or game.hand is None or game.status is not Status.PLAYING:
        return ()
    return tuple(
        ruling_text.effect_text(
            sentences.EFFECTS,
            change,
            name=None if change.seat is None else game.seats[change.seat].name,
            hand=game.hand.number,
        )
        for change in bound.effects
    )


def names_in_ruling(venue: Venue, bound: Bound) -> Names:
    """The names in a ruling that are known, by role."""
    if venue.game is None:
        return {Who.CLAIMANT: bound.ruling.claims[:1]} if bound.ruling.claims else {}
    seats = {**{who: (seat,) for who, seat in bound.named.items()}, **bound.seats}
    return {who: tuple(venue.game.seats[seat].name for seat in numbers) for who, numbers in seats.items()}


def _rows(venue: Venue, bound: Bound) -> Iterator[PlayerQuestion]:
    if venue.game is None:
        return
    ruling, skippable = bound.ruling, may_be_named(bound.ruling)
    questions = GRAPHS[ruling.irregularity].who
    for who in (*to_be_named(ruling), *skippable):
        question = _("Who was it? (optional)") if who in skippable else questions[who]
        others = {seat for role, seat in bound.named.items() if role is not who}
        yield PlayerQuestion(question, ROLE.format(who), bound.named.get(who), others)


def _lines(
    venue: Venue, ruling: Ruling, *, chosen: Offered | None, names: Names | None
) -> Iterator[RemedyLine]:
    """What a ruling orders, and what was chosen. That the table decides is left to the options before."""
    for ordered in ruling.remedies:
        text = ruling_text.remedy_text(ruling, ordered, names=names)
        if chosen and ordered.remedy in OFFERING:
            template = Markup("{}.") if chosen.see else Markup("{}. {}")
            text = template.format(chosen.name, chosen.then)
        elif ruling.choice and ordered.remedy is Remedy.RULES_SILENT:
            continue
        yield RemedyLine(ordered, text, tuple(names.get(ordered.who, ())) if venue.game and names else ())


def _options(
    venue: Venue, ruling: Ruling, *, values: Values, names: Names | None, may_choose: bool
) -> Iterator[Offered]:
    for offered in () if ruling.choice is None else ruling.choice.options:
        address = venue.address(ruling.irregularity, values, but={CHOICE: offered.code})
        name, then = ruling_text.option_text(ruling, offered, names=names)
        chosen = values.get(CHOICE) == offered.code
        yield Offered(name, then, address if may_choose else "", chosen, offered.see)
