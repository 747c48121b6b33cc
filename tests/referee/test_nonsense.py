"""Whatever is given as facts, there is a ruling or a refusal and nothing else."""

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graphs import GRAPHS
from scorekeeper.referee.judge import judge
from tests.referee.test_table import refused
from tests.support.examples import examples
from tests.support.graph_paths import paths

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda below: st.lists(below, max_size=4) | st.dictionaries(st.text(max_size=4), below, max_size=3),
    max_leaves=6,
)


@st.composite
def nonsense(draw):
    """An irregularity and a mixture of its own facts, right or not, and others."""
    irregularity = draw(st.sampled_from(Irregularity))
    facts = dict(draw(st.sampled_from(list(paths(GRAPHS[irregularity])))).facts)
    for fact in list(facts):
        match draw(st.sampled_from(["right", "right", "none", "other"])):
            case "none":
                del facts[fact]
            case "other":
                facts[fact] = draw(JSON)
    return irregularity, {**facts, **draw(st.dictionaries(st.text(max_size=6), JSON, max_size=1))}


@forall(nonsense())
@settings(max_examples=examples(300))
def test_nothing_but_a_ruling_or_a_refusal_comes_of_any_facts(asked):
    irregularity, facts = asked
    before = repr(facts)

    faults = refused(irregularity, facts)

    assert repr(facts) == before
    assert len(faults) == len(set(faults))
    assert all(fault.split(" ", 1)[1].startswith("/facts/") for fault in faults)
    if not faults:
        assert judge(irregularity, facts) == judge(irregularity, facts)
