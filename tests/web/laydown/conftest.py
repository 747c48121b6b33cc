"""Cards sent to the checker outside of a game, and what its answer says and draws."""

import re
from collections.abc import Callable
from html import unescape
from urllib.parse import urlencode

import pytest

from tests.support.phones import Phone, text_of


@pytest.fixture
def ask(phone: Phone) -> Callable[..., str]:
    """Ask the checker; what it says, without the form."""

    def send(cards: str, status: int = 200, **more: str) -> str:
        answer = phone.get(f"/laydown?{urlencode({'cards': cards, **more})}")
        assert answer.status_code == status
        return text_of(answer).partition("Where are they?")[0].replace("\ufe0e", "")

    return send


@pytest.fixture
def drawn(phone: Phone) -> Callable[..., list[str]]:
    """Ask the checker; each card of its answer as it is read out."""

    def send(cards: str, **more: str) -> list[str]:
        page = phone.get(f"/laydown?{urlencode({'cards': cards, **more})}").text
        shown = page.partition('id="verdict"')[2].partition("<form")[0]
        said = re.findall(r'<span class="visually-hidden">([^<]*)</span></li>', shown)
        return [unescape(one).replace("\ufe0e", "") for one in said]

    return send
