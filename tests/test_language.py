"""The language of who reads: sentences kept as data are English, and read in the reader's language."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from threading import Barrier, BrokenBarrierError

from scorekeeper.language import (
    N_,
    NOTHING,
    Plural,
    Sentence,
    Spoken,
    _,
    in_each_language,
    pgettext,
    speaking,
    translated,
)
from tests.support.escapes import LONG, accented, escaped, lengthened


@dataclass(frozen=True)
class Sign:
    """Something that says something, and a code that says nothing."""

    code: str
    text: Sentence
    more: tuple[Sentence, ...] = ()


def test_another_language_holds_for_a_while_and_for_one_thread():
    with speaking(LONG):
        assert _("Yes") == lengthened("Yes")
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(_, "Yes").result() == "Yes"
    assert _("Yes") == "Yes"


def test_what_nobody_marked_stays_english():
    unmarked = "Nobody ever says this."
    with speaking(LONG):
        assert [_(unmarked), pgettext("somewhere", unmarked)] == [unmarked] * 2
        assert _("") == translated(NOTHING) == ""


def test_values_are_translated_where_they_hold_sentences_only():
    sign = Sign("Yes", N_("Yes"), (N_("No"),))
    assert translated(sign) is sign
    with speaking(LONG):
        found = translated({"sign": sign})["sign"]

    assert found == Sign("Yes", Sentence(lengthened("Yes")), (Sentence(lengthened("No")),))


def test_a_sentence_that_counts_is_chosen_when_the_number_is_known():
    cards = Plural("{cards} card", "{cards} cards")
    assert [cards.of(number) for number in (1, 2)] == ["{cards} card", "{cards} cards"]
    with speaking(LONG):
        assert translated(cards).of(2) == lengthened("{cards} cards")


def test_a_table_of_sentences_is_read_in_the_language_of_who_reads():
    table = Spoken({"a": N_("Yes"), "b": N_("No")})

    assert (dict(table), len(table), "a" in table) == ({"a": "Yes", "b": "No"}, 2, True)
    with speaking(LONG):
        assert dict(table) == {"a": lengthened("Yes"), "b": lengthened("No")}
    assert table["a"] == "Yes"


def test_results_are_kept_for_each_language():
    made = []

    @in_each_language
    def said(word: str) -> str:
        made.append(word)
        return _(word)

    for _time in range(2):
        assert said("Yes") == "Yes"
        with speaking(LONG):
            assert said("Yes") == lengthened("Yes")
    assert made == ["Yes"] * 2


def test_a_result_that_two_threads_need_is_made_once():
    made, both = [], Barrier(2)

    @in_each_language
    def index() -> int:
        made.append("index")
        with suppress(BrokenBarrierError):
            both.wait(0.2)
        return 7

    with ThreadPoolExecutor(2) as pool:
        results = [pool.submit(index) for _thread in range(2)]
    assert ([result.result() for result in results], made) == ([7, 7], ["index"])


def test_what_is_english_is_found():
    said = lengthened("Ask {name} for %(number)s cards, <b>now</b>, or type `scorekeeper run`.")

    assert escaped(said, but=["{name}", "%(number)s"]) == []
    assert escaped(f"{said} and Ana <b>say</b> {accented('no')}.", but=["Ana", "{name}", "%(number)s"]) == [
        "and",
        "say",
    ]
