"""The referee's sentences: whole, distinct, and found again by what a history stores."""

from dataclasses import fields, is_dataclass
from string import Formatter

import pytest

from scorekeeper.language import Plural, Sentence
from scorekeeper.referee import sentences
from scorekeeper.referee.codes import Irregularity, OptionCode, Remedy, Who
from scorekeeper.referee.effects import OF_OPTIONS, OF_REMEDIES, duties_of
from scorekeeper.referee.graph import Graph, OneOf, questions, searched
from scorekeeper.referee.graphs import GRAPHS, PLAIN
from scorekeeper.referee.house_rules import HOUSE_EFFECTS, RULED_AT_ONCE, SENTENCES, house_rule_sentence
from scorekeeper.referee.judge import judge
from scorekeeper.referee.roles import may_be_named, to_be_named
from scorekeeper.rules.rulings import WAITING, EffectKind
from tests.support.golden_rulings import BY_CHANGE
from tests.support.graph_paths import all_paths

EACH = pytest.mark.parametrize(
    "graph",
    [*GRAPHS.values(), *PLAIN.values()],
    ids=[*map(str, GRAPHS), *(f"{irregularity}-plain" for irregularity in PLAIN)],
)
ROLES = {who.replace("-", "_") for who in Who}
PLACEHOLDERS = {*ROLES, *map(str.capitalize, ROLES), "points", "by", "penalty"}
OPTIONAL = {"hint", "search_words", "fact", "name", "value"}
OPTIONAL |= {"headline_of_tiles", "example_of_tiles"}
RULINGS = tuple(judge(walked.irregularity, walked.facts) for walked in all_paths())
BY_HOUSE_RULE = tuple(
    judge(walked.irregularity, walked.facts, rules=rules)
    for rules in BY_CHANGE.values()
    for walked in all_paths()
)


def texts(value):
    """Every field of a graph that is a sentence, as its name and its text."""
    if isinstance(value, tuple):
        for one in value:
            yield from texts(one)
    elif isinstance(value, dict):
        yield from (("who", text) for text in value.values())
    elif is_dataclass(value):
        for field in fields(value):
            inner = getattr(value, field.name)
            if isinstance(inner, Plural):
                yield from ((field.name, text) for text in (inner.singular, inner.plural))
            elif type(inner) in (str, Sentence) and field.name != "needs":
                yield field.name, inner
            elif field.name == "questions":
                yield from (("question", text) for text in inner)
            elif field.name not in ("clauses", "clause", "unnamed", "known_next"):
                yield from texts(inner)


@EACH
def test_sentences_are_whole_and_hold_only_what_is_filled_in(graph: Graph):
    found = list(texts(graph))

    assert len(found) >= 8
    for name, text in found:
        assert text or name in OPTIONAL, name
        assert {field for _, field, _, _ in Formatter().parse(text) if field} <= PLACEHOLDERS
        if name not in OPTIONAL and name != "clause":
            assert text.strip("{“")[:1].isupper(), text


@EACH
def test_answers_differ_and_can_be_read_without_their_question(graph: Graph):
    for question in questions(graph):
        if isinstance(question, OneOf):
            found = [sentences.answer(question, answer.value) for answer in question.answers]
            assert len(set(found)) == len(found)
            assert not {sentences.PLAIN_YES, sentences.PLAIN_NO} & set(found)


@EACH
def test_players_are_asked_for_whom_rulings_name(graph: Graph):
    own = [ruling for ruling in (*RULINGS, *BY_HOUSE_RULE) if ruling.irregularity is graph.irregularity]
    named = {who for ruling in own for who in (*to_be_named(ruling), *may_be_named(ruling))}

    assert graph.who.keys() == named


@pytest.mark.parametrize(
    ("irregularity", "fact", "value", "said"),
    [
        ("out-of-turn", "laid_cards", "no", "No, they laid nothing down"),
        ("out-of-turn", "laid_cards", "perhaps", "perhaps"),
        ("wrong-count", "by", 1, "1 card"),
        ("wrong-count", "by", 3, "3 cards"),
        ("resume", "all_present", "yes", "Yes"),
        ("resume", "all_present", "no", "No"),
    ],
)
def test_recorded_answer_is_found_by_its_fact(irregularity, fact, value, said):
    assert sentences.recorded_answer(Irregularity(irregularity), fact, value) == said


def test_question_is_found_by_its_fact():
    assert sentences.question_for(Irregularity.MAY_I, "in_turn") == "Whose turn is it?"
    assert sentences.question_for(Irregularity.RESUME, "all_present") == "Everyone’s here"
    assert sentences.question_for(Irregularity.DEAL, "cause") == "What’s wrong?"
    assert sentences.question_for(Irregularity.DEAL, "weather") is None


