"""A club of 35 moves in: its members, four old books, a season by place points, and all that a season brings.

After every step the season's table is summed a second time, from the raw scores alone.
"""

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from playwright.sync_api import Page, expect

from tests.support import layouts
from tests.support.browser.games import Game, form_token
from tests.support.browser.organisers import organise
from tests.support.browser.score_pad import Pad
from tests.support.browser.thumb import COUNTED, COUNTER
from tests.support.servers import Server

pytestmark = pytest.mark.long

FIRST_NAMES = "Alžběta Bernd Cora Dieter Emil Franka Günter"
LAST_NAMES = "Novák Wolf Öztürk Huber Lang"
MEMBERS = [f"{first} {last}" for last in LAST_NAMES.split() for first in FIRST_NAMES.split()]
BEST = 8
PLACES = {2: (9, 2), 3: (10, 6, 2), 4: (11, 7, 4, 2), 5: (12, 8, 5, 3, 2)}
HANDS = 7
# One table of the book: who plays and what each scores in each hand.
Raw = dict[str, list[int]]


def books() -> list[list[dict[str, object]]]:
    """Four books of three evenings each: six play so often that not all of their games count."""
    chance, first = random.Random(34), datetime.now(UTC).date() - timedelta(days=100)
    games = []
    for evening in range(12):
        others = chance.sample(MEMBERS[6:], 9)
        for table, names in enumerate((chance.sample(MEMBERS[:6], 5), others[:5], others[5:]), start=1):
            hands = played(chance, len(names))
            totals = [sum(hand[seat] for hand in hands) for seat in range(len(names))]
            game = {"date": first + timedelta(days=7 * evening), "table": table, "players": names}
            games.append(game | {"hands": hands, "totals": totals})
    return [games[start : start + 9] for start in range(0, len(games), 9)]


def played(chance: random.Random, players: int) -> list[list[int]]:
    """Hands that leave no two with equal totals."""
    while True:
        hands = [[5 * chance.randint(1, 20) for _ in range(players)] for _ in range(HANDS)]
        for hand in hands:
            hand[chance.randrange(players)] = 0
        if len({sum(column) for column in zip(*hands, strict=True)}) == players:
            return hands


def summed(tables: Iterable[Raw]) -> dict[str, int]:
    """The best place points of everyone."""
    points = defaultdict(list)
    for table in tables:
        in_order = sorted(table, key=lambda name: sum(table[name]))
        for name, worth in zip(in_order, PLACES[len(table)], strict=True):
            points[name].append(worth)
    return {name: sum(sorted(worths)[-BEST:]) for name, worths in points.items()}


def raw(game: dict[str, object]) -> Raw:
    return dict(zip(game["players"], map(list, zip(*game["hands"], strict=True)), strict=True))


