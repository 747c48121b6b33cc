"""Proves which passwords nobody should choose, without any look at the network."""

import pytest
import zxcvbn

from scorekeeper.rules.faults import FaultCode
from scorekeeper.services.accounts import passwords

NAMES_NEAR = ("olga@example.org", "olga", "Olga Nová", "cards.club.example", "Thursday Club")
GOOD = (
    *("three trios and a run", "xk7Qm2vT9pLw", "🂡 four aces of hearts"),
    *("x" * 3 + " seven grey herons " * 6, "Olga hides the red bicycle"),
)


@pytest.mark.parametrize("password", GOOD)
def test_password_of_words_or_chance_may_be_chosen(password):
    assert passwords.weakness(password, names_near=NAMES_NEAR) is None


@pytest.mark.parametrize(
    ("length", "why"),
    [(11, FaultCode.PASSWORD_SHORT), (12, None), (128, None), (129, FaultCode.PASSWORD_LONG)],
)
def test_password_has_a_length(length, why):
    herons = "xk7Qm2vT9pLw" + "seven grey herons walk " * 6

    assert passwords.weakness(herons[:length], names_near=NAMES_NEAR) == why


@pytest.mark.parametrize(
    "password",
    [
        *("Password2026!", "p@ssw0rd1234", "passwordpassword"),
        *("1q2w3e4r5t6y", "qazwsxedcrfv", "qwertyuiop12", "123456789012", "aaaaaaaaaaaa", "abababababab"),
        *("Summer2026!!!", "Liverpool1892", "ManchesterUnited", "JohnSmith1985!", "trustno1trustno1"),
        *("Ｐassword2026!", "olga-password-1"),
    ],
)
def test_common_password_with_something_around_it_is_easy(password):
    assert passwords.weakness(password, names_near=NAMES_NEAR) is FaultCode.PASSWORD_EASY


@pytest.mark.parametrize(
    "password",
    [
        *("scorekeeper!", "Sc0r3k33p3r-2026", "continental-rummy", "C0nt1n3ntal 88", "rummyrummyrummy"),
        *("olga@example.org", "OlgaNova1985", "0lg@n0v@0lg@n0v@"),
        *("cards.club.example", "cardsclub2026", "Thur5dayClub#1", "clubclubclub-x"),
    ],
)
def test_password_made_of_names_is_refused(password):
    assert passwords.weakness(password, names_near=NAMES_NEAR) is FaultCode.PASSWORD_EASY


def test_long_password_is_looked_at_in_a_moment(monkeypatch):
    looked_at = []
    look = zxcvbn.zxcvbn
    monkeypatch.setattr(zxcvbn, "zxcvbn", lambda text, **more: looked_at.append(text) or look(text, **more))

    passwords.weakness("4@8({[<369!1|17o0s$5t+7x%z2 " * 4, names_near=NAMES_NEAR)

    assert [len(text) for text in looked_at] == [24]
