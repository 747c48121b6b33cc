"""Waiting for what a phone keeps for when nothing answers."""

from playwright.sync_api import Page

_HAS = """async (part) => {
    // To open it before the page does would make another one.
    if (!(await indexedDB.databases()).length) return false
    const request = indexedDB.open("scorekeeper")
    await new Promise((resolve) => (request.onsuccess = resolve))
    const keys = request.result.transaction("pages").objectStore("pages").getAllKeys()
    await new Promise((resolve) => (keys.onsuccess = resolve))
    request.result.close()
    return localStorage.getItem("kept") && keys.result.some((key) => key.includes(part))
}"""
# The form of a new game needs its script, too, which loads a while after it.
_LOADED = """() => !document.getElementById("seating")
  || performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/new-game.js"))"""


def keeps(page: Page, part: str) -> None:
    """Wait for scripts and styles, and the pages under a key that has this part: of a game, or of rules."""
    while not page.evaluate(_HAS, part):
        page.wait_for_timeout(10)
    page.wait_for_function(_LOADED)
