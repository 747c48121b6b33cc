"""All rulings as text, one line for each path: `make rulings` writes them to rulings.txt.

facts -> outcome: remedies in their order, each for somebody | clauses | who chooses what | notes
Then come the rulings on incomplete games where they are plain, and those that a house rule changes, under
its name.
"""

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

from scorekeeper.referee.codes import Irregularity
from scorekeeper.referee.graph import RulingChoice
from scorekeeper.referee.graphs import PLAIN
from scorekeeper.referee.judge import Ordered, Ruling, judge, judge_unasked
from scorekeeper.rules.rulesets.files import LAW
from scorekeeper.rules.rulesets.in_force import in_force
from tests.support.graph_paths import all_paths, paths, written

FILE = Path(__file__).parents[1] / "referee" / "rulings.txt"
COMMAND = "make rulings"
LAST_HAND = 7
# The law with each house rule by name.
CHANGED = {name: in_force(LAW, variants=(name,)) for name in LAW.variants}
BY_PLAIN = in_force(LAW, changes={"incomplete": "plain"})
# The house rules that only a change of the ruleset says, by the name of the rule.
BY_CHANGE = {
    "may_i": in_force(LAW, changes={"may_i": {"most": 0}}),
    "may_i.penalty": in_force(LAW, changes={"may_i": {"penalty": 2}}),
    "may_i.most": in_force(LAW, changes={"may_i": {"most": 2}}),
    "may_i.own_discard": in_force(LAW, changes={"may_i": {"own_discard": False}}),
}


def rulings() -> str:
    """The text of the golden file, as the judge rules now."""
    return "".join(f"{line}\n" for line in _lines())


def _lines() -> Iterator[str]:
    for irregularity, walked in groupby(all_paths(), key=lambda path: path.irregularity):
        yield f"## {irregularity}"
        yield from (f"{written(path.facts)} -> {_ruled(judge(irregularity, path.facts))}" for path in walked)
        yield ""
    yield "## incomplete plain"
    for irregularity, graph in PLAIN.items():
        for path in paths(graph):
            said = ", ".join(filter(None, (str(irregularity), written(path.facts))))
            yield f"{said} -> {_ruled(judge(irregularity, path.facts, rules=BY_PLAIN))}"
    yield ""
    yield from _by_house_rule()


def _by_house_rule() -> Iterator[str]:
    """The rulings of the last hand that differ from those of the rulebook."""
    for rule, rules in {**CHANGED, **BY_CHANGE}.items():
        yield f"## house rule {rule}"
        if ruling := judge_unasked(Irregularity.MAY_I, hand=LAST_HAND, rules=rules):
            yield f"{Irregularity.MAY_I}, whatever is said -> {_ruled(ruling)}"
        else:
            for path in all_paths():
                ruling = judge(path.irregularity, path.facts, hand=LAST_HAND, rules=rules)
                if ruling.house:
                    yield f"{path.irregularity}: {written(path.facts)} -> {_ruled(ruling)}"
        yield ""


def _ruled(ruling: Ruling) -> str:
    parts = [f"{ruling.outcome}: {', '.join(map(_ordered, ruling.remedies))}", " ".join(ruling.clauses)]
    if ruling.choice:
        parts.append(_choice(ruling.choice))
    if ruling.notes:
        parts.append(f"note {' '.join(ruling.notes)}")
    if len(ruling.claims) > 1:
        parts.append(f"in order {' '.join(ruling.claims)}")
    return " | ".join(parts)


def _ordered(ordered: Ordered) -> str:
    reckoned = (ordered.points, ordered.player, ordered.see)
    return " ".join(map(str, (ordered.remedy, ordered.who, *(one for one in reckoned if one is not None))))


def _choice(choice: RulingChoice) -> str:
    options = (
        f"{option.code} (see {option.see})" if option.see else option.code for option in choice.options
    )
    return f"{choice.who} chooses {' or '.join(options)}"


if __name__ == "__main__":
    FILE.write_text(rulings(), encoding="utf-8")
    print(f"{FILE}: {len(all_paths())} rulings")
