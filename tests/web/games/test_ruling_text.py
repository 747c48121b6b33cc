"""Rulings in sentences: whole for every ruling, whoever is named, with names set apart."""

from itertools import chain

import pytest

from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, Remedy, Who
from scorekeeper.referee.judge import judge
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from scorekeeper.rules.rulings import Duty, Effect, EffectKind
from scorekeeper.web.games import ruling_text
from tests.support.graph_paths import all_paths

NO_MAY_I = judge(
    Irregularity.MAY_I,
    {"wanted_by_player_in_turn": "yes"},
    hand=7,
    rules=in_force(LAW, variants=("no-late-may-i",)),
)
RULINGS = (*(judge(path.irregularity, path.facts) for path in all_paths()), NO_MAY_I)
NAMED = dict.fromkeys(Who, ("Zoë <3",)) | {Who.PASSED_OVER: ("Ana", "Cem", "Zoë <3")}


def all_of(ruling, names):
    """Everything that is said of a ruling."""
    yield ruling_text.outcome_text(ruling, names=names)
    yield from (ruling_text.remedy_text(ruling, ordered, names=names) for ordered in ruling.remedies)
    if ruling.choice is not None:
        yield ruling_text.choice_text(ruling, names=names)
        for offered in ruling.choice.options:
            yield from ruling_text.option_text(ruling, offered, names=names)


@pytest.mark.parametrize("names", [ruling_text.NOBODY, NAMED], ids=["nobody", "named"])
def test_every_ruling_is_said_whole(names):
    said = list(chain.from_iterable(all_of(ruling, names) for ruling in RULINGS))

    assert len(said) > 2 * len(RULINGS)
    assert [text for text in said if not text or "{" in text or "<3" in text] == []
    assert [text for text in said if not text.striptags()[0].isupper()] == []


def test_position_at_the_table_gets_a_capital_where_a_sentence_begins():
    seats = ["the player whose turn it is", "the first player on the left"]
    facts = {
        "wanted_by_player_in_turn": "no",
        "has_drawn": "no",
        "seats": seats,
        "in_turn": seats[0],
        "claimants": seats[1:],
    }
    ruling = judge(Irregularity.MAY_I, facts)

    said = ruling_text.outcome_text(ruling, names={Who.CLAIMANT: ruling.claims})
    assert said.striptags() == "The first player on the left gets the card."


@pytest.mark.parametrize(
    ("facts", "said"),
    [
        (("in-play", "too-few", 1), "Ben doesn’t discard after the next draw."),
        (("in-play", "too-few", 3), "Ben doesn’t discard after the next 3 draws."),
        (
            ("other-went-out", "too-few", 2),
            "Ben counts the cards they hold, plus 20 for the 2 missing cards.",
        ),
    ],
)
def test_remedy_counts_the_cards(facts, said):
    ruling = judge(Irregularity.WRONG_COUNT, dict(zip(("moment", "direction", "by"), facts, strict=True)))

    found = ruling_text.remedy_text(ruling, ruling.remedies[0], names={Who.OFFENDER: ("Ben",)})
    assert found.striptags() == said


def test_names_are_set_apart_and_read_out():
    assert ruling_text.list_names(["A<b>"]) == "<bdi>A&lt;b&gt;</bdi>"
    assert ruling_text.list_names(["Ana", "Ben", "Cem"]).striptags() == "Ana, Ben and Cem"


@pytest.mark.parametrize("kind", EffectKind)
def test_effect_names_player_points_and_hand(kind):
    change = Effect(kind, 1, 20)

    for texts in (sentences.EFFECTS, sentences.APPLIED):
        assert "{" not in ruling_text.effect_text(texts, change, name="Ben", hand=3)


def test_effect_and_duty_whole():
    charge = Effect(EffectKind.CHARGE, 1, 20)
    short = Duty(Remedy.DRAW_WITHOUT_DISCARDING, 1, times=2)

    assert ruling_text.effect_text(sentences.EFFECTS, charge, name="Ben", hand=3).striptags() == (
        "Add 20 points to what Ben holds in hand 3"
    )
    assert ruling_text.effect_text(sentences.WAITING, charge, name="Ben").striptags() == (
        "20 points for missing cards will be added to what you enter for Ben."
    )
    assert ruling_text.duty_text(short, name="Ben").striptags() == (
        "Ben is 2 cards short. They don’t discard after their next 2 draws, and lay nothing down in those "
        "turns."
    )
    assert ruling_text.duty_text(Duty(Remedy.NO_LAYING_DOWN, 1), name="Ben").striptags() == (
        "Ben can’t lay down any more cards in this turn."
    )
