"""What people know a game by, made from the values of its ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from scorekeeper.language import N_, _, ngettext
from scorekeeper.rules.rulesets.ruleset import JOKER, Ruleset, Wins
from scorekeeper.web.http.formats import plain_row

FIRST_DEALER: Final = {
    "high-card": N_("Everyone draws a card. The highest card deals first."),
    "low-card": N_("Everyone draws a card. The lowest card deals first."),
    "random": N_("Chance decides who deals first."),
    "high-tile": N_("Everyone picks a tile. The highest tile goes first."),
    None: N_("The rules don’t say who deals first. Agree on someone."),
}
_WINNER: Final = {
    Wins.LOWEST: N_("The lowest total wins."),
    Wins.HIGHEST: N_("The highest total wins."),
}


def ruleset_facts(rules: Ruleset) -> list[str]:
    """Its players, its cards, how long it takes and who wins, each in a sentence."""
    return [_players(rules), _dealt(rules), *_length(rules), _(_WINNER[rules.wins])]


def first_dealer(rules: Ruleset) -> str:
    """How the rules find the first dealer, or whoever goes first where nobody deals."""
    return _(FIRST_DEALER[rules.deal.first])


def points_row(points: Mapping[str, int]) -> str:
    """What the cards are worth, in a row: "2–9: 5, 10–K: 10, joker: 50"."""
    return plain_row(f"{_card(key)}:\u00a0{value}" for key, value in points.items())


def _card(key: str) -> str:
    return _("joker") if key == JOKER else key.replace("-", "–")


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
        yield _("Stop when you like.")
    if not (ends.hands or ends.target or ends.session):
        yield _("You choose when it ends.")
