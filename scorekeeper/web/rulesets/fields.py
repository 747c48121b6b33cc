"""Every value of a ruleset that a table may change, with its group, its words and its kind.

One table: what pages say of rules is made from all of it, the form of house rules from what tables really
change. The rest is changed by a file of rules.
"""

from dataclasses import dataclass
from typing import Any, Final

import msgspec

from scorekeeper.language import N_, NOTHING, Sentence, _
from scorekeeper.rules.rulesets.in_force import values_of
from scorekeeper.rules.rulesets.ruleset import Deal, MayI, Ruleset
from scorekeeper.web.rulesets.contracts import DISCARDS
from scorekeeper.web.rulesets.kinds import (
    Bonus,
    ByHand,
    ByPlayers,
    Cards,
    Choice,
    Contracts,
    HandByHand,
    Kind,
    MostMelds,
    Often,
    Points,
    Tick,
    Whole,
    Word,
)
from scorekeeper.web.rulesets.tiles import worded


@dataclass(frozen=True, slots=True)
class RuleField:
    """One value of a ruleset by its path, such as "deal.cards".

    `label` names it; of a tick it says what is so when it is ticked. `span` names the smallest number
    together with the largest, which is the next field. `topic` leads to the clause that says it, by `cites`.
    `of_cards`: games of tiles have no such thing.
    """

    path: str
    label: Sentence
    kind: Kind
    hint: Sentence = NOTHING
    span: Sentence = NOTHING
    topic: str = ""
    of_cards: bool = False

    @property
    def by_file(self) -> bool:
        """Whether the form does not offer it."""
        return self.path in _BY_FILE

    @property
    def name(self) -> str:
        """What the names of its inputs begin with."""
        return self.path.replace(".", "-")

    def words(self, value: Any, rules: Ruleset) -> str:
        """What its value is by these rules: a sentence, or a number or the like that needs the label."""
        if isinstance(self.kind, Tick):
            return worded(self.label if value else self.kind.otherwise, rules)
        return self.kind.words(value, rules)

    def statement(self, value: Any, rules: Ruleset) -> str:
        """What its value is, in words that can stand alone."""
        words = self.words(value, rules)
        if isinstance(self.kind, Tick | Choice | Contracts) or (isinstance(self.kind, Points) and not value):
            return words
        return _("{what}: {value}").format(what=worded(self.label, rules), value=words)


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Values that people look for in one place."""

    name: str
    heading: Sentence
    fields: tuple[RuleField, ...]


# What tables hardly ever change.
_BY_FILE: Final = (
    *("players.fewest", "players.most", "deal.by_hand", "deal.starter_extra", "deal.dealer", "direction"),
    *("sets.fewest", "sets.most", "sets.suits", "runs.most", "opening", "playable_discard", "wild.most"),
    *("turn.out_from", "wild.in_place", "score.rummy_bonus"),
    *("turn.seconds", "stock.reuses", "stock.shuffle", "may_i.word", "may_i.limits", "may_i.own_discard"),
    *("score.form", "score.block", "score.rummy_times", "wins"),
)
_NO_LIMIT: Final = N_("no limit")
_NONE: Final = N_("none")

# What each of several values means, in a sentence.
_FIRST_DEALERS: Final = {
    "": N_("The rules don’t say who deals first"),
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
    "": N_("The rules don’t say whether you can discard a card that fits on the table"),
    "caller-discards": N_(
        "If you discard a card that fits on the table, the first to call “Rummy!” discards a card too"
    ),
    "two-or-pile": N_(
        "If you discard a card that fits on the table, the first to call “Rummy!” "
        "plays it, and you draw two cards or take the discard pile"
    ),
}
_MOST_WILD: Final = {
    "": N_("There’s no limit on wild cards in a set or run"),
    "half": N_("A set or run can’t have more wild cards than natural ones"),
}
_SWAPS: Final = {
    "": N_("The rules don’t let you swap a wild card on the table"),
    "runs-to-table": N_("You can swap a wild card in a run for the card it stands for, and play it at once"),
    "table": N_("You can swap a wild card for the card it stands for, and use it elsewhere on the table"),
    "hand": N_("You can swap a wild card for the card it stands for, and take it into your hand"),
    "meld": N_("You can swap a wild card for the card it stands for, and lay it in a new set or run at once"),
    "meld-both": N_(
        "If a wild card could be either of two cards, you need both to swap it, "
        "and you lay it in a new set or run at once"
    ),
}
_PRIORITIES: Final = {
    "nearest-left": N_(
        "If several players ask, the first one to the left of the player in turn gets the discard"
    ),
    "first-caller": N_("If several players ask, the first to ask gets the discard"),
    "eldest": N_("If several players ask, the first one to the dealer’s left gets the discard"),
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
        "gets what each of the others has above that"
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
    RuleField("players.fewest", N_("Fewest players"), Whole(), span=N_("Players"), topic="players"),
    RuleField("players.most", N_("Most players"), Whole(), topic="players"),
    RuleField("decks", N_("Decks"), ByPlayers(1, 12), topic="pack"),
    RuleField("jokers", N_("Jokers in each deck"), Whole(0, 8), topic="pack"),
    RuleField("deal.cards", N_("Cards each"), ByPlayers(1, 30)),
    RuleField("deal.by_hand", N_("Cards each, hand by hand"), HandByHand()),
    RuleField("deal.starter_extra", N_("Extra cards for the player who goes first"), Whole(usual=0)),
    RuleField("deal.dealer", N_("Players take turns to deal"), Tick(N_("Nobody deals"))),
    RuleField("deal.first", N_("First dealer"), Choice(_FIRST_DEALERS)),
    RuleField("direction", NOTHING, Choice(_DIRECTIONS)),
)
_MELDS: Final = (
    RuleField(
        "contracts",
        N_("Contracts"),
        Contracts(),
        N_(
            "The contract is what you need to go down. With 0 sets and 0 runs, "
            "any sets and runs will do. Empty a hand to take it out."
        ),
    ),
    RuleField("sets.fewest", N_("Fewest cards in a set"), Whole(), span=N_("Cards in a set")),
    RuleField("sets.most", N_("Most cards in a set"), Whole(empty=_NO_LIMIT)),
    RuleField("sets.suits", NOTHING, Choice(_SUITS)),
    RuleField("runs.fewest", N_("Fewest cards in a run"), Whole(2, 13), span=N_("Cards in a run")),
    RuleField("runs.most", N_("Most cards in a run"), Whole(empty=_NO_LIMIT)),
    RuleField("runs.ace", N_("Aces in runs"), Choice(_ACES), of_cards=True),
    RuleField("opening", N_("Points you need to go down"), Whole(empty=_NONE)),
)
_TURNS: Final = (
    RuleField("discard_to_go_out", N_("Your last card"), Choice(DISCARDS)),
    RuleField(
        "turn.melds", N_("Most sets and runs you can lay down in a turn"), MostMelds(1, empty=_NO_LIMIT)
    ),
    RuleField(
        "turn.taken_card",
        N_("You can discard the card you just took from the discard pile"),
        Tick(N_("You can’t discard the card you just took from the discard pile")),
    ),
    RuleField("playable_discard", NOTHING, Choice(_CALLS)),
    RuleField("turn.out_from", N_("First turn you can go out in"), Whole(usual=1)),
    RuleField(
        "turn.own_meld_first",
        N_("You can’t lay off before you’ve gone down"),
        Tick(N_("You can lay off before you’ve gone down")),
    ),
    RuleField("turn.seconds", N_("Seconds for a turn"), Whole(empty=_NO_LIMIT)),
    RuleField("stock.reuses", N_("How often the discard pile becomes the stock"), Often(empty=_NO_LIMIT)),
    RuleField(
        "stock.shuffle",
        N_("You shuffle the discard pile before it becomes the stock"),
        Tick(N_("You turn the discard pile over without shuffling")),
    ),
)
_WILD: Final = (
    RuleField("wild.cards", N_("Wild cards"), Cards()),
    RuleField(
        "wild.in_place",
        N_("A wild card in its own place isn’t wild"),
        Tick(N_("A wild card is wild even in its own place")),
    ),
    RuleField(
        "wild.adjacent",
        N_("Wild cards can be side by side in a run"),
        Tick(N_("Wild cards can’t be side by side in a run")),
    ),
    RuleField("wild.most", NOTHING, Choice(_MOST_WILD)),
    RuleField("wild.swap", N_("Swapping a wild card on the table"), Choice(_SWAPS)),
)
_CLAIMS: Final = (
    RuleField(
        "may_i",
        N_("You can ask for a discard out of turn"),
        Tick(N_("You can’t ask for a discard out of turn")),
        of_cards=True,
    ),
    RuleField("may_i.word", N_("What you say to ask for a discard"), Word()),
    RuleField("may_i.priority", N_("If several players ask"), Choice(_PRIORITIES), of_cards=True),
    RuleField("may_i.penalty", N_("Penalty cards with a discard out of turn"), Whole(), of_cards=True),
    RuleField(
        "may_i.most",
        N_("Most discards out of turn in a hand, for each player"),
        Whole(empty=_NO_LIMIT),
        of_cards=True,
    ),
    RuleField("may_i.limits", N_("Another limit in some hands"), ByHand()),
    RuleField(
        "may_i.own_discard",
        N_("You can ask for your own discard"),
        Tick(N_("You can’t ask for your own discard")),
    ),
)
_POINTS: Final = (
    RuleField(
        "points",
        N_("Points for each card left in your hand"),
        Points(),
        N_("Leave all of them empty if you count the points yourselves."),
        topic="count",
    ),
    RuleField(
        "missing_card",
        N_("Points for each card a player is short"),
        Whole(0, 500, N_("not counted")),
        topic="missing",
    ),
)
_SCORE: Final = (
    RuleField("score.form", NOTHING, Choice(_SCORE_FORMS)),
    RuleField("wins", NOTHING, Choice(_WINS)),
    RuleField("score.block", NOTHING, Choice(_BLOCKS), topic="block"),
    RuleField("score.out_bonus", N_("Bonus for going out"), Bonus(most=1000, usual=0)),
    RuleField(
        "score.rummy_bonus",
        N_("Bonus for going out with all cards at once"),
        Bonus(empty=N_("the same as for going out")),
        topic="rummy",
    ),
    RuleField(
        "score.rummy_times",
        N_("How often the points count if someone goes out with all cards at once"),
        Often(usual=1),
        topic="rummy",
    ),
    RuleField(
        "ends.hands",
        N_("Number of hands"),
        Whole(1, 200, _NO_LIMIT),
        N_("Leave it empty to play as many as you like."),
        topic="ends",
    ),
    RuleField(
        "ends.target",
        N_("Total that ends the game"),
        Whole(1, empty=_NONE),
        N_("Leave it empty if no total ends the game."),
        topic="ends",
    ),
    RuleField(
        "ends.session", N_("You can finish after any hand"), Tick(N_("You can’t finish early")), topic="ends"
    ),
)
_INCOMPLETE: Final = (
    RuleField(
        "incomplete", N_("If a player leaves, or gives no score"), Choice(_INCOMPLETE_SCORES), topic="given"
    ),
)
GROUPS: Final = (
    RuleGroup("cards", N_("Cards and deal"), _CARDS),
    RuleGroup("hands", N_("Sets, runs and contracts"), _MELDS),
    RuleGroup("turns", N_("Turns and going out"), _TURNS),
    RuleGroup("wild", N_("Wild cards"), _WILD),
    RuleGroup("may-i", N_("May I"), _CLAIMS),
    RuleGroup("points", N_("Points of the cards"), _POINTS),
    RuleGroup("score", N_("Score and end"), _SCORE),
    RuleGroup("incomplete", N_("Leaving early"), _INCOMPLETE),
)
FIELDS: Final = tuple(rule for group in GROUPS for rule in group.fields)
_BY_PATH: Final = {rule.path: rule for rule in FIELDS}
OPEN_END: Final = N_("You choose when it ends")


def has_open_end(rules: Ruleset) -> bool:
    """Whether the table still has to say when the game is over."""
    return not (rules.ends.hands or rules.ends.target or rules.ends.session)


def values_by_path(rules: Ruleset) -> dict[str, Any]:
    """The value of each field in these rules, as JSON has it; those of claims have one without any, too."""
    values = values_of(rules)
    claims = values["may_i"] or _FIRST_CLAIMS
    found = {}
    for rule in FIELDS:
        first, _dot, last = rule.path.partition(".")
        at = claims if first == "may_i" else values[first]
        found[rule.path] = at[last] if last else at
    return found | {"may_i": rules.may_i is not None}


def told_by(rules: Ruleset) -> dict[str, Any]:
    """The value of each field in these rules, in the one form in which it can be compared."""
    values = values_by_path(rules)
    return {rule.path: rule.kind.plain(values[rule.path], rules) for rule in FIELDS}


def statement(path: str, rules: Ruleset) -> str:
    """What these rules say about one value, in words that can stand alone."""
    return _BY_PATH[path].statement(told_by(rules)[path], rules)


# What the table agrees on first where the rules have no such claims.
_FIRST_CLAIMS: Final[dict[str, Any]] = msgspec.to_builtins(MayI())
# What rules say that tell nothing but what they must.
DEFAULTS: Final = told_by(Ruleset(id="", name="", source="", prefix="", deal=Deal(cards=1)))
