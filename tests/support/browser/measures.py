"""Measurements of a page: targets too small for a thumb, and content that sticks out or is cut off."""

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page

SMALLEST = 44
# What is too small for a finger: neither control nor label is large enough, nor does all of a square around
# its middle belong to it. A link within a sentence may be smaller.
SMALL_TARGETS = """(smallest) => {
    const seen = (element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })
    const inSentence = (element) => {
        const around = element.closest("p, li, dd, td, label, legend, th, .notice")
        if (!around || !element.matches("a")) return false
        const flows = ["inline", "inline-block"].includes(getComputedStyle(element).display)
        return flows && around.textContent.trim() !== element.textContent.trim()
    }
    const size = (part) => {
        const { width, height } = part.getBoundingClientRect()
        return Math.min(width, height)
    }
    const around = (element, parts) => {
        element.scrollIntoView({ block: "center" })
        const { x, y, width, height } = element.getBoundingClientRect()
        const reach = smallest / 2 - 0.5
        return [-reach, 0, reach].every((right) => [-reach, 0, reach].every((down) => {
            const hit = document.elementFromPoint(x + width / 2 + right, y + height / 2 + down)
            return parts.some((part) => part.contains(hit))
        }))
    }
    const small = (element) => {
        const parts = [element, ...(element.labels ?? [])].filter(seen)
        return !parts.some((part) => size(part) > smallest - 0.01) && !around(element, parts)
    }
    return [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
        .filter((element) => seen(element) && element.type !== "hidden")
        .filter((element) => !element.matches(".skip-link, .visually-hidden[tabindex='-1']"))
        .filter((element) => !inSentence(element) && small(element))
        .map((element) => `${Math.round(size(element))} ${element.outerHTML.slice(0, 160)}`)
}"""
# Whatever sticks out of the page, and what is cut off in a box that cannot be scrolled (a text field can be).
STICKS_OUT = """() => {
    const width = document.documentElement.clientWidth
    const scrolls = (element) => element.closest(".scroll, .visually-hidden")
    const cut = (element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth
        && ["hidden", "clip"].includes(getComputedStyle(element).overflowX)
        && getComputedStyle(element).textOverflow !== "ellipsis" && !element.matches("input")
    const out = (element) => {
        const { left, right } = element.getBoundingClientRect()
        return left < -0.5 || right > width + 0.5
    }
    return [...document.body.querySelectorAll("*")]
        .filter((element) => !scrolls(element) && element.checkVisibility() && (out(element) || cut(element)))
        .map((element) => element.outerHTML.slice(0, 160))
}"""
# Boxes that are not where they would be in a mirror, each within the box around it. What runs from left to
# right in every language, such as charts and keys, is only looked at from outside; where a word stands in its
# line is the browser's own doing.
NOT_MIRRORED = """() => {
    const root = document.documentElement
    const display = (element) => getComputedStyle(element).display
    const around = ({ parentElement }) => ["inline", "contents"].includes(display(parentElement))
        ? around(parentElement) : parentElement
    const before = root.dir
    root.dir = "rtl"
    const mirrors = (element) => getComputedStyle(element.parentElement).direction === "rtl"
        && !/^inline|contents/.test(display(element)) && !element.closest("option, svg *, .visually-hidden")
    const looked = [...document.body.querySelectorAll("*")]
        .filter((element) => element.checkVisibility() && mirrors(element))
    const place = (element) => {
        const [inner, outer] = [element, around(element)].map((one) => one.getBoundingClientRect())
        return { left: inner.left - outer.left, right: outer.right - inner.right }
    }
    const there = looked.map(place)
    root.dir = "ltr"
    const here = looked.map(place)
    root.dir = before
    return looked.filter((_, n) => Math.abs(there[n].left - here[n].right) > 2)
        .map((element) => element.outerHTML.slice(0, 160).replace(/\\s+/g, " "))
}"""

# Words whose colour stands out too little from what is behind them (WCAG 1.4.3): 4.5 to 1, large ones 3 to 1.
# What lies on a picture or a painted sign or within one, or belongs to a disabled control, is left out.
FAINT_WORDS = """() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 })
    const brush = canvas.getContext("2d", { willReadFrequently: true })
    const known = new Map()
    const rgba = (colour) => {
        if (!known.has(colour)) {
            brush.clearRect(0, 0, 1, 1)
            brush.fillStyle = colour
            brush.fillRect(0, 0, 1, 1)
            const [red, green, blue, alpha] = brush.getImageData(0, 0, 1, 1).data
            known.set(colour, { parts: [red, green, blue], alpha: alpha / 255 })
        }
        return known.get(colour)
    }
    const over = ({ parts, alpha }, below) => parts.map((part, at) => part * alpha + below[at] * (1 - alpha))
    const luminance = (parts) => parts.map((part) => part / 255)
        .map((part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
        .reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0)
    const behind = (element) => {
        if (!element) return rgba("canvas").parts
        const { backgroundColor, backgroundImage } = getComputedStyle(element)
        const sign = getComputedStyle(element, "::before")
        const isPainted = sign.content !== "none" && rgba(sign.backgroundColor).alpha
        if (backgroundImage !== "none" || isPainted) return null
        const colour = rgba(backgroundColor)
        if (colour.alpha === 1) return colour.parts
        const below = behind(element.parentElement)
        return below && over(colour, below)
    }
    const opacity = (element) =>
        element ? getComputedStyle(element).opacity * opacity(element.parentElement) : 1
    const isFaint = (element) => {
        const style = getComputedStyle(element)
        const below = behind(element)
        if (!below) return false
        const { parts, alpha } = rgba(style.color)
        const lights = [over({ parts, alpha: alpha * opacity(element) }, below), below].map(luminance)
        const size = parseFloat(style.fontSize)
        const isLarge = size >= 24 || size >= 18.66 && style.fontWeight >= 700
        return (Math.max(...lights) + 0.05) / (Math.min(...lights) + 0.05) < (isLarge ? 3 : 4.5) - 0.01
    }
    const hasWords = (element) => element.matches("input, select, textarea")
        || [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())
    return [...document.body.querySelectorAll("*")]
        .filter((element) => hasWords(element) && element.checkVisibility({ checkVisibilityCSS: true }))
        .filter((element) => !element.closest(":disabled, [aria-disabled], option, svg, .visually-hidden"))
        .filter((element) => opacity(element) > 0 && isFaint(element))
        .map((element) => element.outerHTML.slice(0, 160))
}"""
# What the elements of a page are, each kind once: of two with the same kinds, axe looks at one.
KINDS = """(page) => {
    const kind = ({ localName, className, role, type }) => [localName, className, role, type].join(" ")
    return [...new Set([...page.body.querySelectorAll("*")].map(kind))]
}"""

# Links at the head of a page that lie on each other.
OVERLAPPING_HEADS = """() => {
    const heads = [...document.querySelectorAll(".top a, .back")].filter((link) => link.checkVisibility())
    const boxes = heads.map((link) => [link.outerHTML, link.getBoundingClientRect()])
    return boxes.flatMap(([html, box], place) => boxes.slice(place + 1)
        .filter(([, other]) => box.left < other.right && other.left < box.right
            && box.top < other.bottom && other.top < box.bottom)
        .map(([other]) => `${html} ${other}`))
}"""


@contextmanager
def letters(page: Page, *, size: int) -> Iterator[None]:
    """Letters of this size in pixels, as a reader sets them in the browser; 16 is usual."""
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    try:
        yield
    finally:
        session.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
        session.detach()
