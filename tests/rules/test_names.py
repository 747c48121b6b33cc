"""Names: cleaned, compared and refused."""

import pytest
from hypothesis import given as forall
from hypothesis import strategies as st

from scorekeeper.rules.names import clean, faults_in, folded, key, letters, name_alone, same
from tests.support.score_notation import codes

FAMILY = "\N{MAN}\u200d\N{WOMAN}\u200d\N{GIRL}"


def test_clean_folds_white_space_and_composes():
    assert clean("  Ana\t Maria\n") == "Ana Maria"
    assert clean("Zoe\u0308") == "Zo\u00eb"


def test_letters_count_what_is_seen():
    assert letters("Zo\u00eb") == 3
    assert letters(FAMILY) == 3
    assert letters("\u05d3\u05b8\u05df") == 2


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        (" Ana  B", "ana b"),
        ("Ben Müller", "ben muller"),
        ("Åsa", "asa"),
        ("Ｂen\u200b", "ben"),
        ("Řezáč", "rezac"),
        ("Łukasz Đức Strauß", "lukasz duc strauss"),
        ("Jørgen Æbelø", "jorgen aebelo"),
    ],
)
def test_folded_is_what_a_keyboard_without_accents_types(name, plain):
    assert folded(name) == plain


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "ana"), ("Ana ", " ANA"), ("A\u200bna", "Ana"), ("Ｂen", "Ben"), ("Straße", "STRASSE")],
)
def test_same_ignores_case_width_and_invisible_characters(one, other):
    assert same(one, other)


NOTHING_SHOWN = {
    "soft hyphen": "\u00ad",
    "grapheme joiner": "\u034f",
    "choseong filler": "\u115f",
    "jungseong filler": "\u1160",
    "khmer vowels": "\u17b4\u17b5",
    "mongolian selectors": "\u180b\u180c\u180d\u180e",
    "zero width": "\u200b\u200c\u200d\u2060\ufeff",
    "hangul filler": "\u3164",
    "variation selectors": "\ufe00\ufe0f\U000e0100\U000e01ef",
    "halfwidth filler": "\uffa0",
    "shorthand": "\U0001bca0",
    "musical format": "\U0001d173",
    "tags": "\U000e0001\U000e0041\U000e007f",
    "braille blank": "\u2800",
    "null notehead": "\U0001d159",
}


@pytest.mark.parametrize("nothing", NOTHING_SHOWN.values(), ids=NOTHING_SHOWN)
def test_a_name_that_shows_nothing_is_refused_and_one_with_nothing_in_it_reads_alike(nothing):
    for name in (nothing, nothing * 3, f" {nothing} {nothing}", f"{nothing}\u0301"):
        assert codes(faults_in([name], pointer="/name")) == [("name-empty", "/name", None)]
    for mixed in (f"Ana{nothing}", f"{nothing}Ana", f"{nothing} Ana {nothing}"):
        assert same(mixed, "ana")
        assert folded(mixed) == "ana"
        assert letters(mixed) == 3
        assert codes(faults_in([mixed], pointer="/name", others=["Ana"])) == [("name-twice", "/name", None)]


def test_blanks_part_words_and_ignored_characters_do_not():
    assert key("Ana\u2800Maria") == "ana maria"
    assert key("Ana\u3164Maria") == "anamaria"


@forall(
    st.text("Aa éßÅ日דك👩-", max_size=8), st.integers(0, 8), st.sampled_from([*NOTHING_SHOWN.values()][:-2])
)
def test_ignored_characters_change_no_key(name, place, nothing):
    assert key(name[:place] + nothing + name[place:]) == key(name)


@forall(st.text(st.characters(max_codepoint=127), max_size=12))
def test_key_of_plain_letters_is_that_of_all_letters(name):
    assert key(name) == key(name + "\u200b")


def test_same_tells_accents_apart():
    assert not same("René", "Rene")


@pytest.mark.parametrize("name", ["Ana", "x" * 40, FAMILY, "דנה", "محمد", "Žofie", "J. R. O'Neil-2"])
def test_a_name_of_any_script_is_accepted(name):
    assert faults_in([name], pointer="/players/{}") == ()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("", "name-empty"),
        (" \t ", "name-empty"),
        ("\u200d\u200b", "name-empty"),
        ("x" * 41, "name-too-long"),
        ("x" + "\u0301" * 200, "name-too-long"),
        ("A\x00b", "name-unreadable"),
        ("\u202eanA", "name-unreadable"),
        ("\ud800", "name-unreadable"),
    ],
)
def test_a_name_that_cannot_be_shown_is_refused(name, code):
    assert codes(faults_in([name], pointer="/name")) == [(code, "/name", None)]


def test_every_fault_is_reported_at_its_own_place():
    found = faults_in(["Ana", "", "ana", "x" * 41], pointer="/players/{}", others=["Ben"])
    assert codes(found) == [
        ("name-empty", "/players/1", None),
        ("name-twice", "/players/2", None),
        ("name-too-long", "/players/3", None),
    ]


def test_a_name_already_at_the_table_is_refused():
    assert codes(faults_in(["BEN"], pointer="/name", others=["Ana", "Ben"])) == [
        ("name-twice", "/name", None)
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Anna Berger", "1, Anna Berger, 0170 1234567", "12. Anna Berger", "3) Anna Berger +49 170 123-456",
        "Berger, Anna", "7;Berger;Anna;anna@example.org", "\tAnna  Berger\t0170/123456",
    ],
)  # fmt: skip
def test_of_a_line_of_a_list_the_name_is_kept_alone(line):
    assert name_alone(line) == "Anna Berger"


def test_what_is_part_of_a_name_stays_and_a_line_without_one_has_none():
    assert [name_alone(line) for line in ("Ana 2", "P7")] == ["Ana 2", "P7"]
    assert [name_alone(line) for line in ("", "1, 0170 12345", "a@b.org")] == ["", "", ""]
