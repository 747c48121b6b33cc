"""Names of every kind are shown as they are: long, with emoji, from right to left, with angle brackets."""

from playwright.sync_api import Page, expect

from tests.support.browser.games import SHEETS, begin
from tests.support.browser.measures import STICKS_OUT
from tests.support.browser.organisers import organise
from tests.support.servers import Server

LONG = "Wolfeschlegelsteinhausenbergerdorffwelch"
NAMES = (LONG, "👩‍👩‍👧‍👦 Café 🃏", "שרה בת-אברהם", "<script>alert('1')</script>")
PAGES = (
    "",
    "/hands/3",
    "/hands/1",
    "/hands/1/correction",
    "/history",
    "/seats",
    "/departures",
    "/print",
    "/deletion",
)


def test_odd_names_are_shown_whole_and_fit(page: Page) -> None:
    assert len(LONG) == 40
    page.set_viewport_size({"width": 320, "height": 740})
    unplayed, game = begin(page, NAMES), begin(page, NAMES).play(*SHEETS[:2])
    for noun in (f"{unplayed.path}/seats", *(game.path + noun for noun in PAGES)):
        page.goto(noun)
        # A sheet shows its names once its script runs.
        expect(page.locator(".score-pad:not(.is-on)")).to_have_count(0)
        fields = page.locator("main input").evaluate_all("all => all.map(one => one.value)")
        shown = " ".join([page.locator("main").inner_text(), *fields])
        assert (noun, [name for name in NAMES if name not in shown]) == (noun, [])
        assert (noun, page.evaluate(STICKS_OUT)) == (noun, [])


def test_league_with_one_long_word_for_a_name_fits_a_phone(page: Page, server: Server) -> None:
    organise(page, server)
    page.goto("/leagues/new")
    page.get_by_label("Name").fill(LONG)
    page.get_by_role("button", name="Create the league").tap()
    page.wait_for_url("**said=league-founded")
    league = page.url.partition("?")[0]
    for noun in ("", "/settings", "/players/new", "/nights", "/games/join", "/seasons/new", "/history"):
        page.goto(league + noun)
        assert (noun, page.evaluate(STICKS_OUT)) == (noun, [])


def test_odd_names_on_the_new_game_page_and_the_first_page(page: Page) -> None:
    begin(page, NAMES)
    page.goto("/")
    for name in NAMES:
        expect(page.get_by_role("main").get_by_text(name, exact=True).first).to_be_visible()
    page.goto("/games/new")
    for count, name in enumerate(NAMES, start=1):
        page.locator(".known").get_by_role("button", name=name, exact=True).tap()
        expect(page.locator(".seat")).to_have_count(count)
    assert page.evaluate(STICKS_OUT) == []


LEAGUE = (
    "Ana",
    "Be\u3164n \u2800Bo",
    "❤\ufe0f Cem",
    "Łucja",
    "Dee",
    "Jürgen Wolf",
    "Alžběta",
    "Karl-Heinz Rowohl",
)


FOUND = {
    "ana": LEAGUE[:1],
    "an\u00ada": LEAGUE[:1],
    " ben bo": LEAGUE[1:2],
    "❤ c": LEAGUE[2:3],
    "lucja": LEAGUE[3:4],
    "\u3164": LEAGUE,
    "wo": LEAGUE[5:6],
    "ju": LEAGUE[5:6],
    "al": LEAGUE[6:7],
    "he": LEAGUE[7:8],
    "woh": LEAGUE[7:8],
}


def test_names_are_found_by_what_is_seen_of_them(page: Page) -> None:
    # A page whose own scripts miss nothing once its body is another.
    page.goto("/privacy")

    assert {typed: tuple(page.evaluate(FILTERED, [typed, LEAGUE])) for typed in FOUND} == FOUND
    assert page.evaluate(FILTERED, ["wo", LEAGUE, True]) == ["Jürgen Wolf"], (
        "typed before the script was there"
    )


FILTERED = """async ([typed, names, isEarly]) => {
    const app = document.querySelector("script[type=module]").src
    const { default: nameFilter } = await import(app.replace("app.js", "behaviours/name-filter.js"))
    const form = document.createElement("form")
    form.innerHTML = '<input name="find"><div class="known"></div><p id="nobody-found"></p>'
    for (const name of names) {
        const chip = Object.assign(document.createElement("button"), { className: "button", value: name })
        chip.dataset.usual = ""
        form.querySelector(".known").append(chip)
    }
    document.body.replaceChildren(form)
    if (isEarly) form.elements.find.value = typed
    nameFilter(form.elements.find)
    if (!isEarly) {
        form.elements.find.value = typed
        form.elements.find.dispatchEvent(new Event("input"))
    }
    return [...form.querySelectorAll(".known .button:not([hidden])")].map((chip) => chip.value)
}"""
