"""The stage of the gallery: one phone's games in every state, and the paths of their pages."""

from dataclasses import dataclass

from playwright.sync_api import Page

from scorekeeper.rules.rulesets.files import RULESETS
from tests.support.browser.games import LAST_SHEET, SHEETS, Game, begin, begin_by, remove_first, take_back
from tests.support.browser.leagues import League, set_league
from tests.support.browser.organisers import allow_reset, organise, sign_in
from tests.support.servers import Server

# The states of a game; "empty" has no hand yet.
GAME_STATES = ("empty", "running", "suspended", "finished")
# The rules of a game that the table may end after any hand.
ENDED_TOGETHER = next(rules for rules in RULESETS.values() if rules.ends.session)
SHORT = {
    "irregularity": "wrong-count",
    "moment": "in-play",
    "direction": "too-few",
    "by": "2",
    "who-offender": "1",
}
CHARGE = {**SHORT, "moment": "other-went-out", "apply": "yes"}
LAID_WRONGLY = {
    "irregularity": "illegal-laydown",
    "fault": "wrong-meld",
    "choice": "all-back",
    "agreed": "All back",
}


@dataclass(frozen=True)
class Stage:
    """Games of the phone of `page`, an organiser's, but for `foreign`: each a state of the pages.

    From `removed` another phone has removed it, from `returned` too, but it took its right back.
    `blank` is a page of a phone without any games.
    """

    page: Page
    blank: Page

    empty: Game
    running: Game
    suspended: Game
    finished: Game
    undone: Game
    again: Game
    stopped: Game
    bound: Game
    crowd: Game
    eight: Game
    session: Game
    deleted: Game
    removed: Game
    returned: Game
    foreign: Game
    league: League

    def path(self, pattern: str, *, state: str) -> str:
        """`pattern` with the paths of games in the places of their names.

        Where `state` is a game's: `{game}` is its path, `{id}` the end of it, `{hand}` its last hand or else
        the first, `{link}` lets another phone score it; it is new, as it soon expires. The parts of `League`
        stand for themselves.
        """
        return pattern.format_map(_Paths(self, state))


class _Paths(dict[str, str]):
    def __init__(self, stage: Stage, state: str) -> None:
        super().__init__(stage.league.parts())
        self.stage, self.state = stage, state
        if state in GAME_STATES:
            game: Game = getattr(stage, state)
            self.update(game=game.path, id=game.path.rpartition("/")[2], hand=str(max(game.played, 1)))

    def __missing__(self, name: str) -> str:
        if name == "link":
            game: Game = getattr(self.stage, self.state)
            return game.invite()[0]
        return str(getattr(self.stage, name).path)


def set_stage(page: Page, *, others: Page, new: Page, server: Server) -> Stage:
    """Play all these games on the phone of `page`; one belongs to another phone, a third has none.

    The first two are signed in as organiser.
    """
    organise(page, server)
    sign_in(others)
    allow_reset(server)
    deleted = begin(page, "Kim Lea Max Noa")
    deleted.post("/deletion", {})
    return Stage(
        page,
        new,
        empty=begin(page, "Ana Ben Cem"),
        running=_running(page),
        suspended=begin(page).play(*SHEETS[:2]).suspend(),
        finished=begin(page).play(*SHEETS, LAST_SHEET),
        undone=begin(page).play(SHEETS[0]).undo(),
        again=begin(page).play(SHEETS[0], "out - - -"),
        stopped=_stopped(page),
        bound=_bound(page),
        crowd=_crowd(page),
        eight=_eight(page),
        session=begin_by(page, ENDED_TOGETHER, data=server.data).play(SHEETS[0]),
        deleted=deleted,
        removed=remove_first(others, begin(page)),
        returned=take_back(remove_first(others, begin(page))),
        foreign=begin(others).play(*SHEETS[:3]),
        league=set_league(page),
    )


def _running(page: Page) -> Game:
    """Play three hands, one of them with a posted score; one player leaves."""
    game = begin(page, "Ana Ben Cem Dee Eva")
    game.play("out 25 45 110 5", "15 out - 60 30", "5 10 out 90 20")
    game.post("/departures", {"seat": "4"})
    return game


def _stopped(page: Page) -> Game:
    """Play a game that ends early, since all but one leave."""
    game = begin(page, "Ana Ben Cem").play("out 25 45", "5 out 15")
    game.post("/departures", {"seat": "0"})
    game.post("/departures", {"seat": "1"})
    return game


def _crowd(page: Page) -> Game:
    """Play a whole game of eight with long names, which two of them win."""
    names = ("Maximiliana Hohenlohe", "Christopher", "Bartholomew", "Evangelina-Maria")
    game = begin(page, (*names, "שרה בת-אברהם", "Wolfgang Amadeus", "Alexandrina Victoria", "Ben"))
    for hand in range(7):
        game.play(" ".join("out" if seat == hand else str(5 * max(seat, 1) + 5) for seat in range(8)))
    return game


def _bound(page: Page) -> Game:
    """Record rulings: a charge that is counted, one that waits, a duty, and an agreement of the table."""
    game = begin(page)
    for seen, ruling in enumerate((CHARGE, None, SHORT, CHARGE, LAID_WRONGLY), start=1):
        if ruling is None:
            game.play(SHEETS[0])
        else:
            game.post("/rulings", {"seen": str(seen), **ruling})
    game.post(
        "/agreements", {"seen": "6", "question": "May we count aloud?", "agreed": "Only our own cards."}
    )
    return game


def _eight(page: Page) -> Game:
    """Play four hands of eight with long names: places change, one gives no score, one leaves."""
    names = "Maximiliana Christopher Bartholomew Evangelina Ana Wolfgang שירה Ben"
    game = begin(page, names).play("out 155 45 310 5 20 30 25", "120 out 200 5 300 45 60 -")
    game.play("25 60 out 900 15 320 20 10", "400 10 5 out 35 205 40 15")
    game.post("/departures", {"seat": "3"})
    return game
