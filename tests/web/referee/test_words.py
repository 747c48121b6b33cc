"""Every code of the referee has words of ours, over all paths and whoever is named."""

from itertools import chain

import pytest

from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.effects import OF_OPTIONS, OF_REMEDIES, duties_of
from scorekeeper.referee.graph import Claims, Conditions, OneOf, Outcome, asked_by, nodes, outcomes
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE
from scorekeeper.referee.judge import judge
from scorekeeper.referee.roles import may_be_named, to_be_named
from scorekeeper.rules.rulesets import HouseRules
from scorekeeper.rules.rulings import Duty, Effect, EffectKind
from scorekeeper.web.referee import words
from scorekeeper.web.referee import words_asked as asked
from scorekeeper.web.referee import words_chosen as chosen
from scorekeeper.web.referee import words_kept as kept
from scorekeeper.web.referee import words_ruled as ruled
from tests.support.graph_paths import all_paths

PATHS = all_paths()
NO_MAY_I = judge(
    Irregularity.MAY_I,
    {"wanted_by_player_in_turn": "yes"},
    house_rules=HouseRules(may_i_last_three=False),
    hand=7,
)
RULINGS = (*(judge(path.irregularity, path.facts) for path in PATHS), NO_MAY_I)
NAMED = dict.fromkeys(Who, ("Zoë <3",)) | {Who.PASSED_OVER: ("Ana", "Cem", "Zoë <3")}


def sentences(ruling, names):
    """Everything that is said of a ruling."""
    yield words.outcome(ruling, names=names)
    yield from (words.remedy(ruling, ordered, names=names) for ordered in ruling.remedies)
    if ruling.choice is not None:
        yield words.chooses(ruling, names=names)
        for offered in ruling.choice.options:
            option = words.option(ruling, offered.code, names=names)
            yield from (option.name, option.then)
    yield from words.reasons(ruling)
    for clause in ruling.notes:
        note = words.note(ruling.irregularity, clause)
        yield from (note.question, *note.choices)
    yield from (words.who_question(ruling.irregularity, who) for who in to_be_named(ruling))


@pytest.mark.parametrize("names", [words.NOBODY, NAMED], ids=["nobody", "named"])
def test_everything_of_every_ruling_is_said_whole(names):
    said = list(chain.from_iterable(sentences(ruling, names) for ruling in RULINGS))

    assert len(said) > 3 * len(RULINGS)
    assert [text for text in said if not text or "{" in text or "<3" in text] == []


def test_sentences_begin_with_a_capital_letter():
    said = chain.from_iterable(sentences(ruling, words.NOBODY) for ruling in RULINGS)

    assert [text for text in said if not text[0].isupper()] == []


def test_every_question_and_answer_has_words():
    for graph in GRAPHS.values():
        for node in nodes(graph.first):
            if isinstance(node, Outcome):
                continue
            for fact in asked_by(node):
                assert words.question(graph.irregularity, fact)
            if isinstance(node, OneOf):
                texts = [words.answer(graph.irregularity, node.fact, one.value) for one in node.answers]
                assert len(set(texts)) == len(texts)
                assert not {asked.YES, asked.NO} & set(texts), "the path so far would read just: no"
            if isinstance(node, Conditions | Claims):
                assert asked.TOGETHER[graph.irregularity]


def test_every_irregularity_has_a_headline_an_example_and_words_to_find_it():
    everything = dict.fromkeys(Irregularity)

    for texts in (asked.HEADLINES, asked.EXAMPLES, asked.FIND):
        assert list(texts) == list(everything), "commonest first"
    assert len(set(asked.HEADLINES.values())) == len(everything)


def test_a_refusal_says_every_reason_at_once():
    facts = {"meld": "run", "regular_turn": "no", "gone_down": "yes", "exact_card": "no", "from_hand": "yes"}

    reasons = words.reasons(judge(Irregularity.WILD_SWAP, facts))

    assert reasons == (
        "It is not this player’s regular turn.",
        "It is not the card that the wild card stands for.",
    )


