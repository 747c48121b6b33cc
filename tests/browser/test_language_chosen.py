"""A page that the browser shows again on the way back is in the language that was chosen since."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

OPENED = "performance.getEntriesByType('navigation')[0].type"


@pytest.mark.parametrize(
    ("chosen", "opened"), [("de", "reload"), ("en", "back_forward"), (None, "back_forward")]
)
def test_kept_page_is_loaded_again_in_another_language(page: Page, chosen: str | None, opened: str) -> None:
    page.goto("/help")
    page.goto("/privacy")
    if chosen:
        page.context.add_cookies([{"name": "language", "value": chosen, "url": page.url}])
    page.go_back()

    page.wait_for_function(f"{OPENED} === '{opened}' && document.readyState === 'complete'")
    assert page.url.endswith("/help")