def test_hint_stands_at_the_first_fact_of_its_question():
    asked = {kind: questions(GRAPHS[kind]) for kind in (Irregularity.MAY_I, Irregularity.WILD_SWAP)}
    hints = [sentences.hints_of(question) for kind in asked for question in asked[kind]]

    found = {fact: hint for one in hints for fact, hint in one.items()}
    assert found["in_turn"] == "On your own turn, you don’t need to ask."
    assert "regular_turn" in found
    assert not {"claimants", "gone_down"} & set(found)


def test_refusal_gives_every_reason_at_once():
    facts = {"meld": "run", "regular_turn": "no", "gone_down": "yes", "exact_card": "no", "from_hand": "yes"}

    assert sentences.reasons(Irregularity.WILD_SWAP, facts) == (
        "It isn’t the player’s own turn.",
        "They don’t have the exact card it stands for.",
    )


def test_outcomes_of_house_rules_are_found_too():
    assert sentences.outcome(Irregularity.MAY_I, "no-may-i").text == "No “May I” in this hand."
    assert sentences.outcome(Irregularity.MAY_I, "no-such") is None


@pytest.mark.parametrize(
    ("irregularity", "outcome", "text"),
    [
        ("stock-out", "first", "Play carries on in order."),
        ("wrong-count", "not-out", "The hand isn’t over. Carry on."),
        ("deal", "wrong-pack", "The hand isn’t over. Carry on."),
        ("deal", "no-such", "The hand isn’t over. Carry on."),
    ],
)
def test_remedy_has_a_sentence_even_if_its_outcome_no_longer_orders_it(irregularity, outcome, text):
    assert sentences.order(Irregularity(irregularity), outcome, Remedy.PLAY_ON).text == text


def test_option_is_found_where_it_is_offered():
    assert sentences.option(Irregularity.DEAL, OptionCode.DECLINE).name == "Keep these cards"
    assert sentences.option(Irregularity.DEAL, OptionCode.TAKE) is None


def test_note_is_found_by_its_clause():
    assert sentences.note(Irregularity.STOCK_OUT, "6.3").question == "When has the stock run out?"
    assert sentences.note(Irregularity.MAY_I, "6.3").question.startswith("What if there’s no penalty card")


def test_player_without_a_name_is_called_as_the_irregularity_has_it():
    leaving = sentences.unnamed(Irregularity.PLAYER_LEFT, Who.OFFENDER)
    drawing = sentences.unnamed(Irregularity.ILLEGAL_DRAW, Who.OFFENDER)
    assert leaving[:2] == ("the player who’s leaving", "The player who’s leaving")
    assert drawing == ("the player", "The player", "the player", "the player")
    assert set(sentences.UNNAMED) == set(Who)


def test_every_effect_and_every_duty_has_a_sentence():
    kinds = {*OF_REMEDIES.values(), *OF_OPTIONS.values()}
    duties = {
        Remedy(duty.code)
        for ruling in RULINGS
        for duty in duties_of(ruling, choice=None, seats=lambda _who: (0, 1))
    }

    assert kinds == set(EffectKind) == sentences.EFFECTS.keys() == sentences.APPLIED.keys()
    assert sentences.WAITING.keys() == sentences.DROPPED.keys() == set(WAITING)
    assert sentences.DUTIES.keys() == duties


def test_a_duty_has_a_sentence_of_its_own_for_several_turns():
    code = Remedy.DRAW_WITHOUT_DISCARDING
    text = sentences.DUTIES[code]
    assert isinstance(text, Plural)
    assert sentences.duty(code.value, times=1) == text.singular
    assert sentences.duty(code.value, times=2) == text.plural
    once = Remedy.NO_LAYING_DOWN
    assert sentences.duty(once.value, times=1) == sentences.DUTIES[once]
    for unknown, times in (("dance", 1), (Remedy.NO_LAYING_DOWN.value, 2)):
        with pytest.raises((LookupError, ValueError)):
            sentences.duty(unknown, times=times)


def test_every_choice_says_who_chooses():
    assert sentences.CHOOSES.keys() == {ruling.choice.who for ruling in RULINGS if ruling.choice}


def test_house_rule_is_named_with_what_it_means_here():
    assert {*SENTENCES, "may_i.most", "may_i.penalty"} == {
        one.rule for one in (*HOUSE_EFFECTS, *RULED_AT_ONCE)
    }
    assert house_rule_sentence("eleven", Irregularity.DEAL) == SENTENCES["eleven"]
    assert house_rule_sentence("eleven", Irregularity.WRONG_COUNT).endswith(
        "Count the right number from eleven."
    )
    assert house_rule_sentence("no-late-may-i", Irregularity.MAY_I) == SENTENCES["no-late-may-i"]


def test_each_open_matter_has_search_words_of_its_own():
    graph = GRAPHS[Irregularity.SILENT_MATTER]
    of_answers = [answer.search_words for answer in graph.first.answers]

    assert all(of_answers)
    assert searched(graph) == (graph.search_words, *of_answers)
