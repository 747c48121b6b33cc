"""What the referee's pages say at every address of an irregularity, to compare it with who says the same."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from markupsafe import Markup

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import Claims, Conditions, Outcome, PointsList, Question
from scorekeeper.referee.judge import follow
from scorekeeper.web.http.formats import plain_row
from scorekeeper.web.referee.disputes import Values, dispute_from
from scorekeeper.web.referee.path import (
    PageLink,
    Venue,
    bound_at,
    facts_at,
    first_step,
    is_settled_at_once,
    steps,
)
from scorekeeper.web.referee.questions import Asking, asking, asks_offender_first, incomplete, offender
from scorekeeper.web.referee.ruling_page import RulingPage, names_in_ruling, offers, page_of
from tests.support.referee_screens import NUMBERS

Pairs = list[tuple[str, str]]
Page = dict[str, Any]


def pages(venue: Venue, code: Irregularity, *, may_write: bool) -> Iterator[tuple[Pairs, Page]]:
    """Every address by its query, with the page: each answer, some players for each role, each option."""
    todo: list[Pairs] = [[]]
    while todo:
        pairs = todo.pop()
        page, after = _page(venue, code, Values(pairs), may_write=may_write)
        yield pairs, page
        todo += after


def _page(venue: Venue, code: Irregularity, values: Values, *, may_write: bool) -> tuple[Page, list[Pairs]]:
    if asks_offender_first(venue, code, values):
        shown = offender(venue, code)
        return _asked(shown, [first_step(venue, code)]), [_query(link) for link in shown.choices]
    facts = facts_at(venue, dispute_from(code, values, game=venue.game))
    path = follow(code, facts, rules=venue.rules)
    so_far = steps(venue, code, values, path=path, facts=facts)
    if isinstance(path.at, Outcome) or is_settled_at_once(venue, code):
        return _ruled(venue, code, values, so_far, may_write=may_write)
    shown = asking(venue, code, values, question=path.at, facts=facts)
    fault = incomplete(venue, path.at, values)
    after = [_query(link) for link in shown.choices] or ([] if fault else list(_forms(path.at, shown)))
    return _asked(shown, so_far, fault=fault), after


def _asked(shown: Asking, so_far: Sequence[PageLink], fault: str = "") -> Page:
    return {
        "title": plain(shown.title),
        "hint": plain(shown.hint),
        "fault": plain(fault),
        "choices": links(shown.choices),
        "fields": [[one.name, plain(one.label), one.on] for one in (*shown.fields, *shown.others)],
        "steps": links(so_far),
    }


def _forms(at: Question, shown: Asking) -> Iterator[Pairs]:
    """What the form of a screen can send."""
    match at:
        case PointsList(fact=fact):
            sent: Iterable[Iterable[tuple[str, str]]] = (
                [(fact, text) for text in numbers or ("",)] for numbers in NUMBERS
            )
        case Conditions():
            names = [one.name for one in shown.fields]
            sent = (zip(names, on, strict=True) for on in product(("yes", "no"), repeat=len(names)))
        case _:
            sent = _claims([one.value for one in shown.fields], [one.value for one in shown.others])
    return ([*shown.kept, *pairs] for pairs in sent)


def _claims(turns: list[str], seats: list[str]) -> Iterator[Pairs]:
    yield [(Claims.in_turn, "")]
    for turn in turns or [""]:
        others = [seat for seat in seats if seat != turn]
        for claimants in (others[:1], others[::-1], others[1:]):
            yield [
                *([(Claims.in_turn, turn)] * bool(turn)),
                *((Claims.claimants, seat) for seat in claimants),
            ]


def _ruled(
    venue: Venue, code: Irregularity, values: Values, so_far: Sequence[PageLink], *, may_write: bool
) -> tuple[Page, list[Pairs]]:
    bound = bound_at(venue, dispute_from(code, values, game=venue.game))
    names, ruling = names_in_ruling(venue, bound), bound.ruling
    shown = page_of(venue, bound, values=values, names=names, may_write=may_write)
    seats = {seat.name: str(seat.number) for seat in venue.players}
    counts = [lead for lead in shown.leads if "/referee/" in lead[1][0].address]
    record = may_write and {
        "unnamed": len(bound.unnamed),
        "offers": [] if bound.unnamed else list(map(plain, offers(venue, bound))),
        "mayAgree": bool(shown.silent and (shown.options or ruling.silent)),
        "fields": []
        if bound.unnamed
        else sorted(
            [
                *values.items(multi=True),
                ("irregularity", code),
                ("seen", str(venue.game.version if venue.game else 0)),
            ]
        ),
    }
    page = {
        "text": plain(shown.rests_on if ruling.quotes else shown.headline),
        "advice": plain("" if ruling.quotes else shown.rests_on),
        "lines": [
            [one.ordered.remedy, one.ordered.who, plain(one.text), [seats[name] for name in one.players]]
            for one in shown.lines
        ],
        "reasons": list(map(plain, shown.reasons)),
        "order": plain_row(ruling.claims) if ruling.claims[1:] else "",
        "addsNothing": shown.adds_nothing,
        "rows": [
            [
                row.name,
                plain(row.question),
                row.chosen is not None and str(row.chosen),
                [*map(str, sorted(row.others))],
            ]
            for row in shown.rows
        ],
        "chooser": plain(shown.chooser),
        "options": [
            [plain(one.name), plain(one.then), bool(one.address), one.chosen] for one in shown.options
        ],
        "leads": [[plain(question), *links(leading)] for question, leading in counts],
        "next": links([shown.go_on] if shown.go_on else []),
        "clauses": [one.number for one in shown.clauses],
        "notes": [[one.clause, plain(one.question), list(map(plain, one.choices))] for one in shown.notes],
        "house": list(map(plain, shown.house)),
        "record": record,
        "steps": links(so_far),
    }
    return page, list(_more(venue, shown, values))


def _more(venue: Venue, shown: RulingPage, values: Values) -> Iterator[Pairs]:
    """The same ruling with the next role named, and with each option."""
    given = list(values.items(multi=True))
    if row := next((row for row in shown.rows if row.chosen is None), None):
        free = [str(seat.number) for seat in venue.players if seat.number not in row.others]
        yield from ([*given, (row.name, seat)] for seat in (free[0], free[-1]))
    elif "choice" not in values:
        yield from (_query(PageLink("", one.address)) for one in shown.options if one.address)


def _query(link: PageLink) -> Pairs:
    return parse_qsl(urlsplit(link.address).query, keep_blank_values=True)


def plain(text: object) -> str:
    """A text as people read it."""
    return text.striptags() if isinstance(text, Markup) else str(text or "")


def links(links: Sequence[PageLink]) -> list[list[object]]:
    """The text of each, its path, and its query in any order, without a turn that was not tapped."""
    queries = ([pair for pair in _query(link) if pair != (Claims.in_turn, "")] for link in links)
    paths = ((plain(link.text), urlsplit(link.address).path) for link in links)
    return [[*path, sorted(query)] for path, query in zip(paths, queries, strict=True)]
