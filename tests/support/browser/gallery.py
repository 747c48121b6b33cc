"""Every page in every state that it can be in: by endpoint, how to open it from the games of the stage."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.services.games.queries.players import id_of
from tests.support.browser import actions
from tests.support.browser.league_gallery import LEAGUE_PAGES
from tests.support.browser.organisers import RESET_TOKEN
from tests.support.browser.stage import GAME_STATES, Stage

# A page that no game changes, or that shows games of all states at once.
ANY = "any"

OF_A_GAME = {
    "games.table": "{game}",
    "games.history": "{game}/history",
    "games.deletion": "{game}/deletion",
    "hands.score": "{game}/hands/{hand}",
    "corrections.correction": "{game}/hands/{hand}/correction",
    "seats.seats": "{game}/seats",
    "seats.departures": "{game}/departures",
    "seats.arrivals": "{game}/arrivals",
    "pauses.suspension": "{game}/suspension",
    "pauses.resumption": "{game}/resumption",
    "game_rules.rules": "{game}/rules",
    "exports.print": "{game}/print",
    "exports.sharing": "{game}/sharing",
    "scorers.scorers": "{game}/scorers",
    "agreements.agreements": "{game}/agreements",
    "agreements.new": "{game}/agreements/new",
    "scorers.join_by_link": "{link}",
    "referee.index": "{game}/referee",
    "referee.cards": "{game}/referee/cards",
    "referee.offline": "{game}/referee/offline",
    "laydown.laydown": "{game}/laydown",
    "referee.settle": "{game}/referee/deal?cause=wrong-number&has_drawn=no&who-offender=1",
}
# The states of a game in which there is no such page.
NOT_THERE = {
    "corrections.correction": "empty",
    "seats.departures": "finished",
    "seats.arrivals": "suspended finished",
    "pauses.suspension": "suspended finished",
    "pauses.resumption": "empty running finished",
    "game_rules.rules": "suspended finished",
}
SEEN_ONE = "out-of-turn?discarded=no&drew=stock&in_hand=no&cards_seen=1&laid_cards=no"
# Questions and rulings on the page that needs no network.
OFFLINE = {
    "choices": "/referee/offline#out-of-turn?discarded=no&drew=stock",
    "count": "/referee/offline#wrong-count?moment=in-play&direction=too-few",
    "switches": "/referee/offline#wild-swap?meld=run",
    "claims": "{running}/referee/offline#may-i?wanted_by_player_in_turn=no&has_drawn=no&in_turn=1",
    "numbers": "{running}/referee/offline#missing-score?who-offender=1&other_scores=x",
    "choice": f"{{running}}/referee/offline#{SEEN_ONE}&who-offender=3&who-in-turn=1&choice=bury",
    "silent": "{running}/referee/offline#illegal-laydown?fault=wrong-meld",
    "quoted": "/referee/offline?ruleset=seven-hand#may-i",
    "open": "/referee/offline#may-i?wanted_by_player_in_turn=yes",
}
RESET = f"/account/links/{RESET_TOKEN}"
FIRST, *_, LAST = RULESETS
NOWHERE = "/games/AAAAAAAAAAAAAAAAAAAAAA"


@dataclass(frozen=True)
class Case:
    """One state of one page; `path` as `Stage.path` takes it. "refused": after a form that was refused.

    `then` acts on the opened page; `blank`: on a phone without games.
    """

    endpoint: str
    state: str
    path: str
    then: Callable[[Page], object] | None = None
    blank: bool = False

    def show(self, stage: Stage) -> Page:
        """Open the page in this state, on a screen of 360x740 in the light theme."""
        page = stage.blank if self.blank else stage.page
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(color_scheme="light", reduced_motion="reduce")
        page.goto(stage.path(self.path, state=self.state))
        if self.then is not None:
            self.then(page)
        page.wait_for_load_state("load")
        # A tapped button is smaller until it is let go; an answer may lay the table of a new game anew.
        expect(page.locator(".button:active, .is-old")).to_have_count(0)
        return page

    def __str__(self) -> str:
        return f"{self.endpoint}-{self.state}"


CASES = (
    Case("season_settings.new", "refused", "/leagues/{slug}/seasons/new", actions.send()),
    *(
        Case(endpoint, state, path)
        for endpoint, path in OF_A_GAME.items()
        for state in GAME_STATES
        if state not in NOT_THERE.get(endpoint, "")
    ),
    Case("home.index", "empty", "/", blank=True),
    Case("home.index", ANY, "/?said=deleted"),
    Case("home.index", "refused", "/", actions.bring_back_another),
    Case("home.players", "empty", "/players", blank=True),
    Case("home.players", ANY, "/players"),
    Case("home.player", "counted", f"/players/{id_of('Ben')}"),
    Case("home.help", ANY, "/help"),
    Case("home.outbox", ANY, "/outbox"),
    Case("offline.unkept", ANY, "/unkept"),
    Case("home.outbox", "wrong", "/outbox", actions.wrong_file),
    Case("home.privacy", ANY, "/privacy"),
    Case("home.display", ANY, "/display"),
    Case("home.display", "refused", "/display", actions.send()),
    Case("rules.ask", "empty nothing", "/ask?q=qwrtzp", blank=True),
    *(Case("rules.ask", state, "/ask?q=wrong+meld&game={id}") for state in GAME_STATES[1:]),
    Case("rules.ask", "asked", "/ask"),
    Case("games.table", "cards asked", "{running}?q=7S+7H+7D+9H", actions.cards_answered),
    Case("rules.rules", "empty nothing", "/rules?q=qwrtzp", blank=True),
    Case("rules.rules", "found", "/rules?q=wrong+meld#c14.4"),
    Case("rules.card", ANY, "/rules/card"),
    Case("rules.ruleset", ANY, "/rules/seven-hand"),
    Case("games.new", "empty", "/games/new", blank=True),
    *(Case("games.new", state, "/games/new?again={id}") for state in GAME_STATES[1:]),
    Case("games.new", "refused", "/games/new", actions.same_names, blank=True),
    Case("games.new", "known", "/games/new", actions.seats_chosen),
    Case("games.new", "drawn", "/games/new", actions.cards_drawn),
    Case("games.new", "crowded", "/games/new", actions.everyone_drawn),
    Case("games.new", "unfolded", "/games/new", actions.unfold),
    Case("games.new", "listed", "/games/new", actions.games_listed),
    *(
        Case("games.new", ruleset, "/games/new", actions.game_chosen(ruleset))
        for ruleset in ("basic", "rummikub", "international", "six-hand")
    ),
    Case("games.table", "refused", "{running}", actions.taken_back_twice),
    Case("games.table", "saved", "{running}?said=hand-saved&hand=3"),
    Case("games.table", "replay", "{again}?said=hand-replay"),
    Case("games.table", "stopped", "{stopped}"),
    Case("games.table", "won", "{finished}?said=hand-saved&hand=7"),
    Case("games.table", "crowd", "{crowd}"),
    Case("games.table", "timed", "{running}", actions.time_a_turn),
    Case("games.table", "watched", "{foreign}"),
    Case("games.table", "bound", "{bound}"),
    Case("games.table", "eight", "{eight}?said=hand-saved&hand=4"),
    Case("games.table", "removed", "{removed}"),
    Case("games.history", "refused", f"{NOWHERE}/history"),
    Case("games.history", "stopped", "{stopped}/history"),
    Case("games.history", "bound", "{bound}/history"),
    Case("games.deletion", "refused", "{foreign}/deletion"),
    Case("hands.score", "refused", "{running}/hands/4", actions.refused_sheet),
    Case("hands.score", "who", "{running}/hands/4", actions.begin_anew),
    Case("hands.score", "points", "{running}/hands/4", actions.type_points),
    Case("hands.score", "cards", "{running}/hands/4", actions.count_cards),
    Case("hands.score", "asked", "{running}/hands/4", actions.ask_no_score),
    Case("hands.score", "wrong", "{running}/hands/4", actions.wrong_points),
    Case("hands.score", "undone", "{undone}/hands/1?said=hand-undone"),
    Case("hands.score", "two-versions", "{running}/hands/4", actions.two_versions),
    Case("hands.score", "posted", "{running}/hands/2"),
    Case("hands.score", "not-yet", "{running}/hands/6"),
    Case("hands.score", "waiting", "{bound}/hands/2"),
    Case("hands.score", "charged", "{bound}/hands/1"),
    Case("corrections.correction", "refused", "{running}/hands/2/correction", actions.refused_correction),
    Case("corrections.correction", "what", "{running}/hands/2/correction", actions.correct_points),
    Case("corrections.correction", "one", "{running}/hands/2/correction#points-3"),
    Case("corrections.correction", "one asked", "{running}/hands/3/correction#points-3", actions.one_five),
    Case(
        "corrections.correction",
        "ruled",
        "{running}/hands/2/correction?answer=typed#points-3",
        actions.one_five,
    ),
    Case("seats.seats", "refused", "{running}/seats", actions.send()),
    Case("seats.seats", "twice", "{empty}/seats", actions.same_seats),
    Case("seats.departures", "refused", "{running}/departures?show=1"),
    Case("seats.departures", "shown", "{running}/departures?show=1&seat=0"),
    Case("seats.departures", "ends", "{running}/departures?everyone=1"),
    Case("seats.arrivals", "refused", "{running}/arrivals", actions.send()),
    Case("pauses.suspension", "refused", "{running}/suspension", actions.send()),
    Case("pauses.resumption", "refused", "{suspended}/resumption", actions.send()),
    Case("seats.departures", "without", "{suspended}/departures?show=1&seat=1&seat=3"),
    Case(
        "game_rules.rules",
        "refused",
        "{running}/rules",
        actions.changed_rules(look="1", **{"ends-hands": "9"}),
    ),
    Case(
        "game_rules.rules", "asked", "{running}/rules", actions.changed_rules(look="1", **{"ends-hands": "3"})
    ),
    Case("game_rules.ending", "running", "{session}/ending"),
    Case("game_rules.ending", "refused", "{session}/ending", actions.send()),
    Case("rulesets.changes", ANY, f"/rulesets/{FIRST}/changes"),
    Case(
        "rulesets.changes",
        "refused",
        f"/rulesets/{LAST}/changes",
        actions.changed_rules(save="1", jokers="9"),
    ),
    Case("rulesets.changes", "unfolded", f"/rulesets/{FIRST}/changes", actions.every_group),
    Case("rulesets.upload", ANY, "/rulesets/file"),
    Case("rulesets.upload", "refused", "/rulesets/file", actions.send()),
    Case("rulesets.saved", ANY, f"/rulesets/{LAST}"),
    Case(
        "rulesets.saved",
        "saved",
        f"/rulesets/{LAST}/changes",
        actions.changed_rules(save="1", name="Vera’s rules", **{"ends-hands": "4"}),
    ),
    Case("exports.print", "crowd", "{crowd}/print"),
    Case("exports.sharing", "crowd", "{crowd}/sharing"),
    Case("scorers.scorers", "refused", "{removed}/scorers"),
    Case("scorers.scorers", "returned", "{returned}/scorers?said=returned"),
    Case("scorers.scorers", "invitation", "{running}/scorers", actions.invite),
    Case("agreements.agreements", "kept", "{bound}/agreements"),
    Case("agreements.new", "refused", "{running}/agreements/new", actions.send()),
    Case("rulings.recorded", ANY, "{bound}/rulings/6"),
    Case("scorers.join", ANY, "/join"),
    Case("scorers.join", "refused", "/join", actions.send()),
    Case("scorers.join_by_link", "refused", "/join/AAAAAAAAAAAAAAAAAAAAAA"),
    Case("accounts.account", "signed-in", "/account?said=ended"),
    Case("accounts.account", "refused", "/account", actions.send("form[action$=password]")),
    Case("accounts.closing", "alone", "/account/closing"),
    Case("accounts.closing", "refused", "/account", actions.close_alone),
    Case("accounts.sign_in", "signed-out", "/account/sign-in", blank=True),
    Case("accounts.sign_in", "refused", "/account/sign-in", actions.send(), blank=True),
    Case("account_links.sign_up", ANY, "/account/sign-up"),
    Case("account_links.recovery", ANY, "/account/recovery"),
    Case("account_links.link", ANY, RESET),
    Case("account_links.link", "refused", RESET, actions.send()),
    Case("account_links.link", "refused", "/account/links/AAAAAAAAAAAAAAAAAAAAAA"),
    *(Case(*row) for row in LEAGUE_PAGES),
    Case("referee.index", ANY, "/referee"),
    Case("referee.index", "found", "/referee?q=joker"),
    Case("referee.cards", ANY, "/referee/cards?may_is=1&laid=14"),
    Case("referee.offline", "alone", "/referee/offline"),
    *(Case("referee.offline", state, path, actions.settled_offline) for state, path in OFFLINE.items()),
    Case("laydown.laydown", ANY, "/laydown"),
    Case("laydown.laydown", "refused", "/laydown?cards=7S+qwrtzp+8"),
    Case("laydown.laydown", "wrong", "{running}/laydown?cards=5H+6H+JK+8H+7D/7S+QD+3C/KS+KD+AH"),
    Case("laydown.laydown", "right", "/laydown?cards=7S+7H+JK/QC+QC+QD+AH&hand=1"),
    Case("laydown.laydown", "heap", "/laydown?as=heap&cards=7S+7H+JK+QC+QC+QD+AH+4S+JD&hand=1"),
    Case("laydown.laydown", "short", "/laydown?as=heap&cards=7S+7H+JK+QC+5C+9D+4S+JD&hand=1"),
    Case("laydown.laydown", "picking", "{running}/laydown", actions.cards_picked),
    Case("referee.settle", ANY, f"/referee/{SEEN_ONE}"),
    Case("referee.settle", "refused", "/referee/out-of-turn?discarded=yes&drew=stock"),
    Case("referee.settle", "choices", "/referee/out-of-turn?discarded=no&drew=stock"),
    Case("referee.settle", "who", "{running}/referee/missing-score"),
    Case("referee.settle", "count", "/referee/wrong-count?moment=in-play&direction=too-few"),
    Case("referee.settle", "switches", "/referee/wild-swap?meld=run"),
    Case("referee.settle", "places", "/referee/may-i?wanted_by_player_in_turn=no&has_drawn=no"),
    Case(
        "referee.settle",
        "refused",
        "{running}/referee/may-i?wanted_by_player_in_turn=no&has_drawn=no&in_turn=1",
    ),
    Case("referee.settle", "numbers", "{running}/referee/missing-score?who-offender=1"),
    Case(
        "referee.settle",
        "choice",
        f"{{running}}/referee/{SEEN_ONE}&who-offender=3&who-in-turn=1&choice=bury",
    ),
    Case("referee.settle", "silent", "{running}/referee/illegal-laydown?fault=wrong-meld&choice=all-back"),
    Case(
        "referee.settle",
        "offered",
        "{running}/referee/wrong-count?moment=other-went-out&direction=too-few&by=2&who-offender=1",
    ),
)
