"""A translation that would break a page, or lose a part of it, is not compiled."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from scorekeeper import paths
from tests.support import languages
from tests.support.languages import template
from tests.support.translations import faults

EXAMPLE = "Ana has one too many, or Ben is one short."
CHOOSES = "{Offender} chooses"
COMMAND = "There are no accounts yet. To make one, type `scorekeeper user add MAIL NAME`."
HANDS = ("Won the last game.", "Won the last %(count)s games in a row.")
LINK = 'Questions? Ask the people who run this server: <a href="%(address)s">%(shown)s</a>.'
POINTS = ("%(points)s point ahead of %(names)s", "%(points)s points ahead of %(names)s")


def found_in(locale, english, said):
    translation = Catalog(locale=locale)
    translation.add(english, said)
    return [fault.rpartition(": ")[2] for fault in faults(translation, template=template())]


@pytest.mark.parametrize(
    ("locale", "english", "said", "found"),
    [
        ("de", CHOOSES, "Es entscheidet {offender}", []),
        ("de", CHOOSES, "Die Wahl {offender_of}", []),
        ("de", CHOOSES, "{Spieler} entscheidet", ["{offender} is missing", "{Spieler} is not known"]),
        ("de", CHOOSES, "{Offender} {entscheidet", ["a lone {, } or %"]),
        ("de", "It’s {offender}", "{Offender}", ["{offender} is missing", "{Offender} is not known"]),
        ("de", EXAMPLE, "Ana hat eine zu viel, oder Ben fehlt eine.", []),
        (
            "de",
            EXAMPLE,
            "Bens Hand hat eine zu viel.",
            ["the players of an example stay as they are, without endings"],
        ),
        ("de", COMMAND, "Konto: `scorekeeper user add MAIL`.", ["its elements or commands are others"]),
        ("de", LINK, "Fragen? <a href='%(address)s'>%(shown)s</a>", ["its elements or commands are others"]),
        ("de", LINK, '<a href="%(address)s">%(shown)s</a>: zu 100 %.', ["a lone {, } or %"]),
        ("de", LINK, '<a href="%(address)s">%(shown)s</a>: zu 100 %%.', []),
        ("de", ", ", ",", ["it is empty, or there are other spaces at its ends"]),
        ("de", HANDS, ("Letztes Spiel gewonnen.", "Die letzten %(count)s Spiele gewonnen."), []),
        ("de", HANDS, ("Gewonnen.", "Alle gewonnen."), ["%(count)s is missing"]),
        (
            "de",
            HANDS,
            ("Gewonnen.", ""),
            ["%(count)s is missing", "it is empty, or there are other spaces at its ends"],
        ),
        ("de", HANDS, ("Gewonnen.",), ["it has 1 forms"]),
        ("fr", HANDS, ("Gagné.", "Gagné %(count)s fois."), ["%(count)s is missing"]),
        ("fr", HANDS, ("Gagné %(count)s fois.", "Gagné %(count)s fois."), []),
        (
            "de",
            POINTS,
            ("Ein Punkt", "%(points)s Punkte"),
            ["%(names)s is missing", "%(points)s is missing", "%(names)s is missing"],
        ),
        (
            "ar",
            ("%(points)s point", "%(points)s points"),
            ("", "1", "2", *("%(points)s",) * 3),
            ["it is empty, or there are other spaces at its ends"],
        ),
        ("de", HANDS, ("", ""), []),
    ],
)
def test_faults_of_a_translation_are_found(locale, english, said, found):
    assert found_in(locale, english, said) == found


@pytest.mark.parametrize("fault", [True, False])
def test_only_a_sound_translation_is_compiled(tmp_path, monkeypatch, fault):
    monkeypatch.setattr(paths, "LANGUAGES", tmp_path)
    monkeypatch.setattr(languages, "MADE", tmp_path / "made")
    translation = Catalog(locale="de")
    translation.add(CHOOSES, "{wer} entscheidet" if fault else "{Offender} entscheidet")
    with (tmp_path / "de.po").open("wb") as file:
        write_po(file, translation)

    if fault:
        with pytest.raises(SystemExit, match=r"^de\.po is not compiled:\n'{Offender} chooses': "):
            languages.main()
    else:
        languages.main()

    assert (tmp_path / "de.mo").exists() != fault


def test_every_translation_is_sound():
    for path in paths.LANGUAGES.glob("*.po"):
        with path.open("rb") as file:
            assert list(faults(read_po(file), template=template())) == []
