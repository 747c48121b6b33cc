"""Names in little room: they fit, and no two of them look alike."""

import pytest

from scorekeeper.web.http import labels


@pytest.mark.parametrize(
    ("names", "shown"),
    [
        (("Ana", "Ben"), ("Ana", "Ben")),
        (("Maximiliane",), ("Maximiliane",)),
        (("Maria Theresia", "Maria"), ("Maria There…", "Maria")),
        (("Maximiliana A.", "Maximiliana B."), ("Max…liana A.", "Max…liana B.")),
        (("Grandmother Ilse", "Grandmother Jo"), ("Gra…her Ilse", "Gra…other Jo")),
        (("Maximiliana 1 Wagner D", "Maximiliana 2 Wagner D"), ("Max…1 Wagne…", "Max…2 Wagne…")),
        (("Maximiliana Wagner", "Maximiliana Wagner-Berg"), ("Max…a Wagner", "Max…ner-Berg")),
    ],
)
def test_names_are_cut_where_they_do_not_differ(names, shown):
    assert labels.short(names, most=12) == shown


def test_marks_stay_with_their_letter():
    name = "e\u0301" * 13
    assert labels.short((name,), most=12) == ("e\u0301" * 11 + "…",)
    assert labels.letters("👩\u200d🚀x") == ("👩\u200d🚀", "x")
