"""Waiting for a behaviour of a page: what is tapped or typed before it listens is lost."""

from playwright.sync_api import Page

# The page asked for the module before, so it hears first that it is there.
_LOADED = """(name) => {
    const app = document.querySelector("script[type=module]").src
    return import(app.replace("app.js", `behaviours/${name}.js`)).then(() => null)
}"""


def listens(page: Page, behaviour: str) -> None:
    """Wait until this behaviour is on the page that is shown."""
    page.wait_for_load_state()
    page.evaluate(_LOADED, behaviour)