def test_what_follows_is_told_for_as_many_cards():
    def said(by, direction="too-few", moment="in-play"):
        facts = {"moment": moment, "direction": direction, "by": by}
        ruling = judge(Irregularity.WRONG_COUNT, facts)
        return words.remedy(ruling, ruling.remedies[0], names={Who.OFFENDER: ("Ben",)}).striptags()

    assert said(1) == "Ben discards nothing after the next draw."
    assert said(3) == "Ben discards nothing after each of the next 3 draws."
    assert said(2, moment="other-went-out") == (
        "Ben counts the cards held, and 20 points are added for the 2 missing cards."
    )


def test_names_are_set_apart_and_read_out():
    assert words.listed(["A<b>"]) == "<bdi>A&lt;b&gt;</bdi>"
    assert words.listed(["Ana", "Ben", "Cem"]).striptags() == "Ana, Ben and Cem"


def test_no_words_are_left_over():
    """What nothing asks for any more is no longer told."""
    codes = {(path.irregularity, path.outcome.name) for path in PATHS} | {(Irregularity.MAY_I, "no-may-i")}
    ordered = {
        (ruling.irregularity, ruling.outcome, one.remedy) for ruling in RULINGS for one in ruling.remedies
    }
    facts = {
        (graph.irregularity, fact)
        for graph in GRAPHS.values()
        for node in nodes(graph.first)
        if not isinstance(node, Outcome)
        for fact in asked_by(node)
    }
    notes = {
        (graph.irregularity, clause)
        for graph in GRAPHS.values()
        for outcome in outcomes(graph)
        for clause in outcome.notes
    }

    assert ruled.OUTCOMES.keys() == codes
    assert ruled.REMEDIES.keys() | ruled.COUNTED.keys() | {Remedy.SEE, Remedy.NO_CORRECTION} == set(Remedy)
    assert ruled.PARTICULAR.keys() <= ordered
    assert chosen.OPTIONS.keys() == set(OptionCode)
    assert asked.QUESTIONS.keys() == facts
    assert asked.HINTS.keys() <= facts
    assert kept.NOTES.keys() == notes
    assert asked.WHO.keys() == {
        (one.irregularity, who) for one in RULINGS for who in (*to_be_named(one), *may_be_named(one))
    }


def test_every_effect_has_words():
    kinds = {*OF_REMEDIES.values(), *OF_OPTIONS.values()}
    assert kinds == set(EffectKind) == kept.EFFECTS.keys() == kept.APPLIED.keys()

    for kind in EffectKind:
        assert "{" not in words.effect(Effect(kind, 1, 20), name="Ben", hand=3)
    assert words.effect(Effect(EffectKind.CHARGE, 1, 20), name="Ben", hand=3).striptags() == (
        "Charge Ben 20 points when hand 3 is scored"
    )
    assert words.duty(Duty(Remedy.DRAW_WITHOUT_DISCARDING, 1, times=2), name="Ben").striptags() == (
        "Ben is 2 cards short: draws without discarding and lays nothing down, in each of 2 turns."
    )


def test_every_duty_has_words():
    duties = [
        duty for ruling in RULINGS for duty in duties_of(ruling, choice=None, seats=lambda _who: (0, 1))
    ]

    assert {Remedy(duty.code) for duty in duties} == kept.DUTIES.keys()
    assert [duty for duty in duties if "{" in words.duty(duty, name="Ben")] == []


def test_every_house_rule_that_changes_a_ruling_is_named():
    for effect in HOUSE_EFFECTS:
        assert words.house(effect.rule, effect.irregularity).startswith("House rule: ")
    assert kept.HOUSE.keys() == {one.rule for one in (*HOUSE_EFFECTS, *RULED_AT_ONCE)}
