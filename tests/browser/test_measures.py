"""The measures of a page find every target that a finger cannot hit."""

from collections.abc import Iterable

from playwright.sync_api import Page

from tests.support.browser.measures import SMALL_TARGETS, SMALLEST

STYLE = """<style>
    section { margin: 60px }
    button, label, a { display: inline-block; min-inline-size: 0 }
    .large { inline-size: 44px; block-size: 44px }
    .flat { inline-size: 200px; block-size: 20px }
    .tall { inline-size: 20px; block-size: 60px }
    .reach { position: relative }
    .reach::after { content: ""; position: absolute; inset: -22px }
    .over { position: relative; z-index: 9 }
</style>"""
LARGE = (
    "<button class='large'>a</button>",
    "<label class='large'><input type='radio'></label>",
    "<label class='large' for='b'>b</label><input id='b' type='radio'>",
    "<p>As clause <a href='#c'>8.3</a> says</p>",
    "<a class='reach' href='#d'>d</a>",
)
SMALL = (
    "<button class='flat'>a</button>",
    "<label class='flat' for='b'>b</label><input class='tall' id='b' type='checkbox'>",
    "<p><a href='#c'>8.3</a></p>",
    "<a class='reach' href='#d'>d</a><b class='over'>Something that lies over it</b>",
)


def found(page: Page, parts: Iterable[str]) -> list[str]:
    page.set_content(STYLE + "".join(f"<section>{part}</section>" for part in parts))
    result: list[str] = page.evaluate(SMALL_TARGETS, SMALLEST)
    return result


def test_large_targets_pass(page: Page) -> None:
    assert found(page, LARGE) == []


def test_small_targets_are_found(page: Page) -> None:
    assert len(found(page, SMALL)) == len(SMALL)
