"""Whole rulings in another language: with their names, numbers, duties and effects."""

from __future__ import annotations

import pytest
from babel.messages.catalog import Catalog

from scorekeeper.language import speaking
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Who
from scorekeeper.referee.judge import judge
from scorekeeper.rules.rulings import Duty, Effect, EffectKind
from scorekeeper.web.games import ruling_text
from scorekeeper.web.http.languages import of_catalogue
from scorekeeper.web.referee.search import ranked
from tests.support.escapes import escaped, longer
from tests.support.graph_paths import all_paths
from tests.support.languages import compiled

NAMES = dict.fromkeys(Who, ("Ana",)) | {Who.PASSED_OVER: ("Ben", "Cem", "Dee")}
# Names, and how the forms of English join them.
EVERYBODY = ("Ana", "Ben", "Cem", "Dee", ", and ")


def said(ruling, names):
    yield ruling_text.outcome(ruling, names=names)
    for ordered in ruling.remedies:
        yield ruling_text.remedy(ruling, ordered, names=names)
    if ruling.choice is not None:
        yield ruling_text.chooses(ruling, names=names)
        for option in ruling.choice.options:
            shown = ruling_text.option(ruling, option, names=names)
            yield from (shown.name, shown.then)


def test_every_ruling_is_said_in_the_language_of_who_reads():
    with speaking(longer()):
        rulings = [judge(walked.irregularity, walked.facts) for walked in all_paths()]
        found = [text for ruling in rulings for names in (NAMES, {}) for text in said(ruling, names)]

    assert len(found) > 700
    assert [text for text in found if escaped(text, but=EVERYBODY)] == []
    assert [text for text in found if {"{", "}"} & set(text)] == []


def test_effects_and_duties_are_said_in_the_language_of_who_reads():
    with speaking(longer()):
        found = [
            ruling_text.effect(texts, Effect(kind, 0, 20), name="Ana", hand=3)
            for texts in (sentences.EFFECTS, sentences.APPLIED, sentences.TO_DO, sentences.WAITING)
            for kind in EffectKind
            if kind in texts
        ]
        found += [ruling_text.duty(Duty(code, 0), name="Ana") for code in sentences.DUTIES]

    assert len(found) > 20
    assert [text for text in found if escaped(text, but=EVERYBODY)] == []


def test_a_translation_bends_players_who_are_not_named():
    ruling = next(
        made
        for made in (judge(walked.irregularity, walked.facts) for walked in all_paths())
        if made.choice is not None and made.choice.who is Who.OFFENDER
    )
    german = Catalog(locale="de")
    german.add("the player | The player", "der Spieler | Der Spieler | des Spielers | dem Spieler")
    german.add("{Offender} chooses", "{Offender}: Wahl {offender_of}, freigestellt {offender_to}")

    with speaking(of_catalogue("de", compiled(german))):
        assert ruling_text.chooses(ruling) == "Der Spieler: Wahl des Spielers, freigestellt dem Spieler"
        assert ruling_text.chooses(ruling, names=NAMES).striptags() == "Ana: Wahl Ana, freigestellt Ana"


@pytest.mark.long
@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Ben hat eine zu wenig, oder Ana eine zu viel.", "Petr hat eine zu wenig, oder Eva eine zu viel."),
        ("Ana hat eine zu viel, oder Bens Hand eine zu wenig.",) * 2,
        ("Anův stůl a Ben.",) * 2,
    ],
)
def test_an_example_has_all_names_of_the_table_or_none(said, shown):
    german = Catalog(locale="de")
    german.add("Ana has one too many, or Ben is one short.", said)

    with speaking(of_catalogue("de", compiled(german))):
        (found,) = ranked("", among=[Irregularity.WRONG_COUNT], names=["Petr", "Eva"]).others

    assert found.example.striptags() == shown
