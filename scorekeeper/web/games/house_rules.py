"""House rules: in sentences with the clause that each changes, and read from a form."""

from __future__ import annotations

from dataclasses import fields
from typing import Final

from msgspec import structs
from werkzeug.datastructures import MultiDict

from scorekeeper.language import N_, _
from scorekeeper.referee.house_rules import SENTENCES
from scorekeeper.rulebook import book
from scorekeeper.rules.rulesets.files import RULESETS
from scorekeeper.rules.rulesets.house_rules import HOUSE_CLAUSES, HouseRules, house_rules_of, rules_with
from scorekeeper.rules.rulesets.ruleset import Ends, Ruleset
from scorekeeper.web.http.fields import whole_or
from scorekeeper.web.rulesets.words import Compared, changed

NEEDS_MAY_I: Final = N_(
    "Hand 7 takes 12 cards, and one more to discard. "
    "With 11 cards dealt, you can’t lay down in it until you’ve won a “May I”."
)
NEVER_WON: Final = N_(
    "With these house rules, nobody can lay down in hand 7. It takes 12 cards, and one more to discard. "
    "Allow “May I” in the last three hands, or let players go out without a discard."
)
# Other clauses that a house rule contradicts.
_ALSO_AT: Final = {"2.3a": "2.3", "16.1": "5.2", "16.2": "3.5"}
_DEFAULT: Final = HouseRules()
_SWITCHES: Final = tuple(switch.name for switch in fields(HouseRules) if switch.name != "cards_dealt")
_NO_NUMBER: Final = 0
_CHANGED: Final = N_("Changed at this table. {here} (as written: {there})")
_ADDED: Final = N_("Changed at this table. {here}")


def game_name(rules: Ruleset) -> str:
    """What people call the game of these rules, also where a table changed them."""
    name = _(rules.name)
    return _("{game}, with house rules").format(game=name) if are_changed(rules) else name


def are_changed(rules: Ruleset) -> bool:
    """Whether rules differ from those of their file in more than what the file leaves open."""
    file = RULESETS.get(rules.id, rules)
    ends = rules.ends if file.ends == Ends() else file.ends
    points = rules.points if file.points is None else file.points
    return rules != structs.replace(file, ends=ends, points=points)


def switches_of(rules: Ruleset) -> HouseRules:
    """The house rules by name of a game; none where the rulebook is not its law."""
    return house_rules_of(rules) if rules.is_law else _DEFAULT


def house_lines(rules: HouseRules) -> list[tuple[str, str]]:
    """Each house rule that differs from the rulebook, and what they make of hand 7 together."""
    lines: list[tuple[str, str]] = [
        (SENTENCES[field.name], HOUSE_CLAUSES[field.name])
        for field in fields(rules)
        if getattr(rules, field.name) != getattr(_DEFAULT, field.name)
    ]
    if rules.cards_dealt < _DEFAULT.cards_dealt and rules.discard_to_go_out:
        lines.append((_(NEEDS_MAY_I if rules.may_i_last_three else NEVER_WON), "5.8a"))
    return lines


def sentences_by_clause(rules: HouseRules) -> dict[str, list[str]]:
    """The sentences of `house_lines` by the clause that each changes, and by clauses that contradict it."""
    found: dict[str, list[str]] = {}
    for sentence, clause in house_lines(rules):
        for place in {clause, _ALSO_AT.get(clause, clause)}:
            found.setdefault(place, []).append(sentence)
    return found


def changes_by_clause(rules: Ruleset) -> dict[str, list[str]]:
    """What the table changed, in sentences by each clause whose text words the value.

    Nothing is told of rules whose file this release does not have.
    """
    file = RULESETS.get(rules.id)
    if file is None:
        return {}
    house = house_rules_of(rules) if rules.is_law else _DEFAULT
    found = sentences_by_clause(house)
    # What house rules say is told already.
    switched = rules_with(house) if rules.is_law else file
    left = {one.path for one in changed(rules, switched)}
    for one in changed(rules, file):
        if one.path in left:
            sentence = _(_CHANGED if one.there else _ADDED).format(here=one.here, there=one.there)
            for number in _worded_in(one, file):
                found.setdefault(number, []).append(sentence)
    return found


def _worded_in(one: Compared, file: Ruleset) -> list[str]:
    """The clauses whose text words a value; without any, the one that its topic leads to."""
    words = [clause.number for clause in book(file.id).clauses if one.path in clause.fields]
    return words or ([file.cites[one.topic]] if one.topic in file.cites else [])


def read_house_rules(form: MultiDict[str, str]) -> HouseRules:
    """The house rules ticked in a form; those of the rulebook if the form has no fields for them."""
    if not form.get("house"):
        return _DEFAULT
    typed = form.get("house-cards_dealt")
    cards_dealt = whole_or(typed, default=_NO_NUMBER) if typed else _DEFAULT.cards_dealt
    return HouseRules(cards_dealt=cards_dealt, **{name: f"house-{name}" in form for name in _SWITCHES})
