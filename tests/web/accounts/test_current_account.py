"""How the browser of a sign-in is named, from what it sends about itself."""

import pytest

from scorekeeper.web.accounts import current_account


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0", "Firefox, Android"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1",
            "Safari, iPhone",
        ),
        ("Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36 Edg/130.0", "Edge, Windows"),
        ("curl/8 <script>", "A browser"),
        ("", "A browser"),
    ],
)
def test_browsers_are_called_by_what_their_owner_knows(agent, label):
    assert current_account.label(agent) == label
