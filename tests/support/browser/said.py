"""All that a page says: what people see, hear or get to know once a script shows it."""

from __future__ import annotations

import re

from babel import Locale

_ENGLISH = Locale("en")
# What is said by Babel as in English, as it does not know the pseudo-languages.
_SAID_BY_BABEL = {
    *(name for width in ("wide", "abbreviated") for name in _ENGLISH.months["format"][width].values()),
    *(name for width in ("wide", "abbreviated") for name in _ENGLISH.days["format"][width].values()),
    *("AM", "PM"),
}
# Players, leagues and what was written on the stage; then what has no other name.
NOT_TRANSLATED = {
    *("Ana", "Anna", "Ben", "Cem", "Dee", "Edda", "Eva", "Fay", "Gus", "Hal", "Kim", "Lea", "Max", "Noa"),
    *("Olga", "Zoe", "Bartholomew", "Christopher", "Evangelina", "Evangelina-Maria", "Maximiliana"),
    *("Maximiliana Hohenlohe", "Maximiliana Hohenlohe-Schillingsfürst", "Wolfgang", "Wolfgang Amadeus"),
    *("Alexandrina Victoria", "Erased player", "olga@example.org"),
    *("Thursday Club", "Friday Club", "Monday Club", "thursday-club", "friday-club", "Always", "Begun twice"),
    *("All back", "May we count aloud?", "Only our own cards.", "yesterday", "wrong meld", "qwrtzp"),
    "Vera’s rules",
    *("Scorekeeper", "CSV", "JSON", "Europe/Prague", "Prague", "UTC", "Chrome", "Linux", "ARMC GT9F"),
    *_SAID_BY_BABEL,
}
# Clauses, addresses, and names that are cut off.
CODES = re.compile(r"\b(?:\d+\.|[A-Z][A-Z0-9]?-)[\da-z]+\b|https?://\S+|\w+…[\w…-]*")
# Letters of cards and badges, and the words of lists by Babel.
SIGNS = {*"AKQJBCD", "and", "or"}
# Texts of elements, shown or not yet, with those of templates; and attributes. Left out is what people type,
# also within a sentence (`data-kept`), what programs read, and what says that it is not to be translated.
SAID = """() => {
    const kept = "code, .code, pre, script, style, textarea, [translate=no]"
    const read = ["aria-label", "aria-description", "aria-roledescription", "aria-valuetext", "title",
        "placeholder", "alt", "label"]
    const codes = ["behaviour", "copy", "etag", "file", "find", "game", "idle", "kept", "options", "remedy",
        "styles", "text", "who"].map((name) => `data-${name}`)
    const isRead = ({ name, value }) => read.includes(name)
        || name.startsWith("data-") && !codes.includes(name) && /[A-Z]|\\s/.test(value)
    const said = []
    const walk = (node) => {
        if (node.nodeType === Node.TEXT_NODE) said.push([node.data, node.parentElement ?? node.parentNode])
        if (node.nodeType === Node.ELEMENT_NODE) {
            for (const found of node.attributes) if (isRead(found)) said.push([found.value, node])
            if (node.matches(kept)) return
            if (node.localName === "template") walk(node.content)
        }
        node.childNodes.forEach(walk)
    }
    walk(document.documentElement)
    return said.filter(([text]) => text.trim())
        .map(([text, { outerHTML = "" }]) => [text.trim(), outerHTML.slice(0, 120).replace(/\\s+/g, " ")])
}"""
