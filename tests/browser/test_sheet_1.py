"""The game worked by hand in tests/vectors/sheet-1.json, without script; test_engines.py taps it."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.support.browser.sheet import Player
from tests.support.browser.thumb import Finger

pytestmark = pytest.mark.long


def test_sheet_1_by_plain_forms_without_script(phone: Callable[..., Page]) -> None:
    Player(Finger(phone(java_script_enabled=False)), script=False).play()
