"""A sheet begun before a ruling takes over what the ruling says of it."""

from urllib.parse import urlencode

from playwright.sync_api import Page, expect

from tests.support.browser.games import begin
from tests.support.browser.score_pad import open_pad


def test_a_sheet_begun_before_a_ruling_takes_over_what_it_says(page: Page) -> None:
    game = begin(page)
    pad = open_pad(page, f"{game.path}/hands/1")
    pad.out("Ana")
    pad.keys("4")
    silent = {"irregularity": "missing-score", "who-offender": "2", "other_scores": ["40", "45"]}
    said = {"csrf_token": game.token, "seen": "1", "apply": "yes", **silent}
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    game.request.post(f"{game.path}/rulings", data=urlencode(said, doseq=True), headers=form)

    page.reload()
    expect(pad.line("Cem")).to_have_value("–")
    expect(pad.line("Ben")).to_have_value("4")
    pad.keys("5")
    page.get_by_role("button", name="Remove").tap()
    expect(pad.line("Cem")).to_have_value("")
    expect(pad.line("Ben")).to_have_value("45")
