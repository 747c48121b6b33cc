"""Every page in every state it can be in: by endpoint, how to get there from a set stage."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.book import LAST_SHEET, SHEETS, Game, begin, fields

SENT = "form => form.submit()"


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


def send(selector: str = "main form[method=post]") -> Callable[[Page], object]:
    """Send a form as it stands, past its behaviours."""

    def act(page: Page) -> None:
        with page.expect_navigation():
            page.locator(selector).first.evaluate(SENT)

    return act


FORGET = """async () => {
    localStorage.clear()
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("scorekeeper", 1)
        request.onsuccess = () => resolve(request.result)
    })
    const change = database.transaction("drafts", "readwrite")
    change.objectStore("drafts").clear()
    await new Promise((resolve) => (change.oncomplete = resolve))
    database.close()
}"""


def type_points(page: Page) -> None:
    page.locator(".score-pad.is-on").wait_for()
    page.evaluate(FORGET)
    page.reload()
    page.locator(".who").get_by_text("Ana", exact=True).tap()
    page.locator('.keys [data-act="digit"][data-value="1"]').tap()


def count_cards(page: Page) -> None:
    type_points(page)
    page.get_by_role("button", name="Count cards").tap()


def wrong_points(page: Page) -> None:
    type_points(page)
    page.locator('.keys [data-act="digit"][data-value="2"]').tap()


def refused_sheet(page: Page) -> None:
    fill(page, fields("0 20 3 out 5"))
    send()(page)


def two_versions(page: Page) -> None:
    """Send the sheet of a hand that another phone recorded meanwhile."""
    form = page.locator(".score-pad")
    form.evaluate("form => form.action = form.action.replace('/hands/4', '/hands/1')")
    fill(page, fields("out 25 45 105 5"))
    send()(page)


def taken_back_twice(page: Page) -> None:
    page.locator(".undo [name=entry]").evaluate("input => input.value = 2")
    send(".undo")(page)


def invite(page: Page) -> None:
    page.get_by_role("button", name="Let another phone score").tap()
    page.wait_for_url("**/invitations")


def same_names(page: Page) -> None:
    for _ in range(2):
        page.get_by_label("Who plays?").fill("Ana")
        page.get_by_role("button", name="Add").tap()
        page.wait_for_function("() => document.activeElement.id === 'new_name'")
    with page.expect_navigation():
        page.get_by_role("button", name="Start the game").tap()


def seats_chosen(page: Page) -> None:
    for name in ("Ana", "Ben", "Cem", "Dee"):
        page.locator(".known").get_by_role("button", name=name, exact=True).tap()
        page.locator(".seats").get_by_label(f"{name}: does not play").wait_for()


def unfold(page: Page) -> None:
    page.locator("details").evaluate_all("all => all.forEach(one => one.open = true)")


def fill(page: Page, values: dict[str, str]) -> None:
    """Put values into the plain fields, whatever lies over them."""
    page.evaluate(
        """(values) => {
            for (const [name, value] of Object.entries(values)) {
                for (const field of document.getElementsByName(name)) {
                    if (["radio", "checkbox"].includes(field.type)) field.checked = field.value === value
                    else field.value = value
                }
            }
        }""",
        values,
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
