"""Disputes as the pages of the referee send them."""

import re

from werkzeug.test import TestResponse

from tests.support.phones import Phone

CHARGE = {
    "irregularity": "wrong-count",
    "moment": "other-went-out",
    "direction": "too-few",
    "by": 2,
    "who-offender": 1,
    "apply": "yes",
}
SHORT = {
    "irregularity": "wrong-count",
    "moment": "in-play",
    "direction": "too-few",
    "by": 2,
    "who-offender": 1,
}
EXPOSED = {
    "irregularity": "illegal-draw",
    "discarded": "no",
    "in_hand": "no",
    "cards_seen": "2 or more",
    "who-offender": 2,
}
NO_SCORE = {
    "irregularity": "missing-score",
    "other_scores": ("25", "45"),
    "who-offender": 2,
    "apply": "yes",
}
STOCK_OUT = {"irregularity": "stock-out", "time": "second", "apply": "yes"}
WRONG_PACK = {"irregularity": "deal", "cause": "wrong-pack", "apply": "yes"}
WRONG_MELD = {"irregularity": "illegal-laydown", "fault": "wrong-meld", "choice": "all-back"}


def rule(phone: Phone, game: str, dispute: dict[str, object], **more: object) -> TestResponse:
    """Record a ruling with the form as it is shown now."""
    seen = phone.document(game)["version"]
    return phone.post(f"/games/{game}/rulings", {"seen": seen, **dispute, **more})


def tick(phone: Phone, game: str, *, row: int = 0) -> TestResponse:
    """Tap "Done" beside one of the lines that still bind."""
    page = phone.get(f"/games/{game}").text
    forms = re.findall(r'action="([^"]*/duties/[^"]*)".*?name="times" value="(\d+)"', page, re.DOTALL)
    return phone.post(forms[row][0], {"times": forms[row][1]})


def remove(phone: Phone, game: str, hand: int = 1) -> TestResponse:
    """Tap "Remove" beside the first line that waits on the scoring page."""
    page = phone.get(f"/games/{game}/hands/{hand}").text
    return phone.post(re.search(r'action="([^"]*/waiting/[^"]*)"', page)[1])
