"""Whatever an organiser or a scorer at a league night sends, the answer is a page of ours."""

import random

import pytest

from tests.web.test_nonsense import ANSWERED, ODD

pytestmark = pytest.mark.long

FIELDS = (
    *("name", "names", "visibility", "time_zone", "variant", "asked", "account", "back", "into"),
    *("opens_at", "closes_at", "game", "reason", "player", "player-0", "player-1", "dealer", "find"),
    *("toggle", "move", "start", "previous", "new_name", "first", "last", "way", "min_games", "best_of"),
)
ASKED = ("said", "again", "game", "q", "sort", "on", "season", "player", "page", "state", "least", "only")


@pytest.mark.parametrize("seed", range(5))
def test_odd_forms_are_answered(cast, seed):
    rng = random.Random(seed)
    posts = [
        route
        for route in cast.routes()
        if route.method == "POST" and route.path.startswith(("/leagues", "/nights", "/organisers"))
    ]

    for route in rng.sample(posts, len(posts)):
        sent = {
            name: rng.choice(ODD) for name in rng.sample(FIELDS, rng.randint(len(FIELDS) // 2, len(FIELDS)))
        }
        answer = cast.phones["organiser"].post(route.path, sent)
        assert answer.status_code in {410, *ANSWERED}, (route.path, sent)


def test_odd_questions_are_answered(cast):
    pages = [
        route
        for route in cast.routes()
        if route.method == "GET" and route.path.startswith(("/leagues", "/nights", "/organisers"))
    ]

    for odd in ODD:
        for route in pages:
            answer = cast.phones["organiser"].get(route.path, query_string=dict.fromkeys(ASKED, odd))
            assert answer.status_code in {410, *ANSWERED}, (route.path, odd)
