"""Every page in every state it can be in: by endpoint, how to get there from a set stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.acts import (
    count_cards,
    invite,
    refused_sheet,
    same_names,
    seats_chosen,
    send,
    taken_back_twice,
    two_versions,
    type_points,
    unfold,
    wrong_points,
)
from tests.browser.book import LAST_SHEET, SHEETS, Game, begin


@dataclass(frozen=True)
class Stage:
    """Games of the phone of `page`: each a state of the pages. `link` invites, `spent` no longer does.

    `blank` is a page of a phone without any games.
    """

    page: Page
    blank: Page

    fresh: Game
    running: Game
    undone: Game
    again: Game
    suspended: Game
    finished: Game
    stopped: Game
    deleted: Game
    foreign: Game
    link: str
    spent: str = "/join/AAAAAAAAAAAAAAAAAAAAAA"


@dataclass(frozen=True)
class Case:
    """One state of one page; `path` is filled in from the stage, `then` acts on the opened page."""

    endpoint: str
    state: str
    path: str
    then: Callable[[Page], object] | None = None
    empty: bool = False

    def show(self, stage: Stage) -> Page:
        """The page in this state, on a screen of 360x740 in the light."""
        page = stage.blank if self.empty else stage.page
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(self.path.format_map(Paths(stage)))
        if self.then is not None:
            self.then(page)
        page.wait_for_load_state("load")
        return page

    def __str__(self) -> str:
        return f"{self.endpoint}-{self.state}"


class Paths(dict[str, str]):
    """The paths of a stage, by the names of its games."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(link=stage.link, spent=stage.spent)
        self.stage = stage

    def __missing__(self, name: str) -> str:
        return str(getattr(self.stage, name).path)


def set_stage(page: Page, *, others: Page, new: Page) -> Stage:
    """Play all these games on the phone of `page`; one belongs to another phone, a third has none."""
    undone = begin(page).play(SHEETS[0]).undo()
    stopped = begin(page, "Ana Ben Cem").play("out 25 45", "5 out 15")
    stopped.post("/departures", {"seat": "0"})
    stopped.post("/departures", {"seat": "1"})
    deleted = begin(page, "Kim Lea Max Noa")
    deleted.post("/deletion", {})
    running = begin(page, "Ana Ben Cem Dee Eva")
    running.play("out 25 45 110 5", "15 out - 60 30", "5 10 out 90 20")
    running.post("/departures", {"seat": "4"})
    return Stage(
        page,
        new,
        fresh=begin(page, "Ana Ben Cem"),
        running=running,
        undone=undone,
        again=begin(page).play(SHEETS[0], "out - - -"),
        suspended=begin(page).play(*SHEETS[:2]).suspend(),
        finished=begin(page).play(*SHEETS, LAST_SHEET),
        stopped=stopped,
        deleted=deleted,
        foreign=begin(others).play(*SHEETS[:3]),
        link=running.invite()[0],
    )


CASES = (
    Case("home.index", "empty", "/", empty=True),
    Case("home.index", "games", "/"),
    Case("home.index", "said", "/?said=deleted"),
    Case("home.players", "empty", "/players", empty=True),
    Case("home.players", "players", "/players"),
    Case("home.help", "", "/help"),
    Case("rules.rules", "", "/rules"),
    Case("games.new", "empty", "/games/new", empty=True),
    Case("games.new", "known", "/games/new", seats_chosen),
    Case("games.new", "unfolded", "/games/new", unfold),
    Case("games.new", "again", "/games/new?again={finished}"),
    Case("games.new", "refused", "/games/new", same_names, empty=True),
    Case("games.table", "fresh", "{fresh}"),
    Case("games.table", "running", "{running}?said=hand-saved"),
    Case("games.table", "replay", "{again}?said=hand-replay"),
    Case("games.table", "suspended", "{suspended}"),
    Case("games.table", "finished", "{finished}"),
    Case("games.table", "stopped", "{stopped}"),
    Case("games.table", "watched", "{foreign}"),
    Case("games.table", "taken-back-twice", "{running}", taken_back_twice),
    Case("games.history", "running", "{running}/history"),
    Case("games.history", "finished", "{finished}/history"),
    Case("games.deletion", "running", "{running}/deletion"),
    Case("hands.score", "who", "{running}/hands/4"),
    Case("hands.score", "points", "{running}/hands/4", type_points),
    Case("hands.score", "cards", "{running}/hands/4", count_cards),
    Case("hands.score", "wrong", "{running}/hands/4", wrong_points),
    Case("hands.score", "undone", "{undone}/hands/1?said=hand-undone"),
    Case("hands.score", "refused", "{running}/hands/4", refused_sheet),
    Case("hands.score", "two-versions", "{running}/hands/4", two_versions),
    Case("hands.score", "recorded", "{running}/hands/2"),
    Case("hands.score", "not-yet", "{running}/hands/6"),
    Case("hands.score", "suspended", "{suspended}/hands/3"),
    Case("hands.score", "finished", "{finished}/hands/7"),
    Case("hands.correction", "", "{running}/hands/2/correction"),
    Case("hands.correction", "refused", "{running}/hands/2/correction", send()),
    Case("seats.seats", "fresh", "{fresh}/seats"),
    Case("seats.seats", "running", "{running}/seats"),
    Case("seats.seats", "refused", "{running}/seats", send()),
    Case("seats.departures", "running", "{running}/departures"),
    Case("seats.departures", "shown", "{running}/departures?show=1&seat=0"),
    Case("seats.departures", "ends", "{running}/departures?everyone=1"),
    Case("seats.departures", "refused", "{running}/departures?show=1"),
    Case("seats.departures", "suspended", "{suspended}/departures"),
    Case("seats.arrivals", "running", "{running}/arrivals"),
    Case("seats.arrivals", "refused", "{running}/arrivals", send()),
    Case("pauses.suspension", "running", "{running}/suspension"),
    Case("pauses.suspension", "refused", "{running}/suspension", send()),
    Case("pauses.resumption", "suspended", "{suspended}/resumption"),
    Case("pauses.resumption", "refused", "{suspended}/resumption", send()),
    Case("exports.print", "running", "{running}/print"),
    Case("exports.print", "finished", "{finished}/print"),
    Case("scorers.scorers", "running", "{running}/scorers"),
    Case("scorers.scorers", "invitation", "{running}/scorers", invite),
    Case("scorers.join", "", "/join"),
    Case("scorers.join", "refused", "/join", send()),
    Case("scorers.join_by_link", "open", "{link}"),
    Case("scorers.join_by_link", "spent", "{spent}"),
    Case("games.table", "nothing-here", "/games/AAAAAAAAAAAAAAAAAAAAAA"),
    Case("games.history", "forbidden", "{foreign}/seats"),
)
