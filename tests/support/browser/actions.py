"""Actions on an opened page that bring it into one of its states.

A page is in the language that the test speaks (`speaking`), so what they look for is said in it.
"""

from collections.abc import Callable

from playwright.sync_api import Page

from scorekeeper.language import _
from tests.support.browser.games import fields

SENT = "form => form.submit()"


def send(selector: str = "main form[method=post]") -> Callable[[Page], object]:
    """Send a form as it stands, past its behaviours."""

    def act(page: Page) -> None:
        with page.expect_navigation():
            page.locator(selector).first.evaluate(SENT)

    return act


def wrong_file(page: Page) -> None:
    """Choose a file that is none of an outbox."""
    page.set_input_files("#file", {"name": "file.txt", "mimeType": "text/plain", "buffer": b"{}"})
    page.locator("[data-say=wrong]").wait_for()


def changed_rules(**values: str) -> Callable[[Page], object]:
    """Send the form of rules with these values; those that have no field are buttons."""

    def act(page: Page) -> None:
        for name, value in values.items():
            page.evaluate(
                """([name, value]) => {
                    const form = document.querySelector(".rules-form")
                    const field = form.elements[name]
                    if (field && field.type !== "submit") field.value = value
                    else {
                        const sent = document.createElement("input")
                        form.append(Object.assign(sent, { type: "hidden", name, value }))
                    }
                }""",
                [name, value],
            )
        with page.expect_navigation():
            page.locator(".rules-form").evaluate("form => form.submit()")

    return act


def every_group(page: Page) -> None:
    """Unfold everything on the page."""
    page.evaluate("document.querySelectorAll('details').forEach((part) => (part.open = true))")


def emptied(field: str) -> Callable[[Page], object]:
    """Send the form of a field with nothing in it."""

    def act(page: Page) -> None:
        fill(page, {field: ""})
        with page.expect_navigation():
            page.locator(f"main [name={field}]").first.evaluate("field => field.form.submit()")

    return act


def closed_long_ago(page: Page) -> None:
    """Ask for a league night that is over."""
    fill(page, {"closes_at": "2000-01-01T00:00"})
    send("form:has([name=closes_at])")(page)


FORGET = """async () => {
    delete localStorage.newest
    const database = await new Promise((resolve) => {
        const request = indexedDB.open("scorekeeper")
        request.onsuccess = () => resolve(request.result)
    })
    const change = database.transaction("drafts", "readwrite")
    change.objectStore("drafts").clear()
    await new Promise((resolve) => (change.oncomplete = resolve))
    database.close()
}"""


def forget(page: Page) -> None:
    """Forget what was typed into a sheet."""
    page.locator(".score-pad.is-on").wait_for()
    page.evaluate(FORGET)
    page.reload()


def begin_anew(page: Page) -> None:
    """Forget what was typed for a hand."""
    forget(page)
    page.locator(".score-pad.is-on[data-stage=who]").wait_for()


def type_points(page: Page) -> None:
    begin_anew(page)
    page.locator(".who").get_by_text("Ana", exact=True).tap()
    page.locator('.keys [data-act="digit"][data-value="1"]').tap()


def count_cards(page: Page) -> None:
    type_points(page)
    page.get_by_role("button", name=_("Count cards")).tap()


def ask_no_score(page: Page) -> None:
    type_points(page)
    page.locator(".rare > summary").tap()


def one_five(page: Page) -> None:
    page.locator('.is-one .keys [data-act="digit"][data-value="5"]').tap()


def wrong_points(page: Page) -> None:
    type_points(page)
    page.locator('.keys [data-act="digit"][data-value="2"]').tap()


def correct_points(page: Page, name: str = "Dee") -> None:
    """Give this player 55 points on the keypad of a correction, and go on to its question."""
    forget(page)
    page.locator(".score-pad.is-on").wait_for()
    page.locator(".line").filter(has=page.get_by_text(name, exact=True)).locator(".points").tap()
    page.locator('.keys [data-act="digit"][data-value="5"]').tap()
    page.locator(".keys .finish").last.tap()
    page.get_by_role("button", name=_("Next"), exact=True).tap()


def refused_correction(page: Page) -> None:
    """Send the sheet as it was saved, whose correction changes nothing."""
    with page.expect_navigation():
        page.evaluate("document.querySelector('.mend').click()")


def refused_sheet(page: Page) -> None:
    begin_anew(page)
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


