"""A tap shows the password that is typed; the form still sends it as a password."""

from playwright.sync_api import Page, expect

from tests.support.browser.behaviours import listens
from tests.support.browser.measures import SMALL_TARGETS, SMALLEST


def test_password_is_shown_on_a_tap_and_hidden_on_the_next(page: Page) -> None:
    page.goto("/account/sign-in")
    listens(page, "show-password")
    field = page.get_by_label("Password", exact=True)
    show, hide = (page.get_by_role("button", name=f"{verb} Password") for verb in ("Show", "Hide"))
    expect(show).to_have_text("Show")
    assert page.evaluate(SMALL_TARGETS, SMALLEST) == []
    field.fill("three trios")
    page.get_by_label("Email").fill("olga@example.org")

    show.tap()

    expect(hide).to_have_text("Hide")
    expect(field).to_have_attribute("type", "text")
    expect(field).to_have_value("three trios")
    hide.tap()
    expect(field).to_have_attribute("type", "password")
    show.tap()
    field.evaluate("""field => {
        field.form.addEventListener("submit", (event) => event.preventDefault())
        field.form.requestSubmit()
    }""")
    expect(field).to_have_attribute("type", "password")
