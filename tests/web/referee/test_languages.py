"""Whole rulings in another language: with their names, numbers, duties and effects."""

from scorekeeper.language import speaking
from scorekeeper.referee.codes import Who
from scorekeeper.referee.judge import judge
from scorekeeper.web.games import ruling_text
from scorekeeper.web.http.languages import read_languages
from tests.support.escapes import LONG, escaped
from tests.support.graph_paths import all_paths
from tests.support.languages import write_catalogue
from tests.web.games.test_ruling_text import all_of

NAMES = dict.fromkeys(Who, ("Ana",)) | {Who.PASSED_OVER: ("Ben", "Cem", "Dee")}


def test_every_ruling_is_said_in_the_language_of_who_reads():
    with speaking(LONG):
        rulings = [judge(walked.irregularity, walked.facts) for walked in all_paths()]
        found = [text for ruling in rulings for names in (NAMES, {}) for text in all_of(ruling, names)]

    assert len(found) > 700
    assert [text for text in found if escaped(text, but=("Ana", "Ben", "Cem", "Dee"))] == []
    assert [text for text in found if {"{", "}"} & set(text)] == []


def test_a_translation_bends_players_who_are_not_named(tmp_path):
    rulings = (judge(walked.irregularity, walked.facts) for walked in all_paths())
    ruling = next(made for made in rulings if made.choice is not None and made.choice.who is Who.OFFENDER)
    forms = "der Spieler | Der Spieler | des Spielers | dem Spieler"
    chooses = "{Offender}: Wahl {offender_of}, freigestellt {offender_to}"
    write_catalogue(tmp_path, "de", {"the player | The player": forms, "{Offender} chooses": chooses})

    with speaking(read_languages(tmp_path)["de"]):
        assert ruling_text.choice_text(ruling) == "Der Spieler: Wahl des Spielers, freigestellt dem Spieler"
        assert ruling_text.choice_text(ruling, names=NAMES).striptags() == "Ana: Wahl Ana, freigestellt Ana"
