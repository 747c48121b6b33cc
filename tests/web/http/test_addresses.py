"""The parts of an address: what has another shape is no address of ours, on pages and in the API alike."""

import pytest

OTHERS = ["٣", "１", "²", "01", "00", "+1", "-1", "1.0", "1_0", "1e0", " 1", "1 ", "0x1", "1" * 10, ""]


@pytest.fixture
def paths(scorer, game):
    """The addresses of a recorded hand with another number in them."""
    scorer.score(game, 1, 1, {0: 25, 2: 45, 3: 110})

    def numbered(number):
        shapes = ("/games/{}/hands/{}", "/games/{}/hands/{}/correction", "/api/v1/games/{}/hands/{}")
        return [shape.format(game, number) for shape in shapes]

    return numbered


def test_a_number_in_an_address_is_found(scorer, paths):
    page, correction, _api = paths(1)

    assert [scorer.get(path).status_code for path in (page, correction)] == [200, 200]


def test_a_number_written_otherwise_is_404(scorer, paths):
    asked = [path for number in OTHERS for path in paths(number)]

    answers = {path: (scorer.get(path).status_code, scorer.post(path).status_code) for path in asked}
    assert answers == dict.fromkeys(asked, (404, 404))


def test_a_right_written_otherwise_is_404_and_stands(scorer, game):
    before = scorer.get(f"/games/{game}/scorers").text.count("/revocation")

    statuses = {
        number: scorer.post(f"/games/{game}/scorers/{number}/revocation").status_code for number in OTHERS
    }

    assert statuses == dict.fromkeys(OTHERS, 404)
    assert scorer.get(f"/games/{game}/scorers").text.count("/revocation") == before
