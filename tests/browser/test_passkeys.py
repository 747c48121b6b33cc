"""A passkey made and used in a real browser, whose authenticator is its own virtual one."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import PHONE
from tests.support.browser.behaviours import listens
from tests.support.browser.organisers import organise
from tests.support.servers import Server, free_port, running

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that knows an address which browsers allow passkeys for, without TLS: this machine's own."""
    port = free_port()
    data = tmp_path_factory.mktemp("passkeys") / "data"
    with running(data, port=port, SCOREKEEPER_PUBLIC_URL=f"http://localhost:{port}") as server:
        yield server


@pytest.fixture
def organiser(chromium: Browser, contexts: Callable[..., BrowserContext], home: Server) -> Page:
    """A phone with an authenticator of its own."""
    page = contexts(chromium, **PHONE, base_url=home.url).new_page()
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
    return page


@pytest.mark.long
def test_passkey_from_the_first_account_to_its_removal(organiser: Page, home: Server) -> None:
    organise(organiser, home)
    organiser.goto("/account")
    listens(organiser, "passkey")
    organiser.get_by_role("button", name="Add a passkey").click()
    expect(organiser.locator("#said")).to_contain_text("This device has a passkey now.")
    assert Axe().run(organiser).response["violations"] == []
    listens(organiser, "passkey")
    organiser.get_by_role("button", name="Add a passkey").click()
    expect(organiser.get_by_text("No passkey was added.")).to_be_visible()
    organiser.get_by_role("button", name="Sign out").click()

    organiser.goto("/account/sign-in?next=/rules/card")
    first = organiser.locator("main :is(button, input:not([type=hidden])):not(#outbox *)").first
    expect(first).to_have_text("Sign in with a passkey")
    listens(organiser, "passkey")
    first.click()

    organiser.wait_for_url(f"{home.url}/rules/card")
    organiser.goto("/account")
    expect(organiser.get_by_text(re.compile("Last used on"))).to_be_visible()

    organiser.get_by_role("button", name="Remove the passkey").click()
    organiser.get_by_role("button", name="Sign out").click()
    expect(organiser.locator("[data-ceremony=get]")).to_be_visible()
    listens(organiser, "passkey")
    organiser.locator("[data-ceremony=get] button").click()

    expect(organiser.get_by_text("No account here has this passkey.")).to_be_visible()
