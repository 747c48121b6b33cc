"""What the words of cards are for tiles."""

from typing import Final

from scorekeeper.language import N_, Plural, Sentence, _
from scorekeeper.rules.rulesets.ruleset import Ruleset

_OF_TILES: Final = {
    "Cards and deal": N_("Tiles and start"),
    "Decks": N_("Packs of 52 tiles"),
    "Jokers in each deck": N_("Jokers in each pack of tiles"),
    "Cards each": N_("Tiles each"),
    "Cards each, hand by hand": N_("Tiles each, hand by hand"),
    "Extra cards for the player who goes first": N_("Extra tiles for the player who goes first"),
    "Fewest cards in a set": N_("Fewest tiles in a set"),
    "Most cards in a set": N_("Most tiles in a set"),
    "Cards in a set": N_("Tiles in a set"),
    "A set can have the same suit twice": N_("A set can have the same colour twice"),
    "A set can’t have the same suit twice": N_("A set can’t have the same colour twice"),
    "Fewest cards in a run": N_("Fewest tiles in a run"),
    "Most cards in a run": N_("Most tiles in a run"),
    "Cards in a run": N_("Tiles in a run"),
    "Your last card": N_("Your last tile"),
    "You can discard the card you just took from the discard pile": N_(
        "You can discard the tile you just took from the discards"
    ),
    "You can’t discard the card you just took from the discard pile": N_(
        "You can’t discard the tile you just took from the discards"
    ),
    "Discarding a card that fits on the table": N_("Discarding a tile that fits on the table"),
    "The rules don’t say whether you can discard a card that fits on the table": N_(
        "The rules don’t say whether you can discard a tile that fits on the table"
    ),
    "If you discard a card that fits on the table, the first to call “Rummy!” discards a card too": N_(
        "If you discard a tile that fits on the table, the first to call “Rummy!” discards a tile too"
    ),
    "If you discard a card that fits on the table, the first to call “Rummy!” "
    "plays it, and you draw two cards or take the discard pile": N_(
        "If you discard a tile that fits on the table, the first to call “Rummy!” "
        "plays it, and you draw two tiles or take the discards"
    ),
    "How often the discard pile becomes the stock": N_("How often the discards go back into the pool"),
    "You shuffle the discard pile before it becomes the stock": N_(
        "You mix the discards before they go back into the pool"
    ),
    "You turn the discard pile over without shuffling": N_("The discards go back into the pool as they are"),
    "Wild cards": N_("Wild tiles"),
    "A wild card in its own place isn’t wild": N_("A wild tile in its own place isn’t wild"),
    "A wild card is wild even in its own place": N_("A wild tile is wild even in its own place"),
    "Wild cards can be side by side in a run": N_("Wild tiles can be side by side in a run"),
    "Wild cards can’t be side by side in a run": N_("Wild tiles can’t be side by side in a run"),
    "There’s no limit on wild cards in a set or run": N_("There’s no limit on wild tiles in a set or run"),
    "A set or run can’t have more wild cards than natural ones": N_(
        "A set or run can’t have more wild tiles than natural ones"
    ),
    "Swapping a wild card on the table": N_("Swapping a wild tile on the table"),
    "The rules don’t let you swap a wild card on the table": N_(
        "The rules don’t let you swap a wild tile on the table"
    ),
    "a wild card": N_("a wild tile"),
    "One card short of a set: {cards}.": N_("One tile short of a set: {cards}."),
    "One card short of a run: {cards}.": N_("One tile short of a run: {cards}."),
    "There are more wild cards than natural ones.": N_("There are more wild tiles than natural ones."),
    "Wild cards can’t lie side by side.": N_("Wild tiles can’t lie side by side."),
    "A run can’t be all wild cards.": N_("A run can’t be all wild tiles."),
    "A set of wild cards has only wild cards.": N_("A set of wild tiles has only wild tiles."),
    "No other card fits here.": N_("No other tile fits here."),
    "These cards are right, but it takes more to go down.": N_(
        "These tiles are right, but it takes more to go down."
    ),
    "Yes. You can lay down every card.": N_("Yes. You can lay down every tile."),
    "In my hand": N_("On my rack"),
    "Stays in your hand": N_("Stays on your rack"),
    "You can swap {cards} for a wild card.": N_("You can swap {cards} for a wild tile."),
    "You can swap {cards} for a wild card that you play at once.": N_(
        "You can swap {cards} for a wild tile that you play at once."
    ),
    "You can swap a wild card in a run for the card it stands for, and play it at once": N_(
        "You can swap a wild tile in a run for the tile it stands for, and play it at once"
    ),
    "You can swap a wild card for the card it stands for, and use it elsewhere on the table": N_(
        "You can swap a wild tile for the tile it stands for, and use it elsewhere on the table"
    ),
    "You can swap a wild card for the card it stands for, and take it into your hand": N_(
        "You can swap a wild tile for the tile it stands for, and put it on your rack"
    ),
    "You can swap a wild card for the card it stands for, and lay it in a new set or run at once": N_(
        "You can swap a wild tile for the tile it stands for, and lay it in a new set or run at once"
    ),
    "If a wild card could be either of two cards, you need both to swap it, "
    "and you lay it in a new set or run at once": N_(
        "If a wild tile could be either of two tiles, you need both to swap it, "
        "and you lay it in a new set or run at once"
    ),
    "Penalty cards with a discard out of turn": N_("Penalty tiles with a discard out of turn"),
    "Points of the cards": N_("Points of the tiles"),
    "Points for each card left in your hand": N_("Points for each tile left on your rack"),
    "Points for each card a player is short": N_("Points for each tile a player is short"),
    "You count the points of the cards yourselves": N_("You count the points of the tiles yourselves"),
    "Everyone scores the cards left in their hand": N_("Everyone scores the tiles left on their rack"),
    "The player who goes out scores everyone else’s cards": N_(
        "The player who goes out scores everyone else’s tiles"
    ),
    "The others pay the player who goes out for the cards left in their hands": N_(
        "The others pay the player who goes out for the tiles left on their racks"
    ),
    "If nobody goes out, everyone scores the cards left in their hand": N_(
        "If nobody goes out, everyone scores the tiles left on their rack"
    ),
    "If nobody goes out, everyone loses the points left in their hand": N_(
        "If nobody goes out, everyone loses the points left on their rack"
    ),
    "Bonus for going out with all cards at once": N_("Bonus for going out with all tiles at once"),
    "How often the points count if someone goes out with all cards at once": N_(
        "How often the points count if someone goes out with all tiles at once"
    ),
}
# Sentences that count, by their text for one.
_COUNTED: Final = {
    "A set needs {size} card or more.": Plural(
        "A set needs {size} tile or more.", "A set needs {size} tiles or more."
    ),
    "A run needs {size} card or more.": Plural(
        "A run needs {size} tile or more.", "A run needs {size} tiles or more."
    ),
    "A set has at most {size} card.": Plural(
        "A set has at most {size} tile.", "A set has at most {size} tiles."
    ),
    "A run has at most {size} card.": Plural(
        "A run has at most {size} tile.", "A run has at most {size} tiles."
    ),
    "Each suit can be there once. {cards} is one too many.": Plural(
        "Each colour can be there once. {cards} is one too many.",
        "Each colour can be there once. {cards} are too many.",
        by="count",
    ),
    "{cards} has another rank.": Plural(
        "{cards} has another number.", "{cards} have another number.", by="count"
    ),
    "{cards} has another suit.": Plural(
        "{cards} has another colour.", "{cards} have another colour.", by="count"
    ),
    "The wild card stays.": Plural("The wild tile stays.", "The wild tiles stay."),
    "{cards} goes back to the hand. The rest stays.": Plural(
        "{cards} goes back to the rack. The rest stays.", "{cards} go back to the rack. The rest stays."
    ),
    "Wrong. {cards} goes back to the hand.": Plural(
        "Wrong. {cards} goes back to the rack.", "Wrong. {cards} go back to the rack."
    ),
    "Yes. You keep {count} card.": Plural("Yes. You keep {count} tile.", "Yes. You keep {count} tiles."),
}


def worded(sentence: Sentence, rules: Ruleset) -> str:
    """A sentence about cards in the reader's language, or the one about tiles where these are played."""
    return _(_OF_TILES.get(sentence, sentence) if rules.pack == "tiles" else sentence)


def worded_plural(sentence: Plural, rules: Ruleset) -> Plural:
    """A sentence that counts cards, or the one that counts tiles where these are played."""
    return _COUNTED.get(sentence.one, sentence) if rules.pack == "tiles" else sentence
