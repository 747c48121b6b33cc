"""Every value of a ruleset that a table may change, by its path, with its name and how its value is said.

What pages say of rules is made from this table, and so are the fields of the form of house rules (`forms`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Final, NamedTuple

from markupsafe import escape

from scorekeeper.language import N_, NOTHING, Sentence, _, ngettext
from scorekeeper.rules.rulesets.ruleset import JOKER, MayI, Ruleset, Wins, by_players
from scorekeeper.web.http.formats import listed, plain_row
from scorekeeper.web.rulesets.card_names import SIGNS, ranks_name
from scorekeeper.web.rulesets.contracts import DISCARDS
from scorekeeper.web.rulesets.tiles import worded

_OFTEN: Final = (N_("never"), N_("once"), N_("twice"))
_NO_LIMIT: Final = N_("no limit")
_NONE: Final = N_("none")


class RuleLine(NamedTuple):
    """A value of rules in words; a sentence that can stand alone has no label."""

    label: str
    words: str

    def __str__(self) -> str:
        return _("{what}: {value}").format(what=self.label, value=self.words) if self.label else self.words


@dataclass(frozen=True, slots=True)
class RuleValue:
    """One value of a ruleset by its path, such as "deal.cards".

    `label` names it; of yes or no it says what is so for yes, as `otherwise` does for no. `choices` have a
    sentence for each value, perhaps a `short` one for the form; else `words` says it, or `empty` that there
    is none. `span` names the smallest number together with the largest, which is the next value. `hint`
    stands beside the field of the form.
    """

    path: str
    label: Sentence = NOTHING
    choices: Mapping[Any, Sentence] | None = None
    short: Mapping[Any, Sentence] | None = None
    otherwise: Sentence = NOTHING
    empty: Sentence = NOTHING
    words: Callable[[Any, Ruleset], str] = lambda value, _rules: str(value)
    span: Sentence = NOTHING
    hint: Sentence = NOTHING

    @property
    def field_name(self) -> str:
        """The name of its field, such as "deal-cards"."""
        return self.path.replace(".", "-")

    def of(self, rules: Ruleset) -> Any:
        """The value in these rules, in the form in which it is compared; of claims without any, too."""
        if self.path == "may_i":
            return rules.may_i is not None
        first, _dot, last = self.path.partition(".")
        value = (rules.may_i or MayI()) if first == "may_i" else getattr(rules, first)
        value = getattr(value, last) if last else value
        return _COMPARABLE[self.path](value, rules) if self.path in _COMPARABLE else value

    def line(self, rules: Ruleset) -> RuleLine:
        """Its name and its value by these rules."""
        value = self.of(rules)
        if self.choices or self.otherwise:
            choices = self.choices or {True: self.label, False: self.otherwise}
            return RuleLine("", worded(choices[value], rules))
        if self.span:
            sizes = getattr(rules, self.path.partition(".")[0])
            return RuleLine(worded(self.span, rules), _from_to(sizes.fewest, sizes.most))
        words = worded(self.empty, rules) if value is None else self.words(value, rules)
        is_sentence = self.path == "contracts" or (self.path == "points" and value is None)
        return RuleLine("" if is_sentence else worded(self.label, rules), words)


def points_of_ranks(rules: Ruleset) -> dict[str, int]:
    """What each rank of the pack is worth, and the joker; empty if nobody knows."""
    points = rules.points or {}
    return {rank: points[key] for key, ranks in rules.classes.items() for rank in ranks or (key,)}


def kinds_of_cards(rules: Ruleset) -> dict[str, str]:
    """The kinds of cards that can be wild, with what people call them: joker, a rank, or one card of a suit.

    The red aces are offered, as tables play them.
    """
    red_aces = ("AH", "AD") if rules.pack == "cards" else ()
    kinds = dict.fromkeys((JOKER, *rules.ranks, *red_aces, *rules.wild.cards))
    return {card: ranks_name(card) if card in rules.ranks else _card(card) for card in kinds}


def points_row(rules: Ruleset) -> str:
    """What the cards are worth, in a row: "2–9: their number, 10–K: 10, joker: 50"."""
    parts, points = [], rules.points or {}
    classes = [(key, points[key]) for key in rules.classes]
    for is_number, same in groupby(classes, key=lambda item: item[0] == str(item[1])):
        cards = list(same)
        if is_number and len(cards) > 1:
            parts.append(_("{cards}: their number").format(cards=f"{cards[0][0]}–{cards[-1][0]}"))
        else:
            parts += [f"{cards_name(key)}:\u00a0{value}" for key, value in cards]
    return plain_row(parts)


def cards_name(key: str) -> str:
    """The name of cards that count alike, by their key in the points of rules: "2–9", "joker"."""
    return _("joker") if key == JOKER else key.replace("-", "–")


def _card(card: str) -> str:
    if card == JOKER:
        return _("jokers")
    return card[:-1] + SIGNS["cards"].get(card[-1], card[-1])


def _wild_cards(cards: Sequence[str], rules: Ruleset) -> str:
    kinds = kinds_of_cards(rules)
    return str(listed([escape(kinds.get(card) or _card(card)) for card in cards])) if cards else _(_NONE)


def _in_order(cards: Sequence[str], rules: Ruleset) -> list[str]:
    return [card for card in kinds_of_cards(rules) if card in cards]


def _often(times: int, _rules: Ruleset) -> str:
    return _(_OFTEN[times]) if times < len(_OFTEN) else _("{count} times").format(count=times)


def _most_melds(most: int, rules: Ruleset) -> str:
    """The most melds of a turn, which do not limit a whole hand that is laid at once."""
    if any(contract.at_once for contract in rules.contracts):
        return _("{most}, unless you lay your whole hand at once").format(most=most)
    return str(most)


def _bonus(points: int, rules: Ruleset) -> str:
    """Points in favour of a player: off the total where the lowest wins."""
    if not points or rules.wins is not Wins.LOWEST:
        return str(points)
    return ngettext("{count} point off", "{count} points off", points).format(count=points)


def _limits(limits: Mapping[str, int], rules: Ruleset) -> str:
    """How often in the hands that have a limit of their own: "never in hands 5, 6 and 7"."""
    parts = []
    for most, same in groupby(limits, key=limits.__getitem__):
        hands = [escape(hand) for hand in same]
        text = ngettext("{often} in hand {hands}", "{often} in hands {hands}", len(hands))
        parts.append(text.format(often=_often(most, rules), hands=listed(hands)))
    return plain_row(parts) if parts else _(_NONE)


def _by_players(value: int | tuple[tuple[int, int], ...], rules: Ruleset) -> str:
    """The number, or those for the players of these rules: "10 for 2 players, 7 for 3–4"."""
    if isinstance(value, int):
        return str(value)
    players = range(rules.players.fewest, rules.players.most + 1)
    parts: list[str] = []
    for number, same in groupby(players, key=lambda number: by_players(value, players=number)):
        group = list(same)
        text = ngettext("{value} for {number} player", "{value} for {number} players", group[-1])
        text = _("{value} for {number}") if parts else text
        span = f"{group[0]}–{group[-1]}" if group[1:] else str(group[0])
        parts.append(text.format(value=number, number=span))
    return plain_row(parts)


def _from_to(few: int, many: int | None) -> str:
    if many is None:
        return _("{number} or more").format(number=few)
    return str(few) if few == many else _("{few} to {many}").format(few=few, many=many)


def _contracts(contracts: Sequence[object], _rules: Ruleset) -> str:
    return _("Each hand has its own contract") if contracts else _("Any sets and runs will do")


# What each of several values means, in a sentence.
_FIRST_DEALERS: Final = {
    None: N_("The rules don’t say who deals first"),
    "high-card": N_("Everyone draws a card, and the highest card deals first"),
    "low-card": N_("Everyone draws a card, and the lowest card deals first"),
    "high-tile": N_("Everyone picks a tile, and the highest tile goes first"),
    "random": N_("Chance decides who deals first"),
}
_DIRECTIONS: Final = {
    "clockwise": N_("Play goes clockwise"),
    "counterclockwise": N_("Play goes counterclockwise"),
}
_SUITS: Final = {
    "any": N_("A set can have the same suit twice"),
    "different": N_("A set can’t have the same suit twice"),
}
_ACES: Final = {
    "low": N_("An ace is low: A\u00a02\u00a03"),
    "high-or-low": N_("An ace is high or low: A\u00a02\u00a03 or Q\u00a0K\u00a0A"),
    "around": N_("A run can go round the corner: K\u00a0A\u00a02"),
}
_CALLS: Final = {
    None: N_("The rules don’t say whether you can discard a card that fits on the table"),
    "caller-discards": N_(
        "If you discard a card that fits on the table, the first to call “Rummy!” discards a card too"
    ),
    "two-or-pile": N_(
        "If you discard a card that fits on the table, the first to call “Rummy!” "
        "plays it, and you draw two cards or take the discard pile"
    ),
}
_MOST_WILD: Final = {
    None: N_("There’s no limit on wild cards in a set or run"),
    "half": N_("A set or run can’t have more wild cards than natural ones"),
}
_SWAPS: Final = {
    None: N_("The rules don’t let you swap a wild card on the table"),
    "runs-to-table": N_("You can swap a wild card in a run for the card it stands for, and play it at once"),
    "table": N_("You can swap a wild card for the card it stands for, and use it elsewhere on the table"),
    "hand": N_("You can swap a wild card for the card it stands for, and take it into your hand"),
    "meld": N_("You can swap a wild card for the card it stands for, and lay it in a new set or run at once"),
    "meld-both": N_(
        "If a wild card could be either of two cards, you need both to swap it, "
        "and you lay it in a new set or run at once"
    ),
}
# In the form, below what it is that is swapped, and for what.
_SHORT_SWAPS: Final = {
    None: N_("Not allowed"),
    "runs-to-table": N_("Only in runs. Play the wild card in the same turn"),
    "table": N_("Move the wild card elsewhere on the table"),
    "hand": N_("Take the wild card into your hand"),
    "meld": N_("Lay the wild card in a new set or run in the same turn"),
    "meld-both": N_(
        "Lay the wild card in a new set or run in the same turn. "
        "If it could stand for either of two cards, you need both"
    ),
}
_PRIORITIES: Final = {
    "nearest-left": N_(
        "If several players ask, the first one to the left of the player in turn gets the discard"
    ),
    "first-caller": N_("If several players ask, the first to ask gets the discard"),
    "eldest": N_("If several players ask, the first one to the dealer’s left gets the discard"),
}
_SHORT_PRIORITIES: Final = {
    "nearest-left": N_("Nearest to the left of the player in turn"),
    "first-caller": N_("First to ask"),
    "eldest": N_("Nearest to the dealer’s left"),
}
_SCORE_FORMS: Final = {
    "held": N_("Everyone scores the cards left in their hand"),
    "collect": N_("The player who goes out scores everyone else’s cards"),
    "zero-sum": N_("The others pay the player who goes out for the cards left in their hands"),
}
_WINS: Final = {"lowest": N_("The lowest total wins"), "highest": N_("The highest total wins")}
_BLOCKS: Final = {
    "held": N_("If nobody goes out, everyone scores the cards left in their hand"),
    "differences": N_(
        "If nobody goes out, the player with the fewest points left "
        "scores the difference to each of the others"
    ),
    "lose": N_("If nobody goes out, everyone loses the points left in their hand"),
}
_INCOMPLETE_SCORES: Final = {
    "posted": N_(
        "A player who leaves gets the two highest totals added together, "
        "and one who gives no score gets the two highest scores of the hand"
    ),
    "plain": N_("A player who leaves keeps their total but can’t win, and everyone must give a score"),
}

_CARDS: Final = (
    RuleValue("players.fewest", span=N_("Players")),
    RuleValue("players.most"),
    RuleValue("decks", N_("Decks"), words=_by_players),
    RuleValue("jokers", N_("Jokers in each deck")),
    RuleValue("deal.cards", N_("Cards each"), words=_by_players),
    RuleValue(
        "deal.by_hand",
        N_("Cards each, hand by hand"),
        empty=N_("the same in every hand"),
        words=lambda cards, _rules: plain_row(cards),
    ),
    RuleValue("deal.starter_extra", N_("Extra cards for the player who goes first")),
    RuleValue("deal.dealer", N_("Players take turns to deal"), otherwise=N_("Nobody deals")),
    RuleValue("deal.first", N_("First dealer"), _FIRST_DEALERS),
    RuleValue("direction", choices=_DIRECTIONS),
)
_MELDS: Final = (
    RuleValue(
        "contracts",
        N_("Contracts"),
        words=_contracts,
        hint=N_(
            "The contract is what you need to go down. With 0 sets and 0 runs, "
            "any sets and runs will do. Empty a hand to take it out."
        ),
    ),
    RuleValue("sets.fewest", span=N_("Cards in a set")),
    RuleValue("sets.most"),
    RuleValue("sets.suits", choices=_SUITS),
    RuleValue("runs.fewest", N_("Fewest cards in a run"), span=N_("Cards in a run")),
    RuleValue("runs.most"),
    RuleValue("runs.ace", N_("Aces in runs"), _ACES),
    RuleValue("opening", N_("Points you need to go down"), empty=_NONE),
)
_TURNS: Final = (
    RuleValue("discard_to_go_out", N_("Your last card"), DISCARDS),
    RuleValue("turn.melds", N_("Most sets and runs in a turn"), empty=_NO_LIMIT, words=_most_melds),
    RuleValue(
        "turn.taken_card",
        N_("You can discard the card you just took from the discard pile"),
        otherwise=N_("You can’t discard the card you just took from the discard pile"),
    ),
    RuleValue("playable_discard", choices=_CALLS),
    RuleValue("turn.out_from", N_("First turn you can go out in")),
    RuleValue(
        "turn.own_meld_first",
        N_("You can’t lay off before you’ve gone down"),
        otherwise=N_("You can lay off before you’ve gone down"),
    ),
    RuleValue("turn.seconds", N_("Seconds for a turn"), empty=_NO_LIMIT),
    RuleValue(
        "stock.reuses", N_("How often the discard pile becomes the stock"), empty=_NO_LIMIT, words=_often
    ),
    RuleValue(
        "stock.shuffle",
        N_("You shuffle the discard pile before it becomes the stock"),
        otherwise=N_("You turn the discard pile over without shuffling"),
    ),
)
_WILD: Final = (
    RuleValue("wild.cards", N_("Wild cards"), words=_wild_cards),
    RuleValue(
        "wild.in_place",
        N_("A wild card that’s used as itself isn’t wild"),
        otherwise=N_("A wild card is wild even when it’s used as itself"),
    ),
    RuleValue(
        "wild.adjacent",
        N_("Wild cards can be side by side in a run"),
        otherwise=N_("Wild cards can’t be side by side in a run"),
    ),
    RuleValue("wild.most", choices=_MOST_WILD),
    RuleValue(
        "wild.swap", N_("Swapping a wild card on the table for the card it stands for"), _SWAPS, _SHORT_SWAPS
    ),
)
_CLAIMS: Final = (
    RuleValue(
        "may_i",
        N_("You can ask for a discard out of turn"),
        otherwise=N_("You can’t ask for a discard out of turn"),
    ),
    RuleValue(
        "may_i.word", N_("What you say to ask for a discard"), words=lambda word, _rules: f"“{_(word)}”"
    ),
    RuleValue("may_i.priority", N_("If several players ask"), _PRIORITIES, _SHORT_PRIORITIES),
    RuleValue("may_i.penalty", N_("Penalty cards with a discard out of turn")),
    RuleValue("may_i.most", N_("Discards each player can get out of turn in a hand"), empty=_NO_LIMIT),
    RuleValue("may_i.limits", N_("Limit on discards out of turn"), words=_limits),
    RuleValue(
        "may_i.own_discard",
        N_("You can ask for your own discard"),
        otherwise=N_("You can’t ask for your own discard"),
    ),
)
_POINTS: Final = (
    RuleValue(
        "points",
        N_("Points for each card left in your hand"),
        empty=N_("You count the points of the cards yourselves"),
        words=lambda _points, rules: points_row(rules),
        hint=N_("Leave all of them empty if you count the points yourselves."),
    ),
    RuleValue("missing_card", N_("Points for each card a player is short"), empty=N_("not counted")),
)
_SCORE: Final = (
    RuleValue("score.form", choices=_SCORE_FORMS),
    RuleValue("wins", choices=_WINS),
    RuleValue("score.block", choices=_BLOCKS),
    RuleValue("score.out_bonus", N_("Bonus for going out"), words=_bonus),
    RuleValue(
        "score.rummy_bonus",
        N_("Bonus for laying everything down in one turn"),
        empty=N_("the same as for going out"),
        words=_bonus,
    ),
    RuleValue(
        "score.rummy_times",
        N_("How often the points count if someone lays everything down in one turn"),
        words=_often,
    ),
    RuleValue(
        "ends.hands",
        N_("Number of hands"),
        empty=_NO_LIMIT,
        hint=N_("Leave it empty to play as many as you like."),
    ),
    RuleValue(
        "ends.target",
        N_("Total that ends the game"),
        empty=_NONE,
        hint=N_("Leave it empty if no total ends the game."),
    ),
    RuleValue("ends.session", N_("You can finish after any hand"), otherwise=N_("You can’t finish early")),
)
_INCOMPLETE: Final = (
    RuleValue("incomplete", N_("If a player leaves, or gives no score"), _INCOMPLETE_SCORES),
)
# By their names, places where people look for values: heading and values.
GROUPS: Final = {
    "cards": (N_("Cards and deal"), _CARDS),
    "hands": (N_("Sets, runs and contracts"), _MELDS),
    "turns": (N_("Turns and going out"), _TURNS),
    "wild": (N_("Wild cards"), _WILD),
    "may-i": (N_("May I"), _CLAIMS),
    "points": (N_("Points of the cards"), _POINTS),
    "score": (N_("Score and end"), _SCORE),
    "incomplete": (N_("Leaving early"), _INCOMPLETE),
}
VALUES: Final = {value.path: value for _heading, values in GROUPS.values() for value in values}
_COMPARABLE: Final[Mapping[str, Callable[[Any, Ruleset], Any]]] = {
    "wild.cards": _in_order,
    "points": lambda _points, rules: points_of_ranks(rules) or None,
}