class Organiser:
    """The phone of the organiser, and the scores that the club wrote down itself."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.tables: list[Raw] = []
        self.league = ""

    def presses(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True)
        button.wait_for()
        with self.page.expect_navigation():
            button.tap()

    def sees_the_sums(self, season: str) -> None:
        self.page.goto(f"{self.league}/seasons/{season}")
        shown = {}
        for row in self.page.locator(".season-table tbody tr:has(.value)").all():
            shown[row.locator(".player bdi").inner_text()] = int(row.locator(".value").inner_text())
        assert shown == summed(self.tables)
        assert [*shown.values()] == sorted(shown.values(), reverse=True)

    def founds(self) -> None:
        self.page.goto("/leagues/new")
        self.page.get_by_label("Name").fill("Club of 35")
        self.presses("Create the league")
        self.league = self.page.url.partition("?")[0]

    def adds_members(self) -> None:
        lines = [f"{number}, {name}, 0170 {4711 * number}" for number, name in enumerate(MEMBERS, start=1)]
        self.page.goto(f"{self.league}/players/new")
        self.page.get_by_label("New players").fill("\n".join(lines))
        self.presses("Add players")
        expect(self.page.get_by_label("New players")).to_have_value("\n".join(MEMBERS))
        self.presses("Add players")
        expect(self.page.locator(".people > li")).to_have_count(len(MEMBERS))

    def sets_up_season(self, name: str) -> None:
        today = datetime.now(UTC).date()
        self.page.goto(f"{self.league}/seasons/new")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("First day").fill(f"{today - timedelta(days=120)}")
        self.page.get_by_label("Last day").fill(f"{today + timedelta(days=120)}")
        self.presses("Create season")
        for choice in ("Points for places", "Only the best"):
            self.page.get_by_role("radio", name=choice).check()
        self.page.get_by_label("How many", exact=True).fill(f"{BEST}")
        self.page.get_by_text("Ties, guests and more").tap()
        self.page.get_by_role("radio", name="It counts for those who played all of it").check()
        self.presses("Save ranking")

    def brings_in(self, book: Sequence[dict[str, object]], content: bytes, *, file: str = "") -> None:
        """Import a file, or what was copied from one."""
        self.page.goto(f"{self.league}/imports")
        if file:
            sent = {"name": file, "mimeType": "application/octet-stream", "buffer": content}
            self.page.set_input_files("#file", sent)
        else:
            self.page.get_by_label("Or paste the table").fill(content.decode())
        self.presses("Show preview")
        expect(self.page.get_by_text(f"New games: {len(book)}")).to_be_visible()
        expect(self.page.get_by_text("New players")).to_have_count(0)
        self.presses("Import everything")
        self.tables += map(raw, book)

    def opens_night(self) -> str:
        self.page.goto(f"{self.league}/nights")
        self.presses("Open a league night")
        return self.page.locator("#night-link").inner_text()

    def ends_night(self) -> None:
        self.page.get_by_text("End the night", exact=True).tap()
        self.presses("End it now")

    def makes_guest(self, name: str) -> None:
        self.page.goto(f"{self.league}/players/new")
        self.page.get_by_role("link", name=name).tap()
        self.presses("Make a guest")

    def corrects(self, path: str, table: Raw, name: str, *, hand: int, points: int) -> int:
        """Correct one score from the page of a game; how many taps it took."""
        self.page.goto(path)
        self.page.evaluate("sessionStorage.clear()")
        self.presses("Correct scores on this phone")
        self.page.locator(f"a[href*='/hands/{hand}/correction#points-{[*table].index(name)}']").tap()
        expect(self.page.locator(".score-pad.is-one")).to_be_visible()
        pad = Pad(self.page)
        pad.points(points)
        pad.answer("typed")
        expect(self.page.locator("#said")).to_contain_text(f"{name} has {points}")
        table[name][hand - 1] = points
        return int(self.page.evaluate(COUNTED)[0])


class Table:
    """A table at a league night, on the phone of somebody without an account."""

    def __init__(self, phone: Page, night: str, names: Sequence[str], *, guest: str = "") -> None:
        self.phone = phone
        phone.goto(f"{night}/games/new")
        for name in names:
            phone.get_by_label("Who’s playing?").press_sequentially(name[:2].lower())
            chip = phone.locator(".known").get_by_role("button", name=name, exact=True)
            expect(chip).to_be_in_viewport(ratio=1)
            chip.tap()
            phone.locator(".seats").get_by_label(f"Remove {name}").wait_for()
        if guest:
            phone.get_by_label("Someone new to the league").fill(guest)
            phone.keyboard.press("Enter")
        self.scores: Raw = {name: [] for name in (*names, *filter(None, [guest]))}
        phone.get_by_label(f"Dealer is {names[0]}").check()
        with phone.expect_navigation():
            phone.get_by_role("button", name="Start the game").tap()
        self.path = "/games/" + phone.url.rpartition("/games/")[2].partition("?")[0]
        self.game = Game(phone.request, form_token(phone.request), self.path)

    def plays(self, *hands: str) -> "Table":
        for hand in hands:
            self.game.play(hand)
            for scores, points in zip(self.scores.values(), hand.split(), strict=True):
                scores.append(0 if points == "out" else int(points))
        return self

    def is_joined_by(self, name: str, *, start: str) -> None:
        self.phone.goto(f"{self.path}/arrivals")
        self.phone.get_by_label("Name").fill(name)
        self.phone.get_by_role("radio", name=start).check()
        with self.phone.expect_navigation():
            self.phone.get_by_role("button", name="Add player").tap()
        self.scores[name] = [int(start)]

    def is_played_on_by(self, name: str, *, instead_of: str) -> None:
        self.phone.goto(f"{self.path}/seats")
        self.phone.locator("summary").filter(has_text=instead_of).tap()
        self.phone.get_by_label("Name in seat").filter(visible=True).fill(name)
        with self.phone.expect_navigation():
            self.phone.get_by_role("button", name="Play on in this seat").filter(visible=True).tap()


def test_a_club_moves_in_and_plays_a_season(page: Page, phone: Callable[..., Page], server: Server) -> None:
    organise(page, server)
    page.add_init_script(COUNTER)
    organiser = Organiser(page)
    organiser.founds()
    organiser.adds_members()
    organiser.sets_up_season("2025/26")
    moves_in(organiser)

    address = organiser.opens_night()
    home = address.partition("/nights/")[0]
    night = f"/nights/{address.rpartition('/')[2]}"
    a_guest_takes_no_place(organiser, Table(phone(base_url=home), night, MEMBERS[:3], guest="Zora Gast"))
    a_latecomer_takes_no_place(organiser, Table(phone(base_url=home), night, MEMBERS[3:6]))
    table = Table(phone(base_url=home), night, MEMBERS[7:11])
    a_substitute_plays_for_the_one_who_began(organiser, table)

    page.goto(f"{organiser.league}/nights")
    page.get_by_role("link", name="Show the code").tap()
    organiser.ends_night()
    assert organiser.corrects(table.path, table.scores, MEMBERS[7], hand=2, points=95) == 5
    organiser.sees_the_sums("2025-26")
    page.goto(f"{table.path}/history")
    expect(page.get_by_text("The score sheet was wrong, and everyone agreed.")).to_be_visible()

    the_season_ends_and_the_next_begins(organiser)


def moves_in(organiser: Organiser) -> None:
    first, second, third, fourth = books()
    iso, german = (lambda day, style=style: layouts.written(day, style) for style in ("iso", "german"))
    files = [
        (first, layouts.as_text(layouts.score_rows(first, day=german)).encode("utf-16"), "2025.csv"),
        (second, layouts.xlsx({"Book": [*layouts.player_rows(second, day=iso)]}), "book.xlsx"),
        (third, layouts.ods({"Spiele": [*layouts.player_columns(third, day=german)]}), "Spiele.ods"),
        (fourth, layouts.as_text(layouts.total_rows(fourth, day=german), sign="\t").encode(), ""),
    ]
    for book, content, file in files:
        organiser.brings_in(book, content, file=file)
        organiser.sees_the_sums("2025-26")


def a_guest_takes_no_place(organiser: Organiser, table: Table) -> None:
    table.plays(*("25 45 110 out",) * HANDS)
    organiser.makes_guest("Zora Gast")
    del table.scores["Zora Gast"]
    organiser.tables.append(table.scores)
    organiser.sees_the_sums("2025-26")


def a_latecomer_takes_no_place(organiser: Organiser, table: Table) -> None:
    table.plays("out 25 45")
    table.is_joined_by(MEMBERS[6], start="45")
    table.plays(*("25 45 60 out",) * (HANDS - 1))
    del table.scores[MEMBERS[6]]
    organiser.tables.append(table.scores)
    organiser.sees_the_sums("2025-26")


def a_substitute_plays_for_the_one_who_began(organiser: Organiser, table: Table) -> None:
    table.plays(*("5 25 45 out",) * 3)
    table.is_played_on_by(MEMBERS[20], instead_of=MEMBERS[10])
    table.plays(*("5 25 45 out",) * (HANDS - 3))
    organiser.tables.append(table.scores)
    organiser.sees_the_sums("2025-26")


def the_season_ends_and_the_next_begins(organiser: Organiser) -> None:
    page = organiser.page
    sums = summed(organiser.tables)
    page.goto(f"{organiser.league}/seasons/2025-26/settings")
    organiser.presses("Close the season")
    expect(page.get_by_label("Name")).to_have_value("2026/27")
    expect(page.get_by_label("Ranks like")).to_have_value("2025/26")
    organiser.presses("Create season")
    expect(page.get_by_label("How many", exact=True)).to_have_value(f"{BEST}")
    page.goto(f"{organiser.league}/honours")
    expect(page.get_by_text(max(sums, key=lambda name: sums[name]))).to_be_visible()
    organiser.sees_the_sums("2025-26")
