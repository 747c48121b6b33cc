"""What people know a game by, made from the values of its ruleset."""

from __future__ import annotations

from collections.abc import Iterator

from scorekeeper.language import _, ngettext
from scorekeeper.rules.rulesets.ruleset import Ruleset
from scorekeeper.web.rulesets.contracts import full_stop
from scorekeeper.web.rulesets.fields import OPEN_END, has_open_end, statement


def ruleset_facts(rules: Ruleset) -> list[str]:
    """Its players, its cards, how long it takes and who wins, each in a sentence."""
    return [_players(rules), _dealt(rules), *_length(rules), full_stop(statement("wins", rules))]


def first_dealer(rules: Ruleset) -> str:
    """How the rules find the first dealer, or whoever goes first where nobody deals."""
    said = full_stop(statement("deal.first", rules))
    return said if rules.deal.first else _("{sentence} Agree on someone.").format(sentence=said)


def _players(rules: Ruleset) -> str:
    allowed = rules.players
    return _("{fewest} to {most} players.").format(fewest=allowed.fewest, most=allowed.most)


def _dealt(rules: Ruleset) -> str:
    """Cards each, in the first hand where that changes from hand to hand."""
    numbers = range(rules.players.fewest, rules.players.most + 1)
    dealt = [rules.cards_dealt(1, players=number) for number in numbers]
    fewest, most = min(dealt), max(dealt)
    if rules.pack == "tiles":
        text = ngettext("{most} tile each.", "{most} tiles each.", most)
    elif fewest < most:
        text = _("{fewest} to {most} cards each.")
    else:
        text = ngettext("{most} card each.", "{most} cards each.", most)
    return text.format(fewest=fewest, most=most)


def _length(rules: Ruleset) -> Iterator[str]:
    ends = rules.ends
    if ends.hands:
        yield ngettext("{count} hand.", "{count} hands.", ends.hands).format(count=ends.hands)
    if ends.target:
        said = ngettext("Until someone has {count} point.", "Until someone has {count} points.", ends.target)
        yield said.format(count=ends.target)
    if ends.session:
        yield full_stop(statement("ends.session", rules))
    if has_open_end(rules):
        yield full_stop(_(OPEN_END))
