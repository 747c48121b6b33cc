"""Games that do not run straight: suspended and resumed, players who leave or come late (section 8)."""

from playwright.sync_api import Page, expect

from tests.support.browser.games import begin

SHEETS = ("out 25 45 110", "15 out 30 60")


def tap(page: Page, name: str, *, role: str = "button") -> None:
    page.get_by_role(role, name=name, exact=True).tap()


def test_late_player_takes_a_seat_with_a_start_score(page: Page) -> None:
    game = begin(page).play(*SHEETS)
    page.goto(game.path)
    tap(page, "Add a player", role="link")
    tap(page, "Add player")
    expect(page.get_by_text("Choose a score.")).to_be_visible()
    page.get_by_text("no points").tap()
    tap(page, "Add player")
    expect(page.get_by_text("Choose a score.")).to_be_hidden()
    expect(page.get_by_label("Name")).to_have_attribute("aria-invalid", "true")
    page.get_by_label("Name").fill("Fay")
    expect(page.get_by_label("Another number")).to_be_hidden()
    page.get_by_label("Who’s on their right?").select_option("Ben")
    page.get_by_text("same as last place").tap()
    tap(page, "Add player")
    expect(page.locator("#said")).to_contain_text("Fay plays from hand 3 on.")
    expect(page.locator(".standings tr").filter(has_text="Fay")).to_contain_text("170")
    expect(page.get_by_text("Joined late, with a starting score that you agreed on.")).to_be_visible()
    tap(page, "Score hand 3", role="link")
    expect(page.locator(".line > label")).to_have_text(["Cem", "Dee", "Ana", "Ben", "Fay"])
