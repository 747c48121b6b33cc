import sys
from tests.browser.test_mended import *
from tests.browser.book import SHEETS
def test_look(page, shots):
    game = begin(page, "Ana Ben Cem Dee Eva").play("out 25 45 110 5")
    page.goto(game.path)
    page.get_by_role("button", name="Undo: hand 1").tap()
    expect(page.locator(".score-pad.is-on")).to_be_visible()
    print(page.evaluate("[...document.querySelectorAll('header.top, main, main > *, form > *, .pad > *, .line')].map(e => [e.className||e.tagName, Math.round(e.getBoundingClientRect().top*10)/10, e.getBoundingClientRect().height].join(' ')).join('\\n')"))
    page.screenshot(path="/tmp/sk/m_undo.png")
    NAMES = "Bartholomäus Maximiliana Christopher Alexandria Wilhelmina Konstantin Theodora Sebastiano".split()
    game = begin(page, NAMES).play("out 25 45 110 5 30 40 50", "5 out 35 100 15 20 30 60", "30 5 out 10 25 30 35 50", "15 20 5 out 5 10 5 30")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(game.path)
        page.screenshot(path=f"/tmp/sk/m_table_{scheme}.png", full_page=True)
    page.goto("/games/new?again=" + game.path.split("/")[-1])
    page.wait_for_timeout(500)
    page.screenshot(path="/tmp/sk/m_new.png", full_page=True)
