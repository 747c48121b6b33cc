"""The language of who reads: sentences kept as data are English, and read in the reader's language."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import pytest
from babel.messages.catalog import Message

from scorekeeper.language import (
    ENGLISH,
    N_,
    NOTHING,
    Language,
    Plural,
    Sentence,
    Spoken,
    _,
    current,
    in_each_language,
    ngettext,
    pgettext,
    speak,
    speaking,
    translated,
)
from tests.support.escapes import escaped, longer
from tests.support.languages import MIRRORED, accented, lengthened, pseudo_languages, template


@dataclass(frozen=True)
class Sign:
    """Something that says something, and a code that says nothing."""

    code: str
    text: Sentence
    more: tuple[Sentence, ...] = ()


def test_english_is_said_as_it_is_written():
    assert current() is ENGLISH
    assert _("Yes") == N_("Yes") == "Yes"
    assert (ngettext("{cards} card", "{cards} cards", 1), ngettext("1 card", "{cards} cards", 2)) == (
        "{cards} card",
        "{cards} cards",
    )
    sign = Sign("Yes", N_("Yes"))
    assert translated(sign) is sign


def test_another_language_holds_for_a_while_and_for_one_thread():
    with speaking(longer()):
        assert _("Yes") == lengthened("Yes")
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_, "Yes").result() == "Yes"
    assert _("Yes") == "Yes"
    speak(longer())
    assert current() is longer()
    speak(ENGLISH)


def test_a_sentence_that_nobody_translated_stays_english():
    with speaking(longer()):
        assert _("Nobody ever says this.") == "Nobody ever says this."
        assert pgettext("somewhere", "Nobody ever says this.") == "Nobody ever says this."


def test_nothing_is_never_the_header_of_a_catalogue():
    with speaking(longer()):
        assert _("") == translated(NOTHING) == ""


def test_values_are_translated_where_they_hold_sentences_only():
    with speaking(longer()):
        found = translated({"sign": Sign("Yes", N_("Yes"), (N_("No"),))})["sign"]

    assert found == Sign("Yes", Sentence(lengthened("Yes")), (Sentence(lengthened("No")),))


def test_a_sentence_that_counts_is_chosen_when_the_number_is_known():
    cards = Plural("{cards} card", "{cards} cards")
    with speaking(longer()):
        assert translated(cards) is cards
        assert [cards.of(number).format(cards=number) for number in (1, 2)] == [
            lengthened("{cards} card").format(cards=1),
            lengthened("{cards} cards").format(cards=2),
        ]


def test_a_table_of_sentences_is_read_in_the_language_of_who_reads():
    table = Spoken({"a": N_("Yes"), "b": N_("No")})

    assert (dict(table), len(table), "a" in table) == ({"a": "Yes", "b": "No"}, 2, True)
    with speaking(longer()):
        assert dict(table) == {"a": lengthened("Yes"), "b": lengthened("No")}
    assert table["a"] == "Yes"


def test_results_are_kept_for_each_language():
    made = []

    @in_each_language
    def said(word: str, *, loud: bool = False) -> str:
        made.append(word)
        return _(word).upper() if loud else _(word)

    for _time in range(2):
        assert said("Yes") == "Yes"
        assert said("Yes", loud=True) == "YES"
        with speaking(longer()):
            assert said("Yes") == lengthened("Yes")
    assert made == ["Yes"] * 3


def test_results_for_a_default_are_kept_once():
    made = []

    @in_each_language
    def said(word: str, times: int = 1) -> str:
        made.append(word)
        return word * times

    assert [said("Yes"), said("Yes", 1), said("Yes", 2), said("No")] == ["Yes", "Yes", "YesYes", "No"]
    assert made == ["Yes", "Yes", "No"]


@pytest.mark.parametrize("text", ["Ask {name} for %(number)s cards, <b>now</b>.", "Type `scorekeeper run`."])
def test_pseudo_language_keeps_what_is_filled_in(text):
    said = lengthened(text)

    assert said.startswith("⟦")
    assert said.endswith("⟧")
    assert escaped(said, but=["{name}", "%(number)s", "`scorekeeper run`"]) == []


def test_pseudo_language_is_longer_by_two_fifths_in_words():
    text = "They drew a card out of turn, and everybody saw it."
    said = lengthened(text)

    assert said.count("~") > 0.3 * len(text)
    assert max(map(len, said.split())) < 2 * 9


def test_what_is_english_is_found():
    assert escaped(f"{lengthened('Yes')} and Ana <b>say</b> {accented('no')}.", but=["Ana"]) == ["and", "say"]


def test_pseudo_languages_say_every_sentence():
    long, other = pseudo_languages()
    assert other.code == MIRRORED
    untold = [
        message
        for message in template()
        if message.id and isinstance(message.id, str) and _told(message, long) == message.id
    ]
    assert {name for message in untold for name, _line in message.locations} <= {
        "scorekeeper/rulebook/vocabulary.py"
    }


def _told(message: Message, language: Language) -> str:
    if message.context:
        return language.texts.pgettext(message.context, message.id)
    return language.texts.gettext(message.id)
