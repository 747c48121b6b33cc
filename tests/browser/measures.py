"""What is measured on a page: targets for a thumb, and what sticks out or is cut off."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

SMALLEST = 44
# What a finger can hit: the box of a control together with its label's, and links not within a sentence.
SMALL_TARGETS = """(smallest) => {
    const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
    const within = (element) => element.closest("p, li, dd, td, label, legend, th, .notice")
    const inSentence = (element) => {
        const around = within(element)
        if (element.tagName !== "A" || !around || getComputedStyle(element).display !== "inline") return false
        return around.textContent.trim() !== element.textContent.trim()
    }
    const hit = (element) => {
        const all = [element, ...(element.labels ?? [])].filter(seen)
        const boxes = all.map((one) => one.getBoundingClientRect())
        const width = Math.max(...boxes.map((box) => box.width))
        const height = Math.max(...boxes.map((box) => box.height))
        return [width, height]
    }
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
        .filter((element) => seen(element) && element.type !== "hidden" && !element.matches(".skip-link"))
        .filter((element) => !inSentence(element) && !element.matches(".chip"))
        .map((element) => [element, hit(element)])
        .filter(([, [width, height]]) => Math.min(width, height) < smallest - 0.01)
        .map(([element, size]) => `${size.map(Math.round).join("x")} ${element.outerHTML.slice(0, 160)}`)
}"""
# Whatever sticks out of the page, and what is cut off in a box that cannot be scrolled (a text field can be).
STICKS_OUT = """() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element) => element.closest(".scroll, .visually-hidden")
    const cut = (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth
        && ["hidden", "clip"].includes(getComputedStyle(element).overflowX)
        && !element.matches("input[type=text]")
    const out = (element) => element.getBoundingClientRect().right > width + 0.5
    return [...document.body.querySelectorAll("*")]
        .filter((element) => !scrolls(element) && element.checkVisibility() && (out(element) || cut(element)))
        .map((element) => element.outerHTML.slice(0, 160))
}"""


@contextmanager
def letters(page: Page, *, size: int) -> Iterator[None]:
    """Letters of this size in pixels, as a reader sets them in the browser; 16 is usual."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    yield
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    session.detach()