def bring_back_another(page: Page) -> None:
    """Bring back a game that is nowhere."""
    form = page.locator("[action$='/restoration']")
    form.evaluate("form => form.action = form.action.replace(/games.[^/]+/, 'games/' + 'A'.repeat(22))")
    send("[action$='/restoration']")(page)


def close_alone(page: Page) -> None:
    """Close the account of somebody whose leagues nobody else runs."""
    page.locator("[action$='/sign-out']").evaluate("form => form.action = '/account/closing'")
    send("[action$='/closing']")(page)


def time_a_turn(page: Page) -> None:
    """Unfold the turn timer, start a turn and let it end."""
    page.get_by_text(_("Turn timer")).tap()
    page.locator("#timer i").wait_for(state="attached")
    page.get_by_role("button", name=_("Next turn")).tap()
    page.locator("#timer i").evaluate("line => line.getAnimations().forEach((turn) => turn.finish())")
    page.locator("#timer .over").wait_for()


def invite(page: Page) -> None:
    page.get_by_role("button", name=_("Show the code")).tap()
    page.wait_for_url("**/invitations")


def same_names(page: Page) -> None:
    page.locator("#seating[data-kept]").wait_for()
    for seat in range(2):
        page.locator("#new_name").fill("Ana")
        page.get_by_role("button", name=_("Add")).tap()
        page.locator(".seat").nth(seat).wait_for()
    send("#seating")(page)


def same_seats(page: Page) -> None:
    page.locator("#seating[data-kept]").wait_for()
    page.locator("[name=player]").first.fill("Ben")
    page.locator("#new_name").focus()
    page.locator(".seat .faults").first.wait_for()


def seats_chosen(page: Page) -> None:
    for name in ("Ana", "Ben", "Cem", "Dee"):
        page.locator(f".known [value={name}]").tap()
        page.locator(f".seats [name=player][value={name}]").wait_for(state="attached")


def everyone_drawn(page: Page) -> None:
    """Seat eight players, those with the longest names too, and draw for the dealer."""
    chips = page.locator(".known .button")
    for seat, chip in enumerate(range(chips.count())[-8:]):
        chips.nth(chip).tap()
        page.locator(".seat").nth(seat).wait_for()
    page.get_by_role("button", name=_("Draw for dealer")).tap()
    page.locator(".draw").wait_for()


def cards_drawn(page: Page) -> None:
    """Draw for the dealer; then two players hold equal cards of the first draw."""
    seats_chosen(page)
    page.get_by_role("button", name=_("Draw for dealer")).tap()
    page.locator(".draw").wait_for()
    page.locator("#seating").evaluate(EQUAL)
    page.get_by_role("button", name=_("Add"), exact=True).tap()
    page.locator(".draw .turned").nth(5).wait_for()


def cards_answered(page: Page) -> None:
    """Wait for the answer to cards in the box."""
    page.locator("#ask .drawn").wait_for()


def cards_picked(page: Page) -> None:
    """Pick two melds by taps, the second one begun."""
    page.locator(".picker").wait_for()
    for key in (
        "[data-rank='9']",
        "[data-suit=h]",
        "[data-act=next]",
        "[data-card=jk]",
        "[data-act=meld]",
        "[data-card=ah]",
    ):
        page.locator(f".picker {key}").tap()
    page.locator(".picked .face").nth(3).wait_for()


EQUAL = """form => {
    "9S,QD 4C,QS KH,10H".split(",").forEach((drawn, index) => (form.elements.card[index].value = drawn))
    form.elements.dealer[2].checked = true
}"""


def games_listed(page: Page) -> None:
    page.get_by_role("button", name=_("Change"), exact=True).tap()
    page.locator(".games").wait_for()


def game_chosen(ruleset: str) -> Callable[[Page], None]:
    """Seat four players for another game, and unfold its variants."""

    def then(page: Page) -> None:
        games_listed(page)
        page.locator(f"#game-{ruleset}").tap()
        page.locator(".game").wait_for()
        seats_chosen(page)
        unfold(page)

    return then


def settled_offline(page: Page) -> None:
    """The referee without a network, at the question or ruling that the fragment of the address names."""
    page.evaluate(
        """() => {
            const [path, query] = [location.pathname.replace(/offline$/, ""), location.hash.slice(1)]
            history.replaceState(null, "", path + query)
            dispatchEvent(new Event("popstate"))
        }"""
    )
    page.locator(".asked, .call").wait_for()


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
