"""What waits on a phone without a network leaves it as a file, and another phone sends it, once."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FilePayload, Page, expect

from tests.browser.test_outbox import fill, rows, waiting
from tests.support.browser.games import Game, begin, join
from tests.support.browser.score_pad import entered
from tests.support.servers import wait_until

pytestmark = pytest.mark.long

ROW = "1 0 went out 25 45 110"
DECIDED = "Is tea a drink?"


def decide(page: Page) -> None:
    page.get_by_label("What was the question?").fill(DECIDED)
    page.get_by_label("What did you decide?").fill("Yes")
    page.get_by_role("button", name="Save decision").tap()


@pytest.fixture
def game(page: Page) -> Game:
    """A hand and a decision wait on the phone without a network."""
    game = begin(page)
    decision = page.context.new_page()
    decision.goto(f"{game.path}/agreements/new", wait_until="networkidle")
    wait_until(lambda: bool(decision.evaluate("localStorage.getItem('kept')")))
    pad = fill(page, game)
    page.context.set_offline(True)
    pad.press(pad.next)
    expect(waiting(page)).to_contain_text("Hand 1 waits on this phone")
    decide(decision)
    expect(waiting(decision)).to_contain_text("2 things wait on this phone")
    return game


@pytest.fixture
def file(page: Page, game: Game, tmp_path: Path) -> Path:
    """The file of that phone, as it saves it."""
    waiting(page).get_by_text("More", exact=True).tap()
    with page.expect_download() as download:
        waiting(page).get_by_role("button", name="Send as a file").tap()
    expect(waiting(page)).to_contain_text("On another scorer’s phone")
    download.value.save_as(tmp_path / download.value.suggested_filename)
    return tmp_path / download.value.suggested_filename


def choose(page: Page, file: Path) -> None:
    """Come to the page by the help, and choose the file."""
    page.goto("/help")
    page.get_by_role("link", name="send the file").tap()
    page.get_by_label("File from the other phone").set_input_files(file)


def send(page: Page) -> None:
    page.get_by_role("button", name="Send from this phone").tap()
    expect(page.get_by_text("What this phone sent is saved.")).to_be_visible()
    expect(waiting(page)).to_be_hidden()


def test_file_of_a_phone_without_a_network_is_sent_by_another_one_once(
    page: Page, game: Game, file: Path, phone: Callable[..., Page]
) -> None:
    other = phone()
    join(other, game)
    for _time in range(2):
        choose(other, file)
        expect(other.get_by_role("listitem")).to_contain_text(
            ["Hand 1 Ben 25 · Cem 45 · Dee 110 · Ana 0", "Decision"]
        )
        send(other)
    page.context.set_offline(False)
    expect(waiting(page)).to_be_hidden()
    # The start, the hand and the decision.
    assert page.request.get(f"{game.path}/game.json").json()["version"] == 3
    expect(rows(other, game)).to_have_text([ROW])
    other.goto(f"{game.path}/agreements")
    expect(other.get_by_text(DECIDED)).to_be_visible()


def test_phone_that_may_not_score_is_told_how_it_may(
    game: Game, file: Path, phone: Callable[..., Page]
) -> None:
    other = phone()
    choose(other, file)
    expect(other.get_by_text("can’t be sent from here")).to_have_count(2)
    expect(other.get_by_text("can’t be sent from here").first).to_be_visible()
    expect(other.get_by_role("button", name="Send from this phone")).to_be_hidden()
    other.get_by_role("link", name="Join the game to keep score").tap()
    other.get_by_label("Code").fill(game.invite()[1])
    other.get_by_role("button", name="Join").tap()
    expect(other.locator("#said")).to_be_visible()
    choose(other, file)
    send(other)
    expect(rows(other, game)).to_have_text([ROW])


def test_hand_that_the_other_phone_saved_otherwise_needs_a_decision_there(
    game: Game, file: Path, phone: Callable[..., Page]
) -> None:
    other = phone()
    join(other, game).play("out 25 45 5")
    choose(other, file)
    other.get_by_role("button", name="Send from this phone").tap()
    expect(waiting(other)).to_contain_text("Hand 1 needs a decision")
    expect(other.get_by_text("Not all of it is saved yet.")).to_be_visible()
    expect(rows(other, game)).to_have_text(["1 0 went out 25 45 5"])


@pytest.mark.parametrize("path", ["/help", "{}/scorers"])
def test_what_waits_is_to_be_sent_before_the_app_takes_over(page: Page, path: str) -> None:
    game = begin(page)
    pad = entered(page, f"{game.path}/hands/1", out="Ana", points=(25, 45, 110))
    page.context.route("**/hands/1", lambda route: route.abort("internetdisconnected"))
    pad.press(pad.next)
    expect(waiting(page)).to_be_visible()
    page.goto(path.format(game.path))
    warning = page.get_by_text("Send it first")
    expect(warning).to_be_visible()
    page.context.unroute("**/hands/1")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(waiting(page)).to_be_hidden()
    expect(warning).to_be_hidden()


def _changed(**changes: Any) -> Callable[[str], str]:
    """A file whose first entry says something else."""

    def change(text: str) -> str:
        content = json.loads(text)
        content["entries"][0] |= changes
        return json.dumps(content)

    return change


WRONG: dict[str, Callable[[str], str]] = {
    "cut off": lambda text: text[:200],
    "empty": lambda _text: "",
    "of another kind": lambda text: text.replace("scorekeeper-outbox", "scorekeeper-league"),
    "newer": lambda text: text.replace('"version":1', '"version":2'),
    "no entries": lambda text: json.dumps(json.loads(text) | {"entries": []}),
    "elsewhere": _changed(action="https://example.org/games/new"),
    "no score": _changed(action=f"/games/{'A' * 22}/deletion"),
    "no id": _changed(id="1"),
    "no points": _changed(held=[{"seat": "0", "name": "Ana"}]),
    "no fields": _changed(fields=[["points-1"]]),
    "no time": _changed(at="yesterday"),
}


def test_wrong_file_changes_nothing(game: Game, file: Path, phone: Callable[..., Page]) -> None:
    other, text = phone(), file.read_text()
    join(other, game)
    choose(other, file)
    said, button = other.get_by_text("This isn’t a file"), other.get_by_role("button", name="Send from this")
    for wrong, change in WRONG.items():
        for name, content in (("right", text), (wrong, change(text))):
            chosen = FilePayload(name=name, mimeType="text/plain", buffer=content.encode())
            other.get_by_label("File from the other phone").set_input_files(chosen)
            expect(said).to_be_visible(visible=name == wrong)
            expect(button).to_be_visible(visible=name != wrong)
    expect(waiting(other)).to_be_hidden()
